"""Healers, and the proposal that all healing is (4.77: FUD-239, FUD-242)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ....core import modifiers as core
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import Modifier, tally
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Weighed
from ..actions.checks import ACTION, Circumstance, TraitCheck, lacking, on_trait, stated
from ..actions.rolling import simple
from ..content.harm import harm
from ..ladder import Level
from ..options import FudgeOptions
from ..points.success import bought
from ..state import Fudge, character
from ..wording import because, counted, degree
from .levels import DEAD, INCAPACITATED, LEVELS, NEAR_DEATH, SCRATCH, last_box
from .resting import lie_down
from .stun import conditioned
from .wounds import TRACK, Heal, able

rules = Rules(Fudge, FudgeOptions)

HEALING = "healing"
"""Quantity: wound points that somebody is about to lose."""

Way = Literal["medical", "rest", "scratches", "magic"]


class Healing(core.Heal, frozen=True, kw_only=True):
    """Somebody is about to get better: by a healer, by rest, by magic, or as scratches do.

    ``amount`` is wound points; an ``add`` on ``healing`` makes them more or fewer, ``at_most`` 0
    lets nothing heal.

    Args:
        way: how.
        healer: who heals, or empty.
    """

    way: Way
    healer: str = ""


class Mended(Weighed, ruleset="fudge", kw_only=True):
    """Something has changed how well somebody heals; what he loses by it follows.

    Args:
        actor: who.
        way: how he heals: ``medical``, ``rest``, ``scratches`` or ``magic``.
        before: wound points that it would have been.
        after: wound points that it is.
        rule: id of the rule that heals.
    """

    actor: str
    way: Way
    before: int
    after: int
    rule: str


class Mend(Command, ruleset="fudge"):
    """Heal somebody as far as other rules let him heal: for spells, and rules of any ruleset.

    Args:
        target: actor.
        source: who or what heals him.
        amount: wound points, at least 1, before whatever other rules make of it.
        rule: id of the rule that heals.
        way: how: ``magic``, or as a healer, rest or time would.
        healer: actor who heals, if anybody.
    """

    target: str
    source: str
    amount: int
    rule: str
    way: Way = "magic"
    healer: str = ""


class Treat(Command, ruleset="fudge"):
    """A healer sees to somebody's wounds.

    Args:
        healer: actor; may be the patient, as long as he can act.
        patient: actor.
        trait: id of the healer's trait for it: a skill, or a Power.
        default: level of a trait that he lacks, as of an attempt (FUD-149).
        situation: what helps or hinders, each with its reason.
        points: whether whoever plays the healer is asked if Fudge Points are to buy it instead of
            a roll (FUD-037).
    """

    healer: str
    patient: str
    trait: str
    default: Level | None = None
    situation: tuple[Circumstance, ...] = ()
    points: bool = False


class Treated(Event, ruleset="fudge"):
    """A healer has seen to somebody's wounds.

    Args:
        healer: who.
        patient: whose wounds.
        roll: id of the roll; empty where Fudge Points bought it instead (FUD-037).
        result: Rolled Degree.
        level: the patient's wound level before.
        needed: what it takes to close such wounds.
        success: whether they will close.
        stable: whether the patient is no longer dying.
        rule: id of the rule.
    """

    healer: str
    patient: str
    roll: str
    result: int
    level: int
    needed: int
    success: bool
    stable: bool
    rule: str = "FUD-239"


# --- pure


def covered(result: int) -> int:
    """The worst wound level that a healer's result closes; 0 for none. FUD-239."""
    return max((cure.level for cure in harm().cure if result >= cure.result), default=0)


def needed(level: int) -> int:
    """The result that it takes to close wounds of a level; Near Death takes the best. FUD-239."""
    return min(cure.result for cure in harm().cure if cure.level >= min(level, INCAPACITATED))


# --- rules


def mend(play: Play, healing: Healing, source: str, rule: str) -> int:
    """Heal somebody, after whatever other rules make of it; gives the points that he lost.

    Args:
        play: of now.
        healing: how much, and how.
        source: who or what heals him, for people.
        rule: id of the rule that heals.
    """
    has = character(play, healing.actor).points
    found = play.modifiers(healing)
    points = max(0, min(has, tally(healing.amount, found, HEALING)))
    if found:
        play.emit(
            Mended(
                actor=healing.actor,
                way=healing.way,
                before=healing.amount,
                after=points,
                rule=rule,
                modifiers=found,
            )
        )
    if points:
        play.perform(Heal(target=healing.actor, source=source, amount=points, rule=rule))
    return points


