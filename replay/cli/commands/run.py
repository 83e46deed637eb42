"""``rollbook run``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from ....core.errors import Invalid
from ....core.look import Look
from ...script import play
from .. import options
from ..helping import examples
from ..out import Out, common
from ..playing import (
    discreet,
    give_receipt,
    onlooker,
    say_receipt,
    say_waiting,
    sender,
    short_receipt,
)


def _lines(script: str) -> AbstractContextManager[Iterable[str]]:
    if script == "-":
        return nullcontext(sys.stdin)
    try:
        return Path(script).open(encoding="utf-8")
    except OSError as error:
        raise Invalid(f"{script} cannot be read: {error.strerror}") from error


@click.command(
    name="run",
    epilog=examples(
        "rollbook run duel.db docs/examples/duel.jsonl",
        "rollbook run duel.db - <evening.jsonl",
    ),
)
@options.file
@click.argument("script", type=click.Path(allow_dash=True))
@options.by
@options.viewer
@options.session
@common
def command(out: Out, file: str, script: str, by: str, viewer: str, session: str) -> None:
    """Play SCRIPT into the session in FILE, up to the first refusal.

    SCRIPT is JSON Lines, or - for standard input: {"by": …, "command": {"type": …}, "answers":
    {…}, "key": …} on each. An object {"@file": "sheet.toml"} stands for the content of that
    file, which lies beside the script. A refusal names its line; what was done before it stays
    done, and keys make it safe to run the whole script again. The last line printed is the receipt.
    """
    with out.session(file, session) as playing:
        viewer = onlooker(Look(playing.timeline.slices, playing.book), viewer)
        folder = Path() if script == "-" else Path(script).parent
        receipt = None
        with _lines(script) as lines, discreet(playing, viewer):
            for played in play(playing, lines, folder=folder, by=sender(playing, by)):
                receipt = played.receipt
                if out.json:
                    give_receipt(playing, receipt, out, viewer)
                else:
                    say_receipt(playing, receipt, out, viewer, last=False)
        if receipt is not None and not out.json:
            say_waiting(playing, receipt, out, viewer)
            out.say(out.dim(short_receipt(receipt)))
