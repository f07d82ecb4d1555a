"""One prompt, or several, answered both ways, and what came of it over time."""
