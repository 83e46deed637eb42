"""``rollbook stats``."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from ....core.errors import Invalid
from ....core.telling import Words
from ...nearest import nearest
from ...stats import Faces, Luck, Stats, stats
from ...stats.wording import chance, judged, signed
from ...transcript import clean
from ...walk import Walk
from ...who import everybody, find
from .. import completing, options
from ..helping import examples
from ..out import Out, common
from ..plain import table
from ..playing import onlooker

_COLUMNS = ("who", "what", "rolls", "sum", "mean", "chance")

_WIDTH = 30
"""Marks of a bar that is as long as the longest."""


@click.command(
    name="stats",
    epilog=examples(
        "rollbook stats duel.db",
        "rollbook stats duel.db --actor snorri",
    ),
)
@options.file
@click.option(
    "--actor", default="", metavar="ID", shell_complete=completing.actors,
    help="Only the rolls of this actor or seat, given by id or name.",
)  # fmt: skip
@options.viewer
@options.session
@common
def command(out: Out, file: str, actor: str, viewer: str, session: str) -> None:
    """Count the dice of FILE: luck and faces against exactly what is to be expected.

    Nothing is said of fewer than 30 rolls, or of a die of which a face is expected fewer than 5
    times. Chances are corrected for having looked at so many rows; one under 1 in 100 is called
    unusual, which still happens to somebody. Real dice and rolls that were taken back are
    counted apart.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    if actor:
        known = everybody(Walk(recording, viewer).through())
        found = find(actor, known, "--actor")
        if found not in known:
            raise Invalid(
                f"nobody is called {actor!r}", path="--actor", hint=nearest(actor, known, most=20)
            )
        actor = found
    counted = stats(recording, viewer=viewer, actor=actor)
    if out.json:
        out.give(msgspec.to_builtins(counted, str_keys=True))
    else:
        out.lines(_told(counted, out.words(recording.book), out))


def _told(counted: Stats, words: Words, out: Out) -> Iterator[str]:
    if not counted.luck and not counted.faces:
        yield words.say("stats.none")
        return
    rows: list[Luck | Faces] = [*counted.luck, *counted.faces]
    head = [words.say(f"stats.head.{column}") for column in _COLUMNS]
    for group in dict.fromkeys(row.group for row in rows):
        yield out.bold(words.say(f"stats.group.{group}"))
        luck = [row for row in counted.luck if row.group == group]
        head = [
            words.say(f"stats.head.{h}") for h in ("who", "what", "rolls", "sum", "mean", "chance")
        ]
        yield from table([_luck(row, words) for row in luck], head=[*head, ""], indent=2)
        for faces in counted.faces:
            if faces.group == group:
                yield ""
                yield from _faces(faces, words)
        yield ""
    if counted.uncounted:
        yield words.say("stats.uncounted", count=counted.uncounted)
    yield words.say("stats.note")


def _luck(row: Luck, words: Words) -> tuple[str, ...]:
    purpose = words.ending(f".purpose.{row.purpose}") or words.named(row.purpose) or row.purpose
    what = clean(purpose) or words.say("stats.all")
    far = row.total - row.expected
    said = f"{row.expected:.1f} ({signed(far)})"
    return (
        clean(row.actor),
        what,
        str(row.rolls),
        str(row.total),
        said,
        chance(row, words),
        judged(row, words),
    )


def _faces(faces: Faces, words: Words) -> Iterator[str]:
    yield "  " + words.say(
        "stats.die", sides=faces.sides, dice=sum(faces.counts.values()),
        expected=f"{faces.expected:.1f}", chance=chance(faces, words), verdict=judged(faces, words),
    )  # fmt: skip
    most = max(faces.counts.values())
    for face, count in faces.counts.items():
        bar = "█" * round(_WIDTH * count / most) if most else ""
        yield f"  {face:>5} {count:>6} {bar}"
