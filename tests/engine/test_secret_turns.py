"""Slots and turns of an actor whom only some know of are for those alone."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.table.actors import AddActor
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

OWNERS = {"a": "anna", "b": "bert"}
STALKER = AddActor(id="stalker", name="The stalker", seen_by=("gm",))


def do(play: Scenario, what: str, by: str = "gm1", **fields: Any) -> None:
    play.given({"type": f"table.{what}", **fields}, by=by)


def fight(*, hidden: bool, key: int = 2, **more: Any) -> Scenario:
    """A round of a and b at 1 and 3; in between, in one of two worlds, somebody hides."""
    play = Scenario(actors=OWNERS)
    do(play, "begin_scene")  # first, for its id counts commits
    if hidden:
        play.given(STALKER)
    slots = {"s-a": {"actor": "a", "key": [1]}, "s-b": {"actor": "b", "key": [3]}}
    do(play, "begin_round", slots=slots, **more)
    if hidden:
        do(play, "add_slot", id="s-x", slot={"actor": "stalker", "key": [key]})
    return play


def seen(play: Scenario, viewer: str) -> tuple[Any, ...]:
    """Everything shown but the numbers that count records and commits."""
    shown = laws.seen_by(play.session, viewer, counted=False)
    log = [
        (e.kind, e.type, e.by, e.message) for e in play.session.log(viewer=viewer)
        if not e.type.endswith(("open", "opened"))
    ]  # fmt: skip
    return shown["state"]["Table"], shown["projections"], shown["offers"], log


def alike(hidden: Scenario, plain: Scenario) -> None:
    for viewer in ("anna", "bert", "eve"):
        for mine, yours in zip(seen(hidden, viewer), seen(plain, viewer), strict=True):
            assert mine == yours, f"{viewer} can tell"
    for play in (hidden, plain):
        laws.hold(play.session)


@pytest.mark.parametrize("key", [0, 1, 2, 3, 4])
def test_nobody_can_tell_that_somebody_hides_in_the_round(key: int) -> None:
    """First, among equals, in between or last; over the end of a round, and to the next."""
    hidden, plain = fight(hidden=True, key=key), fight(hidden=False)
    for _ in range(5):
        while _turn(hidden) == "stalker":
            do(hidden, "next_turn")
        do(plain, "next_turn")
        do(hidden, "next_turn")
    while _turn(hidden) == "stalker":
        do(hidden, "next_turn")
    assert hidden.session.view().table.turns["stalker"] >= 1
    alike(hidden, plain)


def _turn(play: Scenario) -> str:
    return (play.session.view().table.turning or ("",))[-1]


def test_he_holds_and_interrupts_in_secret() -> None:
    hidden, plain = fight(hidden=True), fight(hidden=False)
    do(hidden, "hold_slot", id="s-x", over_rounds=True)
    for play in (hidden, plain):
        do(play, "next_turn")
    do(hidden, "interrupt", slot="s-x")
    assert hidden.session.view("anna").table.turning == ("a",)
    assert hidden.session.view("gm1").table.turning == ("a", "stalker")
    alike(hidden, plain)
    do(hidden, "next_turn")
    alike(hidden, plain)
    for play in (hidden, plain):
        do(play, "next_turn", "anna")
        do(play, "add_slot", id="more", slot={"actor": "a", "key": [3]})
    alike(hidden, plain)


def test_a_round_that_waits_for_him_alone_ends_in_secret() -> None:
    hidden, plain = fight(hidden=True), fight(hidden=False)
    do(hidden, "hold_slot", id="s-x")
    for play in (hidden, plain):
        for _ in range(3):
            do(play, "next_turn")
    assert _turn(hidden) == ""
    do(hidden, "next_turn")
    alike(hidden, plain)


def test_he_is_delayed_dropped_and_removed_in_secret() -> None:
    hidden, plain = fight(hidden=True), fight(hidden=False)
    do(hidden, "delay_slot", id="s-x", after="s-a")
    for play in (hidden, plain):
        do(play, "next_turn")
    do(hidden, "next_turn")
    assert _turn(hidden) == "stalker"
    do(hidden, "drop_slot", id="s-x")
    do(plain, "next_turn")
    alike(hidden, plain)


def test_what_a_player_may_not_know_is_refused_like_what_is_not_there() -> None:
    play = fight(hidden=True, elective=True)
    do(play, "take_turn", slot="s-a")
    do(play, "next_turn")
    for what, fields in (
        ("take_turn", {"slot": "?"}), ("hold_slot", {"id": "?"}), ("release_slot", {"id": "?"}),
        ("delay_slot", {"id": "?", "key": [9]}), ("delay_slot", {"id": "s-a", "after": "?"}),
        ("delay_slot", {"id": "s-b", "after": "?"}), ("interrupt", {"slot": "?"}),
        ("claim_slot", {"id": "?", "actor": "a"}), ("take_turn", {"slot": "s-b", "actor": "?"}),
    ):  # fmt: skip
        said = []
        for name, actor in (("s-x", "stalker"), ("s-y", "nobody")):
            filled = {k: v if v != "?" else actor if k == "actor" else name
                      for k, v in fields.items()}  # fmt: skip
            error = play.when({"type": f"table.{what}", **filled}, "anna").error
            said.append(str(error).replace(name, "?").replace(actor, "?"))
        assert said[0] == said[1], what


def test_a_round_begun_with_one_in_hiding_tells_the_others_of_the_others() -> None:
    play = Scenario(actors=OWNERS)
    play.given(STALKER)
    do(play, "begin_scene")
    slots = {f"s-{a}": {"actor": a, "key": [1]} for a in ("a", "b", "stalker")}
    do(play, "begin_round", slots=slots)
    shown = {viewer: play.session.view(viewer).table.round for viewer in ("anna", "gm1")}
    assert shown["anna"] is not None
    assert set(shown["anna"].slots) == {"s-a", "s-b"}
    assert shown["gm1"] is not None
    assert set(shown["gm1"].slots) == set(slots)
    assert "stalker" not in str(list(play.session.log(viewer="anna")))


def test_a_secret_round_stays_one_to_its_end_and_over_it() -> None:
    play = Scenario(actors=OWNERS)
    do(play, "begin_scene")
    before = play.session.timeline.size
    do(play, "begin_round", slots={"s-a": {"actor": "a"}}, seen_by=["gm"])
    for _ in range(3):
        do(play, "next_turn")
    do(play, "add_slot", id="x", slot={"actor": "b"})
    do(play, "end_round")
    assert list(play.session.log(since=before, viewer="anna")) == []
    assert play.session.view("anna").table.turns == {}
    laws.hold(play.session)
