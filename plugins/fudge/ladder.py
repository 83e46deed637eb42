"""The ladder: words and numbers of levels (FUD-003, FUD-006, FUD-139 to FUD-141)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

from ...core.errors import Invalid
from . import content

SUPERB, GREAT, GOOD, FAIR, MEDIOCRE, POOR, TERRIBLE = 3, 2, 1, 0, -1, -2, -3
LEGENDARY = 4
MOST = 999
"""The farthest that a level may lie from Fair: no result comes near it."""

_SHOWN = 40  # characters of a wrong level that a refusal repeats

Gender = Literal["", "f"]

Level = str | int
"""A level as it is written: a word of the ladder in English or Italian, or its number."""


def level(text: str | int, path: str = "$") -> int:
    """The number of a level that a sheet names.

    Args:
        text: a word in English or Italian, either gender, as ``Great`` or ``Ottima``; a result
            as ``Superb+1``; or the number itself.
        path: where it stands.

    Raises:
        Invalid: it is none of these, or farther from Fair than anything rolled.
    """
    if isinstance(text, int):
        if abs(text) > MOST:
            raise Invalid(
                "no level is that far from Fair",
                path=path,
                rule="FUD-003",
                hint=f"-{MOST} to {MOST}",
            )
        return text
    word, sign, beyond = _split(text)
    value = _words().get(word.strip().casefold())
    at_end = not sign or (sign, value) in (("+", SUPERB), ("-", TERRIBLE))
    if value is None or not at_end or (sign and not beyond):
        known = ", ".join(rung.words[0] for rung in content.ladder().rung)
        said = repr(text[:_SHOWN])
        raise Invalid(f"{said} is no level", path=path, rule="FUD-003", hint=f"one of {known}")
    return value + int(f"{sign}{beyond or 0}")


def beyond(value: int) -> int:
    """How far a result lies above Superb, or below Terrible as a negative number; else 0."""
    return value - min(SUPERB, max(TERRIBLE, value))


def result(value: int, word: Callable[[str], str] | None = None, gender: Gender = "") -> str:
    """A Rolled Degree in words: ``Good``, ``Superb+2``, ``Terrible-1`` (FUD-140, FUD-141).

    Args:
        value: the number.
        word: from ``fudge.level.2`` or ``fudge.level.2.f`` to a reader's word; None for English.
        gender: of what is described, where the language has it.
    """
    over = beyond(value)
    return _word(value - over, word, gender) + (f"{over:+d}" if over else "")


def trait(value: int, word: Callable[[str], str] | None = None, gender: Gender = "") -> str:
    """A trait's level in words: as a result, but one above Superb is Legendary (FUD-006)."""
    if value == LEGENDARY:
        return _word(value, word, gender)
    return result(value, word, gender)


def _word(value: int, word: Callable[[str], str] | None, gender: Gender) -> str:
    if word is None:
        return next(rung.words[0] for rung in content.ladder().rung if rung.value == value)
    return word(f"fudge.level.{value}" + (".f" if gender else ""))


def _digits(text: str) -> str:
    """A number of at most three digits, else nothing: a longer one is no level."""
    return text if text.isdecimal() and len(text) <= len(str(MOST)) else ""


def _split(text: str) -> tuple[str, str, str]:
    for sign in "+-":
        word, found, number = text.replace("−", "-").partition(sign)
        if found:
            return word, sign, _digits(number.strip())
    return text, "", ""


@cache
def _words() -> dict[str, int]:
    return {w.casefold(): rung.value for rung in content.ladder().rung for w in rung.words}
