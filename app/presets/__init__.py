"""System prompt and sampling values of a chat, and named presets of them."""
