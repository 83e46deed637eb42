"""Where Fudge Points come from: start, sittings, the GM, experience (FUD-032 to 035)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core.messages import Command, Event
from ....core.permissions import gm, owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.actors import ActorRemoved
from ....core.table.pools import OpenPool
from ....core.table.time import SittingBegan
from ....core.telling import Telling
from ....core.vocabulary import Gained, Spent
from ..development.costs import EXPERIENCE
from ..options import FudgeOptions
from ..state import Fudge, character
from ..traits.characters import Entered
from .luck import Luck
from .pool import POOL

rules = Rules(Fudge, FudgeOptions)

PLAYED = "pc"
"""Kind of actor whose player has Fudge Points."""


class Allotted(Event, ruleset="fudge"):
    """Somebody's player has Fudge Points from now on; how many, the pool says.

    Args:
        actor: his character.
        first: number of the first sitting that he plays with them: none are added at its start.
        rule: id of the rule.
    """

    actor: str
    first: int
    rule: str = "FUD-032"


class GrantPoints(Command, ruleset="fudge"):
    """Give somebody's player Fudge Points, whether or not he has had any.

    Args:
        actor: his character.
        points: how many, at least 1.
    """

    actor: str
    points: int


class TradePoints(Command, ruleset="fudge"):
    """Turn Experience Points into Fudge Points, at the table's rate; the other way if it may be.

    Args:
        actor: whose.
        points: Fudge Points that change, at least 1.
        into: ``fudge-points``, or ``experience`` where the table lets them go back.
    """

    actor: str
    points: int = 1
    into: Literal["fudge-points", "experience"] = "fudge-points"


class Traded(Event, ruleset="fudge"):
    """Points of one kind have become points of the other.

    Args:
        actor: whose.
        into: which kind they are now.
        fudge_points: how many of those, on either side.
        experience: how many Experience Points, on the other.
        rule: id of the rule.
    """

    actor: str
    into: Literal["fudge-points", "experience"]
    fudge_points: int
    experience: int
    rule: str = "FUD-035"


@rules.reacts(Entered)
def allot(e: Entered, play: Play) -> None:
    """Whoever is played begins with the table's number of points. FUD-031, FUD-032."""
    options = play.options[FudgeOptions]
    actor = play.table.actors.get(e.actor)
    if options.fudge_points and actor is not None and actor.kind == PLAYED:
        _open(play, e.actor, options.fp_start, "FUD-032")


def _open(play: Play, actor: str, points: int, rule: str) -> None:
    play.perform(OpenPool(actor=actor, pool=POOL))
    if points:
        play.emit(Gained(actor=actor, pool=POOL, amount=points, rule=rule))
    first = play.table.sitting or play.table.sittings + 1
    play.emit(Allotted(actor=actor, first=first, rule=rule))


@rules.reacts(SittingBegan)
def refresh(e: SittingBegan, play: Play) -> None:
    """What was not spent is kept (FUD-033), and more is added as the GM has set it. FUD-034."""
    more = play.options[FudgeOptions].fp_refresh
    if not more or not play.options[FudgeOptions].fudge_points:
        return
    for actor, luck in play.state[Fudge].luck.items():
        if luck.first < e.number and POOL in play.table.pools.get(actor, {}):
            play.emit(Gained(actor=actor, pool=POOL, amount=more, rule="FUD-034"))


@rules.decides(GrantPoints, may=gm)
def grant(c: GrantPoints, play: Play) -> None:
    """The GM gives points when he likes. FUD-034."""
    character(play, c.actor)
    if not play.options[FudgeOptions].fudge_points:
        play.refuse("there are no Fudge Points here", rule="FUD-031", hint="fudge_points=true")
    if c.points < 1:
        play.refuse("grant at least one point", rule="FUD-034", path="$.points")
    if POOL in play.table.pools.get(c.actor, {}):
        play.emit(Gained(actor=c.actor, pool=POOL, amount=c.points, rule="FUD-034"))
    else:
        _open(play, c.actor, c.points, "FUD-034")


@rules.decides(TradePoints, may=owner("actor"))
def trade(c: TradePoints, play: Play) -> None:
    """So many Experience Points for each Fudge Point, and no fractions. FUD-035."""
    options = play.options[FudgeOptions]
    character(play, c.actor)
    back = c.into == EXPERIENCE
    if not options.fudge_points:
        play.refuse("there are no Fudge Points here", rule="FUD-031", hint="fudge_points=true")
    if not options.fp_ep_rate:
        play.refuse("these points do not change", rule="FUD-035", hint="fp_ep_rate=3")
    if back and not options.fp_to_ep:
        play.refuse(
            "Fudge Points do not turn into experience here", rule="FUD-035", path="$.into",
            hint="the gm may allow it: fp_to_ep=true",
        )  # fmt: skip
    if c.points < 1:
        play.refuse("trade at least one point", rule="FUD-035", path="$.points")
    experience = c.points * options.fp_ep_rate
    sides = (POOL, c.points), (EXPERIENCE, experience)
    (gives, given), (gets, got) = sides if back else sides[::-1]
    play.emit(Spent(actor=c.actor, pool=gives, amount=given, rule="FUD-035"))
    play.emit(Gained(actor=c.actor, pool=gets, amount=got, rule="FUD-035"))
    play.emit(Traded(actor=c.actor, into=c.into, fudge_points=c.points, experience=experience))


@rules.evolves(Allotted)
def allotted(s: Fudge, e: Allotted) -> Fudge:
    """Copy his first sitting."""
    luck = replace(s.luck.get(e.actor, Luck()), first=e.first)
    return replace(s, luck={**s.luck, e.actor: luck})


@rules.evolves(ActorRemoved)
def removed(s: Fudge, e: ActorRemoved) -> Fudge:
    """Whoever has left has no more to say."""
    if e.actor not in s.luck:
        return s
    return replace(s, luck={who: luck for who, luck in s.luck.items() if who != e.actor})


@rules.tells(Allotted)
def tell_allotted(e: Allotted, telling: Telling) -> str:
    """Nothing: the pool and its points say it."""
    return ""


@rules.tells(Traded)
def tell_traded(e: Traded, telling: Telling) -> str:
    """What became what."""
    return telling.say(
        f"fudge.traded.{e.into}",
        name=telling.name(e.actor),
        points=e.fudge_points,
        experience=e.experience,
    )
