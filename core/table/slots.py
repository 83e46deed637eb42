"""Slots that come, go and wait: joining late, extra and lost actions, delay; nothing else moves."""

from __future__ import annotations

from msgspec import structs

from ..audiences import said
from ..ids import check_id
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from .acting import delays_slot
from .knowing import of_actor, to_slot
from .order import behind, left_slots, under_way, whose
from .passing import end_group, end_turn, pass_on
from .state import Held, Round, Slot, Table, TableOptions
from .turns import (
    EndTurn,
    SlotAdded,
    SlotSpec,
    make_slot,
    need_round,
    need_slot,
    with_slot,
    without_turn,
)

rules = Rules(Table, TableOptions)


class AddSlot(Command, ruleset="table"):
    """One slot more in the round under way: joining late, or an extra action.

    Args:
        id: of the slot.
        slot: who acts and when.
    """

    id: str
    slot: SlotSpec


class DropSlot(Command, ruleset="table"):
    """A slot is lost; nothing else moves.

    Args:
        id: of the slot.
    """

    id: str


class SlotDropped(Event, ruleset="table"):
    """A slot is gone."""

    id: str


class DelaySlot(Command, ruleset="table"):
    """A slot acts at another moment of the round; one that was held comes up again.

    Args:
        id: of the slot; if its turn is under way, that turn is given up, not spent.
        key: when it acts now.
        after: in place of a key, the slot behind which it acts, and behind that one's equals:
            its key is theirs with a 0 more.
    """

    id: str
    key: tuple[int, ...] | None = None
    after: str = ""


class SlotDelayed(Event, ruleset="table"):
    """A slot acts at another moment.

    Args:
        id: of the slot.
        before: key before.
        key: key now.
        gave_up: whose turn was under way and is given up, not counted; or empty.
    """

    id: str
    before: tuple[int, ...]
    key: tuple[int, ...]
    gave_up: str = ""


class SlotReleased(Event, ruleset="table"):
    """A slot is held and claimed no longer.

    Args:
        id: of the slot.
        held: how it was held, or empty.
        actor: who had claimed it, or empty.
    """

    id: str
    held: Held = ""
    actor: str = ""


