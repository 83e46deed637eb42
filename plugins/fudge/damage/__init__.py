"""Damage, wounds and healing (4.7)."""
