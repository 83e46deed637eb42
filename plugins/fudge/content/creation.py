"""What the book prints of making characters (2.5 to 2.8)."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..paper import Difficulty
from .reading import read

Slots = Annotated[int, Meta(ge=0, le=999)]
"""Traits that may stand at one level."""


class Caps(Struct, frozen=True, forbid_unknown_fields=True):
    """Most traits that one character may have at each high level; None where there is no end.

    Args:
        superb: at Superb.
        great: at Great.
        good: at Good.
    """

    superb: Slots | None = None
    great: Slots | None = None
    good: Slots | None = None


class Quota(Struct, frozen=True, forbid_unknown_fields=True):
    """Most attributes and skills at each level, FUD-045 and FUD-046."""

    attributes: Caps
    skills: Caps


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """What dice say of traits.

    Args:
        attribute: levels by the sum of two dice, from 2 to 12 (FUD-075).
        skill: likewise (FUD-076).
        gift: ids of Gifts by one die, from 1 (FUD-077).
        fault: ids of Faults likewise.
    """

    attribute: tuple[int, ...]
    skill: tuple[int, ...]
    gift: tuple[str, ...]
    fault: tuple[str, ...]

    def __post_init__(self) -> None:
        for table in (self.attribute, self.skill):
            if len(table) != 11:
                raise ValueError("two dice come to eleven different sums")


class Tone(Struct, frozen=True, forbid_unknown_fields=True):
    """What making characters takes from the campaign's tone, where a table says nothing else.

    Args:
        pool: how half the number of attributes is rounded (FUD-053).
        quota: which set of quotas holds (FUD-045, FUD-046).
        caps: most skills at each high level (FUD-062).
    """

    pool: Literal["half_floor", "half_ceil"]
    quota: Literal["realistic", "legendary"]
    caps: Caps


class Creation(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables of making characters.

    Args:
        tone: by the campaign's tone, what it measures.
        quota: by name of the set.
        skill_pool: levels to spend on skills, by their breadth (FUD-058).
        fair_costs: what a skill costs at Fair, by its difficulty (FUD-061).
        worth: of one of each kind, in skill levels (FUD-068, FUD-070, FUD-072).
        dice: tables of random characters.
    """

    tone: dict[Literal["realistic", "epic", "superheroic"], Tone]
    quota: dict[Literal["realistic", "legendary"], Quota]
    skill_pool: dict[str, int]
    fair_costs: dict[Difficulty, int]
    worth: dict[str, int]
    dice: Dice


@cache
def creation() -> Creation:
    """The tables of FUD-045, 046, 058, 061, 068, and 075 to 077."""
    return read("creation", Creation)
