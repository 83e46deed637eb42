"""What is remembered of criticals: who had the last, and the GM's own tables."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["", "success", "failure"]
"""Which way a result is critical; empty for not at all."""

Effect = Literal["nothing", "stumble", "fall", "drop-weapon", "stunned", "other"]
"""What may come of a critical failure in combat, by the book's examples; never death."""


class CriticalRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a GM's table.

    Args:
        least: lowest total that falls into it.
        most: highest.
        text: what happens.
        effect: which of the book's effects that is, if one of them.
    """

    least: int
    most: int
    text: str
    effect: Effect = "other"


class CriticalTable(Struct, frozen=True):
    """A GM's table of criticals.

    Args:
        dice: notation of what is rolled on it.
        rows: from the lowest up.
    """

    dice: str
    rows: tuple[CriticalRow, ...]


class Criticals(Struct, frozen=True):
    """What is remembered of criticals.

    Args:
        last: by actor, id of the check in which he had his last one.
        tables: the GM's, by the way they are for: ``success`` or ``failure``.
    """

    last: dict[str, str] = {}
    tables: dict[str, CriticalTable] = {}
