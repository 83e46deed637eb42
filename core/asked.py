"""The words of questions: choices, what was asked and answered, and rulings that stand."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .messages import Event
from .until import Until


class Choice(Struct, frozen=True):
    """One answer that may be given.

    Args:
        id: what it does.
        of: with or on what, where several choices do the same.
        label: in words, for people.
        cost: points that it costs.
        pool: from which pool.
        rule: id of the rule that offers it.
    """

    id: str
    of: str = ""
    label: str = ""
    cost: int = 0
    pool: str = ""
    rule: str = ""

    @property
    def key(self) -> str:
        """What an answer says to choose it: ``id`` or ``id:of``."""
        return f"{self.id}:{self.of}" if self.of else self.id


AnswerValue = str | int | tuple[int, ...]
"""The key of a choice, a number, a text, or faces of dice in the order thrown."""

Stands = Literal["once", "scene", "sitting", "good"]

WHICH_FACES = "{dice} for {purpose}: which faces?"
"""How real dice are asked for; a reader in another language finds the purpose again in it."""


class Asked(Event, ruleset="table"):
    """A decider asks; unless the answer came along, its command waits for it.

    Args:
        id: of the question.
        name: stable inside its command, so that scripts can bring answers along.
        question: in words.
        to: actors, seats or ``gm``, as the decider named them.
        mode: ``one``; ``each`` must answer; ``any`` may until all have passed.
        of: ``choice``, ``int``, ``text`` or ``faces``.
        choices: what may be chosen; only what is legal and affordable.
        ge: least number.
        le: greatest number.
        dice: notation of the real dice to read.
        secret: whether answers are kept from the others until the last is in.
        standing: whether a ruling may be kept for longer than once.
        commit: number of the first commit of the command that asks.
        rule: id of the rule.
        seen_by: its audience as stored; filled when emitted.
    """

    id: str
    name: str
    question: str
    to: tuple[str, ...]
    commit: int
    mode: Literal["one", "each", "any"] = "one"
    of: Literal["choice", "int", "text", "faces"] = "choice"
    choices: tuple[Choice, ...] = ()
    ge: int | None = None
    le: int | None = None
    dice: str = ""
    secret: bool = False
    standing: bool = False
    rule: str = ""
    seen_by: str = ""


class Answered(Event, ruleset="table"):
    """Somebody answered a question.

    Args:
        id: of the question.
        name: of the question.
        by: seat that answered.
        for_: whom it was asked of.
        answer: as given.
        last: whether the question is settled by it.
        stands: how long a ruling is kept.
        label: of the choice, in words, where one was made.
    """

    id: str
    name: str
    by: str
    for_: str
    answer: AnswerValue
    last: bool = True
    stands: Stands = "once"
    label: str = ""


class Ruled(Event, ruleset="table"):
    """The GM's answer is kept and used again where the same is asked.

    Args:
        rule: id of the rule that asks.
        name: of the question.
        subject: of what or whom, or empty.
        question: in words.
        answer: as given.
        by: seat that ruled.
        until: how long it stands.
        seen_by: its audience as stored; filled when emitted.
        label: of the choice, in words, where one was made.
    """

    rule: str
    name: str
    subject: str
    question: str
    answer: AnswerValue
    by: str
    until: Until
    seen_by: str = ""
    label: str = ""


class RulingCited(Event, ruleset="table"):
    """A standing ruling answered what would have been asked.

    Args:
        ruling: its key, ``rule/name/subject``.
        answer: as given then.
        rule: id of the rule that asks.
        label: of the choice, in words, where one was made.
    """

    ruling: str
    answer: AnswerValue
    rule: str = ""
    label: str = ""


class RulingLapsed(Event, ruleset="table"):
    """A ruling no longer stands: its time is over, or the GM has taken it back."""

    ruling: str
    why: str = ""
