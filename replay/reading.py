"""Reading stored records as messages, whatever their age and whoever knows their type."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ..core.errors import RollbookError
from ..core.messages import Command, Event
from ..core.records import Fact
from ..core.rulebook import Rulebook


class Read(NamedTuple):
    """A record's message.

    Args:
        type: its tag, as recorded.
        message: of its own type, else of its family, else None.
        raw: its fields as recorded.
        foreign: whether nothing installed knows its type.
    """

    type: str
    message: Command | Event | None
    raw: dict[str, Any]
    foreign: bool


def read(book: Rulebook, fact: Fact) -> Read:
    """A record's message: of older versions by their upcasters, of strangers by their family."""
    raw: dict[str, Any] = msgspec.json.decode(fact.body)
    known = book.commands.get(fact.type) or book.events.get(fact.type)
    message: Any = None
    try:
        if known is not None and fact.version == known.message.version:
            message = book.decoder(fact.type).decode(fact.body)
        elif fact.type in book.events:
            newest = book.upcast(fact.type, fact.version, dict(raw))
            message = msgspec.convert(newest, book.events[fact.type])
        elif known is None:
            message = _of_family(book, fact.family, raw)
    except (msgspec.MsgspecError, RollbookError):
        message = None
    return Read(fact.type, message, raw, known is None)


def _of_family(book: Rulebook, family: str, raw: dict[str, Any]) -> Any:
    base = book.family(family) if family else None
    if base is None:
        return None
    return msgspec.convert({**raw, "type": family}, base)
