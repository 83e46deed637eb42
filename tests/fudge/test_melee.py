"""A whole round in one command: pairs, one against several, stances, aimed blows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.core.errors import Invalid, Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Aimed,
    Attacked,
    Blow,
    Declared,
    FighterLeft,
    Fudge,
    GroupRolled,
    Held,
    Managed,
    Surrounded,
    Wounded,
    outnumbered,
    stance,
    toward_zero,
)
from rollbook.plugins.fudge.combat.bout import Side, hits, reach, strikes
from rollbook.plugins.fudge.combat.manoeuvres import shown

from .tavern import Tavern, all_of, of, sit_down, told


def fighters(tavern: Tavern, *names: str, **skills: int) -> Tavern:
    """People at Fair with a blade, or at the skill given."""
    for name in names:
        tavern.enter(name)
    for name, skill in skills.items():
        tavern.enter(name, skills={"blade": skill})
    return tavern


def melee(tavern: Tavern, bouts: list[Any], *shifts: int, **sent: Any) -> Any:
    """A round: each bout a name, or a fighter, and those whom he fights."""

    def fighter(one: Any) -> Any:
        return {"actor": one} if isinstance(one, str) else one

    made = [
        {"one": fighter(one), "others": [fighter(other) for other in others]}
        for one, *others in bouts
    ]
    answers, by = sent.pop("answers", None), sent.pop("by", "master")
    return tavern.do({"type": "fudge.melee", "bouts": made} | sent, *shifts, answers=answers, by=by)


def bases(receipt: Any) -> dict[tuple[str, str], int]:
    """Base Damage by who hits whom."""
    return {(blow.attacker, blow.target): blow.base for blow in all_of(receipt, Blow)}


# --- everybody at once


@pytest.mark.rule("FUD-161", "FUD-168", "FUD-173")
def test_all_blows_of_a_round_fall_before_anybody_is_wounded() -> None:
    """Whoever is struck down in a round has struck in it."""
    tavern = fighters(sit_down(damage_roll="off"), "a", "b", "c", "d")
    receipt = melee(tavern, [("a", "b"), ("c", "d")], 4, 0, 0, 1)
    kinds = [type(e).__name__ for e in receipt.events]
    assert kinds.index("Wounded") > max(n for n, kind in enumerate(kinds) if kind == "Blow")
    assert bases(receipt) == {("a", "b"): 4, ("d", "c"): 1}
    assert [roll.actor for roll in all_of(receipt, Rolled)] == ["a", "b", "c", "d"]


@pytest.mark.rule("FUD-161", "FUD-186")
def test_two_who_hit_each_other_are_both_as_well_as_they_were() -> None:
    """The first wound takes nothing off the blow that falls together with it."""
    tavern = fighters(sit_down(damage_roll="off", combat_tactics="stances"), "a", "b")
    bout = ({"actor": "a", "manoeuvre": "offensive-2"}, {"actor": "b", "manoeuvre": "offensive-2"})
    receipt = melee(tavern, [bout], 0, 0)
    assert bases(receipt) == {("a", "b"): 4, ("b", "a"): 4}
    assert {w.actor: w.after for w in all_of(receipt, Wounded)} == {"a": 6, "b": 6}


@pytest.mark.rule("FUD-168")
def test_players_are_asked_in_secret_and_the_gms_fight_as_usual() -> None:
    tavern = sit_down(damage_roll="off")
    tavern.enter("a", "anna")
    tavern.enter("b", "bea")
    fighters(tavern, "orc", "ogre")
    receipt = melee(tavern, [("a", "orc"), ("b", "ogre")])
    question = tavern.question
    assert question.waiting_for == ("a", "b")
    tavern.session.do({"type": "table.answer", "answer": "all-out-attack"}, "anna")
    tavern.hand.faces = [1, 6, 5, 5, 5, 5, 5, 5]
    receipt = tavern.session.do({"type": "table.answer", "answer": "all-out-defence"}, "bea")
    assert of(receipt, Declared).manoeuvres == {
        "a": "all-out-attack", "b": "all-out-defence", "orc": "normal", "ogre": "normal",
    }  # fmt: skip
    assert bases(receipt) == {("a", "orc"): 3}  # 1 + 1 against 0, and 1 for the risk


@pytest.mark.parametrize(
    ("bouts", "rule", "path"),
    [
        ([], "FUD-168", "$.bouts"),
        ([("a",)], "FUD-160", "$.bouts[0].others"),
        ([("a", "b"), ("b", "c")], "FUD-154", "$.bouts[1].one.actor"),
        ([("a", "a")], "FUD-154", "$.bouts[0].others[0].actor"),
        ([("a", "b", "c", "d", "e", "f")], "FUD-193", "$.bouts[0].others"),
        ([({"actor": "a", "target": "e"}, "b", "c")], "", "$.bouts[0].one.target"),
        ([({"actor": "a", "against": "b"}, "b", "c")], "FUD-192", "$.bouts[0].one.against"),
        ([({"actor": "a", "manoeuvre": "other"}, "b")], "FUD-174", "$.bouts[0].one.doing"),
        ([({"actor": "a", "manoeuvre": "offensive-1"}, "b")],
         "FUD-184", "$.bouts[0].one.manoeuvre"),
        ([("a", {"actor": "b", "announced": -1})], "FUD-236", "$.bouts[0].others[0].announced"),
        ([("a", {"actor": "b", "trait": "blad"})], "FUD-149", "$.bouts[0].others[0].trait"),
        ([("a", {"actor": "b", "minimum": -4})], "FUD-141", "$.bouts[0].others[0].minimum"),
        ([("a", {"actor": "b", "aim": {"part": ""}})], "FUD-179", "$.bouts[0].others[0].aim.part"),
        ([("a", {"actor": "b", "aim": {"part": "eye", "minimum": "Fair"}})],
         "FUD-179", "$.bouts[0].others[0].aim.minimum"),
    ],
)  # fmt: skip
@pytest.mark.rule("FUD-193")
def test_what_cannot_be_leaves_nothing(bouts: list[Any], rule: str, path: str) -> None:
    tavern = fighters(sit_down(), *"abcdef")
    before = len(list(tavern.session.log()))
    with pytest.raises(Refused) as refused:
        melee(tavern, bouts)
    assert (refused.value.rule, refused.value.path) == (rule, path)
    assert len(list(tavern.session.log())) == before


@pytest.mark.rule("FUD-179", "FUD-184", "FUD-192")
@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"manoeuvre": "offensive-1"}, "$.bouts[1].one.manoeuvre"),
        ({"aim": {"part": "eye", "minimum": "Fair"}}, "$.bouts[1].one.aim.minimum"),
        ({"against": "d"}, "$.bouts[1].one.against"),
        ({"target": "sweep"}, "$.bouts[1].one.target"),
        ({"doing": "flee"}, "$.bouts[1].one.doing"),
    ],
)
def test_what_is_wrong_is_refused_before_anybody_is_asked(wrong: dict[str, Any], path: str) -> None:
    """Else an answer would be refused for what somebody else has sent."""
    tavern = fighters(sit_down(), *"abcde")
    asks = {"actor": "a", "aim": {"part": "eye"}}
    with pytest.raises(Refused) as refused:
        melee(tavern, [(asks, "b"), ({"actor": "c"} | wrong, "d", "e")])
    assert refused.value.path == path
    assert tavern.session.waiting is None


@pytest.mark.parametrize("field", ["target", "against"])
def test_whoever_is_one_of_several_has_but_one_to_fight(field: str) -> None:
    tavern = fighters(sit_down(ignore_crowd=True), "one", "x", "y")
    with pytest.raises(Refused, match="fights one and nobody else") as refused:
        melee(tavern, [("one", {"actor": "x", field: "y"}, "y")])
    assert refused.value.path == f"$.bouts[0].others[0].{field}"


@pytest.mark.rule("FUD-193")
@pytest.mark.parametrize(("room", "most"), [("ideal", 6), ("armed", 4), ("doorway", 2)])
def test_how_many_can_come_at_one(room: str, most: int) -> None:
    names = [f"f{n}" for n in range(7)]
    for number in (most, most + 1):
        tavern = fighters(sit_down(), "one", *names)
        bout = {
            "one": {"actor": "one", "minimum": 99},
            "others": [{"actor": name, "minimum": 99} for name in names[:number]],
            "room": room,
        }
        command = {"type": "fudge.melee", "bouts": [bout]}
        if number > most:
            with pytest.raises(Refused, match=f"{most} at most"):
                tavern.do(command)
        else:
            assert len(all_of(tavern.do(command, *[0] * (number + 1)), Rolled)) == number + 1


# --- what it takes to hit


@pytest.mark.rule("FUD-172")
@pytest.mark.parametrize(
    ("scale", "result", "hit"),
    [(0, -2, True), (1, -2, True), (-6, -2, True), (2, -2, False), (2, -1, True), (5, -1, False),
     (5, 0, True)],
)  # fmt: skip
def test_the_larger_somebody_is_the_better_he_must_strike(
    scale: int, result: int, hit: bool
) -> None:
    """Poor against his like or anybody larger, Mediocre against the smaller, Fair against a fly."""
    tavern = sit_down(damage_roll="off")
    tavern.enter("a", mass_scale=scale, skills={"blade": max(-3, result)})
    tavern.enter("b", skills={"blade": -3})
    receipt = tavern.do({"type": "fudge.exchange", "a": "a", "b": "b"}, 0, -3)
    assert bool(all_of(receipt, Blow)) == hit
    assert hit or of(receipt, Held).why == "minimum"


@pytest.mark.rule("FUD-172")
def test_in_a_fight_the_gm_says_what_it_takes_to_hit_somebody_tiny() -> None:
    """He is asked once, and may let it stand; what he stated at the outset is not asked."""
    for stated in ((), ({"attacker": "a", "target": "b", "level": "Great"},)):
        tavern = sit_down(damage_roll="off")
        tavern.enter("a", mass_scale=6)
        tavern.enter("b")
        tavern.do({"type": "table.begin_scene"})
        fight = {"type": "fudge.begin_fight", "fighters": ["a", "b"], "minimums": list(stated)}
        tavern.do(fight)
        exchange = {"type": "fudge.exchange", "a": "a", "b": "b"}
        if stated:
            receipt = tavern.do(exchange, 1, -1)
        else:
            tavern.do(exchange)
            question = tavern.question
            assert (question.waiting_for, question.rule) == (("gm",), "FUD-172")
            assert [choice.id for choice in question.choices] == ["fair", "good", "great"]
            tavern.hand.faces = [1, 6, 6, 1]
            answer = {"type": "table.answer", "answer": "great", "stands": "scene"}
            receipt = tavern.session.do(answer, "master")
        assert of(receipt, Held).minimum == 2
        assert of(tavern.do(exchange, 2, -1), Blow).base == 3


# --- aimed blows


@pytest.mark.rule("FUD-179")
def test_an_aimed_blow_costs_one_and_may_land_elsewhere() -> None:
    tavern = fighters(sit_down(damage_roll="off"), "a", "b")
    fighter = {"actor": "a", "aim": {"part": "hand", "minimum": "Good"}}
    for shift, struck in ((2, True), (1, False)):
        receipt = melee(tavern, [(fighter, {"actor": "b", "minimum": 99})], shift, -3)
        roll = all_of(receipt, Rolled)[0]
        assert ("aimed-blow", "FUD-179", -1) in [
            (m.source, m.rule, m.amount) for m in roll.modifiers
        ]
        landed = of(receipt, Aimed)
        assert (landed.struck, landed.result, landed.needed) == (struck, shift - 1, 1)
        assert of(receipt, Declared).aims == {"a": "hand"}
    other = fighters(sit_down(damage_roll="off"), "a", "b")
    held = melee(other, [(fighter, {"actor": "b", "minimum": 99})], -2, -3)
    assert not all_of(held, Aimed)


@pytest.mark.rule("FUD-179")
def test_the_gm_is_asked_what_it_takes_where_nobody_says() -> None:
    tavern = fighters(sit_down(damage_roll="off"), "a", "b")
    aim = {"actor": "a", "aim": {"part": "eye"}}
    receipt = melee(tavern, [(aim, "b")], 3, 0, answers={"aim": "great"})
    assert of(receipt, Aimed).needed == 2


# --- what else people do


@pytest.mark.rule("FUD-174")
@pytest.mark.parametrize(("one", "two", "done"), [(2, 0, True), (0, 0, False), (0, 2, False)])
def test_whoever_flees_is_gone_if_he_beats_all_who_are_at_him(
    one: int, two: int, done: bool
) -> None:
    """He strikes nobody; whoever is better strikes him."""
    tavern = fighters(sit_down(damage_roll="off", criticals="off"), "b")
    tavern.enter("a", skills={"blade": 0, "running": 0})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["a", "b"]})
    flees = {"actor": "a", "manoeuvre": "other", "doing": "flee", "trait": "running"}
    receipt = melee(tavern, [(flees, "b")], one, two)
    managed = of(receipt, Managed)
    assert (managed.result, managed.against, managed.done) == (one, two, done)
    assert bases(receipt) == ({("b", "a"): 2} if two > one else {})
    gone = [left.actor for left in all_of(receipt, FighterLeft)]
    assert gone == (["a"] if done else [])
    fight = tavern.session.view().state[Fudge].fight
    assert fight is not None
    assert fight.fighters == (("b",) if done else ("a", "b"))


@pytest.mark.rule("FUD-175")
def test_whoever_can_only_defend_hurts_nobody() -> None:
    """Still a contest, with no bonus."""
    tavern = fighters(sit_down(damage_roll="off"), "a", "b")
    shield = {"actor": "b", "manoeuvre": "only-defends"}
    receipt = melee(tavern, [("a", shield)], -1, 3)
    assert of(receipt, Held).rule == "FUD-175"
    assert all_of(receipt, Rolled)[1].total == 3
    assert bases(melee(tavern, [("a", shield)], 2, 0)) == {("a", "b"): 2}


@pytest.mark.rule("FUD-182")
def test_an_all_out_defence_hits_only_who_fails_badly() -> None:
    """A natural -4 of the foe opens his guard."""
    tavern = fighters(sit_down(damage_roll="off"), "a", "b")
    careful = {"actor": "a", "manoeuvre": "all-out-defence"}
    assert of(melee(tavern, [(careful, "b")], 3, -3), Held).rule == "FUD-182"
    assert bases(melee(tavern, [(careful, "b")], 0, -4)) == {("a", "b"): 6}


# --- stances


@pytest.mark.rule("FUD-184")
def test_there_are_five_stances_and_no_others() -> None:
    found, rules = {}, set()
    for attack in range(-4, 5):
        for defence in range(-4, 5):
            try:
                found[(attack, defence)] = stance(attack, defence)
            except Invalid as error:
                rules.add(error.rule)
    assert rules == {"FUD-184"}
    assert found == {
        (2, -2): "offensive-2", (1, -1): "offensive-1", (0, 0): "normal",
        (-1, 1): "defensive-1", (-2, 2): "defensive-2",
    }  # fmt: skip


@pytest.mark.rule("FUD-185")
def test_dice_under_the_hand_show_a_stance() -> None:
    """The positive die is offensive, the negative one defensive, both are neither."""
    assert [shown(1, 0), shown(2, 0), shown(0, 1), shown(0, 2), shown(1, 1)] == [
        "offensive-1", "offensive-2", "defensive-1", "defensive-2", "normal",
    ]  # fmt: skip
    for positive, negative in ((0, 0), (3, 0), (0, 6)):
        with pytest.raises(Invalid):
            shown(positive, negative)


@pytest.mark.rule("FUD-185")
def test_stances_are_chosen_in_secret_and_shown_together() -> None:
    """Nobody learns the other's before both are in, the GM included."""
    tavern = sit_down(combat_tactics="stances", damage_roll="off")
    tavern.enter("a", "anna")
    tavern.enter("b", "bea")
    melee(tavern, [("a", "b")])
    question = tavern.question
    assert question.secret
    assert [choice.id for choice in question.choices] == [
        "offensive-2", "offensive-1", "normal", "defensive-1", "defensive-2",
    ]  # fmt: skip
    tavern.session.do({"type": "table.answer", "answer": "offensive-2"}, "anna")
    for viewer in ("master", "bea"):
        seen = str([entry.message for entry in tavern.session.log(viewer=viewer)])
        assert "answer='offensive-2'" not in seen
        (fighter, *_) = tavern.session.view(viewer)["combat"].fighters or (None,)
        assert fighter is None
    tavern.hand.faces = [5, 5, 5, 5]
    receipt = tavern.session.do({"type": "table.answer", "answer": "defensive-1"}, "bea")
    shown_ = of(receipt, Declared)
    assert shown_.manoeuvres == {"a": "offensive-2", "b": "defensive-1"}
    assert shown_.rule == "FUD-185"
    assert bases(receipt) == {("a", "b"): 1, ("b", "a"): 1}  # 2 against 1; -1 against -2


