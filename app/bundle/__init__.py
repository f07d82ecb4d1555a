"""What only the frozen program has: its files' manifest, its self-test, its first moments."""
