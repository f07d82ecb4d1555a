"""Models on this computer, in the window."""