@pytest.mark.rule("FUD-184", "FUD-186")
def test_a_stance_takes_the_place_of_all_out_attack_and_defence() -> None:
    tavern = fighters(sit_down(combat_tactics="stances"), "a", "b")
    for manoeuvre in ("all-out-attack", "all-out-defence"):
        with pytest.raises(Refused, match="stances replace that"):
            melee(tavern, [({"actor": "a", "manoeuvre": manoeuvre}, "b")])
    with pytest.raises(Refused, match="allout_defence_observe"):
        sit_down(combat_tactics="stances", allout_defence_observe=True)


@pytest.mark.rule("FUD-186")
@given(
    st.integers(-4, 4), st.integers(-4, 4), st.integers(-2, 2), st.integers(-2, 2),
    st.integers(-3, 3), st.integers(-3, 3),
)  # fmt: skip
def test_each_attack_meets_the_others_defence(
    one: int, two: int, lean: int, other: int, min_a: int, min_b: int
) -> None:
    """By hand: attack above defence, and the minimum reached."""
    a = Side("a", one, stance(lean, -lean), min_a, stance=lean)
    b = Side("b", two, stance(other, -other), min_b, stance=other)
    found = {s.attacker: s.degree for s in strikes(a, b, 1)}
    expected = {}
    if one + lean > two - other and one + lean >= min_a:
        expected["a"] = one + lean - (two - other)
    if two + other > one - lean and two + other >= min_b:
        expected["b"] = two + other - (one - lean)
    assert found == expected


