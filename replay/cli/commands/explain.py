"""``rollbook explain``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from ....core.telling import Words
from ...explain import Explanation, Step, explain
from ...explain.wording import because, details, silent
from ...transcript import clean
from .. import options
from ..helping import examples
from ..out import Out, common
from ..plain import table
from ..playing import onlooker


@click.command(
    name="explain",
    epilog=examples(
        "rollbook explain duel.db 36",
        "rollbook explain duel.db 36 --as anna --lang it",
    ),
)
@options.file
@click.argument("record", type=click.IntRange(min=0), metavar="N")
@options.viewer
@options.session
@common
def command(out: Out, file: str, record: int, viewer: str, session: str) -> None:
    """Explain record N of FILE: who asked for it, how it came about, and what came of it.

    N is the number that the log shows. Every roll on the way is taken apart: where the faces
    come from, which of them count, each modifier with its source and rule.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    found = explain(recording, record, lang=out.lang, viewer=viewer)
    if out.json:
        out.give(found)
    else:
        out.lines(told(found, out.words(recording.book), out))


def told(found: Explanation, words: Words, out: Out) -> Iterator[str]:
    """The explanation as lines."""
    it, titles = found.record, found.rules
    yield out.bold(words.say("explain.title", seq=it.seq, commit=it.commit, type=it.type))
    yield f"  {it.text}{because(it.rule, titles)}" if it.text else f"  {it.type}"
    yield from details(it, words, titles, indent=2)
    if found.back is not None:
        back = found.back
        yield f"  {words.say('replay.taken-back', commit=back.commit, by=back.by)}"
    if found.corrected is not None:
        yield f"  {words.say('replay.corrected', commit=found.corrected)}"
    yield ""
    yield out.bold(words.say("explain.asked"))
    by = f"{clean(found.command.by)} ▸ " if found.command.by else ""
    yield f"{found.command.seq:>5} {by}{found.command.text}  {out.dim(found.command.at)}".rstrip()
    for name, steps in (
        ("path", found.path), ("questions", found.questions), ("beside", found.beside),
        ("followed", found.followed), ("changed", found.changed),
    ):  # fmt: skip
        if steps:
            yield ""
            yield out.bold(words.say(f"explain.{name}"))
            for step in steps:
                yield from _step(step, words, titles)
    if not found.followed and it.kind != "command":
        yield ""
        yield words.say("explain.nothing")
    if titles:
        yield ""
        yield out.bold(words.say("explain.rules"))
        yield from table(list(titles.items()), indent=2)


def _step(step: Step, words: Words, titles: Mapping[str, str]) -> Iterator[str]:
    text = step.text or silent(step, words)
    if not text:
        return
    yield f"{step.seq:>5} {text}{because(step.rule, titles)}"
    yield from details(step, words, titles, indent=8)
