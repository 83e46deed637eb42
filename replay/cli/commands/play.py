"""``rollbook play``."""

from __future__ import annotations

import os
import sys

import click

from ....core.errors import Invalid
from ....core.look import Look
from ....core.session import Session
from ...who import seats
from .. import completing, options
from ..failing import REFUSED
from ..helping import examples
from ..out import Out, common
from ..playing import onlooker

_ORDER = {"host": 0, "gm": 1, "player": 2}


@click.command(
    name="play",
    epilog=examples(
        "rollbook play duel.db",
        "rollbook play duel.db --as anna --lang it",
    ),
)
@options.file
@click.option(
    "--as", "here", multiple=True, metavar="SEAT", shell_complete=completing.seats,
    help="Who sits at this keyboard, by id or name, the first to type first; else everybody.",
)  # fmt: skip
@options.session
@common
def command(out: Out, file: str, here: tuple[str, ...], session: str) -> None:
    """Play the session in FILE at a prompt.

    Lines are commands, their fields in order or as KEY=VALUE; Tab completes, Enter alone says
    what may be done, help explains, undo takes back, quit leaves. Questions are put to whoever
    is asked; what is for one alone is shown when the others have looked away. Lines also come
    from a pipe, and then the exit code is 1 if one of them was refused.
    """
    if out.json:
        raise Invalid("a prompt speaks in words", path="--json", hint="for machines: rollbook run")
    with out.session(file, session) as playing:
        from ...prompt.conversation import Conversation
        from ...prompt.screen import Plain, Screen

        words = out.words(playing.book)
        screen: Screen = Plain(words.say("play.all"))
        if _terminal():
            from ...prompt.terminal import Terminal

            screen = Terminal(words.say("play.enter"))
        who = _seated(playing, here)
        again = " ".join(("rollbook play", file, *(f"--as {seat}" for seat in here)))
        refused = Conversation(playing, out, screen, who, again).run()
    if refused and not screen.asks:
        sys.exit(REFUSED)


def _terminal() -> bool:
    """Whether somebody sits before a terminal that can do more than print."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _seated(session: Session, named: tuple[str, ...]) -> list[str]:
    """Seats at this keyboard, who types first before the others: else whoever runs the table.

    Raises:
        Invalid: there is no such seat.
    """
    look = Look(session.timeline.slices, session.book)
    if named:
        return list(dict.fromkeys(onlooker(look, name) for name in named))
    return sorted(seats(look), key=lambda seat: _ORDER.get(look.role(seat), len(_ORDER)))
