"""The store in one SQLite file, which several processes may use at the same time."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import Damaged, NoSession, ReadOnly, SessionExists, StoreError
from ..core.memory import Hold
from ..core.records import Commit, Fact, Record
from ..core.store import Head, Seed, Snapshot
from ..core.tree import pack
from . import migrations, reading, schema, snapshots
from .connecting import Durability, Line, refuse_remote, use_wal
from .failures import translate

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_RECORD = (
    "INSERT INTO records (session, seq, commit_no, kind, type, family, version, at, by, cause,"
    " audience, salt, key, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))"
)
_COMMIT = "INSERT INTO commits (session, no, first, size, root) VALUES (?, ?, ?, ?, ?)"
_SEED = "INSERT INTO seals (session, epoch, kind, seed) VALUES (?, ?, ?, ?)"
_BEGUN = "INSERT INTO sessions (commits, size, root, frontier, id) VALUES (?, ?, ?, ?, ?)"
_GROWN = "UPDATE sessions SET commits = ?, size = ?, root = ?, frontier = ? WHERE id = ?"


class SQLiteHold(Hold):
    """A writer's hold on one session of the file.

    Args:
        line: whose write lock is held.
        session: its id.
        head: where its log ended when the hold began.
    """

    def __init__(self, line: Line, session: str, head: Head) -> None:
        super().__init__(session, head)
        self._line = line

    def since(self, seq: int) -> Iterator[Fact]:
        """Facts from this seq on: what others appended."""
        return reading.facts(self._line, self.session, max(0, seq), self.head.size)

    def keyed(self, key: str) -> Record | None:
        """The command that used this idempotency key."""
        return reading.keyed(self._line, self.session, key)

    def spill(self) -> None:
        """Insert what was staged, so that a long import need not be held in memory.

        Raises:
            StoreError: the file does not take it; the hold is then worth nothing.
        """
        with _translated(self._line):
            self._insert()

    def write(self, conn: sqlite3.Connection, new: bool) -> None:
        """Insert what is left and where the log ends; the transaction is the caller's to end."""
        self._insert()
        end = self.end
        row = (end.commits, end.size, end.root, pack(end.frontier), self.session)
        conn.execute(_BEGUN if new else _GROWN, row)

    def _insert(self) -> None:
        name, conn = self.session, self._line.conn
        conn.executemany(
            _RECORD,
            [
                (
                    *(name, r.seq, r.commit, r.kind, r.type, r.family, r.version, r.at, r.by),
                    *(r.cause, r.to, r.salt, r.key, r.body),
                )
                for r in self.records
            ],
        )
        for commit in self.commits:
            conn.execute(_COMMIT, (name, *commit))
        if self.seeds:
            conn.executemany(_SEED, [(name, *seed) for seed in self.seeds])
        self.records, self.commits, self.seeds = [], [], []


