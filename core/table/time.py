"""Time: sittings, scenes and the game clock, and the pools that are filled at their ends."""

from __future__ import annotations

from typing import Literal

from msgspec import structs

from ..audiences import said
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..vocabulary import Gained
from .state import Refresh, Scene, Table, TableOptions

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
    """A day, a rest or the like is over: pools of that scope are filled up.

    Args:
        scope: which.
    """

    scope: Literal["day", "rest", "session"]


class AdvanceClock(Command, ruleset="table"):
    """Game time passes.

    Args:
        seconds: how much, at least 1.
    """

    seconds: int


class ClockAdvanced(Event, ruleset="table"):
    """Game time has passed: clock before and after, in seconds."""

    before: int
    after: int


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
    play.emit(SittingEnded(number=number))


@rules.evolves(SittingEnded)
def sitting_ended(table: Table, event: SittingEnded) -> Table:
    """Between evenings."""
    return structs.replace(table, sitting=0)


@rules.decides(BeginScene, may=gm)
def begin_scene(command: BeginScene, play: Play) -> None:
    """One scene at a time."""
    if play.table.scene:
        play.refuse(f"the scene {play.table.scene.title!r} is under way", hint="end it first")
    play.emit(SceneBegan(id=play.id("s"), title=command.title))


@rules.evolves(SceneBegan)
def scene_began(table: Table, event: SceneBegan) -> Table:
    """The scene under way."""
    return structs.replace(table, scene=Scene(event.id, event.title))


@rules.decides(EndScene, may=gm)
def end_scene(command: EndScene, play: Play) -> None:
    """A round under way ends before its scene."""
    from .turns import EndRound

    scene = play.table.scene
    if scene is None:
        play.refuse("no scene is under way")
    if play.table.round:
        play.perform(EndRound())
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
    before = play.table.clock
    play.emit(ClockAdvanced(before=before, after=before + command.seconds))


@rules.evolves(ClockAdvanced)
def clock_advanced(table: Table, event: ClockAdvanced) -> Table:
    """The clock as the event says."""
    return structs.replace(table, clock=event.after)


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
    """Scopes that no event of the table ends: a day, a rest, what the system calls a session."""
    refresh(play, command.scope)


@rules.reacts(SceneEnded)
def refresh_scene(event: SceneEnded, play: Play) -> None:
    """Pools of the scene."""
    refresh(play, "scene")


@rules.reacts(SittingEnded)
def refresh_sitting(event: SittingEnded, play: Play) -> None:
    """Pools of the sitting."""
    refresh(play, "sitting")
