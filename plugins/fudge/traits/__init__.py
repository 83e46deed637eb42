"""Traits and sheets: what a character is, and how he comes into play (2.1 to 2.4)."""
