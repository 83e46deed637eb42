"""The prompt of ``rollbook play``: a pure core of lines, candidates and words, and a thin terminal.

Nothing here is imported by other commands, so that they start as fast as without it.
"""
