"""A fight from its first round to its last: who is in it, time, initiative, looking around."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.core.table.time import ClockAdvanced
from rollbook.core.table.turns import RoundBegan, RoundEnded
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Blow,
    FightEnded,
    FighterJoined,
    FighterLeft,
    Fudge,
    Observed,
)
from rollbook.plugins.fudge.combat.showing import CombatView
from rollbook.plugins.fudge.state import Fight, fighting

from .tavern import Tavern, all_of, of, sit_down, told


def fight(tavern: Tavern, *names: str, **more: Any) -> Tavern:
    """A fight of these."""
    for name in names:
        tavern.enter(name, more.get(name, ""), skills={"blade": 0, "perception": 0, "shoot": 0})
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": list(names)})
    return tavern


def now(tavern: Tavern) -> Fight:
    """The fight that is on."""
    found = tavern.session.view().state[Fudge].fight
    assert found is not None
    return found


def shown(tavern: Tavern, viewer: str = "master") -> CombatView:
    """What a viewer sees of it."""
    view = tavern.session.view(viewer)["combat"]
    assert isinstance(view, CombatView)
    return view


def melee(tavern: Tavern, *shifts: int, by: str = "master", **manoeuvres: str) -> Any:
    """A round of a against b, neither of whom can hit the other unless the dice say so."""
    one, other = (
        {"actor": name, "manoeuvre": manoeuvres.get(name, "normal")} for name in ("a", "b")
    )
    return tavern.do(
        {"type": "fudge.melee", "bouts": [{"one": one, "others": [other]}]}, *shifts, by=by
    )


@pytest.mark.rule("FUD-168")
def test_rounds_follow_one_another_and_take_their_time() -> None:
    """The next begins when somebody who has fought fights again."""
    tavern = fight(sit_down(round_seconds=7), "a", "b", "c", "d")
    first = melee(tavern, 0, 0)
    assert of(first, RoundBegan).number == 1
    assert not all_of(first, ClockAdvanced)
    exchange = {"type": "fudge.exchange", "a": "c", "b": "d"}
    same = tavern.do(exchange, 0, 0)
    assert not all_of(same, RoundBegan)
    assert set(now(tavern).acted) == {"a", "b", "c", "d"}
    second = tavern.do(exchange, 0, 0)
    assert (of(second, RoundBegan).number, of(second, ClockAdvanced).after) == (2, 7)
    assert now(tavern).acted == ("c", "d")
    assert all_of(melee(tavern, 0, 0), RoundBegan) == []
    third = tavern.do({"type": "fudge.next_round"})
    assert of(third, RoundEnded).number == 2
    assert of(third, ClockAdvanced).after == 14


@pytest.mark.rule("FUD-168")
@pytest.mark.parametrize(
    ("rounds", "begun", "seconds"), [(3, False, 9), (1, False, 3), (2, True, 6)]
)
def test_a_fight_takes_as_long_as_its_rounds(rounds: int, begun: bool, seconds: int) -> None:
    """The last one too; one in which nobody fights takes no time."""
    tavern = fight(sit_down(), "a", "b")
    for _ in range(rounds):
        melee(tavern, 0, 0)
    if begun:
        tavern.do({"type": "fudge.next_round"})
    tavern.do({"type": "fudge.end_fight"})
    assert tavern.session.view().table.clock == seconds


@pytest.mark.rule("FUD-168")
def test_a_round_may_take_no_time_in_particular() -> None:
    tavern = fight(sit_down(round_seconds=0), "a", "b")
    for _ in range(3):
        melee(tavern, 0, 0)
    assert tavern.session.view().table.clock == 0


def test_nobody_in_a_fight_fights_with_somebody_outside_it() -> None:
    """Whoever fights along has joined."""
    tavern = fight(sit_down(), "a", "b")
    tavern.enter("late")
    receipt = tavern.do({"type": "fudge.exchange", "a": "a", "b": "late"}, 0, 0)
    assert of(receipt, FighterJoined).actor == "late"
    assert now(tavern).fighters == ("a", "b", "late")
    assert fighting(tavern.session.view(), "late")


@pytest.mark.rule("FUD-174")
def test_whoever_leaves_and_whatever_ends_a_fight() -> None:
    tavern = fight(sit_down(), "a", "b", "c")
    receipt = tavern.do({"type": "fudge.leave_fight", "actor": "a", "how": "surrender"})
    assert told(tavern, receipt) == ["A gives up."]
    assert of(receipt, FighterLeft).how == "surrender"
    tavern.do({"type": "table.remove_actor", "actor": "b", "why": "x"})
    assert now(tavern).fighters == ("c",)
    tavern.do({"type": "fudge.join_fight", "actor": "a"})
    tavern.do({"type": "fudge.next_round"})
    ended = of(tavern.do({"type": "fudge.end_fight"}), FightEnded)
    assert ended.fighters == ("c", "a")
    view = tavern.session.view()
    assert (view.state[Fudge].fight, view.table.round) == (None, None)
    assert shown(tavern) == CombatView()


def test_a_fight_does_not_outlast_its_scene() -> None:
    tavern = fight(sit_down(), "a", "b")
    assert all_of(tavern.do({"type": "table.end_scene"}), FightEnded)


@pytest.mark.parametrize(
    ("command", "match"),
    [
        ({"type": "fudge.begin_fight", "fighters": ["a"]}, "a fight is on"),
        ({"type": "fudge.join_fight", "actor": "a"}, "already"),
        ({"type": "fudge.join_fight", "actor": "nobody"}, "not in play"),
        ({"type": "fudge.leave_fight", "actor": "c"}, "not in the fight"),
        ({"type": "fudge.observe", "actor": "a"}, "looks around in a fight"),
        ({"type": "fudge.fare", "actor": "a"}, "fights in rounds"),
        ({"type": "fudge.begin_segment", "title": "x"}, "fights in rounds"),
    ],
)
def test_what_does_not_fit_is_refused(command: dict[str, Any], match: str) -> None:
    tavern = fight(sit_down(), "a", "b")
    tavern.enter("c")
    with pytest.raises(Refused, match=match):
        tavern.do(command)


def test_a_fight_begins_a_scene_if_none_is_under_way() -> None:
    tavern = sit_down()
    tavern.enter("a")
    begin = {"type": "fudge.begin_fight", "fighters": ["a"]}
    for change in ({"fighters": ["a", "a"]}, {"fighters": ["a", "who"]}):
        with pytest.raises(Refused):
            tavern.do(begin | change)
    for other in ("next_round", "end_fight"):
        with pytest.raises(Refused, match="no fight"):
            tavern.do({"type": f"fudge.{other}"})
    tavern.do(begin)
    scene = tavern.session.view().table.scene
    assert scene is not None
    tavern.do({"type": "fudge.end_fight"})
    tavern.do(begin)
    assert tavern.session.view().table.scene == scene


# --- initiative


def archers(tavern: Tavern) -> Tavern:
    """Two with bows, of whom one is quicker, and a third whose reflexes nobody has noted."""
    bow = {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}
    for name, traits in (("a", {}), ("b", {"reflexes": 2}), ("c", {"initiative": 1})):
        tavern.enter(name, skills={"bow": 0}, attributes=traits, weapons={"bow": bow})
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["a", "b", "c"]})
    return tavern


@pytest.mark.rule("FUD-162")
def test_initiative_is_rolled_each_round_and_equals_act_together() -> None:
    """Initiative, Reaction or Reflexes and the dice; the best is first."""
    tavern = archers(sit_down(initiative="roll"))
    receipt = tavern.do({"type": "fudge.next_round"}, 1, 0, 1)
    rolls = {roll.actor: roll.total for roll in all_of(receipt, Rolled)}
    assert rolls == {"a": 1, "b": 2, "c": 2}
    assert {roll.rule for roll in all_of(receipt, Rolled)} == {"FUD-162"}
    began = of(receipt, RoundBegan)
    assert {slot.actor: slot.key for slot in began.slots.values()} == {
        "a": (-1,), "b": (-2,), "c": (-2,),
    }  # fmt: skip
    assert began.keys == ("initiative",)
    tavern.do({"type": "table.next_turn"})
    first = shown(tavern).turn
    assert set(first) <= {"b", "c"}


@pytest.mark.rule("FUD-162")
def test_each_shoots_in_his_own_turn() -> None:
    tavern = archers(sit_down(initiative="roll", damage_roll="off"))
    shoot = {"type": "fudge.shoot", "attacker": "a", "target": "b", "answer": "none"}
    with pytest.raises(Refused, match="not the turn of a") as refused:
        tavern.do(shoot)
    assert refused.value.rule == "FUD-162"
    tavern.do({"type": "fudge.next_round"}, 4, 0, 0)
    tavern.do({"type": "table.next_turn"})
    back = {"answer": "shoot-back"}
    with pytest.raises(Refused, match="in his own turn"):
        tavern.do(shoot | back)
    assert of(tavern.do(shoot, 2), Blow).attacker == "a"
    with pytest.raises(Refused, match="not the turn of b"):
        tavern.do(shoot | {"attacker": "b", "target": "a"})


@pytest.mark.rule("FUD-162", "FUD-199")
def test_of_two_who_are_equally_quick_neither_is_first() -> None:
    """Both shoot at once, and who is hit shoots as well as if he were not."""
    tavern = archers(sit_down(initiative="roll", damage_roll="off"))
    tavern.do({"type": "fudge.next_round"}, -1, 0, 1)  # a has -1; b and c have 2
    tavern.do({"type": "table.next_turn"})
    (first,) = shown(tavern).turn
    other = {"b": "c", "c": "b"}[first]
    back = {"type": "fudge.shoot", "attacker": first, "target": other, "answer": "shoot-back"}
    with pytest.raises(Refused, match="in his own turn"):
        tavern.do(back | {"target": "a"})
    receipt = tavern.do(back, 3, 1)
    assert {blow.attacker: blow.base for blow in all_of(receipt, Blow)} == {first: 3, other: 1}


@pytest.mark.rule("FUD-162", "FUD-199")
def test_who_has_shot_in_his_turn_does_not_shoot_back_in_that_of_his_equal() -> None:
    tavern = archers(sit_down(initiative="roll", damage_roll="off"))
    tavern.do({"type": "fudge.next_round"}, -1, 0, 1)  # a has -1; b and c have 2
    tavern.do({"type": "table.next_turn"})
    (first,) = shown(tavern).turn
    second = {"b": "c", "c": "b"}[first]
    shoot = {"type": "fudge.shoot", "answer": "none"}
    tavern.do(shoot | {"attacker": first, "target": "a"}, -3)
    tavern.do({"type": "table.next_turn"})
    back = {"type": "fudge.shoot", "attacker": second, "target": first, "answer": "shoot-back"}
    with pytest.raises(Refused, match="in his own turn"):
        tavern.do(back)
    tavern.do({"type": "fudge.end_fight"})
    with pytest.raises(Refused, match="in his own turn"):
        tavern.do(back)  # without a round nobody is as quick as anybody


@pytest.mark.rule("FUD-162")
def test_when_everybody_has_had_his_turn_the_next_round_is_rolled_for() -> None:
    tavern = archers(sit_down(initiative="roll"))
    tavern.do({"type": "fudge.next_round"}, 4, 0, 0)
    for _ in range(3):
        tavern.do({"type": "table.next_turn"})
    receipt = tavern.do({"type": "table.next_turn"}, 0, 0, 0)
    assert of(receipt, RoundBegan).number == 2
    assert len(all_of(receipt, Rolled)) == 3


def test_there_is_no_initiative_without_rounds() -> None:
    with pytest.raises(Refused, match="initiative"):
        sit_down(combat_system="subjective", initiative="roll")


# --- looking around


OBSERVE = {"type": "fudge.observe", "actor": "a"}


@pytest.mark.rule("FUD-183")
def test_looking_around_helps_in_the_next_round_and_no_longer() -> None:
    tavern = fight(sit_down(allout_defence_observe=True, damage_roll="off"), "a", "b", a="anna")
    with pytest.raises(Refused, match="does not defend all out"):
        tavern.do(OBSERVE, by="anna")
    melee(tavern, 0, 0, a="all-out-defence")
    observed = of(tavern.do(OBSERVE, 0, by="anna"), Observed)
    assert (observed.success, observed.result, observed.difficulty) == (True, 0, 0)
    (me, _) = shown(tavern).fighters
    assert (me.manoeuvre, me.next_round, me.this_round) == ("all-out-defence", ("observed",), ())
    with pytest.raises(Refused, match="already"):
        tavern.do(OBSERVE, by="anna")
    totals = [all_of(melee(tavern, 0, 0), Rolled)[0].total]
    (me, _) = shown(tavern).fighters
    assert (me.next_round, me.this_round) == ((), ("observed",))
    totals.append(all_of(melee(tavern, 0, 0), Rolled)[0].total)
    assert totals == [1, 0]


@pytest.mark.rule("FUD-183")
def test_who_sees_nothing_gains_nothing() -> None:
    tavern = fight(sit_down(allout_defence_observe=True), "a", "b")
    melee(tavern, 0, 0, a="all-out-defence")
    receipt = tavern.do(OBSERVE | {"difficulty": "Good"}, 0)
    assert not of(receipt, Observed).success
    assert all_of(melee(tavern, 0, 0), Rolled)[0].total == 0


@pytest.mark.rule("FUD-183", "FUD-151")
def test_a_player_who_looks_around_sets_no_difficulty() -> None:
    tavern = fight(sit_down(allout_defence_observe=True), "a", "b", a="anna")
    melee(tavern, 0, 0, a="all-out-defence")
    with pytest.raises(Refused) as found:
        tavern.do(OBSERVE | {"difficulty": "Terrible"}, by="anna")
    assert (found.value.rule, found.value.path) == ("FUD-151", "$.difficulty")
    assert of(tavern.do(OBSERVE | {"difficulty": "Terrible"}, -3), Observed).success


@pytest.mark.rule("FUD-183")
@pytest.mark.parametrize("says", ["room", "bonus"])
def test_a_player_has_room_to_move_where_the_gm_lets_him(says: str) -> None:
    tavern = fight(sit_down(allout_defence_observe=True), "a", "b", a="anna")
    melee(tavern, 0, 0, a="all-out-defence")
    waiting = tavern.do(OBSERVE | {"gain": "room"}, by="anna").waiting
    assert waiting is not None
    assert (waiting.to, waiting.rule) == (("gm",), "FUD-183")
    tavern.hand.faces = [5, 5]
    receipt = tavern.session.do({"type": "table.answer", "answer": says}, "master")
    assert of(receipt, Observed).gain == says


@pytest.mark.rule("FUD-183", "FUD-174")
def test_who_has_made_room_moves_without_being_hit() -> None:
    tavern = fight(sit_down(allout_defence_observe=True, damage_roll="off"), "a", "b")
    melee(tavern, 0, 0, a="all-out-defence")
    tavern.do(OBSERVE | {"gain": "room"}, 0)
    rolls = {"actor": "a", "manoeuvre": "other", "doing": "acrobatics", "trait": "perception"}
    bout = {"one": rolls, "others": [{"actor": "b"}]}
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, -1, 2)
    assert not all_of(receipt, Blow)
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, -1, 2)
    assert of(receipt, Blow).target == "a"  # for one round, and no longer


# --- what people see


def test_the_fight_is_shown_as_it_stands() -> None:
    tavern = fight(sit_down(), "a", "b", "c")
    one = {"actor": "a", "minimum": 99}
    others = [
        {"actor": "b", "minimum": 99},
        {"actor": "c", "minimum": 99, "manoeuvre": "all-out-defence"},
    ]
    tavern.do({"type": "fudge.melee", "bouts": [{"one": one, "others": others}]}, 0, 0, 0)
    view = shown(tavern, "anna")
    assert (view.system, view.round) == ("objective", 1)
    assert [(f.name, f.manoeuvre, f.acted, f.outnumbered) for f in view.fighters] == [
        ("A", "normal", True, -1), ("B", "normal", True, 0), ("C", "all-out-defence", True, 0),
    ]  # fmt: skip


def test_what_is_declared_in_secret_is_not_shown() -> None:
    tavern = fight(sit_down(), "a", "b", a="anna", b="bea")
    one, other = {"actor": "a"}, {"actor": "b"}
    tavern.do({"type": "fudge.melee", "bouts": [{"one": one, "others": [other]}]})
    tavern.session.do({"type": "table.answer", "answer": "all-out-attack"}, "anna")
    for viewer in ("bea", "master"):
        assert {fighter.manoeuvre for fighter in shown(tavern, viewer).fighters} == {""}
