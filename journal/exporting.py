"""Exports: a session as JSON Lines that verify without SQLite and without Rollbook.

``docs/format.md`` fixes the form. A body is a JSON string, so that no reader encodes it again; of
what the reader of an export may not see there is the leaf alone. Seeds are in no export.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from ..core.errors import Damaged
from ..core.records import FORMAT, Commit, Record, leaf
from ..core.store import Head, Store
from ..core.tree import Frontier, grow, root

EXPORT = "rollbook export 1"
"""Name of the form; a later one has another."""

Sees = Callable[[Record], bool]

_EVERY = 2000


class Header(Struct, frozen=True, forbid_unknown_fields=True, rename={"for_": "for"}):
    """The first line.

    Args:
        export: name of the form.
        format: of the records, as it goes into every leaf.
        session: id of the session, likewise.
        size: number of records.
        commits: number of commits.
        root: of the tree over the records, hex.
        for_: seat whose export it is; empty for one of everything.
    """

    export: str
    format: str
    session: str
    size: int
    commits: int
    root: str
    for_: str


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """A record with the headers that are its own; fields as of `Record`, the body as text."""

    seq: int
    commit: int
    kind: str
    type: str
    family: str
    version: int
    at: str
    by: str
    cause: int | None
    to: str
    salt: str
    key: str
    body: str

    @classmethod
    def of(cls, record: Record) -> Shown:
        """The line of a record.

        Raises:
            Damaged: its body is no text.
        """
        try:
            body = record.body.decode()
        except UnicodeDecodeError as error:
            raise Damaged(f"the body of record {record.seq} is no text in UTF-8") from error
        r = record
        return cls(
            r.seq, r.commit, r.kind, r.type, r.family, r.version, r.at, r.by, r.cause, r.to,
            r.salt, r.key, body,
        )  # fmt: skip

    def record(self, session: str) -> Record:
        """The record that the line stands for."""
        r = self
        return Record(
            session, r.seq, r.commit, r.kind, r.type, r.family, r.version, r.at, r.by, r.cause,
            r.to, r.salt, r.key, r.body.encode(),
        )  # fmt: skip


class Hidden(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands for a record that the export's reader may not see.

    Args:
        seq: its place.
        commit: number of its commit.
        leaf: its hash, hex.
    """

    seq: int
    commit: int
    leaf: str


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """A commit ends.

    Args:
        commit: its number.
        size: number of records up to and with it.
        root: of the tree over them, hex.
    """

    commit: int
    size: int
    root: str


Line = Header | Shown | Hidden | Ended

FORMS: dict[tuple[str, ...], type[Any]] = {
    kind.__struct_encode_fields__: kind for kind in (Header, Shown, Hidden, Ended)
}
"""By its keys in their order, what a line is."""


def written(line: Struct) -> bytes:
    """The line in the one way in which it is written, without its end."""
    return msgspec.json.encode(line)


def export(
    store: Store,
    session: str,
    *,
    whose: str = "",
    sees: Sees | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[bytes]:
    """The lines of an export, each with its end, in flat memory.

    What is written is verified on the way: an export of what does not verify would be refused by
    whoever reads it.

    Args:
        store: where the session is kept.
        session: its id.
        whose: seat whose export it is, or empty.
        sees: whether that seat may see a record; None shows all.
        progress: told now and then how far it is.

    Raises:
        Damaged: the session does not verify, or cannot be read.
    """
    head = store.head(session)
    header = Header(EXPORT, FORMAT, session, head.size, head.commits, head.root.hex(), whose)
    yield written(header) + b"\n"
    frontier: Frontier = ()
    for commit, records in _whole(store, session, head):
        for record in records:
            mark = leaf(record)
            frontier = grow(frontier, record.seq, (mark,))
            shown = sees is None or sees(record)
            line = Shown.of(record) if shown else Hidden(record.seq, record.commit, mark.hex())
            yield written(line) + b"\n"
            done = record.seq + 1
            if progress and (not done % _EVERY or done == head.size):
                progress(done, head.size)
        if root(frontier) != commit.root:
            raise _unlike(session, commit.no, "its root is another")
        yield written(Ended(commit.no, commit.size, commit.root.hex())) + b"\n"
    if (root(frontier), frontier) != (head.root, head.frontier):
        raise _unlike(session, head.commits - 1, "the session's own root is another")


def _whole(store: Store, session: str, head: Head) -> Iterator[tuple[Commit, list[Record]]]:
    """Each commit with its records."""
    records = store.records(session, 0, head.size)
    first = 0
    for no, commit in enumerate(store.commits(session, 0, head.commits)):
        found = [r for _, r in zip(range(first, commit.size), records, strict=False)]
        places = [(r.seq, r.commit) for r in found]
        wanted = [(seq, no) for seq in range(first, commit.size)]
        if (commit.no, commit.first) != (no, first) or not wanted or places != wanted:
            raise _unlike(session, no, "its records are others, or not all there")
        yield commit, found
        first = commit.size
    if first != head.size:
        raise _unlike(session, head.commits, f"records {first} to {head.size - 1} are of none")


def _unlike(session: str, commit: int, what: str) -> Damaged:
    return Damaged(
        f"commit {commit} of session {session!r} does not verify: {what}",
        path=f"$.commits[{commit}]",
        hint="rollbook audit tells what was changed, rollbook salvage keeps what verifies",
    )
