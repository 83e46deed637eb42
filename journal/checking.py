"""``file``: what the audit asks of the journal file itself, beside its records."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

from ..core.auditing import AuditCheck, Audited, Finding
from . import schema
from .connecting import Line
from .sqlite import SQLiteStore

# What SQLite makes for itself, as the figures of ANALYZE, is nobody's.
_OBJECTS = (
    "SELECT type, name, sql FROM sqlite_master"
    " WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_'"
)

_STRAY = (
    ("records", "seq", "size"),
    ("commits", "no", "commits"),
    ("snapshots", "commit_no", "commits"),
)


class File(AuditCheck):
    """SQLite finds the file whole, its guards stand as laid out, and no row is out of reach."""

    name = "file"
    unit = "objects"

    def begin(self, audited: Audited) -> Iterator[Finding]:
        """Where the store is a file of ours."""
        if isinstance(audited.store, SQLiteStore):
            line = audited.store.line(audited.session)
            yield from self._whole(line)
            yield from self._guarded(line)
            yield from self._reached(line, audited.session)
            yield from self._owned(line)

    def _whole(self, line: Line) -> Iterator[Finding]:
        for (said,) in line.rows("PRAGMA integrity_check(100)"):
            if said != "ok":
                yield Finding("broken", code="sqlite", places={"why": str(said)})

    def _guarded(self, line: Line) -> Iterator[Finding]:
        there = {(kind, name): sql for kind, name, sql in line.rows(_OBJECTS)}
        meant = _laid_out()
        self.covered += len(meant)
        for (kind, name), sql in meant.items():
            found, which = there.pop((kind, name), None), {"kind": kind, "name": name}
            if found is None:
                yield Finding("broken", code="object-missing", places=which)
            elif " ".join(found.split()) != " ".join(sql.split()):
                yield Finding("broken", code="object-other", places=which)
        for kind, name in there:
            yield Finding("unknown", code="object-foreign", places={"kind": kind, "name": name})

    def _reached(self, line: Line, session: str) -> Iterator[Finding]:
        for table, number, bound in _STRAY:
            sql = (
                f"SELECT min({number}), count(*) FROM {table} WHERE session = ? AND "
                f"({number} < 0 OR {number} >= (SELECT {bound} FROM sessions WHERE id = ?))"
            )
            for first, count in line.rows(sql, (session, session)):
                if count:
                    yield Finding(
                        "broken",
                        code="rows-outside",
                        places={"count": str(count), "table": table, "first": str(first)},
                        seq=first if table == "records" else None,
                    )

    def _owned(self, line: Line) -> Iterator[Finding]:
        """Rows of no session; a record of none leaves a hole, which `records` finds."""
        for table in ("commits", "snapshots", "seals"):
            sql = f"SELECT count(*) FROM {table} WHERE session NOT IN (SELECT id FROM sessions)"
            [(count,)] = line.rows(sql)
            if count:
                places = {"count": str(count), "table": table}
                yield Finding("broken", code="rows-of-none", places=places)


def _laid_out() -> dict[tuple[str, str], str]:
    """Tables, triggers, indexes and views as a new file has them."""
    with closing(sqlite3.connect(":memory:")) as conn:
        schema.create(conn)
        return {(kind, name): sql for kind, name, sql in conn.execute(_OBJECTS)}
