"""Turns as slots: rights to act, with keys from the system; never a position in a list."""

from __future__ import annotations

from msgspec import Struct, structs

from ..audiences import EVERYONE, said
from ..errors import Refused
from ..ids import check_id
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from .knowing import known_slots, knows, narrowest, of_actor, of_slot, secret
from .order import under_way
from .state import Held, Round, Slot, Table, TableOptions
from .time import refresh

rules = Rules(Table, TableOptions)


class SlotSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A slot to be: who acts, for which side, and when.

    Args:
        actor: id; empty for a side's slot.
        side: whose slot it is, where sides have slots.
        key: lower acts first; equal keys act together.
        order: of joining, which decides between equals when listed; then the slot's id. None
            is 0 where a round begins, and behind everybody for who joins later.
        held: put aside for a later moment, of this ``round`` or over ``rounds``; or empty.
    """

    actor: str = ""
    side: str = ""
    key: tuple[int, ...] = ()
    order: int | None = None
    held: Held = ""


class BeginRound(Command, ruleset="table"):
    """A round begins.

    Args:
        slots: by id; none where all act at once.
        repeat: whether the next round has the same slots, unless a system begins it itself.
        keys: what each number of a slot's key is called, for people.
        elective: whether who acts next is chosen each time, whatever the keys.
        seen_by: who knows of the round, as ``gm`` or seats; nobody named leaves it as it is.
    """

    slots: dict[str, SlotSpec] = {}
    repeat: bool = True
    keys: tuple[str, ...] = ()
    elective: bool = False
    seen_by: tuple[str, ...] = ()


class RoundBegan(Event, ruleset="table"):
    """A round has begun.

    Slots of actors that only some know of follow as `SlotAdded`, for those alone.

    Args:
        number: from 1 in each scene.
        slots: by id, with the order of joining.
        repeat: as of `BeginRound`.
        keys: as of `BeginRound`.
        elective: as of `BeginRound`.
        seen_by: its audience as stored; filled when emitted, so that its end has the same.
    """

    number: int
    slots: dict[str, Slot]
    repeat: bool = True
    keys: tuple[str, ...] = ()
    elective: bool = False
    seen_by: str = ""


class SlotAdded(Event, ruleset="table"):
    """There is one slot more."""

    id: str
    slot: Slot


class EndRound(Command, ruleset="table"):
    """The round ends, and with it the turns under way.

    Args:
        goes_on: whether the next is to follow at once, as after everybody's turn.
    """

    goes_on: bool = False


class RoundEnded(Event, ruleset="table"):
    """A round has ended.

    Args:
        number: of the round.
        goes_on: whether the next follows at once: a system that begins its own does so now.
    """

    number: int
    goes_on: bool = False


class TakeTurn(Command, ruleset="table"):
    """A slot's turn begins: the next by key, one that was held, or whoever is chosen.

    Args:
        slot: id; empty for the next by key.
        actor: who takes it, where it is a side's.
    """

    slot: str = ""
    actor: str = ""


class NextTurn(Command, ruleset="table"):
    """The turn under way ends, and whoever is next acts; after the last, the next round.

    A turn that was interrupted goes on instead. In elective order nobody acts until he is
    chosen. With nothing but held slots left the round waits for them once, and ends the next time.
    """


class EndTurn(Command, ruleset="table"):
    """The turn under way ends; performed before the next begins, so that what it ends is over."""


class TurnBegan(Event, ruleset="table"):
    """A turn has begun: of which slot, and whose; one that is under way is interrupted."""

    slot: str
    actor: str


class TurnEnded(Event, ruleset="table"):
    """A turn has ended: of which slot, and whose; one that it interrupted goes on."""

    slot: str
    actor: str


class GroupEnded(Event, ruleset="table"):
    """All slots of one key have acted or are gone; one that was held is a group of its own.

    Args:
        key: of the group.
    """

    key: tuple[int, ...]


def need_round(play: Play) -> Round:
    """The round under way.

    Raises:
        Refused: there is none.
    """
    now = play.table.round
    if now is None or not knows(play, now.seen_by):
        play.refuse("no round is under way", hint="begin one: table.begin_round")
    return now


def need_slot(play: Play, name: str, path: str = "$.id") -> Slot:
    """A slot of the round under way.

    Raises:
        Refused: there is none of this id that the sender knows of.
    """
    now = need_round(play)
    slot = now.slots.get(name)
    if slot is None or not knows(play, of_slot(play, name)):
        play.refuse(
            f"there is no slot {name}", path=path, hint=f"slots: {known_slots(play, now.slots)}"
        )
    return slot


def to_beginning(command: BeginRound, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the round and of everybody in it."""
    stored = narrowest(of_actor(look, slot.actor) for slot in command.slots.values())
    return said(stored) if stored else command.seen_by or None


