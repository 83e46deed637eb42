"""Showing: whoever only some knew of becomes known to more, with what has been said of him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec import structs

from ..audiences import audience, said, widest
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..vocabulary import Revealed
from .actors import need_actor, need_knowing
from .state import Actor, Pool, Ruling, Running, Table, TableOptions, Waiting

rules = Rules(Table, TableOptions)

L = TypeVar("L", Pool, Running, Waiting, Ruling)


class ShowActor(Command, ruleset="table"):
    """Let more people know of an actor, and of what has been said of him so far.

    What was kept to others than those who knew of him, as a roll for the GM alone, stays so.

    Args:
        actor: id.
        to: who knows of him too; nobody named means everyone.
        records: seqs of what was said for those who knew of him; the rule finds them, and takes
            no others.
    """

    actor: str
    to: tuple[str, ...] = ()
    records: tuple[int, ...] = ()


class ActorShown(Event, ruleset="table"):
    """More people know of an actor.

    Args:
        actor: id.
        before: audience as stored before.
        seen_by: audience as stored now, for all that is said of him later.
        pools: names of his pools that have it too now.
        effects: ids of effects likewise.
        later: ids of what is put off, likewise.
        rulings: keys of standing rulings, likewise.
    """

    actor: str
    before: str
    seen_by: str
    pools: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


def to_both(command: ShowActor, look: Look) -> tuple[str, ...]:
    """Whoever knows of him, and whoever is to."""
    actor = look.table.actors.get(command.actor)
    before = actor.seen_by if actor else "gm"
    return said(widest(before, audience(command.to)))


@rules.decides(ShowActor, may=gm, to=to_both)
def show_actor(command: ShowActor, play: Play) -> None:
    """What was said for those who knew of him is shown, and what lasts is no secret any more."""
    actor = need_actor(play, command.actor, "$.actor")
    need_knowing(play, command.to, "$.to")
    now = widest(actor.seen_by, audience(command.to))
    if now == actor.seen_by:
        play.refuse(f"they know of {actor.id} already", path="$.to" if command.to else "$.actor")
    table, mine = play.table, audiences_of(actor)
    records = play.told_to(mine)
    if command.records and command.records != records:
        play.refuse(
            "the records to show are those said of him", path="$.records", hint="leave them out"
        )
    if records:
        play.emit(Revealed(seqs=records, to=command.to, why="shown"))
    shown = ActorShown(
        actor=actor.id,
        before=actor.seen_by,
        seen_by=now,
        pools=_among(table.pools.get(actor.id, {}), mine),
        effects=_among(table.effects, mine),
        later=_among(table.later, mine),
        rulings=_among(table.rulings, mine),
    )
    play.emit(shown, to=said(now))


def audiences_of(actor: Actor) -> tuple[str, ...]:
    """Audiences, as stored, under which he has been spoken of: what is shown with him."""
    return (*actor.once, actor.seen_by)


def _among(lasting: Mapping[str, L], audiences: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name, each in lasting.items() if each.seen_by in audiences)


@rules.evolves(ActorShown)
def actor_shown(table: Table, event: ActorShown) -> Table:
    """He and what is named have the new audience; a viewer may not know of all of it."""
    actor = table.actors.get(event.actor)
    actors, pools = table.actors, table.pools
    if actor is not None:
        once = (*actor.once, event.before)
        shown = structs.replace(actor, seen_by=event.seen_by, once=once)
        actors = {**actors, event.actor: shown}
    if event.actor in pools:
        own = _with(pools[event.actor], event.pools, event.seen_by)
        pools = {**pools, event.actor: own}
    return structs.replace(
        table,
        actors=actors,
        pools=pools,
        effects=_with(table.effects, event.effects, event.seen_by),
        later=_with(table.later, event.later, event.seen_by),
        rulings=_with(table.rulings, event.rulings, event.seen_by),
    )


def _with(lasting: dict[str, L], names: tuple[str, ...], seen_by: str) -> dict[str, L]:
    """What lasts, with a new audience for what is named."""
    return {
        name: structs.replace(each, seen_by=seen_by) if name in names else each
        for name, each in lasting.items()
    }
