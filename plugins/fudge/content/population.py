"""What a level means among people: percentiles (FUD-007, FUD-264)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .reading import read


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """Percentiles that stand at a level, as decimal texts."""

    value: int
    least: str
    most: str


class Population(Struct, frozen=True, forbid_unknown_fields=True):
    """Percentiles by level, best first."""

    band: tuple[Band, ...]


@cache
def bands() -> dict[int, Band]:
    """Percentiles by the number of the level: FUD-007."""
    return {band.value: band for band in read("population", Population).band}