@rules.decides(Mend, may=gm)
def mended(c: Mend, play: Play) -> None:
    """What else is said to healing counts, as `fudge.heal` does not let it. FUD-239."""
    if c.amount < 1:
        play.refuse(f"{c.amount} wound points heal nobody", rule=c.rule, path="$.amount")
    who = character(play, c.target, "$.target")
    if not who.points:
        play.refuse(f"{c.target} is unhurt", rule=c.rule, path="$.target")
    healing = Healing(actor=c.target, track=TRACK, amount=c.amount, way=c.way, healer=c.healer)
    mend(play, healing, c.source, c.rule)


@rules.modifies(Healing)
def beyond_help(healing: Healing, look: Look) -> Iterable[Modifier]:
    """Nothing heals the dead; `fudge.heal` is the GM's own word, and may. FUD-239."""
    who = look.state[Fudge].characters.get(healing.actor)
    if who is not None and who.level == DEAD:
        yield Modifier("dead", "FUD-239", HEALING, "at_most", 0)


@rules.decides(Treat, may=gm)
def treat(c: Treat, play: Play) -> None:
    """Good closes Hurt, Great Very Hurt too, Superb all but death's door. FUD-239, FUD-242.

    Near Death, a Superb result brings somebody back to Incapacitated, and a Good one keeps him
    from dying.
    """
    able(play, c.healer, "$.healer")
    patient = character(play, c.patient, "$.patient")
    if c.patient in play.state[Fudge].things:
        play.refuse(f"no healer mends {c.patient}, a thing", rule="FUD-273", path="$.patient")
    if patient.level == DEAD:
        play.refuse(f"{c.patient} is dead", rule="FUD-239", path="$.patient")
    if patient.level <= SCRATCH:
        play.refuse(
            f"{c.patient} has nothing that needs a healer", rule="FUD-239", path="$.patient"
        )
    default = lacking(play, c.healer, c.trait, c.default, "$.trait")
    more = stated(c.situation, (c.healer,))[c.healer]
    check = TraitCheck(actor=c.healer, kind=ACTION, trait=c.trait, against=c.patient)
    modifiers = on_trait(play, check, "FUD-239", more, default)
    need = needed(patient.level)
    buys = c.points and bought(play, c.healer, need)
    roll = simple(
        play, c.healer, "healing", modifiers, need, rule="FUD-239", concerns=(c.patient,),
        bought=buys,
    )  # fmt: skip
    success = roll.result >= need
    play.emit(
        Treated(
            healer=c.healer,
            patient=c.patient,
            roll=roll.roll,
            result=roll.result,
            level=patient.level,
            needed=need,
            success=success,
            stable=patient.level == NEAR_DEATH and covered(roll.result) > 0,
        )
    )
    if success:
        _close(c, play)


def _close(c: Treat, play: Play) -> None:
    """At once where the table lets it, else as he rests; Near Death by one step. FUD-242."""
    patient = character(play, c.patient)
    rest = play.options[FudgeOptions].treated_rest
    amount = patient.points
    if patient.level == NEAR_DEATH:
        amount -= last_box(patient.boxes, INCAPACITATED)
    elif rest != "none":
        lie_down(play, c.patient, "FUD-242", treated=True, days=1 if rest == "day" else 7)
        return
    healing = Healing(actor=c.patient, track=TRACK, amount=amount, way="medical", healer=c.healer)
    mend(play, healing, c.healer, "FUD-239")


@rules.evolves(Treated)
def treated(s: Fudge, e: Treated) -> Fudge:
    """Whoever is stable does not die of it."""
    return conditioned(s, e.patient, dies_at=None) if e.stable else s


# --- telling


@rules.tells(Treated)
def tell_treated(e: Treated, telling: Telling) -> str:
    """How well, and what comes of it."""
    how = "success" if e.success else "stable" if e.stable else "failure"
    return telling.say(
        f"fudge.treated.{how}",
        healer=telling.name(e.healer),
        patient=telling.name(e.patient),
        result=degree(telling, e.result),
        needed=degree(telling, e.needed),
        level=telling.say(f"fudge.wound.{LEVELS[e.level]}"),
    )


@rules.tells(Mended)
def tell_mended(e: Mended, telling: Telling) -> str:
    """What has changed the healing."""
    return telling.say(
        "fudge.mended",
        name=telling.name(e.actor),
        before=counted(telling, e.before),
        after=counted(telling, e.after),
        because=because(telling, e.modifiers, HEALING),
    )
