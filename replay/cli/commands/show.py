"""``rollbook show``."""

from __future__ import annotations

import click

from ....core.errors import Invalid
from ....core.look import Look
from ....core.telling import Words
from ...nearest import nearest
from ...overview import Overview, overview
from ...rebuild import size_at
from ...transcript import clean
from ...walk import Walk
from .. import completing, options
from ..helping import examples
from ..labels import Labels
from ..out import Out, common
from ..plain import Text, table, tree
from ..playing import asked, onlooker
from ..standing import sections, title


@click.command(
    name="show",
    epilog=examples(
        "rollbook show duel.db",
        "rollbook show duel.db --at 34",
        "rollbook show duel.db --at c7 --as anna --only wound-track",
    ),
)
@options.file
@click.option(
    "--at", "moment", default="now", metavar="MOMENT",
    help="After record N, after commit cN, or at a time as 2026-11-30T20:15 (UTC).",
)  # fmt: skip
@click.option(
    "--only", multiple=True, metavar="NAME", shell_complete=completing.projections,
    help="Only this projection, as wound-track.",
)  # fmt: skip
@options.viewer
@options.session
@common
def command(
    out: Out, file: str, moment: str, only: tuple[str, ...], viewer: str, session: str
) -> None:
    """Show how things stand in FILE, now or at any moment of the log.

    Scene, round, pools and effects of the table, everything that its rulesets project, and the
    open question with its choices, costs and rules.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    size = size_at(recording, moment)
    walk = Walk(recording, viewer, out.progress())
    view = walk.through(size)
    if only:
        for name in only:
            if name not in recording.book.projections:
                raise Invalid(
                    f"nothing here is called {name!r}",
                    path="--only",
                    hint=nearest(name, recording.book.projections, most=20),
                )
        found = {name: view[name] for name in only}
        if out.json:
            out.give(found)
        else:
            words = out.words(recording.book)
            for name, projection in found.items():
                labels = Labels(words, name)
                out.say(out.bold(title(labels, name)))
                out.lines(tree(projection, 2, labels))
        return
    seen = overview(recording, view, walk.foreign)
    for name, reason in seen.failed.items():
        out.warn(f"the projection {name} fails and is left out: {reason}")
    if out.json:
        out.give(seen)
    else:
        say_overview(seen, view, out, out.words(recording.book))


def say_overview(seen: Overview, look: Look, out: Out, words: Words) -> None:
    """Print how things stand: the table, what the rulesets show, and the open question."""
    out.say(
        out.bold(words.say("replay.stand", session=seen.session))
        + out.dim(f"  {words.say('replay.moment', commit=seen.commit, size=seen.size)}")
    )
    for section in sections(seen, look, words):
        if section.title:
            out.say()
            out.say(out.bold(section.title))
        for part in section.parts:
            pad = 2 * part.depth + (2 if section.title else 0)
            if isinstance(part, Text):
                out.say(" " * pad + part.text)
            else:
                out.lines(table(part.cells, head=part.head, indent=pad))
    if seen.waiting:
        out.say()
        out.lines(asked(seen.waiting, words, seen.owners))
    if seen.foreign:
        counts = ", ".join(f"{kind} ({n})" for kind, n in sorted(seen.foreign.items()))
        total = sum(seen.foreign.values())
        out.say()
        out.say(clean(words.say("replay.foreign-folded", count=total, counts=counts)))
    if seen.missing:
        out.say(words.say("replay.missing", missing=", ".join(seen.missing)))