# --- one against several


@pytest.mark.rule("FUD-187", "FUD-188")
def test_the_penalty_of_a_lone_fighter() -> None:
    """By hand, for one to six opponents."""
    assert [outnumbered(n, "realistic") for n in range(1, 7)] == [0, -1, -2, -3, -4, -5]
    assert [outnumbered(n, "epic") for n in range(1, 7)] == [0, -1, -1, -2, -2, -3]


@pytest.mark.rule("FUD-187")
def test_everybody_who_beats_him_hits_him_and_he_hits_nobody() -> None:
    tavern = fighters(sit_down(damage_roll="off"), "one", "x", "y", "z")
    receipt = melee(tavern, [("one", "x", "y", "z")], 2, 1, 2, -1)
    assert bases(receipt) == {("x", "one"): 1, ("y", "one"): 2}  # he has 2 - 2
    found = of(receipt, Surrounded)
    assert (found.by, found.struck, found.may_hit) == (("x", "y"), (), ())
    assert len(all_of(receipt, Wounded)) == 2


@pytest.mark.rule("FUD-187")
def test_whom_he_hits_is_his_own_choice() -> None:
    """He is asked when the dice lie, and only those are offered whom he can hit."""
    tavern = sit_down(damage_roll="off")
    tavern.enter("one", "anna", skills={"blade": 3})
    fighters(tavern, "x", "y", "z")
    bout = ("one", "x", {"actor": "y", "minimum": 99}, "z")
    melee(tavern, [bout], 2, 0, 1, 2, answers={"manoeuvre:one": "normal"})
    question = tavern.question
    assert question.waiting_for == ("one",)
    assert [choice.of for choice in question.choices] == ["x", "y", "z"]
    receipt = tavern.session.do({"type": "table.answer", "answer": "hit:y"}, "anna")
    assert bases(receipt) == {("one", "y"): 2}


