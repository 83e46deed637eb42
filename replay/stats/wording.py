"""Statistics in the reader's words."""

from __future__ import annotations

from ...core.telling import Words
from .counting import Faces, Luck


def chance(row: Luck | Faces, words: Words) -> str:
    """How likely it was to go so far, corrected; a dash where nothing is said of it."""
    if row.corrected is None:
        return "–"
    if row.corrected < 0.1:
        return words.say("stats.one-in", n=round(1 / row.corrected))
    return f"{row.corrected:.2f}"


def judged(row: Luck | Faces, words: Words) -> str:
    """Whether that is unusual, in a word or two."""
    return words.say(f"stats.verdict.{row.verdict}")


def signed(number: float) -> str:
    """A number of one decimal with its sign."""
    return f"{'+' if number >= 0 else '−'}{abs(number):.1f}"
