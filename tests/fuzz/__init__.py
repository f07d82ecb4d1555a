"""Hostile model files: what reads them, what spoils them, and a corpus of those worth keeping.

`python -m tests.fuzz` looks for more of them for as long as it is told to.
"""
