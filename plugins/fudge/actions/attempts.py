"""Simple Actions, which nobody opposes (4.1, 4.4: FUD-132, 139, 143, 146 to 153)."""

from __future__ import annotations

from ....core.audiences import EVERYONE
from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..damage.wounds import able
from ..ladder import FAIR, GOOD, Level
from ..options import FudgeOptions
from ..points.success import bought
from ..state import Fudge, character
from ..traits.standing import standing
from ..wording import degree, shifted
from .aids import basis, borne
from .checks import (
    ACTION,
    Circumstance,
    TraitCheck,
    lacking,
    may_hide,
    needed,
    on_trait,
    stated,
)
from .outcomes import Noticed, graded
from .rolling import simple, throw

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
        points: whether whoever plays him is asked if Fudge Points are to buy it instead of a
            roll (FUD-037).
        attribute: id of an attribute of his that counts where the game has no such skill
            (FUD-148), or lifts one that he has not learnt (FUD-150); empty for none.
        graded: whether the GM is asked what comes of a failure (FUD-152).
        reveals: of a secret roll, what everybody hears if it succeeds (FUD-153).
        thing: id of a thing of his, one of whose traits the helper then is (FUD-273).
        target: actor to whom it is done, so that what is his may bear on the roll; may be empty.
        tags: what it is besides, for rules to know it by: ``magic`` of a spell (FUD-122).
    """

    actor: str
    trait: str
    difficulty: Level | None = FAIR
    purpose: str = ""
    helper: str = ""
    default: Level | None = None
    situation: tuple[Circumstance, ...] = ()
    secret: bool = False
    points: bool = False
    attribute: str = ""
    graded: bool = False
    reveals: str = ""
    thing: str = ""
    target: str = ""
    tags: tuple[str, ...] = ()


class Attempted(Event, ruleset="fudge"):
    """A Simple Action is done.

    Args:
        actor: who.
        trait: on which trait.
        roll: id of the roll; empty where Fudge Points bought it instead (FUD-037).
        result: Rolled Degree; of what was bought, the difficulty.
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


# --- rules


@rules.decides(Attempt, may=gm, to=lambda c, look: ("gm",) if c.secret else None)
def attempt(c: Attempt, play: Play) -> None:
    """On the trait that the GM names, against his difficulty. FUD-132, FUD-139, FUD-147."""
    able(play, c.actor)
    own = play.options[FudgeOptions].ladder
    difficulty = (
        None if c.difficulty is None else needed(c.difficulty, "$.difficulty", "FUD-151", own)
    )
    on = basis(play, c.actor, c.trait, c.attribute, c.default, "FUD-139")
    may_hide(play, secret=c.secret)
    _worded(c, play)
    if c.target and c.target not in play.table.actors:
        play.refuse(f"there is no actor {c.target!r}", path="$.target", rule="FUD-132")
    situation = borne(play, c.situation, (c.actor,))
    more = [*on.more, *stated(situation, (c.actor,))[c.actor], *_helped(c, play)]
    if c.points and bought(play, c.actor, difficulty, secret=c.secret):
        _attempted(play, c, "", difficulty or 0, difficulty, "FUD-037")
        return
    check = TraitCheck(
        actor=c.actor, kind=ACTION, against=c.target, tags=c.tags, trait=on.trait
    )  # fmt: skip
    modifiers = on_trait(play, check, on.rule, more, on.level)
    purpose_ = c.purpose or c.trait
    if difficulty is None:
        roll = throw(play, c.actor, purpose_, modifiers, rule="FUD-147", secret=c.secret)
        _attempted(play, c, roll.roll, roll.result, None, "FUD-143")
        return
    roll = simple(play, c.actor, purpose_, modifiers, difficulty, rule="FUD-147", secret=c.secret)
    _attempted(play, c, roll.roll, roll.result, difficulty, "FUD-147")
    _followed(c, play, roll.roll, roll.result, roll.result - difficulty)


def _helped(c: Attempt, play: Play) -> tuple[Modifier, ...]:
    """A second trait at Good or better helps by one, where the table has it so. FUD-146.

    It may be a trait of a thing that he uses (FUD-273).
    """
    if not c.helper:
        if c.thing:
            play.refuse(f"which trait of {c.thing} helps?", rule="FUD-273", path="$.helper")
        return ()
    if not play.options[FudgeOptions].secondary_bonus:
        play.refuse("no second trait helps here", rule="FUD-146", path="$.helper")
    if c.thing:
        return _with_thing(c, play)
    if c.helper == c.trait:
        play.refuse(f"{c.trait} cannot help itself", rule="FUD-146", path="$.helper")
    lacking(play, c.actor, c.helper, c.default, "$.helper")
    helper = standing(play, c.actor, c.helper, "$.helper")
    if helper.own and helper.level is not None and helper.level >= GOOD:
        return (Modifier(c.helper, "FUD-146", "result", "add", 1),)
    return ()


def _with_thing(c: Attempt, play: Play) -> tuple[Modifier, ...]:
    """The trait of a thing in his hands helps as one of his own would. FUD-146, FUD-273."""
    held = play.state[Fudge].things.get(c.thing)
    if held is None or held.owner != c.actor or held.broken:
        play.refuse(f"{c.actor} has no use of {c.thing}", rule="FUD-273", path="$.thing")
    traits = character(play, c.thing, "$.thing").traits
    if c.helper not in traits:
        play.refuse(
            f"{c.thing} has no {c.helper}", rule="FUD-273", path="$.helper",
            hint=f"one of {', '.join(traits)}" if traits else "it has no such traits",
        )  # fmt: skip
    level = traits[c.helper].level
    return (Modifier(c.thing, "FUD-146", "result", "add", 1),) if level >= GOOD else ()


def _attempted(
    play: Play, c: Attempt, roll: str, result: int, difficulty: int | None, rule: str
) -> None:
    margin = None if difficulty is None else result - difficulty
    play.emit(
        Attempted(
            actor=c.actor,
            trait=c.trait,
            roll=roll,
            result=result,
            difficulty=difficulty,
            margin=margin,
            success=None if margin is None else margin >= 0,
            rule=rule,
        )
    )


def _worded(c: Attempt, play: Play) -> None:
    """What the GM wants to say of the outcome has to have one to be said of."""
    if c.reveals and not c.secret:
        play.refuse("everybody sees it", rule="FUD-153", path="$.reveals", hint="secret=true")
    for field, wanted in (("reveals", bool(c.reveals)), ("graded", c.graded)):
        if wanted and c.difficulty is None:
            rule = "FUD-153" if field == "reveals" else "FUD-152"
            play.refuse("nothing fails that has no difficulty", rule=rule, path=f"$.{field}")


def _followed(c: Attempt, play: Play, roll: str, result: int, margin: int) -> None:
    """The party hears of a success; of a failure the GM says what it comes to. FUD-152, FUD-153."""
    if margin >= 0 and c.reveals:
        play.emit(Noticed(actor=c.actor, what=c.reveals), to=EVERYONE)
    if margin < 0 and c.graded:
        graded(play, c.actor, roll, result, margin)


# --- telling


@rules.tells(Attempted)
def tell_attempted(e: Attempted, telling: Telling) -> str:
    """What came of it."""
    end = "open" if e.success is None else "success" if e.success else "failure"
    if e.success and not e.margin:
        end = "just"
    end = "bought" if e.rule == "FUD-037" else end
    return telling.say(
        f"fudge.attempted.{end}",
        name=telling.name(e.actor),
        trait=e.trait,
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty or 0),
        margin=shifted(telling, e.margin or 0),
    )
