"""Dice of a retelling: each roll of a stream falls as it fell, whatever it is now rolled for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...core.dice import Dice, Die, Injected, Outcome, evaluate
from ...core.errors import Diverged, Refused
from ...core.rolling import SealKind, again, next_draw
from ...core.table.ledger import Ledger
from ...core.vocabulary import Draw, Rolled, SealedDraw
from ..keys import Keys
from ..reading import read
from ..recording import Recording

ROLLED = Rolled.message.tag


class AsTheyFell:
    """A source that draws what was drawn at the same place of the same stream.

    A place that the session has not drawn from is looked into only where its seed is revealed:
    nobody foretells his next roll by asking what if.

    Args:
        recording: that holds the rolls.
    """

    def __init__(self, recording: Recording) -> None:
        ledger = recording.now.ledger
        self._revealed = Keys(None, recording.name, ledger)
        self._known = Keys(recording.store, recording.name, ledger)
        self._rolls = _rolls(recording)
        self._given: list[int] = []

    def give(self, faces: Iterable[int]) -> None:
        """Faces that the next dice show, in the order thrown, in place of their own."""
        self._given = list(faces)

    @property
    def left(self) -> int:
        """Faces given and not thrown yet."""
        return len(self._given)

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        """The next roll of a stream.

        Raises:
            Refused: nobody can tell how it would have fallen.
        """
        at = next_draw(ledger, kind, stream)
        if self._given:
            source = Injected(tuple(self._given))
            outcome = evaluate(dice, source)
            self._given = self._given[len(self._given) - source.left :]
            return at, outcome
        recorded = self._rolls.get(at)
        sealed = (self._known if recorded is not None else self._revealed).source(at)
        if sealed is not None:
            return at, evaluate(dice, sealed)
        if recorded is not None:
            try:
                return at, again(dice, recorded)
            except Diverged as error:
                raise Refused(f"other dice than those that fell: {error.what}") from error
        raise Refused(
            f"nobody can tell how roll {at.index} of {stream} would fall",
            hint="its seed is not revealed: give the faces",
        )


def _rolls(recording: Recording) -> Mapping[SealedDraw, tuple[Die, ...]]:
    found = {}
    for fact in recording.facts():
        if fact.type == ROLLED:
            message = read(recording.book, fact).message
            if isinstance(message, Rolled) and isinstance(message.draw, SealedDraw):
                found[message.draw] = message.dice
    return found
