"""Everything that can be done in the window, declared once and reached by menu, key and palette."""
