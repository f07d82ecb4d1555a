"""The window: everything a person sees, on top of the engine's public names."""
