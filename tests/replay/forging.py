"""Somebody who has the file, knows its form and no shame: what an audit has to stand up to.

Hashes are written here from RFC 6962 and docs/format.md alone; nothing of the package's own
tree or records is used, so that one mistake cannot hide in both.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
HEADERS = "session, seq, commit_no, kind, type, family, version, at, by, cause, audience, salt, key"


def leaf(session: str, *rest: Any) -> bytes:
    """Hash of one record, from the values of its row: headers in order, then the body."""
    *headers, body = rest
    framed = b"\x00"
    for header in ("rollbook 1", session, *headers):
        text = b"" if header is None else str(header).encode()
        framed += len(text).to_bytes(4, "big") + text
    return sha256(framed + str(body).encode()).digest()


def peaks(leaves: tuple[bytes, ...]) -> list[bytes]:
    """Roots of the perfect subtrees, largest first."""
    found = []
    while leaves:
        width = 1 << (len(leaves).bit_length() - 1)
        found.append(root(leaves[:width]))
        leaves = leaves[width:]
    return found


@cache
def root(leaves: tuple[bytes, ...]) -> bytes:
    """The Merkle tree hash as RFC 6962 (2.1) defines it, by halves."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"").digest()
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha256(b"\x01" + root(leaves[:half]) + root(leaves[half:])).digest()


class Forger:
    """One session of a file, in hands that may write anything.

    Each change is one transaction; the triggers are dropped for it and laid out again after it,
    word for word, as a careful forger would.

    Args:
        path: of the file.
        session: id of the session to forge.
    """

    def __init__(self, path: Path, session: str = "s") -> None:
        self.path = path
        self.session = session

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        with closing(sqlite3.connect(self.path)) as raw:
            return raw.execute(sql, values).fetchall()

    def sql(self, *statements: str, values: tuple[Any, ...] = ()) -> None:
        """Statements in one transaction, with no trigger in their way."""
        with closing(sqlite3.connect(self.path)) as raw:
            raw.isolation_level = None
            raw.execute("BEGIN IMMEDIATE")
            triggers = raw.execute(TRIGGERS).fetchall()
            for name, _ in triggers:
                raw.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                raw.execute(statement, values)
            for _, trigger in triggers:
                raw.execute(trigger)
            raw.execute("COMMIT")

    def plainly(self, *statements: str) -> None:
        """Statements as they come, triggers or none."""
        with closing(sqlite3.connect(self.path)) as raw, raw:
            for statement in statements:
                raw.execute(statement)

    def edit(self, seq: int, /, **columns: Any) -> None:
        """Other values in one record's row."""
        named = ", ".join(f"{name} = ?" for name in columns)
        self.sql(
            f"UPDATE records SET {named} WHERE session = ? AND seq = ?",
            values=(*columns.values(), self.session, seq),
        )

    def body(self, seq: int) -> dict[str, Any]:
        """What a record holds."""
        [(text,)] = self.rows(
            "SELECT body FROM records WHERE session = ? AND seq = ?", self.session, seq
        )
        found: dict[str, Any] = json.loads(text)
        return found

    def say(self, seq: int, /, **fields: Any) -> None:
        """Another value in some fields of one record's body, encoded as Rollbook would."""
        text = json.dumps({**self.body(seq), **fields}, ensure_ascii=False, separators=(",", ":"))
        self.edit(seq, body=text)

    def seqs(self, kind: str) -> list[int]:
        """Numbers of all records of a type, in order."""
        found = self.rows(
            "SELECT seq FROM records WHERE session = ? AND type = ? ORDER BY seq",
            *(self.session, kind),
        )
        return [seq for (seq,) in found]

    def commit_of(self, seq: int) -> int:
        """Number of the commit that a record belongs to."""
        [(no,)] = self.rows(
            "SELECT commit_no FROM records WHERE session = ? AND seq = ?", self.session, seq
        )
        return int(no)

    @property
    def size(self) -> int:
        """How many records there are."""
        [(size,)] = self.rows("SELECT count(*) FROM records WHERE session = ?", self.session)
        return int(size)

    def leaves(self) -> tuple[bytes, ...]:
        """Leaf of every record, in order."""
        found = self.rows(
            f"SELECT {HEADERS}, body FROM records WHERE session = ? ORDER BY seq", self.session
        )
        return tuple(leaf(*row) for row in found)

    def receipt(self, size: int = 0) -> tuple[int, str]:
        """What a receipt over so many records says; over all of them where none is given."""
        leaves = self.leaves()[: size or None]
        return len(leaves), root(leaves).hex()

    def mend(self) -> None:
        """Make leaves, tree, commits and the session's row fit the records as they are now.

        Every snapshot goes too: what is not there cannot give anybody away.
        """
        leaves = self.leaves()
        bounds = self.rows(
            "SELECT commit_no, min(seq), max(seq) FROM records WHERE session = ?"
            " GROUP BY commit_no ORDER BY commit_no",
            self.session,
        )
        self.sql("DELETE FROM snapshots")
        self.sql("DELETE FROM commits WHERE session = ?", values=(self.session,))
        for no, first, last in bounds:
            self.sql(
                "INSERT INTO commits VALUES (?, ?, ?, ?, ?)",
                values=(self.session, no, first, last + 1, root(leaves[: last + 1])),
            )
        self.sql(
            "UPDATE sessions SET commits = ?, size = ?, root = ?, frontier = ? WHERE id = ?",
            values=(
                len(bounds), len(leaves), root(leaves), b"".join(peaks(leaves)), self.session,
            ),
        )  # fmt: skip
