"""The rules of actions, criticals and reactions, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import attempts, contests, criticals, mishaps, odds, outcomes, reactions, rivalry

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    criticals.rules,
    mishaps.rules,
    reactions.rules,
    attempts.rules,
    contests.rules,
    outcomes.rules,
    rivalry.rules,
    odds.rules,
)
"""4.1 to 4.5, 4.8 and 4.9."""
