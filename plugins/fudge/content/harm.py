"""Numbers of wounds and healing: what closes a wound, and what one blow may do (4.7)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .reading import read


class Cure(Struct, frozen=True, forbid_unknown_fields=True):
    """A healer's result, and the worst wound level that it closes (FUD-239)."""

    result: int
    level: int


class Closing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a body must reach to close a wound of one level in a week (FUD-241)."""

    level: int
    difficulty: int


class Toughness(Struct, frozen=True, forbid_unknown_fields=True):
    """Levels of one blow for a Damage Resistance of at least so much (FUD-227)."""

    resistance: int
    levels: int


class Barrier(Struct, frozen=True, forbid_unknown_fields=True):
    """A level out of reach for whoever began the round less hurt than ``began`` (FUD-228)."""

    level: int
    began: int


class Threshold(Struct, frozen=True, forbid_unknown_fields=True):
    """What one blow may do at most, by the ways to say it."""

    levels: int
    by_resistance: tuple[Toughness, ...]
    barrier: dict[str, tuple[Barrier, ...]]


class HarmTable(Struct, frozen=True, forbid_unknown_fields=True):
    """All of it; levels of wounds by number, results and difficulties as rungs, time in seconds.

    ``head`` is how people name the part of a body at which a good blow knocks out (FUD-238).
    """

    constitution: tuple[str, ...]
    will: tuple[str, ...]
    last_hour: int
    cure: tuple[Cure, ...]
    heal: tuple[Closing, ...]
    threshold: Threshold
    head: tuple[str, ...]


@cache
def harm() -> HarmTable:
    """What FUD-202 to 204, 226 to 228, 238, 239 and 241 reckon with."""
    return read("harm", HarmTable)
