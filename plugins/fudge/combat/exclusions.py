"""Switches of combat that cannot stand together (4.6: FUD-162, 163, 183, 184)."""

from __future__ import annotations

from ....core.switches import Excluded
from ..options import FudgeOptions


def _no_defence_to_look_from(options: FudgeOptions) -> bool:
    return options.combat_tactics == "stances" and options.allout_defence_observe


def _no_rounds_to_be_first_in(options: FudgeOptions) -> bool:
    return options.combat_system == "subjective" and options.initiative == "roll"


EXCLUDED = (
    Excluded(
        "combat_tactics",
        "allout_defence_observe",
        _no_defence_to_look_from,
        "stances take the place of All-out Defence, from which one looks around",
        "FUD-184",
    ),
    Excluded(
        "combat_system",
        "initiative",
        _no_rounds_to_be_first_in,
        "segments have no rounds in which somebody could be first",
        "FUD-163",
    ),
)
"""Which switches exclude each other, and when."""
