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


class ByRole(Struct, frozen=True):
    """Admits seats that hold one of these roles."""

    name: str
    roles: tuple[str, ...]

    def __call__(self, command: Command, by: str, look: Look) -> bool:
        """Whether the seat's role is among them."""
        return look.role(by) in self.roles

    def __str__(self) -> str:
        return self.name


class Owner(Struct, frozen=True):
    """Admits who owns the actor named in a field; the GM and the host may act on behalf."""

    field: str

    def __call__(self, command: Command, by: str, look: Look) -> bool:
        """Whether the seat plays that actor, is that seat, or runs the table."""
        return look.may_speak_for(by, getattr(command, self.field))

    def __str__(self) -> str:
        return f"owner of {self.field}"


def owner(field: str) -> Owner:
    """Whoever plays the actor named in this field of the command, or the GM on behalf."""
    return Owner(field)


gm = ByRole("gm", ("gm", "host"))
"""The GM; the host may do what the GM may."""

host = ByRole("host", ("host",))
"""Whoever runs the software."""

seat = ByRole("seat", ("host", "gm", "player"))
"""Everybody at the table but observers."""

anyone = ByRole("anyone", ("host", "gm", "player", "observer"))
"""Every seat."""
