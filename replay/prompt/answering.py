"""Answers as they are typed: a number of the list, a key, a label, faces, or one's own words."""

from __future__ import annotations

from typing import Any

from ...core.entries import Question
from ...core.errors import Invalid
from ...core.telling import Words
from ..cli.plain import table
from ..cli.playing import choices, question_text
from ..cli.values import answer_of
from ..nearest import nearest

STANDS = ("once", "scene", "sitting", "good")
"""How long a ruling may be kept."""


def asked(question: Question, words: Words, whom: str) -> list[str]:
    """A question as it is put to somebody, its choices numbered.

    Args:
        question: the open one.
        words: of the reader's language.
        whom: of whom it is asked, as he is called.
    """
    rule = f" [{question.rule}]" if question.rule else ""
    lines = [f"{whom}: {question_text(question, words)}{rule}"]
    rows = [
        (f"{number}", choice.key, *said)
        for number, (choice, *said) in enumerate(choices(question, words), 1)
    ]
    lines += table(rows, indent=2)
    if question.of == "int":
        low = "…" if question.ge is None else question.ge
        high = "…" if question.le is None else question.le
        lines.append("  " + words.say("replay.number", low=low, high=high))
    elif question.of == "faces":
        lines.append("  " + words.say("play.faces"))
    elif question.of == "text":
        lines.append("  " + words.say("replay.text"))
    return lines


def is_one(typed: str, question: Question) -> bool:
    """Whether a line can be nothing but an answer, though it begins with a word of the prompt's."""
    return question.of == "text" or typed in [choice.key for choice in question.choices]


def reply(typed: str, question: Question, words: Words) -> Any:
    """The answer that is meant, as the engine takes it.

    Args:
        typed: the line.
        question: that it answers.
        words: in which labels were shown.

    Raises:
        Invalid: it is none of the choices, or fits several.
    """
    if question.of != "choice":
        return answer_of(typed)
    keys = [choice.key for choice in question.choices]
    if typed in keys:
        return typed
    if typed.isdecimal() and 1 <= int(typed) <= len(keys):
        return keys[int(typed) - 1]
    low = typed.casefold()
    called = {choice.key: label.casefold() for choice, label, *_ in choices(question, words)}
    for fits in (
        [key for key in keys if low in (key.casefold(), called[key])],
        [key for key in keys if key.casefold().startswith(low)],
        [key for key in keys if called[key].startswith(low)],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise Invalid(f"{typed!r} fits several choices", hint=", ".join(fits))
    near = nearest(typed, keys, most=0)
    raise Invalid(
        f"{typed!r} is none of the choices",
        hint="; ".join(filter(None, (near, f"a number, 1 to {len(keys)}, or a word of the list"))),
    )
