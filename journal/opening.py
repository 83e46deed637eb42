"""Ways to open a journal file: shared with others where that is possible, and else as it lies.

SQLite reads a WAL through a `-shm` file that it makes beside the journal, and a connection with
`mode=ro` leaves both there for ever. So a file that is only read is opened for writing where
there is nothing to tidy up, with writing switched off: such a connection keeps the locks that
let others write meanwhile, and removes on closing what it has made. Where no file may be made,
the journal is read as one that does not change, and read again from the start once it did.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .failures import may_not_write


class Stamp(NamedTuple):
    """What tells that a file has changed, the WAL beside it included."""

    file: tuple[int, int, int]
    wal: tuple[int, int, int]

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """As it is now; a file that is not there is as good as an empty one."""
        return cls(_stamp(path), _stamp(_beside(path, "wal")))

    @property
    def calm(self) -> bool:
        """Whether all there is stands in the file itself."""
        return not self.wal[-1]


class Opened(NamedTuple):
    """A connection, and how it was come by.

    Args:
        conn: the connection.
        stamp: of a file that is read as one that does not change; None where locks are kept.
        guest: whether it must not tidy up on closing what others left meanwhile.
    """

    conn: sqlite3.Connection
    stamp: Stamp | None = None
    guest: bool = False


def open_file(path: Path, read_only: bool) -> Opened:
    """A connection to the file, in the first way that works.

    Raises:
        sqlite3.Error: none does.
    """
    stamp = Stamp.of(path)
    if path.exists() and not os.access(path, os.W_OK):
        read_only = True  # or SQLite would make a -shm of ours, which whoever may write cannot
    with suppress(_Unwritable):
        if not read_only:
            return Opened(_live(path, "rwc"))
        if not stamp.calm:
            if _beside(path, "shm").exists():
                return Opened(_live(path, "ro"))
        elif os.access(path, os.W_OK) and not _beside(path, "journal").exists():
            conn = _live(path, "rw")
            conn.execute("PRAGMA query_only = ON")
            return Opened(conn, guest=True)
    if stamp.calm:
        return Opened(_connect(f"{path.as_uri()}?immutable=1"), stamp)
    try:
        return Opened(_copied(path), stamp)
    except sqlite3.OperationalError:
        if _beside(path, "wal").exists():
            raise
        return open_file(path, read_only)  # whoever closed last has removed it since


def close_file(opened: Opened, path: Path) -> None:
    """Close it; whoever closes last removes what lies beside the file, unless others wrote it."""
    held = None
    if opened.guest and not Stamp.of(path).calm:
        with suppress(sqlite3.Error):  # if somebody keeps the file, it is he who closes last
            held = _connect(f"{path.as_uri()}?mode=ro")
    opened.conn.close()
    if held is not None:
        held.close()


class _Unwritable(Exception):
    """Neither the WAL nor its index can be made or opened."""


def _live(path: Path, mode: str) -> sqlite3.Connection:
    try:
        return _connect(f"{path.as_uri()}?mode={mode}")
    except sqlite3.OperationalError as error:
        if may_not_write(error):
            raise _Unwritable from error
        raise


def _connect(uri: str) -> sqlite3.Connection:
    conn = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except BaseException:
        conn.close()
        raise
    return conn


def _copied(path: Path) -> sqlite3.Connection:
    """What file and WAL hold together, in memory: by a copy SQLite makes the index it lacks.

    To close a file lets go of all locks that this process has on it. There are none to lose:
    whoever keeps a lock on a journal with a WAL has made the index.
    """
    conn = _connect(":memory:")
    try:
        with TemporaryDirectory(prefix="rollbook-") as folder:  # which nobody else may enter
            copy = Path(folder, "copy")
            copyfile(path, copy)
            copyfile(_beside(path, "wal"), _beside(copy, "wal"))
            source = _connect(copy.as_uri())
            try:
                source.backup(conn)
            finally:
                source.close()
        conn.execute("PRAGMA query_only = ON")
    except OSError as error:
        conn.close()
        raise sqlite3.OperationalError(f"no copy of it can be made: {error}") from error
    except BaseException:
        conn.close()
        raise
    return conn


def _beside(path: Path, end: str) -> Path:
    return Path(f"{path}-{end}")


def _stamp(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0, 0
    return found.st_ino, found.st_mtime_ns, found.st_size
