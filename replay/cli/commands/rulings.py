"""``rollbook rulings``."""

from __future__ import annotations

import click

from ....core.table.wording import chosen, own_name, until
from ....core.telling import Telling
from ...standing import Standing, standing
from ...transcript import clean
from .. import options
from ..helping import examples
from ..out import Out, common
from ..playing import onlooker


@click.command(
    name="rulings",
    epilog=examples(
        "rollbook rulings duel.db",
        "rollbook rulings duel.db --as anna --lang it",
    ),
)
@options.file
@options.viewer
@options.session
@common
def command(out: Out, file: str, viewer: str, session: str) -> None:
    """List the rulings that stand in FILE, and how to take one back.

    Each with its question and answer, who ruled it and when, and how long it stands.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    found = standing(recording, viewer=viewer, progress=out.progress())
    if out.json:
        out.give(found)
        return
    telling = Telling(out.words(recording.book), recording.now, viewer)
    if not found:
        out.say(telling.say("replay.no-rulings"))
    for each in found:
        out.lines(_lines(each, file, telling, out))


def _lines(each: Standing, file: str, telling: Telling, out: Out) -> list[str]:
    question = telling.words.recorded("question", own_name(each.name), each.question)
    answer = chosen(telling, each.answer, each.label)
    ruled = telling.say(
        "replay.ruled",
        by=telling.name(each.by),
        at=each.at.replace("T", " ")[:16],
        commit=each.commit,
        until=until(telling, each.until),
    )
    rule = out.dim(f" [{each.rule}]") if each.rule else ""
    back = telling.say("replay.lapse", command=f"rollbook do {file} lapse_ruling ruling={each.key}")
    return [
        out.bold(clean(f"{question} {answer}")) + rule,
        *(clean(f"  {line}") for line in (ruled, back)),
    ]
