"""The rules of damage and healing, in the order of the book."""

from __future__ import annotations

from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from . import (
    closing,
    dying,
    harm,
    healing,
    hindering,
    inflicting,
    judging,
    resting,
    scale,
    stun,
    thresholds,
    track,
    waking,
    wounds,
)

CHAPTERS: tuple[Rules[Fudge, FudgeOptions], ...] = (
    harm.rules,
    inflicting.rules,
    judging.rules,
    scale.rules,
    thresholds.rules,
    wounds.rules,
    hindering.rules,
    stun.rules,
    waking.rules,
    dying.rules,
    healing.rules,
    resting.rules,
    closing.rules,
    track.rules,
)
"""4.7."""
