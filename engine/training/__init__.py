"""Makes a tiny draft for a target from the target's own words: it writes, then the head learns."""
