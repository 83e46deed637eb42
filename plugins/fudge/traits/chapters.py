"""The rules of traits, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import characters, equipping, listing, menus, rungs, views

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    characters.rules,
    listing.rules,
    menus.rules,
    rungs.rules,
    views.rules,
    equipping.rules,
)
"""2.1 to 2.4."""
