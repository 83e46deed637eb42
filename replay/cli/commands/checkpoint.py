"""``rollbook checkpoint``."""

from __future__ import annotations

import click

from ...checkpoint import ORIGIN, checkpoint
from .. import options
from ..helping import examples
from ..out import Out, common

_HELP = """Write where FILE ends, as text that can be kept, posted or signed.

It is a C2SP tlog-checkpoint without signatures: origin, number of records, root, and an empty line
below which signatures go, one a line. rollbook audit --receipts reads it.
"""


@click.command(
    name="checkpoint",
    help=_HELP,
    epilog=examples("rollbook checkpoint duel.db > duel.checkpoint"),
)
@options.file
@options.session
@common
def command(out: Out, file: str, session: str) -> None:
    """Write where FILE ends."""
    recording = out.recording(file, session)
    head = recording.store.head(recording.name)
    text = checkpoint(recording.name, head.size, head.root)
    if out.json:
        given = {"origin": f"{ORIGIN}{recording.name}", "size": head.size}
        out.give({**given, "root": head.root.hex(), "text": text})
    else:
        out.say(text.removesuffix("\n"))
