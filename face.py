"""Rollbook."""
