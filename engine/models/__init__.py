"""Models: weights, caches and the files they come from."""
