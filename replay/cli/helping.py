"""Help texts."""

from __future__ import annotations


def examples(*lines: str) -> str:
    """Lines that can be typed as they stand, for the end of a command's help."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
