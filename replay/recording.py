"""A session's log to be read: never written to, with whatever of its rules is installed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike, fspath
from typing import Any, NamedTuple

from ..core.engine import Engine
from ..core.errors import Damaged, NoSession, Unreadable
from ..core.folding import Folder
from ..core.look import Look
from ..core.messages import TABLE
from ..core.records import Commit, Fact, Record
from ..core.rulebook import Rulebook
from ..core.session import Session
from ..core.store import Store, commit_of, opened_with
from ..core.table.ledger import Ledger
from ..core.vocabulary import Corrected
from .installed import why

_CORRECTED = Corrected.message.tag


class _Read(NamedTuple):
    """What has been gathered of so many records; a log only grows."""

    size: int
    slices: dict[type, Any]
    corrections: tuple[Fact, ...]


class Recording:
    """One session as it was recorded, for rebuilding, telling and comparing.

    It can be read even where rulesets of it are not installed: their events stay as they are.

    Args:
        store: where it is kept.
        name: its id.
        book: rules to read it with.
        missing: names of its rulesets that are not installed, or do not work.
        broken: of these, why each that does not work does not.
        unread: told once of the first record that does not read, so that what was before it
            is shown; where left out, folding beyond it raises.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        book: Rulebook,
        missing: tuple[str, ...] = (),
        broken: Mapping[str, str] | None = None,
        unread: Callable[[Unreadable], None] | None = None,
    ) -> None:
        self.store = store
        self.name = name
        self.book = book
        self.missing = missing
        self.broken = dict(broken or {})
        self._folder = Folder(book)
        self._unread = unread
        self._told = False
        self._so_far = _Read(0, book.slices(), ())

    @classmethod
    def of(cls, session: Session) -> Recording:
        """What a session at play has recorded so far."""
        return cls(session.store, session.name, session.book)

    def bears(self, error: Unreadable) -> bool:
        """Whether what was before a record that does not read is shown; says so the first time."""
        if self._unread is not None and not self._told:
            self._told = True
            self._unread(error)
        return self._unread is not None

    @property
    def size(self) -> int:
        """How many records there are now."""
        return self.store.head(self.name).size

    @property
    def commits(self) -> int:
        """How many commits there are now."""
        return self.store.head(self.name).commits

    def facts(self, first: int = 0, stop: int | None = None) -> Iterator[Fact]:
        """Facts with first ≤ seq < stop, streamed."""
        return self.store.facts(self.name, first, stop)

    def records(self, first: int = 0, stop: int | None = None) -> Iterator[Record]:
        """Whole records with first ≤ seq < stop, streamed."""
        return self.store.records(self.name, first, stop)

    def commit(self, no: int) -> Commit:
        """One commit; there must be one of this number."""
        return commit_of(self.store, self.name, no)

    @property
    def now(self) -> Look:
        """The ledger at the end, by which audiences are resolved; the board is not folded."""
        return Look(self._gathered().slices, self.book)

    @property
    def corrections(self) -> tuple[Fact, ...]:
        """What says of records that they were put right, in order, also what was taken back."""
        return self._gathered().corrections

    def _gathered(self) -> _Read:
        """Ledger and corrections at the end; only what came since the last time is read."""
        was, size = self._so_far, self.size
        if was.size == size:
            return was
        slices, found = dict(was.slices), list[Fact]()
        for fact in self.facts(was.size, size):
            self._folder.fact(slices, fact, board=False)
            if fact.type == _CORRECTED:
                found.append(fact)
        self._so_far = _Read(size, slices, (*was.corrections, *found))
        return self._so_far

    def ledger(self, stop: int) -> Ledger:
        """The ledger after so many records."""
        slices = self.book.slices()
        self._folder.facts(slices, self.facts(0, stop), board=False)
        found: Ledger = slices[Ledger]
        return found


def load(
    path: str | PathLike[str],
    *,
    session: str = "",
    engine: Engine | None = None,
    damaged: bool = False,
    unread: Callable[[Unreadable], None] | None = None,
) -> Recording:
    """Open a file to read one of its sessions; the file stays as it is, byte for byte.

    Args:
        path: of the file.
        session: its id, where the file has several.
        engine: with plugins of one's own.
        damaged: whether a session whose opening does not read is read all the same, by the
            table's rules alone.
        unread: as of `Recording`.

    Raises:
        NoSession: there is no such file or session.
        Damaged: its first record does not read.
        RollbookError: whatever else is wrong, by name.
    """
    engine = engine or Engine()
    store = engine.store(fspath(path), read_only=True)
    name = only(store, session)
    try:
        wanted = opened_with(store, name)
    except Damaged:
        if not damaged:
            raise
        wanted = ()
    book, broken = _compiled(engine, _readable(engine, wanted))
    missing = tuple(sorted(set(wanted) - set(book.names)))
    return Recording(store, name, book, missing, broken, unread)


def _compiled(engine: Engine, names: set[str]) -> tuple[Rulebook, dict[str, str]]:
    """The rulebook of these rulesets, without those that cannot be compiled, and why not."""
    try:
        return engine.rulebook(names), {}
    except Exception as error:  # whatever a ruleset may get wrong
        first = error
    kept, broken = {TABLE}, dict[str, str]()
    while left := sorted(n for n in names - kept - broken.keys() if {*_base(engine, n)} <= kept):
        for name in left:
            try:
                engine.rulebook(kept | {name})
            except Exception as error:  # likewise
                broken[name] = why(error)
            else:
                kept.add(name)
    if not broken:
        raise first
    return engine.rulebook(kept), broken


def only(store: Store, session: str = "") -> str:
    """The session named, or the only one there is.

    Raises:
        NoSession: there is none, or several and none is named.
    """
    names = store.sessions()
    if session in names:
        return session
    if session:
        raise NoSession(f"there is no session {session!r}", hint=f"there is {', '.join(names)}")
    if len(names) != 1:
        what = f"the file holds {len(names)} sessions" if names else "the file holds no session"
        raise NoSession(what, hint=f"name one: {', '.join(names)}" if names else "")
    return names[0]


def _readable(engine: Engine, wanted: Iterable[str]) -> set[str]:
    """Of these rulesets, the installed ones whose base is installed too."""
    left = {name for name in wanted if name in engine.catalogue} | {TABLE}
    while True:
        lame = {name for name in left if not {TABLE, *_base(engine, name)} <= left}
        if not lame:
            return left
        left -= lame


def _base(engine: Engine, name: str) -> tuple[str, ...]:
    extends = engine.catalogue[name].extends
    return (re.split(r"[<>=,\s]", extends, maxsplit=1)[0],) if extends else ()
