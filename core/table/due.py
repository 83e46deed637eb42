"""What comes due: effects that end or begin, and commands put off, in order of their beginning."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import structs

from ..audiences import said
from ..errors import Refused
from ..messages import Event
from ..play import Play
from ..rules import Rules
from ..until import (
    At,
    Good,
    GroupEnd,
    RoundEnd,
    SceneEnd,
    SittingEnd,
    TurnEnd,
    TurnStart,
    Until,
    Uses,
)
from ..vocabulary import (
    CameDue,
    Dropped,
    EffectEnded,
    EffectStarted,
    OffStarted,
    PutOff,
)
from .actors import ActorRemoved
from .effects import admit_until, count
from .state import Count, Table, TableOptions, Waiting
from .time import ClockAdvanced, SceneEnded, SittingEnded
from .turns import GroupEnded, RoundEnded, TurnBegan, TurnEnded

rules = Rules(Table, TableOptions)

Is = Callable[[Until, Count], bool]


def release(play: Play, due: Is, why: str = "due") -> None:
    """End, begin and perform everything that an event makes due.

    Effects go first, in order of their beginning; then what was put off, in order. What a
    command that was put off brings about is answered before the next; the ends of effects are
    answered after all of it.
    """
    for name, effect in list(play.table.effects.items()):
        if name not in play.table.effects:
            continue
        to = said(effect.seen_by)
        if effect.start is not None:
            if due(effect.start, effect.count):
                play.emit(EffectStarted(id=name), to=to)
        elif due(effect.until, effect.count):
            play.emit(EffectEnded(id=name, why=why, rule=effect.rule), to=to)
    for name, waiting in list(play.table.later.items()):
        if name not in play.table.later:
            continue
        to = said(waiting.seen_by)
        if waiting.start is not None:
            if due(waiting.start, waiting.count):
                play.emit(OffStarted(id=name), to=to)
        elif due(waiting.until, waiting.count):
            play.fall_due(name, bytes(waiting.command), waiting.ruleset, waiting.seen_by)


@rules.completes(PutOff)
def complete_put_off(event: PutOff, play: Play) -> PutOff:
    """Its audience, under which it will be performed."""
    return structs.replace(event, seen_by=play.emitting_to)


@rules.admits(PutOff)
def admit_put_off(table: Table, event: PutOff) -> None:
    """What is put off comes due one day."""
    for path, until in (("$.until", event.until), ("$.start", event.start)):
        if isinstance(until, Uses | Good):
            raise Refused("that never comes due", path=path)
        admit_until(table, until, path)


@rules.evolves(PutOff)
def put_off(table: Table, event: PutOff) -> Table:
    """The command, and what its date counts from."""
    waiting = Waiting(
        command=event.command,
        until=event.until,
        ruleset=event.ruleset,
        count=count(table, event.start or event.until),
        start=event.start,
        actor=event.actor,
        seen_by=event.seen_by,
    )
    return structs.replace(table, later={**table.later, event.id: waiting})


@rules.evolves(OffStarted)
def off_started(table: Table, event: OffStarted) -> Table:
    """Its date counts from now."""
    waiting = table.later.get(event.id)
    if waiting is None:
        return table
    waiting = structs.replace(waiting, start=None, count=count(table, waiting.until))
    return structs.replace(table, later={**table.later, event.id: waiting})


@rules.evolves(CameDue)
def came_due(table: Table, event: CameDue) -> Table:
    """Everything put off but that."""
    return _without(table, event.id)


@rules.evolves(Dropped)
def dropped(table: Table, event: Dropped) -> Table:
    """Everything put off but that."""
    return _without(table, event.id)


def _without(table: Table, name: str) -> Table:
    return structs.replace(table, later={k: v for k, v in table.later.items() if k != name})


@rules.reacts(TurnBegan)
def at_turn_start(event: TurnBegan, play: Play) -> None:
    """`TurnStart` of this actor."""
    turns = play.table.turns.get(event.actor, 0)
    release(
        play,
        lambda until, since: (
            isinstance(until, TurnStart)
            and until.actor == event.actor
            and turns >= since.turns + until.n
        ),
    )


@rules.reacts(TurnEnded)
def at_turn_end(event: TurnEnded, play: Play) -> None:
    """`TurnEnd` of this actor; a turn that was under way was its first."""
    turns = play.table.turns.get(event.actor, 0)
    release(
        play,
        lambda until, since: (
            isinstance(until, TurnEnd)
            and until.actor == event.actor
            and turns >= since.turns + until.n - since.turn_open
        ),
    )


@rules.reacts(GroupEnded)
def at_group_end(event: GroupEnded, play: Play) -> None:
    """`GroupEnd`."""
    release(play, lambda until, since: isinstance(until, GroupEnd))


@rules.reacts(RoundEnded)
def at_round_end(event: RoundEnded, play: Play) -> None:
    """`GroupEnd` of a round without slots, then `RoundEnd`; a round under way was its first."""
    release(play, lambda until, since: isinstance(until, GroupEnd))
    rounds = play.table.rounds
    release(
        play,
        lambda until, since: (
            isinstance(until, RoundEnd) and rounds >= since.rounds + until.n - since.round_open
        ),
    )


@rules.reacts(SceneEnded)
def at_scene_end(event: SceneEnded, play: Play) -> None:
    """`SceneEnd`."""
    release(play, lambda until, since: isinstance(until, SceneEnd))


@rules.reacts(SittingEnded)
def at_sitting_end(event: SittingEnded, play: Play) -> None:
    """`SittingEnd`."""
    release(play, lambda until, since: isinstance(until, SittingEnd))


@rules.reacts(ClockAdvanced)
def at_time(event: ClockAdvanced, play: Play) -> None:
    """`At` every time that is reached, the earliest first, also what those put off until then."""
    while (now := _earliest(play.table)) is not None and now <= event.after:
        release(play, partial(_reached, now))


def _reached(time: int, until: Until, since: Count) -> bool:
    return isinstance(until, At) and until.time <= time


def _earliest(table: Table) -> int | None:
    """The earliest time that anything waits for."""
    moments = [e.start or e.until for e in table.effects.values()]
    moments += [w.start or w.until for w in table.later.values()]
    return min((m.time for m in moments if isinstance(m, At)), default=None)


@rules.reacts(ActorRemoved)
def at_leaving(event: ActorRemoved, play: Play) -> None:
    """What runs on him, or lasts by his turns, ends now; what hangs on him is dropped."""
    for name, effect in list(play.table.effects.items()):
        if event.actor in (effect.actor, _whose(effect.until), _whose(effect.start)):
            to = said(effect.seen_by)
            play.emit(EffectEnded(id=name, why="actor left", rule=effect.rule), to=to)
    for name, waiting in list(play.table.later.items()):
        if event.actor in (waiting.actor, _whose(waiting.until), _whose(waiting.start)):
            to = said(waiting.seen_by)
            play.emit(Dropped(id=name, why="actor left"), to=to)


def _whose(until: Until | None) -> str:
    """By whose turns a moment is counted, or empty."""
    return until.actor if isinstance(until, TurnStart | TurnEnd) else ""


MOMENTS: tuple[type[Event], ...] = (
    TurnBegan,
    TurnEnded,
    GroupEnded,
    RoundEnded,
    SceneEnded,
    SittingEnded,
    ClockAdvanced,
)
"""Events that make things due."""
