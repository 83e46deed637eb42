"""What the book prints of making characters (2.5 to 2.8), and the limits of its samples (6.3)."""

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


class Creation(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables of making characters.

    Args:
        quota: by name of the set.
        skill_pool: levels to spend on skills, by their breadth (FUD-058).
        fair_costs: what a skill costs at Fair, by its difficulty (FUD-061).
        worth: of one of each kind, in skill levels (FUD-068, FUD-070, FUD-072).
        dice: tables of random characters.
    """

    quota: dict[Literal["realistic", "legendary"], Quota]
    skill_pool: dict[str, int]
    fair_costs: dict[Difficulty, int]
    worth: dict[str, int]
    dice: Dice


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits that a GM set for one of the book's samples, ready for other campaigns (FUD-267).

    Args:
        name: of the sample, for people.
        skill_levels: levels for skills.
        caps: most skills at each level.
        attributes: how many there are; None where players choose them.
        attribute_levels: levels for attributes; None for half of those chosen.
        gifts: free Gifts.
        powers: free Powers.
        mandatory: Faults that have to be taken and pay for nothing (FUD-270).
        power_base: level from which each further one of a Power costs a Gift; None where Powers
            have no such price.
        psi: whether psi is Powers, or attributes (FUD-091).
        implants: whether implants are Powers, or Gifts (FUD-128).
        notes: what else the GM ruled there, in words.
    """

    name: str
    skill_levels: int
    caps: Caps
    attributes: int | None = None
    attribute_levels: int | None = None
    gifts: int = 2
    powers: int = 0
    mandatory: int = 0
    power_base: int | None = None
    psi: Literal["simple", "attributes"] = "simple"
    implants: Literal["powers", "gifts"] = "powers"
    notes: tuple[str, ...] = ()


class Presets(Struct, frozen=True, forbid_unknown_fields=True):
    """Every preset by id."""

    preset: dict[str, Preset]


@cache
def creation() -> Creation:
    """The tables of FUD-045, 046, 058, 061, 068, and 075 to 077."""
    return read("creation", Creation)


@cache
def presets() -> dict[str, Preset]:
    """The limits under which the book's fourteen samples were made, FUD-267."""
    return read("presets", Presets).preset
