"""Looking around behind an All-out Defence, for the round to come (4.62: FUD-183)."""

from __future__ import annotations

from typing import Literal

from ....core.messages import Command, Event
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.until import RoundEnd
from ....core.vocabulary import EffectBegan
from ..actions.checks import ACTION, TraitCheck, asked_for, lacking, on_trait
from ..actions.rolling import throw
from ..damage.wounds import able
from ..ladder import FAIR, Level
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import degree
from .bout import ALL_OUT_DEFENCE
from .manoeuvres import FREE, OBSERVED
from .rounds import need_fight, rounds_only

rules = Rules(Fudge, FudgeOptions)


class Observe(Command, ruleset="fudge"):
    """Look around from behind an All-out Defence, to be better off in the next round.

    Args:
        actor: who defends all out in this round.
        trait: what he rolls on: Perception, or Tactics.
        gain: ``bonus``: +1 in the next round; ``room``: nobody can hit him in the next round
            while he does something else than fight.
        difficulty: level to reach, Fair by default.
    """

    actor: str
    trait: str = "perception"
    gain: Literal["bonus", "room"] = "bonus"
    difficulty: Level = FAIR


class Observed(Event, ruleset="fudge"):
    """Somebody has looked around in the middle of a fight.

    Args:
        actor: who.
        trait: on which trait.
        roll: id of the roll.
        result: Rolled Degree.
        difficulty: level to reach.
        success: whether he reached it, and is better off in the next round.
        gain: ``bonus`` or ``room``.
        rule: id of the rule.
    """

    actor: str
    trait: str
    roll: str
    result: int
    difficulty: int
    success: bool
    gain: Literal["bonus", "room"]
    rule: str = "FUD-183"


@rules.decides(Observe, may=owner("actor"))
def observe(c: Observe, play: Play) -> None:
    """Once a round, for who defends all out; what it gains lasts for the next round. FUD-183."""
    rounds_only(play)
    if not play.options[FudgeOptions].allout_defence_observe:
        play.refuse(
            "at this table nobody looks around in a fight",
            rule="FUD-183",
            hint="the option allout_defence_observe allows it",
        )
    fight = need_fight(play, "FUD-183")
    able(play, c.actor)
    if fight.declared.get(c.actor) != ALL_OUT_DEFENCE or play.table.round is None:
        play.refuse(
            f"{c.actor} does not defend all out in this round",
            rule="FUD-183",
            path="$.actor",
        )
    if any(e.actor == c.actor and e.kind in (OBSERVED, FREE) and e.start is not None
           for e in play.table.effects.values()):  # fmt: skip
        play.refuse(f"{c.actor} has looked around already", rule="FUD-183", path="$.actor")
    difficulty = asked_for(play, c.difficulty, "$.difficulty", "FUD-151")
    lacking(play, c.actor, c.trait, None, "$.trait")
    modifiers = on_trait(play, TraitCheck(actor=c.actor, kind=ACTION, trait=c.trait), "FUD-183")
    roll = throw(play, c.actor, c.trait, modifiers, rule="FUD-183")
    success = roll.result >= difficulty
    play.emit(
        Observed(
            actor=c.actor,
            trait=c.trait,
            roll=roll.roll,
            result=roll.result,
            difficulty=difficulty,
            success=success,
            gain=c.gain,
        )
    )
    if success:
        play.emit(
            EffectBegan(
                id=play.id(OBSERVED if c.gain == "bonus" else FREE),
                actor=c.actor,
                kind=OBSERVED if c.gain == "bonus" else FREE,
                amount=1 if c.gain == "bonus" else 0,
                start=RoundEnd(),
                until=RoundEnd(),
                rule="FUD-183",
            )
        )


@rules.tells(Observed)
def tell_observed(e: Observed, telling: Telling) -> str:
    """Whether he saw something that helps."""
    return telling.say(
        f"fudge.observed.{e.gain if e.success else 'nothing'}",
        name=telling.name(e.actor),
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty),
    )
