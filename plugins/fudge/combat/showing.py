"""How a fight stands: its round, who fights how, and what carries over (4.6)."""

from __future__ import annotations

from msgspec import Struct

from ....core.look import Look
from ....core.rules import Rules
from ....core.table.effects import effects
from ..options import FudgeOptions
from ..state import Fudge
from .bout import NORMAL
from .manoeuvres import FREE, OBSERVED

rules = Rules(Fudge, FudgeOptions)


class FighterView(Struct, frozen=True):
    """Somebody in a fight.

    Args:
        actor: id.
        name: for people.
        manoeuvre: what he has shown in this round; empty before, and what he has declared in
            secret stays so until all have.
        acted: whether he has fought in this round.
        outnumbered: what facing several takes off his skill in this round, 0 or less.
        next_round: what he has gained for the next one: ``observed``, ``free-manoeuvre``.
        this_round: likewise for this one.
    """

    actor: str
    name: str
    manoeuvre: str
    acted: bool
    outnumbered: int
    next_round: tuple[str, ...]
    this_round: tuple[str, ...]


class CombatView(Struct, frozen=True):
    """How a fight stands.

    Args:
        system: objective or subjective; empty where no fight is on.
        round: number of the round in its scene, 0 before the first.
        segment: number of the segment, 0 where there is none.
        title: of the segment.
        turn: ids of those whose turn it is, where initiative is rolled for; the projection
            ``order`` of the table has everybody's.
        fighters: who is in it.
    """

    system: str = ""
    round: int = 0
    segment: int = 0
    title: str = ""
    turn: tuple[str, ...] = ()
    fighters: tuple[FighterView, ...] = ()


@rules.projects("combat")
def combat_view(look: Look, viewer: str) -> CombatView:
    """The fight that is on, as the viewer may know it."""
    fight = look.state[Fudge].fight
    if fight is None:
        return CombatView()
    return CombatView(
        system=fight.system,
        round=fight.round,
        segment=fight.segment,
        title=fight.title,
        turn=tuple(actor for actor in look.table.turning if actor in fight.fighters),
        fighters=tuple(
            FighterView(
                actor=actor,
                name=look.table.actors[actor].name,
                manoeuvre=fight.declared.get(actor, NORMAL if actor in fight.acted else ""),
                acted=actor in fight.acted,
                outnumbered=fight.outnumbered.get(actor, 0),
                next_round=_carried(look, actor, later=True),
                this_round=_carried(look, actor, later=False),
            )
            for actor in fight.fighters
            if actor in look.table.actors
        ),
    )


def _carried(look: Look, actor: str, *, later: bool) -> tuple[str, ...]:
    """What looking around has gained somebody. FUD-183."""
    if not later:
        return tuple(k for k in (OBSERVED, FREE) if any(effects(look, actor, k)))
    return tuple(
        effect.kind
        for effect in look.table.effects.values()
        if effect.actor == actor and effect.kind in (OBSERVED, FREE) and effect.start is not None
    )
