"""``rollbook import``."""

from __future__ import annotations

from pathlib import Path

import click

from ....core.errors import Invalid
from ....journal.importing import import_export
from ...recording import load
from .. import options
from ..helping import examples
from ..out import Out, common

_HELP = """Make a session in FILE of what rollbook export wrote, all of it or nothing.

FILE is begun where there is none. Every record is there as it was, to the byte, under the same
root. The seeds of sealed dice are in no export: to play on, open a new epoch.

An export that hides records is refused, as is one that does not verify, and a FILE that has a
session of that name.
"""


@click.command(
    name="import",
    help=_HELP,
    epilog=examples("rollbook import duel.jsonl copy.db"),
)
@click.argument("export", type=click.Path(dir_okay=False))
@options.file
@common
def command(out: Out, export: str, file: str) -> None:
    """Make a session in FILE of EXPORT."""
    if "://" in file:
        raise Invalid("an export is imported into a file", path="FILE")
    source, target = Path(export), Path(file)
    name, head = import_export(source, target, progress=out.progress())
    if out.json:
        given = {"file": file, "session": name, "commits": head.commits}
        out.give({**given, "size": head.size, "root": head.root.hex()})
        return
    words = out.words(load(file, session=name, engine=out.reader).book)
    said = words.say("import.done", session=name, file=file, size=head.size, commits=head.commits)
    out.say(said)
    out.say(out.dim(words.say("audit.root", receipt=f"{head.size}:{head.root.hex()}")))
