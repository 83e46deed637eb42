"""Real dice, read off the table and typed in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import LimitExceeded
from .die import FUDGE, Kind
from .evaluate import evaluate
from .limits import DEFAULT, Limits
from .sources import Injected, checked, left_over, missing
from .tree import Dice

_BETWEEN = re.compile(r"[\s,;]+")
_FACE = re.compile(r"[+-]?[0-9]{1,10}")


def typed(faces: str | Sequence[int | str], dice: Dice, limits: Limits = DEFAULT) -> Injected:
    """A source of faces typed in from real dice, checked against the dice beforehand.

    Args:
        faces: in the order thrown, re-rolled and exploded dice after the dice they follow; a
            text holds them apart by spaces or commas. Fudge dice may be typed ``+ 0 -``.
        dice: what was thrown.
        limits: as for ``evaluate``.

    Raises:
        Invalid: a die has no such face (naming its position and the allowed faces), or there
            are too few or too many; ``path`` is ``$.faces[n]``.
        LimitExceeded: more dice than the limits allow.
    """
    if isinstance(faces, str):
        if len(faces) > 12 * limits.dice:
            raise LimitExceeded(
                f"{len(faces)} characters of faces for at most {limits.dice} dice", path="$.faces"
            )
        faces = [token for token in _BETWEEN.split(faces) if token]
    source = _Typed(faces)
    evaluate(dice, source, limits)
    if len(source.read) < len(faces):
        raise left_over(len(source.read), len(faces))
    return Injected(source.read)


class _Typed:
    """Reads each token as the die in question shows it."""

    def __init__(self, tokens: Sequence[int | str]) -> None:
        self.tokens = tokens
        self.read: list[int] = []

    def faces(self, kind: Kind, count: int, /) -> list[int]:
        """The next faces, each checked against its die."""
        at = len(self.read)
        for token in self.tokens[at : at + count]:
            self.read.append(checked(_face(token, kind), kind, len(self.read)))
        if len(self.read) < at + count:
            raise missing(kind, len(self.tokens))
        return self.read[at:]


def _face(token: int | str, kind: Kind) -> int | str:
    if not isinstance(token, str):
        return token
    if kind == FUDGE and token in ("+", "-"):
        return 1 if token == "+" else -1
    return int(token) if _FACE.fullmatch(token) else token
