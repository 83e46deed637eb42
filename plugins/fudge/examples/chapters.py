"""The rules of what the book gives as examples, in its order."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import bringing, equipment, swords

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (bringing.rules, equipment.rules, swords.rules)
"""6.3 to 6.5."""
