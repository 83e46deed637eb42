"""Slots that are held for any later moment, and turns in the middle of somebody else's."""

from __future__ import annotations

from msgspec import structs

from ..look import Look
from ..messages import Command, Event
from ..play import Play
from ..rules import Rules
from .acting import interrupts, plays_slot
from .knowing import to_slot
from .order import under_way
from .passing import begin_turn
from .slots import SlotReleased, apart, gave_up, given_up, go_on, need_ready
from .state import Held, Table, TableOptions
from .turns import need_round, need_slot, with_slot

rules = Rules(Table, TableOptions)


class HoldSlot(Command, ruleset="table"):
    """A slot is put aside for any later moment, to be taken then or to interrupt.

    Args:
        id: of the slot; if its turn is under way, that turn is given up, not spent.
        over_rounds: whether it is held in the next rounds too; else it is lost with this one.
    """

    id: str
    over_rounds: bool = False


class SlotHeld(Event, ruleset="table"):
    """A slot is put aside: it no longer comes up by its key.

    Args:
        id: of the slot.
        held: for a later moment of this ``round``, or over ``rounds``.
        gave_up: whose turn was under way and is given up, not counted; or empty.
    """

    id: str
    held: Held
    gave_up: str = ""


class ReleaseSlot(Command, ruleset="table"):
    """A slot is held and claimed no longer: it comes up by its key, for anybody of its side.

    Args:
        id: of the slot.
    """

    id: str


class Interrupt(Command, ruleset="table"):
    """A held slot acts in the middle of somebody else's turn, which goes on afterwards.

    Args:
        slot: id of the slot.
        actor: who takes it, where it is a side's.
    """

    slot: str
    actor: str = ""


def to_named(command: HoldSlot | ReleaseSlot, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the slot."""
    return to_slot(look, command.id)


@rules.decides(HoldSlot, may=plays_slot, to=to_named)
def hold_slot(command: HoldSlot, play: Play) -> None:
    """What has not acted can be held, once."""
    slot = need_ready(play, command.id)
    now = need_round(play)
    if slot.held and now.open != command.id:
        play.refuse(f"{command.id} is held", path="$.id")
    held: Held = "rounds" if command.over_rounds else "round"
    event = SlotHeld(id=command.id, held=held, gave_up=given_up(play, command.id))
    play.emit(event, to=apart(play, command.id))
    go_on(play, now, command.id)


@rules.evolves(SlotHeld)
def slot_held(table: Table, event: SlotHeld) -> Table:
    """The same slot, put aside; a turn under way was not spent."""
    now = table.round
    if now is None or event.id not in now.slots:  # a viewer may not know of it
        return table
    slot = structs.replace(now.slots[event.id], held=event.held)
    return with_slot(gave_up(table, event.id, event.gave_up), event.id, slot)


@rules.decides(ReleaseSlot, may=plays_slot, to=to_named)
def release_slot(command: ReleaseSlot, play: Play) -> None:
    """Only what is held or claimed, and neither acts nor has acted, can be released."""
    slot = need_ready(play, command.id)
    if command.id in under_way(need_round(play)):
        play.refuse(f"the turn of {command.id} is under way", path="$.id")
    if not slot.held and not slot.claimed:
        play.refuse(f"{command.id} is neither held nor claimed", path="$.id")
    event = SlotReleased(id=command.id, held=slot.held, actor=slot.claimed)
    play.emit(event, to=apart(play, command.id))


def to_interrupting(command: Interrupt, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the slot and of who takes it."""
    return to_slot(look, command.slot, actor=command.actor)


@rules.decides(Interrupt, may=interrupts, to=to_interrupting)
def interrupt(command: Interrupt, play: Play) -> None:
    """Only a held slot interrupts, and only a turn under way is interrupted."""
    slot = need_slot(play, command.slot, "$.slot")
    now = need_round(play)
    if not slot.held or command.slot in (*now.spent, *under_way(now)):
        play.refuse(f"{command.slot} is not held", path="$.slot", hint="hold it: table.hold_slot")
    if not now.open:
        play.refuse("nobody's turn is under way", hint="take the turn: table.take_turn")
    begin_turn(play, command.slot, command.actor)
