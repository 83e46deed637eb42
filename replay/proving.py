"""Proofs of single records, for strangers to check offline with ``docs/verify_roll.py``.

The form is C2SP ``tlog-proof`` (c2sp.org/tlog-proof); its ``extra`` line holds the record and,
for a sealed roll, what its dice follow from. ``docs/format.md`` describes it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ..core.errors import Damaged, Invalid
from ..core.proofs import Span, consistency, inclusion, roots
from ..core.records import FORMAT, Record, leaf
from ..core.store import Head
from ..core.vocabulary import SealedDraw
from .audit import Kept
from .checkpoint import checkpoint
from .drawn import ADDED, OPENED, REVEALED, ROLLED, read
from .recording import Recording
from .walk import Progress

PROOF = "rollbook proof 1"
"""Name of the form of what the ``extra`` line holds."""

_TLOG = "c2sp.org/tlog-proof@v1"
_EVERY = 2000


class Proof(Struct, frozen=True):
    """A proof as text, and what it rests on.

    Args:
        text: to be kept in a file of its own.
        record: that it proves.
        size: number of records of the checkpoint.
        root: of the checkpoint, hex.
        revealed: whether the seed behind a sealed roll is in it; None for any other record.
    """

    text: str
    record: Record
    size: int
    root: str
    revealed: bool | None


def prove(
    recording: Recording,
    seq: int,
    *,
    receipts: Sequence[Kept] = (),
    progress: Progress | None = None,
) -> Proof:
    """Prove that a record stands in the log as it ends now.

    Args:
        recording: with the record.
        seq: of the record.
        receipts: kept outside, from which the proof is to lead on.
        progress: told now and then how far it is.

    Raises:
        Damaged: the file does not verify.
        Invalid: there is no such record, or a receipt does not hold for this log.
    """
    head = recording.store.head(recording.name)
    if not 0 <= seq < head.size:
        raise Invalid(f"there is no record {seq}", path="N", hint=f"0 to {head.size - 1}")
    shown = _Shown(recording, seq)
    needed = [shown.record, *shown.seal]
    spans = {record.seq: inclusion(record.seq, head.size) for record in needed}
    olds = {receipt.size: _grown(receipt, head) for receipt in receipts}
    found = roots(
        (
            (0, head.size),
            *((0, old) for old in olds),
            *(span for row in (*spans.values(), *olds.values()) for span in row),
        ),
        _leaves(recording, head, progress),
    )
    if found[0, head.size] != head.root:
        raise Damaged("the log does not verify", hint="rollbook audit tells what was changed")
    for receipt in receipts:
        if found[0, receipt.size].hex() != receipt.root.lower():
            raise Invalid(
                f"the first {receipt.size} records are not those of the receipt",
                path="--receipt",
                hint="rollbook audit --receipt tells more",
            )
    rows = {number: [found[span] for span in row] for number, row in spans.items()}
    extra = shown.extra(rows)
    extra["consistency"] = [
        {"size": old, "root": found[0, old].hex(), "hashes": _texts(found[span] for span in row)}
        for old, row in sorted(olds.items())
    ]
    text = _text(msgspec.json.encode(extra), seq, rows[seq], recording.name, head)
    return Proof(text, shown.record, head.size, head.root.hex(), shown.revealed)


class _Shown:
    """The record, and those that the dice of a sealed roll follow from.

    Args:
        recording: to search.
        seq: of the record.
    """

    def __init__(self, recording: Recording, seq: int) -> None:
        self.record = next(iter(recording.records(seq, seq + 1)))
        self.opened: Record | None = None
        self.added: list[Record] = []
        self.reveal: Record | None = None
        said = read(self.record) if self.record.type == ROLLED else None
        self.draw = said.draw if said is not None and isinstance(said.draw, SealedDraw) else None
        if self.draw is not None:
            self._search(recording, self.draw)

    @property
    def seal(self) -> list[Record]:
        """Commitment, entropies and reveal, as far as there are any."""
        return [r for r in (self.opened, *self.added, self.reveal) if r is not None]

    @property
    def revealed(self) -> bool | None:
        """Whether the seed is revealed; None where there is none."""
        return None if self.draw is None else self.reveal is not None

    def extra(self, rows: dict[int, list[bytes]]) -> dict[str, Any]:
        """What the ``extra`` line holds."""

        def proved(record: Record | None) -> dict[str, Any] | None:
            if record is None:
                return None
            return {"record": headers(record), "hashes": _texts(rows[record.seq])}

        made: dict[str, Any] = {"proof": PROOF, "record": headers(self.record), "seal": None}
        if self.draw is not None:
            made["seal"] = {
                "commitment": proved(self.opened),
                "entropies": [proved(record) for record in self.added],
                "reveal": proved(self.reveal),
            }
        return made

    def _search(self, recording: Recording, draw: SealedDraw) -> None:
        for record in recording.records():
            if record.type not in (OPENED, ADDED, REVEALED):
                continue
            said = read(record)
            if said is None:
                continue
            if record.type == REVEALED:
                if (said.epoch, said.kind) == (draw.epoch, draw.kind) and self.reveal is None:
                    self.reveal = record
            elif record.seq > self.record.seq:
                continue
            elif record.type == OPENED:
                self.added = []
                self.opened = record if said.number == draw.epoch else None
            else:
                self.added.append(record)
        if self.opened is None:
            raise Damaged(
                f"record {self.record.seq} is drawn under no commitment",
                hint="rollbook audit tells what was changed",
            )


def headers(record: Record) -> dict[str, Any]:
    """All fourteen headers and the body, in the order of the leaf."""
    made = msgspec.structs.asdict(record)
    return {"format": FORMAT, **made, "body": record.body.decode()}


def _text(extra: bytes, seq: int, row: Iterable[bytes], session: str, head: Head) -> str:
    lines = [_TLOG, f"extra {b64encode(extra).decode()}", f"index {seq}", *_texts(row)]
    return "\n".join(lines) + "\n\n" + checkpoint(session, head.size, head.root)


def _texts(hashes: Iterable[bytes]) -> list[str]:
    return [b64encode(one).decode() for one in hashes]


def _grown(receipt: Kept, head: Head) -> tuple[Span, ...]:
    if not 1 <= receipt.size <= head.size:
        raise Invalid(
            f"a receipt holds {receipt.size} records; there are {head.size}", path="--receipt"
        )
    return consistency(receipt.size, head.size)


def _leaves(recording: Recording, head: Head, progress: Progress | None) -> Iterator[bytes]:
    for record in recording.records(0, head.size):
        yield leaf(record)
        done = record.seq + 1
        if progress and (not done % _EVERY or done == head.size):
            progress(done, head.size)
