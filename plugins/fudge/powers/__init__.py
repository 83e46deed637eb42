"""Supernormal Powers, races and Scale, magic and what is like it (3)."""
