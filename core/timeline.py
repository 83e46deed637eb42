"""A session's state in time: folded forward, and set back by returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple

import msgspec

from .chain import chain, on
from .errors import Damaged
from .folding import UNREAD, Folder, Reading, Slices, unreadable
from .messages import TABLE
from .play import Given, Out
from .records import Fact
from .rulebook import Rulebook
from .store import Snapshot, Store
from .table.state import Ledger, Pending, Table

RECENT = 128
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
    """

    def __init__(self, book: Rulebook, store: Store, session: str) -> None:
        self.book = book
        self.folder = Folder(book)
        self.slices: Slices = book.slices()
        self.size = 0
        self.commits = 0
        self._store = store
        self._session = session
        self._recent: dict[int, Mapping[type, Any]] = {}
        self._keep_from = 0
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

    def advance(self, facts: Iterable[Fact], until: int = 0) -> None:
        """Fold what was appended, commit by commit.

        Args:
            facts: in order.
            until: how many commits there will be, where that is known: states long before
                it are not kept.

        Raises:
            Damaged: a record or a commit is missing, or a body does not read.
        """
        # The loop that every rebuild runs: kept flat, since a call for each record would
        # cost as much as decoding it.
        self._keep_from = until - RECENT
        at, size = self.commits - 1, self.size
        slices, folder = self.slices, self.folder
        known = folder.entries
        for fact in facts:
            seq, commit, kind, tag, _, version, by, _, _, body = fact
            if seq != size or commit != at:
                self._border(fact, at, size)
                slices, at = self.slices, commit
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
            elif kind == "command":
                folder.command(slices, tag, by, commit)
        self.size = size
        if at >= self.commits:
            self._close(at)

    def _border(self, fact: Fact, at: int, size: int) -> None:
        """Between two commits: the one before is whole, and nothing is missing."""
        if fact.seq != size:
            raise Damaged(f"record {size} is missing", path=f"$.records[{size}]")
        if at >= self.commits:
            self.size = size
            self._close(at)
        if fact.commit != self.commits:
            raise Damaged(f"commit {self.commits} is missing", path=f"$.commits[{fact.commit}]")

    def adopt(self, slices: Slices, records: int) -> None:
        """Take over what one command has made of the state, instead of folding it again."""
        self.slices = slices
        self.size += records
        self._close(self.commits)

    def _close(self, commit: int) -> None:
        """The commit is whole: a return takes effect, and its state is kept for a while."""
        self.commits = commit + 1
        ledger: Ledger = self.slices[Ledger]
        back = ledger.parents.get(str(commit)) if ledger.parents else None
        if back is not None:
            self.slices = dict(self.board(back))
            self.slices[Ledger] = ledger
        if commit < self._keep_from:
            return
        self._recent[commit] = dict(self.slices)
        self._recent.pop(commit - RECENT, None)
        pending: Pending | None = self.slices[Table].pending
        if pending is not None:
            self._pin(pending.asked.commit - 1)

    def _pin(self, commit: int) -> None:
        """Keep where a suspended command began, however long it stays so."""
        if (self._pinned is None or self._pinned[0] != commit) and commit in self._recent:
            self._pinned = (commit, self._recent[commit])

    def board(self, commit: int) -> Mapping[type, Any]:
        """Every slice after a commit; the ledger among them as it stood then.

        Args:
            commit: its number; -1 is before the first.
        """
        if commit in self._recent:
            return self._recent[commit]
        if self._pinned is not None and self._pinned[0] == commit:
            return self._pinned[1]
        if commit < 0:
            return self.book.slices()
        spans = chain(commit, self.ledger.parents)
        slices = self.book.slices()
        for fact in self._facts(commit):
            self.folder.fact(slices, fact, board=on(spans, fact.commit))
        return slices

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
            message = self.book.decoder(fact.type).decode(fact.body)
            outs.append(Out(fact.seq, fact.kind, message, fact.body, fact.cause, fact.to))
            if fact.type == f"{TABLE}.answered":
                given.setdefault(message.id, []).append(
                    Given(fact.seq, fact.cause, message, fact.to)
                )
        assert root is not None
        return root, outs, given

    def _facts(self, last: int, first: int = 0) -> Iterator[Fact]:
        """Facts of commits first ≤ no ≤ last."""
        begin = next(iter(self._store.commits(self._session, first, first + 1))).first
        end = next(iter(self._store.commits(self._session, last, last + 1))).size
        return self._store.facts(self._session, begin, end)

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
        kinds: dict[str, type] = {r.name: r.state for r in self.book.rulesets}
        kinds["ledger"] = Ledger
        try:
            slices: Slices = {
                kind: msgspec.json.decode(snapshot.slices[name][1], type=kind)
                for name, kind in kinds.items()
            }
        except (KeyError, msgspec.MsgspecError):
            return False
        self.slices = slices
        self.size, self.commits = snapshot.size, snapshot.commit + 1
        self._recent[snapshot.commit] = dict(slices)
        return True
