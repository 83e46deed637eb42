"""What is settled without the dice of Fudge, and what the GM says of a result (4.1, 4.2, 4.4).

FUD-131, 144, 152 and 153.
"""

from __future__ import annotations

from typing import Literal

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..damage.wounds import able
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import source

rules = Rules(Fudge, FudgeOptions)


class Foregone(Command, ruleset="fudge"):
    """Say that something comes off, or cannot, without a roll; the GM says so (FUD-131).

    Args:
        actor: who does it.
        action: what, in words.
        reason: ``trivial``: it is sure to come off; ``impossible``: it simply fails.
        trait: id of the trait that makes it so; empty for none in particular.
    """

    actor: str
    action: str
    reason: Literal["trivial", "impossible"]
    trait: str = ""


class AutoOutcome(Event, ruleset="fudge"):
    """Something came off, or failed, without a roll.

    Args:
        actor: who.
        action: what, in words.
        success: whether it came off.
        reason: trivial or impossible.
        trait: id of the trait that made it so, or empty.
        rule: id of the rule.
    """

    actor: str
    action: str
    success: bool
    reason: Literal["trivial", "impossible"]
    trait: str = ""
    rule: str = "FUD-131"


class EvenChance(Command, ruleset="fudge"):
    """Ask any die whether something is so, one time in two (FUD-144).

    Args:
        actor: who rolls, an actor or a seat.
        purpose: what is asked.
        die: its faces: 6, 10, 20 or 100.
    """

    actor: str
    purpose: str
    die: Literal[6, 10, 20, 100] = 6


class Evened(Event, ruleset="fudge"):
    """A die has said yes or no.

    Args:
        actor: who rolled.
        purpose: what was asked.
        roll: id of the roll.
        yes: whether it is so: the upper half of the faces.
        rule: id of the rule.
    """

    actor: str
    purpose: str
    roll: str
    yes: bool
    rule: str = "FUD-144"


class Graded(Event, ruleset="fudge"):
    """The GM has said what so much of a failure comes to.

    Args:
        actor: who failed.
        roll: id of the roll.
        margin: levels below the difficulty, negative.
        result: Rolled Degree.
        outcome: what came of it, in his words.
        rule: id of the rule.
    """

    actor: str
    roll: str
    margin: int
    result: int
    outcome: str
    rule: str = "FUD-152"


class Noticed(Event, ruleset="fudge"):
    """What a secret roll has brought to light; of one that fails nobody hears (FUD-153).

    Args:
        actor: who noticed.
        what: what the party hears.
        rule: id of the rule.
    """

    actor: str
    what: str
    rule: str = "FUD-153"


@rules.decides(Foregone, may=gm)
def foregone(c: Foregone, play: Play) -> None:
    """No dice where the outcome is certain either way. FUD-131."""
    able(play, c.actor)
    if not c.action:
        play.refuse("what does he do?", rule="FUD-131", path="$.action")
    play.emit(
        AutoOutcome(
            actor=c.actor,
            action=c.action,
            success=c.reason == "trivial",
            reason=c.reason,
            trait=c.trait,
        )
    )


@rules.decides(EvenChance, may=gm)
def even_chance(c: EvenChance, play: Play) -> None:
    """The upper half of the faces says yes, whichever die it is. FUD-144."""
    if c.actor not in play.table.actors and c.actor not in play.ledger.seats:
        play.refuse(f"nobody is called {c.actor}", path="$.actor")
    if not c.purpose:
        play.refuse("what is asked?", rule="FUD-144", path="$.purpose")
    rolled = play.roll(f"1d{c.die}", c.actor, c.purpose, rule="FUD-144")
    yes = 2 * rolled.total > c.die
    play.emit(Evened(actor=c.actor, purpose=c.purpose, roll=rolled.id, yes=yes))


def graded(play: Play, actor: str, roll: str, result: int, margin: int) -> None:
    """Ask the GM what comes of a failure: the farther off, the worse. FUD-152.

    Args:
        play: of now.
        actor: who failed.
        roll: id of the roll.
        result: Rolled Degree.
        margin: levels below the difficulty, negative.
    """
    said = play.ask("What comes of this failure?", of=str, name="degree", rule="FUD-152")
    play.emit(Graded(actor=actor, roll=roll, margin=margin, result=result, outcome=said))


# --- telling


@rules.tells(AutoOutcome)
def tell_foregone(e: AutoOutcome, telling: Telling) -> str:
    """What came off, or did not, without a roll."""
    return telling.say(
        f"fudge.foregone.{e.reason}{'.trait' if e.trait else ''}",
        name=telling.name(e.actor),
        action=e.action,
        trait=source(telling, e.trait),
    )


@rules.tells(Evened)
def tell_evened(e: Evened, telling: Telling) -> str:
    """Yes or no."""
    asked = ".asked" if e.purpose.endswith("?") else ""
    return telling.say(f"fudge.evened{asked}.{'yes' if e.yes else 'no'}", purpose=e.purpose)


@rules.tells(Graded)
def tell_graded(e: Graded, telling: Telling) -> str:
    """What came of it, in the GM's words; that it failed, and by how much, has been said."""
    return telling.say("fudge.graded", name=telling.name(e.actor), outcome=e.outcome)


@rules.tells(Noticed)
def tell_noticed(e: Noticed, telling: Telling) -> str:
    """What somebody notices."""
    return telling.say("fudge.noticed", name=telling.name(e.actor), what=e.what)
