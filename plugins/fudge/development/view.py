"""What people read of development: points left, and what they would buy."""

from __future__ import annotations

from msgspec import Struct

from ....core.look import Look
from ....core.rules import Rules
from ....core.table.pools import affordable
from ..options import FudgeOptions
from ..state import Character, Fudge
from .costs import EXPERIENCE, approval, price
from .steps import Grown, rung

rules = Rules(Fudge, FudgeOptions)


class RaiseView(Struct, frozen=True):
    """One step that is open to somebody.

    Args:
        trait: its id.
        before: level now.
        after: level then.
        cost: Experience Points by the table, before attributes and Faults count.
        affordable: whether he has as many.
        approval: whether the GM has to agree.
        trained: whether a training for it is over.
        raised: whether it has gone up in this sitting already.
    """

    trait: str
    before: int
    after: int
    cost: int
    affordable: bool
    approval: bool
    trained: bool
    raised: bool


class GrowthView(Struct, frozen=True):
    """Somebody's Experience Points and next steps."""

    actor: str
    name: str
    experience: int
    steps: tuple[RaiseView, ...]


class Developments(Struct, frozen=True):
    """How everybody may grow, and by which method of FUD-250, FUD-252 or FUD-258."""

    method: str
    characters: tuple[GrowthView, ...]


@rules.projects("development")
def developments(look: Look, viewer: str) -> Developments:
    """Experience Points of whoever earned some, and each next step with its cost."""
    views = []
    for actor, who in look.state[Fudge].characters.items():
        if EXPERIENCE not in look.table.pools.get(actor, {}):
            continue  # whoever never earned a point has nothing to choose
        found = look.table.actors.get(actor)
        points = affordable(look, actor, EXPERIENCE)
        views.append(
            GrowthView(actor, found.name if found else actor, points, _steps(look, actor, who))
        )
    return Developments(look.options[FudgeOptions].development, tuple(views))


def _steps(look: Look, actor: str, who: Character) -> tuple[RaiseView, ...]:
    state, options = look.state[Fudge], look.options[FudgeOptions]
    points = affordable(look, actor, EXPERIENCE)
    stands: list[tuple[str, Grown, int]] = [(n, t.kind, t.level) for n, t in who.traits.items()]
    for name, power in who.powers.items():
        level = rung(name, power, state.campaign, options)
        if level is not None and name not in who.traits:
            stands.append((name, "power", level))
    return tuple(
        RaiseView(
            trait=name,
            before=level,
            after=level + 1,
            cost=(cost := price(kind, level + 1, options)),
            affordable=points >= cost,
            approval=approval(kind, level + 1, options),
            trained=name in state.growth.trained.get(actor, ()),
            raised=name in state.growth.raised.get(actor, ()),
        )
        for name, kind, level in stands
    )
