"""Who bears his wounds by will, and who can neither fight nor flee (4.7: FUD-175, FUD-204)."""

from __future__ import annotations

from ....core.look import Look
from ....core.table.effects import effects
from ..state import character
from .levels import INCAPACITATED, VERY_HURT
from .stun import dazed

ENDURANCE = "fudge.endurance"
"""Kind of the effect by which somebody disregards his wounds (FUD-204)."""


def disregarded(look: Look, actor: str) -> int:
    """Wound levels that somebody disregards until the scene ends, by his will. FUD-204."""
    return sum(running.amount for _, running in effects(look, actor, ENDURANCE))


def helpless(look: Look, actor: str) -> bool:
    """Whether somebody neither fights back nor gets out of the way: dazed, out, worse. FUD-175."""
    who = character(look, actor)
    if dazed(look, actor) or not who.condition.conscious:
        return True
    return who.level >= INCAPACITATED and who.level - disregarded(look, actor) > VERY_HURT
