"""Drafters: each proposes ids and the probabilities they were drawn from."""
