"""Animals, monsters and things with traits of their own (6.4, 6.5)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .names import Level, Words
from .reading import read


class Range(Struct, frozen=True, array_like=True):
    """The least and the most that one of its kind has."""

    least: int
    most: int

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError(f"from {self.least} to {self.most} lies nothing")

    def holds(self, value: int) -> bool:
        """Whether one of its kind may have so much."""
        return self.least <= value <= self.most


class Creature(Struct, frozen=True, forbid_unknown_fields=True):
    """An animal or monster, with what matters of it (FUD-271).

    Args:
        name: for people.
        resistance: Damage Resistance.
        traits: levels by id.
        strength_scale: against the human norm 0.
        tough_hide: points of that Gift.
        faults: ids.
        powers: ids.
        some: ids of Powers that not every one has.
        aims: trait that aims those of its Powers that strike.
        note: what else there is to say.
    """

    name: Words
    resistance: Range
    traits: dict[str, Range]
    strength_scale: Range = Range(0, 0)
    tough_hide: Range = Range(0, 0)
    faults: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    aims: str = ""
    note: Words | None = None


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing described by traits (FUD-273).

    Args:
        name: for people.
        attributes: levels by id.
        scale: Scale of an attribute, by id, where it has one.
        skills: levels by id.
        gifts: ids.
        faults: ids.
        powers: ids.
        weapon: weapon class of FUD-210 that it counts as, if any.
        sharp: whether its edge adds a point.
        breaks_at: Situational Roll at which a parry breaks it, or worse; None for never.
        fires_from: Situational Roll that its Power needs; None where it has none.
        reach: of its Power, in metres.
        aims: trait of its own that aims its Power.
        opposed_by: trait of its owner's that resists its skill.
        ruling: how it plays, in words.
    """

    name: Words
    attributes: dict[str, Level] = {}
    scale: dict[str, int] = {}
    skills: dict[str, Level] = {}
    gifts: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    weapon: str = ""
    sharp: bool = False
    breaks_at: Level | None = None
    fires_from: Level | None = None
    reach: int | None = None
    aims: str = ""
    opposed_by: str = ""
    ruling: Words | None = None


class Creatures(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of creatures."""

    creature: dict[str, Creature]


class Things(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of things."""

    thing: dict[str, Thing]


@cache
def creatures() -> dict[str, Creature]:
    """Animals and monsters by id (FUD-272)."""
    return read("creatures", Creatures).creature


@cache
def things() -> dict[str, Thing]:
    """Things by id: swords old, new, jewelled and of flame, and a shuttle (FUD-274 to FUD-276)."""
    return read("things", Things).thing
