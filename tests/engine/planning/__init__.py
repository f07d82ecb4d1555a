"""What a load would take."""
