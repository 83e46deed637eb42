"""What the tone of a campaign decides, where a switch says ``by_tone`` (FUD-001, 043, 226)."""

from __future__ import annotations

from typing import Literal

from .options import FudgeOptions

Threshold = Literal["off", "A", "B", "C"]
"""How much one blow may do at most (FUD-226 to 228)."""


def heroic(options: FudgeOptions) -> bool:
    """Whether heroes die less easily than people do: at any table that is not realistic."""
    return options.tone != "realistic"


def saves(options: FudgeOptions) -> bool:
    """Whether a Fudge Point turns a wound that kills; by tone, where heroes live. FUD-043."""
    wanted = options.fp_death_save
    return heroic(options) if wanted == "by_tone" else wanted


def threshold(options: FudgeOptions) -> Threshold:
    """Which Damage Threshold protects; by tone, three levels a blow where heroes live. FUD-226."""
    wanted = options.damage_threshold
    if wanted == "by_tone":
        return "A" if heroic(options) else "off"
    return wanted
