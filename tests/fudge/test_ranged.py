"""Shots: at the unaware, at who dodges, at who shoots back; and blows that nobody parries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import Aimed, Attacked, Blow, Shot, Wounded
from rollbook.plugins.fudge.combat.shots import outcome
from rollbook.plugins.fudge.combat.unopposed import base

from .tavern import Tavern, all_of, of, sit_down, told

BOW = {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}
AXE = {"name": "Throwing axe", "skill": "bow", "class": "small", "thrown": True}
PISTOL = {"name": "Pistol", "skill": "bow", "gun": "pistol", "bonus": 3}
CLUB = {"name": "Club", "skill": "bow", "class": "average"}


def range_(*, weapon: dict[str, Any] = BOW, back: dict[str, Any] = BOW, **options: Any) -> Tavern:
    """Two who may shoot at each other, at Fair, and dodge at Good."""
    switches: dict[str, Any] = {"damage_roll": "off"} | options
    tavern = sit_down(**switches)
    for actor, owner, arm in (("a", "anna", weapon), ("b", "bea", back)):
        tavern.enter(
            actor, owner, skills={"bow": 0, "dodge": 1}, attributes={"agility": 3},
            weapons={"arm": arm},
        )  # fmt: skip
    return tavern


def shoot(tavern: Tavern, *shifts: int, answers: Any = None, **fields: Any) -> Any:
    """A shoots at b."""
    command = {"type": "fudge.shoot", "attacker": "a", "target": "b"} | fields
    return tavern.do(command, *shifts, answers=answers)


@pytest.mark.rule("FUD-196", "FUD-200")
@pytest.mark.parametrize(("shift", "hit"), [(-1, None), (0, 0), (3, 3)])
def test_whoever_is_unaware_is_hit_by_what_reaches_the_difficulty(
    shift: int, hit: int | None
) -> None:
    """One roll; Base Damage is what lies above the difficulty."""
    receipt = shoot(range_(), shift, answer="none")
    assert len(all_of(receipt, Rolled)) == 1
    attacked = of(receipt, Attacked)
    assert (attacked.hit, attacked.rule) == (hit is not None, "FUD-196")
    assert [blow.base for blow in all_of(receipt, Blow)] == ([] if hit is None else [hit])


@pytest.mark.rule("FUD-196")
def test_circumstances_of_a_shot_are_its_difficulty_and_only_devices_change_the_skill() -> None:
    tavern = range_()
    dark = [{"amount": -1, "reason": "it is dark"}]
    with pytest.raises(Refused, match="unaware") as refused:
        shoot(tavern, answer="none", situation=dark)
    assert (refused.value.rule, refused.value.path) == ("FUD-196", "$.situation")
    with pytest.raises(Refused, match="of whom"):
        shoot(tavern, situation=[dark[0] | {"actor": "a"}])
    sight = [{"amount": 1, "reason": "a laser sight"}]
    roll = of(shoot(tavern, -3, answer="none", devices=sight), Rolled)
    assert [(m.source, m.rule, m.amount) for m in roll.modifiers] == [
        ("bow", "FUD-170", 0), ("a laser sight", "FUD-196", 1),
    ]  # fmt: skip
    with pytest.raises(Refused) as refused:
        shoot(tavern, devices=[sight[0] | {"amount": 4}])
    assert refused.value.path == "$.devices[0].amount"


@pytest.mark.rule("FUD-197")
@given(st.integers(-5, 7), st.integers(-5, 7), st.integers(-3, 3))
def test_a_shot_must_beat_the_dodge_and_reach_the_difficulty(
    shot: int, dodge: int, difficulty: int
) -> None:
    """A dodge that ties is a dodge."""
    assert (outcome(shot, dodge, difficulty) == "hit") == (shot > dodge and shot >= difficulty)
    assert (outcome(shot, dodge, difficulty) == "dodged") == (shot <= dodge)


@pytest.mark.rule("FUD-197")
def test_whoever_sees_it_come_dodges() -> None:
    """On Dodge before Agility; the Relative Degree is the Base Damage."""
    tavern = range_()
    receipt = shoot(tavern, 2, 1)
    one, other = all_of(receipt, Rolled)
    assert other.modifiers[0].source == "dodge"
    assert (one.total, other.total) == (2, 0)  # Good 1, propelled -2, dice +1
    assert of(receipt, Blow).base == 2
    assert told(tavern, shoot(tavern, 0, 4))[-1].startswith("B is out of the way")
    missed = of(shoot(tavern, 1, -3, difficulty="Great"), Shot)
    assert (missed.outcome, missed.difficulty) == ("missed", 2)


@pytest.mark.rule("FUD-198")
@pytest.mark.parametrize(
    ("weapon", "thrown", "option", "less"),
    [(BOW, False, -2, -2), (BOW, False, -3, -3), (PISTOL, False, -2, -2), (AXE, False, -2, 0),
     (CLUB, True, -2, 0)],
)  # fmt: skip
def test_what_is_thrown_is_easier_to_dodge(
    weapon: dict[str, Any], thrown: bool, option: int, less: int
) -> None:
    tavern = range_(weapon=weapon, dodge_propelled=option)
    receipt = shoot(tavern, -4, 0, thrown=thrown)
    dodge = all_of(receipt, Rolled)[1]
    assert dodge.total == 1 + less
    found = [(m.rule, m.amount) for m in dodge.modifiers if m.source == "propelled"]
    assert found == ([("FUD-198", less)] if less else [])


@pytest.mark.rule("FUD-199")
@pytest.mark.parametrize(
    ("one", "two", "hits"),
    [(0, 0, {"a", "b"}), (0, -1, {"a"}), (-1, 0, {"b"}), (-1, -1, set())],
)
def test_who_shoots_back_does_not_dodge_and_both_may_be_hit(
    one: int, two: int, hits: set[str]
) -> None:
    receipt = shoot(range_(), one, two, answer="shoot-back")
    assert {blow.attacker for blow in all_of(receipt, Blow)} == hits
    kinds = [type(e).__name__ for e in receipt.events]
    blows = [n for n, kind in enumerate(kinds) if kind == "Blow"]
    wounds = [n for n, kind in enumerate(kinds) if kind == "Wounded"]
    assert not blows or not wounds or max(blows) < min(wounds)


@pytest.mark.rule("FUD-199")
def test_each_needs_what_he_needs() -> None:
    """The worse shot may be the one that hits, where the other stands half hidden."""
    receipt = shoot(range_(), -1, 0, answer="shoot-back", difficulty=-1, difficulty_back=1)
    assert {a.attacker: a.hit for a in all_of(receipt, Attacked)} == {"a": True, "b": False}


@pytest.mark.rule("FUD-197", "FUD-199", "FUD-037")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"dodge": "dogde"}, "$.dodge"),
        ({"difficulty_back": -4}, "$.difficulty_back"),
        ({"points": True, "difficulty": "Superb+1"}, "$.points"),
        ({"points_back": True, "difficulty_back": "Superb+1"}, "$.points"),
        ({"answer": "dodge", "points_back": True}, "$.points_back"),
    ],
)
def test_what_is_wrong_with_a_shot_is_refused_before_its_target_is_asked(
    fields: dict[str, Any], path: str
) -> None:
    tavern = range_()
    with pytest.raises(Refused) as refused:
        shoot(tavern, **({"answer": "ask"} | fields))
    assert refused.value.path == path
    tavern.do({"type": "fudge.suffer", "target": "b", "source": "a fall", "amount": 7})
    assert tavern.character("b").level == 4
    with pytest.raises(Refused, match="incapacitated") as refused:
        shoot(tavern, answer="ask")
    assert refused.value.path == "$.target"


@pytest.mark.rule("FUD-196", "FUD-199")
def test_whoever_shoots_back_has_his_own_devices_and_no_dodge_to_be_helped() -> None:
    sights = [{"amount": 1, "reason": "a scope"}, {"amount": 2, "reason": "a laser", "actor": "b"}]
    receipt = shoot(range_(), 0, 0, answer="shoot-back", devices=sights)
    assert {roll.actor: roll.total for roll in all_of(receipt, Rolled)} == {"a": 1, "b": 2}
    for fields, rule, path in (
        ({"answer": "dodge", "devices": sights}, "FUD-196", "$.devices[1].actor"),
        (
            {"answer": "shoot-back", "situation": [{"amount": 1, "reason": "a barrel"}]},
            "FUD-199", "$.situation",
        ),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            shoot(range_(), **fields)
        assert (refused.value.rule, refused.value.path) == (rule, path)


@pytest.mark.rule("FUD-197", "FUD-199")
def test_the_target_may_be_asked_what_he_does() -> None:
    """He is offered to shoot back only if he can."""
    tavern = range_()
    shoot(tavern, answer="ask")
    question = tavern.question
    assert (question.waiting_for, [c.id for c in question.choices]) == (
        ("b",), ["dodge", "shoot-back"],
    )  # fmt: skip
    tavern.hand.faces = [5, 5, 5, 5]
    receipt = tavern.session.do({"type": "table.answer", "answer": "shoot-back"}, "bea")
    assert len(all_of(receipt, Attacked)) == 2
    other = range_(back=CLUB)
    shoot(other, answer="ask")
    assert [c.id for c in other.question.choices] == ["dodge"]
    with pytest.raises(Refused, match="nothing in hand to shoot back"):
        shoot(range_(back=CLUB), answer="shoot-back")


@pytest.mark.rule("FUD-201")
@pytest.mark.parametrize(("gun", "bonus"), [("pistol", 2), ("derringer", 1), ("bazooka", 10)])
def test_a_gun_does_its_own_damage_whatever_the_arm(gun: str, bonus: int) -> None:
    weapon = {"name": "Gun", "skill": "bow", "gun": gun, "bonus": bonus}
    tavern = sit_down(damage_roll="off")
    tavern.enter("a", skills={"bow": 0}, attributes={"strength": 3}, weapons={"gun": weapon})
    tavern.enter("b")
    blow = of(shoot(tavern, 1, answer="none"), Blow)
    assert (blow.attack, blow.base) == (bonus, 1)


def test_a_club_shoots_nobody_and_nobody_shoots_himself() -> None:
    tavern = range_(weapon=CLUB)
    with pytest.raises(Refused, match="nothing in hand to shoot with") as refused:
        shoot(tavern)
    assert refused.value.rule == "FUD-169"
    with pytest.raises(Refused, match="cannot shoot himself"):
        shoot(tavern, target="a", thrown=True)


@pytest.mark.rule("FUD-179")
def test_a_shot_may_be_aimed() -> None:
    receipt = shoot(range_(), 3, answer="none", aim={"part": "leg", "minimum": "Great"})
    assert (of(receipt, Aimed).struck, of(receipt, Attacked).result) == (True, 2)


@pytest.mark.rule("FUD-176")
def test_wounds_count_in_shooting_and_dodging() -> None:
    tavern = range_()
    for actor in "ab":
        tavern.do({"type": "fudge.suffer", "target": actor, "source": "x", "amount": 4})
    one, other = all_of(shoot(tavern, -4, 0), Rolled)
    for roll in (one, other):
        assert ("wounds", "FUD-176", -1) in [(m.source, m.rule, m.amount) for m in roll.modifiers]


# --- nobody parries


@pytest.mark.rule("FUD-160", "FUD-175", "FUD-200")
@pytest.mark.parametrize(("shift", "hit"), [(-3, None), (-2, 0), (1, 3)])
def test_whoever_does_not_fight_back_is_hit_on_poor(shift: int, hit: int | None) -> None:
    """A Simple Action: the other does not even roll."""
    tavern = sit_down(damage_roll="off")
    tavern.enter("a")
    tavern.enter("b")
    attack = {"type": "fudge.attack", "attacker": "a", "target": "b", "why": "stunned"}
    receipt = tavern.do(attack, shift)
    assert [roll.actor for roll in all_of(receipt, Rolled)] == ["a"]
    assert (of(receipt, Attacked).hit, of(receipt, Attacked).difficulty) == (hit is not None, -2)
    assert [blow.base for blow in all_of(receipt, Blow)] == ([] if hit is None else [hit])
    assert len(all_of(receipt, Wounded)) == (hit is not None)


@pytest.mark.rule("FUD-200")
@given(st.integers(-6, 8), st.integers(-3, 6))
def test_base_damage_where_nobody_defends(result: int, difficulty: int) -> None:
    """What lies above the difficulty, never less than nothing."""
    found = base(result, difficulty)
    assert (found is None) == (result < difficulty)
    assert found is None or found == result - difficulty >= 0


@pytest.mark.parametrize(
    ("change", "rule"),
    [({"target": "a"}, "FUD-154"), ({"difficulty": -4}, "FUD-175"), ({"target": "nobody"}, "")],
)
def test_blows_that_cannot_be(change: dict[str, Any], rule: str) -> None:
    tavern = sit_down()
    tavern.enter("a")
    tavern.enter("b")
    with pytest.raises(Refused) as refused:
        tavern.do({"type": "fudge.attack", "attacker": "a", "target": "b"} | change)
    assert refused.value.rule == rule
