"""What a record comes from and what comes of it, by the causes that the log states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from ...core.asked import Answered, Asked, Ruled, RulingCited
from ...core.records import Fact
from ...core.vocabulary import Amended, Corrected, DieSet, Rolled
from ..recording import Recording

ASKING = frozenset(k.message.tag for k in (Asked, Answered, Ruled, RulingCited))
"""Types of what a question leaves in the log."""

_NAMING = {
    DieSet.message.tag: "roll",
    Amended.message.tag: "roll",
    Rolled.message.tag: "replaces",
}
"""Fields by which an event names an earlier roll."""


class Family(Struct, frozen=True):
    """Records around one record, by seq.

    Args:
        root: of the command that a seat sent.
        lineage: from the root down to the record itself.
        before: what the same command had brought about on the way, questions left out.
        questions: asked and answered on the way.
        beside: what the very same cause brought about later in the command.
        after: what the record itself brought about, directly and further on.
        named: later records that change what it counts for: turned dice, amendments, re-rolls,
            corrections.
    """

    root: int
    lineage: tuple[int, ...]
    before: tuple[int, ...]
    questions: tuple[int, ...]
    beside: tuple[int, ...]
    after: tuple[int, ...]
    named: tuple[int, ...]

    @property
    def all(self) -> frozenset[int]:
        """Every record of it."""
        groups = (self.lineage, self.before, self.questions, self.beside, self.after, self.named)
        return frozenset(seq for group in groups for seq in group)


def family(recording: Recording, seq: int) -> Family:
    """The family of a record that there is."""
    lineage = tuple(_lineage(recording, seq))
    root, line = lineage[0], frozenset(lineage)
    before, questions = [], []
    answers = set()  # commands: each follows from its question, and what was answered from it
    for fact in recording.facts(root + 1, seq):
        mine = fact.cause in line and fact.seq not in line
        if fact.kind == "command" and fact.cause in questions:
            answers.add(fact.seq)
        elif fact.type in ASKING and (mine or fact.cause in answers or fact.cause in questions):
            questions.append(fact.seq)
        elif mine and fact.kind != "command":
            before.append(fact.seq)
    it = next(recording.facts(seq, seq + 1))
    own_id = _field(it, "id")
    beside, after, named = [], {seq}, []
    for fact in recording.facts(seq + 1):
        if fact.cause in after:
            after.add(fact.seq)
        elif _names(fact, seq, own_id):
            named.append(fact.seq)
        elif fact.cause == it.cause and fact.cause is not None and fact.type not in ASKING:
            beside.append(fact.seq)
    return Family(
        root=root,
        lineage=lineage,
        before=tuple(before),
        questions=tuple(questions),
        beside=tuple(beside),
        after=tuple(sorted(after - {seq})),
        named=tuple(named),
    )


def _lineage(recording: Recording, seq: int) -> Iterator[int]:
    found = []
    at: int | None = seq
    while at is not None:
        fact = next(recording.facts(at, at + 1))
        found.append(at)
        # An answer follows from the question, and is no link to who sent the command.
        at = fact.cause if fact.kind != "command" else None
    yield from reversed(found)


def _names(fact: Fact, seq: int, own_id: Any) -> bool:
    if fact.type == Corrected.message.tag:
        return bool(_field(fact, "seq") == seq)
    named = _NAMING.get(fact.type)
    return bool(named and own_id and _field(fact, named) == own_id)


def _field(fact: Fact, name: str) -> Any:
    """A field as recorded, whatever it means in that type."""
    return msgspec.json.decode(fact.body).get(name)
