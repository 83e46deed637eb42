"""Records as the page keeps them: told, taken apart, and tied to what they come from."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Literal

from msgspec import Struct

from ...core.audiences import sees_record
from ...core.records import Fact
from ...core.telling import Words
from ...core.vocabulary import (
    Amended,
    Corrected,
    DieSet,
    EffectBegan,
    Gained,
    Healed,
    Rolled,
    Spent,
    Weighed,
    Wounded,
)
from ..explain import Step
from ..explain.family import ASKING
from ..explain.roll import dice, weights
from ..explain.wording import details, silent
from ..keys import Keys
from ..reading import Read, read
from ..recording import Recording
from ..transcript import Back, Line

_ID = re.compile(rb'"([a-z0-9._-]+)"')

Topic = Literal["", "roll", "wound", "points", "question"]


class Entry(Struct, frozen=True):
    """One record that the viewer may see.

    Args:
        seq: its number.
        commit: number of its commit.
        kind: ``command``, ``performed`` or ``event``.
        type: its tag.
        text: what it says, in the reader's words.
        by: seat that sent it, on a command.
        at: when, likewise.
        rule: id of the rule that acted.
        topic: what it is about, for those who look for that.
        quiet: whether a log passes over it.
        foreign: whether nothing installed knows its type.
        cause: seq of the nearest record that it follows from and that the viewer may see.
        changes: seq of the earlier record that it changes, if it does.
        details: dice, modifiers and numbers, as lines.
        who: ids of actors and seats that it names.
        back: by what it was taken back, if it was.
        corrected: commit that put it right, if one did.
    """

    seq: int
    commit: int
    kind: str
    type: str
    text: str
    by: str
    at: str
    rule: str
    topic: Topic
    quiet: bool
    foreign: bool
    cause: int | None
    changes: int | None
    details: tuple[str, ...]
    who: tuple[str, ...]
    back: Back | None
    corrected: int | None


class Entries:
    """Makes entries of told lines, which come in the order of the log.

    Args:
        recording: that is told.
        words: of the reader's language.
        viewer: seat that reads; empty for whoever holds the journal.
    """

    def __init__(self, recording: Recording, words: Words, viewer: str) -> None:
        self._book = recording.book
        self._words = words
        self._viewer = viewer
        self._now = recording.now
        self._keys = Keys(None if viewer else recording.store, recording.name, self._now.ledger)
        self._facts = recording.facts()
        self._nearest: dict[int, int | None] = {}
        self._sources: dict[str, int] = {}

    def entry(self, line: Line, known: Collection[str]) -> tuple[Entry, Read]:
        """One line with all that belongs to its record, and the record as read.

        Args:
            line: as told.
            known: ids of actors and seats by now.
        """
        fact, cause = self._fact(line.seq)
        found = read(self._book, fact)
        step = self._step(line, found)
        message = found.message
        made = Entry(
            seq=line.seq,
            commit=line.commit,
            kind=line.kind,
            type=line.type,
            text=step.text or silent(step, self._words),
            by=line.by,
            at=line.at,
            rule=line.rule,
            topic=_topic(line.type, message),
            quiet=line.kind == "performed" or not step.text,
            foreign=line.foreign,
            cause=cause,
            changes=self._changes(message),
            details=tuple(details(step, self._words, {})),
            who=tuple(sorted(_named(fact).intersection(known))),
            back=line.back,
            corrected=line.corrected,
        )
        if isinstance(message, EffectBegan | Rolled):
            self._sources[message.id] = line.seq
        return made, found

    def _fact(self, seq: int) -> tuple[Fact, int | None]:
        """The fact of a line, with its cause; what is hidden on the way is only passed through."""
        for fact in self._facts:
            cause = self._nearest.get(fact.cause) if fact.cause is not None else None
            seen = sees_record(self._viewer, fact.seq, fact.to, self._now)
            self._nearest[fact.seq] = fact.seq if seen else cause
            if fact.seq == seq:
                return fact, cause
        raise LookupError(f"record {seq} was not found again")

    def _step(self, line: Line, found: Read) -> Step:
        message = found.message
        weighed = message.modifiers if isinstance(message, Weighed) else ()
        return Step(
            seq=line.seq,
            commit=line.commit,
            kind=line.kind,
            type=line.type,
            text=line.text,
            by=line.by,
            at=line.at,
            rule=line.rule,
            fields={k: v for k, v in found.raw.items() if k != "type"},
            modifiers=weights(weighed, self._sources),
            dice=dice(self._book, self._keys, message) if isinstance(message, Rolled) else None,
        )

    def _changes(self, message: Any) -> int | None:
        if isinstance(message, Corrected):
            return message.seq if self._nearest.get(message.seq) == message.seq else None
        if isinstance(message, DieSet | Amended):
            return self._sources.get(message.roll)
        return self._sources.get(message.replaces) if isinstance(message, Rolled) else None


def _topic(type: str, message: Any) -> Topic:
    if isinstance(message, Rolled | DieSet | Amended):
        return "roll"
    if isinstance(message, Wounded | Healed):
        return "wound"
    if isinstance(message, Spent | Gained):
        return "points"
    return "question" if type in ASKING else ""


def _named(fact: Fact) -> set[str]:
    """Every text in a record that looks like an id, keys included; a known one is somebody."""
    return {fact.by, *(text.decode() for text in _ID.findall(fact.body))}
