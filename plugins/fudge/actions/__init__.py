"""Actions: checks, simple and opposed actions, Situational Rolls (4.1 to 4.5)."""
