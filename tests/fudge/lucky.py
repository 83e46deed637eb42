"""People with Fudge Points, and what they do with them."""

from __future__ import annotations

from typing import Any

from rollbook.core.table.pools import affordable
from rollbook.core.table.returns import Return
from rollbook.plugins.fudge.damage.wounds import LEVELS
from rollbook.plugins.fudge.points.relief import last_box

from .tavern import Tavern, sit_down

LADDER = {"Terrible": -3, "Poor": -2, "Mediocre": -1, "Fair": 0, "Good": 1, "Great": 2, "Superb": 3}
"""The ladder as the book prints it."""


def lucky(points: int | None = None, **options: Any) -> Tavern:
    """Mickey, whom anna plays, Good at climbing, with so many points; and Arnold, an NPC."""
    if points is not None:
        options["fp_start"] = points
    tavern = sit_down(**options)
    tavern.enter("mickey", "anna", skills={"climbing": "Good", "blade": "Fair"})
    guard = {"resistance": "Fair", "skills": {"climbing": "Fair"}}
    command = {"type": "fudge.enter", "actor": "arnold", "name": "Arnold", "sheet": guard}
    tavern.do(command | {"kind": "npc"})
    return tavern


def points(tavern: Tavern, actor: str = "mickey", pool: str = "fudge-points") -> int:
    """How many he has."""
    return affordable(tavern.session.view(), actor, pool)


def hurt(tavern: Tavern, level: str) -> None:
    """Wound mickey until he is just at a level."""
    at = LEVELS.index(level)
    who = tavern.character("mickey")
    amount = last_box(who.boxes, at - 1) + 1 - who.points
    tavern.do({"type": "fudge.suffer", "target": "mickey", "source": "a fall", "amount": amount})
    assert tavern.character("mickey").level == at


def go_back(tavern: Tavern, commit: int) -> None:
    """Return to just after a commit."""
    tavern.session.do(Return(to=commit, reason="once more"), "master")
