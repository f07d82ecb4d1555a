"""What finds room where there is little: rows that break, lines that end in dots, long names."""
