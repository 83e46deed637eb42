"""The ladder as people look it up: its words, numbers, and how many stand on each (1.3, 2.1)."""

from __future__ import annotations

from msgspec import Struct

from ....core.look import Look
from ....core.rules import Rules
from .. import ladder
from ..content import conversion
from ..options import FudgeOptions
from ..state import Fudge

rules = Rules(Fudge, FudgeOptions)


class RungView(Struct, frozen=True):
    """A level: its number, its word, and what it is among people and in other games (FUD-007).

    Args:
        value: number.
        word: the word for it; where the table has its own ladder, that one's.
        least: the first percentile of the population that stands here, or None.
        most: the last, or None.
        sum_least: the first sum of three dice of six that another game has for it (FUD-264), or
            None.
        sum_most: the last, or None.
    """

    value: int
    word: int | str
    least: str | None
    most: str | None
    sum_least: int | None
    sum_most: int | None


class LadderView(Struct, frozen=True):
    """The ladder of this table.

    Args:
        rungs: levels, best first, Legendary included where traits may stand there (FUD-005).
    """

    rungs: tuple[RungView, ...]


@rules.projects("ladder", reference=True)
def ladder_view(look: Look, viewer: str) -> LadderView:
    """The ladder, and what each level means elsewhere. FUD-004, FUD-005, FUD-007, FUD-264."""
    options = look.options[FudgeOptions]
    own = options.ladder
    top = ladder.highest(own) + (options.legendary != "off")
    words: dict[int, int | str] = {value: word for word, value in own.items()}
    bands = {} if own else conversion.bands()
    sums = {} if own else {row.level: row.sum for row in conversion.conversion().row}
    rungs = tuple(
        RungView(
            value,
            words.get(value, ladder.LEGENDARY if value > ladder.highest(own) else value),
            bands[value].least if value in bands else None,
            bands[value].most if value in bands else None,
            sums[value].least if value in sums else None,
            sums[value].most if value in sums else None,
        )
        for value in range(top, ladder.lowest(own) - 1, -1)
    )
    return LadderView(rungs)
