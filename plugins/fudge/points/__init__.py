"""Fudge Points: what the people at the table may bend, and what it costs them (2.36)."""
