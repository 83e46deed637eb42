"""Who acts when by his own choice: held slots, interrupted turns, claims, elective order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.table.state import Round
from rollbook.core.until import TurnEnd, TurnStart, Until
from rollbook.core.vocabulary import EffectBegan
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

OWNERS = {"a": "anna", "b": "bert", "c": "anna", "d": ""}


class Nothing(Struct, frozen=True):
    """Nothing."""


class Cast(Command, ruleset="spells"):
    """Let something last."""

    id: str
    until: Until


rules = Rules(Nothing)


@rules.decides(Cast, may=gm)
def cast(command: Cast, play: Play) -> None:
    """As it says."""
    play.emit(EffectBegan(id=command.id, actor="a", kind="spell", until=command.until))


spells = Ruleset("spells", version="1.0.0", state=Nothing, chapters=(rules,))


def fight(slots: dict[str, Any] | None = None, **more: Any) -> Scenario:
    """A round of a, b, c and d, in this order."""
    own = {f"s-{a}": {"actor": a, "key": [n + 1]} for n, a in enumerate(OWNERS)}
    play = Scenario(spells, actors=OWNERS)
    play.given({"type": "table.begin_scene"})
    return play.given({"type": "table.begin_round", "slots": slots or own, **more})


def do(play: Scenario, what: str, by: str = "gm1", **fields: Any) -> list[str]:
    """Do it; gives the events by name."""
    play.given({"type": f"table.{what}", **fields}, by=by)
    return [e.type.partition(".")[2] for e in play.entries if e.kind == "event"]


def refused(play: Scenario, code: str, what: str, by: str = "gm1", **fields: Any) -> None:
    play.when({"type": f"table.{what}", **fields}, by).refused(code)


def now(play: Scenario) -> Round:
    found = play.session.view().table.round
    assert found
    return found


def turning(play: Scenario) -> tuple[str, ...]:
    return play.session.view().table.turning


def test_each_ends_his_own_turn_and_nobody_elses() -> None:
    play = fight()
    refused(play, "not-allowed", "next_turn", "anna")
    do(play, "next_turn")
    refused(play, "not-allowed", "next_turn", "bert")
    do(play, "next_turn", "anna")
    assert turning(play) == ("b",)
    refused(play, "not-allowed", "next_turn", "anna")


def test_a_player_takes_his_turn_when_his_group_has_come_and_not_before() -> None:
    slots = {"s-a": {"actor": "a", "key": [1]}, "s-b": {"actor": "b", "key": [1]}}
    play = fight({**slots, "s-c": {"actor": "c", "key": [2]}})
    refused(play, "not-allowed", "take_turn", "anna", slot="s-c")
    refused(play, "not-allowed", "take_turn", "anna", slot="s-b")
    do(play, "take_turn", "bert", slot="s-b")
    assert turning(play) == ("b",), "equals act in any order"


def test_who_acts_next_is_chosen_where_the_order_is_elective() -> None:
    """Whoever acted last may choose anybody; others may only come forward themselves."""
    play = fight(elective=True)
    refused(play, "not-allowed", "take_turn", "bert", slot="s-a")
    do(play, "take_turn", "bert", slot="s-b")
    assert do(play, "next_turn", "bert") == ["turn_ended", "group_ended"]
    assert turning(play) == ()
    refused(play, "refused", "next_turn")
    refused(play, "not-allowed", "take_turn", "anna", slot="s-d")
    do(play, "take_turn", "bert", slot="s-d")
    do(play, "next_turn")
    for slot in ("s-c", "s-a"):
        do(play, "take_turn", slot=slot)
        do(play, "next_turn")
    assert (now(play).number, now(play).spent, turning(play)) == (2, (), ())


def test_a_held_slot_waits_for_its_moment_and_acts_once() -> None:
    play = fight()
    do(play, "hold_slot", "anna", id="s-a")
    refused(play, "refused", "hold_slot", "anna", id="s-a")
    do(play, "next_turn")
    assert turning(play) == ("b",), "it no longer comes up by its key"
    refused(play, "refused", "take_turn", "anna", slot="s-a")
    do(play, "interrupt", "anna", slot="s-a")
    assert turning(play) == ("b", "a")
    assert (now(play).paused, now(play).open) == (("s-b",), "s-a")
    assert do(play, "next_turn", "anna") == ["turn_ended"]
    assert turning(play) == ("b",), "the turn that was interrupted goes on"
    refused(play, "refused", "interrupt", "anna", slot="s-a")
    do(play, "next_turn", "bert")
    assert turning(play) == ("c",)
    assert play.session.view().table.turns == {"a": 1, "b": 1, "c": 1}
    laws.hold(play.session)


def test_turns_lie_within_turns() -> None:
    play = fight()
    for slot, by in (("s-b", "bert"), ("s-c", "anna"), ("s-d", "gm1")):
        do(play, "hold_slot", by, id=slot)
    do(play, "next_turn")
    for slot in ("s-b", "s-c", "s-d"):
        do(play, "interrupt", slot=slot)
    assert turning(play) == ("a", "b", "c", "d")
    refused(play, "refused", "hold_slot", id="s-b")
    refused(play, "refused", "delay_slot", id="s-a", key=[9])
    assert do(play, "remove_actor", actor="b")[:2] == ["turn_ended", "slot_dropped"]
    assert turning(play) == ("a", "c", "d"), "who leaves takes nobody else's turn away"
    do(play, "next_turn")
    assert turning(play) == ("a", "c")
    do(play, "end_round")
    assert turning(play) == ()
    laws.hold(play.session)


@pytest.mark.parametrize(
    ("until", "ends_with"),
    [(TurnEnd("a"), "turn"), (TurnEnd("a", 2), "next"), (TurnStart("a"), "next")],
)
def test_an_interrupted_turn_begins_once_and_ends_once(until: Until, ends_with: str) -> None:
    """What lasts by turns counts neither the interruption nor the going on."""
    play = fight()
    do(play, "hold_slot", "bert", id="s-b")
    do(play, "next_turn")
    play.given(Cast(id="spell", until=until))
    do(play, "interrupt", "bert", slot="s-b")
    do(play, "next_turn", "bert")
    assert "spell" in play.session.view().table.effects
    do(play, "next_turn", "anna")
    assert ("spell" in play.session.view().table.effects) == (ends_with == "next")
    for _ in ("c", "d"):
        do(play, "next_turn")
    assert (now(play).number, turning(play)) == (2, ("a",))
    if isinstance(until, TurnEnd):
        do(play, "next_turn")
    assert play.session.view().table.effects == {}


def test_a_turn_that_is_held_is_given_up_and_not_counted() -> None:
    play = fight()
    do(play, "next_turn")
    assert do(play, "hold_slot", "anna", id="s-a") == ["slot_held", "group_ended", "turn_began"]
    assert turning(play) == ("b",)
    assert play.session.view().table.turns == {"a": 0, "b": 1}
    do(play, "release_slot", "anna", id="s-a")
    do(play, "next_turn", "bert")
    assert turning(play) == ("a",), "released, it comes up by its key"


def test_the_round_waits_once_for_those_who_hold() -> None:
    """And what is still held then is lost, unless it is held over rounds."""
    play = fight()
    do(play, "hold_slot", "anna", id="s-a")
    do(play, "hold_slot", "bert", id="s-b", over_rounds=True)
    for _ in ("c", "d"):
        do(play, "next_turn")
    assert do(play, "next_turn")[0] == "turn_ended"
    assert (now(play).number, turning(play)) == (1, ())
    assert do(play, "next_turn")[0] == "round_ended"
    assert (now(play).number, turning(play)) == (2, ("a",)), "his slot is there again, not held"
    assert now(play).slots["s-b"].held == "rounds"
    do(play, "interrupt", "bert", slot="s-b")
    do(play, "end_round")
    laws.hold(play.session)


def test_a_held_slot_is_taken_when_nobody_acts() -> None:
    play = fight()
    do(play, "hold_slot", "anna", id="s-c")
    do(play, "take_turn", "anna", slot="s-c")
    assert turning(play) == ("c",)
    do(play, "next_turn", "anna")
    assert turning(play) == ("a",)


def test_delay_is_to_any_later_moment_also_behind_somebody() -> None:
    play = fight()
    do(play, "next_turn")
    refused(play, "not-allowed", "delay_slot", "anna", id="s-a", key=[0])
    refused(play, "refused", "delay_slot", "anna", id="s-a", after="s-a")
    refused(play, "refused", "delay_slot", "anna", id="s-a", after="s-a", key=[8])
    refused(play, "refused", "delay_slot", "anna", id="s-a", after="nobody")
    do(play, "delay_slot", "anna", id="s-a", after="s-b")
    assert [p.slot for p in play.session.view()["order"].places] == ["s-b", "s-a", "s-c", "s-d"]
    do(play, "next_turn", "bert")
    assert turning(play) == ("a",)


SIDES = {
    "r1": {"side": "red", "key": [1]},
    "b1": {"side": "blue", "key": [2]},
    "r2": {"side": "red", "key": [3]},
    "r3": {"side": "red", "key": [4]},
}


@pytest.mark.report(91)
def test_a_claim_can_be_given_back_and_the_log_shows_both() -> None:
    play = fight(SIDES)
    assert do(play, "claim_slot", "anna", id="r1", actor="a") == ["slot_claimed"]
    refused(play, "refused", "claim_slot", "bert", id="r1", actor="b")
    refused(play, "not-allowed", "take_turn", "bert", slot="r1", actor="b")
    refused(play, "not-allowed", "release_slot", "bert", id="r1")
    assert do(play, "release_slot", "anna", id="r1") == ["slot_released"]
    do(play, "claim_slot", "bert", id="r1", actor="b")
    do(play, "take_turn", "bert", slot="r1")
    assert turning(play) == ("b",)
    log = [(type(e.message).__name__, getattr(e.message, "actor", "")) for e in play.session.log()]
    assert [e for e in log if e[0].startswith("Slot")] == [
        ("SlotClaimed", "a"), ("SlotReleased", "a"), ("SlotClaimed", "b"),
    ]  # fmt: skip


@pytest.mark.report(90)
def test_a_side_loses_the_last_of_its_slots_and_not_that_of_whoever_fell() -> None:
    play = fight(SIDES)
    do(play, "claim_slot", "bert", id="r1", actor="b")
    do(play, "lose_slot", side="red")
    assert set(now(play).slots) == {"r1", "b1", "r2"}
    do(play, "next_turn")
    do(play, "lose_slot", side="red")
    assert set(now(play).slots) == {"r1", "b1"}
    refused(play, "refused", "lose_slot", side="red")
    refused(play, "refused", "lose_slot", side="green")


def test_who_leaves_gives_back_what_he_claimed_before_the_turn_can_pass_to_him() -> None:
    play = fight({**SIDES, "own": {"actor": "b", "key": [0]}})
    do(play, "claim_slot", "bert", id="r1", actor="b")
    do(play, "next_turn")
    assert turning(play) == ("b",)
    do(play, "remove_actor", actor="b")
    assert (now(play).open, turning(play), now(play).slots["r1"].claimed) == ("r1", ("",), "")


@pytest.mark.report(104)
def test_the_order_shows_what_was_compared_by_name() -> None:
    """Initiative first, agility only between those whose initiative is equal."""
    slots = {
        "s-a": {"actor": "a", "key": [-12, -3]},
        "s-b": {"actor": "b", "key": [-12, -5]},
        "s-c": {"actor": "c", "key": [-15, -1]},
    }
    play = fight(slots, keys=["initiative", "agility"])
    places = play.session.view("bert")["order"].places
    assert [(p.slot, p.keys) for p in places] == [
        ("s-c", {"initiative": -15, "agility": -1}),
        ("s-b", {"initiative": -12, "agility": -5}),
        ("s-a", {"initiative": -12, "agility": -3}),
    ]
    do(play, "hold_slot", "anna", id="s-c")
    do(play, "next_turn")
    do(play, "interrupt", "anna", slot="s-c")
    states = [p.state for p in play.session.view("bert")["order"].places]
    assert states == ["open", "paused", "waiting"]
    refused(fight(), "refused", "begin_round", keys=["x", "x"])


def test_a_return_brings_back_turns_within_turns_with_their_timers() -> None:
    play = fight()
    do(play, "hold_slot", "bert", id="s-b")
    do(play, "next_turn")
    play.given(Cast(id="spell", until=TurnEnd("a")))
    do(play, "interrupt", "bert", slot="s-b")
    inside = play.session.timeline.commits - 1
    before = laws.plain(play.session.view().slices)
    do(play, "next_turn")
    do(play, "next_turn")
    assert play.session.view().table.effects == {}
    do(play, "return", to=inside)
    after = laws.plain(play.session.view().slices)
    assert after["Table"] == before["Table"]
    laws.hold(play.session)
