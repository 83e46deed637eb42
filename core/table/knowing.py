"""Who knows of a round, a slot, a turn and a group: audiences of what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from ..audiences import EVERYONE, NOBODY, said, sees, widest
from ..look import Look
from ..play import Play
from .order import held_slots, under_way, waiting_slots, whose
from .state import Round, Slot


class OfActor(Protocol):
    """What says to whom a slot belongs: a slot, or what is to become one."""

    @property
    def actor(self) -> str:
        """Id, or empty."""
        ...


def of_actor(look: Look, actor: str) -> str:
    """Audience of what is said of an actor, as stored; empty is everyone."""
    found = look.table.actors.get(actor)
    return found.seen_by if found else ""


def of_slot(look: Look, slot: str) -> str:
    """Audience of what is said of a slot or a turn, as stored: its actor's, else the round's."""
    now = look.table.round
    if now is None:
        return ""
    return of_actor(look, whose(look.table, slot)) or now.seen_by


def of_right(look: Look, slot: Slot) -> str:
    """Audience of a slot that nobody has claimed yet, as stored."""
    return of_actor(look, slot.actor) or (look.table.round.seen_by if look.table.round else "")


def of_group(look: Look, now: Round, key: tuple[int, ...]) -> str:
    """Audience of the end of a group, as stored: whoever knows of any slot in it."""
    found = [of_right(look, s) for s in now.slots.values() if s.key == key and not s.held]
    first, *others = found or [now.seen_by]
    for other in others:
        first = widest(first, other)
    return first


def knows(play: Play, stored: str) -> bool:
    """Whether the sender may know of what has this audience; where rules act, they may."""
    return not play.sent or sees(play.by, stored, play)


def known_slots(play: Play, slots: Iterable[str]) -> str:
    """Those of the slots that the sender may know of, as a text."""
    return ", ".join(s for s in slots if knows(play, of_slot(play, s))) or "none"


def narrowest(stored: Iterable[str]) -> str:
    """The audience, as stored, of those who know all of several secrets."""
    names: set[str] | None = None
    for one in stored:
        if one:
            names = set(one.split()) if names is None else names & set(one.split())
    return "" if names is None else " ".join(sorted(names)) or NOBODY


def to_slot(look: Look, *slots: str, actor: str = "") -> tuple[str, ...] | None:
    """Audience of a command that names slots or who takes one; None where all may know."""
    now = look.table.round
    stored = narrowest(
        (now.seen_by if now else "", of_actor(look, actor), *(of_slot(look, s) for s in slots))
    )
    return said(stored) if stored else None


def to_round(command: object, look: Look) -> tuple[str, ...]:
    """Audience of a command on the whole round: whoever knows of it."""
    return said(look.table.round.seen_by if look.table.round else "")


def to_next(command: object, look: Look) -> tuple[str, ...]:
    """Whoever knows of the turn that ends or, where none is under way, of what is left to act."""
    now = look.table.round
    if now is None:
        return (EVERYONE,)
    left = under_way(now)[-1:] or (*waiting_slots(now), *held_slots(now))
    first, *others = [of_slot(look, s) for s in left] or [now.seen_by]
    for other in others:
        first = widest(first, other)
    return said(first)


def secret(look: Look, slots: Mapping[str, OfActor]) -> tuple[str, ...]:
    """Which slots belong to actors that only some know of."""
    return tuple(name for name, slot in slots.items() if of_actor(look, slot.actor))
