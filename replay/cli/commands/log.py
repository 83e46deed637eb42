"""``rollbook log``."""

from __future__ import annotations

import click
import msgspec

from ....core.errors import Invalid
from ...nearest import nearest
from ...rebuild import rebuild
from ...recording import Recording
from ...transcript import Transcript, clean, fields
from ...who import everybody, find
from .. import completing, options
from ..helping import examples
from ..out import Out, common
from ..playing import onlooker, taken_back, told


@click.command(
    name="log",
    epilog=examples(
        "rollbook log duel.db --lang it",
        "rollbook log duel.db --type wounded --actor snorri",
        "rollbook log duel.db --since 37 --as anna",
    ),
)
@options.file
@click.option(
    "--since", type=click.IntRange(min=0), default=0, metavar="N",
    help="From record N on; the size on a receipt is the right number for what came after it.",
)  # fmt: skip
@click.option(
    "--actor", default="", metavar="ID", shell_complete=completing.actors,
    help="Only what names this actor or seat, given by id or name.",
)  # fmt: skip
@click.option(
    "--type", "types", multiple=True, metavar="TYPE", shell_complete=completing.types,
    help="Only records of this type or family: fudge.wounded, wounded, table.wounded.",
)  # fmt: skip
@click.option("--raw", is_flag=True, help="Every record with its fields, as recorded.")
@options.viewer
@options.session
@common
def command(
    out: Out,
    file: str,
    since: int,
    actor: str,
    types: tuple[str, ...],
    raw: bool,
    viewer: str,
    session: str,
) -> None:
    """Tell what happened in FILE, in the order of the log.

    Commands stand with the seat that sent them, and what came of each below it. What was taken
    back later is told all the same, and says so. Records of plugins that are not installed are
    shown as recorded, marked with ?, and counted at the end.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    if actor:
        actor = _whom(recording, actor, viewer)
    transcript = Transcript(
        recording,
        lang=out.lang,
        viewer=viewer,
        since=since,
        actor=actor,
        types=types,
        progress=out.progress(beside=True),
    )
    for line in transcript:
        if out.json:
            out.give(line)
        elif raw:
            given = fields(msgspec.json.decode(line.message))
            text = clean(f"{line.seq:>5} {line.kind:<9} {line.type} {given}".rstrip())
            out.say(text + taken_back(line, out, transcript.words))
        elif line.text and line.kind != "performed":
            out.say(told(line, out, transcript.words))
    if transcript.foreign and not out.json:
        counts = ", ".join(f"{kind} ({n})" for kind, n in sorted(transcript.foreign.items()))
        total = transcript.foreign.total()
        out.say(clean(transcript.words.say("replay.foreign-counted", count=total, counts=counts)))


def _whom(recording: Recording, text: str, viewer: str) -> str:
    """An actor or a seat that the viewer knows of, by id or name."""
    known = everybody(rebuild(recording, viewer=viewer))
    found = find(text, known, "$.actor")
    if found not in known:
        raise Invalid(
            f"nobody is called {text!r}", path="$.actor", hint=nearest(text, known, most=20)
        )
    return found
