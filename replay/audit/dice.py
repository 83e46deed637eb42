"""``seals``, ``streams`` and ``dice``: nothing was drawn but what the seals held already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hmac import compare_digest

from ...core.auditing import AuditCheck, Audited, Finding, message_of
from ...core.dice import Sealed, commitment, evaluate, key, parse, reevaluate
from ...core.errors import RollbookError
from ...core.modifiers import tally
from ...core.records import Record
from ...core.table.ledger import Epoch, Ledger
from ...core.table.seals import EntropyAdded, EpochOpened, SeedRevealed
from ...core.vocabulary import PointsDraw, Rolled, SealedDraw

ROLLED = Rolled.message.tag
_OPENED, _ADDED, _REVEALED = (
    kind.message.tag for kind in (EpochOpened, EntropyAdded, SeedRevealed)
)


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
        for record in records:
            if record.type in (_OPENED, _ADDED, _REVEALED, ROLLED) and record.kind == "event":
                try:
                    event = message_of(audited.book, record)
                except RollbookError:
                    continue  # `state` says so
                yield from self._hear(audited, record, event)

    def _hear(self, audited: Audited, record: Record, event: object) -> Iterator[Finding]:
        if isinstance(event, EpochOpened):
            if event.number != len(self._epochs):
                yield _broken(record, f"epoch {event.number} follows {len(self._epochs)} epochs")
            self._epochs[event.number] = event.commitments
            self.covered += len(event.commitments)
        elif isinstance(event, EntropyAdded):
            if any(epoch == len(self._epochs) - 1 for epoch, _ in self._drawn):
                yield _broken(record, f"record {record.seq} adds entropy after the first die")
        elif isinstance(event, SeedRevealed):
            yield from self._reveal(audited, record, event)
        elif isinstance(event, Rolled) and isinstance(event.draw, SealedDraw):
            place = (event.draw.epoch, event.draw.kind)
            self._drawn.add(place)
            if event.draw.kind not in self._epochs.get(event.draw.epoch, {}):
                yield _broken(record, f"record {record.seq} is drawn under no commitment")
            elif place in self._revealed:
                yield _broken(
                    record,
                    f"record {record.seq} is drawn from a seed that record "
                    f"{self._revealed[place]} had revealed",
                )

    def _reveal(self, audited: Audited, record: Record, event: SeedRevealed) -> Iterator[Finding]:
        self._revealed.setdefault((event.epoch, event.kind), record.seq)
        said = self._epochs.get(event.epoch, {}).get(event.kind, "")
        if not _fits(audited.session, event.epoch, event.kind, event.seed, said):
            yield _broken(
                record,
                f"the {event.kind} seed of epoch {event.epoch}, revealed by record {record.seq}, "
                "is not the one that was sealed",
            )

    def end(self, audited: Audited) -> Iterator[Finding]:
        """Seeds beside the log are those that were sealed; without one nobody can tell."""
        kept = {(s.epoch, s.kind): s.seed.hex() for s in audited.store.seeds(audited.session)}
        for (epoch, kind), seed in kept.items():
            said = self._epochs.get(epoch, {}).get(kind, "")
            if not _fits(audited.session, epoch, kind, seed, said):
                yield Finding(
                    "broken", f"the {kind} seed of epoch {epoch} is not the one that was sealed"
                )
        for epoch, kinds in self._epochs.items():
            for kind in kinds:
                if (epoch, kind) in self._drawn and not {(epoch, kind)} & {*kept, *self._revealed}:
                    yield Finding(
                        "unknown", f"the {kind} seed of epoch {epoch} is not revealed yet"
                    )


class Streams(AuditCheck):
    """Every stream of every epoch counts from 0 without a gap: no roll is missing, none twice."""

    name = "streams"
    unit = "rolls"

    def __init__(self) -> None:
        super().__init__()
        self._following: dict[tuple[int, str, str], int] = {}

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """The index of each sealed roll is the next of its stream."""
        for record, event in _rolls(audited, records):
            if not isinstance(event.draw, SealedDraw):
                continue
            self.covered += 1
            draw = event.draw
            place = (draw.epoch, draw.kind, draw.stream)
            following = self._following.get(place, 0)
            if draw.index != following:
                yield _broken(
                    record,
                    f"record {record.seq} is roll {draw.index} of the {draw.kind} stream "
                    f"{draw.stream}; the next was {following}",
                )
            self._following[place] = max(following, draw.index + 1)


class Faces(AuditCheck):
    """Each roll has the faces that its seal gives, and the total that they make with modifiers."""

    name = "dice"
    unit = "rolls"

    def __init__(self) -> None:
        super().__init__()
        self._seeds: dict[tuple[int, str], bytes] = {}
        self._keys: dict[tuple[int, str], bytes] = {}

    def begin(self, audited: Audited) -> Sequence[Finding]:
        """Seeds as revealed, else as they lie beside the log."""
        for seed in audited.store.seeds(audited.session):
            self._seeds[seed.epoch, seed.kind] = seed.seed
        for name, value in audited.ledger.reveals.items():
            epoch, _, kind = name.partition("/")
            try:
                self._seeds[int(epoch), kind] = bytes.fromhex(value)
            except ValueError:
                continue  # `seals` says so
        return ()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """Every roll, sealed, read at the table or bought with points."""
        for record, event in _rolls(audited, records):
            self.covered += 1
            try:
                found = self._wrong(audited, event)
            except RollbookError as error:
                found = Finding("broken", f"its dice cannot lie so: {error.what}")
            if found is not None:
                yield Finding(
                    found.grade,
                    f"record {record.seq}: {found.what}",
                    seq=record.seq,
                    commit=record.commit,
                )

    def _wrong(self, audited: Audited, event: Rolled) -> Finding | None:
        if tally(event.natural, event.modifiers, "result") != event.total:
            return Finding("broken", f"{event.natural} with its modifiers is not {event.total}")
        if isinstance(event.draw, PointsDraw):
            return None
        dice = parse(event.notation, readings=audited.book.readings)
        outcome = reevaluate(dice, event.dice)
        if (outcome.value, outcome.dice) != (event.natural, event.dice):
            return Finding("broken", f"these faces are not worth {event.natural}")
        if not isinstance(event.draw, SealedDraw):
            return None
        sealed = self._key(audited.ledger, event.draw)
        if sealed is None:
            return Finding("unknown", "its seed is not revealed")
        draw = event.draw
        source = Sealed(sealed, audited.session, draw.epoch, draw.stream, draw.index)
        if evaluate(dice, source).dice != event.dice:
            return Finding("broken", "its faces are not those that the seal gives")
        return None

    def _key(self, ledger: Ledger, draw: SealedDraw) -> bytes | None:
        place = (draw.epoch, draw.kind)
        if place not in self._keys:
            epoch = _epoch(ledger, draw.epoch)
            if place not in self._seeds or epoch is None:
                return None
            texts = [entropy.text.encode() for entropy in epoch.entropies]
            self._keys[place] = key(self._seeds[place], texts)
        return self._keys[place]


def _epoch(ledger: Ledger, number: int) -> Epoch | None:
    if ledger.epoch is not None and ledger.epoch.number == number:
        return ledger.epoch
    return ledger.past.get(str(number))


def _fits(session: str, epoch: int, kind: str, seed: str, said: str) -> bool:
    try:
        made = commitment(session, epoch, kind, bytes.fromhex(seed)).hex()
    except ValueError:
        return False
    return compare_digest(made, said)


def _rolls(audited: Audited, records: Sequence[Record]) -> Iterator[tuple[Record, Rolled]]:
    for record in records:
        if record.type == ROLLED and record.kind == "event":
            try:
                event = message_of(audited.book, record)
            except RollbookError:
                continue  # `state` says so
            yield record, event


def _broken(record: Record, what: str) -> Finding:
    return Finding("broken", what, seq=record.seq, commit=record.commit)
