"""A store in memory: for tests, for trying out, and for what-if on a copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock, get_ident

from msgspec import Struct

from .errors import Busy, NoSession, SessionExists, StoreError
from .records import Commit, Fact, Record
from .store import Head, Seed, Snapshot
from .tree import Frontier


class _Log(Struct):
    """What is kept of one session; lists only ever grow, and only by whole commits."""

    head: Head
    records: list[Record]
    facts: list[Fact]
    commits: list[Commit]
    seeds: list[Seed]
    keys: dict[str, int]
    snapshots: dict[int, Snapshot]


class Hold:
    """A writer's hold that stages commits until it ends; any store may build on it.

    Staging keeps what is not yet durable out of every reader's sight.

    Args:
        session: its id.
        head: where its log ended when the hold began.
    """

    def __init__(self, session: str, head: Head) -> None:
        self.session = session
        self.head = head
        self.end = head
        self.records: list[Record] = []
        self.commits: list[Commit] = []
        self.seeds: list[Seed] = []

    def append(
        self,
        records: Sequence[Record],
        commit: Commit,
        frontier: Frontier,
        seeds: Sequence[Seed] = (),
    ) -> None:
        """Stage one commit that follows on the end of the log.

        Raises:
            StoreError: a number is taken or leaves a gap, or belongs to another session.
        """
        end = self.end
        size = end.size + len(records)
        if commit.no != end.commits:
            raise StoreError(f"commit {commit.no} cannot follow: the next one is {end.commits}")
        if not records or commit.first != end.size or commit.size != size:
            raise StoreError(
                f"commit {commit.no} says records {commit.first} to {commit.size - 1}, "
                f"but brings {end.size} to {size - 1}"
            )
        for seq, record in enumerate(records, end.size):
            if record.seq != seq or record.commit != commit.no or record.session != self.session:
                raise StoreError(
                    f"record {record.seq} of commit {record.commit} of {record.session!r} is not "
                    f"record {seq} of commit {commit.no} of {self.session!r}"
                )
        if len(frontier) != size.bit_count():
            raise StoreError(f"a tree of {size} leaves has another frontier")
        self.end = Head(commit.no + 1, size, commit.root, frontier)
        self.records += records
        self.commits.append(commit)
        self.seeds += seeds


class _MemoryHold(Hold):
    def __init__(self, session: str, head: Head, log: _Log | None) -> None:
        super().__init__(session, head)
        self._log = log

    def since(self, seq: int) -> Iterator[Fact]:
        """Facts from this seq on."""
        return iter(self._log.facts[seq:] if self._log else ())

    def keyed(self, key: str) -> Record | None:
        """The command that used this idempotency key."""
        if not self._log or not key or key not in self._log.keys:
            return None
        return self._log.records[self._log.keys[key]]


class MemoryStore:
    """Sessions kept in this process alone; several threads may share it.

    Args:
        timeout: seconds that a writer waits for another one.
    """

    def __init__(self, *, timeout: float = 5.0) -> None:
        self._timeout = timeout
        self._logs: dict[str, _Log] = {}
        self._lock = Lock()
        self._holder: int | None = None

    def sessions(self) -> tuple[str, ...]:
        """Ids of the sessions, sorted."""
        return tuple(sorted(self._logs))

    @contextmanager
    def write(self, session: str, *, new: bool = False) -> Iterator[_MemoryHold]:
        """Hold the session for one append; leaving with an exception appends nothing."""
        with self._held():
            log = self._logs.get(session)
            if log is None and not new:
                raise NoSession(f"there is no session {session!r}")
            if log is not None and new:
                raise SessionExists(f"there is a session {session!r} already")
            hold = _MemoryHold(session, log.head if log else Head(), log)
            yield hold
            if hold.commits:
                self._extend(hold, log)

    def head(self, session: str) -> Head:
        """Where the log ends now."""
        return self._log(session).head

    def facts(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Fact]:
        """Facts with first ≤ seq < stop, as far as the log reached when this was called."""
        log = self._log(session)
        return iter(log.facts[first : _least(stop, log.head.size)])

    def records(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Record]:
        """Whole records with first ≤ seq < stop, as far as the log reached at the call."""
        log = self._log(session)
        return iter(log.records[first : _least(stop, log.head.size)])

    def commits(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Commit]:
        """Commits with first ≤ no < stop, as far as the log reached at the call."""
        log = self._log(session)
        return iter(log.commits[first : _least(stop, log.head.commits)])

    def seeds(self, session: str) -> tuple[Seed, ...]:
        """Every seed kept for the session, in order of epoch and kind."""
        return tuple(sorted(self._log(session).seeds))

    def snapshot(self, session: str, commit: int, digests: Mapping[str, str]) -> Snapshot | None:
        """The latest snapshot not after this commit that holds every name with that digest."""
        snapshots = self._log(session).snapshots
        for no in sorted(snapshots, reverse=True):
            found = snapshots[no]
            slices = {name: found.slices[name] for name in digests if name in found.slices}
            if no <= commit and {name: s[0] for name, s in slices.items()} == dict(digests):
                return Snapshot(no, found.size, slices)
        return None

    def keep(self, session: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of any other of that commit."""
        with self._held():
            log = self._log(session)
            commits = log.commits[snapshot.commit : snapshot.commit + 1]
            if [commit.size for commit in commits] != [snapshot.size]:
                raise StoreError(f"there is no commit {snapshot.commit} of size {snapshot.size}")
            kept = Snapshot(snapshot.commit, snapshot.size, dict(snapshot.slices))
            # A new mapping, so that a reader in another thread never sees one being changed.
            log.snapshots = {**log.snapshots, snapshot.commit: kept}

    def close(self) -> None:
        """Nothing to let go of; the sessions stay."""

    def _log(self, session: str) -> _Log:
        log = self._logs.get(session)
        if log is None:
            raise NoSession(f"there is no session {session!r}")
        return log

    @contextmanager
    def _held(self) -> Iterator[None]:
        if self._holder == get_ident():
            raise StoreError("this thread holds the store already", hint="leave that hold first")
        if not self._lock.acquire(timeout=self._timeout):
            raise Busy(f"another writer held the store for {self._timeout:g} s", hint="try again")
        self._holder = get_ident()
        try:
            yield
        finally:
            self._holder = None
            self._lock.release()

    def _extend(self, hold: Hold, log: _Log | None) -> None:
        if log is None:
            log = _Log(Head(), [], [], [], [], {}, {})
        keys = {record.key: record.seq for record in hold.records if record.key}
        named = {(seed.epoch, seed.kind) for seed in (*log.seeds, *hold.seeds)}
        if keys.keys() & log.keys.keys() or len(keys) < sum(bool(r.key) for r in hold.records):
            raise StoreError("the idempotency key is already used")
        if len(named) < len(log.seeds) + len(hold.seeds):
            raise StoreError("a seed of that epoch and kind is already kept")
        log.records += hold.records
        log.facts += map(_fact, hold.records)
        log.commits += hold.commits
        log.seeds += hold.seeds
        log.keys.update(keys)
        log.head = hold.end  # last: readers go by it
        self._logs = {**self._logs, hold.session: log}


def _fact(record: Record) -> Fact:
    return Fact(
        record.seq,
        record.commit,
        record.kind,
        record.type,
        record.family,
        record.version,
        record.by,
        record.cause,
        record.to,
        record.body,
    )


def _least(stop: int | None, size: int) -> int:
    return size if stop is None else max(0, min(stop, size))
