"""The rules of Powers, races and Scale, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import bearers, implants, magic, projecting, races, settling, using

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    races.rules,
    using.rules,
    projecting.rules,
    settling.rules,
    magic.rules,
    implants.rules,
    bearers.rules,
)
"""3."""
