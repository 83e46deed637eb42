"""The order of a round: who acts, who waits, what is put aside, and by which keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from ..look import Look
from ..rules import Rules
from .state import Round, Slot, Table, TableOptions

rules = Rules(Table, TableOptions)

State = Literal["open", "paused", "waiting", "held", "acted"]


class Place(Struct, frozen=True):
    """One slot in the order of a round.

    Args:
        slot: its id.
        actor: who acts, or who has claimed it; empty for a side's slot that is free.
        side: whose slot it is, where sides have slots.
        state: whether it acts, is interrupted, waits, is held or has acted.
        key: what decides when it acts; lower first.
        keys: the same numbers by their names, where the round names them.
    """

    slot: str
    actor: str
    side: str
    state: State
    key: tuple[int, ...]
    keys: dict[str, int]


class Order(Struct, frozen=True):
    """The slots of the round under way, in order; none where there is no round.

    Args:
        places: first who acts first; equals in order of joining, then by id.
        elective: whether who acts next is chosen, whatever the order.
    """

    places: tuple[Place, ...] = ()
    elective: bool = False


def ranked(now: Round, slots: Iterable[str]) -> tuple[str, ...]:
    """Slots in order: by key, equals in order of joining, then by id."""
    return tuple(sorted(slots, key=lambda s: (now.slots[s].key, now.slots[s].order, s)))


def under_way(now: Round) -> tuple[str, ...]:
    """Slots whose turns are under way: the last acts, those before it are interrupted."""
    return (*now.paused, now.open) if now.open else now.paused


def left_slots(now: Round) -> list[str]:
    """Slots that have neither acted nor act now."""
    gone = {*now.spent, *under_way(now)}
    return [slot for slot in now.slots if slot not in gone]


def waiting_slots(now: Round) -> tuple[str, ...]:
    """Slots that have yet to act when their key comes, in order; those held are not among them."""
    return ranked(now, (s for s in left_slots(now) if not now.slots[s].held))


def held_slots(now: Round) -> tuple[str, ...]:
    """Slots that are put aside and have not acted, in order."""
    return ranked(now, (s for s in left_slots(now) if now.slots[s].held))


def next_group(now: Round) -> tuple[str, ...]:
    """Slots of the lowest key that waits: they act together, in whatever order they take."""
    ready = waiting_slots(now)
    return tuple(s for s in ready if now.slots[s].key == now.slots[ready[0]].key)


def behind(slot: Slot) -> tuple[int, ...]:
    """The key directly behind a slot and its equals, where keys are of one length."""
    return (*slot.key, 0)


def whose(table: Table, slot: str) -> str:
    """Actor who acts by a slot: its own, its claimant, or whoever has taken it; or empty."""
    now = table.round
    if now is None or slot not in now.slots:
        return ""
    own = now.slots[slot].actor or now.slots[slot].claimed
    turns = dict(zip(under_way(now), table.turning, strict=False))
    return own or turns.get(slot, "")


@rules.projects("order")
def order(look: Look, viewer: str) -> Order:
    """Each slot that the viewer knows of, with what was compared."""
    now = look.table.round
    if now is None:
        return Order()
    places = []
    for slot in ranked(now, now.slots):
        held = now.slots[slot]
        places.append(
            Place(
                slot=slot,
                actor=whose(look.table, slot),
                side=held.side,
                state=_state(now, slot),
                key=held.key,
                keys=dict(zip(now.keys, held.key, strict=False)),
            )
        )
    return Order(tuple(places), now.elective)


def _state(now: Round, slot: str) -> State:
    if slot == now.open:
        return "open"
    if slot in now.paused:
        return "paused"
    if slot in now.spent:
        return "acted"
    return "held" if now.slots[slot].held else "waiting"
