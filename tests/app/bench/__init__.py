"""The measuring of the window."""
