"""The console commands: the same engine, no Qt."""
