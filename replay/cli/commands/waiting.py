"""``rollbook waiting``."""

from __future__ import annotations

import click

from ....core.telling import Telling, Words
from ...recording import Recording
from ...transcript import clean
from ...waiting import Turn, Waiting, waiting
from .. import options
from ..helping import examples
from ..out import Out, common
from ..playing import asked, onlooker


@click.command(
    name="waiting",
    epilog=examples(
        "rollbook waiting duel.db",
        "rollbook waiting duel.db --as anna --json",
    ),
)
@options.file
@options.viewer
@options.session
@common
def command(out: Out, file: str, viewer: str, session: str) -> None:
    """Say what the session in FILE waits for, and how to answer.

    The open question: of whom it is asked, since when, by whose command, each choice with its
    cost and rule, and who has answered. Where no question is open, whose turn it is.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    found = waiting(recording, viewer=viewer, progress=out.progress())
    if out.json:
        out.give(found)
        return
    words = out.words(recording.book)
    if found.question is None:
        out.say(words.say("replay.nothing-open"))
        out.say(_turn(found.turn, words))
        return
    out.lines(asked(found.question, words, recording.now.ledger.owners))
    out.lines(_who(found, Telling(words, recording.now)))
    out.lines(_how(found, file, words, recording))


def _turn(turn: Turn | None, words: Words) -> str:
    if turn is None:
        return words.say("replay.no-round")
    parts = [f"{words.say('replay.round')}: {turn.round}"]
    if turn.slot:
        who = f"{turn.slot} ({turn.actor})" if turn.actor else turn.slot
        parts.append(words.say("replay.acting", slot=who))
    if turn.next:
        parts.append(words.say("replay.next", slots=", ".join(turn.next)))
    return clean(", ".join(parts))


def _who(found: Waiting, telling: Telling) -> list[str]:
    """By whose command and since when, and who has answered."""
    question, words = found.question, telling.words
    assert question is not None
    lines = []
    if found.by:
        at = question.since.replace("T", " ")[:16]
        lines.append(
            words.say("replay.since", at=at, commit=found.asked, by=telling.name(found.by))
        )
    for given in found.answered:
        own = given.by == given.who or given.by in telling.look.owners(given.who)
        key = "replay.has-answered" if own else "replay.has-answered.for"
        by = telling.name(given.by)
        lines.append(words.say(key, who=given.who, by=by, commit=given.commit))
    return [clean(f"  {line}") for line in lines]


def _how(found: Waiting, file: str, words: Words, recording: Recording) -> list[str]:
    """A command line for each who may answer."""
    question = found.question
    assert question is not None
    value = words.say("replay.value")
    lines = [words.say("replay.to-answer")]
    for who, seats in found.may.items():
        mine = sum(bool(set(seats) & set(others)) for others in found.may.values())
        for_ = f" --for {who}" if mine > 1 and question.mode != "one" else ""
        lines += [f"    rollbook answer {file} {value} --by {seat}{for_}" for seat in seats]
    if question.standing:
        lines.append("    " + words.say("replay.may-stand"))
    return [clean(line) for line in lines]
