"""What the book prints of Scale (3.31 to 3.33)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from msgspec import Struct

from .reading import read


class ScaleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written; decimals are text."""

    strength_level: str
    speed_level: str
    beyond: str
    kmh: int
    sprint_metres: int
    multiplier: dict[str, str]


class Scales(Struct, frozen=True):
    """Scale in exact numbers.

    Args:
        strength_level: times that one level of Strength is more than the one below.
        speed_level: likewise of Speed.
        beyond: likewise of a step of Scale where the table ends.
        kmh: speed of Fair at Scale 0, in kilometres an hour.
        sprint_metres: what that is at a sprint in a round of three seconds.
        multiplier: times the norm, by Scale.
    """

    strength_level: Fraction
    speed_level: Fraction
    beyond: Fraction
    kmh: int
    sprint_metres: int
    multiplier: dict[int, Fraction]


@cache
def scales() -> Scales:
    """The table of FUD-105 and the progressions of FUD-095 and FUD-102."""
    found = read("scale", ScaleFile)
    return Scales(
        strength_level=Fraction(found.strength_level),
        speed_level=Fraction(found.speed_level),
        beyond=Fraction(found.beyond),
        kmh=found.kmh,
        sprint_metres=found.sprint_metres,
        multiplier={int(scale): Fraction(times) for scale, times in found.multiplier.items()},
    )
