"""Wound levels and boxes, as pure numbers (4.7, 4.723: FUD-202, 223 to 225)."""

from __future__ import annotations

from itertools import accumulate

from .. import content
from ..options import FudgeOptions

LEVELS = ("unhurt", "scratch", "hurt", "very-hurt", "incapacitated", "near-death", "dead")
"""Wound levels by number, FUD-202."""

UNHURT, SCRATCH, HURT, VERY_HURT, INCAPACITATED, NEAR_DEATH, DEAD = range(7)

_PENALTIES = (0, 0, -1, -2, -2, -2, -2)
# The book prints none beyond Very Hurt; whoever the GM lets act in a worse state keeps that one.

_EXTRA = {"standard": 0, "+1": 1, "+2": 2}


def boxes(resistance: int, options: FudgeOptions) -> tuple[int, ...]:
    """Boxes of a Damage Resistance in Scratch, Hurt, Very Hurt, Incapacitated, Near Death.

    FUD-223; below Terrible counts as Terrible, above Legendary as Legendary. FUD-225 adds boxes
    to the first two.
    """
    table = content.boxes()
    scratch, hurt, *worse = table[max(min(table), min(max(table), resistance))]
    extra = _EXTRA[options.wound_boxes]
    return (scratch + extra, hurt + extra, *worse)


def level_at(boxes: tuple[int, ...], points: int) -> int:
    """The worst level with a filled box, FUD-224: 0 unhurt, 6 dead when no box is left."""
    if points <= 0:
        return UNHURT
    return 1 + sum(points > last for last in accumulate(boxes))


def filled(boxes: tuple[int, ...], points: int) -> tuple[int, ...]:
    """Filled boxes of each level; points fill the lowest level first. FUD-224."""
    starts = (0, *accumulate(boxes))
    return tuple(
        max(0, min(number, points - start)) for number, start in zip(boxes, starts, strict=False)
    )


def first_box(boxes: tuple[int, ...], level: int) -> int:
    """Points that just make a level: none for Unhurt, one more than all boxes for dead."""
    return sum(boxes[: level - 1]) + 1 if level else 0


def last_box(boxes: tuple[int, ...], level: int) -> int:
    """Points that fill a level to its last box; of what is dead there is none beyond the boxes."""
    return sum(boxes[:level])


def penalty(level: int) -> int:
    """What a wound level takes off the traits that it affects: it replaces the lower. FUD-202."""
    return _PENALTIES[level]
