"""What systems do with pools: a small one, upon which reports of others are held against."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from rollbook import Command, Event, Play, Rules, Ruleset, gm, owner
from rollbook.core.modifiers import Check
from rollbook.core.table.pools import OpenPool, Spend, affordable, balance
from rollbook.core.table.temporary import GainTemporary
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import Gained, Rolled, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario


class Grit(Struct, frozen=True):
    """Nothing is kept: everything is in pools."""


class Attempt(Command, ruleset="grit"):
    """Roll; it costs a point of focus where one puts it in."""

    actor: str
    focused: bool = False


class Harm(Command, ruleset="grit"):
    """Take so much health from somebody."""

    actor: str
    amount: int


class Treat(Command, ruleset="grit"):
    """A die less four points of health come back."""

    actor: str


class Fell(Event, ruleset="grit"):
    """Somebody has no health left, and is out of action."""

    actor: str


rules = Rules(Grit)


@rules.decides(Attempt, may=owner("actor"))
def attempt(command: Attempt, play: Play) -> None:
    """Two sixes are a critical, which clears a point of stress. GRI-001, GRI-002."""
    actor = command.actor
    if command.focused:
        play.emit(Spent(actor=actor, pool="focus", amount=1, rule="GRI-001"))
    roll = play.roll("2d6", actor, "attempt", play.modifiers(Check(actor=actor, kind="attempt")))
    if roll.natural == 12 and affordable(play, actor, "stress"):
        play.emit(Spent(actor=actor, pool="stress", amount=1, rule="GRI-002"))


@rules.decides(Harm, may=gm)
def harm(command: Harm, play: Play) -> None:
    """No more health is lost than there is; who has none left falls. GRI-003."""
    if command.amount < 0:
        play.refuse("harm is never negative", path="$.amount", rule="GRI-003")
    there = affordable(play, command.actor, "health")
    lost = min(command.amount, there)
    play.emit(Spent(actor=command.actor, pool="health", amount=lost, rule="GRI-003"))
    if command.amount >= there > 0:
        play.emit(Fell(actor=command.actor))


@rules.decides(Treat, may=gm)
def treat(command: Treat, play: Play) -> None:
    """A bad hand heals nothing, and takes nothing. GRI-004."""
    total = play.roll("1d6-4", command.actor, "treat", rule="GRI-004").total
    room = 10 - balance(play, command.actor, "health")
    healed = max(0, min(total, room))
    play.emit(Gained(actor=command.actor, pool="health", amount=healed, rule="GRI-004"))


grit = Ruleset("grit", "1.0.0", Grit, chapters=(rules,), events=(Fell,))

POOLS = {"health": 5, "focus": 2, "stress": 1, "experience": 4}


def somebody(**points: int) -> Scenario:
    play = Scenario(grit, actors={"ann": "anna"})
    for pool, there in {**POOLS, **points}.items():
        play.given(OpenPool(actor="ann", pool=pool, balance=there, maximum=10))
    return play


def points(play: Scenario) -> dict[str, int]:
    pools = play.session.view().table.pools["ann"]
    return {name: pool.balance for name, pool in pools.items()}


@pytest.mark.report(122)
@settings(max_examples=60)
@given(st.integers(0, 10), st.lists(st.integers(0, 2**62), min_size=1, max_size=4))
@example(5, [6])
@example(5, [2**31, 2**62])
@example(0, [1])
def test_more_harm_than_there_is_health_leaves_none_and_heals_nobody(
    health: int, blows: list[int]
) -> None:
    play = somebody(health=health)
    left, falls = health, 0
    for amount in blows:
        play.when(Harm(actor="ann", amount=amount))
        fell = [e for e in play.entries if isinstance(e.message, Fell)]
        assert [e for e in play.entries if isinstance(e.message, Gained)] == []
        assert bool(fell) == (amount >= left > 0)
        left, falls = max(0, left - amount), falls + len(fell)
        assert points(play)["health"] == left
    assert falls == (health > 0 and left == 0)
    play.when(Spend(actor="ann", pool="health", amount=left + 1))
    play.refused("refused", path="$.amount")  # by hand no more is taken either
    laws.balances_are_sums(play.session)


@pytest.mark.report(122)
def test_more_harm_than_health_and_what_is_lent_leaves_none_of_either() -> None:
    play = somebody(health=3)
    play.given({"type": "table.begin_scene"})
    play.given(GainTemporary(actor="ann", pool="health", amount=2, until=SceneEnd()))
    play.when(Harm(actor="ann", amount=4))
    assert points(play)["health"] == 1
    play.when(Harm(actor="ann", amount=40))
    assert points(play)["health"] == 0
    assert any(isinstance(e.message, Fell) for e in play.entries)


@pytest.mark.report(123)
@pytest.mark.parametrize(("face", "healed"), [(1, 0), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_healing_of_less_than_nothing_takes_no_points_and_the_total_stays_on_record(
    face: int, healed: int
) -> None:
    play = somebody().when(Treat(actor="ann"), faces=[face])
    rolled, gained = (e.message for e in play.entries)
    assert isinstance(rolled, Rolled)
    assert isinstance(gained, Gained)
    assert (rolled.total, gained.amount) == (face - 4, healed)
    assert points(play)["health"] == 5 + healed
    play.when(Spend(actor="ann", pool="health", amount=-1)).refused("refused", path="$.amount")
    laws.hold(play.session)


@pytest.mark.report(127)
@pytest.mark.parametrize("focused", [False, True])
@pytest.mark.parametrize("faces", [(1, 1), (3, 4), (6, 6)])
def test_a_roll_touches_no_pool_that_its_rule_does_not_name(
    focused: bool, faces: tuple[int, int]
) -> None:
    play = somebody()
    before, since = points(play), play.session.timeline.size
    play.when(Attempt(actor="ann", focused=focused), "anna", faces=faces)
    named = {"focus"} if focused else set()
    named |= {"stress"} if faces == (6, 6) else set()
    touched: dict[str, Any] = {}
    for record in play.store.records("s", since):
        body = json.loads(record.body)
        if "pool" in body and record.kind == "event":
            touched[body["pool"]] = body["rule"]
    assert touched.keys() == named
    assert all(touched.values()), "each says by which rule"
    assert {name for name, now in points(play).items() if now != before[name]} == named


@pytest.mark.report(128)
@pytest.mark.parametrize(("stress", "after"), [(3, 2), (1, 0), (0, 0)])
def test_a_critical_clears_a_point_of_stress_and_never_one_that_is_not_there(
    stress: int, after: int
) -> None:
    play = somebody(stress=stress).when(Attempt(actor="ann"), "anna", faces=(6, 6))
    assert points(play)["stress"] == after
    play.when(Attempt(actor="ann"), "anna", faces=(6, 5))
    assert points(play)["stress"] == after, "nothing but a critical"
    laws.hold(play.session)
