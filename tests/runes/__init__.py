"""Tests of the runes."""
