"""Questions: what may be asked, who may answer, and which answers are answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .asked import AnswerValue, Asked, Choice
from .dice import Reading, evaluate, parse, typed
from .errors import Invalid, NotAllowed, Refused
from .look import Look
from .permissions import SEATED
from .table.state import Pending

PASS = "pass"
"""Key of the choice by which somebody asked among others lets it pass."""

faces = object()
"""``of=faces``: faces of real dice, in the order thrown."""


def as_choices(choices: Iterable[Choice | str]) -> tuple[Choice, ...]:
    """Choices, where a plain text stands for a choice without label or cost."""
    return tuple(Choice(id=c, label=c) if isinstance(c, str) else c for c in choices)


def slug(question: str) -> str:
    """A question's own name where the rule gives none."""
    return re.sub(r"[^a-z0-9]+", "-", question.lower()).strip("-")[:40] or "question"


def waiting_for(pending: Pending) -> tuple[str, ...]:
    """Whoever has not answered the open question yet."""
    answered = {a.for_ for a in pending.given}
    return tuple(who for who in pending.asked.to if who not in answered)


def answering(pending: Pending, by: str, for_: str, look: Look) -> str:
    """Whom a seat answers for.

    Args:
        pending: the open question.
        by: seat that answers.
        for_: whom it says it answers for, or empty.
        look: of now, for roles and owners.

    Raises:
        NotAllowed: it was asked of others.
        Refused: he has answered already, or it is not clear for whom.
    """
    asked = pending.asked
    open_ = waiting_for(pending)
    if look.role(by) not in SEATED:
        raise NotAllowed(f"{by} looks on, and does not act", rule=asked.rule)
    if for_:
        if for_ not in asked.to:
            raise Refused(
                f"{for_} was not asked", path="$.for_", hint=f"asked: {', '.join(asked.to)}"
            )
        if for_ not in open_:
            raise Refused(f"{for_} has answered", path="$.for_", rule=asked.rule)
        if not may_answer(by, for_, look):
            raise NotAllowed(f"{by} may not answer for {for_}", rule=asked.rule)
        return for_
    own = [who for who in open_ if speaks_as(by, who, look)]
    mine = own or [who for who in open_ if may_answer(by, who, look)]
    if not mine:
        raise NotAllowed(
            f"{by} was not asked, or has answered: {asked.question}",
            rule=asked.rule,
            hint=f"waiting for {', '.join(open_)}",
        )
    if len(mine) > 1 and asked.mode != "one":
        raise Refused(f"for whom? {', '.join(mine)}", path="$.for_", hint="say for_=…")
    return mine[0]


def speaks_as(by: str, who: str, look: Look) -> bool:
    """Whether a seat is itself the one asked: its own actor, or the GM for ``gm``."""
    acting = [seat for seat in look.owners(who) if look.role(seat) in SEATED]
    if who == "gm" or not acting:
        return look.role(by) in ("gm", "host")
    return by in acting


def may_answer(by: str, who: str, look: Look) -> bool:
    """Whether a seat may answer for whom it was asked of, on behalf or itself."""
    on_behalf = look.role(by) in ("gm", "host") and look.stands_in(who)
    return on_behalf or speaks_as(by, who, look)


def check_answer(
    asked: Asked, value: Any, readings: Mapping[str, Reading], path: str = "$.answer"
) -> AnswerValue:
    """The answer in the form it is recorded.

    Args:
        asked: the question.
        value: what was given.
        readings: that the notation of real dice may name.
        path: where it was given.

    Raises:
        Invalid: it is none of the choices, or not of the form asked for.
        NotationError: faces that the dice do not have.
    """
    if asked.of == "choice":
        keys = [c.key for c in asked.choices]
        if value not in keys:
            raise Invalid(
                f"{value!r} is not among the choices: {asked.question}",
                path=path,
                rule=asked.rule,
                hint=f"one of {', '.join(keys)}",
            )
        return str(value)
    if asked.of == "int":
        return _number(asked, value, path)
    if asked.of == "faces":
        dice = parse(asked.dice, readings=readings)
        return tuple(die.face for die in evaluate(dice, typed(value, dice)).dice)
    if not isinstance(value, str):
        raise Invalid(f"a text is asked for, not {value!r}", path=path, rule=asked.rule)
    return value


def label_of(asked: Asked, answer: AnswerValue) -> str:
    """The label of the choice that an answer makes; nothing where nothing is chosen."""
    return next((c.label for c in asked.choices if c.key == answer), "")


def _number(asked: Asked, value: Any, path: str) -> int:
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,18}", value):
        value = int(value)
    low, high = asked.ge, asked.le
    span = f"{'…' if low is None else low} to {'…' if high is None else high}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise Invalid(
            f"a number is asked for, not {value!r}", path=path, rule=asked.rule, hint=span
        )
    if (low is not None and value < low) or (high is not None and value > high):
        raise Invalid(f"{value} is out of bounds", path=path, rule=asked.rule, hint=span)
    return value


def settled(asked: Asked, given: Sequence[tuple[str, AnswerValue]]) -> bool:
    """Whether these (for whom, answer) settle the question."""
    if asked.mode == "each":
        return {who for who, _ in given} == set(asked.to)
    if asked.mode == "any":
        return any(v != PASS for _, v in given) or {w for w, _ in given} == set(asked.to)
    return bool(given)
