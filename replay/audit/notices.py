"""What the rules allow and a person should look at all the same, gathered while the log is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.asked import Ruled
from ...core.auditing import Audited
from ...core.chain import Span, chain, on
from ...core.errors import RollbookError
from ...core.records import Record
from ...core.table.charter import CharterChanged
from ...core.table.ledger import InForce
from ...core.table.opening import Adopted, Opened
from ...core.table.returns import Returned, Withdrawn
from ...core.table.seals import EntropyAdded, EntropyWaived, EpochOpened
from ...core.vocabulary import Amended, Corrected, DieSet, PointsDraw, Rolled, SealedDraw, TableDraw
from .result import Notice

KINDS = (
    "real-dice",
    "no-entropy",
    "waived",
    "charter",
    "return",
    "thrown-away",
    "withdrawn",
    "diverged",
    "correction",
    "amendment",
    "die-set",
    "ruling",
    "other-rules",
)
"""In the order they are told."""

MOST = 100
"""Records that one notice names."""

_HEARD = {
    kind.message.tag
    for kind in (
        Returned, Withdrawn, Ruled, Rolled, Amended, Corrected, DieSet, EpochOpened, EntropyAdded,
        EntropyWaived, CharterChanged,
        Opened, Adopted,
    )
}  # fmt: skip


class Noticing:
    """Hears every commit; ``notices`` gives what came together.

    Args:
        sees: whether whoever shall read it sees a record, by its seq; None for all.
    """

    def __init__(self, sees: Callable[[int], bool] | None = None) -> None:
        self._sees = sees
        self._found: dict[str, Notice] = {}
        self._rolled = 0  # the opening rolls nothing
        self._spans: tuple[Span, ...] | None = None
        self._opened: dict[int, int] = {}
        self._mixed: set[int] = set()
        self._drawn: set[int] = set()

    def commit(self, audited: Audited, records: Sequence[Record]) -> None:
        """One commit, before it is folded."""
        head = records[0]
        if self._spans is None:
            to_come = audited.store.head(audited.session).commits
            self._spans = chain(to_come, audited.ledger.parents)
        for record in records:
            if record.type not in _HEARD:
                continue
            if self._sees is not None and not self._sees(record.seq):
                continue
            try:
                event = audited.read(record)
            except RollbookError:
                continue
            if isinstance(event, Opened | Adopted):
                self._in_force(record, event, audited.installed)
            else:
                self._hear(record, event, head.by)

    def _hear(self, record: Record, event: Any, by: str) -> None:
        if isinstance(event, Returned | Withdrawn):
            self._back(record, event, by)
        elif isinstance(event, Rolled):
            self._roll(record, event)
        elif isinstance(event, EpochOpened):
            self._opened[event.number] = record.seq
        elif isinstance(event, EntropyAdded):
            self._mixed.update([*self._opened][-1:])  # it goes into the newest, whoever's it is
        elif isinstance(event, EntropyWaived):
            self._add("waived", record.seq, by)
        elif isinstance(event, CharterChanged):
            self._add("charter", record.seq, by)
        elif isinstance(event, Corrected):
            self._add("correction", record.seq, by)
        elif isinstance(event, DieSet):
            self._add("die-set", record.seq, event.actor)
        elif isinstance(event, Ruled):
            self._add("ruling", record.seq, event.by)
        elif event.by:  # amended, and not by a rule
            self._add("amendment", record.seq, event.by)

    def _in_force(
        self, record: Record, event: Opened | Adopted, installed: Mapping[str, InForce]
    ) -> None:
        if any(installed.get(name, then) != then for name, then in event.rulesets.items()):
            self._add("other-rules", record.seq)

    def _back(self, record: Record, event: Returned | Withdrawn, by: str) -> None:
        if isinstance(event, Withdrawn):
            self._add("diverged" if event.diverged else "withdrawn", record.seq, by)
        elif self._rolled > event.to:
            self._add("return", record.seq, by)

    def _roll(self, record: Record, event: Rolled) -> None:
        if not isinstance(event.draw, PointsDraw):
            self._rolled = record.commit
            if self._spans is not None and not on(self._spans, record.commit):
                self._add("thrown-away", record.seq)
        if isinstance(event.draw, SealedDraw):
            self._drawn.add(event.draw.epoch)
        if isinstance(event.draw, TableDraw):
            self._add("real-dice", record.seq, event.draw.reader)

    def _add(self, kind: str, seq: int, by: str = "") -> None:
        was = self._found.get(kind, Notice(kind, 0))
        seqs = (*was.seqs, seq)[:MOST]
        seats = tuple(sorted({*was.by, by} - {""}))
        self._found[kind] = Notice(kind, was.count + 1, seqs, seats)

    def notices(self) -> tuple[Notice, ...]:
        """What there is to look at, in a fixed order."""
        for epoch, seq in self._opened.items():
            if epoch in self._drawn - self._mixed:
                self._add("no-entropy", seq)
        return tuple(self._found[kind] for kind in KINDS if kind in self._found)