@pytest.mark.rule("FUD-172", "FUD-187")
def test_the_minimum_holds_against_each_of_several() -> None:
    tavern = fighters(sit_down(damage_roll="off"), "one", x=-3, y=-3)
    receipt = melee(tavern, [("one", "x", "y")], -2, -2, -4)
    assert bases(receipt) == {}  # Terrible is better than both, and hits nobody
    assert of(receipt, Surrounded).may_hit == ()


@pytest.mark.rule("FUD-188")
def test_epic_fighters_mind_a_crowd_less() -> None:
    tavern = fighters(sit_down(multi_penalty="epic"), "one", *"wxyz")
    one = {"actor": "one", "minimum": 99}
    bout = (one, *({"actor": name, "minimum": 99} for name in "wxyz"))
    roll = all_of(melee(tavern, [bout], 0, 0, 0, 0, 0), Rolled)[0]
    assert roll.total == -2
    assert ("outnumbered", "FUD-188") in [(m.source, m.rule) for m in roll.modifiers]


@pytest.mark.rule("FUD-187")
@pytest.mark.parametrize(("foes", "total"), [(2, 0), (3, -2)])
def test_peripheral_vision_minds_two_no_more_than_one(foes: int, total: int) -> None:
    tavern = sit_down()
    tavern.enter("one", gifts={"peripheral-vision": {}})
    names = ["x", "y", "z"][:foes]
    fighters(tavern, *names)
    bout = ({"actor": "one", "minimum": 99}, *({"actor": n, "minimum": 99} for n in names))
    receipt = melee(tavern, [bout], *[0] * (foes + 1))
    assert all_of(receipt, Rolled)[0].total == total


