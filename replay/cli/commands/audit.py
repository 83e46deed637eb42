"""``rollbook audit``."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from msgspec import structs

from ....core.errors import Invalid
from ....core.telling import Words
from ...audit import Audit, Finding, Kept, Notice, Result, audit
from ...audit.findings import said
from ...audit.receipts import read_receipts
from ...transcript import clean
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
    rows = [(_grade(words, r), _named(words, r), _covered(words, r)) for r in found.results]
    lines = iter(table(rows, indent=2))
    for result in found.results:
        out.say(next(lines))
        for grade, finding in result.first.items():
            out.say(f"      {_finding(words, finding)}")
            if result.count[grade] > 1:
                out.say(f"      {words.say('audit.more', count=result.count[grade] - 1)}")
    if found.notices:
        out.say()
        out.say(words.say("audit.look"))
        for notice in found.notices:
            out.say(f"  {_notice(words, notice)}")
    out.say()
    out.say(words.say("audit.charter", charter=_charter(words, found)))
    for code in found.untold:
        out.say(words.say(f"audit.untold.{code}"))
    out.say(out.bold(words.say(f"audit.verdict.{found.code}")))


def _grade(words: Words, result: Result) -> str:
    if result.grade is None and not result.covered:
        return "–"  # what covered nothing has shown nothing
    return words.say(f"audit.grade.{result.grade or 'ok'}")


def _named(words: Words, result: Result) -> str:
    return words.find(f"audit.check.{result.name}") or result.name


def _covered(words: Words, result: Result) -> str:
    unit = words.find(f"audit.unit.{result.unit}") or result.unit
    return f"{result.covered} {unit}"


def _finding(words: Words, finding: Finding) -> str:
    return clean(said(words, finding))


def _notice(words: Words, notice: Notice) -> str:
    shown = ", ".join(map(str, notice.seqs[:10]))
    more = " …" if notice.count > 10 else ""
    by = words.say("audit.by", by=", ".join(notice.by)) if notice.by else ""
    what = words.say(f"audit.notice.{notice.kind}", count=notice.count)
    return clean(f"{what}{by}: {shown}{more}")


def _charter(words: Words, found: Audit) -> str:
    plain = msgspec.to_builtins(found.charter)
    said = {True: words.say("replay.yes"), False: words.say("replay.no")}
    return ", ".join(
        f"{name.replace('_', ' ')} {said.get(value, value) if isinstance(value, bool) else value}"
        for name, value in plain.items()
    )
