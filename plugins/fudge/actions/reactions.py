"""How an NPC takes to somebody (4.9: FUD-247)."""

from __future__ import annotations

from typing import Literal

from ....core.asked import Choice
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import Check, Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..ladder import FAIR
from ..options import FudgeOptions
from ..state import Character, Fudge, character
from ..wording import degree
from .checks import MOST, Circumstance, stated
from .rolling import throw

rules = Rules(Fudge, FudgeOptions)

REACTION = "reaction"
"""Kind of a reaction roll."""

Attitude = Literal["full", "some", "none"]
"""All the help that he can give, some of it, or none."""


class React(Command, ruleset="fudge"):
    """See how an NPC takes to somebody: the GM rolls in secret where he is in doubt.

    Args:
        npc: who reacts, an actor's id or in words.
        actor: to whom.
        about: what he is asked for, in words; may be empty.
        traits: what of the character's counts, by id of a trait, Gift, Fault or Power, or of a
            thing of his: levels up or down, as looks, charm, rank, bad habits or a fine sword.
        situation: what else does, each with its reason: bribes, the NPC's nature, his boss nearby.
        attitude: where it is settled, as of an enemy, and nothing is rolled; else empty.
        secret: whether only the GM sees it.
    """

    npc: str
    actor: str
    about: str = ""
    traits: dict[str, int] = {}
    situation: tuple[Circumstance, ...] = ()
    attitude: Literal["", "full", "some", "none"] = ""
    secret: bool = True


class Reacted(Event, ruleset="fudge"):
    """It is clear how an NPC takes to somebody.

    Args:
        npc: who reacts.
        actor: to whom.
        about: what he is asked for, in words.
        attitude: ``full``: he gives all the help he can; ``some``: not too much; ``none``.
        result: of the roll, a level, the lower the worse; None where nothing was rolled.
        roll: id of the roll; empty where none was made.
        rule: id of the rule.
    """

    npc: str
    actor: str
    about: str
    attitude: Attitude
    result: int | None = None
    roll: str = ""
    rule: str = "FUD-247"


def attitude(result: int) -> Attitude:
    """What a reaction roll means: Good or better, Fair, or Mediocre and worse. FUD-247."""
    return "full" if result > FAIR else "some" if result == FAIR else "none"


def _audience(c: React, look: Look) -> tuple[str, ...] | None:
    return ("gm",) if c.secret else None


@rules.decides(React, may=gm, to=_audience)
def react(c: React, play: Play) -> None:
    """A secret Situational Roll, unless the attitude is settled or this table's GM decides.

    FUD-247, FUD-144. What helps and what hinders are added up before the dice, as charm and tact
    may just make up for a subject that nobody likes to talk about: FUD-248.
    """
    who = character(play, c.actor)
    if not c.npc.strip():
        play.refuse("who reacts?", rule="FUD-247", path="$.npc")
    modifiers = (
        *_counted(play, c, who),
        *stated(c.situation, (c.actor,))[c.actor],
    )
    if c.attitude:
        _reacted(play, c, c.attitude)
        return
    if c.secret and not play.ledger.charter.secret_rolls:
        play.refuse(
            "this table hides no rolls", rule="FUD-247", path="$.secret", hint="secret=false"
        )
    if not play.options[FudgeOptions].reaction_rolls:
        _reacted(play, c, _asked(play))
        return
    roller = c.npc if c.npc in play.table.actors else play.by
    more = play.modifiers(Check(actor=roller, kind=REACTION, against=c.actor))
    roll = throw(
        play, roller, REACTION, (*modifiers, *more), rule="FUD-247", trait=False, secret=c.secret,
        concerns=(c.actor,),
    )  # fmt: skip
    _reacted(play, c, attitude(roll.result), roll.result, roll.roll)


def _counted(play: Play, c: React, who: Character) -> tuple[Modifier, ...]:
    """What the character has that counts; what he has not is refused."""
    things = play.state[Fudge].things
    his = {name: one for name, one in things.items() if one.owner == c.actor and not one.broken}
    known = {**who.traits, **who.gifts, **who.faults, **who.powers, **his}
    for name, amount in c.traits.items():
        if name not in known:
            play.refuse(
                f"{c.actor} has no {name}",
                rule="FUD-247",
                path=f"$.traits.{name}",
                hint="a reason in situation counts likewise",
            )
        if abs(amount) > MOST:
            play.refuse(
                f"{name} of {amount:+d}", rule="FUD-145", path=f"$.traits.{name}",
                hint=f"-{MOST} to {MOST}",
            )  # fmt: skip
    return tuple(
        Modifier(name, "FUD-247", "result", "add", amount)
        for name, amount in c.traits.items()
        if amount
    )


def _asked(play: Play) -> Attitude:
    said = play.ask(
        "How does the NPC take to it?",
        choices=(
            Choice("full", label="gives all the help there is", rule="FUD-247"),
            Choice("some", label="helps, but not too much", rule="FUD-247"),
            Choice("none", label="does not help", rule="FUD-247"),
        ),
        name="attitude",
        rule="FUD-247",
    )
    return "full" if said.id == "full" else "some" if said.id == "some" else "none"


def _reacted(
    play: Play, c: React, how: Attitude, result: int | None = None, roll: str = ""
) -> None:
    play.emit(
        Reacted(npc=c.npc, actor=c.actor, about=c.about, attitude=how, result=result, roll=roll)
    )


@rules.tells(Reacted)
def tell_reacted(e: Reacted, telling: Telling) -> str:
    """How it is taken, and by which level."""
    return telling.say(
        f"fudge.reacted.{e.attitude}" + ("" if e.result is None else ".rolled"),
        npc=telling.name(e.npc),
        name=telling.name(e.actor),
        result=degree(telling, e.result or 0),
        about=telling.say("fudge.reacted.about", about=e.about) if e.about else "",
    )
