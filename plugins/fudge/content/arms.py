"""Weapons, armour and shields."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .names import Words
from .reading import read


class WeaponClass(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage of weapons of one size, by the corrected and the printed table."""

    name: Words
    corrected: int
    as_printed: int


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """A range of points; ``most`` 0 where it has no end."""

    name: Words
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
    """Armour and shields by id, and what magic adds to either."""

    armour: dict[str, Span]
    shield: dict[str, Span]
    magic: Span


@cache
def weapons() -> Weapons:
    """Weapon classes and guns, FUD-210 and FUD-201."""
    return read("weapons", Weapons)


@cache
def armour() -> Armour:
    """Armour and shields, FUD-214."""
    return read("armour", Armour)
