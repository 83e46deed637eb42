"""The rules of development, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import acquiring, costs, experience, raising, training, view

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    costs.rules,
    experience.rules,
    raising.rules,
    acquiring.rules,
    training.rules,
    view.rules,
)
"""5."""