@pytest.mark.rule("FUD-190")
def test_a_sweep_strikes_everybody_he_has_beaten_for_one_less() -> None:
    """Each must be beaten; of one alone there is no sweep."""
    tavern = fighters(sit_down(sweep=True, damage_roll="off"), "x", "y", "z", one=3)
    sweeps = {"actor": "one", "target": "sweep"}
    receipt = melee(tavern, [(sweeps, "x", "y", "z")], 1, 0, 2, 1)  # 4 - 2 against 0, 2 and 1
    assert bases(receipt) == {("one", "x"): 1, ("one", "z"): 0}
    assert of(receipt, Surrounded).rule == "FUD-190"
    receipt = melee(tavern, [(sweeps, "x", "y", "z")], 0, 0, 1, 1)
    assert bases(receipt) == {}
    plain = fighters(sit_down(damage_roll="off"), "x", "y", "z", one=3)
    with pytest.raises(Refused) as refused:
        melee(plain, [(sweeps, "x", "y", "z")])
    assert (refused.value.rule, refused.value.path) == ("FUD-190", "$.bouts[0].one.target")
    receipt = melee(plain, [("one", "x", "y", "z")], 1, 0, 2, 1)
    assert bases(receipt) == {}


@pytest.mark.rule("FUD-190")
def test_a_sweep_is_offered_beside_each_single_blow() -> None:
    tavern = fighters(sit_down(sweep=True, damage_roll="off"), "x", "y", one=3)
    melee(tavern, [("one", "x", "y")], 1, 0, 0)
    question = tavern.question
    assert [choice.key for choice in question.choices] == ["hit:x", "hit:y", "sweep"]
    receipt = tavern.session.do({"type": "table.answer", "answer": "sweep"}, "master")
    assert bases(receipt) == {("one", "x"): 2, ("one", "y"): 2}


