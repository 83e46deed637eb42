"""A race, as a table describes it."""

from __future__ import annotations

from msgspec import Struct


class Race(Struct, frozen=True, forbid_unknown_fields=True):
    """A race: its Scale, and what its members have more or less of than the players' own.

    Args:
        name: for people.
        strength: Strength Scale.
        mass: Mass Scale; the same where Scale is not split (FUD-100).
        speed: Speed Scale.
        bonus: levels that a trait of its members lies above what is written of them among
            themselves, by id of the trait (FUD-115).
        note: in words, as that its Scale is density and not size (FUD-099).
        many: ids of those in ``bonus`` that take in very many skills (FUD-118).
    """

    name: str
    strength: int = 0
    mass: int = 0
    speed: int = 0
    bonus: dict[str, int] = {}
    note: str = ""
    many: tuple[str, ...] = ()
