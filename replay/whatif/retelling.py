"""A session told again from one commit on; what is recorded stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from ...core.appending import Sent, sealed
from ...core.asked import AnswerValue
from ...core.codec import decode, encode
from ...core.deciding import How, read, step
from ...core.entries import Question
from ...core.errors import Invalid, RollbookError
from ...core.memory import MemoryStore
from ...core.messages import Command
from ...core.out import Limits, Out
from ...core.receipts import OpenQuestion
from ...core.records import Record, leaf
from ...core.redeciding import answers_of
from ...core.surroundings import System
from ...core.table.inquiry import Answer
from ...core.table.seats import AddNote
from ...core.table.state import Table
from ...core.timeline import Timeline
from ...core.tree import Frontier, grow
from ..diff import Change, diff
from ..recording import Recording
from ..walk import Progress, Walk
from .dice import AsTheyFell


class Supposition(Struct, frozen=True):
    """What is otherwise.

    Args:
        options: by ruleset, switches that are set before the commit.
        faces: that the commit's dice show, in the order thrown; of real dice, that were read.
        answers: by name of a question, in place of those that were given, from the commit on.
        command: sent instead of the commit's own.
        by: seat that sends it; empty for the same.
    """

    options: Mapping[str, Mapping[str, Any]] = {}
    faces: tuple[int, ...] = ()
    answers: Mapping[str, AnswerValue] = {}
    command: Mapping[str, Any] | None = None
    by: str = ""


class Refusal(Struct, frozen=True):
    """A command of the session that would have been refused: commit, type, seat and why."""

    commit: int
    type: str
    by: str
    why: str


class WhatIf(Struct, frozen=True):
    """How it would have gone.

    Args:
        commit: from which it was told again.
        commits: of the session that were told again.
        differs: number of the first commit that would have gone otherwise; None if none.
        changes: what stands otherwise in the end, in game terms.
        refused: commands that would have been refused.
        stuck: question that nobody has answered there, where it goes no further.
        unused: faces that were given and not thrown.
        retold: the whole session as it would have been, to be read as any other.
    """

    commit: int
    commits: int
    differs: int | None
    changes: tuple[Change, ...]
    refused: tuple[Refusal, ...]
    stuck: Question | None
    unused: int
    retold: Recording


def what_if(
    recording: Recording,
    commit: int,
    otherwise: Supposition,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> WhatIf:
    """Decide the rest of a session again, from a commit on, with something otherwise.

    Every later command is sent again with the answers it had; each roll of a stream falls as
    the roll at the same place fell, so that nobody else's dice change. A command that is refused
    there is passed over. Nothing is written.

    Args:
        recording: to tell again; stays as it is.
        commit: the first to be decided again.
        otherwise: what is supposed.
        limits: of one command.
        progress: told now and then how far it is.

    Raises:
        Invalid: there is no such commit, option or command.
        Refused: what is supposed is itself refused.
    """
    if not 1 <= commit < recording.commits:
        raise Invalid(
            f"there is no commit {commit} to tell again",
            path="$.at",
            hint=f"commits 1 to {recording.commits - 1}",
        )
    telling = _Retelling(recording, otherwise, limits or Limits())
    telling.copy(commit)
    telling.suppose(commit)
    stuck = telling.go_on(commit, progress)
    retold = Recording(telling.store, recording.name, recording.book)
    return WhatIf(
        commit=commit,
        commits=recording.commits - commit,
        differs=telling.differs,
        changes=diff(Walk(recording).through(), Walk(retold).through()),
        refused=tuple(telling.refused),
        stuck=stuck,
        unused=telling.dice.left,
        retold=retold,
    )


class _Then(System):
    """Surroundings of a retelling: every command is sent when it was sent; salts are nothing."""

    def __init__(self) -> None:
        self.moment = datetime.now(UTC)

    def now(self) -> datetime:
        """When the command was sent."""
        return self.moment

    def random(self, n: int) -> bytes:
        """Salts that hide nothing: nobody else reads this."""
        return bytes(n)


class _Retelling:
    """One copy in memory, and how far it has come."""

    def __init__(self, recording: Recording, otherwise: Supposition, limits: Limits) -> None:
        self.store = MemoryStore()
        self.dice = AsTheyFell(recording)
        self.refused: list[Refusal] = []
        self.differs: int | None = None
        self._recording = recording
        self._otherwise = otherwise
        self._limits = limits
        self._timeline = Timeline(recording.book, self.store, recording.name)
        self._frontier: Frontier = ()
        self._then = _Then()

    def copy(self, commit: int) -> None:
        """Take over every record before a commit."""
        for before in self._recording.store.commits(self._recording.name, 0, commit):
            records = list(self._recording.records(before.first, before.size))
            self._frontier = grow(self._frontier, before.first, map(leaf, records))
            with self.store.write(self._recording.name, new=before.no == 0) as tx:
                tx.append(records, before, self._frontier)
        self._timeline.advance(self.store.facts(self._recording.name))

    def suppose(self, commit: int) -> None:
        """Set the switches that are otherwise."""
        table, book = self._timeline.table, self._recording.book
        options = dict(table.options)
        for ruleset, changed in self._otherwise.options.items():
            raw = options.get(ruleset)
            now: dict[str, Any] = msgspec.json.decode(raw) if raw else {}
            made = book.check_options(ruleset, {**now, **changed})
            options[ruleset] = msgspec.Raw(encode(made, f"options of {ruleset}"))
        self._timeline.suppose(
            {**self._timeline.slices, Table: msgspec.structs.replace(table, options=options)}
        )

    def go_on(self, commit: int, progress: Progress | None) -> Question | None:
        """Send every command again; the question at which it goes no further, if there is one."""
        total = self._recording.commits
        for no in range(commit, total):
            found = self._recording.commit(no)
            records = list(self._recording.records(found.first, found.size))
            self._send(records, first=no == commit)
            if progress and (no % 100 == 0 or no == total - 1):
                progress(no, total - 1)
            if self._stuck(no):
                return OpenQuestion(self._timeline, self.store, self._recording.name).question()
        return None

    def _stuck(self, no: int) -> bool:
        """Whether a question is open that no later command of the session answers."""
        if self._timeline.pending is None or no + 1 >= self._recording.commits:
            return False
        following = self._recording.commit(no + 1).first
        head = next(self._recording.facts(following, following + 1))
        return not self._recording.book.decider(head.type)[0].anytime

    def _send(self, records: Sequence[Record], *, first: bool) -> None:
        head = records[0]
        self._then.moment = datetime.fromisoformat(head.at)
        by = (self._otherwise.by if first else "") or head.by
        try:
            command, body = self._command(head, first=first)
            answers = self._answers(records, first=first)
            if first and self._timeline.ledger.charter.dice == "sealed":
                self.dice.give(self._otherwise.faces)
            how = How(by, self.dice, answers, self._limits)
            done = step(self._timeline, command, body, how)
            outs, slices = done.outs, done.slices
        except RollbookError as error:
            if first:
                raise
            self.refused.append(Refusal(head.commit, head.type, by, error.what))
            outs, slices = [_passed_over(head, self._timeline.size)], self._timeline.slices
        self._append(outs, slices, by)
        if self.differs is None and not _same(outs, records):
            self.differs = head.commit

    def _command(self, head: Record, *, first: bool) -> tuple[Command, bytes]:
        if first and self._otherwise.command is not None:
            return read(self._recording.book, self._otherwise.command)
        command: Command = decode(self._recording.book.decoder(head.type), head.body, head.type)
        if isinstance(command, Answer):  # the question may have another id here
            command = msgspec.structs.replace(command, id="")
            given = self._otherwise.answers
            pending = self._timeline.pending
            if pending is not None and pending.asked.name in given:
                command = msgspec.structs.replace(command, answer=given[pending.asked.name])
            return command, encode(command)
        return command, head.body

    def _answers(self, records: Sequence[Record], *, first: bool) -> dict[str, AnswerValue]:
        answers = answers_of(self._recording.book, records)
        if first:
            answers |= _faces(self._recording, records, self._otherwise.faces)
        return {**answers, **self._otherwise.answers}

    def _append(self, outs: Sequence[Out], slices: dict[type, Any], by: str) -> None:
        after = self._timeline.after(slices)
        records, commit, self._frontier = sealed(
            self._recording.name, self._timeline, self._frontier, outs, Sent(by), self._then
        )
        with self.store.write(self._recording.name) as tx:
            tx.append(records, commit, self._frontier)
        self._timeline.adopt(after, commit.size)


def _passed_over(head: Record, seq: int) -> Out:
    """A commit that keeps the number of a command that is refused here."""
    note = AddNote(text=f"{head.type}")
    return Out(seq, "command", note, encode(note), None, "")


def _same(outs: Sequence[Out], records: Sequence[Record]) -> bool:
    return [(o.kind, o.body, o.to) for o in outs] == [(r.kind, r.body, r.to) for r in records]


def _faces(
    recording: Recording, records: Sequence[Record], faces: Sequence[int]
) -> dict[str, AnswerValue]:
    """Faces of real dice, for the questions of a commit in the order they were asked."""
    given: dict[str, AnswerValue] = {}
    left = list(faces)
    for name, was in answers_of(recording.book, records).items():
        if isinstance(was, tuple) and left:
            given[name] = tuple(left[: len(was)])
            del left[: len(was)]
    return given
