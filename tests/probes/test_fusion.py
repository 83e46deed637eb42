"""Fusion: what is left of a success is spent by questions, on effects that are used up once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

import pytest

from rollbook.core.table.returns import Return
from rollbook.core.vocabulary import DieSet, EffectBegan, Rolled

from .conftest import Bench
from .fusion import (
    CELLS,
    Attempt,
    Attempted,
    Body,
    Bought,
    Embody,
    Fusion,
    Harmed,
    Hit,
    Shoot,
    Wounded,
    cells,
    fusion,
)

ATTRIBUTES = {"fisico": 6, "sensi": 6, "volonta": 4, "intelletto": 3}


@pytest.fixture
def table(bench: Callable[..., Bench]) -> Bench:
    made = bench([fusion], fresh=True)
    for actor, owner in (("ada", "anna"), ("bruno", "bea")):
        made.join(actor, owner)
        made.do(Embody(actor=actor, body=Body(attributes=ATTRIBUTES, guard=2)))
    return made


def attempt(table: Bench, *attributes: str, successes: int, dice: int, **changes: object) -> None:
    """So many of the dice show a success, whatever the threshold; the others fail."""
    command = Attempt(actor="ada", attributes=attributes, **changes)  # type: ignore[arg-type]
    table.do(command, "anna", faces=[6] * successes + [1] * (dice - successes))


def buy(table: Bench, *said: str) -> None:
    for each in said:
        table.answer(each, "anna")


@pytest.mark.parametrize(
    ("attributes", "skill", "chain", "dice", "threshold"),
    [
        (("fisico", "sensi"), 3, 0, 12, 5),  # 15 dice, of which twelve at most are thrown
        (("fisico", "sensi"), 3, 2, 11, 5),  # the cap comes after the penalty
        (("fisico",), 0, 0, 6, 4),
        (("intelletto",), 0, 1, 1, 4),
    ],
)
def test_a_pool_is_counted_from_attributes_penalties_and_the_cap(
    table: Bench,
    attributes: tuple[str, ...],
    skill: int,
    chain: int,
    dice: int,
    threshold: int,
) -> None:
    for step in range(chain):
        attempt(table, "fisico", successes=0, dice=6 - 2 * step, rapid=step > 0)
    attempt(table, *attributes, successes=0, dice=dice, skill=skill, rapid=chain > 0)
    rolled = table.last(Rolled)
    assert len(rolled.dice) == dice
    assert rolled.notation.endswith(f"d6>={threshold}")
    assert {m.rule: m.amount for m in rolled.modifiers if m.on == "pool"} == {
        **({"FUS-042": -2 * chain} if chain else {}),
        "FUS-039": 0,
        "FUS-038": 12,
    }
    table.audited()


def test_rapid_actions_cost_two_dice_more_each_until_none_is_left(table: Bench) -> None:
    pools = []
    for step in range(5):
        dice = max(0, 6 - 2 * step)
        attempt(table, "fisico", successes=0, dice=dice, rapid=step > 0)
        pools.append(len(table.last(Rolled).dice))
    assert pools == [6, 4, 2, 0, 0]
    assert table.last(Attempted).successes == 0
    attempt(table, "fisico", successes=0, dice=6)
    table.audited()


def bought_with(margin: int, attributes: tuple[str, ...]) -> Iterator[frozenset[str]]:
    """Every set of cells that a sequence of offered choices leads to."""

    def on(left: int, so_far: list[str]) -> Iterator[frozenset[str]]:
        yield frozenset(so_far)
        for choice in cells(attributes, left, so_far):
            yield from on(left - choice.cost, [*so_far, choice.id])

    yield from on(margin, [])


def test_a_margin_of_three_buys_what_the_lists_allow_and_nothing_else() -> None:
    sets = set(bought_with(3, ("fisico",)))
    prices = CELLS["fisico"]
    assert {"danno", "danni.d6"} in sets
    assert {"sopraffare"} in sets
    assert {"danno", "resistere.1", "trattenere"} in sets
    assert {"adrenalina.2", "danno"} not in sets
    assert all(sum(prices[c] for c in each) <= 3 for each in sets)
    subsets = {frozenset[str]()}
    for cell in prices:
        subsets |= {each | {cell} for each in subsets}
    assert sets == {each for each in subsets if sum(prices[c] for c in each) <= 3}


def test_two_attributes_sell_both_their_lists_each_at_its_best_price() -> None:
    sets = set(bought_with(2, ("sensi", "volonta")))
    assert {"eludere", "sopraffare"} in sets
    assert {"vantaggio"} in sets
    assert set(bought_with(0, ("intelletto",))) == {frozenset()}


def test_surplus_is_spent_question_by_question_and_a_return_gives_it_back(table: Bench) -> None:
    attempt(table, "fisico", successes=4, dice=6)
    asked = table.session.timeline.commits - 1
    assert all(cost <= 3 for cost, _ in table.choices().values())
    buy(table, "resistere.1")
    assert "resistere.1" not in table.choices()
    assert max(cost for cost, _ in table.choices().values()) == 2
    buy(table, "danni.d6")
    assert table.session.waiting is None
    table.do(Return(to=asked))
    assert table.session.view().table.effects == {}
    buy(table, "resistere.2")
    assert table.session.waiting is None
    assert [(b.cell, b.left) for b in table.every(Bought)] == [
        ("resistere.1", 2),
        ("danni.d6", 0),
        ("resistere.2", 0),
    ]
    assert [e.amount for e in table.session.view().table.effects.values()] == [2]
    table.audited()


def test_a_clean_success_buys_nothing(table: Bench) -> None:
    attempt(table, "fisico", successes=1, dice=6)
    assert table.session.waiting is None


def test_all_that_resists_works_once_and_the_rest_of_it_is_lost(table: Bench) -> None:
    attempt(table, "fisico", successes=5, dice=6)
    buy(table, "resistere.1", "resistere.2")
    ids = [e.id for e in table.every(EffectBegan)]
    table.do(Harmed(target="ada", source="bruno", amount=2))
    hit = table.last(Hit)
    assert (hit.amount, hit.final) == (2, 0)
    assert [(u.effect, u.left) for u in hit.used] == [(ids[0], 0), (ids[1], 0)]
    assert table.every(Wounded) == []
    table.do(Harmed(target="ada", source="bruno", amount=2))
    assert table.last(Hit).used == ()
    assert table.session.view().state[Fusion].bodies["ada"].hurt == 2
    table.audited()


def test_a_guard_that_was_bought_serves_one_shot_among_its_modifiers(table: Bench) -> None:
    attempt(table, "sensi", successes=2, dice=6)
    buy(table, "guardia.1")
    (effect,) = table.session.view().table.effects
    table.do(Shoot(actor="bruno", target="ada"), "bea", faces=[6, 6, 6, 1, 1, 1])
    rolled = table.last(Rolled)
    assert [(m.source, m.amount) for m in rolled.modifiers if m.on == "difficulty"] == [(effect, 1)]
    assert [u.effect for u in rolled.used] == [effect]
    assert table.last(Attempted).difficulty == 3
    table.do(Shoot(actor="bruno", target="ada"), "bea", faces=[6, 6, 6, 1, 1, 1])
    assert table.last(Attempted).difficulty == 2


def test_what_is_avoided_is_never_rolled(table: Bench) -> None:
    attempt(table, "sensi", successes=2, dice=6)
    buy(table, "eludere")
    before = len(table.every(Rolled))
    table.do(Shoot(actor="bruno", target="ada"), "bea")
    table.answer("yes", "anna")
    assert len(table.every(Rolled)) == before
    assert table.session.view().table.effects == {}
    table.audited()


def test_who_is_inspired_throws_failed_dice_again_at_the_first_occasion(table: Bench) -> None:
    attempt(table, "volonta", successes=3, dice=4)
    buy(table, "ispirare.2", "bruno")
    command = Attempt(actor="bruno", attributes=("volonta",), difficulty=3)
    table.do(command, "bea", faces=[2, 2, 5, 6, 4, 1])
    assert table.last(Attempted).successes == 3
    turned = [(e.die, e.before, e.after) for e in table.every(DieSet)]
    assert turned == [(0, 2, 4), (1, 2, 1)]
    table.do(command, "bea", faces=[2, 2, 5, 6])
    assert table.last(Attempted).successes == 2
    table.audited()


def test_a_whole_pool_is_previewed_with_exact_chances_and_no_die_drawn(table: Bench) -> None:
    command = Attempt(actor="ada", attributes=("fisico", "sensi"), skill=3, difficulty=12)
    preview = table.session.preview(command, by="anna")
    (roll,) = preview.rolls
    assert roll.notation == "12d6>=5"
    assert {m.rule: m.amount for m in roll.modifiers} == {"FUS-039": 0, "FUS-038": 12}
    counted = {n: comb(12, n) * 2**n * 4 ** (12 - n) for n in range(13)}
    assert {n: Fraction(c, roll.whole) for n, c in roll.totals.items()} == {
        n: Fraction(c, 6**12) for n, c in counted.items()
    }
    assert table.every(Rolled) == []
    again = table.session.preview(command, by="anna")
    assert again == preview
