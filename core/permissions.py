"""Who may send a command: exactly one permission stands beside each decider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from .messages import Command

if TYPE_CHECKING:
    from .look import Look


class Permission(Protocol):
    """A function of command, seat and state; its text tells people whom it admits."""

    def __call__(self, command: Any, by: str, look: Look) -> bool:
        """Whether this seat may send this command now."""
        ...


SEATED = ("host", "gm", "player")
"""Roles that act; an observer looks on, whatever is his."""


class ByRole(Struct, frozen=True):
    """Admits seats that hold one of these roles."""

    name: str
    roles: tuple[str, ...]

    def __call__(self, command: Command, by: str, look: Look) -> bool:
        """Whether the seat's role is among them."""
        return self.admits(by, look)

    def admits(self, by: str, look: Look) -> bool:
        """Whether the seat may send some such command."""
        return look.role(by) in self.roles

    def __str__(self) -> str:
        return self.name


class Owner(Struct, frozen=True):
    """Admits who owns the actor named in a field; the GM and the host may act on behalf."""

    field: str

    def __call__(self, command: Command, by: str, look: Look) -> bool:
        """Whether the seat plays that actor, is that seat, or runs the table."""
        who = getattr(command, self.field)
        return look.role(by) in SEATED and look.may_speak_for(by, who)

    def admits(self, by: str, look: Look) -> bool:
        """Whether the seat may send some such command."""
        plays = any(by in owners for owners in look.ledger.owners.values())
        return look.role(by) in ("gm", "host") or (look.role(by) == "player" and plays)

    def __str__(self) -> str:
        return f"owner of {self.field}"


class HostElseGM(Struct, frozen=True):
    """Admits the host; at a table without one, the GM."""

    def __call__(self, command: Command, by: str, look: Look) -> bool:
        """Whether the seat runs the software, as far as the table knows."""
        return self.admits(by, look)

    def admits(self, by: str, look: Look) -> bool:
        """Whether the seat may send some such command."""
        hosted = any(seat.role == "host" for seat in look.ledger.seats.values())
        return look.role(by) == ("host" if hosted else "gm")

    def __str__(self) -> str:
        return "host, or the gm where there is none"


def owner(field: str) -> Owner:
    """Whoever plays the actor named in this field of the command, or the GM on behalf."""
    return Owner(field)


gm = ByRole("gm", ("gm", "host"))
"""The GM; the host may do what the GM may."""

host = ByRole("host", ("host",))
"""Whoever runs the software."""

seat = ByRole("seat", SEATED)
"""Everybody at the table but observers."""

rules_alone = ByRole("rules alone", ())
"""No seat: what only rules perform."""

anyone = ByRole("anyone", ("host", "gm", "player", "observer"))
"""Every seat."""