@pytest.mark.rule("FUD-191")
@pytest.mark.parametrize(("switch", "blows"), [(True, {("one", "z"): 3}), (False, {})])
def test_who_ties_the_best_may_strike_somebody_two_levels_worse(
    switch: bool, blows: dict[tuple[str, str], int]
) -> None:
    """Great against Great, Good and Mediocre: only the last is two levels worse."""
    tavern = fighters(sit_down(multi_tie_strike=switch, damage_roll="off"), "x", "y", "z", one=3)
    receipt = melee(tavern, [("one", "x", "y", "z")], 1, 2, 1, -1)
    assert bases(receipt) == blows
    beaten = melee(tavern, [("one", "x", "y", "z")], 1, 3, 1, -1)
    assert bases(beaten) == {("x", "one"): 1}


@pytest.mark.rule("FUD-181", "FUD-191")
@pytest.mark.parametrize(
    ("best", "blows"),
    [("normal", {("x", "one"): 2}), ("all-out-defence", {("one", "y"): 3 + 1})],
)
def test_an_all_out_attack_has_tied_only_with_who_does_not_strike_back(
    best: str, blows: dict[tuple[str, str], int]
) -> None:
    """Good against Good and Poor: a tie is lost to who strikes back, and then he hits nobody.

    With who only defends it is a tie; then the other is struck for 3 and, as he wins, 1 more.
    """
    tavern = fighters(sit_down(multi_tie_strike=True, damage_roll="off"), "x", "y", one=2)
    one = {"actor": "one", "manoeuvre": "all-out-attack"}
    foe = {"actor": "x", "manoeuvre": best}
    receipt = melee(tavern, [(one, foe, "y")], -1, 1 if best == "normal" else -1, -2)
    assert bases(receipt) == blows


@pytest.mark.rule("FUD-192")
def test_a_crowd_that_is_not_minded_hits_on_mediocre() -> None:
    """He fights one as if alone with him; the rest need Mediocre, and meet no defence."""
    tavern = fighters(sit_down(ignore_crowd=True, damage_roll="off"), "one", "x", "y", "z")
    one = {"actor": "one", "against": "x"}
    receipt = melee(tavern, [(one, "x", "y", "z")], 2, 0, -1, -2)
    assert all_of(receipt, Rolled)[0].total == 2  # nothing is taken off
    assert bases(receipt) == {("one", "x"): 2, ("y", "one"): 0}
    shots = {a.attacker: (a.hit, a.difficulty, a.rule) for a in all_of(receipt, Attacked)}
    assert shots == {"y": (True, -1, "FUD-192"), "z": (False, -1, "FUD-192")}
    asked = melee(tavern, [({"actor": "one", "against": "ask"}, "x", "y")])
    assert asked.waiting
    assert [c.key for c in tavern.question.choices] == ["all", "only:x", "only:y"]


@pytest.mark.rule("FUD-192", "FUD-174", "FUD-182")
@pytest.mark.parametrize(
    "how",
    [
        {"manoeuvre": "all-out-defence"},
        {"manoeuvre": "only-defends"},
        {"manoeuvre": "other", "doing": "shouting", "trait": "blade"},
    ],
)
def test_who_does_not_strike_hits_nobody_though_he_is_not_minded(how: dict[str, str]) -> None:
    tavern = fighters(sit_down(ignore_crowd=True, damage_roll="off"), "one", "x", "y")
    one = {"actor": "one", "against": "x", "minimum": 99}
    receipt = melee(tavern, [(one, {"actor": "x", "minimum": 99}, {"actor": "y"} | how)], 0, 0, 3)
    assert (bases(receipt), all_of(receipt, Attacked)) == ({}, [])


@pytest.mark.rule("FUD-178", "FUD-192")
def test_only_arms_that_are_minded_are_measured() -> None:
    """A lone fighter with a knife is smaller than the sword that he leaves to his armour."""
    tavern = fighters(sit_down(ignore_crowd=True, damage_roll="off"))
    for name, magic in (("one", 2), ("x", 0), ("y", 4)):
        weapon = {"name": "W", "skill": "blade", "class": "small", "magic": magic}
        tavern.enter(name, weapons={"w": weapon})
    for against, total in (("x", 1), ("", -1)):  # the larger weapon; or one foe more
        one = {"actor": "one", "against": against, "minimum": 99}
        foes = [{"actor": name, "minimum": 99} for name in "xy"]
        receipt = melee(tavern, [(one, *foes)], 0, 0, 0)
        assert all_of(receipt, Rolled)[0].total == total


