"""Actions and contests that are no combat (4.1, 4.4, 4.5: FUD-139, 143 to 149, 153 to 155, 157)."""

from __future__ import annotations

from typing import Literal

from ....core.audiences import EVERYONE
from ....core.messages import Command, Event
from ....core.modifiers import Check, Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Rolled
from ..damage.wounds import able
from ..dice import DIFFERENCE, LOW, SUM7
from ..ladder import FAIR, GOOD, Level
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import because, degree, purpose, shifted
from .aids import basis, borne
from .checks import (
    ACTION,
    CONTEST,
    SITUATION,
    Circumstance,
    TraitCheck,
    lacking,
    needed,
    on_trait,
    stated,
)
from .outcomes import Noticed, graded
from .rolling import throw

rules = Rules(Fudge, FudgeOptions)


class Attempt(Command, ruleset="fudge"):
    """Somebody tries something that nobody opposes; the GM says on which trait.

    Args:
        actor: who.
        trait: id of the trait; a default counts where he lacks it.
        difficulty: level to reach, a word or a number, Fair by default; None where the result
            itself is the quality of what is done (FUD-143).
        purpose: what for, in a word or two; empty for the trait's id.
        helper: id of a second trait that helps if Good or better (FUD-146); empty for none.
        default: level of a trait that he lacks (FUD-149): Poor where none is stated, and then a
            trait that is nearly one of his is refused as mistyped.
        situation: what else helps or hinders, each with its reason (FUD-145).
        secret: whether only the GM sees it (FUD-153).
        attribute: id of an attribute of his that counts where the game has no such skill
            (FUD-148), or lifts one that he has not learnt (FUD-150); empty for none.
        graded: whether the GM is asked what comes of a failure (FUD-152).
        reveals: of a secret roll, what everybody hears if it succeeds (FUD-153).
    """

    actor: str
    trait: str
    difficulty: Level | None = FAIR
    purpose: str = ""
    helper: str = ""
    default: Level | None = None
    situation: tuple[Circumstance, ...] = ()
    secret: bool = False
    attribute: str = ""
    graded: bool = False
    reveals: str = ""


class Attempted(Event, ruleset="fudge"):
    """A Simple Action is done.

    Args:
        actor: who.
        trait: on which trait.
        roll: id of the roll.
        result: Rolled Degree.
        difficulty: level to reach, or None.
        margin: result less difficulty, or None.
        success: whether he reached it, or None.
        rule: id of the rule.
    """

    actor: str
    trait: str
    roll: str
    result: int
    difficulty: int | None
    margin: int | None
    success: bool | None
    rule: str = "FUD-147"


