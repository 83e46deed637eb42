"""What the rivals do with the same work: raw sqlite3, and the eventsourcing library."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

REASON = "attack with the sword against the guard at the gate, second exchange"


class Log(Aggregate):
    """An aggregate of the rival's with the same event of ten fields."""

    @event("Started")
    def __init__(self, name: str) -> None:
        self.name = name
        self.total = 0
        self.shots = 0

    @event("Shot")
    def shot(
        self, number: int, at: int, actor: str, expr: str, dice: list[int],
        modifier: int, total: int, nonce: int, reason: str,
    ) -> None:  # fmt: skip
        self.total += total
        self.shots += 1


def shoot(log: Log, i: int) -> None:
    """One event more, not saved yet."""
    log.shot(i, 1_700_000_000_000 + i, "snorri", "4dF+3", [1, 0, -1, 1], 3, 4, i, REASON)


def application(path: Path, *, synchronous: str = "") -> Application[Any]:
    """The rival's application on one SQLite file."""
    made: Application[Any] = Application(
        env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    )
    if synchronous:
        datastore: Any = made.factory.datastore  # type: ignore[attr-defined]
        with datastore.get_connection(commit=True) as connection:
            connection._sqlite_conn.execute(f"PRAGMA synchronous={synchronous}")
    return made


class RawJournal:
    """Rows into one untriggered table, as fast as sqlite3 goes."""

    def __init__(self, path: Path, synchronous: str) -> None:
        self.conn = sqlite3.connect(path, isolation_level=None)
        self.conn.execute("PRAGMA journal_mode=WAL")
        self.conn.execute(f"PRAGMA synchronous={synchronous}")
        self.conn.execute(
            "CREATE TABLE records (session TEXT, seq INTEGER, kind TEXT, type TEXT, body TEXT,"
            " PRIMARY KEY (session, seq)) STRICT"
        )
        self.seq = 0

    def write(self, bodies: list[tuple[str, str, str]]) -> None:
        """One transaction with these rows."""
        rows = [("x", self.seq + i, *body) for i, body in enumerate(bodies)]
        self.conn.execute("BEGIN IMMEDIATE")
        self.conn.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", rows)
        self.conn.execute("COMMIT")
        self.seq += len(rows)

    def write_all(self, bodies: list[tuple[str, str, str]], times: int) -> None:
        """The same, so many times."""
        for _ in range(times):
            self.write(bodies)
