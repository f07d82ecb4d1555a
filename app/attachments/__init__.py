"""Files that go with a message: read off the GUI thread, counted, shown, and told the model."""
