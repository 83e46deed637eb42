"""Damage of a blow, from its Base Damage to the points that are left (4.72: FUD-208 to 222)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from ....core import modifiers as core
from ....core.look import Look
from ....core.modifiers import Modifier, tally
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Weighed
from ..actions.checks import SITUATION
from ..actions.rolling import Throw, throw
from ..options import FudgeOptions
from ..state import Fudge, character, total
from ..wording import because, counted, degree, shifted, source, summed

rules = Rules(Fudge, FudgeOptions)

BASE = "base"
"""Quantity: Base Damage, the Relative Degree and what manoeuvres add to it (FUD-209)."""

CALCULATED = "calculated"
"""Quantity: Calculated Damage; Attack and Defence Modifiers work on it (FUD-208)."""

ROLL = "damage-roll"
"""Quantity: what a Damage Roll counts for (FUD-218)."""

DAMAGE = "damage"
"""Quantity: Final Damage, in wound points."""

GRAZES = {
    "1+scale": (1, 1),
    "2+scale": (2, 1),
    "1+half": (1, 2),
    "2+half": (2, 2),
}
"""By option: points of a graze, and what Scale is divided by."""


class Harm(core.Harm, frozen=True, kw_only=True):
    """Somebody is about to be hurt, by a blow, a spell or a fall.

    ``amount`` is what comes at him before his own Defence Modifier. An ``add`` on ``calculated``
    protects as armour does, before any Damage Roll; ``at_most`` and ``at_least`` on ``damage``
    hold whatever is rolled, so that a ward that takes a whole blow is ``at_most`` 0.

    Args:
        base: Base Damage of a blow, 0 for other harm.
        armour: whether the target's Defence Modifier counts.
    """

    base: int = 0
    armour: bool = True


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


# --- pure


def limits(calculated: int, mode: Literal["off", "limited", "free"]) -> tuple[Modifier, ...]:
    """What bounds a Damage Roll and Final Damage, each with its rule.

    Args:
        calculated: Calculated Damage.
        mode: no roll, a limited one (FUD-218 to 220), or a free one (FUD-221).
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
        Modifier("limit-3", "FUD-220", DAMAGE, "at_most", 1),
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


# --- rules


@rules.modifies(Harm)
def protected(harm: Harm, look: Look) -> Iterable[Modifier]:
    """The target's Defence Modifier, part by part; a negative one adds. FUD-208, FUD-214."""
    target = look.state[Fudge].characters.get(harm.target)
    if target and harm.armour:
        for part in target.defence:
            yield Modifier(part.source, part.rule, CALCULATED, "add", -part.amount)


@rules.modifies(Harm)
def grazed(harm: Harm, look: Look) -> Iterable[Modifier]:
    """A blow with Base Damage 1 does little, whatever stands behind it. FUD-222."""
    graze = GRAZES.get(look.options[FudgeOptions].graze)
    attacker = look.state[Fudge].characters.get(harm.source)
    if graze and harm.base == 1 and attacker:
        points, divisor = graze
        most = points + max(0, attacker.scale) // divisor
        yield Modifier("graze", "FUD-222", DAMAGE, "at_most", most)


def deal(play: Play, check: str, strike: Strike) -> Blow:
    """Work out a blow and record it; wounds follow when all blows of the round are known.

    Args:
        play: of now.
        check: id of the exchange.
        strike: who hits whom, and how well.
    """
    attacker = character(play, strike.attacker)
    mode = play.options[FudgeOptions].damage_roll
    parts = attacker.weapons[attacker.wields].attack
    base = tally(strike.degree, strike.modifiers, BASE)
    harm = Harm(source=strike.attacker, target=strike.target, amount=base + total(parts), base=base)
    weighed = [
        *strike.modifiers,
        *(Modifier(p.source, p.rule, CALCULATED, "add", p.amount) for p in parts),
        *play.modifiers(harm),
    ]
    calculated = tally(base, weighed, CALCULATED)
    if strike.announced is not None:
        weighed.append(Modifier("announced", "FUD-236", DAMAGE, "at_most", strike.announced))
    weighed += limits(calculated, mode)
    rolled: Throw | None = None
    acted: tuple[Modifier, ...] = ()
    missing = 0
    if mode != "off":
        rolled = damage_roll(play, strike, check)
        acted = biting(rolled.result, weighed, ROLL)
        counts = tally(rolled.result, weighed, ROLL)
        missing = rolled.result - counts
        weighed.append(Modifier(rolled.roll, "FUD-217", DAMAGE, "add", counts))
    added = [m for m in weighed if m.op in ("set", "add")]
    return play.emit(
        Blow(
            check=check,
            attacker=strike.attacker,
            target=strike.target,
            attacker_result=strike.results[0],
            target_result=strike.results[1],
            base=base,
            attack=total(parts),
            defence=base + total(parts) - calculated,
            calculated=calculated,
            roll=rolled.result if rolled else None,
            unlimited=tally(calculated, added, DAMAGE) + missing,
            final=tally(calculated, weighed, DAMAGE),
            limits=tuple(m.rule for m in (*acted, *biting(calculated, weighed, DAMAGE))),
            modifiers=tuple(weighed),
        )
    )


def damage_roll(play: Play, strike: Strike, check: str) -> Throw:
    """The attacker's Situational Roll on damage, on no trait. FUD-217, FUD-144."""
    proposal = core.Check(actor=strike.attacker, kind=SITUATION, against=strike.target)
    added = play.modifiers(proposal)
    return throw(play, strike.attacker, "damage", added, of=check, rule="FUD-217", trait=False)


def _minus(number: int) -> str:
    return f"{number}".replace("-", "−")


@rules.tells(Blow)
def tell_blow(e: Blow, telling: Telling) -> str:
    """Who hit whom, how well, and every number down to the points."""
    because_ = because(telling, e.modifiers, BASE)
    base = f"{e.base}"
    if because_:
        base = telling.say("fudge.blow.base", base=e.base, because=because_)
    limited = [
        f"{source(telling, m.source)} ({m.rule})"
        for m in e.modifiers
        if e.final != e.unlimited and m.rule in e.limits and m.op in ("at_most", "at_least")
    ]
    before = _minus(e.unlimited)
    return telling.say(
        "fudge.blow" if e.final else "fudge.blow.nothing",
        attacker=telling.name(e.attacker),
        target=telling.name(e.target),
        result=degree(telling, e.attacker_result),
        other=degree(telling, e.target_result),
        sum=summed(base, e.attack, -e.defence),
        calculated=_minus(e.calculated),
        roll=""
        if e.roll is None
        else telling.say("fudge.blow.roll", roll=shifted(telling, e.roll)),
        points=counted(telling, e.final),
        limits=telling.say("fudge.blow.limits", before=before, limits=", ".join(limited))
        if limited
        else "",
    )
