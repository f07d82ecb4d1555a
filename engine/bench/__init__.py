"""Measurements of the engine and the window, and their report."""
