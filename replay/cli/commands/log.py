"""``rollbook log``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress

import click
import msgspec

from ....core.errors import Invalid
from ...following import Watch, file_of, tell_on
from ...nearest import nearest
from ...rebuild import rebuild
from ...recording import Recording
from ...story import story as tell_story
from ...transcript import Line, Transcript, clean, fields
from ...who import everybody, find
from .. import completing, options
from ..graphing import graph
from ..helping import examples
from ..out import Out, common
from ..playing import onlooker, taken_back, told


@click.command(
    name="log",
    epilog=examples(
        "rollbook log duel.db --lang it",
        "rollbook log duel.db --type wounded --actor snorri",
        "rollbook log duel.db --since 37 --as anna",
        "rollbook log duel.db --graph",
        "rollbook log duel.db --story --as anna",
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
@click.option(
    "--graph", "drawn", is_flag=True,
    help="One line a commit, with rails for the branches that returns have made.",
)  # fmt: skip
@click.option(
    "--story", is_flag=True,
    help="What happened and nothing else, for whoever was there to keep.",
)  # fmt: skip
@click.option("--ascii", "plain", is_flag=True, help="Draw the graph with plain characters.")
@click.option(
    "-f", "--follow", is_flag=True,
    help="Go on with what comes, from whatever process, until interrupted (Ctrl-C).",
)  # fmt: skip
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
    drawn: bool,
    story: bool,
    plain: bool,
    follow: bool,
    viewer: str,
    session: str,
) -> None:
    """Tell what happened in FILE, in the order of the log.

    Commands stand with the seat that sent them, and what came of each below it. What was taken
    back later is told all the same, and says so. Records of plugins that are not installed are
    shown as recorded, marked with ?, and counted at the end.

    With --graph a full circle (*) is a commit that stands, a hollow one (o) one that was taken
    back, and the ringed one (@) where play stands now; cN behind an arrow is where a return went.

    With --story neither commands nor numbers nor what was taken back are told, nor what another
    line says better, as how dice were asked for and read.
    """
    others = {"--actor": actor, "--type": types, "--raw": raw, "--follow": follow}
    _agree(drawn, plain, others)
    _whole(story, {"--graph": drawn, "--since": since, "--json": out.json, **others})
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    if drawn:
        graph(out, recording, viewer, since, plain)
        return
    if story:
        for text in tell_story(recording, lang=out.lang, viewer=viewer):
            out.say(text)
        return
    transcript = Transcript(
        recording,
        lang=out.lang,
        viewer=viewer,
        since=since,
        actor=_whom(recording, actor, viewer) if actor else "",
        types=types,
        progress=None if follow else out.progress(beside=True),
    )
    if follow:
        with suppress(KeyboardInterrupt):  # which is how one ends it
            for line in tell_on(transcript, Watch(recording, file_of(file))):
                _say(line, transcript, out, raw)
                sys.stdout.flush()
        return
    for line in transcript:
        _say(line, transcript, out, raw)
    if transcript.foreign and not out.json:
        counts = ", ".join(f"{kind} ({n})" for kind, n in sorted(transcript.foreign.items()))
        total = transcript.foreign.total()
        out.say(clean(transcript.words.say("replay.foreign-counted", count=total, counts=counts)))


def _agree(drawn: bool, plain: bool, others: Mapping[str, object]) -> None:
    """A graph is of all commits, once."""
    given = [name for name, value in others.items() if value]
    if drawn and given:
        raise click.UsageError(f"--graph draws every commit; {given[0]} does not go with it")
    if plain and not drawn:
        raise click.UsageError("--ascii is for --graph")


def _whole(story: bool, others: Mapping[str, object]) -> None:
    """A story is told whole."""
    given = [name for name, value in others.items() if value]
    if story and given:
        raise click.UsageError(f"--story tells all of it, in words; {given[0]} does not go with it")


def _say(line: Line, transcript: Transcript, out: Out, raw: bool) -> None:
    if out.json:
        out.give(line)
    elif raw:
        given = fields(msgspec.json.decode(line.message))
        text = clean(f"{line.seq:>5} {line.kind:<9} {line.type} {given}".rstrip())
        out.say(text + taken_back(line, out, transcript.words))
    elif line.text and line.kind != "performed":
        out.say(told(line, out, transcript.words))


def _whom(recording: Recording, text: str, viewer: str) -> str:
    """An actor or a seat that the viewer knows of, by id or name."""
    known = everybody(rebuild(recording, viewer=viewer))
    found = find(text, known, "$.actor")
    if found not in known:
        raise Invalid(
            f"nobody is called {text!r}", path="$.actor", hint=nearest(text, known, most=20)
        )
    return found
