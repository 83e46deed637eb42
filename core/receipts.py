"""Receipts given again, and the open question, read back from the log."""

from __future__ import annotations

from collections.abc import Iterator

from .chain import chain, on
from .entries import Entry, Question, Receipt
from .questions import waiting_for
from .records import Commit
from .store import Store
from .timeline import Timeline


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
    root, _, _ = timeline.prefix()
    record = next(iter(store.records(session, root.seq, root.seq + 1)))
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
        command=root.type,
        commit=asked.commit,
        since=record.at,
    )
