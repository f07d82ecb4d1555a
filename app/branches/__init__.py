"""Messages as a tree: which of several answers is shown, and what is done with single messages."""
