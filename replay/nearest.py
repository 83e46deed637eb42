"""The nearest thing to a mistyped word."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], most: int = 8) -> str:
    """What was probably meant, as a hint; else what there is, if that is not too much."""
    options = sorted(set(known))
    short = {option.partition(".")[2] or option: option for option in options}
    found = get_close_matches(word, options, n=1) or [
        short[near] for near in get_close_matches(word.rpartition(".")[2], short, n=1)
    ]
    if found:
        return f"did you mean {found[0]}?"
    return f"there is {', '.join(options)}" if 0 < len(options) <= most else ""
