"""Experience Points: what an evening of good play brings (5.2: FUD-251)."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.pools import Gain, OpenPool
from ....core.table.time import SittingBegan
from ....core.telling import Telling
from ..content.development import development
from ..options import FudgeOptions
from ..state import Fudge, character
from .costs import EXPERIENCE
from .growth import Growth

rules = Rules(Fudge, FudgeOptions)


class Award(Command, ruleset="fudge"):
    """Give Experience Points for an evening's play.

    Args:
        actor: who.
        amount: points: 1 to 3 for good play, 4 for a perfect evening (FUD-251).
        reason: what for, in words.
        ruling: why he gets more than an evening brings, where he does (FUD-001).
    """

    actor: str
    amount: int
    reason: str = ""
    ruling: str = ""


class Awarded(Event, ruleset="fudge"):
    """Somebody has earned Experience Points.

    Args:
        actor: who.
        amount: points.
        sitting: points that he has earned in this sitting, these included.
        reason: what for, in words.
        rule: id of the rule.
    """

    actor: str
    amount: int
    sitting: int
    reason: str = ""
    rule: str = "FUD-251"


@rules.decides(Award, may=gm)
def award(c: Award, play: Play) -> None:
    """At most four points in a sitting, unless the GM rules; they never lapse. FUD-251."""
    character(play, c.actor)
    if play.options[FudgeOptions].development in ("subjective", "training"):
        play.refuse(
            "this table develops without Experience Points",
            rule="FUD-251",
            hint="the option development: objective, or objective_training",
        )
    most = development().award_most
    if c.amount < 1:
        play.refuse(
            f"{c.amount} points are no award", rule="FUD-251", path="$.amount",
            hint=f"1 to {development().award_usual} for good play, {most} for a perfect evening",
        )  # fmt: skip
    had = play.state[Fudge].growth.awarded.get(c.actor, 0)
    if had + c.amount > most and not c.ruling:
        play.refuse(
            f"{c.actor} would have {had + c.amount} points of this sitting",
            rule="FUD-251",
            path="$.amount",
            hint=f"at most {most}; or say in ruling why",
        )
    if EXPERIENCE not in play.table.pools.get(c.actor, {}):
        play.perform(OpenPool(actor=c.actor, pool=EXPERIENCE))
    play.emit(
        Awarded(
            actor=c.actor,
            amount=c.amount,
            sitting=had + c.amount,
            reason=c.ruling or c.reason,
            rule="FUD-001" if c.ruling else "FUD-251",
        )
    )
    play.perform(Gain(actor=c.actor, pool=EXPERIENCE, amount=c.amount, rule="FUD-251"))


@rules.evolves(Awarded)
def awarded(s: Fudge, e: Awarded) -> Fudge:
    """Copy what he has earned in this sitting."""
    return replace(s, growth=replace(s.growth, awarded={**s.growth.awarded, e.actor: e.sitting}))


@rules.evolves(SittingBegan)
def sitting_began(s: Fudge, e: SittingBegan) -> Fudge:
    """A new evening: nobody has earned or raised anything in it; trainings stay."""
    return replace(s, growth=Growth(trained=s.growth.trained))


@rules.tells(Awarded)
def tell_awarded(e: Awarded, telling: Telling) -> str:
    """How much, and what for."""
    return telling.say(
        "fudge.awarded.why" if e.reason else "fudge.awarded",
        name=telling.name(e.actor),
        amount=e.amount,
        reason=e.reason,
    )
