"""The rules of Fudge Points, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import allotment, coincidence, pool, relief, shifting

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    pool.rules,
    allotment.rules,
    shifting.rules,
    relief.rules,
    coincidence.rules,
)
"""2.36."""
