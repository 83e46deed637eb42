"""Rulings that stand: what was ruled, by whom, since when and for how long."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ..core.asked import AnswerValue
from ..core.chain import chain, on
from ..core.messages import TABLE
from ..core.until import Until
from .rebuild import rebuild
from .recording import Recording
from .walk import Progress

_RULED = f"{TABLE}.ruled"


class Standing(Struct, frozen=True):
    """One ruling that stands.

    Args:
        key: by which it is taken back, ``rule/name/subject``.
        rule: id of the rule that asked.
        name: of the question.
        subject: of what or whom, or empty.
        question: in words.
        answer: as given.
        label: of the choice, in words, where one was made.
        by: seat that ruled.
        until: how long it stands.
        commit: number of the commit since which it does.
        at: when that was, RFC 3339 in UTC.
    """

    key: str
    rule: str
    name: str
    subject: str
    question: str
    answer: AnswerValue
    label: str
    by: str
    until: Until
    commit: int
    at: str


class _Ruled(Struct):
    rule: str
    name: str
    subject: str
    label: str = ""


def standing(
    recording: Recording, *, viewer: str = "", progress: Progress | None = None
) -> tuple[Standing, ...]:
    """The rulings that stand now, in the order in which they were first made.

    Args:
        recording: to look into.
        viewer: seat that looks; empty for whoever holds the journal.
        progress: told now and then how far it is.

    Raises:
        Invalid: there is no such seat.
    """
    rulings = rebuild(recording, viewer=viewer, progress=progress).table.rulings
    made: dict[str, tuple[_Ruled, int, str]] = {}
    if rulings:
        spans = chain(recording.commits - 1, recording.now.ledger.parents)
        at = ""
        for record in recording.records():
            at = record.at or at
            if record.type == _RULED and on(spans, record.commit):
                ruled = msgspec.json.decode(record.body, type=_Ruled)
                key = f"{ruled.rule}/{ruled.name}/{ruled.subject}"
                made[key] = ruled, record.commit, at  # a later one takes its place
    return tuple(
        Standing(
            key, r.rule, made[key][0].name, made[key][0].subject, r.question, r.answer,
            made[key][0].label, r.by, r.until, *made[key][1:],
        )
        for key, r in rulings.items()
    )  # fmt: skip
