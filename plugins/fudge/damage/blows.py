"""A blow as it is proposed, struck and recorded, and what bounds its damage (4.72, 4.721)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from ....core import modifiers as core
from ....core.modifiers import Modifier, tally
from ....core.vocabulary import Weighed
from ..paper import Piercing

BASE = "base"
"""Quantity: Base Damage, the Relative Degree and what manoeuvres add to it (FUD-209)."""

CALCULATED = "calculated"
"""Quantity: Calculated Damage; Attack and Defence Modifiers work on it (FUD-208)."""

ROLL = "damage-roll"
"""Quantity: what a Damage Roll counts for (FUD-218)."""

DAMAGE = "damage"
"""Quantity: Final Damage, in wound points."""


class Harm(core.Harm, frozen=True, kw_only=True):
    """Somebody is about to be hurt, by a blow, a spell or a fall.

    ``amount`` is what comes at him before his own Defence Modifier. An ``add`` on ``calculated``
    protects as armour does, before any Damage Roll; ``at_most`` and ``at_least`` on ``damage``
    hold whatever is rolled, so that a ward that takes a whole blow is ``at_most`` 0.

    Args:
        base: Base Damage of a blow, 0 for other harm.
        armour: whether the target's Defence Modifier counts.
        piercing: what it does with the target's Scale, as certain weapons do (FUD-233).
        nibbles: how many such blows make one wound point of somebody huge, whose Scale is no
            armour then (FUD-232); 0 where it is.
        weapon: id of the weapon that strikes, on its bearer's sheet; empty for other harm.
    """

    base: int = 0
    armour: bool = True
    piercing: Piercing = ""
    nibbles: int = 0
    weapon: str = ""


class Strike(Struct, frozen=True):
    """A blow that hits, before its damage is known.

    Args:
        attacker: who hits.
        target: who is hit.
        degree: Relative Degree, 0 or more.
        results: Rolled Degrees of attacker and target.
        modifiers: on ``base``, by manoeuvre.
        announced: most damage, as announced before hitting; None for no such promise.
        stun: whether the blow is meant to stun (FUD-237).
        exempt: whether no threshold protects from it (FUD-205).
        part: of the body that it strikes as aimed (FUD-179); empty for anywhere.
        opposed: whether the target met it with a roll; else what he has is a difficulty (FUD-200).
    """

    attacker: str
    target: str
    degree: int
    results: tuple[int, int]
    modifiers: tuple[Modifier, ...] = ()
    announced: int | None = None
    stun: bool = False
    exempt: bool = False
    part: str = ""
    opposed: bool = True


class Blow(Weighed, ruleset="fudge"):
    """A blow hit; what it does is worked out, every number on the way kept.

    Args:
        check: id of the exchange.
        attacker: who hits.
        target: who is hit.
        attacker_result: his Rolled Degree.
        target_result: the other's.
        base: Base Damage, in points.
        attack: the attacker's Attack Modifier.
        defence: what the target's Defence Modifier, wards included, takes off.
        calculated: Calculated Damage: base + attack - defence.
        roll: what the Damage Roll showed; None where none was made.
        unlimited: damage before any limit.
        final: Final Damage, in wound points.
        limits: ids of the rules whose limit changed the number.
        rule: id of the rule.
        judged: the wound level that the GM gave it, where damage is judged (FUD-207); the
            figures above are then what he had before him.
        stun: whether it only stuns (FUD-237).
        exempt: whether no threshold protects from it.
        part: of the body that it struck, if it was aimed.
        nibbles: how many such blows make one wound point; None where each point is one.
        weapon: id of the weapon that struck, on its bearer's sheet.
        opposed: whether the target met it with a roll; else his result is what it had to reach.
        tags: what it is besides: ``magic`` of a Power of magic.
    """

    check: str
    attacker: str
    target: str
    attacker_result: int
    target_result: int
    base: int
    attack: int
    defence: int
    calculated: int
    roll: int | None
    unlimited: int
    final: int
    limits: tuple[str, ...] = ()
    rule: str = "FUD-208"
    judged: int | None = None
    stun: bool = False
    exempt: bool = False
    part: str = ""
    nibbles: int | None = None
    weapon: str = ""
    opposed: bool = True
    tags: tuple[str, ...] = ()


# --- pure


def limits(
    calculated: int, mode: Literal["off", "limited", "free"], through: int = 0
) -> tuple[Modifier, ...]:
    """What bounds a Damage Roll and Final Damage, each with its rule.

    Args:
        calculated: Calculated Damage.
        mode: no roll, a limited one (FUD-218 to 220), or a free one (FUD-221).
        through: points that a remarkable blow against the huge does in any case (FUD-231).
    """
    if mode == "off":
        return (Modifier("no-damage", "FUD-208", DAMAGE, "at_least", 0),)
    if mode == "free":
        return (Modifier("no-damage", "FUD-221", DAMAGE, "at_least", 0),)
    if calculated > 0:
        return (
            Modifier("limit-1", "FUD-218", ROLL, "at_most", calculated),
            Modifier("limit-2", "FUD-219", DAMAGE, "at_least", 1),
        )
    return (
        Modifier("no-damage", "FUD-217", DAMAGE, "at_least", 0),
        Modifier("limit-3", "FUD-220", DAMAGE, "at_most", max(1, through)),
    )


def biting(base: int, modifiers: Iterable[Modifier], on: str) -> tuple[Modifier, ...]:
    """The floor and the cap that changed a quantity, if any did.

    A floor changed nothing where a cap brings the number back to what it was, or lower.
    """
    mine = [m for m in modifiers if m.on == on]
    number = tally(base, [m for m in mine if m.op in ("set", "add")], on)
    found = []
    floors = sorted((m for m in mine if m.op == "at_least"), key=lambda m: -m.amount)
    caps = sorted((m for m in mine if m.op == "at_most"), key=lambda m: m.amount)
    undone = bool(caps) and caps[0].amount <= number
    if floors and floors[0].amount > number and not undone:
        found.append(floors[0])
        number = floors[0].amount
    if caps and caps[0].amount < number:
        found.append(caps[0])
    return tuple(found)
