"""Snapshots: state after a commit, one row for each ruleset, keyed by the digest of its code."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.errors import StoreError
from ..core.store import Snapshot
from .connecting import Line

_NAMES = (
    "SELECT commit_no, size, ruleset, digest FROM snapshots"
    " WHERE session = ? AND commit_no <= ? ORDER BY commit_no DESC"
)
_STATE = "SELECT ruleset, state FROM snapshots WHERE session = ? AND commit_no = ?"


def latest(line: Line, session: str, commit: int, digests: Mapping[str, str]) -> Snapshot | None:
    """The latest snapshot not after the commit with every name under its digest."""
    found: dict[tuple[int, int], dict[str, str]] = {}
    for no, size, name, digest in line.rows(_NAMES, (session, commit)):
        found.setdefault((no, size), {})[name] = digest
    for (no, size), names in found.items():
        if digests.items() <= names.items():
            states: dict[str, bytes] = dict(line.rows(_STATE, (session, no)))
            # Another writer may have replaced it between the two queries.
            if digests.keys() <= states.keys():
                slices = {name: (digest, states[name]) for name, digest in digests.items()}
                return Snapshot(no, size, slices)
    return None


def keep(line: Line, session: str, snapshot: Snapshot) -> None:
    """Keep a snapshot in place of any other of that commit, in the transaction that is open.

    Raises:
        StoreError: the session has no such commit.
    """
    commit = (session, snapshot.commit)
    size = line.rows("SELECT size FROM commits WHERE session = ? AND no = ?", commit)
    if size != [(snapshot.size,)]:
        raise StoreError(f"there is no commit {snapshot.commit} of size {snapshot.size}")
    line.conn.execute("DELETE FROM snapshots WHERE session = ? AND commit_no = ?", commit)
    line.conn.executemany(
        "INSERT INTO snapshots (session, commit_no, ruleset, size, digest, state)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            (*commit, name, snapshot.size, digest, state)
            for name, (digest, state) in snapshot.slices.items()
        ],
    )
