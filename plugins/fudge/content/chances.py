"""The book's table of chances (FUD-138)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .reading import read


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """The least that the dice have to say, and how often of a hundred they do."""

    needed: int
    percent: int


class Chances(Struct, frozen=True, forbid_unknown_fields=True):
    """The table, the rarest first."""

    row: tuple[Chance, ...]


@cache
def printed() -> dict[int, int]:
    """Per cent, as printed, by the least that the dice have to say: FUD-138."""
    return {row.needed: row.percent for row in read("chances", Chances).row}
