"""Pictures of figures: small ones painted by hand, large ones plotted."""
