"""Critical results, by the dice alone or by margin (4.8: FUD-243, FUD-244)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core.messages import Event
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Rolled, Settled
from ..ladder import Custom, highest, lowest
from ..options import FudgeOptions
from ..state import Fudge, fighting
from ..wording import degree
from .checks import SHOT
from .critical import Kind

rules = Rules(Fudge, FudgeOptions)

NATURAL = 4
"""What dice must show, up or down."""

MARGIN = 4
"""Levels over or under what is needed."""

_FIGHTS = ("exchange", "attack", SHOT)


class Critical(Event, ruleset="fudge"):
    """A result is critical.

    Args:
        roll: id of the roll; empty where its check is over.
        actor: who rolled.
        kind: ``success`` or ``failure``.
        before: result without it.
        after: result with it.
        combat: whether it happened in a fight.
        check: id of the check that the roll belongs to, or empty.
        margin: levels over or under what was needed, where that makes it critical; else None.
        rule: id of the rule.
    """

    roll: str
    actor: str
    kind: Literal["success", "failure"]
    before: int
    after: int
    combat: bool = False
    check: str = ""
    margin: int | None = None
    rule: str = "FUD-243"


class Prevailed(Event, ruleset="fudge"):
    """A critical success beats a result that is none, though it was not better.

    Args:
        roll: id of the roll that is critical.
        before: its result before.
        after: its result now.
        rule: id of the rule.
    """

    roll: str
    before: int
    after: int
    rule: str = "FUD-243"


# --- pure


def by_dice(natural: int) -> Kind:
    """Which way dice are critical, before any modifier. FUD-243."""
    return _way(natural, NATURAL)


def bent_dice(natural: int, bent: int) -> Kind:
    """Which way dice are critical that Fudge Points have bent. FUD-243, FUD-038.

    The book calls critical what the dice show by themselves, and a point alters that very roll.
    So no point makes a critical; one that brings the roll back from where it was critical has
    bought it off; and one that takes it farther the same way takes nothing from it.

    Args:
        natural: what the dice showed.
        bent: levels by which points have bent it, up or down.
    """
    kind = by_dice(natural)
    return kind if kind and by_dice(natural + bent) == kind else ""


def by_margin(margin: int) -> Kind:
    """Which way a margin is critical. FUD-244."""
    return _way(margin, MARGIN)


def _way(number: int, far: int) -> Kind:
    return "success" if number >= far else "failure" if number <= -far else ""


def by_margins(options: FudgeOptions) -> bool:
    """Whether margins make criticals at this table. FUD-244."""
    return options.criticals in ("margin", "both")


def lifted(kind: Kind, result: int, own: Custom) -> int:
    """A critical's result: at least just beyond Superb, or at most just below Terrible. FUD-243."""
    if kind == "success":
        return max(result, highest(own) + 1)
    return min(result, lowest(own) - 1) if kind == "failure" else result


# --- rules


def natural_critical(play: Play, rolled: Rolled, bent: int = 0) -> tuple[Kind, int]:
    """Whether dice are critical as they fell, and what the roll then counts for. FUD-243.

    Args:
        play: of now.
        rolled: a roll on a trait.
        bent: levels by which Fudge Points have bent it.
    """
    kind, before = bent_dice(rolled.natural, bent), rolled.total + bent
    if not kind or play.options[FudgeOptions].criticals not in ("natural", "both"):
        return "", before
    after = lifted(kind, before, play.options[FudgeOptions].ladder)
    play.emit(
        Critical(
            roll=rolled.id,
            actor=rolled.actor,
            kind=kind,
            before=before,
            after=after,
            combat=_in_combat(play, rolled.actor, rolled.of),
            check=rolled.of,
        )
    )
    return kind, after


def margin_critical(
    play: Play,
    actor: str,
    roll: str,
    result: int,
    margin: int,
    check: str = "",
    *,
    combat: bool = False,
) -> None:
    """Say that a result is critical by what it exceeds or lacks. FUD-244.

    Args:
        play: of now.
        actor: who rolled.
        roll: id of his roll, which is no critical by its dice.
        result: its Rolled Degree.
        margin: levels over what was needed, below 0 under it; in a contest, over the other side.
        check: id of the check that it belongs to, in which each has one critical at most.
        combat: whether it was one of a fight, where the check is over already.
    """
    kind = by_margin(margin)
    if check and play.state[Fudge].criticals.last.get(actor) == check:
        return
    if kind and by_margins(play.options[FudgeOptions]):
        play.emit(
            Critical(
                roll=roll,
                actor=actor,
                kind=kind,
                before=result,
                after=result,
                combat=combat or _in_combat(play, actor, check),
                check=check,
                margin=margin,
                rule="FUD-244",
            )
        )


def _in_combat(play: Play, actor: str, check: str) -> bool:
    opened = play.table.checks.get(check)
    return fighting(play, actor) or (opened is not None and opened.purpose in _FIGHTS)


@rules.reacts(Settled)
def settled(e: Settled, play: Play) -> None:
    """In a fight the Relative Degree is the margin, for whoever had no critical yet. FUD-244."""
    if len(e.results) != 2:
        return
    (one, a), (other, b) = e.results.items()
    for actor, result, margin in ((one, a, a - b), (other, b, b - a)):
        margin_critical(play, actor, "", result, margin, e.id, combat=True)


@rules.evolves(Critical)
def critical(s: Fudge, e: Critical) -> Fudge:
    """Copy in which check it was."""
    last = {**s.criticals.last, e.actor: e.check}
    return replace(s, criticals=replace(s.criticals, last=last))


# --- telling


@rules.tells(Critical)
def tell_critical(e: Critical, telling: Telling) -> str:
    """Which way, and what the roll counts for now."""
    how = "margin" if e.margin is not None else "same" if e.before == e.after else "dice"
    return telling.say(
        f"fudge.critical.{e.kind}.{how}",
        name=telling.name(e.actor),
        before=degree(telling, e.before),
        after=degree(telling, e.after),
        margin=abs(e.margin or 0),
    )


@rules.tells(Prevailed)
def tell_prevailed(e: Prevailed, telling: Telling) -> str:
    """What a critical success counts for against a better result."""
    return telling.say(
        "fudge.prevailed", before=degree(telling, e.before), after=degree(telling, e.after)
    )
