"""Combat, round by round (4.6)."""
