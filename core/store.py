"""What a session needs of a store: a protocol, so that others than SQLite may serve.

A store keeps commits whole, in order, and gives back the bytes it was given.
It knows nothing of rules. Its promises are tested by ``rollbook.plugins.testing.stores``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from .errors import Damaged
from .records import Commit, Fact, Record
from .tree import EMPTY_ROOT, Frontier


class Head(NamedTuple):
    """Where a session's log ends.

    Args:
        commits: how many commits there are; the next one has this number.
        size: how many records there are; the next one has this seq.
        root: of the tree over them, 32 bytes.
        frontier: of that tree.
    """

    commits: int = 0
    size: int = 0
    root: bytes = EMPTY_ROOT
    frontier: Frontier = ()


class Seed(NamedTuple):
    """The secret behind a commitment: in the store, in no record and in no export.

    Args:
        epoch: number of the epoch it serves.
        kind: ``open`` or ``secret``: which streams it serves.
        seed: 32 random bytes.
    """

    epoch: int
    kind: str
    seed: bytes


class Snapshot(NamedTuple):
    """State after one commit, so that opening need not fold the whole log.

    Args:
        commit: number of the commit after which the slices stood so.
        size: number of records up to and with that commit.
        slices: by ruleset (and ``ledger``): digest of the code that folded it, and its bytes.
    """

    commit: int
    size: int
    slices: Mapping[str, tuple[str, bytes]]


class Transaction(Protocol):
    """One writer's hold on one session: nobody else appends while it lasts."""

    head: Head
    """Where the log ended when the hold began."""

    def since(self, seq: int) -> Iterator[Fact]:
        """Facts from this seq on: what others appended."""
        ...

    def keyed(self, key: str) -> Record | None:
        """The command that used this idempotency key, on whatever branch."""
        ...

    def append(
        self,
        records: Sequence[Record],
        commit: Commit,
        frontier: Frontier,
        seeds: Sequence[Seed] = (),
    ) -> None:
        """Append one commit; it is kept when the hold ends without an exception.

        Raises:
            StoreError: a seq or commit number is taken or leaves a gap.
        """
        ...


class Store(Protocol):
    """Where sessions are kept. One instance belongs to one thread at a time."""

    def sessions(self) -> tuple[str, ...]:
        """Ids of the sessions, sorted."""
        ...

    def write(self, session: str, *, new: bool = False) -> AbstractContextManager[Transaction]:
        """Hold the session for one append; leaving with an exception appends nothing.

        Args:
            session: its id.
            new: whether this begins the session.

        Raises:
            SessionExists: ``new`` and it has a commit already.
            NoSession: not ``new`` and there is none.
            Busy: another writer kept the hold longer than the time-out.
            ReadOnly: the store may not be written.
            Full: there is no room.
            Damaged: the store is not what was written.
        """
        ...

    def head(self, session: str) -> Head:
        """Where the log ends now.

        Raises:
            NoSession: there is none.
        """
        ...

    def facts(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Fact]:
        """Facts with first ≤ seq < stop, streamed in order; whole commits only at the end."""
        ...

    def records(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Record]:
        """Whole records with first ≤ seq < stop, streamed in order."""
        ...

    def commits(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Commit]:
        """Commits with first ≤ no < stop, in order."""
        ...

    def seeds(self, session: str) -> tuple[Seed, ...]:
        """Every seed kept for the session, revealed or not, in order of epoch and kind."""
        ...

    def snapshot(self, session: str, commit: int, digests: Mapping[str, str]) -> Snapshot | None:
        """The latest snapshot not after this commit that holds every name with that digest.

        Args:
            session: its id.
            commit: number of the last commit that may be used.
            digests: by ruleset (and ``ledger``) the digest that the slice must carry.
        """
        ...

    def keep(self, session: str, snapshot: Snapshot) -> None:
        """Keep a snapshot; slices of that commit under other digests are dropped."""
        ...

    def close(self) -> None:
        """Let go of files and locks."""
        ...


class _Opening(Struct):
    rulesets: dict[str, Any]


def opened_with(store: Store, session: str) -> tuple[str, ...]:
    """Names of the rulesets that a session was opened with, whoever knows them.

    Raises:
        Damaged: there is no first record, or it does not read.
    """
    for first in store.facts(session, 0, 1):
        try:
            return tuple(msgspec.json.decode(first.body, type=_Opening).rulesets)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            what = f"record 0 of session {session!r} does not open it: {error}"
            raise Damaged(what, path="$.records[0]") from error
    raise Damaged(f"the session {session!r} holds no record", path="$.records[0]")


def commit_of(store: Store, session: str, no: int) -> Commit:
    """One commit, by its number.

    Raises:
        Damaged: there is none.
    """
    for commit in store.commits(session, no, no + 1):
        return commit
    raise Damaged(f"commit {no} of session {session!r} is missing", path=f"$.commits[{no}]")
