"""Real dice, read off the table and typed in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import Invalid
from .die import FUDGE, Kind
from .evaluate import evaluate
from .limits import DEFAULT, Limits
from .sources import Injected
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
            raise Invalid(f"{len(faces)} characters of faces", path="$.faces")
        faces = [token for token in _BETWEEN.split(faces) if token]
    source = _Typed(faces)
    evaluate(dice, source, limits)
    source.finish()
    return Injected(source.read)


class _Typed(Injected):
    """Reads each token as the die in question shows it."""

    def __init__(self, tokens: Sequence[int | str]) -> None:
        super().__init__([])
        self._tokens = tokens
        self.read: list[int] = []

    def faces(self, kind: Kind, count: int, /) -> list[int]:
        """The next faces, each checked against its die."""
        new = self._tokens[len(self.read) : len(self.read) + count]
        self.read += [_face(token, kind) for token in new]  # type: ignore[misc]
        self._faces = tuple(self.read)
        if len(new) < count or len(self.read) == len(self._tokens):
            pass
        return super().faces(kind, count)

    def finish(self) -> None:
        """Make sure that none is left over."""
        if len(self._tokens) > len(self.read):
            raise Invalid(
                f"{len(self.read)} faces are needed, {len(self._tokens)} were given",
                path=f"$.faces[{len(self.read)}]",
            )


def _face(token: int | str, kind: Kind) -> int | str:
    if not isinstance(token, str):
        return token
    if kind == FUDGE and token in ("+", "-"):
        return 1 if token == "+" else -1
    return int(token) if _FACE.fullmatch(token) else token
