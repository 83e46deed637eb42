"""``rollbook diff``."""

from __future__ import annotations

import click

from ...diff import Change, diff
from ...rebuild import size_at
from ...walk import Walk
from .. import options
from ..helping import examples
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
    words = out.words(recording.book)
    if not changes:
        out.say(words.say("replay.unchanged"))
    out.lines(table([_row(change) for change in changes]))


def _row(change: Change) -> tuple[str, str, str]:
    gone = {"added": "", "removed": "–"}
    before = "" if change.how == "added" else brief(change.before)
    after = gone.get(change.how, "") if change.how == "removed" else brief(change.after)
    arrow = f"{before} → {after}" if change.how != "added" else f"+ {after}"
    return change.who or change.ruleset, change.what, arrow
