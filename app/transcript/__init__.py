"""The transcript: its model, its view and the rendering of messages."""