def to_joining(command: AddSlot, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the actor."""
    return to_slot(look, actor=command.slot.actor)


def to_named(command: DropSlot, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the slot."""
    return to_slot(look, command.id)


def to_delaying(command: DelaySlot, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the slot, and of the one behind which it is to act."""
    return to_slot(look, command.id, command.after)


@rules.decides(AddSlot, may=gm, to=to_joining)
def add_slot(command: AddSlot, play: Play) -> None:
    """A new slot acts when its key comes, or at once if that has passed."""
    now = need_round(play)
    if command.id in now.slots:
        play.refuse(f"there is a slot {command.id} already", path="$.id")
    check_id(command.id, "$.id")
    slot = make_slot(play, command.slot, 0, "$.slot")
    hidden = of_actor(play, slot.actor)
    # Secret slots count for no others, or the numbers of those who join would tell of them.
    known = [s for s in now.slots.values() if hidden or not of_actor(play, s.actor)]
    last = 1 + max((s.order for s in known), default=-1)
    order = last if command.slot.order is None else command.slot.order
    event = SlotAdded(id=command.id, slot=structs.replace(slot, order=order))
    play.emit(event, to=said(hidden) if hidden else None)


@rules.decides(DropSlot, may=gm, to=to_named)
def drop_slot(command: DropSlot, play: Play) -> None:
    """If its turn is under way, the turn passes on."""
    need_slot(play, command.id)
    drop(play, command.id)


def drop_slots_of(play: Play, actor: str) -> None:
    """Drop every slot of an actor, wherever the round stands.

    His turn for a side ends, and what he had claimed of it is free again.
    """
    free_claims_of(play, actor)
    while (now := play.table.round) is not None:
        mine = [s for s in now.slots if now.slots[s].actor == actor]
        if not mine:
            break
        acting = under_way(now)
        drop(play, next((s for s in mine if s not in acting), mine[0]))
    while now is not None and actor in play.table.turning:
        leave_turn(play, under_way(now)[play.table.turning.index(actor)])
        if play.table.round is not None:  # else what came due has ended it
            pass_on(play)
        now = play.table.round


def free_claims_of(play: Play, actor: str) -> None:
    """Release what an actor has claimed and not taken, before the turn can pass to him."""
    now = play.table.round
    if now is None:
        return
    for name in left_slots(now):
        slot = now.slots[name]
        if slot.claimed == actor:
            event = SlotReleased(id=name, held=slot.held, actor=actor)
            play.emit(event, to=apart(play, name))


def drop(play: Play, name: str) -> None:
    """Drop one slot; its turn under way ends first, and passes on to whoever is next."""
    was, rounds = need_round(play), play.table.rounds
    acting = name in under_way(was)
    hidden = of_actor(play, was.slots[name].actor)
    if acting:
        leave_turn(play, name)
    now = play.table.round
    if now is None or play.table.rounds > rounds or name not in now.slots:
        return  # what came due with the turn's end has taken the slot with it
    play.emit(SlotDropped(id=name), to=said(hidden) if hidden else None)
    if not acting and name not in was.spent:
        end_group(play, was, name)
    left = play.table.round
    if acting and left is not None and left.slots:
        pass_on(play)


def leave_turn(play: Play, name: str) -> None:
    """End a turn under way, with all that comes due by it if it is the one that acts."""
    if need_round(play).open == name:
        play.perform(EndTurn())
    else:
        end_turn(play, name)


@rules.evolves(SlotDropped)
def slot_dropped(table: Table, event: SlotDropped) -> Table:
    """Every slot but that; nobody else's standing changes."""
    table = without_turn(table, event.id)
    now = table.round
    if now is None:
        return table
    slots = {k: v for k, v in now.slots.items() if k != event.id}
    spent = tuple(s for s in now.spent if s != event.id)
    return structs.replace(table, round=structs.replace(now, slots=slots, spent=spent))


@rules.decides(DelaySlot, may=delays_slot, to=to_delaying)
def delay_slot(command: DelaySlot, play: Play) -> None:
    """Only what has not acted can act at another moment."""
    slot = need_ready(play, command.id)
    if (command.key is None) == (not command.after):
        play.refuse("say either a key or after whom", path="$.key")
    key = command.key
    if key is None:
        if command.after == command.id:
            play.refuse("nobody acts behind himself", path="$.after")
        key = behind(need_slot(play, command.after, "$.after"))
    to = apart(play, command.id)
    gave_up = given_up(play, command.id)
    was = need_round(play)
    play.emit(SlotDelayed(id=command.id, before=slot.key, key=key, gave_up=gave_up), to=to)
    go_on(play, was, command.id)


def need_ready(play: Play, name: str) -> Slot:
    """A slot that has not acted, and whose turn nobody interrupts.

    Raises:
        Refused: there is none, it has acted, or its turn is interrupted.
    """
    slot = need_slot(play, name)
    now = need_round(play)
    if name in now.spent:
        play.refuse(f"{name} has acted", path="$.id")
    if name in now.paused:
        play.refuse(f"the turn of {name} is interrupted", path="$.id", hint="it has to go on first")
    return slot


def given_up(play: Play, name: str) -> str:
    """Whose turn is given up when a slot is put elsewhere, or empty."""
    return whose(play.table, name) if need_round(play).open == name else ""


def apart(play: Play, name: str) -> tuple[str, ...] | None:
    """Audience of what is said of one slot: its actor's, where only some know of him."""
    stored = of_actor(play, whose(play.table, name))
    return said(stored) if stored else None


def go_on(play: Play, was: Round, name: str) -> None:
    """After a slot was put elsewhere its group may be done; a turn given up passes on."""
    end_group(play, was, name)
    if was.open == name:
        pass_on(play)


@rules.evolves(SlotDelayed)
def slot_delayed(table: Table, event: SlotDelayed) -> Table:
    """The same slot under its new key; a turn under way was not spent."""
    now = table.round
    if now is None or event.id not in now.slots:  # a viewer may not know of it
        return table
    slot = structs.replace(now.slots[event.id], key=event.key, held="")
    return with_slot(gave_up(table, event.id, event.gave_up), event.id, slot)


def gave_up(table: Table, slot: str, actor: str) -> Table:
    """The table without a turn that was under way and does not count."""
    if table.round is None or slot not in under_way(table.round):
        return table
    turns = table.turns
    if actor:
        turns = {**turns, actor: max(0, turns.get(actor, 0) - 1)}
    return structs.replace(without_turn(table, slot), turns=turns)


@rules.evolves(SlotReleased)
def slot_released(table: Table, event: SlotReleased) -> Table:
    """The same slot, for whoever may take it when its key comes."""
    now = table.round
    if now is None or event.id not in now.slots:  # a viewer may not know of it
        return table
    slot = structs.replace(now.slots[event.id], held="", claimed="")
    return with_slot(table, event.id, slot)
