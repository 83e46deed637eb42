"""Harm that is no blow: armour counts unless it is said not to, and nothing is dealt below zero."""

from __future__ import annotations

import pytest

from rollbook.core.errors import Refused
from rollbook.plugins.fudge import Harmed, Wounded

from .tavern import Tavern, all_of, of, sit_down, told


def fallen() -> Tavern:
    """Bob in armour of two points."""
    tavern = sit_down()
    tavern.enter("bob", armour={"name": "Cuirass", "class": "rigid"})
    return tavern


@pytest.mark.rule("FUD-208")
@pytest.mark.parametrize(
    ("amount", "armour", "points"), [(5, True, 3), (5, False, 5), (2, True, 0), (1, True, 0)]
)
def test_armour_counts_unless_it_is_said_not_to(amount: int, armour: bool, points: int) -> None:
    tavern = fallen()
    fall = {"type": "fudge.inflict", "target": "bob", "source": "a fall", "amount": amount}
    receipt = tavern.do(fall | {"armour": armour})
    assert of(receipt, Harmed).final == points
    assert [w.after for w in all_of(receipt, Wounded)] == [points] * bool(points)
    assert tavern.character("bob").points == points
    for lang in ("en", "it"):
        assert "fudge." not in "".join(told(tavern, receipt, lang))


@pytest.mark.parametrize("amount", [0, -3, 10**6])
def test_no_harm_and_more_than_anything_does_are_refused(amount: int) -> None:
    fall = {"type": "fudge.inflict", "target": "bob", "source": "a fall", "amount": amount}
    with pytest.raises(Refused) as refused:
        fallen().do(fall)
    assert refused.value.path == "$.amount"


@pytest.mark.rule("FUD-205", "FUD-226")
@pytest.mark.parametrize(("exempt", "points"), [(False, 6), (True, 20)])
def test_a_fall_is_no_ordinary_combat_where_the_gm_says_so(exempt: bool, points: int) -> None:
    tavern = sit_down(damage_threshold="A")
    tavern.enter("bob")
    fall = {"type": "fudge.inflict", "target": "bob", "source": "a fall", "amount": 20}
    tavern.do(fall | {"exempt": exempt})
    assert tavern.character("bob").points == points


@pytest.mark.rule("FUD-208")
def test_a_fall_is_a_fall_and_not_what_a_critical_calls_who_lies_on_the_ground() -> None:
    tavern = sit_down().duellists()
    hurt = {"type": "fudge.suffer", "target": "snorri", "source": "fall", "amount": 1}
    receipt = tavern.do(hurt)
    assert "from a fall" in told(tavern, receipt)[0]
    assert "una caduta" in told(tavern, receipt, "it")[0]
