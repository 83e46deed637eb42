"""What traits cost whoever makes a character with levels, and what levels are worth in others.

FUD-055, 059 to 061, 064, 065, and 068 to 072.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ....core.errors import Refused
from ....core.modifiers import Proposal
from ..content.creation import creation
from ..ladder import SUPERB, TERRIBLE
from ..paper import Difficulty

Kind = Literal["attribute", "skill", "gift", "fault", "power", "fudge-point"]
"""What is counted: levels of attributes and skills, Gifts, Powers, points, and what Faults pay."""

KINDS: tuple[Kind, ...] = ("attribute", "skill", "gift", "fault", "power", "fudge-point")

COST = "cost"
"""The quantity of a `TraitCost` that modifiers change."""

MILD = 2
"""Faults are counted in attribute levels, for a mild one is worth half of another (FUD-071)."""


class TraitCost(Proposal, frozen=True, kw_only=True):
    """Somebody who makes a character is about to pay for a trait.

    Args:
        actor: id that the character will have.
        kind: attribute, skill, gift, fault or power.
        trait: its id.
        level: rung, where it has one.
        amount: attribute levels, skill levels, Gifts or Powers; of a Fault, what it pays in
            attribute levels.
    """

    actor: str
    kind: Kind
    trait: str
    level: int | None
    amount: int


class Ruling(Struct, frozen=True):
    """What the GM makes a trait cost.

    Args:
        times: what it costs by the book is taken as often.
        plus: and so much is added, or less.
        why: in words.
    """

    times: int = 1
    plus: int = 0
    why: str = ""


def attribute_price(level: int, start: int = 0) -> int:
    """Attribute levels that a level costs; below Fair it gives some back. FUD-055, FUD-056.

    Args:
        level: rung, also one where nobody begins: what a sheet would cost that is wrong.
        start: rung that cost nothing: Fair, or what the dice gave.
    """
    return level - start


def default(difficulty: Difficulty = "normal") -> int:
    """The level at which a skill stands before a level is spent on it. FUD-059."""
    return -creation().fair_costs[difficulty]


def skill_price(
    level: int,
    difficulty: Difficulty,
    times: int,
    same_field: bool,
    studied: bool,
    start: int | None,
) -> int:
    """Skill levels that a level costs; one below its default gives some back. FUD-061, FUD-063.

    Args:
        level: rung, also one where nobody begins: what a sheet would cost that is wrong.
        difficulty: of the skill.
        times: 1; or 2 for a broad skill beside specific ones of other fields (FUD-064), 3 or more
            for one in the same field (FUD-065).
        same_field: whether it is the latter, so that what lies below its default gives back no
            more than elsewhere.
        studied: whether it is Non-Existent until something is paid for it (FUD-060).
        start: rung that cost nothing, where the dice gave one.
    """
    first = default(difficulty) if start is None else start
    cost = level - first
    cost *= 1 if same_field and cost < 0 else times
    return max(1, cost) if studied and start is None else cost


def reached(levels: int, difficulty: Difficulty = "normal") -> int:
    """The rung that so many levels bring a skill to from its default, studied or not. FUD-060.

    Args:
        levels: spent on it, at least one where it is Non-Existent until then.
        difficulty: of the skill.
    """
    rung = default(difficulty) + levels
    if not TERRIBLE <= rung <= SUPERB:
        raise Refused(
            "nobody begins above Superb or below Terrible",
            path="$.level",
            rule="FUD-061",
            hint="characters grow beyond that in play",
        )
    return rung


def worth(kind: Kind, fudge_point: int = 0) -> int:
    """What one of a kind is worth in skill levels. FUD-068 to FUD-070, FUD-072.

    Args:
        kind: what is counted.
        fudge_point: Gifts that a Fudge Point is worth (FUD-069).
    """
    table = creation().worth
    return fudge_point * table["gift"] if kind == "fudge-point" else table[kind]


def exchanged(give: Kind, amount: int, get: Kind, fudge_point: int = 0) -> int:
    """How many of one kind so many of another buy. FUD-068.

    Args:
        give: kind that is given.
        amount: how many.
        get: kind that is wanted.
        fudge_point: Gifts that a Fudge Point is worth.

    Raises:
        Refused: not a whole number of them, or none.
    """
    rate = worth(get, fudge_point)
    bought = Fraction(amount * worth(give, fudge_point), rate) if rate else Fraction(0)
    if amount < 1 or bought < 1 or bought.denominator > 1:
        raise Refused(
            f"{amount} of {give} buy no whole number of {get}",
            path="$.amount",
            rule="FUD-069" if "fudge-point" in (give, get) else "FUD-068",
            hint=f"in skill levels, {give} is worth {worth(give, fudge_point)} and {get} {rate}",
        )
    return int(bought)
