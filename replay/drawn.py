"""Sealed dice in the lines of an export: commitments, entropies, seeds, streams and faces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hmac import compare_digest
from typing import Any

import msgspec
from msgspec import Struct

from ..core.dice import Sealed, commitment, evaluate, key, parse, stream_words
from ..core.dice.die import FUDGE, Die, Kind, polyhedral
from ..core.dice.sources import accepted
from ..core.errors import Invalid, NotationError, RollbookError
from ..core.modifiers import Modifier, tally
from ..core.records import Record
from ..core.table.seals import EntropyAdded, EpochOpened, SeedRevealed
from ..core.vocabulary import Draw, Rolled, SealedDraw

OPENED, ADDED, REVEALED, ROLLED = (
    kind.message.tag for kind in (EpochOpened, EntropyAdded, SeedRevealed, Rolled)
)
_READING = re.compile(r"[a-z]{3,}")

Place = tuple[int, str]
"""Number of the epoch and kind of the seal."""


class _Opened(Struct):
    number: int
    commitments: dict[str, str]


class _Added(Struct):
    text: str


class _Revealed(Struct):
    epoch: int
    kind: str
    seed: str


class _Rolled(Struct):
    notation: str
    draw: Draw
    dice: tuple[Die, ...]
    natural: int
    total: int
    modifiers: tuple[Modifier, ...] = ()


_KINDS: dict[str, Any] = {
    OPENED: _Opened, ADDED: _Added, REVEALED: _Revealed, ROLLED: _Rolled,
}  # fmt: skip


def read(record: Record) -> Any:
    """What a record says of sealed dice; None where it says nothing that is known here.

    Raises:
        Invalid: it is of such a type and not of its form.
    """
    kind = _KINDS.get(record.type)
    if kind is None or record.kind != "event" or record.version != 1:
        return None
    try:
        return msgspec.json.decode(record.body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid(f"record {record.seq} is no {record.type}: {error}") from error


class Seeds:
    """Gathers the seeds that are revealed and are those that were sealed.

    Args:
        session: its id.
    """

    def __init__(self, session: str) -> None:
        self.fitting: dict[Place, str] = {}
        self._session = session
        self._commitments: dict[int, dict[str, str]] = {}

    def hear(self, record: Record) -> None:
        """One record, in order; what is not of its form is passed over."""
        try:
            said = read(record)
        except Invalid:
            return
        if isinstance(said, _Opened):
            self._commitments[said.number] = said.commitments
        elif isinstance(said, _Revealed):
            sealed = self._commitments.get(said.epoch, {}).get(said.kind, "")
            if fits(self._session, said.epoch, said.kind, said.seed, sealed):
                self.fitting[said.epoch, said.kind] = said.seed


def fits(session: str, epoch: int, kind: str, seed: str, sealed: str) -> bool:
    """Whether a seed is the one behind a commitment; both are hex."""
    try:
        made = commitment(session, epoch, kind, bytes.fromhex(seed)).hex()
    except ValueError:
        return False
    return compare_digest(made, sealed)


class Drawn:
    """Hears the records that an export shows, in order, and says what is not as it should be.

    Args:
        session: its id.
        seeds: that the export reveals, by place, hex.
        whole: whether every record is shown; else a stream may have gaps.
    """

    def __init__(self, session: str, seeds: dict[Place, str], *, whole: bool) -> None:
        self.seals = 0
        self.faces = 0
        self.untold = 0
        self.unsealed = 0
        self._session = session
        self._seeds = seeds
        self._whole = whole
        self._epoch = -1
        self._commitments: dict[int, dict[str, str]] = {}
        self._entropies: dict[int, list[bytes]] = {}
        self._revealed: set[Place] = set()
        self._drawn: set[int] = set()
        self._next: dict[tuple[int, str, str], int] = {}

    def hear(self, record: Record) -> str:
        """What is wrong with a record, in words; empty where nothing is."""
        try:
            said = read(record)
            if isinstance(said, _Opened):
                return self._open(said)
            if isinstance(said, _Added):
                return self._add(said)
            if isinstance(said, _Revealed):
                return self._reveal(said)
            if isinstance(said, _Rolled):
                return self._roll(said)
        except RollbookError as error:
            return error.what
        return ""

    def _open(self, said: _Opened) -> str:
        if said.number != self._epoch + 1:
            return f"epoch {said.number} follows epoch {self._epoch}"
        self._epoch = said.number
        self._commitments[said.number] = said.commitments
        self._entropies[said.number] = []
        self.seals += len(said.commitments)
        return ""

    def _add(self, said: _Added) -> str:
        if self._epoch < 0 or self._epoch in self._drawn:
            return "entropy is added after the first die of its epoch, or without one"
        self._entropies[self._epoch].append(said.text.encode())
        return ""

    def _reveal(self, said: _Revealed) -> str:
        place = (said.epoch, said.kind)
        sealed = self._commitments.get(said.epoch, {}).get(said.kind, "")
        self._revealed.add(place)
        if not fits(self._session, said.epoch, said.kind, said.seed, sealed):
            return f"the {said.kind} seed of epoch {said.epoch} is not the one that was sealed"
        return ""

    def _roll(self, said: _Rolled) -> str:
        if tally(said.natural, said.modifiers, "result") != said.total:
            return f"{said.natural} with its modifiers is not {said.total}"
        draw = said.draw
        if not isinstance(draw, SealedDraw):
            self.unsealed += 1
            return ""
        place = (draw.epoch, draw.kind)
        self._drawn.add(draw.epoch)
        if draw.kind not in self._commitments.get(draw.epoch, {}):
            return "dice are drawn under no commitment"
        if place in self._revealed:
            return "dice are drawn from a seed that was revealed before"
        stream = (*place, draw.stream)
        if (self._whole or draw.kind == "open") and draw.index != self._next.get(stream, 0):
            return f"it is roll {draw.index} of {draw.stream}; {self._next.get(stream, 0)} was next"
        self._next[stream] = draw.index + 1
        if place not in self._seeds:
            self.untold += 1
            return ""
        self.faces += 1
        epoch_key = key(bytes.fromhex(self._seeds[place]), self._entropies[draw.epoch])
        return faces_differ(self._session, epoch_key, draw, said.notation, said.dice, said.natural)


def faces_differ(
    session: str, key: bytes, draw: SealedDraw, notation: str, dice: Sequence[Die], natural: int
) -> str:
    """Why the dice of a roll are not those that its seal gives; empty where they are.

    A notation with a reading of some ruleset has its faces checked, not what they are read as.

    Args:
        session: its id.
        key: of the epoch.
        draw: coordinates.
        notation: of the dice.
        dice: as recorded.
        natural: what the dice alone are recorded to say.
    """
    words = stream_words(key, session, draw.epoch, draw.stream, draw.index)
    for number, die in enumerate(dice, 1):
        kind = _kind(die.sides)
        limit = accepted(kind.size)
        while (word := next(words)) >= limit:
            continue
        if die.face != word % kind.size + kind.lowest:
            return f"die {number} is not the face that the seal gives"
    try:
        tree = parse(notation)
    except NotationError:
        return "" if _READING.search(notation) else f"its dice are no notation: {notation}"
    source = Sealed(key, session, draw.epoch, draw.stream, draw.index)
    outcome = evaluate(tree, source)
    if outcome.dice != tuple(dice):
        return f"these are not the dice of {notation}"
    return "" if outcome.value == natural else f"these dice are not worth {natural}"


def _kind(sides: str) -> Kind:
    if sides == FUDGE.name:
        return FUDGE
    if not sides.isdecimal() or len(sides) > 10:
        raise Invalid(f"no die has {sides!r} sides")
    return polyhedral(int(sides))
