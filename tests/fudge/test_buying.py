"""Success instead of a roll at every Simple Action, and at nothing else (FUD-037)."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Invalid, Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Aimed,
    Attacked,
    Blow,
    Endured,
    HeldOn,
    Observed,
    Shot,
    SpellCast,
    Treated,
)
from rollbook.plugins.fudge.actions.criticals import Critical

from .lucky import points
from .tavern import Tavern, all_of, of, sit_down

BOW = {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}
ATTACK = {"type": "fudge.attack", "attacker": "ann", "target": "orc", "points": True}
SHOOT = {"type": "fudge.shoot", "attacker": "ann", "target": "orc", "points": True}


def ann(*, armed: str = "blade", **options: Any) -> Tavern:
    """Ann, whom anna plays and whose dice would do nothing well, with an orc before her."""
    tavern = sit_down(damage_roll="off", **options)
    weapons = {"blade": {"name": "Blade", "skill": "blade", "class": "average"}, "bow": BOW}
    skills = {"blade": "Terrible", "bow": "Terrible", "healing": "Poor", "perception": "Terrible"}
    skills |= {"spellcasting": "Terrible", "willpower": "Terrible"}
    powers: dict[str, Any] = {"magical-potential": {}} if options.get("powers") else {}
    sheet = {"skills": skills, "weapons": weapons, "wields": armed, "powers": powers}
    tavern.enter("ann", "anna", **sheet)
    tavern.enter("orc", skills={"blade": "Fair", "bow": "Fair"}, weapons=weapons, wields=armed)
    return tavern


def buy(tavern: Tavern, command: dict[str, Any]) -> Any:
    """Send it as the master; anna is asked, and buys."""
    waiting = tavern.do(command).waiting
    assert waiting is not None
    assert (waiting.to, waiting.rule) == (("ann",), "FUD-037")
    assert [choice.id for choice in waiting.choices] == ["buy", "roll"]
    answer = {"type": "table.answer", "answer": "buy"}
    return tavern.session.do(answer, "anna")


@pytest.mark.rule("FUD-037", "FUD-175", "FUD-200")
@pytest.mark.parametrize(("difficulty", "cost"), [("Poor", 1), ("Great", 2), ("Superb", 3)])
def test_a_blow_at_who_does_not_fight_back_is_a_simple_action(difficulty: str, cost: int) -> None:
    """It just hits: what a result exceeds its difficulty by is nothing here."""
    tavern = ann()
    receipt = buy(tavern, ATTACK | {"difficulty": difficulty})
    assert (of(receipt, Attacked).hit, of(receipt, Blow).base) == (True, 0)
    assert (all_of(receipt, Rolled), points(tavern, "ann")) == ([], 3 - cost)


@pytest.mark.rule("FUD-037", "FUD-179")
def test_who_aims_buys_what_it_takes_to_strike_there() -> None:
    tavern = ann()
    receipt = buy(tavern, ATTACK | {"aim": {"part": "eye", "minimum": "Great"}})
    assert of(receipt, Aimed).struck
    assert points(tavern, "ann") == 1


@pytest.mark.rule("FUD-037", "FUD-196")
def test_a_shot_that_nobody_sees_come_may_be_bought() -> None:
    tavern = ann(armed="bow")
    receipt = buy(tavern, SHOOT | {"answer": "none", "difficulty": "Good"})
    assert (of(receipt, Attacked).hit, all_of(receipt, Rolled)) == (True, [])
    assert points(tavern, "ann") == 2


@pytest.mark.rule("FUD-037", "FUD-199")
def test_of_two_who_shoot_at_each_other_either_may_buy() -> None:
    tavern = ann(armed="bow", criticals="off")
    tavern.do(SHOOT | {"answer": "shoot-back"})
    tavern.hand.faces = [6, 4]  # the orc's −4
    receipt = tavern.session.do({"type": "table.answer", "answer": "buy"}, "anna")
    assert {a.attacker: a.hit for a in all_of(receipt, Attacked)} == {"ann": True, "orc": False}
    assert [roll.actor for roll in all_of(receipt, Rolled)] == ["orc"]
    back = {"attacker": "orc", "target": "ann", "points": False, "points_back": True}
    tavern.do(SHOOT | back | {"answer": "shoot-back"})
    tavern.hand.faces = [5, 5]
    receipt = tavern.session.do({"type": "table.answer", "answer": "buy"}, "anna")
    assert [roll.actor for roll in all_of(receipt, Rolled)] == ["orc"]
    assert points(tavern, "ann") == 1


@pytest.mark.rule("FUD-037", "FUD-197")
def test_a_shot_at_who_dodges_is_a_contest_and_not_for_sale() -> None:
    tavern = ann(armed="bow")
    with pytest.raises(Refused) as found:
        tavern.do(SHOOT | {"answer": "dodge"})
    assert (found.value.rule, found.value.path) == ("FUD-037", "$.points")
    receipt = tavern.do(SHOOT | {"answer": "ask"}, 0, 0, answers={"answer": "dodge"})
    assert of(receipt, Shot).attacker == "ann"
    assert points(tavern, "ann") == 3
    for kind in ("fudge.exchange", "fudge.melee", "fudge.compete"):
        with pytest.raises(Invalid, match="points"):
            tavern.do({"type": kind, "points": True})


@pytest.mark.rule("FUD-037", "FUD-239")
def test_a_healers_work_may_be_bought() -> None:
    """Hurt takes Good, which is one point."""
    tavern = ann()
    tavern.do({"type": "fudge.suffer", "target": "orc", "source": "a fall", "amount": 4})
    assert tavern.character("orc").level == 2
    treat = {"type": "fudge.treat", "healer": "ann", "patient": "orc", "trait": "healing"}
    receipt = buy(tavern, treat | {"points": True})
    assert (of(receipt, Treated).success, of(receipt, Treated).roll) == (True, "")
    assert points(tavern, "ann") == 2


@pytest.mark.rule("FUD-037", "FUD-203", "FUD-204")
def test_so_may_staying_awake_and_a_will_above_ones_wounds() -> None:
    tavern = ann(will_over_pain=True)
    last = sum(tavern.character("ann").boxes[:3])
    fall = {"type": "fudge.suffer", "target": "ann", "source": "a fall"}
    tavern.do(fall | {"amount": last + 1})
    receipt = buy(tavern, {"type": "fudge.hold_on", "actor": "ann", "points": True})
    assert (of(receipt, HeldOn).conscious, all_of(receipt, Rolled)) == (True, [])
    receipt = buy(tavern, {"type": "fudge.endure", "actor": "ann", "points": True})
    assert (of(receipt, Endured).success, points(tavern, "ann")) == (True, 0)  # Fair, then Great


@pytest.mark.rule("FUD-037", "FUD-183")
def test_so_may_looking_around() -> None:
    tavern = ann(allout_defence_observe=True)
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["ann", "orc"]})
    exchange = {"type": "fudge.exchange", "a": "ann", "b": "orc", "minimum_b": 99}
    tavern.do(exchange | {"manoeuvre_a": "all-out-defence"}, 0, 0)
    receipt = buy(tavern, {"type": "fudge.observe", "actor": "ann", "points": True})
    assert (of(receipt, Observed).success, points(tavern, "ann")) == (True, 2)


@pytest.mark.rule("FUD-037", "FUD-122")
def test_so_may_a_spell() -> None:
    tavern = ann(powers=True)
    cast = {"type": "fudge.cast", "actor": "ann", "spell": "a light", "points": True}
    tavern.do(cast, answers={"outcome": "it shines"})
    tavern.session.do({"type": "table.answer", "answer": "buy"}, "anna")
    receipt = tavern.session.do({"type": "table.answer", "answer": "it shines"}, "master")
    assert (of(receipt, SpellCast).success, points(tavern, "ann")) == (True, 2)


@pytest.mark.rule("FUD-037")
@pytest.mark.parametrize(
    ("options", "command", "rule"),
    [
        ({"fp_a": False}, ATTACK, "FUD-037"),
        ({"fudge_points": False}, ATTACK, "FUD-031"),
        ({"fp_a": False}, ATTACK | {"aim": {"part": "eye"}}, "FUD-037"),
        ({"fp_start": 1}, ATTACK | {"difficulty": "Great"}, "FUD-037"),
        ({"fp_start": 9}, ATTACK | {"difficulty": "Superb+1"}, "FUD-037"),
        ({}, ATTACK | {"attacker": "orc", "target": "ann"}, "FUD-037"),
    ],
)
def test_what_cannot_be_bought_is_refused_before_anything_happens(
    options: dict[str, Any], command: dict[str, Any], rule: str
) -> None:
    """Not for sale here, too dear, beyond Superb, or somebody who has no points."""
    tavern = ann(**options)
    if command["attacker"] == "orc":
        tavern.do({"type": "table.spend", "actor": "orc", "pool": "fudge-points", "amount": 3})
    before = len(list(tavern.session.log()))
    with pytest.raises(Refused) as found:
        tavern.do(command)
    assert found.value.rule == rule
    assert len(list(tavern.session.log())) == before


@pytest.mark.rule("FUD-244", "FUD-037")
def test_what_was_bought_is_never_critical() -> None:
    tavern = ann(criticals="both")
    receipt = buy(tavern, ATTACK | {"difficulty": "Terrible"})
    assert all_of(receipt, Critical) == []


AIMED = {"aim": {"part": "eye"}}


@pytest.mark.rule("FUD-037", "FUD-179")
@pytest.mark.parametrize(
    ("armed", "command"),
    [("blade", ATTACK | AIMED), ("bow", SHOOT | AIMED | {"answer": "none"})],
    ids=["blow", "shot"],
)
def test_who_cannot_pay_what_the_gm_then_asks_rolls_and_is_asked_nothing(
    armed: str, command: dict[str, Any]
) -> None:
    """Great costs two points, and she has one: the GM's answer is not refused for that."""
    tavern = ann(armed=armed, fp_start=1, criticals="off")
    waiting = tavern.do(command).waiting
    assert waiting is not None
    assert waiting.to == ("gm",)
    receipt = tavern.do({"type": "table.answer", "answer": "great"}, -4)
    assert receipt.waiting is None
    assert (len(all_of(receipt, Rolled)), points(tavern, "ann")) == (1, 1)


@pytest.mark.rule("FUD-037", "FUD-122")
def test_a_spell_that_is_harder_than_points_reach_is_rolled() -> None:
    tavern = ann(powers=True, criticals="off", fp_start=9)
    cast = {"type": "fudge.cast", "actor": "ann", "spell": "a light", "points": True}
    receipt = tavern.do(cast | {"difficulty": "Superb+1"}, -4)
    assert receipt.waiting is None
    assert not of(receipt, SpellCast).success
    assert points(tavern, "ann") == 9
