"""What the book names to choose from: Gifts, Faults, Powers, attributes and skills."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from .names import Level, Words
from .reading import read

NamedKind = Literal["magic", "miracle", "psi", "superpower", "cybernetic", "genetic", "race"]
"""Kinds of Powers that the book tells apart (FUD-081)."""

PowerKind = Literal["", "magic", "miracle", "psi", "superpower", "cybernetic", "genetic", "race"]
"""Likewise; empty where nobody has named one."""


class GiftEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A Gift or Fault of the book's.

    Args:
        name: for people.
        effect: what it does, where the book says so.
        levelled: whether it may be had in several levels or steps of its own (FUD-018).
        defence: what each level adds to the Defence Modifier.
        reaction: what it adds to Reaction Rolls.
        trait: trait that it works on, or that is rolled for it.
        bonus: what it adds to that trait, or to a blow of the thing that has it.
        needs: result that a roll must reach.
        implant: whether it is a device in the body.
        thing: whether only things have it.
        against: race that its bonus counts against; empty where it counts against all.
    """

    name: Words
    effect: Words | None = None
    levelled: bool = False
    defence: int = 0
    reaction: int = 0
    trait: str = ""
    bonus: int = 0
    needs: Level | None = None
    implant: bool = False
    thing: bool = False
    against: str = ""


class PowerEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A Supernormal Power of the book's.

    Args:
        name: for people.
        effect: what it does, where the book says so.
        kind: magic, psi and so on, where the book says so.
        skill: skill that goes with it (FUD-088).
        damage: what it adds to a blow, of a Power that attacks (FUD-089).
        melee: whether it strikes in reach, as fangs (FUD-089).
        scale: at which it works, where it has one.
        levelled: whether it has levels, so that it stands at its first where its sheet does not
            say (FUD-113).
        trait: trait that somebody else rolls on against it.
        needs: result that such a roll, or his own, must reach.
        thing: whether only things have it.
        abilities: what may be done with it, by id, and whether a low level of it does for that or
            only a high one (FUD-125).
        doubtful: whether the book itself names it as one that a GM may forbid (FUD-083).
    """

    name: Words
    effect: Words | None = None
    kind: PowerKind = ""
    skill: str = ""
    damage: int | None = None
    melee: bool = False
    scale: int = 0
    levelled: bool = False
    trait: str = ""
    needs: Level | None = None
    thing: bool = False
    abilities: dict[str, Literal["low", "high"]] = {}
    doubtful: bool = False

    def reached(self, result: Level) -> bool:
        """Whether a roll on it, or out of it, does: a web breaks at Good (FUD-272).

        Args:
            result: of the roll, as a rung of the ladder.
        """
        return self.needs is None or result >= self.needs


class Gifts(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of Gifts."""

    gift: dict[str, GiftEntry]


class Faults(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of Faults and Superfaults."""

    fault: dict[str, GiftEntry]
    superfault: dict[str, GiftEntry]


class KindEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of Powers (FUD-081).

    Args:
        times: how many times an ordinary Power's price the GM may make one of it cost: twice or
            three times (FUD-083), of superpowers no more than twice (FUD-127).
        device: whether it is a device in the body, which may break down (FUD-128).
    """

    times: tuple[int, ...] = (1, 2, 3)
    device: bool = False


class Powers(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of Powers, and of their kinds."""

    kind: dict[NamedKind, KindEntry]
    power: dict[str, PowerEntry]


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Attributes or skills that belong together, by id."""

    name: Words
    traits: dict[str, Words]


class Menu(Struct, frozen=True, forbid_unknown_fields=True):
    """Groups by id."""

    group: dict[str, Group]


@cache
def gifts() -> dict[str, GiftEntry]:
    """Gifts that the book names, by id (FUD-023)."""
    return read("gifts", Gifts).gift


@cache
def faults() -> dict[str, GiftEntry]:
    """Faults that the book names, by id, Superfaults apart (FUD-024)."""
    return read("faults", Faults).fault


@cache
def superfaults() -> dict[str, GiftEntry]:
    """Superfaults that the book names, by id (FUD-024)."""
    return read("faults", Faults).superfault


@cache
def powers() -> dict[str, PowerEntry]:
    """Powers that the book names, by id (FUD-092)."""
    return read("powers", Powers).power


@cache
def kinds() -> dict[NamedKind, KindEntry]:
    """Kinds of Powers that the book tells apart (FUD-081)."""
    return read("powers", Powers).kind


@cache
def attributes() -> dict[str, Group]:
    """Attributes to choose from, by group (FUD-011)."""
    return read("attributes", Menu).group


@cache
def skills() -> dict[str, Group]:
    """Skills to choose from, by group (FUD-016)."""
    return read("skills", Menu).group
