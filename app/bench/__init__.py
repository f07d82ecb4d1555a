"""Measures the window: how soon it is there, how long it stands still, how fast it follows.

The real program with an engine that replays a text; no model is needed. Times are printed, never
asserted. Knows the whole of `app`; nothing of `app` knows it but the command line.
"""
