"""Three ways to read two dice as -4 to +4 (FUD-133 to 135); all have the same odds (FUD-137).

And the NPC's die, which leaves most NPCs at the level of their trait (FUD-158).

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


def npc(faces: tuple[int, ...]) -> int:
    """On 1 worse, on 6 better, else as the trait stands; a second die says by how much. FUD-158.

    On 1 to 3 by one level, on 4 or 5 by two, on 6 by three.
    """
    first, second = faces
    levels = 1 if second <= _ONE_LEVEL else 2 if second < _BEST else 3
    return better((first,)) * levels


def better(faces: tuple[int, ...]) -> int:
    """The first of those dice alone; how much better or worse, the GM says. FUD-158."""
    return {1: -1, _BEST: 1}.get(faces[0], 0)


_BEST = 6
_ONE_LEVEL = 3

NPC_DIE = Reading("npc", 2, npc)
NPC_JUDGED = Reading("judged", 1, better)
LOW = Reading("low", 2, low)
DIFFERENCE = Reading("difference", 2, difference)
SUM7 = Reading("sum7", 2, sum7)

_READINGS = {"low_die": LOW, "difference": DIFFERENCE, "sum7": SUM7}
_DICE = {
    name: parse(f"2d6 {reading.name}", readings={reading.name: reading})
    for name, reading in _READINGS.items()
}

_NPC = {
    "d6-gm": parse("1d6 judged", readings={"judged": NPC_JUDGED}),
    "d6": parse("2d6 npc", readings={"npc": NPC_DIE}),
}


def npc_die(options: FudgeOptions) -> Dice:
    """The roll of an NPC on a trait, where it is not as everybody's: FUD-158."""
    return _NPC["d6-gm" if options.npc_rolls == "d6-gm" else "d6"]


def shift(options: FudgeOptions) -> Dice:
    """The roll of every trait and situation: two dice, the positive one first (FUD-130).

    By the table's technique, whose odds are FUD-137.
    """
    return _DICE[options.dice_technique]
