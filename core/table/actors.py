"""Actors: whoever and whatever is played."""

from __future__ import annotations

from msgspec import structs

from ..audiences import WORDS, sees
from ..errors import Refused
from ..ids import check_id
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from .ledger import Ledger, LedgerOptions
from .seats import give_owners
from .state import Actor, Table, TableOptions

rules = Rules(Table, TableOptions)
ledger_rules = Rules(Ledger, LedgerOptions)


class AddActor(Command, ruleset="table"):
    """Bring somebody or something into play.

    Args:
        id: opaque, never derived from the name by the engine.
        name: for people, in any script.
        kind: in the system's terms.
        owners: ids of the seats that play it; nobody means the GM.
        seen_by: who knows of him, as ``gm`` or seats, beside whoever plays him; nobody named
            means everyone.
    """

    id: str
    name: str
    kind: str = "pc"
    owners: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()


class ActorAdded(Event, ruleset="table"):
    """Somebody is in play; fields as of `AddActor`.

    ``seen_by`` is its audience as stored; it is filled when emitted.
    """

    id: str
    name: str
    kind: str
    seen_by: str = ""


class RenameActor(Command, ruleset="table"):
    """Call an actor by another name; no reference changes.

    Args:
        actor: id.
        name: the new name.
    """

    actor: str
    name: str


class ActorRenamed(Event, ruleset="table"):
    """An actor has another name.

    Args:
        actor: id.
        before: name before.
        name: name now.
    """

    actor: str
    before: str
    name: str


class RemoveActor(Command, ruleset="table"):
    """Take somebody out of play: his effects, slots and what he put off end with him.

    Args:
        actor: id.
        why: in a word.
    """

    actor: str
    why: str = ""


class ActorRemoved(Event, ruleset="table"):
    """Somebody is out of play; fields as of `RemoveActor`."""

    actor: str
    why: str = ""


def to_knowing(command: AddActor, look: Look) -> tuple[str, ...] | None:
    """Whoever is to know of him; he himself stands for those who play him, now and later."""
    return (*command.seen_by, command.id) if command.seen_by else None


@rules.decides(AddActor, may=gm, to=to_knowing)
def add_actor(command: AddActor, play: Play) -> None:
    """Seats and actors share one namespace."""
    check_id(command.id, "$.id")
    if command.id in play.ledger.seats or command.id in play.table.actors:
        play.refuse(f"{command.id} is taken", path="$.id")
    if not command.name.strip():
        play.refuse("a name is needed", path="$.name")
    need_knowing(play, command.seen_by, "$.seen_by")
    play.emit(ActorAdded(id=command.id, name=command.name, kind=command.kind))
    give_owners(play, command.id, command.owners)


@rules.completes(ActorAdded)
def complete_added(event: ActorAdded, play: Play) -> ActorAdded:
    """Its audience, for all that is said of him later."""
    return structs.replace(event, seen_by=play.emitting_to)


@ledger_rules.admits(ActorAdded)
def admit_actor(ledger: Ledger, event: ActorAdded) -> None:
    """Seats and actors share one namespace, whichever came first."""
    if event.id in ledger.seats:
        raise Refused(f"{event.id} is taken by a seat", path="$.id")


@rules.evolves(ActorAdded)
def actor_added(table: Table, event: ActorAdded) -> Table:
    """The new actor."""
    actor = Actor(event.id, event.name, event.kind, event.seen_by)
    left = {k: v for k, v in table.left.items() if k != event.id}
    return structs.replace(table, actors={**table.actors, event.id: actor}, left=left)


@rules.decides(RenameActor, may=gm)
def rename_actor(command: RenameActor, play: Play) -> None:
    """Names are data."""
    actor = need_actor(play, command.actor, "$.actor")
    if not command.name.strip():
        play.refuse("a name is needed", path="$.name")
    play.emit(ActorRenamed(actor=actor.id, before=actor.name, name=command.name))


@rules.evolves(ActorRenamed)
def actor_renamed(table: Table, event: ActorRenamed) -> Table:
    """The same actor under his new name; a viewer may not know of him."""
    actor = table.actors.get(event.actor)
    if actor is None:
        return table
    actor = structs.replace(actor, name=event.name)
    return structs.replace(table, actors={**table.actors, event.actor: actor})


@rules.decides(RemoveActor, may=gm)
def remove_actor(command: RemoveActor, play: Play) -> None:
    """His slots are dropped first, so that the turn passes on while he is still known."""
    from .slots import drop_slots_of

    actor = need_actor(play, command.actor, "$.actor")
    drop_slots_of(play, actor.id)
    play.emit(ActorRemoved(actor=actor.id, why=command.why))


@rules.evolves(ActorRemoved)
def actor_removed(table: Table, event: ActorRemoved) -> Table:
    """Everybody but him; his pools go with him, and who knew of him is kept."""
    actors = {k: v for k, v in table.actors.items() if k != event.actor}
    pools = {k: v for k, v in table.pools.items() if k != event.actor}
    gone, left = table.actors.get(event.actor), table.left
    if gone is not None and gone.seen_by:
        left = {**left, event.actor: gone.seen_by}
    return structs.replace(table, actors=actors, pools=pools, left=left)


def need_actor(play: Play, actor: str, path: str) -> Actor:
    """An actor in play.

    Raises:
        Refused: there is none of this id.
    """
    found = play.table.actors.get(actor)
    if found is None:
        play.refuse(
            f"there is no actor {actor!r}",
            path=path,
            hint=f"in play: {', '.join(known_actors(play, play.by)) or 'nobody'}",
        )
    return found


def known_actors(look: Look, viewer: str) -> tuple[str, ...]:
    """Ids of the actors that a viewer may know of; of all, for whoever holds the journal."""
    return tuple(k for k, actor in look.table.actors.items() if sees(viewer, actor.seen_by, look))


def need_knowing(play: Play, to: tuple[str, ...], path: str) -> None:
    """People who are there to know something: words of audiences, seats, or actors.

    Raises:
        Refused: one is none of these.
    """
    for i, who in enumerate(to):
        if who not in WORDS and who not in play.ledger.seats and who not in play.table.actors:
            play.refuse(
                f"nobody is called {who!r}",
                path=f"{path}[{i}]",
                hint=f"seats: {', '.join(play.ledger.seats)}",
            )