class SQLiteStore:
    """Sessions in one SQLite file; a missing file is made by the first new session.

    Each thread that uses the store gets a connection of its own, closed when the thread ends
    or the store is closed.

    Args:
        path: of the file.
        durability: ``full`` (a commit survives a power cut) or ``normal`` (a power cut may
            take the last commits, whole; a crash of the process takes nothing).
        timeout: seconds to wait for another writer before ``Busy``.
        logger: a structlog logger, told of ``busy`` and ``migrated``; None is silence.
        read_only: never write, leave the file's bytes as they are, and no file beside it that
            was not there.

    Raises:
        NoSession: there is no such file to read, or no such folder to make one in.
        Damaged: the path is no journal.
        NewerFormat: a newer Rollbook wrote the file.
        ReadOnly: the path cannot be reached, or may not be written and has to be migrated.
        StoreError: the file system has no working locks.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        durability: Durability = "full",
        timeout: float = 5.0,
        logger: FilteringBoundLogger | None = None,
        read_only: bool = False,
    ) -> None:
        self.path = Path(path).absolute()
        self._durability: Durability = durability
        self._timeout = timeout
        self._logger = logger
        self._read_only = read_only
        self._local = threading.local()
        self._lines: weakref.WeakSet[Line] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._closed = False
        try:
            exists, is_dir = self.path.exists(), self.path.is_dir()
        except OSError as error:
            raise ReadOnly(f"{self.path} cannot be reached: {error.strerror}") from error
        if is_dir:
            raise Damaged(f"{self.path} is a folder, not a journal")
        if not exists and (read_only or not self.path.parent.is_dir()):
            raise NoSession(f"there is no file {self.path}", hint="check the name and the folder")
        if not read_only:
            refuse_remote(self.path)
        if exists:
            self._line()

    def sessions(self) -> tuple[str, ...]:
        """Ids of the sessions, sorted."""
        line = self._laid_out()
        if line is None:
            return ()
        return reading.names(line)

    @contextmanager
    def write(self, session: str, *, new: bool = False) -> Iterator[SQLiteHold]:
        """Hold the session for one append; leaving with an exception appends nothing."""
        line = self._writable(session, new)
        with _locked(line):
            head = reading.find_head(line, session)
            if head is None and not new:
                raise NoSession(f"there is no session {session!r} in {self.path}")
            if head is not None and new:
                raise SessionExists(f"there is a session {session!r} in {self.path} already")
            head = head or Head()
            hold = SQLiteHold(line, session, head)
            yield hold
            if hold.end != head:
                with _translated(line):
                    hold.write(line.conn, new)
                    line.conn.execute("COMMIT")

    def head(self, session: str) -> Head:
        """Where the log ends now."""
        return reading.head(self._readable(session), session)

    def facts(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Fact]:
        """Facts with first ≤ seq < stop, as far as the log reached when this was called.

        Raises:
            Damaged: on reaching a record that is missing or cannot be read.
        """
        line = self._readable(session)
        size = reading.head(line, session).size
        return reading.facts(line, session, max(0, first), _least(stop, size))

    def records(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Record]:
        """Whole records with first ≤ seq < stop, as far as the log reached at the call.

        A missing record is passed over: this is what looks for damage.
        """
        line = self._readable(session)
        size = reading.head(line, session).size
        return reading.records(line, session, max(0, first), _least(stop, size))

    def commits(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Commit]:
        """Commits with first ≤ no < stop, as far as the log reached at the call."""
        line = self._readable(session)
        commits = reading.head(line, session).commits
        return reading.commits(line, session, max(0, first), _least(stop, commits))

    def seeds(self, session: str) -> tuple[Seed, ...]:
        """Every seed kept for the session, in order of epoch and kind."""
        line = self._readable(session)
        reading.head(line, session)
        return reading.seeds(line, session)

    def snapshot(self, session: str, commit: int, digests: Mapping[str, str]) -> Snapshot | None:
        """The latest snapshot not after this commit that holds every name with that digest."""
        line = self._readable(session)
        reading.head(line, session)
        return snapshots.latest(line, session, commit, digests)

    def keep(self, session: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of any other of that commit."""
        line = self._writable(session, False)
        with _locked(line):
            reading.head(line, session)
            try:
                snapshots.keep(line, session, snapshot)
                line.conn.execute("COMMIT")
            except sqlite3.Error as error:
                raise translate(error, self.path) from error

    def close(self) -> None:
        """Close every thread's connection; using the store afterwards is refused."""
        with self._lock:
            self._closed = True
            for line in tuple(self._lines):
                line.close()

    def _line(self, *, make: bool = False) -> Line | None:
        """This thread's connection; None while there is no file and none is to be made."""
        if self._closed:
            raise StoreError(f"the store of {self.path} is closed")
        line: Line | None = getattr(self._local, "line", None)
        if line is not None and line.mine:
            return line
        if not make and not self.path.exists():
            return None
        line = Line(self.path, self._durability, self._timeout, self._logger, self._read_only)
        try:
            line.check()
            if line.format is not None and line.format < schema.FORMAT:
                migrations.migrate(line, self._read_only)
        except BaseException:
            line.close()
            raise
        with self._lock:
            self._lines.add(line)
        self._local.line = line
        return line

    def line(self, session: str) -> Line:
        """This thread's connection, for whoever looks at the file itself."""
        return self._readable(session)

    def _readable(self, session: str) -> Line:
        line = self._laid_out()
        if line is None:
            raise NoSession(f"there is no session {session!r} in {self.path}")
        return line

    def _laid_out(self) -> Line | None:
        """This thread's connection if the file has its tables, maybe by another process now."""
        line = self._line()
        if line is not None and line.format is None:
            line.check()
        return line if line is not None and line.format is not None else None

    def _writable(self, session: str, new: bool) -> Line:
        if self._read_only:
            raise ReadOnly(f"{self.path} was opened to be read only")
        line = self._line(make=True) if new else self._readable(session)
        assert line is not None
        if line.format is None:
            use_wal(line)
            with _locked(line):
                line.check()
                if line.format is None:
                    schema.create(line.conn)
                    line.conn.execute("COMMIT")
                    line.format = schema.FORMAT
        return line


@contextmanager
def _translated(line: Line) -> Iterator[None]:
    try:
        yield
    except UnicodeEncodeError as error:
        raise StoreError(f"a record holds text that is no Unicode: {error}") from error
    except sqlite3.Error as error:
        raise translate(error, line.path) from error


@contextmanager
def _locked(line: Line) -> Iterator[None]:
    if line.conn.in_transaction:
        raise StoreError(f"this thread holds {line.path} already", hint="leave that hold first")
    line.begin()
    try:
        yield
    finally:
        line.rollback()


def _least(stop: int | None, size: int) -> int:
    return size if stop is None else min(stop, size)
