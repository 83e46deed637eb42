"""What `undo` takes back: the last command on the chain that has changed the board."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...core.asked import Asked
from ...core.chain import chain
from ...core.messages import Event
from ...core.records import Fact
from ...core.table.inquiry import Answer
from ..recording import Recording


def last_done(recording: Recording) -> int | None:
    """Number of the first commit of the last command that a return could take back.

    Notes, seats and returns themselves are passed over. What answers have added belongs to the
    command that asked.

    Returns:
        The commit's number; None where nothing is done yet.
    """
    for commit in _backwards(recording):
        span = recording.commit(commit)
        facts = list(recording.facts(span.first, span.size))
        if not any(_on_board(recording, fact) for fact in facts):
            continue
        if facts[0].type == Answer.message.tag and facts[0].cause is not None:
            return _asking(recording, facts[0].cause)
        return commit
    return None


def _backwards(recording: Recording) -> Iterator[int]:
    """Commits on the chain, the last first, without the one that began the session."""
    parents = recording.now.ledger.parents
    for span in reversed(chain(recording.commits - 1, parents)):
        for commit in range(span.last, span.first - 1, -1):
            if commit and str(commit) not in parents:
                yield commit


def _on_board(recording: Recording, fact: Fact) -> bool:
    kind: type[Event] | None = recording.book.events.get(fact.type)
    return fact.kind == "event" and (kind is None or not kind.message.ledger)


def _asking(recording: Recording, seq: int) -> int:
    """The first commit of the command that asked the question of this record."""
    fact = next(iter(recording.facts(seq, seq + 1)))
    asked = msgspec.json.decode(fact.body, type=Asked)
    return asked.commit
