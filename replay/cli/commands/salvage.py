"""``rollbook salvage``."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ....core.errors import Invalid
from ....core.telling import Words
from ....journal.salvaging import Salvaged, salvage
from ...transcript import clean
from ...words import replay_words
from .. import options
from ..helping import examples
from ..out import Out, common

_HELP = """Save what verifies of a damaged FILE into the new journal OUT.

It is, of each session, the longest part from its beginning that ends in a root which the records
themselves give. What else can be read goes, unverified, into OUT.rest.jsonl. FILE stays as it is.

\b
Exit code 0: all of it verifies and is in OUT.
          1: some of it does not; what was left out is told.
          5: nothing can be read.
"""


@click.command(
    name="salvage",
    help=_HELP,
    epilog=examples("rollbook salvage duel.db saved.db"),
)
@options.file
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False))
@common
def command(out: Out, file: str, target: str) -> int:
    """Save what verifies of FILE into OUT."""
    if "://" in file + target:
        raise Invalid("only files can be salvaged", path="FILE")
    beside = Path(f"{target}.rest.jsonl")
    found = salvage(Path(file), Path(target), beside, progress=out.progress())
    good = all(one.first is None for one in found)
    if out.json:
        rest = str(beside) if beside.exists() else ""
        out.give({"file": target, "rest": rest, "sessions": msgspec.to_builtins(found)})
    else:
        words = replay_words(out.lang)
        for one in found:
            _tell(out, words, one, target, str(beside))
        out.say(out.bold(words.say(f"salvage.verdict.{0 if good else 1}")))
    return 0 if good else 1


def _tell(out: Out, words: Words, found: Salvaged, target: str, beside: str) -> None:
    if found.commits:
        out.say(
            clean(
                words.say(
                    "salvage.kept", session=found.session, size=found.size,
                    commits=found.commits, file=target,
                )
            )
        )  # fmt: skip
        out.say(out.dim(words.say("audit.root", receipt=f"{found.size}:{found.root}")))
    else:
        out.say(clean(words.say("salvage.nothing", session=found.session)))
    if found.seeds:
        out.say("  " + words.say("salvage.seeds", count=found.seeds))
    if found.first is None:
        return
    out.say("  " + clean(words.say("salvage.first", seq=found.first, why=found.why)))
    if found.missing:
        spans = ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in found.missing)
        out.say("  " + words.say("salvage.missing", spans=spans))
    if found.beyond:
        out.say("  " + clean(words.say("salvage.beyond", count=found.beyond, file=beside)))
    out.say("  " + words.say("salvage.needs", seq=found.first))