@rules.decides(BeginRound, may=gm, to=to_beginning)
def begin_round(command: BeginRound, play: Play) -> None:
    """A round stands within a scene, and one at a time."""
    if play.table.scene is None:
        play.refuse("no scene is under way", hint="begin one: table.begin_scene")
    if play.table.round is not None:
        known = knows(play, play.table.round.seen_by)
        whom = f"round {play.table.round.number}" if known else "a round"
        play.refuse(f"{whom} is under way", hint="end it first")
    if len(set(command.keys)) < len(command.keys):
        play.refuse("two keys have one name", path="$.keys")
    slots = {}
    for name, spec in command.slots.items():
        at = f"$.slots.{name}"
        slots[check_id(name, at)] = make_slot(play, spec, spec.order or 0, at)
    hidden = secret(play, slots)
    began = RoundBegan(
        number=play.table.scene.rounds + 1,
        slots={name: slot for name, slot in slots.items() if name not in hidden},
        repeat=command.repeat,
        keys=command.keys,
        elective=command.elective,
    )
    play.emit(began, to=command.seen_by or ((EVERYONE,) if hidden else None))
    for name in hidden:
        to = said(of_actor(play, slots[name].actor))
        play.emit(SlotAdded(id=name, slot=slots[name]), to=to)


def make_slot(play: Play, spec: SlotSpec, order: int, path: str) -> Slot:
    """A slot of whoever is in play.

    Raises:
        Refused: there is no such actor, or neither actor nor side is named.
    """
    if spec.actor:
        need_known(play, spec.actor, f"{path}.actor")
    elif not spec.side:
        play.refuse("a slot belongs to an actor or a side", path=path)
    return Slot(spec.actor, spec.side, spec.key, order, spec.held)


def need_known(play: Play, actor: str, path: str) -> None:
    """Make sure that an actor is in play, and the sender knows of him.

    Raises:
        Refused: there is none of this id, as far as he knows.
    """
    if actor not in play.table.actors or not knows(play, of_actor(play, actor)):
        play.refuse(f"there is no actor {actor!r}", path=path)


@rules.completes(RoundBegan)
def complete_round(event: RoundBegan, play: Play) -> RoundBegan:
    """Its audience, for all that is said of it later."""
    return structs.replace(event, seen_by=play.emitting_to)


@rules.evolves(RoundBegan)
def round_began(table: Table, event: RoundBegan) -> Table:
    """The round, nobody having acted."""
    scene = table.scene and structs.replace(table.scene, rounds=event.number)
    now = Round(
        event.number,
        event.slots,
        repeat=event.repeat,
        keys=event.keys,
        elective=event.elective,
        seen_by=event.seen_by,
    )
    return structs.replace(table, round=now, scene=scene, rounds=table.rounds + 1)


@rules.evolves(SlotAdded)
def slot_added(table: Table, event: SlotAdded) -> Table:
    """One slot more; nothing else moves."""
    return with_slot(table, event.id, event.slot)


def with_slot(table: Table, name: str, slot: Slot) -> Table:
    """The table with one slot as it is now; a viewer may not know of the round."""
    now = table.round
    if now is None:
        return table
    return structs.replace(table, round=structs.replace(now, slots={**now.slots, name: slot}))


@rules.evolves(RoundEnded)
def round_ended(table: Table, event: RoundEnded) -> Table:
    """Between rounds."""
    return structs.replace(table, round=None, turning=())


@rules.evolves(TurnBegan)
def turn_began(table: Table, event: TurnBegan) -> Table:
    """The open slot, what it interrupts, and one turn more of its actor."""
    now = table.round
    if now is None:
        return table
    turns = {**table.turns, event.actor: table.turns.get(event.actor, 0) + 1}
    return structs.replace(
        table,
        round=structs.replace(now, open=event.slot, paused=under_way(now)),
        turns=turns,
        turning=(*table.turning, event.actor),
    )


@rules.evolves(TurnEnded)
def turn_ended(table: Table, event: TurnEnded) -> Table:
    """The slot is spent; what it interrupted goes on."""
    now = table.round
    if now is None:
        return table
    now = structs.replace(now, spent=(*now.spent, event.slot), last=event.actor)
    return without_turn(structs.replace(table, round=now), event.slot)


def without_turn(table: Table, slot: str) -> Table:
    """The table with one turn fewer under way; a viewer may not know of it."""
    now = table.round
    if now is None or slot not in under_way(now):
        return table
    at = under_way(now).index(slot)
    left = [s for s in under_way(now) if s != slot]
    turning = (*table.turning[:at], *table.turning[at + 1 :])
    now = structs.replace(now, open=left[-1] if left else "", paused=tuple(left[:-1]))
    return structs.replace(table, round=now, turning=turning)


@rules.admits(TurnBegan)
def admit_turn(table: Table, event: TurnBegan) -> None:
    """Each slot acts once; only what was held interrupts."""
    now = table.round
    if now is None or event.slot not in now.slots or event.slot in (*now.spent, *under_way(now)):
        raise Refused(f"the turn of {event.slot} cannot begin now")
    if now.open and not now.slots[event.slot].held:
        raise Refused(f"{event.slot} is not held and interrupts nobody")


@rules.reacts(TurnEnded)
def refresh_turn(event: TurnEnded, play: Play) -> None:
    """Pools of the turn, of whoever has had it."""
    if event.actor:
        refresh(play, "turn", event.actor)


@rules.reacts(RoundEnded)
def refresh_round(event: RoundEnded, play: Play) -> None:
    """Pools of the round."""
    refresh(play, "round")
