"""``rollbook export``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ....core.audiences import sees_record
from ....core.errors import Invalid
from ....core.look import Look
from ....core.records import Record
from ....journal.exporting import export
from .. import completing, options
from ..helping import examples
from ..out import Out, common
from ..playing import onlooker

_HELP = """Write FILE as JSON Lines that verify without SQLite and without Rollbook.

Without --for everything is written, as to the holder of the file. With it, of what that seat may
not see there is a hash alone, and the export verifies all the same; what is revealed to the seat
later has the very same hash. Seeds of sealed dice are in no export.
"""


@click.command(
    name="export",
    help=_HELP,
    epilog=examples(
        "rollbook export duel.db -o duel.jsonl",
        "rollbook export duel.db --for anna > anna.jsonl",
    ),
)
@options.file
@click.option(
    "--for", "whose", default="", metavar="SEAT", shell_complete=completing.seats,
    help="Only what this seat, by id or name, may see.",
)  # fmt: skip
@click.option(
    "-o", "--output", "target", default="", metavar="OUT",
    help="Write to this new file; else to standard output.",
)  # fmt: skip
@options.session
@common
def command(out: Out, file: str, whose: str, target: str, session: str) -> None:
    """Write FILE as JSON Lines."""
    recording = out.recording(file, session)
    seat = onlooker(recording.now, whose, "--for") if whose else ""
    sees = _Sees(recording.now, seat) if seat else None
    lines = export(
        recording.store,
        recording.name,
        whose=seat,
        sees=sees,
        progress=out.progress(beside=not target),
    )
    if not target:
        sys.stdout.buffer.writelines(lines)  # a text stream may end lines in two bytes
        sys.stdout.buffer.flush()
        return
    _write(Path(target), lines)
    hidden = sees.hidden if sees else 0
    head = recording.store.head(recording.name)
    if out.json:
        given = {"file": target, "session": recording.name, "for": seat, "hidden": hidden}
        out.give({**given, "size": head.size, "root": head.root.hex()})
        return
    words = out.words(recording.book)
    out.say(words.say("export.written", file=target, size=head.size, hidden=hidden))
    out.say(out.dim(words.say("audit.root", receipt=f"{head.size}:{head.root.hex()}")))


class _Sees:
    """Whether a seat may see a record, and how many it may not."""

    def __init__(self, now: Look, seat: str) -> None:
        self.hidden = 0
        self._now = now
        self._seat = seat

    def __call__(self, record: Record) -> bool:
        shown = sees_record(self._seat, record.seq, record.to, self._now)
        self.hidden += not shown
        return shown


def _write(path: Path, lines: Iterator[bytes]) -> None:
    """Write a new file, whole or not at all.

    Raises:
        Invalid: there is one already, or it cannot be made.
    """
    try:
        file = path.open("xb")
    except FileExistsError as error:
        raise Invalid(
            f"there is a file {path} already", path="-o", hint="nothing is overwritten"
        ) from error
    except OSError as error:
        raise Invalid(f"{path} cannot be written: {error.strerror}", path="-o") from error
    try:
        with file:
            file.writelines(lines)
    except BaseException:
        path.unlink()
        raise
