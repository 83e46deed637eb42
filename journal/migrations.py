"""Older files, brought to the present format once a copy has been set aside.

Copy, change and check happen under one write lock and in one transaction: a process that is
killed at any point leaves the file as it was, and the next one begins again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from filecmp import cmp
from pathlib import Path
from time import monotonic

from ..core.errors import Damaged, StoreError
from ..core.records import leaf
from ..core.tree import Frontier, grow, pack, root
from . import reading, schema
from .connecting import Line
from .failures import translate


def migrate(line: Line, read_only: bool) -> None:
    """Bring the file to the present format.

    Raises:
        StoreError: it was opened to be read only.
        Damaged: what came out does not verify; the file is as it was.
    """
    old = line.format
    if read_only:
        raise StoreError(
            f"{line.path} has the old format {old}",
            hint="open it once for writing; a copy is set aside before it is brought up to date",
        )
    start = monotonic()
    line.begin()
    try:
        line.check()  # another process may have been first
        if line.format is None or line.format == schema.FORMAT:
            return
        copy = set_aside(line.path, line.format)
        sizes = _sizes(line.conn)
        for step in range(line.format, schema.FORMAT):
            STEPS[step](line.conn)
        schema.guard(line.conn)
        line.conn.execute("UPDATE meta SET format = ?", (schema.FORMAT,))
        verify(line, sizes)
        line.conn.execute("COMMIT")
        line.format = schema.FORMAT
    except sqlite3.Error as error:
        raise translate(error, line.path) from error
    finally:
        line.rollback()
    if line.logger is not None:
        line.logger.info(
            "migrated",
            file=line.path.name,
            copy=copy.name,
            old=old,
            new=schema.FORMAT,
            records=sum(sizes.values()),
            seconds=round(monotonic() - start, 3),
        )


def set_aside(path: Path, number: int) -> Path:
    """A verified copy beside the file, under a name that overwrites no other copy.

    Args:
        path: of the file, whose write lock the caller holds.
        number: of the file's format.

    Returns:
        The path of the copy: an earlier one where it has the very same bytes.
    """
    part = path.with_name(f"{path.name}.format-{number}.part")
    try:
        part.unlink(missing_ok=True)  # a killed migration may have left it
        _copy(path, part)
        for again in ("", *(f"-{no}" for no in range(1, 1000))):
            copy = path.with_name(f"{path.name}.format-{number}.bak{again}")
            if not copy.exists():
                part.rename(copy)
                _sync_folder(copy.parent)
                return copy
            if cmp(part, copy, shallow=False):
                return copy
        raise StoreError(f"there are too many old copies of {path}", hint="move them elsewhere")
    except OSError as error:
        raise StoreError(f"no copy of {path} can be set aside: {error}") from error
    finally:
        with suppress(OSError):
            part.unlink()  # or a disk that was too full for it stays full


def _copy(path: Path, part: Path) -> None:
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        source.backup(target)
        sound = target.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not sound or _sizes(source) != _sizes(target):
            raise Damaged(f"{path} is damaged", hint="keep it as it is and salvage a copy")


def verify(line: Line, sizes: dict[str, int]) -> None:
    """Read every record of the migrated file and rebuild each tree.

    Args:
        line: to the file, inside the migration's transaction.
        sizes: by session, how many records the old file had.

    Raises:
        Damaged: a record is missing, or a root is not what it was.
    """
    for session, size in sizes.items():
        frontier: Frontier = ()
        seq = 0
        for record in reading.records(line, session, 0, size):
            frontier = grow(frontier, seq, [leaf(record)])
            seq += 1
        head = reading.head(line, session)
        rebuilt = (seq, root(frontier), pack(frontier))
        if rebuilt != (size, head.root, pack(head.frontier)) or head.size != size:
            raise Damaged(
                f"session {session!r} of {line.path} does not verify; the file is as it was",
                hint="keep it as it is and salvage a copy",
            )


def _sizes(conn: sqlite3.Connection) -> dict[str, int]:
    return dict(conn.execute("SELECT session, count(*) FROM records GROUP BY session ORDER BY 1"))


def _sync_folder(path: Path) -> None:
    if os.name == "posix":  # elsewhere a folder cannot be opened, nor need it be
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _from_synthetic_zero(conn: sqlite3.Connection) -> None:
    """Format 0 never was released: it stands here so that the way of migrating is tested.

    Its records had no ``family``: none of them belonged to one.
    """
    schema.unguard(conn)
    conn.execute("ALTER TABLE records RENAME TO records_0")
    conn.execute(schema.RECORDS)
    conn.execute(
        "INSERT INTO records SELECT session, seq, commit_no, kind, type, '', version, at, by,"
        " cause, audience, salt, key, body FROM records_0"
    )
    conn.execute("DROP TABLE records_0")
    conn.execute(schema.RECORDS_KEY)


STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {0: _from_synthetic_zero}
"""By format, what leads from it to the next."""
