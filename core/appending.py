"""From what a command brings about to records with salts, one commit and a grown tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .asked import AnswerValue
from .out import Out
from .records import Commit, Record, leaf
from .surroundings import Surroundings, stamp
from .timeline import Timeline
from .tree import Frontier, grow, root

SALT = 16
"""Bytes of a salt."""


class Sent(NamedTuple):
    """How a command was sent.

    Args:
        by: seat.
        key: idempotency key, or empty.
        answers: brought along, by name of the question.
        size: number of records that the sender has seen, if he says so.
    """

    by: str
    key: str = ""
    answers: Mapping[str, AnswerValue] = {}
    size: int | None = None


def sealed(
    session: str,
    timeline: Timeline,
    frontier: Frontier,
    outs: Sequence[Out],
    sent: Sent,
    surroundings: Surroundings,
) -> tuple[list[Record], Commit, Frontier]:
    """The records of one commit, stamped and salted, and the tree over them.

    Time, author and key stand on the commit's first record alone.
    """
    no, first = timeline.commits, timeline.size
    at = stamp(surroundings.now())
    salts = surroundings.random(SALT * len(outs)).hex()
    records = []
    for i, (seq, kind, message, body, cause, to) in enumerate(outs):
        info = message.message
        records.append(
            Record(
                session,
                seq,
                no,
                kind,
                info.tag,
                info.family,
                info.version,
                "" if i else at,
                "" if i else sent.by,
                cause,
                to,
                salts[2 * SALT * i : 2 * SALT * (i + 1)],
                "" if i else sent.key,
                body,
            )
        )
    grown = grow(frontier, first, map(leaf, records))
    return records, Commit(no, first, first + len(records), root(grown)), grown
