"""Fights in segments: intentions, a modifier for the plan, the mean of three rolls."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rollbook.core.errors import Invalid, Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Assessed,
    Attempted,
    Blow,
    Fared,
    Fudge,
    SegmentBegan,
    Situated,
    Wounded,
)
from rollbook.plugins.fudge.combat.subjective import mean

from .tavern import Tavern, all_of, of, sit_down, told


def garage() -> Tavern:
    """Gunner in a garage, with a gun that is jammed."""
    tavern = sit_down(combat_system="subjective")
    skills = {"brawling": "Good", "running": "Great", "throwing": "Fair", "acrobatics": "Fair"}
    butt = {"name": "Gun butt", "skill": "brawling", "class": "average"}
    tavern.enter("gunner", "anna", skills=skills, weapons={"butt": butt})
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["gunner"]})
    return tavern


@pytest.mark.rule("FUD-165")
def test_the_mean_of_three_rolls_is_rounded_to_the_nearest() -> None:
    """Every three rolls there are, against fractions; a third never lies in the middle."""
    for shifts in product(range(-4, 5), repeat=3):
        exact = Fraction(sum(shifts), 3)
        assert abs(mean(shifts) - exact) < Fraction(1, 2)
    for few in ((), (1, 2), (1, 2, 3, 4)):
        with pytest.raises(Invalid, match="FUD-165"):
            mean(few)


@pytest.mark.rule("FUD-163", "FUD-164", "FUD-166", "FUD-167")
def test_gunner_in_the_garage() -> None:
    """The worked fight: two are down, one gets kicked, and then he gives up."""
    tavern = garage()
    crew = {"type": "fudge.situational", "actor": "master", "purpose": "the gang"}
    assert of(tavern.do(crew, -1), Situated).result == -1  # Mediocre: too slow
    begun = of(tavern.do({"type": "fudge.begin_segment", "title": "five of them"}), SegmentBegan)
    assert begun.number == 1
    fare = {"type": "fudge.fare", "actor": "gunner", "trait": "brawling"}
    plan = [{"amount": 1, "reason": "they are slow"}, {"amount": 1, "reason": "he runs well"}]
    receipt = tavern.do(fare | {"intention": "I charge them, yelling", "situation": plan}, 0, -3, 1)
    fared = of(receipt, Fared)
    assert (fared.sum, fared.rounded, fared.modifier, fared.result) == (-2, -1, 2, 2)
    assert [m.rule for m in fared.modifiers] == ["FUD-163", "FUD-164", "FUD-164"]
    assert len(all_of(receipt, Rolled)) == 3
    throws = {"type": "fudge.attempt", "actor": "gunner", "trait": "throwing"}
    assert of(tavern.do(throws, 0), Attempted).result == 0
    tavern.do({"type": "fudge.begin_segment", "title": "the last two"})
    fared = of(tavern.do(fare | {"intention": "I dodge and kick"}, 2, 0, 1), Fared)
    assert (fared.segment, fared.rounded, fared.result) == (2, 1, 2)
    gives_up = {"type": "fudge.leave_fight", "actor": "gunner", "how": "surrender"}
    assert told(tavern, tavern.do(gives_up)) == ["Gunner gives up."]
    fight = tavern.session.view().state[Fudge].fight
    assert fight is not None
    assert (fight.system, fight.segment, fight.fighters) == ("subjective", 2, ())


@pytest.mark.rule("FUD-163")
def test_the_player_says_what_he_means_to_do_before_the_gm_picks_the_trait() -> None:
    tavern = garage()
    tavern.do({"type": "fudge.fare", "actor": "gunner"})
    question = tavern.question
    assert (question.waiting_for, question.rule) == (("gunner",), "FUD-163")
    tavern.session.do({"type": "table.answer", "answer": "I run at them"}, "anna")
    question = tavern.question
    assert question.waiting_for == ("gm",)
    assert "brawling" in [choice.key for choice in question.choices]
    tavern.hand.faces = [5, 5, 5, 5, 5, 5]
    receipt = tavern.session.do({"type": "table.answer", "answer": "running"}, "master")
    fared = of(receipt, Fared)
    assert (fared.trait, fared.intention, fared.result) == ("running", "I run at them", 2)
    (line,) = [x for x in told(tavern, receipt) if "I run" in x]
    assert line.endswith("that is Great.")


@pytest.mark.rule("FUD-164")
@pytest.mark.parametrize("amounts", [(3, 1), (-2, -2), (4,)])
def test_plan_and_circumstances_are_worth_three_at_most(amounts: tuple[int, ...]) -> None:
    situation = [{"amount": amount, "reason": "x"} for amount in amounts]
    fare = {"type": "fudge.fare", "actor": "gunner", "intention": "x", "trait": "brawling"}
    with pytest.raises(Refused):
        garage().do(fare | {"situation": situation})


@pytest.mark.rule("FUD-163", "FUD-168")
def test_a_table_fights_in_rounds_or_in_segments() -> None:
    tavern = garage()
    tavern.enter("b")
    for command in (
        {"type": "fudge.exchange", "a": "gunner", "b": "b"},
        {"type": "fudge.melee", "bouts": []},
        {"type": "fudge.attack", "attacker": "gunner", "target": "b"},
        {"type": "fudge.shoot", "attacker": "gunner", "target": "b"},
        {"type": "fudge.next_round"},
        {"type": "fudge.observe", "actor": "gunner"},
    ):
        with pytest.raises(Refused, match="segments of three rolls"):
            tavern.do(command)


def brawl(**options: Any) -> Tavern:
    """Gunner, and Rocco with his iron bar, in a fight by segments."""
    tavern = sit_down(combat_system="subjective", **options)
    fists = {"fists": {"name": "Fists", "skill": "brawling", "class": "unarmed"}}
    tavern.enter("gunner", "anna", skills={"brawling": "Good"}, weapons=fists)
    bar = {"bar": {"name": "Iron bar", "skill": "bar", "class": "average"}}
    tavern.enter("rocco", skills={"bar": "Fair"}, weapons=bar)
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["gunner", "rocco"]})
    return tavern


LAND = {"type": "fudge.land", "attacker": "rocco", "target": "gunner", "result": "Great"}


@pytest.mark.rule("FUD-163", "FUD-207")
def test_how_well_both_fared_is_what_the_gm_weighs_a_blow_by() -> None:
    """Great against Good is won by one; an average weapon of class +2; whoever is hit is bare."""
    tavern = brawl(damage_system="subjective")
    receipt = tavern.do(LAND | {"against": "Good"}, answers={"wound-level": "hurt"})
    weighed, blow = of(receipt, Assessed), of(receipt, Blow)
    assert (weighed.degree, weighed.deadliness, weighed.armour) == (1, 2, 0)
    assert (blow.judged, tavern.character("gunner").level) == (2, 2)
    assert all_of(receipt, Rolled) == []


@pytest.mark.rule("FUD-163", "FUD-209")
def test_by_figures_a_blow_of_a_segment_does_what_it_would_do_in_a_round() -> None:
    """Superb against Fair is three, and two for the bar: five points, with no damage roll."""
    receipt = brawl(damage_roll="off").do(LAND | {"result": "Superb"})
    assert (of(receipt, Blow).final, of(receipt, Wounded).after) == (5, 5)


@pytest.mark.rule("FUD-163", "FUD-171")
@pytest.mark.parametrize("against", ["Great", "Superb"])
def test_nobody_hits_who_fared_no_better(against: str) -> None:
    with pytest.raises(Refused) as refused:
        brawl().do(LAND | {"against": against})
    assert (refused.value.rule, refused.value.path) == ("FUD-171", "$.result")


@pytest.mark.rule("FUD-163")
def test_in_rounds_blows_land_by_the_rules_of_rounds() -> None:
    tavern = sit_down()
    tavern.enter("rocco")
    tavern.enter("gunner")
    with pytest.raises(Refused, match="fights in rounds"):
        tavern.do(LAND)
