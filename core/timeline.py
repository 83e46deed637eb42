"""A session's state in time: folded forward, and set back by returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple

import msgspec

from .chain import Span, chain, on
from .codec import decode
from .errors import Damaged, Diverged, Invalid
from .folding import QUIET, UNREAD, Folder, Reading, Slices, acted, unreadable
from .messages import TABLE
from .out import Out
from .recording import Given
from .records import Fact
from .rulebook import Rulebook
from .store import Snapshot, Store, commit_of
from .table.ledger import Ledger
from .table.state import Pending, Table

RECENT = 256
"""States of so many commits are kept, so that most returns need no refolding."""


class Before(NamedTuple):
    """State before the first record of a command: where deciding it begins."""

    commit: int
    slices: Mapping[type, Any]


class Timeline:
    """Board and ledger of one session, at its head.

    Args:
        book: the rulebook in force.
        store: to read from when a return goes further back than what is kept.
        session: its id.
        digests: of the installed rulesets, by name, and of the ledger: which snapshots fit.
    """

    def __init__(
        self,
        book: Rulebook,
        store: Store,
        session: str,
        digests: Mapping[str, str] | None = None,
    ) -> None:
        self.book = book
        self.folder = Folder(book)
        self.slices: Slices = book.slices()
        self.size = 0
        self.commits = 0
        self._store = store
        self._session = session
        self._digests = digests
        # States after the last commits, each at its number modulo RECENT.
        self._states: list[Mapping[type, Any]] = [{}] * RECENT
        self._numbers = [-1] * RECENT
        self._firsts = [-1] * RECENT
        self._pinned: tuple[int, Mapping[type, Any]] | None = None

    @property
    def table(self) -> Table:
        """The table's board, at the head."""
        table: Table = self.slices[Table]
        return table

    @property
    def ledger(self) -> Ledger:
        """The ledger, at the head."""
        ledger: Ledger = self.slices[Ledger]
        return ledger

    @property
    def pending(self) -> Pending | None:
        """The open question, if a command is suspended."""
        return self.table.pending

    def aside(self, slices: Slices) -> Timeline:
        """The same moment with other slices, to decide on without touching this one."""
        other = copy(self)
        other.slices = slices
        return other

    def advance(self, facts: Iterable[Fact]) -> None:
        """Fold what was appended, commit by commit.

        If it is interrupted, whole commits have been folded and nothing else.

        Raises:
            Damaged: a record or a commit is missing, or a body does not read.
        """
        # The loop that every rebuild runs: kept flat, since a call for each record would
        # cost as much as decoding it.
        at, size = self.commits - 1, self.size
        slices, folder = self.slices, self.folder
        known = folder.entries
        for fact in facts:
            seq, commit, kind, tag, _, version, by, _, _, body = fact
            if seq != size or commit != at:
                if at >= self.commits:
                    self.adopt(self.after(slices) if slices[Ledger].parents else slices, size)
                if seq != size or commit != self.commits:
                    raise _missing(seq, size, self.commits)
                slices, at = dict(self.slices), commit
            size += 1
            if kind == "event":
                reading: Reading = known.get(tag, UNREAD)
                decode, handlers, form = reading
                if form != version:
                    folder.fact(slices, fact)
                elif handlers:
                    try:
                        event = decode(body)
                    except Exception as error:
                        raise unreadable(fact, error) from error
                    for state, fold in handlers:
                        slices[state] = fold(slices[state], event)
            elif kind == "command" and tag not in QUIET:
                slices[Ledger] = acted(slices[Ledger], by, commit)
        if at >= self.commits:
            self.adopt(self.after(slices), size)

    def after(self, slices: Slices) -> Slices:
        """The state after the next commit: of a return, the board that it restores.

        Args:
            slices: as the commit's own records leave them.
        """
        ledger: Ledger = slices[Ledger]
        back = ledger.parents.get(str(self.commits)) if ledger.parents else None
        return slices if back is None else {**self.board(back), Ledger: ledger}

    def adopt(self, slices: Slices, size: int) -> None:
        """Take over the state after the next commit, as `after` gives it.

        Args:
            slices: by type; they are not changed any more.
            size: number of records up to and with that commit.
        """
        commit = self.commits
        self._firsts[commit % RECENT] = self.size
        self.slices, self.size, self.commits = slices, size, commit + 1
        self._states[commit % RECENT] = slices
        self._numbers[commit % RECENT] = commit
        pending: Pending | None = slices[Table].pending
        if pending is not None:
            self._pin(pending.asked.commit - 1)

    def suppose(self, slices: Slices) -> None:
        """Take other slices for the state at the head, which no record brought about."""
        self.slices = slices
        self._states[(self.commits - 1) % RECENT] = slices

    def _kept(self, commit: int) -> Mapping[type, Any] | None:
        """State after a commit, if it is still at hand."""
        if commit >= 0 and self._numbers[commit % RECENT] == commit:
            return self._states[commit % RECENT]
        if self._pinned is not None and self._pinned[0] == commit:
            return self._pinned[1]
        return None

    def _pin(self, commit: int) -> None:
        """Keep where a suspended command began, however long it stays so."""
        if self._pinned is None or self._pinned[0] != commit:
            kept = self._kept(commit)
            if kept is not None:
                self._pinned = (commit, kept)

    def board(self, commit: int) -> Mapping[type, Any]:
        """Every slice after a commit; the ledger among them as it stood then.

        Args:
            commit: its number; -1 is before the first.
        """
        kept = self._kept(commit)
        if kept is not None:
            return kept
        if commit < 0:
            return self.book.slices()
        spans = chain(commit, self.ledger.parents)
        slices, begin = self._snapshot_on(spans)
        for fact in self._facts(commit, begin):
            self.folder.fact(slices, fact, board=on(spans, fact.commit))
        return slices

    def _snapshot_on(self, spans: tuple[Span, ...]) -> tuple[Slices, int]:
        """The last snapshot that lies on a chain, and the commit to fold on from."""
        if self._digests is not None:
            for span in reversed(spans):
                found = self._store.snapshot(self._session, span.last, self._digests)
                if found is None:
                    break
                slices = self._read(found) if found.commit in span else None
                if slices is not None:
                    return slices, found.commit + 1
        return self.book.slices(), 0

    def before(self) -> Before:
        """State before the suspended command began.

        Its board is that of the commit before; so is its ledger, but for streams, epoch and
        revealed seeds, which are those of now.
        """
        pending = self.pending
        assert pending is not None  # asked for only while a command is suspended
        first = pending.asked.commit
        slices = dict(self.board(first - 1))
        ledger: Ledger = slices[Ledger]
        now = self.ledger
        slices[Ledger] = msgspec.structs.replace(ledger, epoch=now.epoch, reveals=now.reveals)
        return Before(first, slices)

    def prefix(self) -> tuple[Fact, list[Out], dict[str, list[Given]]]:
        """What the suspended command has left so far.

        Returns:
            The fact of its root command; its records in order, without the answers' own
            commands; and the answers, by id of the question.
        """
        pending = self.pending
        assert pending is not None
        first = pending.asked.commit
        spans = chain(self.commits - 1, self.ledger.parents)
        outs: list[Out] = []
        given: dict[str, list[Given]] = {}
        root: Fact | None = None
        mine = False
        for fact in self._facts(self.commits - 1, first):
            if fact.kind == "command":
                mine = on(spans, fact.commit) and (
                    fact.commit == first or fact.type == f"{TABLE}.answer"
                )
                if fact.commit != first:
                    continue
                root = fact
            if not mine:
                continue
            message = self._message(fact)
            outs.append(Out(fact.seq, fact.kind, message, fact.body, fact.cause, fact.to))
            if fact.type == f"{TABLE}.answered":
                given.setdefault(message.id, []).append(
                    Given(fact.seq, fact.cause, message, fact.to)
                )
        assert root is not None
        return root, outs, given

    def _message(self, fact: Fact) -> Any:
        """A record of the suspended command, to be decided again.

        Raises:
            Diverged: today's rulesets do not read it as it was recorded.
        """
        try:
            return decode(self.book.decoder(fact.type), fact.body, fact.type)
        except Invalid as error:
            raise Diverged(
                f"record {fact.seq} is not read by the rulesets in force: {error.what}",
                path=error.path,
                hint="withdraw the command, or return to before it",
            ) from error

    def facts(self, first: int, stop: int | None) -> Iterator[Fact]:
        """Facts of the log with first ≤ seq < stop."""
        return self._store.facts(self._session, first, stop)

    def _facts(self, last: int, first: int = 0) -> Iterator[Fact]:
        """Facts of commits first ≤ no ≤ last."""
        if first > last:
            return iter(())
        begin = self._first(first)
        if last == self.commits - 1:
            return self._store.facts(self._session, begin, self.size)
        end = commit_of(self._store, self._session, last).size
        return self._store.facts(self._session, begin, end)

    def _first(self, commit: int) -> int:
        """Number of a commit's first record."""
        if self._numbers[commit % RECENT] == commit and self._firsts[commit % RECENT] >= 0:
            return self._firsts[commit % RECENT]
        return commit_of(self._store, self._session, commit).first

    # --- snapshots

    def snapshot(self, digests: Mapping[str, str]) -> Snapshot:
        """The state at the head, for the store to keep."""
        kinds = {r.name: r.state for r in self.book.rulesets}
        # Not in canonical order: the order of maps, as of effects, is part of the state.
        plain = msgspec.json.encode
        slices = {name: (digests[name], plain(self.slices[kind])) for name, kind in kinds.items()}
        slices["ledger"] = (digests[TABLE], plain(self.ledger))
        return Snapshot(self.commits - 1, self.size, slices)

    def restore(self, snapshot: Snapshot) -> bool:
        """Begin from a snapshot; False where it does not read as today's slices."""
        slices = self._read(snapshot)
        if slices is None:
            return False
        self.commits = snapshot.commit
        self.adopt(slices, snapshot.size)
        self._firsts[snapshot.commit % RECENT] = -1  # a snapshot says only where it ends
        return True

    def _read(self, snapshot: Snapshot) -> Slices | None:
        kinds: dict[str, type] = {r.name: r.state for r in self.book.rulesets}
        kinds["ledger"] = Ledger
        try:
            return {
                kind: msgspec.json.decode(snapshot.slices[name][1], type=kind)
                for name, kind in kinds.items()
            }
        except (KeyError, msgspec.MsgspecError):
            return None


def _missing(seq: int, size: int, commits: int) -> Damaged:
    if seq != size:
        return Damaged(f"record {size} is missing", path=f"$.records[{size}]")
    return Damaged(f"commit {commits} is missing", path=f"$.commits[{commits}]")
