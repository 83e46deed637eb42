"""Levels of other games in this one's, and how rare each is among people (2.2, 6.1)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from ....core.errors import Refused
from .bestiary import Range
from .names import Level
from .reading import read


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands at a level: sums of three dice of six, and percentiles."""

    level: Level
    sum: Range
    percent: Range


class Band(Struct, frozen=True):
    """Percentiles that stand at a level, as decimal texts (FUD-007)."""

    least: str
    most: str


class Conversion(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows, best first, and from which percentile on somebody is Legendary (FUD-007)."""

    legendary: str
    row: tuple[Row, ...]

    def __post_init__(self) -> None:
        for better, worse in zip(self.row, self.row[1:], strict=False):
            if (worse.sum.most + 1, worse.percent.most + 1) != (
                better.sum.least,
                better.percent.least,
            ):
                raise ValueError("rows do not follow one another")


@cache
def conversion() -> Conversion:
    """The table of FUD-264."""
    return read("conversion", Conversion)


@cache
def bands() -> dict[Level, Band]:
    """How many of a hundred people stand where, by level: the best are Legendary. FUD-007."""
    table = conversion()
    best, *others = table.row
    return {
        best.level + 1: Band(table.legendary, "100"),
        best.level: Band(str(best.percent.least), table.legendary),
        **{row.level: Band(str(row.percent.least), str(row.percent.most)) for row in others},
    }


def level_of_sum(total: int, path: str = "$") -> Level:
    """The level of a trait that another game rolls on three dice of six (FUD-264).

    The table ends at both sides where other games do not: who is beyond its ends is at its ends.

    Args:
        total: above 18 it is Superb; below 3, as by what others take off it, Terrible.
        path: where it stands.

    Raises:
        Refused: it is less than nothing.
    """
    return _found(total, [(row.sum.least, row.level) for row in conversion().row], path)


def level_of_percent(percent: int, path: str = "$") -> Level:
    """The level of a trait that another game has in percent (FUD-264).

    Args:
        percent: above 100 it is Superb, and 0 is Terrible.
        path: where it stands.

    Raises:
        Refused: it is less than nothing.
    """
    return _found(percent, [(row.percent.least, row.level) for row in conversion().row], path)


def _found(number: int, rows: list[tuple[int, Level]], path: str) -> Level:
    """The best level whose figure is reached; the worst takes whatever is left. FUD-264."""
    if number < 0:
        raise Refused(f"{number} is less than nothing", path=path, rule="FUD-264", hint="0 or more")
    return next((level for least, level in rows if number >= least), rows[-1][1])
