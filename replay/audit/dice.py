"""``seals``, ``streams`` and ``dice``: nothing was drawn but what the seals held already."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any

from ...core.auditing import AuditCheck, Audited, Finding
from ...core.dice import Dice, Die, Sealed, commitment, evaluate, key, parse, reevaluate
from ...core.errors import Invalid, RollbookError
from ...core.modifiers import tally
from ...core.records import Record
from ...core.table.seals import EntropyAdded, EpochOpened, SeedRevealed
from ...core.vocabulary import PointsDraw, Rolled, SealedDraw
from .findings import broken, unknown

_ROLLS = {Rolled.message.tag}
_MIXING = {kind.message.tag for kind in (EpochOpened, EntropyAdded, Rolled)}
_SEALING = {*_MIXING, SeedRevealed.message.tag}


class Seals(AuditCheck):
    """Each commitment stands before the first die, and the seed behind it is the one it fixed."""

    name = "seals"
    unit = "seals"

    def __init__(self) -> None:
        super().__init__()
        self._epochs: dict[int, dict[str, str]] = {}
        self._drawn: set[tuple[int, str]] = set()
        self._revealed: dict[tuple[int, str], int] = {}

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """What opens, mixes, reveals and draws, in the order of the log."""
        for record, event in _heard(audited, records, _SEALING):
            yield from self._hear(audited, record, event)

    def _hear(self, audited: Audited, record: Record, event: object) -> Iterator[Finding]:
        if isinstance(event, EpochOpened):
            if event.number != len(self._epochs):
                yield broken("epoch", record, epoch=event.number, before=len(self._epochs))
            self._epochs[event.number] = event.commitments
            self.covered += len(event.commitments)
        elif isinstance(event, EntropyAdded):
            if len(self._epochs) - 1 in {epoch for epoch, _ in self._drawn}:
                yield broken("entropy-late", record)
        elif isinstance(event, SeedRevealed):
            yield from self._reveal(audited, record, event)
        elif isinstance(event, Rolled) and isinstance(event.draw, SealedDraw):
            place = (event.draw.epoch, event.draw.kind)
            self._drawn.add(place)
            if event.draw.kind not in self._epochs.get(event.draw.epoch, {}):
                yield broken("unsealed", record)
            elif place in self._revealed:
                yield broken("drawn-late", record, revealed=self._revealed[place])

    def _reveal(self, audited: Audited, record: Record, event: SeedRevealed) -> Iterator[Finding]:
        self._revealed.setdefault((event.epoch, event.kind), record.seq)
        said = self._epochs.get(event.epoch, {}).get(event.kind, "")
        if not _fits(audited.session, event.epoch, event.kind, event.seed, said):
            yield broken("reveal", record, kind=event.kind, epoch=event.epoch)

    def end(self, audited: Audited) -> Iterator[Finding]:
        """Seeds beside the log are those that were sealed; without one nobody can tell."""
        kept = {(s.epoch, s.kind): s.seed.hex() for s in audited.store.seeds(audited.session)}
        for (epoch, kind), seed in kept.items():
            said = self._epochs.get(epoch, {}).get(kind, "")
            if not _fits(audited.session, epoch, kind, seed, said):
                yield broken("seed", kind=kind, epoch=epoch)
        for epoch, kinds in self._epochs.items():
            for kind in kinds:
                if (epoch, kind) in self._drawn and not {(epoch, kind)} & {*kept, *self._revealed}:
                    yield unknown("seed-hidden", kind=kind, epoch=epoch)


class Streams(AuditCheck):
    """Every stream of every epoch counts from 0 without a gap: no roll is missing, none twice."""

    name = "streams"
    unit = "rolls"

    def __init__(self) -> None:
        super().__init__()
        self._following: dict[tuple[int, str, str], int] = {}

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """The index of each sealed roll is the next of its stream."""
        for record, event in _heard(audited, records, _ROLLS):
            if not isinstance(event.draw, SealedDraw):
                continue
            self.covered += 1
            draw = event.draw
            place = (draw.epoch, draw.kind, draw.stream)
            following = self._following.get(place, 0)
            if draw.index != following:
                yield broken(
                    "stream", record, index=draw.index, kind=draw.kind, stream=draw.stream,
                    next=following,
                )  # fmt: skip
            self._following[place] = max(following, draw.index + 1)


class Faces(AuditCheck):
    """Each roll has the faces that its seal gives, and the total that they make with modifiers.

    Seals and entropies are taken from the records as they are heard, so that dice are checked
    even where the log does not fold.
    """

    name = "dice"
    unit = "rolls"

    def __init__(self) -> None:
        super().__init__()
        self._seeds: dict[tuple[int, str], list[bytes]] = {}
        self._keys: dict[tuple[int, str], bytes] = {}
        self._sealed: dict[int, dict[str, str]] = {}
        self._entropies: list[bytes] = []

    def begin(self, audited: Audited) -> Sequence[Finding]:
        """Seeds as they lie beside the log, and as revealed."""
        for seed in audited.store.seeds(audited.session):
            self._seeds.setdefault((seed.epoch, seed.kind), []).append(seed.seed)
        for name, value in audited.ledger.reveals.items():
            epoch, _, kind = name.partition("/")
            with suppress(ValueError):  # `seals` says so
                self._seeds.setdefault((int(epoch), kind), []).append(bytes.fromhex(value))
        return ()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """Every roll, sealed, read at the table or bought with points."""
        for record, event in _heard(audited, records, _MIXING):
            if isinstance(event, EpochOpened):
                self._sealed[event.number] = event.commitments
                self._entropies = []
            elif isinstance(event, EntropyAdded):
                self._entropies.append(event.text.encode())
            else:
                yield from self._roll(audited, record, event)

    def _roll(self, audited: Audited, record: Record, event: Rolled) -> Iterator[Finding]:
        self.covered += 1
        try:
            if tally(event.natural, event.modifiers, "result") != event.total:
                yield broken("total", record, natural=event.natural, total=event.total)
                return
            if isinstance(event.draw, PointsDraw):
                return
            dice = parse(event.notation, readings=audited.book.readings)
            outcome = reevaluate(dice, event.dice)
        except RollbookError as error:
            yield broken("dice", record, why=error.what)
            return
        if (outcome.value, outcome.dice) != (event.natural, event.dice):
            yield broken("worth", record, natural=event.natural)
        elif isinstance(event.draw, SealedDraw):
            yield from self._drawn(audited.session, record, event.draw, dice, event.dice)

    def _drawn(
        self, session: str, record: Record, draw: SealedDraw, dice: Dice, faces: Sequence[Die]
    ) -> Iterator[Finding]:
        sealed = self._key(session, draw)
        if sealed is None:
            yield unknown("hidden", record, kind=draw.kind, epoch=draw.epoch)
            return
        source = Sealed(sealed, session, draw.epoch, draw.stream, draw.index)
        try:
            fell = evaluate(dice, source).dice
        except RollbookError as error:
            yield broken("dice", record, why=error.what)
            return
        if fell != faces:
            yield broken("faces", record)

    def _key(self, session: str, draw: SealedDraw) -> bytes | None:
        place = (draw.epoch, draw.kind)
        if place not in self._keys:
            seeds = self._seeds.get(place)
            if not seeds:
                return None
            said = self._sealed.get(draw.epoch, {}).get(draw.kind, "")
            fitting = max(seeds, key=lambda seed: _fits(session, *place, seed.hex(), said))
            self._keys[place] = key(fitting, self._entropies)
        return self._keys[place]


def _fits(session: str, epoch: int, kind: str, seed: str, said: str) -> bool:
    try:
        made = commitment(session, epoch, kind, bytes.fromhex(seed)).hex()
    except (ValueError, Invalid):
        return False
    return made == said


def _heard(
    audited: Audited, records: Sequence[Record], types: Collection[str]
) -> Iterator[tuple[Record, Any]]:
    """Events of these types that can be read; of the others `state` says that they cannot."""
    for record in records:
        if record.type in types:
            with suppress(RollbookError):
                yield record, audited.read(record)
