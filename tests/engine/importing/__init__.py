"""Models of other programs, found and taken in."""
