"""Rollbook: an event-sourced engine for tabletop game sessions, with provable dice.

This file is ``rollbook/__init__.py``: everything that an embedding application may rely on.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core.asked import Choice
from .core.codec import convert
from .core.dice import Dice, Reading, odds, parse
from .core.engine import Engine
from .core.entries import CommandInfo, Entry, Question, Receipt
from .core.errors import (
    Busy,
    Diverged,
    Invalid,
    KeyReused,
    NoSession,
    NotAdopted,
    NotAllowed,
    Refused,
    RollbookError,
    SessionExists,
    Stale,
    Waiting,
)
from .core.hookspecs import hookimpl
from .core.memory import MemoryStore
from .core.messages import Command, Event
from .core.out import Limits
from .core.permissions import anyone, gm, host, owner, seat
from .core.play import Play
from .core.preview import Preview
from .core.rules import Rules, Ruleset
from .core.session import Session
from .core.switches import Excluded
from .core.table.ledger import ROLES, Charter, Seat
from .core.views import View

if TYPE_CHECKING:
    from collections.abc import Iterable
    from threading import Event as Signal

    from .replay.following import Following

__version__ = version("rollbook")
__all__ = [
    "Busy",
    "Charter",
    "Choice",
    "Command",
    "CommandInfo",
    "Dice",
    "Diverged",
    "Engine",
    "Entry",
    "Event",
    "Excluded",
    "Invalid",
    "KeyReused",
    "Limits",
    "MemoryStore",
    "NoSession",
    "NotAdopted",
    "NotAllowed",
    "Play",
    "Preview",
    "Question",
    "Reading",
    "Receipt",
    "Refused",
    "RollbookError",
    "Rules",
    "Ruleset",
    "Seat",
    "Session",
    "SessionExists",
    "Stale",
    "View",
    "Waiting",
    "__version__",
    "anyone",
    "follow",
    "gm",
    "hookimpl",
    "host",
    "new",
    "odds",
    "open",
    "owner",
    "parse",
    "seat",
]


def new(
    path: str | Path,
    rules: str | Iterable[str],
    *,
    seats: Mapping[str, str | Seat],
    session: str = "",
    charter: Charter | Mapping[str, Any] | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    engine: Engine | None = None,
) -> Session:
    """Begin a session in a file, which is made if it is not there.

    Args:
        path: of the file.
        rules: name of the system, or names of it and its extensions.
        seats: by id: a role (``host``, ``gm``, ``player``, ``observer``), or a `Seat`.
        session: its id; made from the file's name where none is given.
        charter: what the table allows.
        options: by ruleset, those that differ from their defaults.
        engine: with plugins and logger of one's own.

    Raises:
        SessionExists: the file has a session of that id.
        RollbookError: whatever else is wrong, by name.
    """
    engine = engine or Engine()
    named = _seats(seats)
    kept = charter if isinstance(charter, Charter) else convert(charter or {}, Charter, "charter")
    given = convert(options or {}, dict[str, dict[str, Any]], "options")
    store = engine.store(str(path))
    try:
        made = engine.new(
            store,
            session or _id_of(Path(path)),
            [rules] if isinstance(rules, str) else rules,
            seats=named,
            charter=kept,
            options=given,
        )
    except BaseException:
        store.close()
        raise
    made.own_store()
    return made


def open(path: str | Path, *, session: str = "", engine: Engine | None = None) -> Session:
    """Open a session that a file has.

    Args:
        path: of the file.
        session: its id, where the file has several.
        engine: with plugins and logger of one's own.

    Raises:
        NoSession: there is no such file or session.
        RollbookError: whatever else is wrong, by name.
    """
    engine = engine or Engine()
    store = engine.store(str(path))
    try:
        made = engine.open(store, session)
    except BaseException:
        store.close()
        raise
    made.own_store()
    return made


def follow(
    path: str | Path,
    *,
    viewer: str = "",
    since: int = 0,
    session: str = "",
    engine: Engine | None = None,
    stop: Signal | None = None,
    timeout: float | None = None,
) -> Following:
    """Follow a session from another process or thread: what it has since a seq, then what comes.

    Args:
        path: of the file.
        viewer: seat, or empty for whoever holds the journal.
        since: seq of the first record wanted, as ``position`` of a follower before.
        session: its id, where the file has several.
        engine: with plugins of one's own.
        stop: ends it once it is set; may be set from any thread.
        timeout: seconds without anything new after which it ends; None is for ever.

    Returns:
        An iterator over entries, which waits for the next; its ``position`` is where to go on.

    Raises:
        NoSession: there is no such file or session, or, later, the file is gone.
        Invalid: there is no such seat.
    """
    from .replay.following import follow as following  # whoever only plays needs none of replay

    return following(
        path, viewer=viewer, since=since, session=session, engine=engine, stop=stop, timeout=timeout
    )


def _seats(seats: Mapping[str, str | Seat]) -> dict[str, Seat]:
    """Seats as given: a role stands for a seat whose name is its id."""
    if not isinstance(seats, Mapping):
        raise Invalid("seats are a mapping of ids to roles", path="$.seats")
    made = {}
    for name, given in seats.items():
        if isinstance(given, Seat):
            made[name] = given
        elif given in ROLES:
            made[name] = Seat(name, given)  # type: ignore[arg-type]
        else:
            raise Invalid(
                f"{given!r} is no role, of {name}", path=f"$.seats.{name}", hint=", ".join(ROLES)
            )
    return made


def _id_of(path: Path) -> str:
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in path.stem)
    return kept.lower()[:64].strip("-") or "session"
