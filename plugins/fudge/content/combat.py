"""Numbers of the chapter on combat, from ``combat.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from msgspec import Struct

from ....core.codec import convert


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """From which difference of Mass Scale a target is much smaller, or tiny (FUD-172).

    Args:
        larger: rungs of Mass Scale from which the attacker is much larger.
        tiny: from which the target is tiny, so that the GM says what it takes.
        choices: levels that he may say then.
    """

    larger: int
    tiny: int
    choices: tuple[int, ...]


class Stance(Struct, frozen=True, forbid_unknown_fields=True):
    """What a stance adds to the attack and to the defence, in levels (FUD-184)."""

    attack: int
    defence: int

    def __post_init__(self) -> None:
        if self.attack + self.defence:
            raise ValueError("what the attack gains the defence loses")


class Room(Struct, frozen=True, forbid_unknown_fields=True):
    """How many can come at one: as a rule, and at most (FUD-193)."""

    least: int
    most: int


class Traits(Struct, frozen=True, forbid_unknown_fields=True):
    """Ids of traits that serve for something, the most apt first."""

    dodge: tuple[str, ...]
    initiative: tuple[str, ...]


class Mook(Struct, frozen=True, forbid_unknown_fields=True):
    """One of a horde: levels of combat skill and Damage Resistance (FUD-189)."""

    skill: int
    resistance: int


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """All of the file."""

    size: Size
    stances: dict[str, Stance]
    room: dict[str, Room]
    traits: Traits
    mook: Mook


@cache
def combat() -> Combat:
    """The numbers of combat: FUD-172, 184, 189, 193."""
    text = (files(__name__.rpartition(".")[0]) / "combat.toml").read_text(encoding="utf-8")
    made: Combat = convert(tomllib.loads(text), Combat, "combat.toml")
    return made
