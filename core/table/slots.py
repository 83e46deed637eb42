"""Slots that come, go and wait: joining late, extra and lost actions, delay; nothing else moves."""

from __future__ import annotations

from msgspec import structs

from ..ids import check_id
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from .state import Slot, Table, TableOptions
from .turns import (
    SlotSpec,
    TurnEnded,
    end_group,
    end_turn,
    group_acts,
    make_slot,
    need_round,
    pass_on,
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


class SlotAdded(Event, ruleset="table"):
    """There is one slot more."""

    id: str
    slot: Slot


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
    """A slot acts at another moment of the round.

    Args:
        id: of the slot; if its turn is under way, that turn is given up, not spent.
        key: when it acts now.
    """

    id: str
    key: tuple[int, ...]


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


@rules.decides(AddSlot, may=gm)
def add_slot(command: AddSlot, play: Play) -> None:
    """A new slot acts when its key comes, or at once if that has passed."""
    now = need_round(play)
    if command.id in now.slots:
        play.refuse(f"there is a slot {command.id} already", path="$.id")
    check_id(command.id, "$.id")
    order = 1 + max((s.order for s in now.slots.values()), default=-1)
    play.emit(SlotAdded(id=command.id, slot=make_slot(play, command.slot, order, "$.slot")))


@rules.evolves(SlotAdded)
def slot_added(table: Table, event: SlotAdded) -> Table:
    """One slot more; nothing else moves."""
    return _with_slot(table, event.id, event.slot)


@rules.decides(DropSlot, may=gm)
def drop_slot(command: DropSlot, play: Play) -> None:
    """If its turn is under way, the turn passes on."""
    now = need_round(play)
    if command.id not in now.slots:
        play.refuse(f"there is no slot {command.id}", path="$.id")
    drop(play, command.id)


def drop_slots_of(play: Play, actor: str) -> None:
    """Drop every slot of an actor, wherever the round stands; his turn for a side ends."""
    while (now := play.table.round) is not None:
        mine = [s for s in now.slots if now.slots[s].actor == actor and s != now.open]
        mine += [now.open] if now.open and now.slots[now.open].actor == actor else []
        if not mine:
            break
        drop(play, mine[0])
    if now is not None and now.open and actor in play.table.turning:
        end_turn(play, now)
        pass_on(play)


def drop(play: Play, name: str) -> None:
    """Drop one slot; its open turn ends first, and passes on to whoever is next."""
    now = need_round(play)
    acting = now.open == name
    slot = now.slots[name]
    if acting:
        actor = slot.actor or (play.table.turning or ("",))[0]
        play.emit(TurnEnded(slot=name, actor=actor))
    play.emit(SlotDropped(id=name))
    if name not in now.spent and group_acts(now, slot.key):
        end_group(play, slot.key)
    left = play.table.round
    if acting and left is not None and left.slots:
        pass_on(play)


@rules.evolves(SlotDropped)
def slot_dropped(table: Table, event: SlotDropped) -> Table:
    """Every slot but that; nobody else's standing changes."""
    now = table.round
    if now is None:
        return table
    slots = {k: v for k, v in now.slots.items() if k != event.id}
    spent = tuple(s for s in now.spent if s != event.id)
    open_ = "" if now.open == event.id else now.open
    return structs.replace(table, round=structs.replace(now, slots=slots, spent=spent, open=open_))


@rules.decides(DelaySlot, may=gm)
def delay_slot(command: DelaySlot, play: Play) -> None:
    """Only what has not acted can act at another moment."""
    now = need_round(play)
    slot = now.slots.get(command.id)
    if slot is None:
        play.refuse(f"there is no slot {command.id}", path="$.id")
    if command.id in now.spent:
        play.refuse(f"{command.id} has acted", path="$.id")
    gave_up = (play.table.turning or ("",))[0] if now.open == command.id else ""
    play.emit(SlotDelayed(id=command.id, before=slot.key, key=command.key, gave_up=gave_up))
    if group_acts(now, slot.key):
        end_group(play, slot.key)
    if now.open == command.id:
        pass_on(play)


@rules.evolves(SlotDelayed)
def slot_delayed(table: Table, event: SlotDelayed) -> Table:
    """The same slot under its new key; a turn under way was not spent."""
    now = table.round
    if now is None or event.id not in now.slots:  # a viewer may not know of it
        return table
    slot = structs.replace(now.slots[event.id], key=event.key)
    if now.open == event.id:
        now = structs.replace(now, open="")
        turns = table.turns
        if event.gave_up:
            turns = {**turns, event.gave_up: max(0, turns.get(event.gave_up, 0) - 1)}
        table = structs.replace(table, turning=(), turns=turns)
    return _with_slot(structs.replace(table, round=now), event.id, slot)


def _with_slot(table: Table, name: str, slot: Slot) -> Table:
    now = table.round
    if now is None:
        return table
    return structs.replace(table, round=structs.replace(now, slots={**now.slots, name: slot}))
