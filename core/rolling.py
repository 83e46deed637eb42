"""Where the faces of a roll come from: sealed words, what is recorded, or what a test injects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

from .dice import Dice, Die, Injected, Outcome, Recorded, Sealed, evaluate
from .dice import key as seal_key
from .errors import Diverged, Refused, RollbookError
from .table.ledger import Epoch, Ledger
from .vocabulary import Draw, Rolled, SealedDraw

SealKind = Literal["open", "secret"]


class DiceSource(Protocol):
    """What a play draws from; the audit and what-if differ from play in this alone."""

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        """The next roll of a stream.

        Args:
            ledger: of now: the epoch and its positions.
            dice: what to roll.
            kind: ``open``, or ``secret`` for an audience narrower than everyone.
            stream: its name.

        Raises:
            Refused: there is nothing to draw from.
        """
        ...


def stream_of(actor: str, to: str) -> tuple[str, SealKind]:
    """Name and kind of the stream that an actor's rolls for an audience come from."""
    return (f"{actor}/{to.replace(' ', '+')}", "secret") if to else (actor, "open")


def next_draw(ledger: Ledger, kind: SealKind, stream: str) -> SealedDraw:
    """Coordinates of the next roll of a stream.

    Raises:
        Refused: no epoch is open, or one of its seeds is revealed already.
    """
    epoch = ledger.epoch
    # Of either kind: a rule that rolls openly and then in secret is refused before its first die.
    if epoch is None or any(f"{epoch.number}/{k}" in ledger.reveals for k in epoch.commitments):
        raise Refused("no sealed dice are ready", hint="open an epoch: table.open_epoch")
    index = epoch.positions.get(kind, {}).get(stream, 0)
    return SealedDraw(epoch=epoch.number, kind=kind, stream=stream, index=index)


class SeedLookup(Protocol):
    """Gives the seed of an (epoch, kind), or None."""

    def get(self, place: tuple[int, str], /) -> bytes | None:
        """The seed, or None."""
        ...


class SealedDice:
    """Faces from the seeds behind the commitments.

    Args:
        session: id of the session, part of every derivation.
        seeds: by (epoch, kind).
    """

    def __init__(self, session: str, seeds: SeedLookup) -> None:
        self._session = session
        self._seeds = seeds
        self._keys: dict[tuple[int, str, tuple[str, ...]], bytes] = {}

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        """The next roll of a stream, from its key and coordinates alone."""
        at = next_draw(ledger, kind, stream)
        assert ledger.epoch is not None  # next_draw refuses otherwise
        key = self._key(ledger.epoch, kind)
        source = Sealed(key, self._session, at.epoch, stream, at.index)
        return at, evaluate(dice, source)

    def _key(self, epoch: Epoch, kind: SealKind) -> bytes:
        texts = tuple(e.text for e in epoch.entropies)
        made = self._keys.get((epoch.number, kind, texts))
        if made is None:
            seed = self._seeds.get((epoch.number, kind))
            if seed is None:
                raise Refused(
                    f"the seed of epoch {epoch.number} is not in this store",
                    hint="a copy made from an export can be audited, not rolled with",
                )
            made = self._keys[epoch.number, kind, texts] = seal_key(
                seed, [text.encode() for text in texts]
            )
        return made


class NotDrawn(BaseException):
    """A rule wants dice where none are to be drawn; not an error, and not for rules to catch."""


class NoDice:
    """Draws nothing: for what is decided only to see whether it is refused."""

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        """Never.

        Raises:
            NotDrawn: always.
        """
        raise NotDrawn


class InjectedDice:
    """Faces that a test or a host gives, in the order thrown; the streams count as ever."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._source = Injected(tuple(faces))

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        """The next faces, whatever the stream."""
        at = next_draw(ledger, kind, stream)
        return at, evaluate(dice, self._source)


class RecordedDice:
    """Faces as they stand recorded, by coordinates: what the audit decides with."""

    def __init__(self, rolls: Mapping[SealedDraw, tuple[Die, ...]]) -> None:
        self._rolls = rolls

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        """The roll that was recorded here.

        Raises:
            Diverged: none was, or of other dice.
        """
        at = next_draw(ledger, kind, stream)
        if at not in self._rolls:
            raise Diverged(
                f"{dice.notation} would be rolled for {stream} here, and no such roll is recorded"
                f" (of the {kind} dice of {stream} it would be number {at.index}, counted from 0)"
            )
        return at, again(dice, self._rolls[at])


def again(dice: Dice, recorded: tuple[Die, ...]) -> Outcome:
    """The outcome of recorded faces.

    Raises:
        Diverged: they are not faces of these dice.
    """
    source = Recorded(recorded)
    try:
        outcome = evaluate(dice, source)
        source.finish()
    except Diverged:
        raise
    except RollbookError as error:
        raise Diverged(f"{dice.notation} does not fit the recorded faces: {error}") from error
    return outcome


def redraw(was: Rolled, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
    """A roll that stands recorded at this place: nothing rolled is ever rolled again.

    Raises:
        Diverged: the rule now wants other dice, or from another stream.
    """
    draw = was.draw
    if not isinstance(draw, SealedDraw) or (draw.kind, draw.stream) != (kind, stream):
        raise Diverged(f"record of roll {was.id} is not of the {kind} stream {stream}")
    return draw, again(dice, was.dice)
