"""Two dice as -4 to +4: FUD-133 to FUD-138, exhaustively."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from rollbook.core.dice import Injected, evaluate, odds, parse
from rollbook.core.errors import Invalid
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import DIFFERENCE, LOW, SUM7, FudgeOptions, shift
from rollbook.plugins.fudge.dice import difference, low, sum7

from .tavern import of, sit_down

Read = Callable[[tuple[int, ...]], int]

COUNTS = {-4: 2, -3: 3, -2: 4, -1: 5, 0: 8, 1: 5, 2: 4, 3: 3, 4: 2}
TABLES: dict[Read, list[list[int]]] = {
    low: [
        [0, 1, 1, 1, 1, 1],
        [-1, 0, 2, 2, 2, 2],
        [-1, -2, 0, 3, 3, 3],
        [-1, -2, -3, 0, 4, 4],
        [-1, -2, -3, -4, 0, 0],
        [-1, -2, -3, -4, 0, 0],
    ],
    difference: [
        [0, -1, -2, -3, -4, 0],
        [1, 0, -1, -2, -3, -4],
        [2, 1, 0, -1, -2, -3],
        [3, 2, 1, 0, -1, -2],
        [4, 3, 2, 1, 0, -1],
        [0, 4, 3, 2, 1, 0],
    ],
    sum7: [
        [0, -4, -3, -2, -1, 0],
        [-4, -3, -2, -1, 0, 1],
        [-3, -2, -1, 0, 1, 2],
        [-2, -1, 0, 1, 2, 3],
        [-1, 0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4, 0],
    ],
}
TECHNIQUES = {"low_die": LOW, "difference": DIFFERENCE, "sum7": SUM7}
READINGS = {reading.name: reading for reading in TECHNIQUES.values()}


@pytest.mark.parametrize("read", TABLES, ids=lambda read: read.__name__)
@pytest.mark.rule("FUD-133", "FUD-134", "FUD-135")
def test_each_of_the_36_throws_gives_what_the_table_says(read: Read) -> None:
    """FUD-EX-015, 016, 017: row the positive die, column the negative one."""
    table = [[read((p, n)) for n in range(1, 7)] for p in range(1, 7)]
    assert table == TABLES[read]


@pytest.mark.rule("FUD-137")
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_all_techniques_have_the_same_exact_odds(technique: str) -> None:
    """FUD-137: counted by throwing everything, and by the engine's own counting."""
    reading = TECHNIQUES[technique]
    thrown = Counter(reading.function(faces) for faces in product(range(1, 7), repeat=2))
    assert dict(sorted(thrown.items())) == COUNTS
    dice = shift(FudgeOptions(dice_technique=technique))  # type: ignore[arg-type]
    counted = odds(dice)
    assert (dict(counted.counts), counted.whole) == (COUNTS, 36)
    assert parse(dice.notation, readings=READINGS) == dice


@pytest.mark.parametrize(
    ("needed", "percent", "cases"),
    [(4, 6, 2), (3, 14, 5), (2, 25, 9), (1, 39, 14), (0, 61, 22), (-1, 75, 27), (-2, 86, 31),
     (-3, 94, 34), (-4, 100, 36)],
)  # fmt: skip
@pytest.mark.rule("FUD-138")
def test_printed_chances_are_the_exact_ones_rounded(needed: int, percent: int, cases: int) -> None:
    """FUD-EX-028 to 036."""
    chance = odds(shift(FudgeOptions())).at_least(needed)
    assert chance == Fraction(cases, 36)
    assert round(float(100 * chance)) == percent


@pytest.mark.parametrize(
    ("better", "win", "tie", "lose"),
    [(0, 562, 172, 562), (1, 734, 156, 406), (2, 890, 135, 271), (3, 1025, 108, 163),
     (4, 1133, 78, 85), (5, 1211, 44, 41), (6, 1255, 25, 16)],
)  # fmt: skip
@pytest.mark.rule("FUD-137")
def test_odds_of_a_contest(better: int, win: int, tie: int, lose: int) -> None:
    """FUD-EX-039 to 045: the first side that many levels better, of 1296 cases."""
    roll = odds(shift(FudgeOptions()))
    margin = roll.plus(better).against(roll)
    found = (margin.at_least(1), margin.exactly(0), margin.at_most(-1))
    assert found == tuple(Fraction(n, 1296) for n in (win, tie, lose))


@pytest.mark.rule("FUD-133", "FUD-134", "FUD-135")
def test_the_same_two_dice_differ_by_technique_and_the_record_says_which() -> None:
    """FUD-EX-026."""
    assert (low((6, 4)), difference((6, 4)), sum7((6, 4))) == (-4, 2, 3)
    command = {"type": "fudge.situational", "actor": "master", "purpose": "weather"}
    for technique, shown in (("low_die", -4), ("difference", 2), ("sum7", 3)):
        tavern = sit_down(dice_technique=technique)
        rolled = of(tavern.do(command, -4), Rolled)  # -4 is 6 and 4 on the dice
        assert rolled.notation == f"2d6 {technique.removesuffix('_die')}"
        assert rolled.natural == shown


def test_a_die_has_six_faces() -> None:
    """FUD-EX-027."""
    with pytest.raises(Invalid):
        evaluate(shift(FudgeOptions()), Injected((7, 1)))


@pytest.mark.rule("FUD-130")
def test_every_roll_on_a_trait_takes_two_dice_of_six_and_no_more() -> None:
    """The first is the positive one: 2 and 6 are +2, 6 and 2 are -2."""
    tavern = sit_down()
    tavern.enter("joe", "anna")
    sent = {"type": "fudge.attempt", "actor": "joe", "trait": "blade"}
    for roll in (2, -2):
        rolled = of(tavern.do(sent, roll), Rolled)
        assert [die.sides for die in rolled.dice] == ["6", "6"]
        assert rolled.natural == roll
