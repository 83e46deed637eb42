"""``rollbook answer``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from ....core.errors import Refused, RollbookError
from .. import completing, options
from ..helping import examples
from ..out import Out, common
from ..playing import discreet, give_receipt, say_receipt, sender
from ..values import answer_of, brought


@click.command(
    name="answer",
    epilog=examples(
        "rollbook answer duel.db all-out-attack --by anna",
        'rollbook answer duel.db "1 4" --by anna',
        "rollbook answer duel.db normal --by master --for brynhild",
    ),
)
@options.file
@click.argument("value", shell_complete=completing.answers)
@options.by
@click.option(
    "--for", "for_", default="", metavar="WHO", shell_complete=completing.actors,
    help="Whom it was asked of, where that is not plain.",
)  # fmt: skip
@click.option(
    "--stands", type=click.Choice(["once", "scene", "sitting", "good"]), default="once",
    help="How long a ruling is kept, where the question says that one may be.",
)  # fmt: skip
@options.answers
@options.key
@options.session
@common
def command(
    out: Out,
    file: str,
    value: str,
    by: str,
    for_: str,
    stands: str,
    answers: tuple[str, ...],
    key: str,
    session: str,
) -> None:
    """Answer the question that the session in FILE waits for.

    VALUE is the key of a choice, a number, a text, or faces of real dice in the order thrown.
    The open question, with its choices, is shown by rollbook waiting.
    """
    with out.session(file, session) as playing:
        if playing.timeline.pending is None:
            raise Refused("no question is open", hint="rollbook waiting tells whose turn it is")
        who = sender(playing, by)
        made: dict[str, Any] = {"type": "table.answer", "answer": answer_of(value)}
        made |= {"for_": for_, "stands": stands}
        with discreet(playing, who), _as_typed():
            receipt = playing.do(made, who, key=key, answers=brought(answers))
        if out.json:
            give_receipt(playing, receipt, out, who)
        else:
            say_receipt(playing, receipt, out, who, last=True)


@contextmanager
def _as_typed() -> Iterator[None]:
    """Let errors name the option that was typed, not the command's field."""
    try:
        yield
    except RollbookError as error:
        if error.path == "$.for_":
            error.path = "--for"
        error.hint = error.hint.replace("for_=…", "--for WHO")
        raise
