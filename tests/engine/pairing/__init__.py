"""Which drafts there are for a model, and what to think of each."""
