"""Salvage: what verifies of a damaged file goes into a new one, what does not is written beside.

The file itself is never opened: a copy is. Nothing of its own account is believed but roots that
the records themselves give.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hmac import compare_digest
from itertools import chain
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import Struct

from ..core.dice import commitment
from ..core.errors import Damaged, Invalid, NewerFormat, NoSession, ReadOnly
from ..core.records import Commit, Record, leaf
from ..core.store import Seed
from ..core.table.seals import EpochOpened
from ..core.tree import Frontier, grow, root
from .schema import FORMAT
from .sqlite import SQLiteStore

_WIDTH = 500
_MISSES = 1_000_000
"""Numbers in a row without a record, beyond which there are taken to be no more."""

_EVERY = 2000
_LONGEST = 1 << 36
"""Bytes up to which a copy that was cut is made as long as its head says; it stays sparse."""

_COLUMNS = (
    "session, seq, commit_no, kind, type, family, version, at, by, cause, audience, salt, key,"
    " CAST(body AS BLOB)"
)
_WINDOW = f"SELECT {_COLUMNS} FROM records WHERE session = ? AND seq >= ? AND seq < ? ORDER BY seq"
_OPENED = EpochOpened.message.tag


class Salvaged(Struct, frozen=True):
    """What became of one session.

    Args:
        session: its id.
        size: number of records that verify, and are in the new file.
        commits: number of commits, likewise.
        root: of the tree over them, hex; empty where there are none.
        seeds: how many seeds of sealed dice came along.
        first: number of the first record that does not verify; None where all do.
        why: what is wrong there, in English; empty where nothing is.
        beyond: how many records could be read that do not verify; they are written beside.
        missing: spans of numbers, first and last, that could not be read, the first hundred.
    """

    session: str
    size: int
    commits: int
    root: str
    seeds: int = 0
    first: int | None = None
    why: str = ""
    beyond: int = 0
    missing: tuple[tuple[int, int], ...] = ()


class _Opened(Struct):
    number: int
    commitments: dict[str, str]


def salvage(
    path: Path, target: Path, beside: Path, *, progress: Callable[[int, int], None] | None = None
) -> tuple[Salvaged, ...]:
    """Save what verifies of a file, session by session: its longest such part from the beginning.

    Args:
        path: of the damaged file, which stays as it is.
        target: of the new journal.
        beside: of the JSON Lines with whatever else could be read; made where there is any.
        progress: told now and then how far it is with a session.

    Raises:
        Damaged: nothing can be read at all.
        Invalid: there is a file of one of these names already.
        NewerFormat: a newer Rollbook wrote it.
        NoSession: there is no file to read.
    """
    for new in (target, beside):
        if new.exists():
            raise Invalid(
                f"there is a file {new} already", path="OUT", hint="nothing is overwritten"
            )
    with TemporaryDirectory(prefix="rollbook-") as folder:
        copy = _copied(path, Path(folder))
        with closing(_connect(copy)) as conn:
            _check_format(conn, path)
            names = _sessions(conn)
            if not names:
                raise Damaged(f"of {path} nothing can be read", hint="is there an older copy?")
            return tuple(_Session(conn, name, progress).save(target, beside) for name in names)


class _Session:
    """One session of the copy, read three times: to judge it, to save it, and to write the rest."""

    def __init__(
        self, conn: sqlite3.Connection, name: str, progress: Callable[[int, int], None] | None
    ) -> None:
        self._conn = conn
        self._name = name
        self._progress = progress
        head = _rows(conn, "SELECT commits, size, root FROM sessions WHERE id = ?", name)
        self._head = head[0] if head else None
        self._said = head[0][1] if head and isinstance(head[0][1], int) else None
        last = _rows(conn, "SELECT max(seq) FROM records WHERE session = ?", name)
        found = last[0][0] + 1 if last and isinstance(last[0][0], int) else None
        self._end = max(found or 0, min(self._said or 0, (found or 0) + _MISSES))
        self._missing: list[tuple[int, int]] = []

    def save(self, target: Path, beside: Path) -> Salvaged:
        """Its good part into the new journal, the rest beside."""
        commits, size, first, why = self._judge()
        top, seeds = self._keep(target, commits) if commits else ("", 0)
        beyond = self._rest(beside, size)
        if first is None and (beyond or self._missing):
            first, why = size, "no root vouches for what follows"
        return Salvaged(
            self._name, size, commits, top, seeds, first, why, beyond, tuple(self._missing[:100])
        )

    def _judge(self) -> tuple[int, int, int | None, str]:
        """Commits and records up to the last root that verifies, and what is wrong behind it."""
        frontier: Frontier = ()
        commits = size = at = 0
        for number, batch in enumerate(self._commits()):
            wrong = self._wrong(batch, at, number)
            if wrong is not None:
                return commits, size, *wrong
            frontier = grow(frontier, at, map(leaf, batch))
            at += len(batch)
            if (at, root(frontier)) in self._roots(number):
                commits, size = number + 1, at
            if self._progress and (at // _EVERY != (at - len(batch)) // _EVERY or at == self._end):
                self._progress(at, max(at, self._end))
        if at != size:
            return commits, size, size, f"the records from {size} on give another root"
        if at < max(self._end, self._said or 0):
            return commits, size, at, f"record {at} is missing or cannot be read"
        return commits, size, None, ""

    def _roots(self, number: int) -> list[tuple[Any, Any]]:
        """Sizes and roots after a commit, as the file says in one place or two."""
        sql = "SELECT size, root FROM commits WHERE session = ? AND no = ?"
        said = [(size, top) for size, top in _rows(self._conn, sql, self._name, number)]
        if self._head is not None and self._head[0] == number + 1:
            said.append(self._head[1:])
        return said

    def _wrong(self, batch: list[Record], at: int, number: int) -> tuple[int, str] | None:
        """Where the records of a commit are not those that should follow."""
        if batch[0].commit != number:
            return at, f"record {at} is of commit {batch[0].commit}, not {number}"
        for seq, record in enumerate(batch, at):
            if record.seq != seq:
                return seq, f"record {seq} is missing or cannot be read"
            if (record.kind == "command") != (seq == at):
                return seq, f"record {seq} is {record.kind!r} where it stands"
        return None

    def _keep(self, target: Path, commits: int) -> tuple[str, int]:
        store = SQLiteStore(target)
        try:
            with store.write(self._name, new=True) as hold:
                commitments: dict[tuple[int, str], str] = {}
                for batch in self._commits(commits):
                    first, no = hold.end.size, batch[0].commit
                    grown = grow(hold.end.frontier, first, map(leaf, batch))
                    commit = Commit(no, first, first + len(batch), root(grown))
                    seeds = self._seeds(batch)
                    hold.append(batch, commit, grown, seeds)
                    hold.spill()
                    commitments |= {(seed.epoch, seed.kind): "" for seed in seeds}
            return store.head(self._name).root.hex(), len(commitments)
        finally:
            store.close()

    def _seeds(self, batch: list[Record]) -> list[Seed]:
        """Seeds of the epochs that a commit opens, where they are those that were sealed."""
        found = []
        for record in batch:
            if record.type != _OPENED or record.kind != "event":
                continue
            try:
                opened = msgspec.json.decode(record.body, type=_Opened)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                continue
            for kind, sealed in sorted(opened.commitments.items()):
                seed = self._seed(opened.number, kind)
                made = commitment(self._name, opened.number, kind, seed).hex()
                if compare_digest(made, sealed):
                    found.append(Seed(opened.number, kind, seed))
        return found

    def _seed(self, epoch: int, kind: str) -> bytes:
        sql = "SELECT seed FROM seals WHERE session = ? AND epoch = ? AND kind = ?"
        found = _rows(self._conn, sql, self._name, epoch, kind)
        return found[0][0] if found and isinstance(found[0][0], bytes) else b""

    def _rest(self, beside: Path, size: int) -> int:
        """Write the records that can be read behind the good part; how many there are."""
        rows = self._raw(size)
        first = next(rows, None)
        if first is None:
            return 0
        count = 0
        with beside.open("ab") as file:
            for row in chain((first,), rows):
                file.write(_told(row) + b"\n")
                count += 1
        return count

    def _commits(self, stop: int | None = None) -> Iterator[list[Record]]:
        """The records of each commit from the first on, up to the first that fails."""
        batch: list[Record] = []
        for raw in self._raw(0):
            record = _record(raw)
            if batch and (record is None or record.commit != batch[0].commit):
                yield batch
                batch = []
            if record is None or (stop is not None and record.commit >= stop):
                return
            batch.append(record)
        if batch:
            yield batch

    def _raw(self, first: int) -> Iterator[tuple[Any, ...]]:
        """Rows from a number on, past whatever cannot be read; that is noted."""
        self._missing = []
        seq = first
        while seq < self._end:
            stop = min(seq + _WIDTH, self._end)
            for row in self._window(seq, stop):
                self._gap(first, row[1])
                yield row
                first = row[1] + 1
            seq = stop
        self._gap(first, self._end)

    def _window(self, first: int, stop: int) -> list[tuple[Any, ...]]:
        """Rows of a span; where it cannot be read whole, those of its halves."""
        try:
            rows = self._conn.execute(_WINDOW, (self._name, first, stop)).fetchall()
        except (sqlite3.Error, OverflowError):
            if stop - first == 1:
                return []
            middle = (first + stop) // 2
            return self._window(first, middle) + self._window(middle, stop)
        # A damaged page may hand over what was not asked for.
        return [row for row in rows if row[0] == self._name and row[1] in range(first, stop)]

    def _gap(self, first: int, stop: int) -> None:
        if first < stop:
            self._missing.append((first, stop - 1))


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "copy"
    try:
        copyfile(path, copy)
        wal = Path(f"{path}-wal")
        if wal.exists():
            copyfile(wal, f"{copy}-wal")
    except FileNotFoundError as error:
        raise NoSession(f"there is no file {path}") from error
    except OSError as error:
        raise ReadOnly(f"{path} cannot be copied: {error.strerror}") from error
    with copy.open("r+b") as file:  # SQLite refuses a file that is shorter than its head says
        head = file.read(100)
        page = int.from_bytes(head[16:18], "big")
        size = int.from_bytes(head[28:32], "big") * (65536 if page == 1 else page)
        if copy.stat().st_size < size <= _LONGEST:
            file.truncate(size)
    return copy


def _connect(copy: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(copy, isolation_level=None)
    conn.text_factory = lambda raw: raw.decode("utf-8", "backslashreplace")
    return conn


def _sessions(conn: sqlite3.Connection) -> list[str]:
    found = {row[0] for row in _rows(conn, "SELECT id FROM sessions")}
    found |= {row[0] for row in _rows(conn, "SELECT DISTINCT session FROM records")}
    return sorted(name for name in found if isinstance(name, str))


def _check_format(conn: sqlite3.Connection, path: Path) -> None:
    for (number,) in _rows(conn, "SELECT format FROM meta"):
        if isinstance(number, int) and number > FORMAT:
            raise NewerFormat(
                f"{path} has format {number}; this Rollbook knows up to {FORMAT}",
                hint="salvage it with the Rollbook that wrote it, or a newer one",
            )


def _rows(conn: sqlite3.Connection, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Rows as far as they can be read."""
    rows: list[tuple[Any, ...]] = []
    try:
        rows.extend(conn.execute(sql, values))
    except sqlite3.Error:
        return rows
    return rows


def _record(row: tuple[Any, ...]) -> Record | None:
    try:
        return msgspec.convert(dict(zip(Record.__struct_fields__, row, strict=True)), Record)
    except msgspec.MsgspecError:
        return None


def _told(row: tuple[Any, ...]) -> bytes:
    """A row as one line; a body that is no text as hexadecimal."""
    told = dict(zip(Record.__struct_fields__, row, strict=True))
    body = told.pop("body")
    try:
        told["body"] = body.decode()
    except (UnicodeDecodeError, AttributeError):
        told["body_hex"] = body.hex() if isinstance(body, bytes) else ""
    return msgspec.json.encode(told)
