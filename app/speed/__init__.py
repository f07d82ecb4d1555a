"""What stands behind the speed panel: signs, details, costs."""
