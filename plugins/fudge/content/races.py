"""Races that the book names."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .names import Words
from .reading import read


class Split(Struct, frozen=True, forbid_unknown_fields=True):
    """Scale of Strength and of Mass where they differ (FUD-101)."""

    strength: int
    mass: int


class RaceEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A race of the book's.

    Args:
        name: for people.
        scale: Scale of Strength and Mass (FUD-100); 0 where the book gives none.
        split: both apart, for tables that do so; for one whose Mass is not the Strength's, always.
        scales: least and most Scale, of a race whose members differ in it.
        multiple: how many times as strong as a human the book calls it (FUD-106).
        bonus: levels on traits (FUD-115).
        power: id of the Power that stands for its gifts.
        superfaults: ids of the Superfaults that come with it.
        tough_hide: least and most points of that Gift.
        mandatory_faults: Faults that its members must take and that pay for nothing (FUD-270).
        resistance_from: attribute that Damage Resistance follows from.
        perception_from: attribute that Perception follows from.
        psi: attributes of psi that it has (FUD-091).
        daily: whether its Powers may be used so often a day (FUD-090).
        magic: whether magic is born with it.
        note: what else there is to say.
    """

    name: Words
    scale: int = 0
    split: Split | None = None
    scales: tuple[int, int] | None = None
    multiple: int | None = None
    bonus: dict[str, int] = {}
    power: str = ""
    superfaults: tuple[str, ...] = ()
    tough_hide: tuple[int, int] | None = None
    mandatory_faults: int = 0
    resistance_from: str = ""
    perception_from: str = ""
    psi: tuple[str, ...] = ()
    daily: bool = False
    magic: bool = False
    note: Words | None = None


class Races(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of races."""

    race: dict[str, RaceEntry]


@cache
def races() -> dict[str, RaceEntry]:
    """Races by id (FUD-119)."""
    return read("races", Races).race
