"""Every text of the window in the language of whoever reads it; Qt's translation behind it."""
