"""Three ways to read two dice as -4 to +4 (FUD-133 to 135); all have the same odds (FUD-137).

The first die thrown is the positive one. Each result remembers its way by its notation.
"""

from __future__ import annotations

from ...core.dice import Dice, Reading, parse
from .options import FudgeOptions


def _within(shift: int) -> int:
    """A five counts as nothing, by whichever technique."""
    return 0 if abs(shift) == 5 else shift


def low(faces: tuple[int, ...]) -> int:
    """The lower die, with the sign of its colour; equal dice are 0. FUD-133."""
    positive, negative = faces
    if positive == negative:
        return 0
    return _within(positive if positive < negative else -negative)


def difference(faces: tuple[int, ...]) -> int:
    """Positive less negative. FUD-134."""
    return _within(faces[0] - faces[1])


def sum7(faces: tuple[int, ...]) -> int:
    """The sum less seven; colours do not matter. FUD-135."""
    return _within(sum(faces) - 7)


LOW = Reading("low", 2, low)
DIFFERENCE = Reading("difference", 2, difference)
SUM7 = Reading("sum7", 2, sum7)

_READINGS = {"low_die": LOW, "difference": DIFFERENCE, "sum7": SUM7}
_DICE = {
    name: parse(f"2d6 {reading.name}", readings={reading.name: reading})
    for name, reading in _READINGS.items()
}


def shift(options: FudgeOptions) -> Dice:
    """The roll of every trait and situation, by the table's technique; whose odds are FUD-137."""
    return _DICE[options.dice_technique]
