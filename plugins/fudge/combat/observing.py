"""Looking around behind an All-out Defence, for the round to come (4.62: FUD-183)."""

from __future__ import annotations

from typing import Literal

from ....core.asked import Choice
from ....core.messages import Command, Event
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.until import RoundEnd
from ....core.vocabulary import EffectBegan
from ..actions.checks import ACTION, TraitCheck, asked_for, lacking, on_trait
from ..actions.rolling import simple
from ..damage.wounds import able
from ..ladder import FAIR, Level
from ..options import FudgeOptions
from ..points.success import bought
from ..state import Fudge
from ..wording import degree
from .bout import ALL_OUT_DEFENCE
from .manoeuvres import FREE, OBSERVED
from .rounds import need_fight, rounds_only

rules = Rules(Fudge, FudgeOptions)

Gain = Literal["bonus", "room"]
"""What looking around may be good for."""


class Observe(Command, ruleset="fudge"):
    """Look around from behind an All-out Defence, to be better off in the next round.

    Args:
        actor: who defends all out in this round.
        trait: what he rolls on: Perception, or Tactics.
        gain: ``bonus``: +1 in the next round; ``room``: nobody can hit him in the next round
            while he does something else than fight, if the GM lets a player have it so.
        difficulty: level to reach, Fair by default; another is the GM's to state.
        points: whether whoever plays him is asked if Fudge Points are to buy it instead of a
            roll (FUD-037).
    """

    actor: str
    trait: str = "perception"
    gain: Literal["bonus", "room"] = "bonus"
    difficulty: Level = FAIR
    points: bool = False


class Observed(Event, ruleset="fudge"):
    """Somebody has looked around in the middle of a fight.

    Args:
        actor: who.
        trait: on which trait.
        roll: id of the roll; empty where Fudge Points bought it instead (FUD-037).
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
    gain = _allowed(c, play, difficulty)
    lacking(play, c.actor, c.trait, None, "$.trait")
    modifiers = on_trait(play, TraitCheck(actor=c.actor, kind=ACTION, trait=c.trait), "FUD-183")
    buys = c.points and bought(play, c.actor, difficulty)
    roll = simple(play, c.actor, c.trait, modifiers, difficulty, rule="FUD-183", bought=buys)
    success = roll.result >= difficulty
    play.emit(
        Observed(
            actor=c.actor,
            trait=c.trait,
            roll=roll.roll,
            result=roll.result,
            difficulty=difficulty,
            success=success,
            gain=gain,
        )
    )
    if success:
        _gained(play, c.actor, gain)


def _gained(play: Play, actor: str, gain: Gain) -> None:
    """What he has seen lasts for the next round. FUD-183."""
    play.emit(
        EffectBegan(
            id=play.id(OBSERVED if gain == "bonus" else FREE),
            actor=actor,
            kind=OBSERVED if gain == "bonus" else FREE,
            amount=1 if gain == "bonus" else 0,
            start=RoundEnd(),
            until=RoundEnd(),
            rule="FUD-183",
        )
    )


def _allowed(c: Observe, play: Play, difficulty: int) -> Gain:
    """A player sets no difficulty, and has room to move where the GM lets him. FUD-151, FUD-183."""
    if play.role(play.by) != "player":
        return c.gain
    if difficulty != FAIR:
        play.refuse(
            "how hard it is the GM says", rule="FUD-151", path="$.difficulty",
            hint="leave it out: Fair",
        )  # fmt: skip
    if c.gain == "bonus":
        return "bonus"
    said = play.ask(
        "May he move freely in the next round, if he finds room?",
        choices=(
            Choice("room", label="nobody hits him while he does something else", rule="FUD-183"),
            Choice("bonus", label="no, but what he sees is worth +1", rule="FUD-183"),
        ),
        name="room",
        rule="FUD-183",
    )
    return "room" if said.id == "room" else "bonus"


@rules.tells(Observed)
def tell_observed(e: Observed, telling: Telling) -> str:
    """Whether he saw something that helps."""
    return telling.say(
        f"fudge.observed.{e.gain if e.success else 'nothing'}",
        name=telling.name(e.actor),
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty),
    )
