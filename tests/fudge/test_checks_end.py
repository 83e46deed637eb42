"""A check that is over is over: what has hurt somebody rests on rolls that nobody amends."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.core.vocabulary import Rolled, Settled

from .tavern import Tavern, all_of, sit_down

BOW = {"bow": {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}}
BLAZE = {"damage": 2, "skill": "will"}


def archers(**options: Any) -> Tavern:
    """Ada and Bo with bows, and Cy with a blade and a Power that strikes."""
    tavern = sit_down(criticals="off", powers=True, **options)
    for actor in ("ada", "bo"):
        tavern.enter(actor, skills={"bow": "Good", "dodge": "Fair"}, weapons=BOW)
    tavern.enter("cy", skills={"blade": "Fair", "will": "Good"}, powers={"blaze": BLAZE})
    return tavern


PROJECT = {"type": "fudge.project", "actor": "cy"}
SHOOT = {"type": "fudge.shoot", "attacker": "ada", "target": "bo"}
COMMANDS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "struck unawares": ({"type": "fudge.attack", "attacker": "cy", "target": "bo"}, (1, 0)),
    "missed": ({"type": "fudge.attack", "attacker": "cy", "target": "bo"}, (-4,)),
    "shot": (SHOOT | {"answer": "none"}, (1, 0)),
    "shot at": (SHOOT | {"answer": "dodge"}, (-1, 2)),
    "shot while dodging": (SHOOT | {"answer": "dodge"}, (2, -1, 0)),
    "a duel of bows": (SHOOT | {"answer": "shoot-back"}, (1, 1, 0, 0)),
    "a Power": (
        PROJECT | {"power": "blaze", "target": "bo", "dodge": "dodge"},
        (0, 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_open_when_a_blow_a_shot_or_a_power_is_done(name: str) -> None:
    command, shifts = COMMANDS[name]
    tavern = archers()
    receipt = tavern.do(command, *shifts)
    assert tavern.session.view().table.checks == {}
    assert all_of(receipt, Settled)
    (first, *_) = [e for e in tavern.session.log() if isinstance(e.message, Rolled)]
    amend = {"type": "table.amend", "corrects": first.seq, "amount": 1, "reason": "the sun"}
    with pytest.raises(Refused):
        tavern.do(amend)


@pytest.mark.parametrize(
    ("shifts", "results", "margin", "winner"),
    [
        ((2, -1, 0), {"ada": 3, "bo": -3}, 6, "ada"),
        ((-1, 2), {"ada": 0, "bo": 0}, 0, ""),
        ((-2, 4), {"ada": -1, "bo": 2}, 3, "bo"),
    ],
)
def test_a_shot_is_won_by_who_did_better(
    shifts: tuple[int, ...], results: dict[str, int], margin: int, winner: str
) -> None:
    """Good against Fair, and two off a dodge of what is no thrown weapon."""
    (over,) = all_of(archers().do(SHOOT | {"answer": "dodge"}, *shifts), Settled)
    assert (over.results, over.margin, over.winner) == (results, margin, winner)
