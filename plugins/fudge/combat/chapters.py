"""The rules of combat, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import (
    aiming,
    crowd,
    exchange,
    fight,
    held,
    manoeuvres,
    melee,
    observing,
    ranged,
    rounds,
    showing,
    subjective,
    unopposed,
)

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    fight.rules,
    rounds.rules,
    manoeuvres.rules,
    exchange.rules,
    melee.rules,
    held.rules,
    aiming.rules,
    crowd.rules,
    unopposed.rules,
    ranged.rules,
    observing.rules,
    subjective.rules,
    showing.rules,
)
"""4.6."""
