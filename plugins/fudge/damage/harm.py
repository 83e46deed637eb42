"""Damage of a blow, from its Base Damage to the points that are left (FUD-208 to 222, 230)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ....core import modifiers as core
from ....core.look import Look
from ....core.modifiers import Modifier, tally
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..actions.checks import MAGIC, SITUATION
from ..actions.rolling import Throw, throw
from ..options import FudgeOptions
from ..powers.kinds import kind_of
from ..state import Character, Fudge, Part, character, total
from ..wording import because, counted, degree, shifted, source, summed
from .blows import BASE as BASE
from .blows import CALCULATED as CALCULATED
from .blows import DAMAGE as DAMAGE
from .blows import ROLL as ROLL
from .blows import Blow as Blow
from .blows import Harm as Harm
from .blows import Strike as Strike
from .blows import biting as biting
from .blows import limits as limits
from .judging import assessed, boxes_for, judge
from .scale import MASS_SCALE, left_of, small, through

rules = Rules(Fudge, FudgeOptions)

GRAZES = {
    "1+scale": (1, 1),
    "2+scale": (2, 1),
    "1+half": (1, 2),
    "2+half": (2, 2),
}
"""By option: points of a graze, and what Scale is divided by."""


@rules.modifies(Harm)
def protected(harm: Harm, look: Look) -> Iterable[Modifier]:
    """The target's Defence Modifier, part by part; a negative one adds. FUD-208, 214, 230, 235.

    Some weapons take Scale out of it (FUD-233); where small wounds add up, it is none (FUD-232).
    """
    target = look.state[Fudge].characters.get(harm.target)
    if target is None or not harm.armour:
        return
    for part in target.defence:
        if part.source == MASS_SCALE and harm.nibbles:
            continue
        yield Modifier(part.source, part.rule, CALCULATED, "add", -part.amount)
        gone = part.amount - left_of(part.amount, harm.piercing)
        if part.source == MASS_SCALE and gone:
            yield Modifier("scale-piercing", "FUD-233", CALCULATED, "add", gone)


@rules.modifies(Harm)
def nibbling(harm: Harm, look: Look) -> Iterable[Modifier]:
    """Each wound that somebody huge takes from somebody small is a single one. FUD-232."""
    if harm.nibbles:
        yield Modifier("nibble", "FUD-232", DAMAGE, "at_most", 1)


@rules.modifies(Harm)
def grazed(harm: Harm, look: Look) -> Iterable[Modifier]:
    """A blow with Base Damage 1 does little, whatever stands behind it. FUD-222."""
    options = look.options[FudgeOptions]
    graze = GRAZES.get(options.graze)
    attacker = look.state[Fudge].characters.get(harm.source)
    if graze and harm.base == 1 and attacker:
        points, divisor = graze
        most = points + max(0, attacker.scale) // divisor
        yield Modifier("graze", "FUD-222", DAMAGE, "at_most", most)


class _Hit(Struct, frozen=True):
    """A blow on its way, before its damage is rolled or judged."""

    check: str
    strike: Strike
    weapon: str
    base: int
    attack: tuple[Part, ...]
    tags: tuple[str, ...]
    nibbles: int
    through: int
    weighed: tuple[Modifier, ...]


def deal(play: Play, check: str, strike: Strike) -> Blow:
    """Work out a blow and record it; `take` wounds when all blows of the round are known.

    By figures (FUD-208), or as the GM judges (FUD-207). Its Base Damage is the Relative Degree,
    and what manoeuvres add (FUD-209).

    Args:
        play: of now.
        check: id of the exchange.
        strike: who hits whom, and how well.
    """
    options = play.options[FudgeOptions]
    attacker, target = character(play, strike.attacker), character(play, strike.target)
    weapon = attacker.weapons[attacker.wields]
    base = tally(strike.degree, strike.modifiers, BASE)
    nibbles = small(attacker, target, weapon.piercing, options)
    harm = Harm(
        source=strike.attacker,
        target=strike.target,
        amount=base + total(weapon.attack),
        base=base,
        piercing=weapon.piercing,
        nibbles=nibbles,
        weapon=attacker.wields,
        tags=_tags(play, attacker),
    )
    weighed = (
        *strike.modifiers,
        *(Modifier(p.source, p.rule, CALCULATED, "add", p.amount) for p in weapon.attack),
        *play.modifiers(harm),
    )
    through_ = through(attacker, target, strike.results[0], options)
    hit = _Hit(
        check, strike, attacker.wields, base, weapon.attack, harm.tags, nibbles, through_, weighed
    )
    return _judged(play, hit) if options.damage_system == "subjective" else _reckoned(play, hit)


def _tags(play: Play, attacker: Character) -> tuple[str, ...]:
    """What a Power of magic strikes is magic, as what any spell does. FUD-081, FUD-089."""
    power = attacker.powers.get(attacker.wields)
    if power is None or power.damage is None:
        return ()
    kind = kind_of(attacker.wields, power, play.state[Fudge].campaign)
    return (MAGIC,) if kind == "magic" else ()


def _judged(play: Play, hit: _Hit) -> Blow:
    """The GM says the wound level; what stops a whole blow still stops it. FUD-207."""
    strike = hit.strike
    attacker, target = character(play, strike.attacker), character(play, strike.target)
    weighing = assessed(
        hit.check, strike.attacker, strike.target, strike.results[0], hit.base, attacker, target
    )
    level = judge(play, weighing, strike.announced)
    points = boxes_for(play, strike.target, level, stun=strike.stun)
    final = max(0, tally(points, hit.weighed, DAMAGE))
    calculated = tally(hit.base, hit.weighed, CALCULATED)
    acted = tuple(m.rule for m in biting(points, hit.weighed, DAMAGE))
    return play.emit(_blow(hit, calculated, None, points, final, acted, hit.weighed, level))


def _reckoned(play: Play, hit: _Hit) -> Blow:
    """Base, Attack and Defence Modifier, and the Damage Roll within its limits. FUD-208, 217."""
    strike = hit.strike
    mode = play.options[FudgeOptions].damage_roll
    weighed = list(hit.weighed)
    calculated = tally(hit.base, weighed, CALCULATED)
    if strike.announced is not None:
        weighed.append(Modifier("announced", "FUD-236", DAMAGE, "at_most", strike.announced))
    if hit.through:
        weighed.append(Modifier("tiny-penetration", "FUD-231", DAMAGE, "at_least", hit.through))
    weighed += limits(calculated, mode, hit.through)
    rolled: Throw | None = None
    acted: tuple[Modifier, ...] = ()
    missing = 0
    if mode != "off":
        rolled = damage_roll(play, strike, hit.check)
        acted = biting(rolled.result, weighed, ROLL)
        counts = tally(rolled.result, weighed, ROLL)
        missing = rolled.result - counts
        weighed.append(Modifier(rolled.roll, "FUD-217", DAMAGE, "add", counts))
    added = [m for m in weighed if m.op in ("set", "add")]
    unlimited = tally(calculated, added, DAMAGE) + missing
    final = tally(calculated, weighed, DAMAGE)
    named = tuple(m.rule for m in (*acted, *biting(calculated, weighed, DAMAGE)))
    shown = rolled.result if rolled else None
    return play.emit(_blow(hit, calculated, shown, unlimited, final, named, tuple(weighed)))


def _blow(
    hit: _Hit,
    calculated: int,
    roll: int | None,
    unlimited: int,
    final: int,
    limits: tuple[str, ...],
    modifiers: tuple[Modifier, ...],
    judged: int | None = None,
) -> Blow:
    strike = hit.strike
    return Blow(
        check=hit.check,
        attacker=strike.attacker,
        target=strike.target,
        attacker_result=strike.results[0],
        target_result=strike.results[1],
        base=hit.base,
        attack=total(hit.attack),
        defence=hit.base + total(hit.attack) - calculated,
        calculated=calculated,
        roll=roll,
        unlimited=unlimited,
        final=final,
        limits=limits,
        rule="FUD-208" if judged is None else "FUD-207",
        judged=judged,
        stun=strike.stun,
        exempt=strike.exempt,
        part=strike.part,
        nibbles=hit.nibbles or None,
        weapon=hit.weapon,
        opposed=strike.opposed,
        tags=hit.tags,
        modifiers=modifiers,
    )


def damage_roll(play: Play, strike: Strike, check: str) -> Throw:
    """The attacker's Situational Roll on damage, on no trait. FUD-217, FUD-144."""
    proposal = core.Check(actor=strike.attacker, kind=SITUATION, against=strike.target)
    added = play.modifiers(proposal)
    return throw(
        play, strike.attacker, "damage", added, of=check, rule="FUD-217", trait=False,
        concerns=(strike.attacker, strike.target),
    )  # fmt: skip


