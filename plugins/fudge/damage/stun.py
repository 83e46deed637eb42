"""Blows that only stun, and whoever lies out cold (4.76: FUD-237, FUD-238)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core import vocabulary
from ....core.look import Look
from ....core.messages import Event
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.effects import effects
from ....core.telling import Telling
from ..options import FudgeOptions
from ..state import Character, Fudge, character
from ..wording import counted
from .condition import Condition
from .levels import INCAPACITATED, level_at

rules = Rules(Fudge, FudgeOptions)

TRACK = "stun"
"""Name of the track of points that only stun; they fill no box, but count for being out cold."""


DAZED = "stunned"
"""Kind of the effect of whoever a critical failure has put out of action for a while (FUD-245)."""


class Stunned(vocabulary.Wounded, ruleset="fudge", kw_only=True):
    """Somebody took points that only stun, on the track ``stun``.

    Args:
        level: wound level that they make together with his wounds; below Incapacitated it costs
            nothing more than the wounds do.
    """

    level: int


class Recovered(vocabulary.Healed, ruleset="fudge"):
    """What only stunned somebody has worn off, wholly or in part; fields as of `Stunned`."""


class KnockedOut(Event, ruleset="fudge"):
    """Somebody is out cold.

    Args:
        actor: who.
        source: who or what did it.
        why: ``stun``: stun and wounds together reach the first box of Incapacitated; ``head``: a
            blow to the head did it.
        rule: id of the rule.
    """

    actor: str
    source: str
    why: Literal["stun", "head"]
    rule: str


class CameTo(Event, ruleset="fudge"):
    """Somebody is awake again.

    Args:
        actor: who.
        rule: id of the rule.
    """

    actor: str
    rule: str


def together(who: Character) -> int:
    """The wound level that somebody's wounds and what stuns him make together. FUD-237."""
    return level_at(who.boxes, who.points + who.condition.stun)


def may_stun(play: Play, path: str = "$.stun") -> None:
    """Whether blows may be meant to stun at this table. FUD-237.

    Args:
        play: of now.
        path: where the command says that it is meant so.

    Raises:
        Refused: the switch is off.
    """
    if not play.options[FudgeOptions].ko:
        play.refuse("no blow only stuns here", rule="FUD-237", path=path, hint="the option ko")


def stunned(play: Play, actor: str, source: str, amount: int, rule: str) -> Stunned:
    """Add points that only stun; no threshold counts, for nobody dies of them. FUD-237.

    Args:
        play: of now.
        actor: who is struck.
        source: who or what strikes.
        amount: points, at least 1.
        rule: id of the rule that hurts.
    """
    who = character(play, actor, "$.target")
    before = who.condition.stun
    return play.emit(
        Stunned(
            actor=actor,
            track=TRACK,
            before=before,
            after=before + amount,
            source=source,
            rule=rule,
            level=level_at(who.boxes, who.points + before + amount),
        )
    )


def recover(play: Play, actor: str, source: str, amount: int, rule: str) -> Recovered:
    """Take off points that only stunned.

    Args:
        play: of now.
        actor: whose.
        source: what does it, as time.
        amount: points; more than he has are all.
        rule: id of the rule.
    """
    before = character(play, actor, "$.target").condition.stun
    after = max(0, before - amount)
    return play.emit(
        Recovered(actor=actor, track=TRACK, before=before, after=after, source=source, rule=rule)
    )


def knock_out(play: Play, actor: str, source: str, why: Literal["stun", "head"], rule: str) -> None:
    """Say that somebody goes down, if he is still awake. FUD-237, FUD-238."""
    if character(play, actor).condition.conscious:
        play.emit(KnockedOut(actor=actor, source=source, why=why, rule=rule))


def dazed(look: Look, actor: str) -> bool:
    """Whether a critical failure has put somebody out of action for now. FUD-175, FUD-245."""
    return any(True for _ in effects(look, actor, DAZED))


def out_by_stun(who: Character) -> bool:
    """Whether what stuns him keeps him down: the first box of Incapacitated is reached. FUD-237."""
    return who.condition.stun > 0 and together(who) >= INCAPACITATED


# --- folding


def conditioned(s: Fudge, actor: str, **changes: object) -> Fudge:
    """The slice with something of somebody's condition changed; whoever is unknown stays so."""
    who = s.characters.get(actor)
    if who is None:
        return s
    condition: Condition = replace(who.condition, **changes)
    return replace(s, characters={**s.characters, actor: replace(who, condition=condition)})


@rules.evolves(Stunned)
def was_stunned(s: Fudge, e: Stunned) -> Fudge:
    """Copy the points."""
    return conditioned(s, e.actor, stun=e.after)


@rules.evolves(Recovered)
def has_recovered(s: Fudge, e: Recovered) -> Fudge:
    """Copy the points."""
    return conditioned(s, e.actor, stun=e.after)


@rules.evolves(KnockedOut)
def knocked_out(s: Fudge, e: KnockedOut) -> Fudge:
    """Out cold."""
    return conditioned(s, e.actor, conscious=False, steady=False)


@rules.evolves(CameTo)
def came_to(s: Fudge, e: CameTo) -> Fudge:
    """Awake."""
    return conditioned(s, e.actor, conscious=True)


# --- telling


@rules.tells(Stunned)
def tell_stunned(e: Stunned, telling: Telling) -> str:
    """How much, from whom, and what it makes in all."""
    return telling.say(
        "fudge.stunned",
        name=telling.name(e.actor),
        points=counted(telling, e.after - e.before),
        source=telling.name(e.source),
        all=e.after,
    )


@rules.tells(Recovered)
def tell_recovered(e: Recovered, telling: Telling) -> str:
    """That the head is clear again, or clearer."""
    key = "fudge.recovered.part" if e.after else "fudge.recovered"
    return telling.say(key, name=telling.name(e.actor), left=e.after)


@rules.tells(KnockedOut)
def tell_knocked_out(e: KnockedOut, telling: Telling) -> str:
    """Who goes down."""
    return telling.say(
        f"fudge.knocked-out.{e.why}", name=telling.name(e.actor), source=telling.name(e.source)
    )


@rules.tells(CameTo)
def tell_came_to(e: CameTo, telling: Telling) -> str:
    """Who is awake again."""
    return telling.say("fudge.came-to", name=telling.name(e.actor))
