"""Which records have been put right since, and by which commit."""

from __future__ import annotations

import msgspec

from ..core.audiences import sees_record
from ..core.chain import chain, on
from .recording import Recording


class _Says(msgspec.Struct):
    seq: int
    commit: int


def corrected(recording: Recording, viewer: str = "") -> dict[int, int]:
    """By seq of a record that was put right, the number of the commit that did so and stands.

    Args:
        recording: to look through.
        viewer: seat that reads; empty for whoever holds the journal.
    """
    now = recording.now
    spans = chain(recording.commits - 1, now.ledger.parents)
    found = {}
    for fact in recording.corrections:
        if on(spans, fact.commit) and sees_record(viewer, fact.seq, fact.to, now):
            says = msgspec.json.decode(fact.body, type=_Says)
            found[says.seq] = says.commit
    return found
