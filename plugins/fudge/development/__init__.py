"""How characters grow: by agreement, by Experience Points, by training (5)."""
