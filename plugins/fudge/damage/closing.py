"""Wounds close: by weeks of rest, and scratches by themselves (4.77: FUD-240 to 242)."""

from __future__ import annotations

from ....core.messages import Command, Event
from ....core.permissions import rules_alone
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.time import SceneEnded
from ....core.telling import Telling
from ....core.until import At, DayEnd
from ..combat.fight import FightBegan, FightEnded
from ..combat.rounds import FighterJoined
from ..content.harm import harm
from ..options import FudgeOptions
from ..state import Character, Fudge, character
from ..traits.characters import Altered
from ..wording import degree
from .condition import Resting
from .healing import Healing, mend
from .levels import DEAD, NEAR_DEATH, SCRATCH, UNHURT, last_box
from .resting import GotUp, RestWentOn
from .waking import cleared, of_body, resist
from .wounds import TRACK, Healed, Wounded

rules = Rules(Fudge, FudgeOptions)

_NIGHTS = {"one-day": 1, "two-days": 2}


class CloseWound(Command, ruleset="fudge"):
    """A week of rest, or what a healer's work takes, is over; performed as time passes.

    Args:
        actor: who rests.
        due: what the game clock shows then, in seconds.
    """

    actor: str
    due: int


class HealingRolled(Event, ruleset="fudge"):
    """A week of rest is over, and a body has healed by it or not.

    Args:
        actor: who.
        roll: id of the roll.
        result: Rolled Degree.
        difficulty: level to reach.
        success: whether a wound level closes.
        rule: id of the rule.
    """

    actor: str
    roll: str
    result: int
    difficulty: int
    success: bool
    rule: str = "FUD-241"


class ForgetScratches(Command, ruleset="fudge"):
    """Scratches have been felt long enough; performed when their day is over.

    Args:
        actor: whose.
    """

    actor: str


# --- pure


def rested(who: Character, *, treated: bool) -> int:
    """Points that a week of rest takes off: down to the last box of the next lower level.

    FUD-240. A healer's work takes the scratches with it when nothing else is left (FUD-242).

    Args:
        who: as he is.
        treated: whether a healer has seen to it.
    """
    if not SCRATCH < who.level < NEAR_DEATH:
        return 0
    left = last_box(who.boxes, who.level - 1)
    if treated and who.level - 1 == SCRATCH:
        left = 0
    return who.points - left


def difficulty(level: int) -> int:
    """What a body must reach to close a wound of this level by itself. FUD-241."""
    return next(row.difficulty for row in harm().heal if row.level == level)


# --- rules


@rules.decides(CloseWound, may=rules_alone)
def close_wound(c: CloseWound, play: Play) -> None:
    """One level; whoever has got up meanwhile is passed over. FUD-240, FUD-241, FUD-242."""
    who = play.state[Fudge].characters.get(c.actor)
    resting = who.condition.resting if who else None
    if who is None or resting is None or resting.due != c.due:
        return
    if who.level == NEAR_DEATH or who.level == DEAD:
        play.emit(GotUp(actor=c.actor, well=False, rule="FUD-240"))
        return
    if who.level > SCRATCH and _heals(play, c.actor, who, resting):
        rule = "FUD-242" if resting.treated else "FUD-240"
        points = rested(who, treated=resting.treated)
        healing = Healing(actor=c.actor, track=TRACK, amount=points, way="rest")
        mend(play, healing, "rest", rule)
    _go_on(play, c.actor, resting)


def _heals(play: Play, actor: str, who: Character, resting: Resting) -> bool:
    """A roll on a trait like Constitution, where the table asks for it. FUD-241."""
    if resting.treated or not play.options[FudgeOptions].healing_roll:
        return True
    need = difficulty(who.level)
    roll = resist(play, actor, of_body(who, ""), "healing", "FUD-241")
    success = roll.result >= need
    play.emit(
        HealingRolled(
            actor=actor, roll=roll.roll, result=roll.result, difficulty=need, success=success
        )
    )
    return success


def _go_on(play: Play, actor: str, resting: Resting) -> None:
    rule = "FUD-242" if resting.treated else "FUD-240"
    if character(play, actor).level <= SCRATCH:
        play.emit(GotUp(actor=actor, well=True, rule=rule))
        return
    due = resting.due + resting.period
    play.emit(RestWentOn(actor=actor, due=due, rule=rule))
    play.later(CloseWound(actor=actor, due=due), At(due), actor=actor)


