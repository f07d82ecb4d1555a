"""Models on this computer: taken from other programs, judged as drafts, planned and rested."""
