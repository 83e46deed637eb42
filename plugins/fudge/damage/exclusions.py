"""Which switches of damage exclude each other (4.7)."""

from __future__ import annotations

from ....core.switches import Excluded
from ..options import FudgeOptions

_JUDGED = "where the GM judges a wound, no figure of a blow is left to bound"


def _judges(options: FudgeOptions) -> bool:
    return options.damage_system == "subjective"


EXCLUDED = (
    Excluded(
        "graze",
        "damage_system",
        when=lambda o: _judges(o) and o.graze != "off",
        why=_JUDGED,
        rule="FUD-222",
    ),
    Excluded(
        "scale_combat",
        "damage_system",
        when=lambda o: _judges(o) and o.scale_combat == "nibble",
        why=_JUDGED,
        rule="FUD-232",
    ),
    Excluded(
        "scale_tiny_penetration",
        "damage_system",
        when=lambda o: _judges(o) and o.scale_tiny_penetration > 0,
        why=_JUDGED,
        rule="FUD-231",
    ),
    Excluded(
        "scale_tiny_penetration",
        "scale_combat",
        when=lambda o: o.scale_combat == "nibble" and o.scale_tiny_penetration > 0,
        why="where small wounds add up, Scale is no armour to be pierced",
        rule="FUD-231",
    ),
)
"""As `Ruleset.excludes` takes them."""
