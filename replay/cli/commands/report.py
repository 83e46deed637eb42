"""``rollbook report``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from ....core.errors import Invalid
from ...report import page, report
from ...report.page import BEGINS
from .. import options
from ..helping import examples
from ..out import Out, common
from ..playing import onlooker

_HELP = """Write FILE as one page to be read in a browser: no network, nothing beside it.

It tells what happened, shows how things stood after every commit, draws wounds and points over
time and the dice, explains each record, and ends with the audit. A page of that name is replaced,
anything else is not.

With --as, the page holds only what that seat may see, and may be given to whoever sits there.
"""


@click.command(
    name="report",
    help=_HELP,
    epilog=examples(
        "rollbook report duel.db -o duel.html",
        "rollbook report duel.db -o anna.html --as anna --lang it",
    ),
)
@options.file
@click.option(
    "-o", "--output", "target", required=True, metavar="OUT",
    help="The page to write, as duel.html.",
)  # fmt: skip
@options.viewer
@options.session
@common
def command(out: Out, file: str, target: str, viewer: str, session: str) -> None:
    """Write FILE as one page."""
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    path = Path(target)
    _check(path)
    made = report(recording, out.reader, lang=out.lang, viewer=viewer, progress=out.progress())
    words = out.words(recording.book)
    _write(path, page(made, words))
    if out.json:
        given = {"file": target, "session": made.session, "as": viewer, "size": made.size}
        out.give({**given, "records": len(made.entries), "code": made.verdict.code})
        return
    kib = round(path.stat().st_size / 1024)
    out.say(
        words.say("report.written", file=target, records=len(made.entries), size=made.size, kib=kib)
    )
    if viewer:
        out.say(words.say("report.written.seat", name=made.names.get(viewer, viewer)))
    out.say(made.verdict.said)


def _check(path: Path) -> None:
    """Refuse to replace what is no page: it may be somebody's journal.

    Raises:
        Invalid: there is such a thing.
    """
    if path.is_dir():
        raise Invalid(f"{path} is a folder", path="-o", hint=f"name a page: -o {path}/page.html")
    if not path.exists():
        return
    with path.open("rb") as file:
        begins = file.read(len(BEGINS))
    if begins and begins != BEGINS.encode():
        raise Invalid(f"{path} is no page, and is left as it is", path="-o", hint="name another")


def _write(path: Path, pieces: Iterable[str]) -> None:
    """Write a page, whole or not at all.

    Raises:
        Invalid: it cannot be written there.
    """
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise Invalid(f"{path} cannot be written: {error.strerror}", path="-o") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
        Path(beside).chmod(0o644)
        Path(beside).replace(path)
    except BaseException as error:
        Path(beside).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise Invalid(f"{path} cannot be written: {error.strerror}", path="-o") from error
        raise
