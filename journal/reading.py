"""Reading a journal file: streams with flat memory, and bodies as the bytes they were stored.

A stream is a row of short queries by position. None of them stays open between two rows, so a
slow reader blocks nobody, sees no stale copy, and may write in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from ..core.errors import Damaged, NoSession, StoreError
from ..core.records import Commit, Fact, Record
from ..core.store import Head, Seed
from ..core.tree import unpack
from .connecting import Line, windows

WIDTH = 1000
"""Rows that a stream holds in memory at a time."""

_FACT = "seq, commit_no, kind, type, family, version, by, cause, audience, CAST(body AS BLOB)"
_RECORD = (
    "session, seq, commit_no, kind, type, family, version, at, by, cause, audience, salt, key,"
    " CAST(body AS BLOB)"
)
_FACTS = f"SELECT {_FACT} FROM records WHERE session = ? AND seq >= ? AND seq < ? ORDER BY seq"
_RECORDS = f"SELECT {_RECORD} FROM records WHERE session = ? AND seq >= ? AND seq < ? ORDER BY seq"
_KEYED = f"SELECT {_RECORD} FROM records WHERE session = ? AND key = ? AND key <> ''"
_COMMITS = (
    "SELECT no, first, size, root FROM commits WHERE session = ? AND no >= ? AND no < ? ORDER BY no"
)
_HEAD = "SELECT commits, size, root, frontier FROM sessions WHERE id = ?"

_TEXT, _NUMBER, _BYTES = (str,), (int,), (bytes,)
_HEAD_KINDS = (_NUMBER, _NUMBER, _BYTES, _BYTES)
_COMMIT_KINDS = (_NUMBER, _NUMBER, _NUMBER, _BYTES)
_SEED_KINDS = (_NUMBER, _TEXT, _BYTES)
_RECORD_KINDS = (
    *(_TEXT, _NUMBER, _NUMBER, _TEXT, _TEXT, _TEXT, _NUMBER, _TEXT, _TEXT, (int, type(None))),
    *(_TEXT, _TEXT, _TEXT, _BYTES),
)

# Rows already are tuples in the order of the fields: no Python call for each of them.
_to_fact: Callable[[Any], Fact] = partial(tuple.__new__, Fact)
_to_commit: Callable[[Any], Commit] = partial(tuple.__new__, Commit)


def names(line: Line) -> tuple[str, ...]:
    """Ids of the sessions, sorted."""
    rows = line.rows("SELECT id FROM sessions ORDER BY id")
    for row in rows:
        _sound(line, row, (_TEXT,))
    return tuple(name for (name,) in rows)


def find_head(line: Line, session: str) -> Head | None:
    """Where the log ends, or None where there is no such session."""
    rows = line.rows(_HEAD, (session,))
    if not rows:
        return None
    _sound(line, rows[0], _HEAD_KINDS)
    commits, size, root, frontier = rows[0]
    return Head(commits, size, root, unpack(frontier))


def head(line: Line, session: str) -> Head:
    """Where the log ends.

    Raises:
        NoSession: there is none.
    """
    found = find_head(line, session)
    if found is None:
        raise NoSession(f"there is no session {session!r} in {line.path}")
    return found


def facts(line: Line, session: str, first: int, stop: int) -> Iterator[Fact]:
    """Facts with first ≤ seq < stop.

    Raises:
        Damaged: one is missing or cannot be read; those before it have been given.
    """
    # Chained, not yielded one by one: no Python frame is entered between two facts.
    return chain.from_iterable(_windows_of_facts(line, session, first, stop))


def _windows_of_facts(line: Line, session: str, first: int, stop: int) -> Iterator[Iterable[Fact]]:
    for start, end in windows(first, stop, WIDTH):
        rows, failure = line.readable(_FACTS, (session, start, end))
        if len(rows) == end - start:
            yield map(_to_fact, rows)
            continue
        seq = start
        for row in rows:
            if row[0] != seq:
                break
            yield (_to_fact(row),)
            seq += 1
        raise _at(seq, session, failure or Damaged(f"{line.path} has a hole"))


def records(line: Line, session: str, first: int, stop: int) -> Iterator[Record]:
    """Whole records with first ≤ seq < stop, holes and all: for those who look for damage.

    Raises:
        Damaged: one cannot be read; those before it have been given.
    """
    seq = first - 1
    for start, end in windows(first, stop, WIDTH):
        rows, failure = line.readable(_RECORDS, (session, start, end))
        for row in rows:
            try:
                _sound(line, row, _RECORD_KINDS)
            except Damaged as odd:
                raise _at(seq + 1, session, odd) from None
            record = Record(*row)
            seq = record.seq
            yield record
        if failure:
            raise _at(seq + 1, session, failure)


def _at(seq: int, session: str, failure: StoreError) -> StoreError:
    if not isinstance(failure, Damaged):
        return failure
    return Damaged(
        f"record {seq} of session {session!r} is missing or unreadable: {failure.what}",
        path=f"$.records[{seq}]",
        hint="keep the file as it is and salvage a copy",
    )


def keyed(line: Line, session: str, key: str) -> Record | None:
    """The command that used this idempotency key."""
    rows = line.rows(_KEYED, (session, key))
    return Record(*rows[0]) if rows else None


def commits(line: Line, session: str, first: int, stop: int) -> Iterator[Commit]:
    """Commits with first ≤ no < stop."""
    for start, end in windows(first, stop, WIDTH):
        rows, failure = line.readable(_COMMITS, (session, start, end))
        for row in rows:
            _sound(line, row, _COMMIT_KINDS)
            yield _to_commit(row)
        if failure:
            raise failure


def seeds(line: Line, session: str) -> tuple[Seed, ...]:
    """Seeds in order of epoch and kind."""
    sql = "SELECT epoch, kind, seed FROM seals WHERE session = ? ORDER BY epoch, kind"
    rows = line.rows(sql, (session,))
    for row in rows:
        _sound(line, row, _SEED_KINDS)
    return tuple(Seed(*row) for row in rows)


def _sound(line: Line, row: tuple[Any, ...], kinds: tuple[tuple[type, ...], ...]) -> None:
    """Refuse a row whose values are not of their columns' kinds: STRICT holds for writers alone.

    Raises:
        Damaged: bytes of it were changed behind SQLite's back.
    """
    for value, kind in zip(row, kinds, strict=True):
        if type(value) not in kind:
            raise Damaged(
                f"{line.path} is damaged: a column holds what it cannot hold",
                hint="keep the file as it is and salvage a copy",
            )
