"""``rollbook diff``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from ....core.messages import TABLE
from ....core.rulebook import Rulebook
from ....core.table.wording import own_name
from ....core.telling import Words
from ...diff import Change, diff
from ...rebuild import size_at
from ...transcript import clean
from ...walk import Walk
from .. import options
from ..helping import examples
from ..labels import Labels
from ..out import Out, common
from ..plain import brief, table
from ..playing import onlooker


@click.command(
    name="diff",
    epilog=examples(
        "rollbook diff duel.db",
        "rollbook diff duel.db c7 c9",
        "rollbook diff duel.db --since 37 --as anna",
    ),
)
@options.file
@click.argument("before", required=False, metavar="[FROM]")
@click.argument("after", required=False, default="now", metavar="[TO]")
@click.option(
    "--since", type=click.IntRange(min=1), default=None, metavar="N",
    help="From before record N, as in rollbook log --since N.",
)  # fmt: skip
@options.viewer
@options.session
@common
def command(
    out: Out,
    file: str,
    before: str | None,
    after: str,
    since: int | None,
    viewer: str,
    session: str,
) -> None:
    """Say what changed in FILE between two moments.

    Each change says who, what, before and after. A moment is a record (31), a commit (c7), a
    time (2026-11-30T20:15, in UTC) or now. Without FROM it is the last commit that is shown.
    """
    if since is not None and before is not None:
        raise click.UsageError("FROM and --since say the same: give one of them")
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    if since is not None:
        first = size_at(recording, str(since - 1), "$.since")
    elif before is not None:
        first = size_at(recording, before, "$.from")
    else:
        first = recording.commit(recording.commits - 1).first
    last = size_at(recording, after, "$.to")
    backwards = first > last
    walk = Walk(recording, viewer, out.progress())
    one = walk.through(min(first, last))
    other = walk.through(max(first, last))
    changes = diff(other, one) if backwards else diff(one, other)
    if out.json:
        out.give(changes)
        return
    out.lines(told(changes, out.words(recording.book), one.rulebook))


def told(changes: Sequence[Change], words: Words, book: Rulebook) -> list[str]:
    """Differences as lines, in the reader's words."""
    if not changes:
        return [words.say("replay.unchanged")]
    shown = [change for change in changes if not _answers(change)] or changes
    return table([_row(change, words, book) for change in shown])


def _answers(change: Change) -> bool:
    """Whether it is of answers so far: told only where nothing else has changed."""
    return change.ruleset == TABLE and change.what.startswith("pending.given")


def _row(change: Change, words: Words, book: Rulebook) -> tuple[str, str, str]:
    labels = _labels(change.ruleset, words, book)
    path, field = _path(change.what, labels)
    before, after = (
        "–" if value is None else brief(_worded(value, labels, field, words))
        for value in (change.before, change.after)
    )
    arrow = f"+ {after}" if change.how == "added" else f"{before} → {after}"
    return change.who or change.ruleset, path, arrow


def _labels(ruleset: str, words: Words, book: Rulebook) -> tuple[Labels, ...]:
    """Words for the fields of a slice: its own, and those of what its ruleset projects."""
    projections = (
        name
        for each in book.rulesets
        if each.name == ruleset
        for chapter in each.chapters
        for name in chapter.projections
    )
    return tuple(Labels(words, name) for name in (ruleset, *sorted(projections)))


def _path(what: str, labels: tuple[Labels, ...]) -> tuple[str, str]:
    """A path in words, and the last field of it; ids and other keys of data stay as they are."""
    steps, field, data = [], "", False
    for step in what.split("."):
        if data:
            steps.append(clean(step))
            data = False
        else:
            steps.append(_key(step, labels, ""))
            field = field if step.isdecimal() else step
            data = any(each.holds_data(step) for each in labels)
    return ".".join(steps), field


def _key(key: str, labels: tuple[Labels, ...], field: str) -> str:
    found = (each.key(key, field) for each in labels)
    return next((name for name in found if name != key), clean(key))


def _worded(value: Any, labels: tuple[Labels, ...], field: str, words: Words) -> Any:
    """A value with the names of its fields, and what it says, in the reader's language."""
    if isinstance(value, Mapping):
        asked = value.get("asked", value)
        if isinstance(asked, Mapping) and isinstance(asked.get("question"), str):
            name = own_name(str(asked.get("name", "")))
            return words.recorded("question", name, asked["question"])
        data = any(each.holds_data(field) for each in labels)
        return {
            clean(str(k)) if data else _key(str(k), labels, field): _worded(
                v, labels, "" if data else str(k), words
            )
            for k, v in value.items()
        }
    if isinstance(value, list | tuple):
        return [_worded(inner, labels, field, words) for inner in value]
    found = (each.value(value, field) for each in labels)
    return next((said for said in found if said != value), value)
