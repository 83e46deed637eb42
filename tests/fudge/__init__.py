"""Fudge: every rule by its id, the printed examples as data."""
