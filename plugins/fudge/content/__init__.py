"""What the book prints in tables, read from ``content/`` when first needed and then kept.

Only deciders, modifiers, sheets and tellings read it: events state what they found, folds never
ask.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from ....core.errors import Invalid
from .arms import Armour, Span, WeaponClass, Weapons, armour, weapons
from .reading import read
from .words import word

LEVELS = 5
"""Wound levels that have boxes: Scratch to Near Death."""


class Rung(Struct, frozen=True, forbid_unknown_fields=True):
    """A level: its number, and the words for it, English first."""

    value: int
    words: tuple[str, ...]


class Ladder(Struct, frozen=True, forbid_unknown_fields=True):
    """The rungs, best first."""

    rung: tuple[Rung, ...]

    def __post_init__(self) -> None:
        values = [r.value for r in self.rung]
        if values != list(range(values[0], values[-1] - 1, -1)):
            raise ValueError("rungs of the ladder do not follow one another")


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """Boxes of one Damage Resistance, Scratch first."""

    resistance: int
    boxes: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.boxes) != LEVELS or min(self.boxes) < 1:
            raise ValueError(f"resistance {self.resistance} needs {LEVELS} numbers of boxes")


class Boxes(Struct, frozen=True, forbid_unknown_fields=True):
    """Wound boxes by Damage Resistance."""

    row: tuple[Row, ...]


@cache
def ladder() -> Ladder:
    """The ladder of FUD-003."""
    return read("ladder", Ladder)


@cache
def boxes() -> dict[int, tuple[int, ...]]:
    """Wound boxes by Damage Resistance, FUD-223."""
    found = {row.resistance: row.boxes for row in read("boxes", Boxes).row}
    if sorted(found) != list(range(min(found), max(found) + 1)):
        raise Invalid("boxes.toml: a Damage Resistance is missing", path="$.row")
    return found


__all__ = [
    "LEVELS",
    "Armour",
    "Boxes",
    "Ladder",
    "Row",
    "Rung",
    "Span",
    "WeaponClass",
    "Weapons",
    "armour",
    "boxes",
    "ladder",
    "weapons",
    "word",
]
