"""Receipts, entries and open questions: what leaves a session for screens, bots and people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, structs

from .asked import AnswerValue, Choice
from .errors import RollbookError
from .messages import Command, Event
from .out import Out
from .records import Fact
from .rulebook import Rulebook


class Entry(Struct, frozen=True):
    """One record as it is shown.

    Args:
        seq: position in the session.
        commit: number of its commit.
        kind: ``command``, ``performed`` or ``event``.
        type: tag of the message.
        family: tag of the vocabulary's type, or empty.
        by: seat that sent it, on a commit's command.
        cause: seq of the record it follows from.
        to: audience as stored; empty is everyone.
        message: decoded; the raw mapping where no ruleset in force has its type.
    """

    seq: int
    commit: int
    kind: str
    type: str
    family: str
    by: str
    cause: int | None
    to: str
    message: Any

    @classmethod
    def of_fact(cls, book: Rulebook, fact: Fact) -> Entry:
        """A stored record, decoded as far as the rulebook knows its type."""
        message: Any
        try:
            message = book.read(fact.type, fact.version, fact.body)
        except (RollbookError, msgspec.MsgspecError):  # what nobody here knows, as it stands
            message = msgspec.json.decode(fact.body)
        return cls(
            fact.seq, fact.commit, fact.kind, fact.type, fact.family,
            fact.by, fact.cause, fact.to, message,
        )  # fmt: skip

    @classmethod
    def of_out(cls, out: Out, commit: int, by: str) -> Entry:
        """A record just made."""
        info = out.message.message
        by = by if out.kind == "command" else ""
        return cls(
            out.seq, commit, out.kind, info.tag, info.family, by, out.cause, out.to, out.message
        )


class Question(Struct, frozen=True):
    """The open question: the whole protocol for screens and bots.

    Args:
        id: of the question; an `Answer` may name it.
        name: stable inside its command.
        question: in words.
        mode: ``one``; ``each`` must answer; ``any`` may until all have passed.
        of: ``choice``, ``int``, ``text`` or ``faces``.
        to: whom it was asked of.
        waiting_for: of these, whoever has not answered.
        choices: with cost and rule.
        ge: least number.
        le: greatest number.
        dice: notation of the real dice to read.
        secret: whether answers are kept until the last is in.
        standing: whether a ruling may be kept for longer than once.
        rule: id of the rule that asks.
        command: tag of the command that waits.
        commit: number of that command's first commit.
        since: when it was asked, RFC 3339.
        seen_by: its audience as stored: to whom it may be shown; empty is everyone.
    """

    id: str
    name: str
    question: str
    mode: str
    of: str
    to: tuple[str, ...]
    waiting_for: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    ge: int | None = None
    le: int | None = None
    dice: str = ""
    secret: bool = False
    standing: bool = False
    rule: str = ""
    command: str = ""
    commit: int = 0
    since: str = ""
    seen_by: str = ""


class Receipt(Struct, frozen=True):
    """What a caller gets for a command; one kept receipt proves later what stood before it.

    Args:
        session: id of the session.
        commit: number of the command's commit.
        size: number of records after it: the tree's size.
        root: of that tree, hex.
        waiting: the question that the session now waits for, if any.
        returned: whether a return has taken the command back since.
        entries: its records, in order.
        unused: names of answers that came along and that nothing asked for; while the command
            waits, those that it has not come to. They are not kept: what is recorded of an answer
            is that it answered something. They may come along again with the next `Answer`.
    """

    session: str
    commit: int
    size: int
    root: str
    waiting: Question | None = None
    returned: bool = False
    entries: tuple[Entry, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """Its events, decoded."""
        return tuple(e.message for e in self.entries if e.kind == "event")

    def only(self, sees: Callable[[str], bool]) -> Receipt:
        """The receipt with the entries, and the question, whose audience a viewer belongs to.

        What came along unused was its sender's, and is left out.

        Args:
            sees: whether the viewer belongs to an audience as stored.
        """
        waiting = self.waiting if self.waiting and sees(self.waiting.seen_by) else None
        entries = tuple(e for e in self.entries if sees(e.to))
        return structs.replace(self, entries=entries, waiting=waiting, unused=())


class CommandInfo(Struct, frozen=True):
    """A command that a seat may send now.

    Args:
        type: its tag.
        help: what it is for, in one line.
        may: whom it is for.
        rule: ids of rules that its decider names in its docstring.
        schema: JSON Schema of its fields.
    """

    type: str
    help: str
    may: str
    rule: tuple[str, ...]
    schema: dict[str, Any]


__all__ = ["AnswerValue", "Command", "CommandInfo", "Entry", "Question", "Receipt"]
