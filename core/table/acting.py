"""Who may act in a round: whoever plays the slot that is meant, as far as the order lets him."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..audiences import sees
from ..look import Look
from ..permissions import owner
from .knowing import of_slot
from .order import behind, next_group, waiting_slots, whose

if TYPE_CHECKING:
    from .holding import Interrupt
    from .slots import DelaySlot
    from .turns import TakeTurn


class Acting(Struct, frozen=True):
    """Admits the GM, and players by what is theirs in the round.

    Args:
        text: whom it admits, for people.
        test: (command, player, look) → whether it is his to send.
    """

    text: str
    test: Callable[[Any, str, Look], bool]

    def __call__(self, command: Any, by: str, look: Look) -> bool:
        """Whether the seat runs the table, or plays whoever acts by this command."""
        role = look.role(by)
        return role in ("gm", "host") or (role == "player" and self.test(command, by, look))

    def admits(self, by: str, look: Look) -> bool:
        """Whether the seat may send some such command."""
        return owner("").admits(by, look)

    def __str__(self) -> str:
        return self.text


def plays(by: str, look: Look, slot: str, actor: str = "") -> bool:
    """Whether a seat plays whoever acts by a slot; ``actor`` would take a side's."""
    who = whose(look.table, slot) or (actor if _known(look, slot) else "")
    return bool(who) and by in look.owners(who)


def _known(look: Look, slot: str) -> bool:
    return look.table.round is not None and slot in look.table.round.slots


def _acts_now(command: object, by: str, look: Look) -> bool:
    turning = look.table.turning
    return bool(turning) and bool(turning[-1]) and by in look.owners(turning[-1])


def _takes(command: TakeTurn, by: str, look: Look) -> bool:
    now = look.table.round
    if now is None:
        return False
    if now.elective and now.last and by in look.owners(now.last):
        return True
    slot = command.slot or next(iter(waiting_slots(now)), "")
    if not plays(by, look, slot, command.actor):
        return False
    return now.elective or bool(now.slots[slot].held) or slot in next_group(now)


def _holds(command: Any, by: str, look: Look) -> bool:
    return plays(by, look, command.id)


def _interrupts(command: Interrupt, by: str, look: Look) -> bool:
    return plays(by, look, command.slot, command.actor)


def _delays(command: DelaySlot, by: str, look: Look) -> bool:
    now = look.table.round
    if now is None or not plays(by, look, command.id):
        return False
    mine = now.slots[command.id].key
    if command.key is not None:
        return command.key > mine
    other = now.slots.get(command.after)
    if other is None or not sees(by, of_slot(look, command.after), look):
        return True  # of what he knows nothing the decider says so
    return behind(other) > mine


ends_turn = Acting("the GM, or whoever plays the actor whose turn is under way", _acts_now)
"""Of `NextTurn`."""

takes_turn = Acting(
    "the GM, or whoever plays the slot's actor when its key has come, when it is held, or when "
    "the order is elective; there also whoever plays the actor who acted last",
    _takes,
)
"""Of `TakeTurn`."""

plays_slot = Acting("the GM, or whoever plays the slot's actor or has claimed it", _holds)
"""Of `HoldSlot` and `ReleaseSlot`."""

interrupts = Acting("the GM, or whoever plays the slot's actor or has claimed it", _interrupts)
"""Of `Interrupt`."""

delays_slot = Acting("the GM, or whoever plays the slot's actor, to a later moment", _delays)
"""Of `DelaySlot`."""
