"""What an error of the engine says to whoever typed the command: plain words, the nearest name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..core.errors import Invalid, NotAdopted, Refused, RollbookError
from ..core.session import Session
from .forms import plainly
from .nearest import nearest
from .who import everybody

_FIELD = re.compile(r"\$\.(\w+)(?:\[(\d+)\])?$")


@contextmanager
def advised(session: Session, command: Mapping[str, Any], by: str) -> Iterator[None]:
    """Let what is raised for a command say in plain words what would do.

    Names are suggested from what the sending seat sees, and nothing else.

    Args:
        session: at play.
        command: as it was given, with its ``type``.
        by: seat that sends it.
    """
    try:
        yield
    except RollbookError as error:
        kind = session.book.commands.get(str(command.get("type", "")))
        if kind is not None and isinstance(error, Invalid):
            plainly(error, kind)
        if isinstance(error, NotAdopted):
            _adopt(error, session)
        elif isinstance(error, Invalid | Refused):
            _suggest(error, session, command, by)
        raise


def _adopt(error: RollbookError, session: Session) -> None:
    """Rulesets that are not installed are installed, or given up by name."""
    gone = sorted(session.timeline.ledger.rulesets.keys() - set(session.book.names))
    if gone:
        names = ",".join(f'"{name}"' for name in gone)
        error.hint = (
            f"not installed: {', '.join(gone)}; install it, "
            f"or go on without it: table.adopt without=[{names}]"
        )


def _suggest(error: RollbookError, session: Session, command: Mapping[str, Any], by: str) -> None:
    if "did you mean" in error.hint or not session.timeline.ledger.seats.get(by):
        return
    look = session.view(by)
    named = everybody(look)
    known: Collection[str] = named
    value = _at(command, error.path)
    if error.path == "$.pool":
        actor = str(command.get("actor", ""))
        if actor and actor not in named:
            value = actor
        else:
            known = look.table.pools.get(actor, {})
    if not isinstance(value, str) or value in known:
        return
    called = next((id for id in named if id in known and _same(named[id], value)), "")
    near = f"did you mean {called}?" if called else nearest(value, known, most=0)
    error.hint = "; ".join(filter(None, (near, error.hint)))


def _same(name: str, typed: str) -> bool:
    return name.casefold() == typed.casefold()


def _at(command: Mapping[str, Any], path: str) -> Any:
    found = _FIELD.match(path)
    if not found:
        return None
    value = command.get(found[1])
    if found[2] is None:
        return value
    at = int(found[2])
    return value[at] if isinstance(value, list | tuple) and at < len(value) else None
