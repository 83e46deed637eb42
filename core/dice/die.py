"""One die: its kind before it is thrown, its face afterwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import msgspec

from ..errors import Invalid

WORD_BITS = 32


class Kind(msgspec.Struct, frozen=True):
    """What a die has on its faces: ``size`` whole numbers in a row from ``lowest``.

    Args:
        name: how the notation calls it after the ``d``: ``6``, ``20``, ``F``.
        size: how many faces, all equally likely.
        lowest: the smallest face: 1, or -1 on a Fudge die.
    """

    name: str
    size: int
    lowest: int = 1

    @property
    def faces(self) -> range:
        """Every face, ascending."""
        return range(self.lowest, self.lowest + self.size)

    @property
    def highest(self) -> int:
        """The largest face."""
        return self.lowest + self.size - 1


FUDGE = Kind("F", 3, -1)


@lru_cache(maxsize=256)
def polyhedral(sides: int) -> Kind:
    """The die with faces 1 to ``sides``.

    Raises:
        Invalid: fewer than one side, or more than a 32-bit word can decide.
    """
    if not 1 <= sides <= 2**WORD_BITS:
        raise Invalid(f"no die has {sides} sides")
    return Kind(str(sides), sides)


class Die(msgspec.Struct, frozen=True):
    """A die that was thrown.

    Args:
        term: index into ``Dice.terms`` of the pool it belongs to.
        sides: name of its kind: ``6``, ``F``.
        face: what it shows.
        kept: false when it was re-rolled or dropped.
    """

    term: int
    sides: str
    face: int
    kept: bool


class Outcome(msgspec.Struct, frozen=True):
    """A roll: the value of the expression, and every die in the order thrown."""

    value: int
    dice: tuple[Die, ...]


class Source(Protocol):
    """Where faces come from: sealed words, a record, a table of real dice, a test."""

    def faces(self, kind: Kind, count: int, /) -> list[int]:
        """The next ``count`` faces of dice of this kind, in the order thrown."""
        ...
