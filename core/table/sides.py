"""Sides: slots that any of a side may take, claims on them, and slots that a side loses."""

from __future__ import annotations

from msgspec import structs

from ..audiences import said
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm, owner
from ..play import Play
from ..rules import Rules
from .knowing import of_actor, to_slot
from .order import held_slots, ranked, under_way, waiting_slots
from .slots import drop
from .state import Table, TableOptions
from .turns import need_known, need_round, need_slot, with_slot

rules = Rules(Table, TableOptions)


class ClaimSlot(Command, ruleset="table"):
    """Somebody claims a slot of a side: he alone takes it, until it is released.

    Args:
        id: of the slot.
        actor: who claims it; which side he is of is the system's to say.
    """

    id: str
    actor: str


class SlotClaimed(Event, ruleset="table"):
    """A slot of a side is claimed: which, and by whom."""

    id: str
    actor: str


class LoseSlot(Command, ruleset="table"):
    """A side loses the last of its slots that have not acted.

    Args:
        side: which.
    """

    side: str


def to_claiming(command: ClaimSlot, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the slot and of who claims it."""
    return to_slot(look, command.id, actor=command.actor)


@rules.decides(ClaimSlot, may=owner("actor"), to=to_claiming)
def claim_slot(command: ClaimSlot, play: Play) -> None:
    """A slot of a side that nobody has claimed, and that has not acted."""
    slot = need_slot(play, command.id)
    need_known(play, command.actor, "$.actor")
    now = need_round(play)
    if slot.actor:
        play.refuse(f"{command.id} is {slot.actor}'s own", path="$.id")
    if command.id in (*now.spent, *under_way(now)):
        play.refuse(f"{command.id} acts or has acted", path="$.id")
    if slot.claimed:
        play.refuse(f"{command.id} is claimed", path="$.id", hint="release it: table.release_slot")
    stored = of_actor(play, command.actor)
    event = SlotClaimed(id=command.id, actor=command.actor)
    play.emit(event, to=said(stored) if stored else None)


@rules.evolves(SlotClaimed)
def slot_claimed(table: Table, event: SlotClaimed) -> Table:
    """The same slot, for one alone."""
    now = table.round
    if now is None or event.id not in now.slots:  # a viewer may not know of it
        return table
    return with_slot(table, event.id, structs.replace(now.slots[event.id], claimed=event.actor))


def to_losing(command: LoseSlot, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the round."""
    return to_slot(look)


@rules.decides(LoseSlot, may=gm, to=to_losing)
def lose_slot(command: LoseSlot, play: Play) -> None:
    """The last that has not acted, whoever of the side it was rolled for."""
    now = need_round(play)
    left = ranked(now, (*waiting_slots(now), *held_slots(now)))
    mine = [s for s in left if now.slots[s].side == command.side and not now.slots[s].actor]
    if not command.side or not mine:
        play.refuse(f"{command.side or 'nobody'} has no slot left to lose", path="$.side")
    drop(play, mine[-1])
