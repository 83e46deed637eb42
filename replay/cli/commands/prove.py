"""``rollbook prove``."""

from __future__ import annotations

import click

from ...audit.receipts import read_receipts
from ...proving import prove
from .. import options
from ..helping import examples
from ..out import Out, common

_HELP = """Write a proof that record N stands in FILE, for a stranger to check offline.

It is one small text, a C2SP tlog-proof, with the record itself; for a sealed roll also with the
seal, the entropies and the seed, once that is revealed. docs/verify_roll.py checks it with
Python's standard library alone. Whoever gets it can read the record, a secret one too.
"""


@click.command(
    name="prove",
    help=_HELP,
    epilog=examples("rollbook prove duel.db 36 > roll-36.txt"),
)
@options.file
@click.argument("seq", metavar="N", type=click.IntRange(min=0))
@options.receipt
@options.session
@common
def command(out: Out, file: str, seq: int, receipts: tuple[str, ...], session: str) -> None:
    """Write a proof that record N stands in FILE."""
    kept = [one for given in receipts for one in read_receipts(given)]
    recording = out.recording(file, session)
    proof = prove(recording, seq, receipts=kept, progress=out.progress(beside=True))
    words = out.words(recording.book)
    if proof.record.to:
        out.warn(words.say("prove.secret", seq=seq, to=proof.record.to))
    if proof.revealed is False:
        out.warn(words.say("prove.unrevealed", seq=seq))
    if out.json:
        given = {"seq": seq, "size": proof.size, "root": proof.root, "revealed": proof.revealed}
        out.give({**given, "proof": proof.text})
    else:
        out.say(proof.text.removesuffix("\n"))
