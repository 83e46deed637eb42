"""Reading what was recorded, and the command line."""
