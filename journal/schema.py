"""Tables, triggers and views of a journal file. ``docs/journal.md`` is their description."""

from __future__ import annotations

import sqlite3

FORMAT = 1
"""Number of the file's form; a file with a greater one is refused, a smaller one migrated."""

APPLICATION = 0x526F6C6C
"""SQLite's ``application_id``, "Roll": tells a journal from other databases."""

RECORDS = """
CREATE TABLE records (
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    commit_no INTEGER NOT NULL,
    kind TEXT NOT NULL,
    type TEXT NOT NULL,
    family TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    cause INTEGER,
    audience TEXT NOT NULL,
    salt TEXT NOT NULL,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID
"""

RECORDS_KEY = "CREATE UNIQUE INDEX records_key ON records (session, key) WHERE key <> ''"

TABLES = (
    "CREATE TABLE meta (format INTEGER NOT NULL) STRICT",
    """
    CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        commits INTEGER NOT NULL,
        size INTEGER NOT NULL,
        root BLOB NOT NULL,
        frontier BLOB NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    RECORDS,
    RECORDS_KEY,
    """
    CREATE TABLE commits (
        session TEXT NOT NULL,
        no INTEGER NOT NULL,
        first INTEGER NOT NULL,
        size INTEGER NOT NULL,
        root BLOB NOT NULL,
        PRIMARY KEY (session, no)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE snapshots (
        session TEXT NOT NULL,
        commit_no INTEGER NOT NULL,
        ruleset TEXT NOT NULL,
        size INTEGER NOT NULL,
        digest TEXT NOT NULL,
        state BLOB NOT NULL,
        PRIMARY KEY (session, commit_no, ruleset)
    ) STRICT
    """,
    """
    CREATE TABLE seals (
        session TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seed BLOB NOT NULL,
        PRIMARY KEY (session, epoch, kind)
    ) STRICT, WITHOUT ROWID
    """,
)

# BEFORE INSERT, because REPLACE deletes the old row without a delete trigger of its own.
TRIGGERS = (
    """
    CREATE TRIGGER records_once BEFORE INSERT ON records
    WHEN EXISTS (SELECT 1 FROM records WHERE session = NEW.session AND seq = NEW.seq)
        OR (NEW.key <> '' AND EXISTS (
            SELECT 1 FROM records WHERE session = NEW.session AND key = NEW.key AND key <> ''))
    BEGIN SELECT RAISE(ABORT, 'the record is already there: the log is append-only'); END
    """,
    """
    CREATE TRIGGER records_no_update BEFORE UPDATE ON records
    BEGIN SELECT RAISE(ABORT, 'records are never changed: the log is append-only'); END
    """,
    """
    CREATE TRIGGER records_no_delete BEFORE DELETE ON records
    BEGIN SELECT RAISE(ABORT, 'records are never deleted: the log is append-only'); END
    """,
    """
    CREATE TRIGGER commits_once BEFORE INSERT ON commits
    WHEN EXISTS (SELECT 1 FROM commits WHERE session = NEW.session AND no = NEW.no)
    BEGIN SELECT RAISE(ABORT, 'the commit is already there: the log is append-only'); END
    """,
    """
    CREATE TRIGGER commits_no_update BEFORE UPDATE ON commits
    BEGIN SELECT RAISE(ABORT, 'commits are never changed: the log is append-only'); END
    """,
    """
    CREATE TRIGGER commits_no_delete BEFORE DELETE ON commits
    BEGIN SELECT RAISE(ABORT, 'commits are never deleted: the log is append-only'); END
    """,
)

_COMMON = "r.session, r.seq, r.commit_no, c.at, c.by, r.type, r.audience"
_FROM = """
FROM records AS r
JOIN commits AS k ON k.session = r.session AND k.no = r.commit_no
JOIN records AS c ON c.session = k.session AND c.seq = k.first
"""


_RENAMED = {"by": "ruled_by", "for_": "on_behalf_of"}


def _view(families: tuple[str, ...], *fields: str) -> str:
    columns = ", ".join(
        f"json_extract(r.body, '$.{field}') AS \"{_RENAMED.get(field, field)}\"" for field in fields
    )
    names = ", ".join(f"'{family}'" for family in families)
    return f"SELECT {_COMMON}, {columns} {_FROM} WHERE r.kind = 'event' AND r.family IN ({names})"


VIEWS = {
    "rolls": _view(
        ("table.rolled",),
        *("id", "actor", "purpose", "notation", "draw", "dice", "modifiers", "natural", "total"),
        *("of", "replaces", "rule"),
    ),
    "spends": _view(
        ("table.spent", "table.gained", "table.lapsed"),
        "actor",
        "pool",
        "amount",
        "before",
        "after",
        "for_",
        "rule",
    ),
    "wounds": _view(
        ("table.wounded", "table.healed"), "actor", "track", "before", "after", "source", "rule"
    ),
    "rulings": _view(
        ("table.ruled",), "name", "subject", "question", "answer", "by", "until", "rule"
    ),
    "transcript": f"""
        SELECT r.session, r.seq, r.commit_no, c.at, c.by, r.kind, r.type, r.family, r.audience,
            r.body
        {_FROM}
    """,
}


def create(conn: sqlite3.Connection) -> None:
    """Lay out an empty file, inside the transaction that is open on the connection."""
    for statement in TABLES:
        conn.execute(statement)
    guard(conn)
    conn.execute("INSERT INTO meta (format) VALUES (?)", (FORMAT,))
    conn.execute(f"PRAGMA application_id = {APPLICATION}")


def unguard(conn: sqlite3.Connection) -> None:
    """Take away every trigger, view and index of ours, so that tables can be rebuilt."""
    found = conn.execute(
        "SELECT type, name FROM sqlite_master"
        " WHERE type IN ('trigger', 'view', 'index') AND sql IS NOT NULL"
    ).fetchall()
    for kind, name in found:
        conn.execute(f'DROP {kind} "{name}"')


def guard(conn: sqlite3.Connection) -> None:
    """Add triggers and views to the tables."""
    from sqlite_utils import Database  # slow to import, and only a new file needs it

    for statement in TRIGGERS:
        conn.execute(statement)
    db = Database(conn, execute_plugins=False)
    for name, query in VIEWS.items():
        db.create_view(name, query)