@rules.decides(ForgetScratches, may=rules_alone)
def forget_scratches(c: ForgetScratches, play: Play) -> None:
    """Only scratches: whatever is worse takes rest. FUD-240."""
    if c.actor in play.state[Fudge].characters:
        _forget(play, c.actor)


def _forget(play: Play, actor: str) -> None:
    who = character(play, actor)
    if who.level == SCRATCH and actor not in play.state[Fudge].things:
        healing = Healing(actor=actor, track=TRACK, amount=who.points, way="scratches")
        mend(play, healing, "time", "FUD-240")


@rules.reacts(FightBegan)
def from_his_bed(e: FightBegan, play: Play) -> None:
    """Whoever fights does not rest. FUD-240, FUD-242."""
    for actor in e.fight.fighters:
        _disturbed(play, actor)


@rules.reacts(FighterJoined)
def from_his_bed_too(e: FighterJoined, play: Play) -> None:
    """Nor does whoever joins him. FUD-240, FUD-242."""
    _disturbed(play, e.actor)


@rules.reacts(Wounded)
def hurt_in_his_bed(e: Wounded, play: Play) -> None:
    """What a healer has seen to was a lighter wound than he has now. FUD-240, FUD-242."""
    if e.level > e.level_before:
        _disturbed(play, e.actor)


def _disturbed(play: Play, actor: str) -> None:
    who = play.state[Fudge].characters.get(actor)
    resting = who.condition.resting if who else None
    if resting:
        rule = "FUD-242" if resting.treated else "FUD-240"
        play.emit(GotUp(actor=actor, well=False, rule=rule))


@rules.reacts(FightEnded)
def fighters_recover(e: FightEnded, play: Play) -> None:
    """Scratches go with the fight, where the table has it so. FUD-240, FUD-237.

    Heads that only ring are clear again; whoever lies out cold needs longer, until the scene ends
    or the GM has him roused.
    """
    over(play, e.fighters, wakes=False)


@rules.reacts(SceneEnded)
def scene_is_over(e: SceneEnded, play: Play) -> None:
    """With its scene whatever was fought is over: scratches are forgotten, and the stunned come to.

    FUD-240, where the table lets scratches go with the fight; FUD-237.
    """
    over(play, tuple(play.state[Fudge].characters), wakes=True)


def over(play: Play, actors: tuple[str, ...], *, wakes: bool) -> None:
    """What the end of a fight does for those who were in it. FUD-237, FUD-240.

    Args:
        play: of now.
        actors: who.
        wakes: whether enough time has passed for those who are out cold.
    """
    soon = play.options[FudgeOptions].scratch_recovery == "fight"
    for actor in actors:
        if actor not in play.state[Fudge].characters:
            continue
        if soon:
            _forget(play, actor)
        if wakes or character(play, actor).condition.conscious:
            cleared(play, actor)


@rules.reacts(Wounded)
def scratched(e: Wounded, play: Play) -> None:
    """A scratch is felt for a day or two, where the table has it so. FUD-240."""
    if e.level == SCRATCH and e.level_before == UNHURT:
        _felt(play, e.actor)


@rules.reacts(Healed)
def only_scratches(e: Healed, play: Play) -> None:
    """Likewise what is left of a wound that has closed. FUD-240."""
    if e.level == SCRATCH and e.level_before > SCRATCH:
        _felt(play, e.actor)


@rules.reacts(Altered)
def scratches_after_all(e: Altered, play: Play) -> None:
    """Likewise what has become a scratch by more boxes. FUD-240."""
    if e.level_before is not None and e.character.level == SCRATCH < e.level_before:
        _felt(play, e.actor)


def _felt(play: Play, actor: str) -> None:
    nights = _NIGHTS.get(play.options[FudgeOptions].scratch_recovery)
    if nights:
        play.later(ForgetScratches(actor=actor), DayEnd(nights), actor=actor)


@rules.tells(HealingRolled)
def tell_healing_rolled(e: HealingRolled, telling: Telling) -> str:
    """Whether the week has helped."""
    return telling.say(
        "fudge.healing-rolled" if e.success else "fudge.healing-rolled.not",
        name=telling.name(e.actor),
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty),
    )
