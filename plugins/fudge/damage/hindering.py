"""What wounds take off what one does (4.72: FUD-176, 202, 204)."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.look import Look
from ....core.modifiers import Check, Modifier
from ....core.rules import Rules
from ....core.table.effects import effects
from ..actions.checks import FIGHTING, SITUATION, TraitCheck
from ..options import FudgeOptions
from ..state import Fudge
from .enduring import ENDURANCE
from .levels import UNHURT, penalty
from .wounds import RESISTING

rules = Rules(Fudge, FudgeOptions)


@rules.modifies(Check)
def hindered(check: Check, look: Look) -> Iterable[Modifier]:
    """Hurt is -1, Very Hurt -2, on what wounds logically affect; FUD-176 in combat, else FUD-202.

    A Situational Roll is on no trait, so nothing is taken off it (FUD-144); nor off a roll
    against the wounds themselves, whose difficulty counts them. Whoever sets his will against
    his wounds disregards some of it (FUD-204).
    """
    who = look.state[Fudge].characters.get(check.actor)
    if who is None or not who.penalty or check.kind in (SITUATION, RESISTING):
        return
    trait = who.traits.get(check.trait) if isinstance(check, TraitCheck) else None
    if trait is None or trait.hindered:
        rule = "FUD-176" if check.kind in FIGHTING else "FUD-202"
        yield Modifier("wounds", rule, "result", "add", who.penalty)
        counts = who.level
        for effect, running in effects(look, check.actor, ENDURANCE):
            lighter = max(UNHURT, counts - running.amount)
            eased = penalty(lighter) - penalty(counts)
            counts = lighter
            if eased:
                yield Modifier(effect, "FUD-204", "result", "add", eased)
