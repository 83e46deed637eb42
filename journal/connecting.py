"""One connection to a journal file: opened without writing to it, patient, and never shared."""

from __future__ import annotations

import os
import random
import sqlite3
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from ..core.errors import Busy, Damaged, NewerFormat, StoreError
from . import schema
from .failures import is_busy, translate
from .opening import Opened, Stamp, close_file, open_file

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

Durability = Literal["full", "normal"]
Row = tuple[Any, ...]
_Result = TypeVar("_Result")

_REMOTE = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "fuse.sshfs", "fuse.davfs2"}
MOUNTS = Path("/proc/mounts")
"""Where Linux lists what is mounted; elsewhere nothing is known, and nothing refused."""

_FOREIGN: list[Opened] = []
"""What a fork inherited: to close it here could tidy up a file that the parent writes."""


class Line:
    """A connection that keeps to the process that opened it.

    Args:
        path: of the file, absolute.
        durability: ``full`` survives a power cut, ``normal`` a crash of the process.
        timeout: seconds to wait for other connections.
        logger: told of waits that ended in ``Busy``.
        read_only: never write, not even what a crash left to be tidied.
    """

    def __init__(
        self,
        path: Path,
        durability: Durability,
        timeout: float,
        logger: FilteringBoundLogger | None,
        read_only: bool,
    ) -> None:
        self.path = path
        self.timeout = timeout
        self.logger = logger
        self.format: int | None = None
        self._pid = os.getpid()
        self._durability = durability
        self._read_only = read_only
        self._open()

    @property
    def mine(self) -> bool:
        """Whether this process opened it: SQLite's connections do not survive a fork."""
        return self._pid == os.getpid()

    def patiently(self, action: Callable[[], _Result]) -> _Result:
        """The action's result, tried again while others keep the file, up to the time-out.

        SQLite's own waiting is switched off: it does not cover opening, switching to WAL and
        recovery, and its long sleeps starve a writer among many.

        Raises:
            StoreError: whatever SQLite reported, in our words; ``Busy`` after the time-out.
        """
        start = monotonic()
        pause = 0.0005
        while True:
            try:
                return action()
            except UnicodeDecodeError as error:  # what SQLite itself says of damaged names
                raise Damaged(
                    f"{self.path} is damaged: a name in it is no text",
                    hint="keep the file as it is and salvage a copy",
                ) from error
            except sqlite3.Error as error:
                waited = monotonic() - start
                if not is_busy(error) or waited >= self.timeout:
                    raise self._failure(error, waited) from error
            sleep(min(pause * random.uniform(0.5, 1.5), max(0.0, self.timeout - waited)))
            pause = min(pause * 1.5, 0.01)

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """All rows of a short query."""
        if self._stamp is None:
            with suppress(sqlite3.Error, UnicodeDecodeError):
                return self.conn.execute(sql, values).fetchall()
        return self._steadily(lambda: self.conn.execute(sql, values).fetchall())

    def readable(self, sql: str, values: Sequence[object]) -> tuple[list[Row], StoreError | None]:
        """Rows as far as they can be read, and what stopped the reading."""
        rows: list[Row] = []

        def read() -> None:
            rows.clear()
            rows.extend(self.conn.execute(sql, values))

        try:
            self._steadily(read)
        except Busy:
            raise
        except StoreError as error:
            return rows, error
        return rows, None

    def _steadily(self, action: Callable[[], _Result]) -> _Result:
        """The action's result; where no lock is kept, from a file that stayed as it was.

        Raises:
            StoreError: as `patiently`; ``Busy`` too where the file never stays as it is.
        """
        start = monotonic()
        while True:
            result, failure = None, None
            try:
                result = self.patiently(action)
            except StoreError as error:
                failure = error
            if self._stamp is None or self._stamp == Stamp.of(self.path):
                if failure is not None:
                    raise failure
                return cast(_Result, result)
            if monotonic() - start >= self.timeout:
                raise Busy(f"{self.path} changes while it is read", hint="try again") from failure
            self._finalizer()
            self._open()

    def begin(self) -> None:
        """Take the file's write lock.

        Raises:
            Busy: others kept it until the time-out.
            ReadOnly: the file may not be written.
        """
        try:
            self.conn.execute("BEGIN IMMEDIATE")
        except sqlite3.Error:
            self.patiently(lambda: self.conn.execute("BEGIN IMMEDIATE"))

    def rollback(self) -> None:
        """Let go of the write lock and leave nothing, if SQLite has not done so itself."""
        if self.conn.in_transaction:
            self.conn.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection; harmless when done twice."""
        self._stamp = None
        self._finalizer()

    def check(self) -> None:
        """Learn the file's format; ``None`` is an empty file.

        Raises:
            Damaged: it is some other database, or none.
            NewerFormat: a newer Rollbook wrote it.
        """
        self._whole_pages()
        tables = {name for (name,) in self.rows("SELECT name FROM sqlite_master")}
        if not tables:
            self.format = None
            return
        found = self.rows("SELECT format FROM meta") if "meta" in tables else []
        if self.rows("PRAGMA application_id") != [(schema.APPLICATION,)] or len(found) != 1:
            raise Damaged(f"{self.path} is a database, but not a journal")
        form = found[0][0]
        if type(form) is not int:
            raise Damaged(f"{self.path} is damaged: its format is no number")
        self.format = form
        if self.format > schema.FORMAT:
            raise NewerFormat(
                f"{self.path} has format {self.format}; this Rollbook knows up to {schema.FORMAT}",
                hint="open it with the Rollbook that wrote it, or a newer one",
            )

    def _whole_pages(self) -> None:
        """Refuse a file cut within a page: SQLite would read the rest of the page as zeros."""
        [(page,)] = self.rows("PRAGMA page_size")
        wal = Path(f"{self.path}-wal")
        size = self.path.stat().st_size
        if size % page and not (wal.exists() and wal.stat().st_size):
            raise Damaged(
                f"{self.path} is cut off within a page, at {size} bytes",
                hint="keep it as it is and salvage a copy",
            )

    def _failure(self, error: sqlite3.Error, waited: float) -> StoreError:
        if is_busy(error) and self.logger is not None:
            self.logger.warning("busy", seconds=round(waited, 3))
        return translate(error, self.path)

    def _open(self) -> None:
        opened = self.patiently(lambda: open_file(self.path, self._read_only))
        self.conn, self._stamp = opened.conn, opened.stamp
        self._finalizer = weakref.finalize(self, _close, opened, self.path, self._pid)
        self._finalizer.atexit = False
        self.conn.execute(f"PRAGMA synchronous = {self._durability}")


def _close(opened: Opened, path: Path, pid: int) -> None:
    if pid == os.getpid():
        close_file(opened, path)
    else:
        _FOREIGN.append(opened)


def refuse_remote(path: Path) -> None:
    """Refuse a place that several machines write, as far as the system tells of it.

    Raises:
        StoreError: the path lies on a network file system.
    """
    kind = remote(path, MOUNTS.read_text() if MOUNTS.exists() else "")
    if kind:
        raise _no_locks(path, kind)


def use_wal(line: Line) -> None:
    """Switch a new file to write-ahead logging, which stays in the file.

    Raises:
        StoreError: the file system cannot share a WAL among processes.
    """
    [(mode,)] = line.rows("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise _no_locks(line.path, mode)


def _no_locks(path: Path, why: str) -> StoreError:
    return StoreError(
        f"{path} lies on a file system without working locks ({why})",
        hint="keep the journal on a local disk",
    )


def remote(path: Path, mounts: str) -> str:
    """The kind of network file system that holds the path, by a listing like ``/proc/mounts``.

    Returns:
        Its name, or nothing for a local disk and where the listing does not say.
    """
    holder, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        if path.is_relative_to(point) and len(point) >= len(holder):
            holder, kind = point, fields[2]
    return kind if kind in _REMOTE else ""


def windows(first: int, stop: int, width: int) -> Iterator[tuple[int, int]]:
    """Bounds of one short query after another, so that none keeps a WAL from being emptied."""
    for start in range(first, stop, width):
        yield start, min(stop, start + width)
