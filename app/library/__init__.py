"""Finding and fetching models in the window: downloads, the search of a hub, access tokens."""
