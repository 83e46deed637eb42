"""Actions and contests that are no combat (4.1, 4.4, 4.5: FUD-139, 143 to 149, 153 to 155, 157)."""

from __future__ import annotations

from typing import Literal

from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import Check
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import PointsDraw, Rolled
from ..damage.wounds import able
from ..dice import DIFFERENCE, LOW, NPC_DIE, NPC_JUDGED, SUM7
from ..ladder import Level
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import because, degree, purpose, shifted
from .aids import borne
from .checks import (
    CONTEST,
    SITUATION,
    Circumstance,
    TraitCheck,
    lacking,
    may_hide,
    needed,
    on_trait,
    stated,
)
from .criticals import margin_critical
from .rolling import compared, throw

rules = Rules(Fudge, FudgeOptions)


class Situational(Command, ruleset="fudge"):
    """Roll on no trait: how things stand, 0 being Fair (FUD-144).

    Args:
        actor: who rolls, an actor or a seat.
        purpose: about what.
        situation: what helps or hinders, each with its reason.
        secret: whether only the GM sees it (FUD-153).
    """

    actor: str
    purpose: str
    situation: tuple[Circumstance, ...] = ()
    secret: bool = False


class Situated(Event, ruleset="fudge"):
    """A Situational Roll says how things stand.

    Args:
        actor: who rolled.
        purpose: about what.
        roll: id of the roll.
        result: a level, 0 for Fair.
        rule: id of the rule.
    """

    actor: str
    purpose: str
    roll: str
    result: int
    rule: str = "FUD-144"


class Contest(Command, ruleset="fudge"):
    """Two sides act against each other, each on its own trait.

    Args:
        a: actor, the active side where there is one.
        b: the other.
        trait_a: id of the first's trait.
        trait_b: id of the second's.
        minimum: level that the first must also reach to win, or None (FUD-157).
        purpose: what for, in a word or two.
        default: level of a trait that one lacks, as of an attempt (FUD-149).
        situation: what else helps or hinders, each with its actor and reason.
        tags: what the first's roll is besides, for rules to know it by: ``magic`` (FUD-122).
        secret: whether only the GM sees it, as where somebody hides from a player character who
            may not know that he looks for anybody (FUD-153).
    """

    a: str
    b: str
    trait_a: str
    trait_b: str
    minimum: Level | None = None
    purpose: str = "contest"
    default: Level | None = None
    situation: tuple[Circumstance, ...] = ()
    tags: tuple[str, ...] = ()
    secret: bool = False


Outcome = Literal["a", "b", "tie", "failed-minimum"]


class Contested(Event, ruleset="fudge"):
    """A contest is decided.

    Args:
        a: one side.
        b: the other.
        result_a: Rolled Degree of the first.
        result_b: of the second.
        degree: Relative Degree, seen by the first.
        minimum: level that the first had to reach, or None.
        outcome: ``a`` or ``b`` has won; ``tie``: all stays as it is; ``failed-minimum``: the first
            was better, but not good enough, and nobody has won.
        rule: id of the rule that decided.
    """

    a: str
    b: str
    result_a: int
    result_b: int
    degree: int
    minimum: int | None
    outcome: Outcome
    rule: str


# --- pure


def judged(result_a: int, result_b: int, minimum: int | None = None) -> tuple[Outcome, str]:
    """How a contest ends, and by which rule: FUD-155, or FUD-157 for the minimum."""
    if result_a == result_b:
        return "tie", "FUD-155"
    if result_a < result_b:
        return "b", "FUD-155"
    if minimum is not None and result_a < minimum:
        return "failed-minimum", "FUD-157"
    return "a", "FUD-155"


# --- rules


def _audience(c: Situational | Contest, look: Look) -> tuple[str, ...] | None:
    return ("gm",) if c.secret else None


@rules.decides(Situational, may=gm, to=_audience)
def situational(c: Situational, play: Play) -> None:
    """Read the dice alone as a level; no penalty of a character counts. FUD-144."""
    may_hide(play, secret=c.secret)
    if c.actor not in play.table.actors and c.actor not in play.ledger.seats:
        play.refuse(f"nobody is called {c.actor}", path="$.actor")
    proposal = Check(actor=c.actor, kind=SITUATION)
    more = stated(c.situation, (c.actor,))[c.actor]
    modifiers = (*more, *play.modifiers(proposal))
    roll = throw(play, c.actor, c.purpose, modifiers, rule="FUD-144", trait=False, secret=c.secret)
    play.emit(Situated(actor=c.actor, purpose=c.purpose, roll=roll.roll, result=roll.result))


