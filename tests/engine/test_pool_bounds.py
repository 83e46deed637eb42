"""A pool's bounds may change and the pool may close; each scope fills up its own pools."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rollbook.core.table.bounds import Bounds, ClosePool, PoolChanged, PoolClosed, SetPool
from rollbook.core.table.pools import Gain, OpenPool, Spend
from rollbook.core.table.returns import Return
from rollbook.core.table.state import Refresh
from rollbook.core.table.temporary import GainTemporary
from rollbook.core.until import Good
from rollbook.core.vocabulary import Lent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario


def lucky(**bounds: Any) -> Scenario:
    """Ann has 3 luck."""
    given = {"balance": 3, "maximum": 5, "refresh": "scene", "to": 4, **bounds}
    play = Scenario(actors={"ann": "anna"})
    return play.given(OpenPool(actor="ann", pool="luck", **given))


def set_(**fields: Any) -> SetPool:
    return SetPool(actor="ann", pool="luck", **fields)


def test_a_pools_bounds_may_change_and_the_event_states_both() -> None:
    play = lucky().when(set_(maximum=7, to=6, rule="LVL-1"))
    play.then(
        PoolChanged(
            actor="ann", pool="luck", rule="LVL-1",
            before=Bounds(0, 5, "scene", 4), after=Bounds(0, 7, "scene", 6),
        )
    )  # fmt: skip
    play.given(Gain(actor="ann", pool="luck", amount=4))
    play.when(Gain(actor="ann", pool="luck", amount=1)).refused("refused")
    laws.hold(play.session)


def test_what_is_not_said_stays_and_null_takes_a_bound_away() -> None:
    play = lucky()
    bare = {"type": "table.set_pool", "actor": "ann", "pool": "luck"}
    play.when({**bare, "maximum": None}).then(PoolChanged)
    play.when({**bare, "minimum": -1, "refresh": ""}).then(PoolChanged)
    play.when({**bare, "to": None}).then(PoolChanged)
    pool = play.session.view().table.pools["ann"]["luck"]
    assert (pool.balance, pool.minimum, pool.maximum, pool.refresh, pool.to) == (
        3, -1, None, "", None,
    )  # fmt: skip


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "a maximum below the balance": ({"maximum": 2, "to": 2}, "$.maximum", "ann has 3 luck"),
    "a minimum above the balance": ({"minimum": 4}, "$.minimum", "ann has 3 luck"),
    "a maximum below the minimum": ({"maximum": -1, "to": None}, "$.maximum", "below the minimum"),
    "a minimum above the maximum": ({"minimum": 6}, "$.minimum", "below the minimum"),
    "a maximum below what it is filled up to": ({"maximum": 3}, "$.maximum", "filled up to 4"),
    "filled up beyond the maximum": ({"to": 6}, "$.to", "filled up to 6"),
    "filled up below the minimum": ({"minimum": 1, "to": 0}, "$.to", "filled up to 0"),
    "nothing": ({}, "", "nothing would change"),
    "the same": ({"maximum": 5}, "", "nothing would change"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bounds_that_the_points_do_not_fit_are_refused_with_what_would_do(what: str) -> None:
    fields, path, said = REFUSED[what]
    play = lucky().when(set_(**fields)).refused("refused", path=path)
    assert play.error
    assert said in play.error.what
    assert play.error.hint


def test_points_that_are_lent_are_outside_of_new_bounds_too() -> None:
    play = lucky().given(GainTemporary(actor="ann", pool="luck", amount=9, until=Good()))
    play.given(set_(maximum=3, to=3))
    assert play.session.view().table.pools["ann"]["luck"].balance == 12
    play.when(set_(minimum=4)).refused("refused", path="$.minimum")


@pytest.mark.parametrize("command", [set_(maximum=9), ClosePool(actor="ann", pool="mana")])
def test_a_pool_that_there_is_not_is_neither_changed_nor_closed(command: Any) -> None:
    play = Scenario(actors={"ann": "anna"}).when(command)
    play.refused("refused", path="$.pool")


def test_a_closed_pool_is_gone_with_what_was_in_it() -> None:
    play = lucky().given(GainTemporary(actor="ann", pool="luck", amount=2, until=Good()))
    (effect,) = play.session.view().table.effects
    play.when(ClosePool(actor="ann", pool="luck", why="sold"))
    closed = play.entries[0].message
    assert closed == PoolClosed(
        actor="ann", pool="luck", before=5, lent=(Lent(effect, 2, 0),), why="sold"
    )
    assert play.session.view().table.pools == {}
    play.when(Spend(actor="ann", pool="luck", amount=1)).refused("refused", path="$.pool")
    play.given(OpenPool(actor="ann", pool="luck", balance=1))
    laws.hold(play.session)


def test_closing_and_changing_are_taken_back_by_a_return() -> None:
    play = lucky()
    at = play.session.timeline.commits - 1
    pools = play.session.view().table.pools
    play.given(set_(maximum=8), ClosePool(actor="ann", pool="luck"), Return(to=at))
    assert play.session.view().table.pools == pools


def test_a_pool_closed_leaves_its_neighbours() -> None:
    play = lucky().given(OpenPool(actor="ann", pool="mana", balance=2))
    play.given(ClosePool(actor="ann", pool="luck"))
    assert play.session.view().table.pools["ann"].keys() == {"mana"}


BEGUN = [{"type": "table.begin_sitting"}, {"type": "table.begin_scene"}]
ROUND = {
    "type": "table.begin_round",
    "slots": {"a": {"actor": "ann", "key": [1]}, "b": {"actor": "bo", "key": [2]}},
    "repeat": False,
}
TURN = [ROUND, {"type": "table.take_turn", "slot": "a"}]
SCOPES: dict[str, tuple[list[Any], dict[str, set[str]]]] = {
    "the turn of ann": ([*TURN, {"type": "table.next_turn"}], {"ann": {"turn"}}),
    "a round nobody has acted in": (
        [ROUND, {"type": "table.end_round"}],
        {"ann": {"round"}, "bo": {"round"}},
    ),
    "a round in the turn of ann": (
        [*TURN, {"type": "table.end_round"}],
        {"ann": {"round", "turn"}, "bo": {"round"}},
    ),
    "a scene": ([{"type": "table.end_scene"}], {"ann": {"scene"}, "bo": {"scene"}}),
    "an evening and the scene in it": (
        [{"type": "table.end_sitting"}],
        {"ann": {"scene", "sitting"}, "bo": {"scene", "sitting"}},
    ),
    "a day": (
        [{"type": "table.refresh_pools", "scope": "day"}],
        {"ann": {"day"}, "bo": {"day"}},
    ),
    "a rest": (
        [{"type": "table.refresh_pools", "scope": "rest"}],
        {"ann": {"rest"}, "bo": {"rest"}},
    ),
    "a session": (
        [{"type": "table.refresh_pools", "scope": "session"}],
        {"ann": {"session"}, "bo": {"session"}},
    ),
}
"""By what ends: how, and whose pools of which scopes are filled up."""


@pytest.mark.report(125)
@pytest.mark.parametrize("what", SCOPES)
def test_each_scope_fills_up_its_own_pools_and_no_others(what: str) -> None:
    """Of at most 5: one has 1 and is filled up to 3, another of 4 keeps what it has."""
    commands, filled = SCOPES[what]
    play = Scenario(actors={"ann": "anna", "bo": "bert"}).given(*BEGUN)
    scopes: tuple[Refresh, ...] = get_args(Refresh)
    for actor in ("ann", "bo"):
        for scope in scopes:
            for name, points in ((scope or "never", 1), (f"{scope} more", 4)):
                play.given(
                    OpenPool(
                        actor=actor, pool=name, balance=points, maximum=5, refresh=scope,
                        to=3 if scope else None,
                    )
                )  # fmt: skip
    play.given(*commands)
    for actor, pools in play.session.view().table.pools.items():
        assert {name for name, pool in pools.items() if pool.balance == 3} == filled.get(
            actor, set()
        )
        assert {pool.balance for name, pool in pools.items() if name.endswith("more")} == {4}
    laws.hold(play.session)


def test_a_pool_is_filled_up_by_its_bounds_of_that_moment() -> None:
    play = lucky().given({"type": "table.begin_scene"}, set_(maximum=9, to=8))
    play.given({"type": "table.end_scene"})
    assert play.session.view().table.pools["ann"]["luck"].balance == 8
