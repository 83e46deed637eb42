"""``rollbook verify``."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import structs

from ....core.telling import Words
from ...audit.receipts import read_receipts
from ...transcript import clean
from ...verify import Verified, verify
from ...words import replay_words
from .. import options
from ..helping import examples
from ..out import Out, common

_HELP = """Check what rollbook export wrote: leaves, tree, roots, numbers, dice.

Dice are drawn again where the seed is revealed. docs/verify_export.py and docs/verify_export.mjs
do the same without Rollbook. What a ruleset reads from faces, as Fudge's 2d6 low, is checked by
rollbook audit alone, which knows its rules.

\b
Exit code 0: everything holds.
          1: it does not verify; the first line that does not is named.
          4: nothing is wrong, and not all can be told: records are hidden, seeds not revealed.
          5: it could not be read.
"""


@click.command(
    name="verify",
    help=_HELP,
    epilog=examples(
        "rollbook verify duel.jsonl",
        "rollbook verify anna.jsonl --json",
    ),
)
@click.argument("export", type=click.Path(dir_okay=False))
@options.receipt
@common
def command(out: Out, export: str, receipts: tuple[str, ...]) -> int:
    """Check EXPORT."""
    kept = [one for given in receipts for one in read_receipts(given)]
    found = verify(Path(export), receipts=kept, progress=out.progress())
    if out.json:
        out.give({**structs.asdict(found), "code": found.code})
    else:
        _tell(out, replay_words(out.lang), found)
    return found.code


def _tell(out: Out, words: Words, found: Verified) -> None:
    title = "verify.title-for" if found.whose else "verify.title"
    out.say(
        clean(
            words.say(
                title, session=found.session, whose=found.whose, size=found.size,
                commits=found.commits,
            )
        )
    )  # fmt: skip
    out.say(out.dim(words.say("audit.root", receipt=f"{found.size}:{found.root}")))
    if found.broken:
        out.say(f"  {clean(found.broken)}")
    else:
        for name in ("seals", "faces", "untold", "unsealed", "hidden", "receipts"):
            count = getattr(found, name)
            if count:
                out.say("  " + words.say(f"verify.{name}", count=count))
        if not found.receipts:
            out.say(words.say("audit.untold.no-receipt"))
    out.say(out.bold(words.say(f"verify.verdict.{found.code}")))
