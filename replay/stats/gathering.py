"""Rolls of a session sorted for counting: by whom, for what, and whether they stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from ...core.audiences import sees_record
from ...core.chain import chain, on
from ...core.dice import Dice, odds, parse
from ...core.errors import RollbookError
from ...core.rulebook import Rulebook
from ...core.vocabulary import PointsDraw, Rolled, TableDraw
from ..reading import read
from ..recording import Recording

Group = Literal["sealed", "real", "returned"]
GROUPS: tuple[Group, ...] = ("sealed", "real", "returned")
"""Dice of the engine that stood, dice read at the table that stood, and rolls taken back."""


class Thrown(Struct, frozen=True):
    """One roll, as it is counted.

    Args:
        seq: of its record.
        group: which of `GROUPS`.
        rolled: itself.
        ways: by value of the dice, in how many of equally many ways it comes; None where
            there are no exact odds, as of dice that explode.
    """

    seq: int
    group: Group
    rolled: Rolled
    ways: Mapping[int, int] | None


def thrown(recording: Recording, viewer: str = "", actor: str = "") -> Iterator[Thrown]:
    """Every roll of dice that a viewer may see.

    Args:
        recording: to count.
        viewer: seat that looks; empty for whoever holds the journal.
        actor: only this one's; all when empty.
    """
    tag = Rolled.message.tag
    now = recording.now
    spans = chain(recording.commits - 1, now.ledger.parents)
    for fact in recording.facts():
        if fact.type != tag or not sees_record(viewer, fact.seq, fact.to, now):
            continue
        event = read(recording.book, fact).message
        if not isinstance(event, Rolled) or isinstance(event.draw, PointsDraw):
            continue
        if actor and event.actor != actor:
            continue
        real = isinstance(event.draw, TableDraw)
        stood: Group = "real" if real else "sealed"
        group: Group = stood if on(spans, fact.commit) else "returned"
        yield Thrown(fact.seq, group, event, ways_of(recording.book, event.notation))


def ways_of(book: Rulebook, notation: str) -> Mapping[int, int] | None:
    """Exact ways by value of a notation, or None where it has no exact odds."""
    try:
        return _ways(parse(notation, readings=book.readings))
    except RollbookError:
        return None


@lru_cache(maxsize=256)
def _ways(dice: Dice) -> Mapping[int, int]:
    return odds(dice).counts
