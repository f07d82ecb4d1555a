"""Data beside the two packages, found by `importlib.resources`; this file makes it a package.

Without it an editable install cannot be asked for its files from another folder.
"""
