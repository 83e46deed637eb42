"""What comes due: effects that end or begin, and commands put off, in order of their beginning."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import structs

from ..audiences import said
from ..errors import Refused
from ..play import Play
from ..rules import Rules
from ..until import (
    At,
    DayEnd,
    Good,
    GroupEnd,
    RestEnd,
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
from .days import Rested
from .effects import admit_until, count
from .state import Count, Table, TableOptions, Waiting
from .time import ClockAdvanced, MomentReached, SceneEnded, SittingEnded, moment, waiting
from .turns import GroupEnded, RoundEnded, TurnBegan, TurnEnded

rules = Rules(Table, TableOptions)

Is = Callable[[Any, Count], bool]


def release(play: Play, kind: type, due: Is, why: str = "due") -> None:
    """End, begin and perform everything that an event makes due.

    Effects go first, in order of their beginning; then what was put off, in order. What a
    command that was put off brings about is answered before the next; the ends of effects are
    answered after all of it. What is gone by the time its turn comes is passed over, and what is
    put off meanwhile waits for the next time.

    Args:
        play: of whoever brings the moment about.
        kind: of `Until`; nothing else is looked at.
        due: whether one of this kind is due, by what it counts from.
        why: in a word.
    """
    for name, effect in list(play.table.effects.items()):
        waited = effect.start or effect.until
        if type(waited) is kind and due(waited, effect.count):
            to = said(effect.seen_by)
            if effect.start is not None:
                play.emit(EffectStarted(id=name), to=to)
                if not _over(play.table, effect.until):
                    continue
            play.emit(EffectEnded(id=name, why=why, rule=effect.rule), to=to)
    for name, was in list(play.table.later.items()):
        waited = was.start or was.until
        if type(waited) is not kind or not due(waited, was.count):
            continue
        if play.table.later.get(name) != was:  # done, dropped or begun by what was done before
            continue
        if was.start is not None:
            play.emit(OffStarted(id=name), to=said(was.seen_by))
            if not _over(play.table, was.until):
                continue
        play.fall_due(name, bytes(was.command), was.ruleset, was.seen_by)


def _over(table: Table, until: Until) -> bool:
    """Whether what begins only now would have ended before."""
    return isinstance(until, At) and until.time <= table.clock


@rules.completes(PutOff)
def complete_put_off(event: PutOff, play: Play) -> PutOff:
    """Its audience, under which it will be performed."""
    return structs.replace(event, seen_by=play.emitting_to)


@rules.admits(PutOff)
def admit_put_off(table: Table, event: PutOff) -> None:
    """What is put off comes due some time."""
    for path, until in (("$.until", event.until), ("$.start", event.start)):
        if isinstance(until, Uses | Good):
            raise Refused("that never comes due", path=path)
        admit_until(table, until, path)


@rules.evolves(PutOff)
def put_off(table: Table, event: PutOff) -> Table:
    """The command, and what its date counts from."""
    off = Waiting(
        command=event.command,
        until=event.until,
        ruleset=event.ruleset,
        count=count(table, event.start or event.until),
        start=event.start,
        actor=event.actor,
        seen_by=event.seen_by,
    )
    return structs.replace(table, later={**table.later, event.id: off})


@rules.evolves(OffStarted)
def off_started(table: Table, event: OffStarted) -> Table:
    """Its date counts from now."""
    off = table.later.get(event.id)
    if off is None:
        return table
    off = structs.replace(off, start=None, count=count(table, off.until))
    return structs.replace(table, later={**table.later, event.id: off})


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

    def due(until: TurnStart, since: Count) -> bool:
        return until.actor == event.actor and turns >= since.turns + until.n

    release(play, TurnStart, due)


@rules.reacts(TurnEnded)
def at_turn_end(event: TurnEnded, play: Play) -> None:
    """`TurnEnd` of this actor; a turn that was under way was its first."""
    turns = play.table.turns.get(event.actor, 0)

    def due(until: TurnEnd, since: Count) -> bool:
        return until.actor == event.actor and turns >= since.turns + until.n - since.turn_open

    release(play, TurnEnd, due)


@rules.reacts(GroupEnded)
def at_group_end(event: GroupEnded, play: Play) -> None:
    """`GroupEnd`."""
    release(play, GroupEnd, lambda until, since: True)


@rules.reacts(RoundEnded)
def at_round_end(event: RoundEnded, play: Play) -> None:
    """`GroupEnd` of a round without slots, then `RoundEnd`; a round under way was its first.

    Both are one moment: what the first begins lasts by the rounds after this.
    """
    rounds = play.table.rounds
    release(play, GroupEnd, lambda until, since: True)

    def due(until: RoundEnd, since: Count) -> bool:
        return rounds >= since.rounds + until.n - since.round_open

    release(play, RoundEnd, due)


@rules.reacts(SceneEnded)
def at_scene_end(event: SceneEnded, play: Play) -> None:
    """`SceneEnd`; a scene under way was its first."""
    scenes = play.table.scenes

    def due(until: SceneEnd, since: Count) -> bool:
        return scenes >= since.scenes + until.n - since.scene_open

    release(play, SceneEnd, due)


@rules.reacts(SittingEnded)
def at_sitting_end(event: SittingEnded, play: Play) -> None:
    """`SittingEnd`; an evening under way was its first."""

    def due(until: SittingEnd, since: Count) -> bool:
        return event.number >= since.sittings + until.n - since.sitting_open

    release(play, SittingEnd, due)


@rules.reacts(Rested)
def at_rest_end(event: Rested, play: Play) -> None:
    """`RestEnd`, of this kind or of any."""

    def due(until: RestEnd, since: Count) -> bool:
        if until.kind:
            return until.kind == event.kind and event.of_kind >= since.rests + until.n
        return event.number >= since.rests + until.n

    release(play, RestEnd, due)


@rules.reacts(ClockAdvanced)
def at_time(event: ClockAdvanced, play: Play) -> None:
    """`At` and `DayEnd` by every time that is reached."""
    _by_the_clock(play, event.after)


@rules.reacts(MomentReached)
def at_moment(event: MomentReached, play: Play) -> None:
    """Likewise, where only some know what is due."""
    _by_the_clock(play, event.time)


def _by_the_clock(play: Play, now: int) -> None:
    """Release all that is due by now, the earliest first; at one moment `At` before `DayEnd`."""
    while (moment_ := _earliest(play.table)) is not None and moment_ <= now:
        release(play, At, partial(_reached, moment_))
        release(play, DayEnd, partial(_midnight, moment_))


def _reached(time: int, until: At, since: Count) -> bool:
    return until.time <= time


def _midnight(time: int, until: DayEnd, since: Count) -> bool:
    return since.midnight <= time


def _earliest(table: Table) -> int | None:
    """The earliest time that anything waits for."""
    moments = map(moment, waiting(table))
    return min((m for m in moments if m is not None), default=None)


@rules.reacts(ActorRemoved)
def at_leaving(event: ActorRemoved, play: Play) -> None:
    """What runs on him, or lasts by his turns, ends now; what hangs on him is dropped."""
    for name, effect in list(play.table.effects.items()):
        if event.actor in (effect.actor, _whose(effect.until), _whose(effect.start)):
            to = said(effect.seen_by)
            play.emit(EffectEnded(id=name, why="actor left", rule=effect.rule), to=to)
    for name, off in list(play.table.later.items()):
        if event.actor in (off.actor, _whose(off.until), _whose(off.start)):
            to = said(off.seen_by)
            play.emit(Dropped(id=name, why="actor left"), to=to)


def _whose(until: Until | None) -> str:
    """By whose turns a moment is counted, or empty."""
    return until.actor if isinstance(until, TurnStart | TurnEnd) else ""
