"""Receipts given again, and the open question, read back from the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import decode as read_json

from .chain import chain, on
from .entries import Entry, Question, Receipt
from .messages import TABLE, Command
from .questions import waiting_for
from .records import Commit, Record
from .store import Store, commit_of
from .table.returns import Return
from .table.state import Pending
from .timeline import Timeline

ASKED = f"{TABLE}.asked"


def first_receipt(timeline: Timeline, store: Store, session: str, commit: int) -> Receipt:
    """The receipt of a commit as it was given, and what its command has brought about since."""
    found = commit_of(store, session, commit)
    spans = chain(timeline.commits - 1, timeline.ledger.parents)
    return Receipt(
        session=session,
        commit=found.no,
        size=found.size,
        root=found.root.hex(),
        waiting=OpenQuestion(timeline, store, session).question(),
        returned=not on(spans, found.no),
        entries=tuple(_emitted(timeline, store, session, found)),
    )


def _emitted(timeline: Timeline, store: Store, session: str, commit: Commit) -> Iterator[Entry]:
    """Records of a command: those of its commit, and what its continuations added."""
    mine: set[int] = set()
    for fact in store.facts(session, commit.first):
        if fact.commit == commit.no or fact.cause in mine:
            mine.add(fact.seq)
            yield Entry.of_fact(timeline.book, fact)


class Asking(NamedTuple):
    """What the log alone knows of an open question.

    Args:
        id: of the question.
        command: type of the command that waits.
        since: when it was asked, RFC 3339.
    """

    id: str
    command: str
    since: str


class OpenQuestion:
    """The open question of a session, with what the log knows of it read once.

    Args:
        timeline: of the session.
        store: where it is kept.
        session: its id.
    """

    def __init__(self, timeline: Timeline, store: Store, session: str) -> None:
        self._timeline = timeline
        self._store = store
        self._session = session
        self._asking: Asking | None = None

    def look(self) -> Asking | None:
        """What the log knows of the question that is open now."""
        pending = self._timeline.pending
        if pending is None:
            self._asking = None
        elif self._asking is None or self._asking.id != pending.asked.id:
            self._asking = asking(self._timeline, self._store, self._session)
        return self._asking

    def follow(self, command: Command, root: Record) -> None:
        """The same after a commit of ours, without reading the log again.

        Args:
            command: that was sent; only an answer goes on with a command sent before.
            root: its record.
        """
        pending, was = self._timeline.pending, self._asking
        if pending is None or isinstance(command, Return):
            self._asking = None
        elif was is None or was.id != pending.asked.id:
            self._asking = Asking(pending.asked.id, was.command if was else root.type, root.at)

    def question(self) -> Question | None:
        """The open question with everything a screen needs, or None."""
        pending = self._timeline.pending
        by = self.look()
        return question(pending, by) if pending and by else None


def question(pending: Pending, by: Asking) -> Question:
    """An open question, with what the log knows of it."""
    asked = pending.asked
    return Question(
        id=asked.id,
        name=asked.name,
        question=asked.question,
        mode=asked.mode,
        of=asked.of,
        to=asked.to,
        waiting_for=waiting_for(pending),
        choices=asked.choices,
        ge=asked.ge,
        le=asked.le,
        dice=asked.dice,
        secret=asked.secret,
        standing=asked.standing,
        rule=asked.rule,
        command=by.command,
        commit=asked.commit,
        since=by.since,
        seen_by=asked.seen_by,
    )


def asking(timeline: Timeline, store: Store, session: str) -> Asking:
    """What the log knows of the open question, even where nobody knows its command's type."""
    pending = timeline.pending
    assert pending is not None
    first = commit_of(store, session, pending.asked.commit)
    root, at, since = "", "", ""
    for record in store.records(session, first.first):
        root = root or record.type
        at = record.at or at
        if record.type == ASKED and read_json(record.body, type=_Named).id == pending.asked.id:
            since = at
    return Asking(pending.asked.id, root, since)


class _Named(Struct):
    id: str