@pytest.mark.rule("FUD-194")
def test_one_roll_for_a_group_counts_one_nearer_to_zero() -> None:
    """Each has it on his own trait; the lone fighter rolls for himself."""
    assert [toward_zero(n) for n in range(-4, 5)] == [-3, -2, -1, 0, 0, 0, 1, 2, 3]
    tavern = sit_down(multi_group_roll="one_roll", damage_roll="off")
    tavern.enter("tucker", skills={"blade": "Superb"})
    for name, skill in (("john", "Fair"), ("mark", "Good"), ("paul", "Mediocre")):
        weapon = {"name": "Blade", "skill": "blade", "class": "average"}
        sheet = {"resistance": 0, "skills": {"blade": skill}, "weapons": {"blade": weapon}}
        enter = {"type": "fudge.enter", "actor": name, "name": name.title(), "sheet": sheet}
        tavern.do(enter | {"kind": "npc"})
    for shift, blows in (  # Superb, two taken off: Great, Superb, Fair
        (1, {}),
        (2, {("tucker", "paul"): 3}),
        (-1, {("john", "tucker"): 1, ("mark", "tucker"): 2}),
    ):
        fighter = {"actor": "tucker", "target": "paul"}
        receipt = melee(tavern, [(fighter, "john", "mark", "paul")], shift, 2)
        rolled = of(receipt, GroupRolled)
        assert (rolled.natural, rolled.counts) == (2, 1)
        assert rolled.results == {"john": 1, "mark": 2, "paul": 0}
        assert bases(receipt) == blows
        for actor in ("tucker", "paul"):
            if points := tavern.character(actor).points:
                heal = {"type": "fudge.heal", "target": actor, "source": "x", "amount": points}
                tavern.do(heal | {"rule": "FUD-242"})


@pytest.mark.rule("FUD-194")
def test_players_characters_roll_for_themselves_in_a_group() -> None:
    tavern = fighters(sit_down(multi_group_roll="one_roll"), "one", "x", "y")
    bout = tuple({"actor": name, "minimum": 99} for name in ("one", "x", "y"))
    receipt = melee(tavern, [bout], 0, 0, 0)
    assert not all_of(receipt, GroupRolled)
    assert len(all_of(receipt, Rolled)) == 3


@pytest.mark.rule("FUD-189")
def test_a_horde_is_poor_in_what_counts() -> None:
    club = {"name": "Club", "skill": "clubs", "class": "average"}
    muster = {"type": "fudge.muster", "name": "Bandit", "number": 3, "weapon": club}
    with pytest.raises(Refused, match="no hordes"):
        sit_down().do(muster)
    tavern = sit_down(mooks=True)
    tavern.do(muster)
    state = tavern.session.view().state[Fudge].characters
    assert len(state) == 3
    assert {(who.resistance, who.traits["clubs"].level) for who in state.values()} == {(-2, -2)}
    names = [actor.name for actor in tavern.session.view().table.actors.values()]
    assert names == ["Bandit 1", "Bandit 2", "Bandit 3"]
    assert {a.kind for a in tavern.session.view().table.actors.values()} == {"npc"}
    for number in (0, 100):
        with pytest.raises(Refused, match="a horde of"):
            tavern.do(muster | {"number": number})


RESULTS = st.integers(-5, 6)


@pytest.mark.rule("FUD-187", "FUD-191")
@settings(max_examples=300)
@given(RESULTS, st.lists(RESULTS, min_size=2, max_size=6), st.booleans(), st.booleans())
def test_one_against_several_by_brute_force(
    one: int, others: list[int], tie: bool, sweep: bool
) -> None:
    """He may hit one of all if he beats all; what else he may, only the switches give."""
    me = Side("one", one)
    foes = tuple(Side(f"f{n}", result) for n, result in enumerate(others))
    minima = {foe.actor: -2 for foe in foes}
    found = reach(me, foes, minima, tie=tie, sweep=sweep)
    beaten = {f"f{n}" for n, result in enumerate(others) if one > result and one >= -2}
    if one > max(others):
        assert set(found.one_of) == beaten
    elif tie and one == max(others) and one >= -2:
        assert set(found.one_of) == {f"f{n}" for n, r in enumerate(others) if one - r >= 2}
    else:
        assert found.one_of == ()
    assert set(found.sweep) == (beaten if sweep and len(beaten) > 1 else set())
    assert {f.actor for f in foes if hits(f, me)} == {
        f"f{n}" for n, result in enumerate(others) if result > one and result >= -2
    }


HOW = st.sampled_from(["normal", "all-out-attack", "all-out-defence", "only-defends"])
SKILLS = st.tuples(st.integers(-3, 3), HOW)