class Situational(Command, ruleset="fudge"):
    """Roll on no trait: how things stand, 0 being Fair (FUD-144).

    Args:
        actor: who rolls, an actor or a seat.
        purpose: about what.
        situation: what helps or hinders, each with its reason.
    """

    actor: str
    purpose: str
    situation: tuple[Circumstance, ...] = ()


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
    """

    a: str
    b: str
    trait_a: str
    trait_b: str
    minimum: Level | None = None
    purpose: str = "contest"
    default: Level | None = None
    situation: tuple[Circumstance, ...] = ()


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


@rules.decides(Attempt, may=gm, to=lambda c, look: ("gm",) if c.secret else None)
def attempt(c: Attempt, play: Play) -> None:
    """On the trait that the GM names, against his difficulty. FUD-132, FUD-139, FUD-147."""
    who = able(play, c.actor)
    own = play.options[FudgeOptions].ladder
    difficulty = (
        None if c.difficulty is None else needed(c.difficulty, "$.difficulty", "FUD-151", own)
    )
    on = basis(play, c.actor, c.trait, c.attribute, c.default, "FUD-139")
    if c.secret and not play.ledger.charter.secret_rolls:
        play.refuse("this table hides no rolls", rule="FUD-153", path="$.secret")
    _worded(c, play)
    situation = borne(play, c.situation, (c.actor,))
    more = [*on.more, *stated(situation, (c.actor,))[c.actor]]
    if c.helper:
        if not play.options[FudgeOptions].secondary_bonus:
            play.refuse("no second trait helps here", rule="FUD-146", path="$.helper")
        if c.helper == c.trait:
            play.refuse(f"{c.trait} cannot help itself", rule="FUD-146", path="$.helper")
        lacking(play, c.actor, c.helper, c.default, "$.helper")
        helper = who.traits.get(c.helper)
        if helper and helper.level >= GOOD:
            more.append(Modifier(c.helper, "FUD-146", "result", "add", 1))
    check = TraitCheck(actor=c.actor, kind=ACTION, trait=on.trait)
    modifiers = on_trait(play, check, on.rule, more, on.level)
    roll = throw(play, c.actor, c.purpose or c.trait, modifiers, rule="FUD-147")
    margin = None if difficulty is None else roll.result - difficulty
    play.emit(
        Attempted(
            actor=c.actor,
            trait=c.trait,
            roll=roll.roll,
            result=roll.result,
            difficulty=difficulty,
            margin=margin,
            success=None if margin is None else margin >= 0,
            rule="FUD-143" if margin is None else "FUD-147",
        )
    )
    _followed(c, play, roll.roll, roll.result, margin)


def _worded(c: Attempt, play: Play) -> None:
    """What the GM wants to say of the outcome has to have one to be said of."""
    if c.reveals and not c.secret:
        play.refuse("everybody sees it", rule="FUD-153", path="$.reveals", hint="secret=true")
    for field, wanted in (("reveals", bool(c.reveals)), ("graded", c.graded)):
        if wanted and c.difficulty is None:
            rule = "FUD-153" if field == "reveals" else "FUD-152"
            play.refuse("nothing fails that has no difficulty", rule=rule, path=f"$.{field}")


def _followed(c: Attempt, play: Play, roll: str, result: int, margin: int | None) -> None:
    """The party hears of a success; of a failure the GM says what it comes to. FUD-152, FUD-153."""
    if margin is None:
        return
    if margin >= 0 and c.reveals:
        play.emit(Noticed(actor=c.actor, what=c.reveals), to=EVERYONE)
    if margin < 0 and c.graded:
        graded(play, c.actor, roll, result, margin)


@rules.decides(Situational, may=gm)
def situational(c: Situational, play: Play) -> None:
    """Read the dice alone as a level; no penalty of a character counts. FUD-144."""
    if c.actor not in play.table.actors and c.actor not in play.ledger.seats:
        play.refuse(f"nobody is called {c.actor}", path="$.actor")
    proposal = Check(actor=c.actor, kind=SITUATION)
    more = stated(c.situation, (c.actor,))[c.actor]
    modifiers = (*more, *play.modifiers(proposal))
    roll = throw(play, c.actor, c.purpose, modifiers, rule="FUD-144")
    play.emit(Situated(actor=c.actor, purpose=c.purpose, roll=roll.roll, result=roll.result))


@rules.decides(Contest, may=gm)
def contest(c: Contest, play: Play) -> None:
    """Each rolls once; the difference is the Relative Degree. FUD-154, FUD-155, FUD-157."""
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
        check = TraitCheck(actor=actor, kind=CONTEST, against=foe, trait=trait)
        modifiers[actor] = on_trait(play, check, "FUD-154", situation[actor], default)
    one, other = (
        throw(play, actor, c.purpose, mods, rule="FUD-154").result
        for actor, mods in modifiers.items()
    )
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


# --- telling


@rules.tells(Rolled)
def tell_rolled(e: Rolled, telling: Telling) -> str:
    """The dice, what is added, and the level; any other dice by their total."""
    trait = e.modifiers[0].source if e.modifiers else ""  # named once, among what is added
    places = {
        "name": telling.name(e.actor),
        "faces": " ".join(str(die.face) for die in e.dice if die.kept),
        "shift": shifted(telling, e.natural),
        "notation": e.notation,
        "purpose": "" if e.purpose == trait else purpose(telling, e.purpose),
        "total": e.total,
        "result": degree(telling, e.total),
        "because": because(telling, e.modifiers),
    }
    if not e.notation.endswith(tuple(reading.name for reading in (LOW, DIFFERENCE, SUM7))):
        return telling.say("fudge.rolled.other", **places)
    if e.rule == "FUD-217":
        return telling.say("fudge.rolled.damage", **places)
    return telling.say("fudge.rolled" if e.modifiers else "fudge.rolled.bare", **places)


@rules.tells(Attempted)
def tell_attempted(e: Attempted, telling: Telling) -> str:
    """What came of it."""
    end = "open" if e.success is None else "success" if e.success else "failure"
    return telling.say(
        f"fudge.attempted.{end}",
        name=telling.name(e.actor),
        trait=e.trait,
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty or 0),
        margin=shifted(telling, e.margin or 0),
    )


@rules.tells(Situated)
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
