"""The rules of making characters, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import (
    begun,
    fortune,
    free,
    reminding,
    review,
    ruling,
    striking,
    taking,
    trading,
    view,
    writing,
)

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    begun.rules,
    writing.rules,
    taking.rules,
    striking.rules,
    trading.rules,
    ruling.rules,
    fortune.rules,
    review.rules,
    reminding.rules,
    free.rules,
    view.rules,
)
"""2.5 to 2.9."""
