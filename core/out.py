"""Records to be, and how many of them one command may leave."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct


class Limits(Struct, frozen=True):
    """How much one command may do.

    Args:
        records: most records that one command may leave, reactions included.
        depth: how deep commands may perform each other.
    """

    records: int = 2000
    depth: int = 50


class Out(NamedTuple):
    """A record to be: all of it but salt, time and author.

    Args:
        seq: its position in the session.
        kind: ``command``, ``performed`` or ``event``.
        message: the message, as it will be read back.
        body: its bytes.
        cause: seq of the record it follows from.
        to: audience as stored.
    """

    seq: int
    kind: str
    message: Any
    body: bytes
    cause: int | None
    to: str