def _how(e: Blow, telling: Telling) -> str:
    """The results of both; of a blow that nobody opposed, what it had to reach."""
    return telling.say(
        "fudge.blow.against" if e.opposed else "fudge.blow.reached",
        result=degree(telling, e.attacker_result),
        other=degree(telling, e.target_result),
    )


_NONE = "no-damage"


def _minus(number: int) -> str:
    return f"{number}".replace("-", "−")


@rules.tells(Blow)
def tell_blow(e: Blow, telling: Telling) -> str:
    """Who hit whom, how well, and every number down to the points."""
    if e.judged is not None:
        return _tell_judged(e, telling)
    because_ = because(telling, e.modifiers, BASE)
    base = f"{e.base}"
    if because_:
        base = telling.say("fudge.blow.base", base=e.base, because=because_)
    limited = [
        f"{source(telling, m.source)} ({m.rule})"
        for m in e.modifiers
        if e.final != e.unlimited
        and m.rule in e.limits
        and m.op in ("at_most", "at_least")
        and m.source != _NONE  # a blow that does no harm says so
    ]
    before = _minus(e.unlimited)
    key = "fudge.blow.pinprick" if e.nibbles else "fudge.blow"
    return telling.say(
        key if e.final else "fudge.blow.nothing",
        attacker=telling.name(e.attacker),
        target=telling.name(e.target),
        how=_how(e, telling),
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


def _tell_judged(e: Blow, telling: Telling) -> str:
    return telling.say(
        "fudge.blow.judged" if e.final or not e.judged else "fudge.blow.stopped",
        attacker=telling.name(e.attacker),
        target=telling.name(e.target),
        how=_how(e, telling),
        level=telling.say(f"fudge.wound.{e.judged}"),
    )
