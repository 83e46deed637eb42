"""Rest: a wound level closes each week, by the game clock (4.77: FUD-240, FUD-242)."""

from __future__ import annotations

from ....core.calendar import day_length
from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.until import At
from ..options import FudgeOptions
from ..state import Fudge, character
from .condition import Resting
from .levels import DEAD, NEAR_DEATH, SCRATCH
from .stun import conditioned

rules = Rules(Fudge, FudgeOptions)

WEEK = 7
"""Days of rest for one wound level, where nobody has seen to it (FUD-240)."""


class Convalesce(Command, ruleset="fudge"):
    """Somebody begins to rest until his wounds have closed, a level each week.

    Args:
        actor: who.
    """

    actor: str


class RestBegan(Event, ruleset="fudge"):
    """Somebody rests from now on.

    Args:
        actor: who.
        due: what the game clock shows when the first wound level closes, in seconds.
        period: seconds of rest for each level.
        treated: whether a healer has seen to it.
        rule: id of the rule.
    """

    actor: str
    due: int
    period: int
    treated: bool
    rule: str


class RestWentOn(Event, ruleset="fudge"):
    """Somebody rests on, until the next wound level closes.

    Args:
        actor: who.
        due: what the game clock shows then, in seconds.
        rule: id of the rule.
    """

    actor: str
    due: int
    rule: str


class GetUp(Command, ruleset="fudge"):
    """Somebody no longer rests: what has not closed by now stays as it is.

    Args:
        actor: who.
    """

    actor: str


class GotUp(Event, ruleset="fudge"):
    """Somebody no longer rests.

    Args:
        actor: who.
        well: whether nothing is left that needs rest.
        rule: id of the rule.
    """

    actor: str
    well: bool
    rule: str


def lie_down(play: Play, actor: str, rule: str, *, treated: bool, days: int) -> None:
    """Begin to rest, and put off the closing of the first wound level. FUD-240, FUD-242.

    Args:
        play: of now.
        actor: who.
        rule: id of the rule by which he heals.
        treated: whether a healer has seen to it.
        days: of rest for each wound level.
    """
    from .closing import CloseWound  # it goes on with the rest that begins here

    period = days * day_length(play.table.calendar)
    due = play.table.clock + period
    play.emit(RestBegan(actor=actor, due=due, period=period, treated=treated, rule=rule))
    play.later(CloseWound(actor=actor, due=due), At(due), actor=actor)


@rules.decides(Convalesce, may=gm)
def convalesce(c: Convalesce, play: Play) -> None:
    """Incapacitated to Very Hurt to Hurt; whoever is Near Death needs help. FUD-240."""
    who = character(play, c.actor)
    if c.actor in play.state[Fudge].things:
        play.refuse(f"no rest mends {c.actor}, a thing", rule="FUD-273", path="$.actor")
    if who.level in (NEAR_DEATH, DEAD):
        word = "Near Death" if who.level == NEAR_DEATH else "dead"
        play.refuse(
            f"{c.actor} is {word}, which no rest mends", rule="FUD-240", path="$.actor",
            hint="fudge.treat" if who.level == NEAR_DEATH else "",
        )  # fmt: skip
    if who.level <= SCRATCH:
        play.refuse(f"{c.actor} has nothing to rest for", rule="FUD-240", path="$.actor")
    if who.condition.resting:
        play.refuse(f"{c.actor} rests already", rule="FUD-240", path="$.actor")
    lie_down(play, c.actor, "FUD-240", treated=False, days=WEEK)


@rules.decides(GetUp, may=gm)
def get_up(c: GetUp, play: Play) -> None:
    """Healing takes rest, so it ends with it. FUD-240, FUD-242."""
    who = character(play, c.actor)
    if who.condition.resting is None:
        play.refuse(f"{c.actor} does not rest", rule="FUD-240", path="$.actor")
    play.emit(GotUp(actor=c.actor, well=False, rule="FUD-240"))


@rules.evolves(RestBegan)
def rest_began(s: Fudge, e: RestBegan) -> Fudge:
    """Copy when it next does something."""
    return conditioned(s, e.actor, resting=Resting(e.due, e.period, e.treated))


@rules.evolves(RestWentOn)
def rest_went_on(s: Fudge, e: RestWentOn) -> Fudge:
    """Copy when it next does something."""
    who = s.characters.get(e.actor)
    if who is None or who.condition.resting is None:
        return s
    was = who.condition.resting
    return conditioned(s, e.actor, resting=Resting(e.due, was.period, was.treated))


@rules.evolves(GotUp)
def got_up(s: Fudge, e: GotUp) -> Fudge:
    """On his feet."""
    return conditioned(s, e.actor, resting=None)


@rules.tells(RestBegan)
def tell_rest_began(e: RestBegan, telling: Telling) -> str:
    """Who rests, and how long each level takes."""
    days = e.period // day_length(telling.look.table.calendar)
    key = "fudge.rest-began.day" if days == 1 else "fudge.rest-began"
    return telling.say(key, name=telling.name(e.actor), days=days)


@rules.tells(RestWentOn)
def tell_rest_went_on(e: RestWentOn, telling: Telling) -> str:
    """Nothing: what closed, or did not, has been said."""
    return ""


@rules.tells(GotUp)
def tell_got_up(e: GotUp, telling: Telling) -> str:
    """Who is up again."""
    key = "fudge.got-up.well" if e.well else "fudge.got-up"
    return telling.say(key, name=telling.name(e.actor))
