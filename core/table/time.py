"""Sittings and scenes, how the game clock goes on, and the pools that are filled at their ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import structs

from ..audiences import NOBODY, said
from ..calendar import day_length
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm, rules_alone
from ..play import Play
from ..rules import Rules
from ..until import At, DayEnd
from ..vocabulary import Gained
from .state import Refresh, Running, Scene, Table, TableOptions, Waiting

rules = Rules(Table, TableOptions)


class BeginSitting(Command, ruleset="table"):
    """An evening of play begins."""


class SittingBegan(Event, ruleset="table"):
    """An evening has begun: its number, from 1."""

    number: int


class EndSitting(Command, ruleset="table"):
    """The evening ends, and with it the scene and the round under way."""


class SittingEnded(Event, ruleset="table"):
    """An evening has ended: its number."""

    number: int


class BeginScene(Command, ruleset="table"):
    """A scene begins.

    Args:
        title: for people.
    """

    title: str = ""


class SceneBegan(Event, ruleset="table"):
    """A scene has begun: its id and title."""

    id: str
    title: str = ""


class EndScene(Command, ruleset="table"):
    """The scene ends, and with it the round under way."""


class SceneEnded(Event, ruleset="table"):
    """A scene has ended: its id."""

    id: str


class RefreshPools(Command, ruleset="table"):
    """Pools of a scope are filled up, and nothing else comes of it.

    Of a session, that is its end; a day ends with `EndDay` or by the clock, a rest with `Rest`,
    and with them whatever lasts as long.

    Args:
        scope: which.
    """

    scope: Literal["day", "rest", "session"]


class AdvanceClock(Command, ruleset="table"):
    """Game time passes.

    The clock stops at every moment at which something is due, so that it is done at its time;
    if what is done takes time itself, that is part of the time that passes.

    Args:
        seconds: how much, at least 1.
    """

    seconds: int


class ReachMoment(Command, ruleset="table"):
    """The clock goes on to a moment at which something is due; performed as time passes.

    Args:
        before: what the clock showed when that was last said to everyone, in seconds.
        after: where it goes.
        to: audience as stored; other than everyone's where only some know what is due.
    """

    before: int
    after: int
    to: str = ""


class ClockAdvanced(Event, ruleset="table"):
    """Game time has passed: clock before and after, in seconds."""

    before: int
    after: int


class MomentReached(Event, ruleset="table"):
    """The clock shows the moment of something that only some know of.

    Args:
        time: in seconds; the others hear of time when it has passed altogether.
    """

    time: int


@rules.decides(BeginSitting, may=gm)
def begin_sitting(command: BeginSitting, play: Play) -> None:
    """One evening at a time."""
    if play.table.sitting:
        play.refuse(f"sitting {play.table.sitting} is under way", hint="end it first")
    play.emit(SittingBegan(number=play.table.sittings + 1))


@rules.evolves(SittingBegan)
def sitting_began(table: Table, event: SittingBegan) -> Table:
    """The evening under way."""
    return structs.replace(table, sitting=event.number, sittings=event.number)


@rules.decides(EndSitting, may=gm)
def end_sitting(command: EndSitting, play: Play) -> None:
    """What is under way within the evening ends before it."""
    number = play.table.sitting
    if not number:
        play.refuse("no sitting is under way")
    if play.table.scene:
        play.perform(EndScene())
    if play.table.sitting == number:  # what came due with the scene may have ended it
        play.emit(SittingEnded(number=number))


@rules.evolves(SittingEnded)
def sitting_ended(table: Table, event: SittingEnded) -> Table:
    """Between evenings."""
    return structs.replace(table, sitting=0)


@rules.decides(BeginScene, may=gm)
def begin_scene(command: BeginScene, play: Play) -> None:
    """One scene at a time."""
    if scene := play.table.scene:
        play.refuse(f"the scene {scene.title or scene.id!r} is under way", hint="end it first")
    play.emit(SceneBegan(id=play.id("s"), title=command.title))


@rules.evolves(SceneBegan)
def scene_began(table: Table, event: SceneBegan) -> Table:
    """The scene under way."""
    scene = Scene(event.id, event.title)
    return structs.replace(table, scene=scene, scenes=table.scenes + 1)


@rules.decides(EndScene, may=gm)
def end_scene(command: EndScene, play: Play) -> None:
    """A round under way ends before its scene."""
    from .turns import EndRound

    scene = play.table.scene
    if scene is None:
        play.refuse("no scene is under way")
    if play.table.round:
        play.perform(EndRound())
    if play.table.scene and play.table.scene.id == scene.id:  # else ended by what came due
        play.emit(SceneEnded(id=scene.id))


@rules.evolves(SceneEnded)
def scene_ended(table: Table, event: SceneEnded) -> Table:
    """Between scenes."""
    return structs.replace(table, scene=None)


@rules.decides(AdvanceClock, may=gm)
def advance_clock(command: AdvanceClock, play: Play) -> None:
    """Game time only goes on; to go back is a return."""
    if command.seconds < 1:
        play.refuse("time passes by a second at least", path="$.seconds")
    shown = play.table.clock
    end = shown + command.seconds
    while (stop := next_stop(play.table, shown, end)) is not None:
        moment, to = stop
        play.perform(ReachMoment(before=shown, after=moment, to=to))
        if not to:
            shown = play.table.clock
    if play.table.clock < end:
        play.emit(ClockAdvanced(before=shown, after=end))


def to_knowing(command: ReachMoment, look: Look) -> tuple[str, ...] | None:
    """Whoever knows what is due then."""
    return said(command.to) if command.to else None


@rules.decides(ReachMoment, may=rules_alone, to=to_knowing)
def reach_moment(command: ReachMoment, play: Play) -> None:
    """A stop on the way."""
    if command.to:
        play.emit(MomentReached(time=command.after))
    else:
        play.emit(ClockAdvanced(before=command.before, after=command.after))


@rules.evolves(ClockAdvanced)
def clock_advanced(table: Table, event: ClockAdvanced) -> Table:
    """The clock as the event says."""
    return structs.replace(table, clock=event.after)


@rules.evolves(MomentReached)
def moment_reached(table: Table, event: MomentReached) -> Table:
    """The clock as the event says."""
    return structs.replace(table, clock=event.time)


def moment(each: Running | Waiting) -> int | None:
    """What the clock shows when something begins or ends, or None where it is not by the clock."""
    until = each.start or each.until
    if isinstance(until, At):
        return until.time
    return each.count.midnight if isinstance(until, DayEnd) else None


def waiting(table: Table) -> Iterator[Running | Waiting]:
    """Effects, then what was put off, each in order of their beginning."""
    yield from table.effects.values()
    yield from table.later.values()


def next_stop(table: Table, shown: int, end: int) -> tuple[int, str] | None:
    """Where the clock stops next before it shows ``end``, and who knows why, as stored.

    It stops where something is due that everyone knows of, and at the midnight before that, so
    that the day is over by then. Where what is due is known to some alone, the stop is for them
    and no day ends by it: nobody else can tell from the records that there is such a thing.

    Args:
        table: of now.
        shown: what the clock showed when that was last said to everyone.
        end: where it goes.
    """
    open_: list[int] = []
    secret: dict[int, set[str]] = {}
    for each in waiting(table):
        due = moment(each)
        if due is None or not table.clock < due <= end:
            continue
        if each.seen_by:
            secret.setdefault(due, set()).add(each.seen_by)
        else:
            open_.append(due)
    stop = min(open_, default=end)
    if open_:
        length = day_length(table.calendar)
        midnight = (stop - 1) // length * length
        if midnight > max(shown, table.clock):
            stop = midnight
    hidden = min(secret, default=end)
    if hidden < stop:
        knowing = secret[hidden]
        return hidden, next(iter(knowing)) if len(knowing) == 1 else NOBODY
    return (stop, "") if stop < end else None


def refresh(play: Play, scope: Refresh, only: str | None = None) -> None:
    """Fill up every pool of this scope to its mark; those above it keep what they have.

    Args:
        play: of whoever ends the scope.
        scope: that has ended.
        only: whose pools alone, as of the actor whose turn has ended.
    """
    for actor, pools in list(play.table.pools.items()):
        if only is not None and actor != only:
            continue
        for name, pool in pools.items():
            if pool.refresh == scope and pool.to is not None and pool.lasting < pool.to:
                missing = pool.to - pool.lasting
                play.emit(
                    Gained(actor=actor, pool=name, amount=missing),
                    to=said(pool.seen_by),
                )


@rules.decides(RefreshPools, may=gm)
def refresh_pools(command: RefreshPools, play: Play) -> None:
    """Pools alone."""
    refresh(play, command.scope)


@rules.reacts(SceneEnded)
def refresh_scene(event: SceneEnded, play: Play) -> None:
    """Pools of the scene."""
    refresh(play, "scene")


@rules.reacts(SittingEnded)
def refresh_sitting(event: SittingEnded, play: Play) -> None:
    """Pools of the sitting."""
    refresh(play, "sitting")
