"""What the book prints in tables, read from ``content/`` when first needed and then kept.

Only deciders, modifiers and sheets read it: events state what they found, folds never ask.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from ....core.errors import Invalid
from .reading import read

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


class WeaponClass(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage of weapons of one size, by the corrected and the printed table."""

    name: str
    corrected: int
    as_printed: int


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """A range of points; ``most`` 0 where it has no end."""

    name: str
    least: int
    most: int

    def holds(self, points: int) -> bool:
        """Whether the points lie in it."""
        return points >= self.least and (not self.most or points <= self.most)

    def __str__(self) -> str:
        return f"{self.least} to {self.most}" if self.most else f"{self.least} or more"


class Weapons(Struct, frozen=True, forbid_unknown_fields=True, rename={"classes": "class"}):
    """Weapon classes, guns, and what a sharp edge adds."""

    edge: int
    classes: dict[str, WeaponClass]
    gun: dict[str, Span]


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """Armour and shields by id."""

    armour: dict[str, Span]
    shield: dict[str, Span]


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


@cache
def weapons() -> Weapons:
    """Weapon classes and guns, FUD-210 and FUD-201."""
    return read("weapons", Weapons)


@cache
def armour() -> Armour:
    """Armour and shields, FUD-214."""
    return read("armour", Armour)
