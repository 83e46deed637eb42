"""Sessions of Fudge as they were played, kept: a writer for each, and what it wrote."""
