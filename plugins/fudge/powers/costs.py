"""What Scale, races and levelled Powers cost where characters are made of points (3.34, 3.35).

FUD-090, 110 to 114, 117, 118 and 129.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from ..creation.limits import Levelled
from ..options import FudgeOptions
from ..state import TraitKind

Covered = Literal["one", "several", "many"]


class Price(Struct, frozen=True):
    """What something costs, each kind by itself; less than nothing is what it brings.

    Args:
        attributes: attribute levels.
        skills: skill levels.
        gifts: Gifts.
        powers: Powers.
        faults: Faults that it counts as, and so brings.
        superfaults: likewise.
    """

    attributes: int = 0
    skills: int = 0
    gifts: int = 0
    powers: int = 0
    faults: int = 0
    superfaults: int = 0

    def __add__(self, other: Price) -> Price:
        return Price(
            self.attributes + other.attributes,
            self.skills + other.skills,
            self.gifts + other.gifts,
            self.powers + other.powers,
            self.faults + other.faults,
            self.superfaults + other.superfaults,
        )


def scale_price(strength: int, mass: int, options: FudgeOptions) -> Price:
    """What a Scale costs. FUD-110, FUD-112, FUD-114.

    Each level of Strength above 0 is an attribute level, each of Mass a Gift; each level of Mass
    below 0 is the Fault of being wounded easily.

    Args:
        strength: Strength Scale.
        mass: Mass Scale.
        options: of the table; where super strength is one Power, it pays for both (FUD-111).
    """
    easily = Price(faults=max(0, -mass))
    if options.superstrength == "power" and strength > 0:
        return Price(powers=1) + easily
    return Price(attributes=max(0, strength), gifts=max(0, mass)) + easily


def levelled_price(levels: int, way: Levelled) -> Price:
    """A Power with levels, from its first on. FUD-113; by Gifts FUD-090.

    Args:
        levels: how many above the first, or below it.
        way: each level a Power of its own, or an attribute or skill level or a Gift for each.
    """
    if way == "powers":
        return Price(powers=1 + levels)
    if way == "gift":
        return Price(powers=1, gifts=levels)
    if way == "attribute":
        return Price(powers=1, attributes=levels)
    return Price(powers=1, skills=levels)


def racial_price(bonus: Mapping[str, int], kinds: Mapping[str, TraitKind]) -> Price:
    """Each level of a racial bonus costs as that step of the trait; a penalty brings it. FUD-117.

    Args:
        bonus: levels by id of the trait.
        kinds: what each trait is; an attribute where it is not said.
    """
    attributes = sum(n for name, n in bonus.items() if kinds.get(name, "attribute") == "attribute")
    return Price(attributes=attributes, skills=sum(bonus.values()) - attributes)


def blanket_price(modifier: int, covered: Covered) -> Price:
    """A bonus or penalty on a whole field of skills, by how many skills are in it. FUD-118.

    Args:
        modifier: +1 or -1, or more.
        covered: one broad skill, several, or very many.
    """
    if covered == "one":
        return Price(skills=modifier)
    if modifier > 0:
        return Price(powers=1)
    return Price(faults=1) if covered == "several" else Price(superfaults=1)
