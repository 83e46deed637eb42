"""Commits made by hand, for tests of stores and of what reads them."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.records import Commit, Fact, Record, leaf
from ...core.store import Head, Store
from ...core.tree import Frontier, grow, root

HARD_BODIES = (
    b'{"type":"t.e"}',
    '{"type":"t.e","name":"Łučić „żółw” 龍 🐉 ñ ñ"}'.encode(),
    rb"""{"type":"t.e","name":"a\"b'c\\d\u0000e\u2028.f/g"}""",
    b'{"type":"t.e","unknown":{"z":1,"a":[1.0,1e3,-0]} , "type2" :null}',
    b'{"type":"t.e","line":"one\\ntwo\\r\\n","odd":"\xc2\x85\xef\xbb\xbf\xe2\x80\xae"}',
    b'{"type":"t.e","big":123456789012345678901234567890}',
    b'{"type":"t.e","long":"' + b"x" * 20_000 + b'"}',
)
"""Bodies that a store which decodes, normalises or re-encodes would not give back."""

Grown = tuple[list[Record], Commit, Frontier]


def grown(
    session: str, head: Head, bodies: Sequence[bytes] = (b'{"type":"t.e"}',), *, key: str = ""
) -> Grown:
    """One commit that follows on a head: a command, then an event for each further body."""
    records = []
    for at, body in enumerate(bodies):
        first = at == 0
        records.append(
            Record(
                session=session,
                seq=head.size + at,
                commit=head.commits,
                kind="command" if first else "event",
                type="t.c" if first else "t.e",
                family="" if first else "table.ruled",
                version=1 + at,
                at="2026-01-31T18:00:00.123Z" if first else "",
                by="zoë" if first else "",
                cause=None if first else head.size,
                to="" if first else "anna gm",
                salt=f"{head.size + at:032x}",
                key=key if first else "",
                body=body,
            )
        )
    frontier = grow(head.frontier, head.size, map(leaf, records))
    size = head.size + len(records)
    return records, Commit(head.commits, head.size, size, root(frontier)), frontier


def append(
    store: Store, session: str, bodies: Sequence[bytes] = (b'{"type":"t.e"}',), *, key: str = ""
) -> list[Record]:
    """Append one commit, beginning the session where there is none."""
    new = session not in store.sessions()
    with store.write(session, new=new) as tx:
        records, commit, frontier = grown(session, tx.head, bodies, key=key)
        tx.append(records, commit, frontier)
    return records


def fact(record: Record) -> Fact:
    """What folding needs of a record."""
    return Fact(*(getattr(record, field) for field in Fact._fields))