@rules.decides(Contest, may=gm, to=_audience)
def contest(c: Contest, play: Play) -> None:
    """Each rolls once; the difference is the Relative Degree. FUD-154, FUD-155, FUD-157."""
    may_hide(play, secret=c.secret)
    if c.a == c.b:
        play.refuse("nobody contests with himself", rule="FUD-154", path="$.b")
    for path, actor in (("$.a", c.a), ("$.b", c.b)):
        able(play, actor, path)
    minimum = (
        None
        if c.minimum is None
        else needed(c.minimum, "$.minimum", own=play.options[FudgeOptions].ladder)
    )
    situation = stated(borne(play, c.situation, (c.a, c.b)), (c.a, c.b))
    modifiers = {}
    for actor, foe, side in ((c.a, c.b, "a"), (c.b, c.a, "b")):
        trait = c.trait_a if side == "a" else c.trait_b
        default = lacking(play, actor, trait, c.default, f"$.trait_{side}")
        tags = c.tags if side == "a" else ()
        check = TraitCheck(actor=actor, kind=CONTEST, against=foe, tags=tags, trait=trait)
        modifiers[actor] = on_trait(play, check, "FUD-154", situation[actor], default)
    throws = [
        throw(play, actor, c.purpose, mods, rule="FUD-154", concerns=(c.a, c.b), secret=c.secret)
        for actor, mods in modifiers.items()
    ]
    one, other = compared(play, *throws)
    outcome, rule = judged(one, other, minimum)
    play.emit(
        Contested(
            a=c.a,
            b=c.b,
            result_a=one,
            result_b=other,
            degree=one - other,
            minimum=minimum,
            outcome=outcome,
            rule=rule,
        )
    )
    for actor, made, result, margin in zip(
        (c.a, c.b), throws, (one, other), (one - other, other - one), strict=True
    ):
        if not made.critical:
            margin_critical(play, actor, made.roll, result, margin)


# --- telling

_OURS = tuple(reading.name for reading in (LOW, DIFFERENCE, SUM7, NPC_DIE, NPC_JUDGED))


@rules.tells(Rolled)
def tell_rolled(e: Rolled, telling: Telling) -> str:
    """The dice, what is added, and the level; any other dice by their total."""
    trait = e.modifiers[0].source if e.modifiers else ""  # named once, among what is added
    places = {
        "name": telling.name(e.actor),
        "faces": " ".join(str(die.face) for die in e.dice if die.kept),
        "shift": shifted(telling, e.natural),
        "notation": e.notation,
        "purpose": "" if e.purpose == trait else purpose(telling, e.actor, e.purpose),
        "total": e.total,
        "result": degree(telling, e.total),
        "because": because(telling, e.modifiers),
    }
    if isinstance(e.draw, PointsDraw) and e.rule == "FUD-041":
        return telling.say(f"fudge.rolled.points{'' if e.modifiers else '.bare'}", **places)
    if not e.notation.endswith(_OURS):
        bare = len(e.dice) == 1 and not e.modifiers
        return telling.say("fudge.rolled.one" if bare else "fudge.rolled.other", **places)
    if e.purpose == "group":
        return telling.say("fudge.rolled.group", **places)
    if e.rule == "FUD-165":  # one of three, whose mean counts
        return telling.say("fudge.rolled.segment", **places)
    if e.rule == "FUD-217":
        return telling.say("fudge.rolled.damage", **places)
    return telling.say("fudge.rolled" if e.modifiers else "fudge.rolled.bare", **places)


@rules.tells(Situated, aside=True)
def tell_situated(e: Situated, telling: Telling) -> str:
    """How things stand."""
    return telling.say("fudge.situated", purpose=e.purpose, result=degree(telling, e.result))


@rules.tells(Contested)
def tell_contested(e: Contested, telling: Telling) -> str:
    """Who won, and by how much; the winner's result comes first."""
    won = e.a if e.outcome == "a" else e.b
    results = (e.result_a, e.result_b) if won == e.a else (e.result_b, e.result_a)
    return telling.say(
        f"fudge.contested.{e.outcome if e.outcome in ('tie', 'failed-minimum') else 'won'}",
        a=telling.name(e.a),
        b=telling.name(e.b),
        winner=telling.name(won),
        result_a=degree(telling, e.result_a),
        result_b=degree(telling, e.result_b),
        result=degree(telling, results[0]),
        other=degree(telling, results[1]),
        degree=telling.signed(abs(e.degree)),
        minimum=degree(telling, e.minimum or 0),
    )