def by_the_book(
    one: tuple[int, str], others: list[tuple[int, str]], margins: bool
) -> tuple[set[str], dict[str, int]]:
    """Whom the lone fighter may hit, and the Base Damage of whoever hits him; read for itself."""
    bonus = {"all-out-attack": 1, "all-out-defence": 2}
    (skill, how), less = one, len(others) - 1
    mine = skill - less + bonus.get(how, 0)
    theirs = [(level + bonus.get(manoeuvre, 0), manoeuvre) for level, manoeuvre in others]

    def tied(attack: str, defence: str) -> bool:
        """A tie is lost by who attacks all out, if the other strikes back at all."""
        return attack == "all-out-attack" and defence != "all-out-defence"

    def idle(manoeuvre: str, ahead: int) -> bool:
        failed = margins and ahead >= 4
        return manoeuvre == "only-defends" or (manoeuvre == "all-out-defence" and not failed)

    best = all(mine > n or (mine == n and other == "all-out-attack") for n, other in theirs)
    may = {
        f"f{at}"
        for at, (n, _) in enumerate(theirs)
        if best and mine >= -2 and not idle(how, mine - n)
    }
    hit = {
        f"f{at}": n
        - mine
        + (other == "all-out-attack" and n > mine)
        + 2 * (how == "all-out-attack")
        for at, (n, other) in enumerate(theirs)
        if (n > mine or (n == mine and tied(how, other))) and n >= -2 and not idle(other, n - mine)
    }
    return may, hit


@pytest.mark.rule("FUD-181", "FUD-182", "FUD-187", "FUD-244")
@settings(max_examples=80, deadline=None)
@given(SKILLS, st.lists(SKILLS, min_size=2, max_size=4), st.sampled_from(["off", "margin"]))
def test_one_against_several_whatever_each_of_them_does(
    one: tuple[int, str], others: list[tuple[int, str]], criticals: str
) -> None:
    """Through the command, whose dice show nothing, against the rules read once more."""
    tavern = sit_down(damage_roll="off", criticals=criticals, critical_effects="none")
    for at, (skill, _) in enumerate(others):
        tavern.enter(f"f{at}", skills={"blade": skill})
    tavern.enter("one", skills={"blade": one[0]})
    foes = [{"actor": f"f{at}", "manoeuvre": how} for at, (_, how) in enumerate(others)]
    bout = ({"actor": "one", "manoeuvre": one[1]}, *foes)
    receipt = melee(tavern, [bout], *[0] * len(bout))
    if receipt.waiting:
        first = {"type": "table.answer", "answer": receipt.waiting.choices[0].key}
        receipt = tavern.session.do(first, "master")
    may, hit = by_the_book(one, others, criticals == "margin")
    found = of(receipt, Surrounded)
    assert set(found.may_hit) == may
    assert {a: base for (a, target), base in bases(receipt).items() if target == "one"} == hit
    assert bool(found.struck) == bool(may)
    assert all_of(receipt, Attacked) == []


def test_a_round_of_several_is_told_in_both_languages() -> None:
    tavern = fighters(sit_down(damage_roll="off"), "x", "y", one=3)
    bout = ({"actor": "one", "target": "x"}, "x", "y")
    receipt = melee(tavern, [bout], 2, 0, 0)
    english = [line for line in told(tavern, receipt) if "gets through" in line]
    assert english == ["One, Superb+1, gets through to X: X Fair, Y Fair."]
    assert any("arriva a colpire X" in line for line in told(tavern, receipt, "it"))


@pytest.mark.rule("FUD-195")
def test_each_of_a_group_may_roll_one_die() -> None:
    """The GM's alone, and only where they are several."""
    tavern = sit_down(multi_group_roll="d6", criticals="off", damage_roll="off")
    tavern.enter("one")
    for name in ("x", "y"):
        weapon = {"name": "Blade", "skill": "blade", "class": "average"}
        sheet = {"resistance": 0, "skills": {"blade": 1}, "weapons": {"blade": weapon}}
        enter = {"type": "fudge.enter", "actor": name, "name": name.title(), "sheet": sheet}
        tavern.do(enter | {"kind": "npc"})
    tavern.hand.faces = [5, 5, 3, 1, 5, 6]  # 2 to 5 is as good as ever, whatever lies beside it
    bout = {"one": {"actor": "one"}, "others": [{"actor": "x"}, {"actor": "y"}]}
    receipt = tavern.session.do({"type": "fudge.melee", "bouts": [bout]}, "master")
    assert not tavern.hand.faces
    assert [roll.total for roll in all_of(receipt, Rolled)] == [-1, 1, 1]
    assert bases(receipt) == {("x", "one"): 2, ("y", "one"): 2}
