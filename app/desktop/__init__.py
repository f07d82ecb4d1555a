"""What the window shares with the desktop around it: edges, tray, folders, welcome."""
