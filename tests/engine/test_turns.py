"""Turns are slots: rights to act, with keys from the system, never a position in a list."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rollbook.core.table.order import waiting_slots
from rollbook.core.table.state import Round
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

ABC = ("a", "b", "c")


def fight(keys: dict[str, list[int]], **more: Any) -> Scenario:
    """A round with one slot for each actor, called as he is."""
    play = Scenario(actors=dict.fromkeys(keys, ""))
    slots = {f"s-{actor}": {"actor": actor, "key": key} for actor, key in keys.items()}
    play.given({"type": "table.begin_scene"})
    return play.given({"type": "table.begin_round", "slots": slots, **more})


def now(play: Scenario) -> Round:
    found = play.session.view().table.round
    assert found
    return found


def acting(play: Scenario) -> str:
    return now(play).slots[now(play).open].actor


def then(play: Scenario, what: str, **fields: Any) -> list[str]:
    """Do it; gives the events by name."""
    play.given({"type": f"table.{what}", **fields})
    return [e.type.partition(".")[2] for e in play.entries if e.kind == "event"]


@pytest.mark.report(109)
def test_the_first_to_act_is_the_first_in_order_and_ends_no_turn_before() -> None:
    play = fight({"a": [3], "b": [1], "c": [2]})
    assert then(play, "next_turn") == ["turn_began"]
    assert acting(play) == "b"


@pytest.mark.report(86)
def test_when_the_last_is_removed_on_his_turn_the_first_begins_the_next_round() -> None:
    play = fight({"a": [1], "b": [2], "c": [3]})
    for _ in ABC:
        then(play, "next_turn")
    assert acting(play) == "c"
    then(play, "remove_actor", actor="c")
    assert (now(play).number, acting(play)) == (2, "a")


@pytest.mark.report(87)
def test_removing_one_who_has_acted_takes_nobodys_turn() -> None:
    play = fight({"a": [20], "b": [20], "c": [20]})
    then(play, "next_turn")
    then(play, "next_turn")
    assert acting(play) == "b"
    then(play, "remove_actor", actor="a")
    assert acting(play) == "b"
    then(play, "next_turn")
    assert acting(play) == "c"
    assert now(play).number == 1


@pytest.mark.report(88)
def test_who_dies_on_his_own_turn_leaves_the_others_in_order() -> None:
    play = fight({"a": [1], "b": [2], "c": [3]})
    then(play, "next_turn")
    then(play, "next_turn")
    events = then(play, "remove_actor", actor="b")
    assert [s.actor for s in now(play).slots.values()] == ["a", "c"]
    assert acting(play) == "c"
    assert events.count("turn_ended") == events.count("turn_began") == 1


@pytest.mark.report(89)
def test_who_leaves_before_the_first_turn_leaves_no_slot() -> None:
    play = fight({"a": [1], "b": [2], "c": [3]})
    assert "turn_began" not in then(play, "remove_actor", actor="b")
    assert {s.actor for s in now(play).slots.values()} == {"a", "c"}
    play.when({"type": "table.begin_round"}).refused("refused")


@pytest.mark.report(92)
def test_changing_others_keys_begins_and_ends_no_turn() -> None:
    play = fight({"a": [1], "b": [2], "c": [3]})
    then(play, "next_turn")
    for slot, key in (("s-b", [9]), ("s-c", [2]), ("s-b", [3])):
        assert then(play, "delay_slot", id=slot, key=key)[0] == "slot_delayed"
        assert not [e for e in play.entries if e.type.startswith("table.turn_")]
        assert acting(play) == "a"
    then(play, "next_turn")
    assert acting(play) == "c"


@pytest.mark.report(99)
def test_both_ways_of_removing_drop_the_same_slots() -> None:
    plays = [fight({"a": [1], "b": [2], "c": [3]}) for _ in range(2)]
    for play in plays:
        then(play, "next_turn")
        then(play, "next_turn")
    by_actor = then(plays[0], "remove_actor", actor="b")
    by_slot = then(plays[1], "drop_slot", id="s-b")
    assert [e for e in by_actor if e != "actor_removed"] == by_slot
    assert now(plays[0]) == now(plays[1])


@pytest.mark.report(100)
def test_equals_keep_their_order_however_often_it_is_computed_and_after_reload() -> None:
    """Who joins late comes after his equals, in the next round as well."""
    play = fight({"d": [5], "b": [5], "c": [5]})
    then(play, "add_slot", id="a-late", slot={"actor": "b", "key": [5]})
    order = waiting_slots(now(play))
    assert order[-1] == "a-late"
    assert {waiting_slots(now(play)) for _ in range(1000)} == {order}
    play.session.close()
    assert {waiting_slots(now(play.restart()))} == {order}
    for _ in range(4):
        then(play, "next_turn")
    then(play, "next_turn")
    assert (now(play).number, now(play).open, *waiting_slots(now(play))) == (2, *order)


@pytest.mark.report(96)
def test_a_turn_before_the_first_round_is_refused_and_changes_nothing() -> None:
    play = Scenario(actors={"a": ""})
    for what in ("next_turn", "take_turn", "end_round", "drop_slot"):
        fields = {"id": "x"} if what == "drop_slot" else {}
        play.when({"type": f"table.{what}", **fields}).refused("refused")
    assert play.session.view().table.round is None


def test_any_who_has_not_acted_may_be_chosen_next() -> None:
    play = fight({"a": [1], "b": [2], "c": [3]})
    then(play, "take_turn", slot="s-c")
    play.when({"type": "table.take_turn", "slot": "s-a"}).refused("refused", path="$.slot")
    then(play, "delay_slot", id="s-c", key=[0])
    assert acting(play) == "c", "a turn that is given up passes to the first who is ready"
    then(play, "next_turn")
    play.when({"type": "table.delay_slot", "id": "s-c", "key": [9]}).refused("refused", path="$.id")
    assert acting(play) == "a"


def test_who_delays_acts_later_and_his_turn_is_not_spent() -> None:
    play = fight({"a": [1], "b": [2]})
    then(play, "next_turn")
    events = then(play, "delay_slot", id="s-a", key=[7])
    assert acting(play) == "b"
    assert "turn_ended" not in events
    then(play, "next_turn")
    assert acting(play) == "a"
    assert now(play).number == 1
    assert play.session.view().table.turns == {"a": 1, "b": 1}, "the turn given up is not counted"


def test_a_group_nobody_of_which_has_acted_does_not_end() -> None:
    play = fight({"a": [1], "b": [2], "c": [3]})
    assert then(play, "delay_slot", id="s-b", key=[9]) == ["slot_delayed"]
    assert then(play, "drop_slot", id="s-c") == ["slot_dropped"]


def test_a_group_ends_when_its_last_has_acted_or_gone() -> None:
    play = fight({"a": [1], "b": [1], "c": [2]})
    assert "group_ended" not in then(play, "next_turn")
    assert "group_ended" not in then(play, "next_turn")
    assert then(play, "next_turn") == ["turn_ended", "group_ended", "turn_began"]
    assert then(play, "drop_slot", id="s-c")[:3] == ["turn_ended", "group_ended", "slot_dropped"]


def test_a_side_has_slots_that_any_of_it_takes() -> None:
    """Whoever acts for a side and is removed ends that turn, and the side has spent its slot."""
    play = Scenario(actors={"g1": "", "a": ""})
    slots = {"g": {"side": "goblins", "key": [1]}, "a": {"actor": "a", "key": [2]}}
    play.given({"type": "table.begin_scene"}, {"type": "table.begin_round", "slots": slots})
    then(play, "take_turn", slot="g", actor="g1")
    assert play.session.view().table.turning == ("g1",)
    assert then(play, "remove_actor", actor="g1")[:2] == ["turn_ended", "group_ended"]
    assert (now(play).open, now(play).spent) == ("a", ("g",))
    laws.hold(play.session)


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ({"type": "table.add_slot", "id": "s-a", "slot": {"actor": "a"}}, "$.id"),
        ({"type": "table.add_slot", "id": "A", "slot": {"actor": "a"}}, "$.id"),
        ({"type": "table.add_slot", "id": "x", "slot": {"actor": "zed"}}, "$.slot.actor"),
        ({"type": "table.add_slot", "id": "x", "slot": {}}, "$.slot"),
        ({"type": "table.drop_slot", "id": "x"}, "$.id"),
        ({"type": "table.delay_slot", "id": "x", "key": []}, "$.id"),
        ({"type": "table.take_turn", "slot": "x"}, "$.slot"),
        ({"type": "table.take_turn", "slot": "s-a", "actor": "b"}, "$.actor"),
    ],
)
def test_a_slot_that_cannot_be_is_refused_where_it_is_wrong(
    command: dict[str, Any], path: str
) -> None:
    play = fight({"a": [1], "b": [2]})
    play.when(command)
    assert play.error
    assert play.error.path == path


STEPS = st.one_of(
    st.tuples(st.just("next_turn")),
    st.tuples(st.just("drop_slot"), st.integers(0, 9)),
    st.tuples(st.just("remove_actor"), st.integers(0, 9)),
    st.tuples(st.just("delay_slot"), st.integers(0, 9), st.integers(0, 3)),
    st.tuples(st.just("add_slot"), st.integers(0, 9), st.integers(0, 3)),
    st.tuples(st.just("take_turn"), st.integers(0, 9)),
)


@pytest.mark.report(87)
@pytest.mark.report(97)
@settings(
    max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=5), st.lists(STEPS, max_size=25))
def test_nothing_but_acting_decides_who_has_not_acted(
    keys: list[int], steps: list[tuple[Any, ...]]
) -> None:
    """Whatever is added, dropped, delayed or removed, everybody else stands as he stood."""
    play = fight({f"a{i}": [key] for i, key in enumerate(keys)})
    for no, (what, *numbers) in enumerate(steps):
        before = play.session.view().table.round
        if before is None:
            return
        error = play.when(command(play, no, what, *numbers)).error
        after = play.session.view().table.round
        if error is None and after is not None:
            stands(play, what, before, after)
    laws.live_is_refolded(play.session)
    laws.decided_again_is_the_same(play.session)


def command(play: Scenario, no: int, what: str, *numbers: int) -> dict[str, Any]:
    """The step with slots and actors that there are, as far as there are any."""
    table = play.session.view().table
    slots = sorted(now(play).slots) or ["none"]
    actors = sorted(table.actors) or ["nobody"]
    first, second = (*numbers, 0, 0)[:2]
    fields: dict[str, dict[str, Any]] = {
        "next_turn": {},
        "take_turn": {"slot": slots[first % len(slots)]},
        "drop_slot": {"id": slots[first % len(slots)]},
        "delay_slot": {"id": slots[first % len(slots)], "key": [second]},
        "remove_actor": {"actor": actors[first % len(actors)]},
        "add_slot": {
            "id": f"x{no}", "slot": {"actor": actors[first % len(actors)], "key": [second]}
        },
    }  # fmt: skip
    return {"type": f"table.{what}", **fields[what]}


def stands(play: Scenario, what: str, before: Round, after: Round) -> None:
    """Nobody has acted but whose turn has ended, and nobody else's slot has changed."""
    assert after.number >= before.number >= 1
    assert after.open == "" or (after.open in after.slots and after.open not in after.spent)
    if after.number != before.number:
        return
    gone = set(before.slots) - set(after.slots)
    ended = {e.message.slot for e in play.entries if e.type == "table.turn_ended"}
    assert set(after.spent) == (set(before.spent) | ended) - gone
    if what in ("drop_slot", "remove_actor"):
        assert after.slots == {s: v for s, v in before.slots.items() if s not in gone}
        assert after.open == before.open or before.open in gone
    if what == "next_turn" and waiting_slots(before):
        assert after.open == waiting_slots(before)[0]
