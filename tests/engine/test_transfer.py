"""Points that change hands: both halves or neither, and as many after as before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.core.table.pools import OpenPool
from rollbook.core.table.temporary import GainTemporary
from rollbook.core.table.transfer import Transfer
from rollbook.core.until import Good
from rollbook.core.vocabulary import Gained, Place, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario


def purses() -> Scenario:
    """Ann has 3 luck, bo 1 of at most 4 and 0 of at most 2 favours, the table 2."""
    play = Scenario(actors={"ann": "anna", "bo": "bert"})
    return play.given(
        OpenPool(actor="ann", pool="luck", balance=3),
        OpenPool(actor="bo", pool="luck", balance=1, maximum=4),
        OpenPool(actor="bo", pool="favours", maximum=2),
        OpenPool(actor="", pool="luck", balance=2),
    )


def balances(play: Scenario) -> dict[str, int]:
    pools = play.session.view().table.pools
    return {f"{who}.{name}": p.balance for who, own in pools.items() for name, p in own.items()}


def test_both_halves_stand_in_one_commit_and_name_each_other() -> None:
    play = purses().when(Transfer(actor="ann", pool="luck", to="bo", amount=2), "anna")
    play.then(
        Spent(
            actor="ann",
            pool="luck",
            amount=2,
            before=3,
            after=1,
            lasting=True,
            given_to=Place("bo", "luck"),
        ),
        Gained(actor="bo", pool="luck", amount=2, before=1, after=3, given_by=Place("ann", "luck")),
    )
    laws.hold(play.session)


def test_points_may_go_to_another_pool_and_to_the_tables_own() -> None:
    play = purses()
    play.given(Transfer(actor="ann", pool="luck", to="bo", to_pool="favours", amount=1), by="anna")
    play.given(Transfer(actor="ann", pool="luck", to="", amount=1), by="anna")
    play.given(Transfer(actor="", pool="luck", to="ann", amount=3))
    assert balances(play) == {"ann.luck": 4, "bo.luck": 1, "bo.favours": 1, ".luck": 0}


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({"amount": 0}, "$.amount"),
    "a theft": ({"amount": -1}, "$.amount"),
    "more than there is": ({"amount": 4}, "$.amount"),
    "more than the other holds": ({"to_pool": "favours", "amount": 3}, "$.amount"),
    "from no pool": ({"pool": "mana"}, "$.pool"),
    "to no pool": ({"to_pool": "mana"}, "$.to_pool"),
    "to nobody": ({"to": "zed"}, "$.to"),
    "to a seat": ({"to": "bert"}, "$.to"),
    "to itself": ({"to": "ann"}, "$.to"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_change_hands_is_refused_and_nothing_is_done_by_halves(what: str) -> None:
    fields, path = REFUSED[what]
    play = purses()
    before = balances(play)
    command = {"actor": "ann", "pool": "luck", "to": "bo", "amount": 1, **fields}
    play.when(Transfer(**command), "anna").refused("refused", path=path)
    assert balances(play) == before


def test_a_player_gives_of_his_own_and_of_nobody_elses() -> None:
    play = purses()
    play.when(Transfer(actor="bo", pool="luck", to="ann", amount=1), "anna").refused("not-allowed")
    play.when(Transfer(actor="", pool="luck", to="ann", amount=1), "anna").refused("not-allowed")
    play.given(Transfer(actor="bo", pool="luck", to="ann", amount=1))


def test_points_that_are_lent_are_not_given_away() -> None:
    """Else what is lent for a while would last with whoever is given it."""
    play = purses().given(GainTemporary(actor="ann", pool="luck", amount=5, until=Good()))
    play.when(Transfer(actor="ann", pool="luck", to="bo", amount=3), "anna")
    assert balances(play)["bo.luck"] == 4
    pool = play.session.view().table.pools["ann"]["luck"]
    assert (pool.balance, pool.lasting) == (5, 0)
    play.when(Transfer(actor="ann", pool="luck", to="", amount=1), "anna")
    play.refused("refused", path="$.amount")
    assert play.error
    assert "0 luck that last" in play.error.what
    laws.hold(play.session)


def test_a_preview_shows_what_a_transfer_costs_and_to_whom_it_goes() -> None:
    play = purses()
    command = Transfer(actor="ann", pool="luck", to="bo", amount=2)
    preview = play.session.preview(command, "anna")
    assert [(c.actor, c.amount, c.after) for c in preview.costs] == [("ann", 2, 1)]
    (end,) = preview.ends
    assert [(e.actor, e.amount, e.after) for e in end.events if isinstance(e, Gained)] == [
        ("bo", 2, 3)
    ]


WHOSE = st.sampled_from((("ann", "luck"), ("bo", "luck"), ("bo", "favours"), ("", "luck")))


@settings(max_examples=60)
@given(st.lists(st.tuples(WHOSE, WHOSE, st.integers(-1, 5)), max_size=12))
def test_however_points_change_hands_there_are_as_many_as_before(
    moves: list[tuple[tuple[str, str], tuple[str, str], int]],
) -> None:
    play = purses()
    held = balances(play)
    most = {"bo.luck": 4, "bo.favours": 2}
    for (actor, pool), (to, to_pool), amount in moves:
        one, other = f"{actor}.{pool}", f"{to}.{to_pool}"
        play.when(Transfer(actor=actor, pool=pool, to=to, to_pool=to_pool, amount=amount))
        fits = held[other] + amount <= most.get(other, 99) and 1 <= amount <= held[one]
        allowed = fits and one != other
        assert (play.error is None) == allowed, str(play.error)
        if allowed:
            held[one], held[other] = held[one] - amount, held[other] + amount
        assert balances(play) == held
        assert sum(held.values()) == 6
    laws.balances_are_sums(play.session)
