"""The ladder: words and numbers of levels (FUD-003, 004, 006, 120, and 139 to 141)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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


Custom = Mapping[str, int]
"""Words of a table's own ladder and their numbers (FUD-004); empty for the seven of the book."""

_BOOK: Custom = {}
_NTH = re.compile(r"(\w+)\s+(\d{1,3})\s*(?:st|nd|rd|th|°|º)?(?:\s+(?:level|livello))?")


def follows(own: Custom) -> str:
    """What is wrong with a ladder that a table makes for itself; empty where nothing is. FUD-004.

    Its words are told apart without regard to case; its numbers follow one another and have 0
    among them, which everybody has who is like most.
    """
    values = sorted(own.values())
    if not own:
        return ""
    if values != list(range(values[0], values[-1] + 1)):
        return "its numbers do not follow one another, each once"
    if not values[0] <= FAIR <= values[-1]:
        return "0, which is Fair, is not on it"
    folded = {word.strip().casefold() for word in own}
    if len(folded) < len(own) or "" in folded:
        return "two of its words are one, or one is empty"
    if any(mark in word for word in own for mark in "+-−0123456789"):
        return "a word with a number or a sign in it would be read as a result"
    return ""


def check(own: Custom) -> None:
    """Refuse a ladder that is none, as options are read.

    Raises:
        ValueError: it is none; says why (FUD-004).
    """
    wrong = follows(own)
    if wrong:
        raise ValueError(f"no ladder (FUD-004): {wrong}")


def highest(own: Custom = _BOOK) -> int:
    """The best level of the ladder, Legendary not counted: Superb, or the table's own best."""
    return max(own.values()) if own else SUPERB


def lowest(own: Custom = _BOOK) -> int:
    """The worst level of the ladder: Terrible, or the table's own worst."""
    return min(own.values()) if own else TERRIBLE


def top(legendary: str, own: Custom = _BOOK) -> int:
    """The best level of a trait: Legendary where the table has it. FUD-006, FUD-120.

    Args:
        legendary: ``off``, ``legendary`` for one level above the ladder, or ``unlimited``.
        own: the table's own ladder.
    """
    best = highest(own)
    return {"off": best, "legendary": best + 1}.get(legendary, MOST)


def level(text: str | int, path: str = "$", own: Custom = _BOOK) -> int:
    """The number of a level that a sheet names.

    Args:
        text: a word in English or Italian, either gender, as ``Great`` or ``Ottima``; a result
            as ``Superb+1``; ``Legendary 2nd`` or ``Leggendaria 2° livello`` (FUD-120); or the
            number itself.
        path: where it stands.
        own: the table's own ladder, whose words then count instead (FUD-004).

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
    words = _known(own)
    nth = _NTH.fullmatch(text.strip())
    if nth and int(nth[2]) and words.get(nth[1].casefold()) == highest(own) + 1:
        return highest(own) + int(nth[2])
    word, sign, beyond = _split(text)
    value = words.get(word.strip().casefold())
    at_end = not sign or (sign, value) in (("+", highest(own)), ("-", lowest(own)))
    if value is None or not at_end or (sign and not beyond):
        rungs = sorted(own, key=own.__getitem__, reverse=True)
        known = ", ".join(rungs or (rung.words[0] for rung in content.ladder().rung))
        said = repr(text[:_SHOWN])
        rule = "FUD-004" if own else "FUD-003"
        raise Invalid(f"{said} is no level", path=path, rule=rule, hint=f"one of {known}")
    return value + int(f"{sign}{beyond or 0}")


def beyond(value: int, own: Custom = _BOOK) -> int:
    """How far a result lies above Superb, or below Terrible as a negative number; else 0."""
    return value - min(highest(own), max(lowest(own), value))


def result(
    value: int,
    word: Callable[..., str] | None = None,
    gender: Gender = "",
    own: Custom = _BOOK,
) -> str:
    """A Rolled Degree in words: ``Good``, ``Superb+2``, ``Terrible-1`` (FUD-140, FUD-141).

    Args:
        value: the number.
        word: from ``fudge.level.2`` or ``fudge.level.2.f`` to a reader's word; None for English.
        gender: of what is described, where the language has it.
        own: the table's own ladder, whose words are the same in every language (FUD-004).
    """
    over = beyond(value, own)
    return _word(value - over, word, gender, own) + (f"{over:+d}" if over else "")


def trait(
    value: int,
    word: Callable[..., str] | None = None,
    gender: Gender = "",
    own: Custom = _BOOK,
) -> str:
    """A trait's level in words: as a result, but one above Superb is Legendary (FUD-006).

    What stands higher still is ``Legendary 2nd``, ``Legendary 3rd`` and so on (FUD-120).
    """
    step = value - highest(own)
    if step < 1:
        return result(value, word, gender, own)
    if step == 1:
        return _word(LEGENDARY, word, gender, _BOOK)
    if word is None:
        return f"{_word(LEGENDARY, None, gender, _BOOK)} {_ordinal(step)}"
    ending = ".f" if gender else ""
    return word(f"fudge.legendary{ending}", number=step, ordinal=_ordinal(step))


def _ordinal(number: int) -> str:
    """An English ordinal: 2nd, 3rd, 11th."""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _word(value: int, word: Callable[..., str] | None, gender: Gender, own: Custom) -> str:
    if own:
        return next(name for name, number in own.items() if number == value)
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


def _known(own: Custom) -> Mapping[str, int]:
    if not own:
        return _words()
    legendary = {w: highest(own) + 1 for w, value in _words().items() if value == LEGENDARY}
    return legendary | {word.strip().casefold(): value for word, value in own.items()}


@cache
def _words() -> dict[str, int]:
    return {w.casefold(): rung.value for rung in content.ladder().rung for w in rung.words}
