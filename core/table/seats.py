"""Seats, roles and who plays whom: ledger, so that no return takes them back."""

from __future__ import annotations

from msgspec import structs

from ..audiences import GM, NOBODY
from ..ids import check_id
from ..look import Look
from ..messages import Command, Event
from ..permissions import anyone, gm
from ..play import Play
from ..rules import Rules
from .ledger import Ledger, LedgerOptions, Note, Role, Seat

rules = Rules(Ledger, LedgerOptions)


class AddSeat(Command, ruleset="table"):
    """Give a person a seat.

    Args:
        id: of the seat.
        name: for people.
        role: ``host``, ``gm``, ``player`` or ``observer``.
    """

    id: str
    name: str
    role: Role = "player"


class SeatAdded(Event, ruleset="table", ledger=True):
    """A person has a seat; fields as of `AddSeat`."""

    id: str
    name: str
    role: Role


class GiveRole(Command, ruleset="table"):
    """Change what a seat may do, as when the GM hands over.

    Args:
        seat: its id.
        role: its new role.
    """

    seat: str
    role: Role


class RoleGiven(Event, ruleset="table", ledger=True):
    """A seat has another role; fields as of `GiveRole`."""

    seat: str
    role: Role


class GiveActor(Command, ruleset="table"):
    """Say who plays an actor; nobody means the GM.

    Args:
        actor: id.
        owners: ids of seats.
    """

    actor: str
    owners: tuple[str, ...] = ()


class OwnersGiven(Event, ruleset="table", ledger=True):
    """An actor is played by these seats; fields as of `GiveActor`."""

    actor: str
    owners: tuple[str, ...]


class AddNote(Command, ruleset="table"):
    """Say something for the record; it decides nothing and no return takes it back.

    Args:
        text: free.
        to: ids of the seats that it is for, or ``gm``; nobody named is everybody.
    """

    text: str
    to: tuple[str, ...] = ()


class Noted(Event, ruleset="table", ledger=True):
    """A seat said something, to all or to some; fields as of `AddNote`."""

    by: str
    text: str
    to: tuple[str, ...] = ()


@rules.decides(AddSeat, may=gm, anytime=True)
def add_seat(command: AddSeat, play: Play) -> None:
    """Seats and actors share one namespace."""
    check_id(command.id, "$.id")
    # The ledger also knows actors who have left, or whom a return has taken off the board:
    # what was for their owners' eyes is not for whoever sits down under their id.
    if command.id in play.ledger.seats or command.id in play.ledger.owners:
        play.refuse(f"{command.id} is taken", path="$.id")
    play.emit(SeatAdded(id=command.id, name=command.name, role=command.role))


@rules.evolves(SeatAdded)
def seat_added(ledger: Ledger, event: SeatAdded) -> Ledger:
    """The new seat."""
    return structs.replace(ledger, seats={**ledger.seats, event.id: Seat(event.name, event.role)})


@rules.decides(GiveRole, may=gm, anytime=True)
def give_role(command: GiveRole, play: Play) -> None:
    """A table always has somebody who runs it."""
    seats = play.ledger.seats
    if command.seat not in seats:
        play.refuse(f"there is no seat {command.seat}", path="$.seat")
    if play.role(command.seat) == "host" and play.role(play.by) != "host":
        play.refuse("only the host gives up the host's seat", path="$.seat")
    if command.role == "host" and play.role(play.by) != "host":
        play.refuse("only the host makes a host", path="$.role")
    others = [s.role for name, s in seats.items() if name != command.seat]
    if not {"gm", "host"} & {command.role, *others}:
        play.refuse("nobody would run this table", path="$.role", hint="name another gm first")
    play.emit(RoleGiven(seat=command.seat, role=command.role))


@rules.evolves(RoleGiven)
def role_given(ledger: Ledger, event: RoleGiven) -> Ledger:
    """The seat with its new role."""
    seat = ledger.seats.get(event.seat)
    if seat is None:  # a viewer may not know of it
        return ledger
    seat = structs.replace(seat, role=event.role)
    return structs.replace(ledger, seats={**ledger.seats, event.seat: seat})


@rules.decides(GiveActor, may=gm, anytime=True)
def give_actor(command: GiveActor, play: Play) -> None:
    """An actor is handed to seats that exist."""
    if command.actor not in play.table.actors:
        play.refuse(f"there is no actor {command.actor!r}", path="$.actor")
    give_owners(play, command.actor, command.owners)


def give_owners(play: Play, actor: str, owners: tuple[str, ...]) -> None:
    """Record who plays an actor.

    Raises:
        Refused: a seat that does not exist.
    """
    for i, name in enumerate(owners):
        if name not in play.ledger.seats:
            play.refuse(f"there is no seat {name}", path=f"$.owners[{i}]")
    play.emit(OwnersGiven(actor=actor, owners=tuple(sorted(set(owners)))))


@rules.evolves(OwnersGiven)
def owners_given(ledger: Ledger, event: OwnersGiven) -> Ledger:
    """Who plays the actor."""
    return structs.replace(ledger, owners={**ledger.owners, event.actor: event.owners})


def heard_by(command: AddNote, look: Look) -> tuple[str, ...] | None:
    """Of a note to some, those whom the table knows; the others are refused."""
    if not command.to:
        return None
    return tuple(who for who in command.to if _hears(who, look)) or (NOBODY,)


def _hears(who: str, look: Look) -> bool:
    return who == GM or who in look.ledger.seats


@rules.decides(AddNote, may=anyone, anytime=True, to=heard_by)
def add_note(command: AddNote, play: Play) -> None:
    """A note is text, whatever it looks like; whoever says it to some hears it himself."""
    for i, who in enumerate(command.to):
        if not _hears(who, play):
            play.refuse(f"there is no seat {who!r}", path=f"$.to[{i}]")
    if not command.text.strip():
        play.refuse("there is nothing to note", path="$.text")
    to = tuple(sorted(set(command.to)))
    play.emit(Noted(by=play.by, text=command.text, to=to), to=(play.by, *to) if to else None)


@rules.evolves(Noted)
def noted(ledger: Ledger, event: Noted) -> Ledger:
    """The notes, in order."""
    return structs.replace(ledger, notes=(*ledger.notes, Note(event.by, event.text)))
