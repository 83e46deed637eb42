"""Receipts given again, and the open question, read back from the log."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.json import decode as read_json

from .chain import chain, on
from .entries import Entry, Question, Receipt
from .messages import TABLE
from .questions import waiting_for
from .records import Commit
from .store import Store
from .timeline import Timeline

ASKED = f"{TABLE}.asked"


def first_receipt(timeline: Timeline, store: Store, session: str, commit: int) -> Receipt:
    """The receipt of a commit as it was given, and what its command has brought about since."""
    found = next(iter(store.commits(session, commit, commit + 1)))
    spans = chain(timeline.commits - 1, timeline.ledger.parents)
    return Receipt(
        session=session,
        commit=found.no,
        size=found.size,
        root=found.root.hex(),
        waiting=open_question(timeline, store, session),
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


def open_question(timeline: Timeline, store: Store, session: str) -> Question | None:
    """The open question with everything a screen needs, or None."""
    pending = timeline.pending
    if pending is None:
        return None
    asked = pending.asked
    root, since = _asking(timeline, store, session)
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
        command=root,
        commit=asked.commit,
        since=since,
    )


def _asking(timeline: Timeline, store: Store, session: str) -> tuple[str, str]:
    """Type of the suspended command, and when it asked; read even where nobody knows its type."""
    pending = timeline.pending
    assert pending is not None
    first = next(iter(store.commits(session, pending.asked.commit, pending.asked.commit + 1)))
    root, at, since = "", "", ""
    for record in store.records(session, first.first):
        root = root or record.type
        at = record.at or at
        if record.type == ASKED and read_json(record.body, type=_Named).id == pending.asked.id:
            since = at
    return root, since


class _Named(Struct):
    id: str
