"""``rollbook audit``."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import structs

from ....core.errors import Invalid
from ....core.telling import Words
from ...audit import Audit, Kept, audit, wording
from ...audit.receipts import read_receipts
from .. import options
from ..helping import examples
from ..out import Out, common
from ..plain import table

_HELP = """Check whether FILE is what it says: bytes, tree, seals, dice, rules, state.

Each check says what it covered, names the first record that fails it and counts the rest.
Below stands what the rules allow and a person should look at, and what could not be shown.

\b
Exit code 0: all that can be checked is as it should be.
          1: it does not verify: something was changed.
          3: the rules installed today decide otherwise than those of then,
             or have no files by which to tell.
          4: some of it cannot be verified: sealed, hidden, or of a missing plugin.
          5: the audit could not run.
"""


@click.command(
    name="audit",
    help=_HELP,
    epilog=examples(
        "rollbook audit duel.db",
        "rollbook audit duel.db --json",
    ),
)
@options.file
@options.receipt
@click.option(
    "--receipts", "file_of_receipts", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
    help="A text with receipts in it, as a chat that was saved; whatever else stands in it.",
)  # fmt: skip
@options.session
@common
def command(
    out: Out, file: str, receipts: tuple[str, ...], file_of_receipts: str | None, session: str
) -> int:
    """Check whether FILE is what it says."""
    kept: list[Kept] = []
    for given in receipts:
        kept += read_receipts(given)
    if file_of_receipts is not None:
        kept += read_receipts(_text(file_of_receipts), "--receipts")
    recording = out.recording(file, session, damaged=True)
    found = audit(recording, out.reader, receipts=kept, progress=out.progress())
    if out.json:
        out.give({**structs.asdict(found), "code": found.code})
    else:
        tell(out, out.words(recording.book), found)
    return found.code


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Invalid(f"{path} is no text in UTF-8", path="--receipts") from error


def tell(out: Out, words: Words, found: Audit) -> None:
    """The whole audit in words."""
    out.say(words.say("audit.title", session=found.session, size=found.size, commits=found.commits))
    out.say(out.dim(words.say("audit.root", receipt=f"{found.size}:{found.root}")))
    out.say()
    rows = [
        (wording.grade(words, r), wording.named(words, r), wording.covered(words, r))
        for r in found.results
    ]
    lines = iter(table(rows, indent=2))
    for result in found.results:
        out.say(next(lines))
        for grade, finding in result.first.items():
            out.say(f"      {wording.finding(words, finding)}")
            if result.count[grade] > 1:
                out.say(f"      {words.say('audit.more', count=result.count[grade] - 1)}")
    if found.notices:
        out.say()
        out.say(words.say("audit.look"))
        for notice in found.notices:
            out.say(f"  {wording.notice(words, notice)}")
    out.say()
    out.say(words.say("audit.charter", charter=wording.charter(words, found)))
    for code in found.untold:
        out.say(words.say(f"audit.untold.{code}"))
    out.say(out.bold(words.say(f"audit.verdict.{found.code}")))
