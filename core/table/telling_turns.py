"""Turns in words: who acts, who interrupts, what is held, claimed and released."""

from __future__ import annotations

from ..rules import Rules
from ..telling import Telling
from .holding import SlotHeld
from .order import whose
from .sides import SlotClaimed
from .slots import SlotReleased
from .state import Table, TableOptions
from .turns import TurnBegan, TurnEnded
from .wording import name

rules = Rules(Table, TableOptions)


@rules.tells(TurnBegan)
def tell_turn_began(e: TurnBegan, telling: Telling) -> str:
    """Whose turn, and whose it interrupts; of a side's slot that nobody has taken, which."""
    now = telling.look.table.round
    actor = name(telling, e.actor) if e.actor else e.slot
    if now and now.open == e.slot and now.paused:
        of = whose(telling.look.table, now.paused[-1])
        shown = name(telling, of) if of else now.paused[-1]
        return telling.say("table.turn-began.interrupts", actor=actor, of=shown)
    return telling.say("table.turn-began", actor=actor)


@rules.tells(TurnEnded)
def tell_turn_ended(e: TurnEnded, telling: Telling) -> str:
    """Whose turn, and whose goes on."""
    now = telling.look.table.round
    actor = name(telling, e.actor) if e.actor else e.slot
    if now and now.open:
        of = whose(telling.look.table, now.open)
        shown = name(telling, of) if of else now.open
        return telling.say("table.turn-ended.goes-on", actor=actor, of=shown)
    return telling.say("table.turn-ended", actor=actor)


@rules.tells(SlotHeld)
def tell_held(e: SlotHeld, telling: Telling) -> str:
    """Which slot, and whether over rounds."""
    return telling.say(f"table.slot-held.{e.held or 'round'}", id=_slot(telling, e.id))


@rules.tells(SlotClaimed)
def tell_claimed(e: SlotClaimed, telling: Telling) -> str:
    """Which slot, and by whom."""
    return telling.say("table.slot-claimed", id=e.id, actor=name(telling, e.actor))


@rules.tells(SlotReleased)
def tell_released(e: SlotReleased, telling: Telling) -> str:
    """Which slot, and who had claimed it."""
    if e.actor:
        return telling.say("table.slot-released.claim", id=e.id, actor=name(telling, e.actor))
    return telling.say("table.slot-released", id=_slot(telling, e.id))


def _slot(telling: Telling, slot: str) -> str:
    """A slot by whoever acts by it; by its id where that is nobody yet."""
    of = whose(telling.look.table, slot)
    return name(telling, of) if of else slot
