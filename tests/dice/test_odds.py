"""Exact odds: against counts by hand, against brute force, against another library."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

import pytest
from dyce import H, P

from rollbook.core.dice import Dice, Injected, Limits, Reading, evaluate, odds, parse
from rollbook.core.errors import Invalid


def counted(
    sizes: Sequence[Iterable[int]], value: Callable[[tuple[int, ...]], int]
) -> dict[int, int]:
    """Brute force: the value of every combination of faces, counted."""
    return dict(sorted(Counter(value(faces) for faces in product(*sizes)).items()))


def d(sides: int) -> range:
    return range(1, sides + 1)


F = (-1, 0, 1)


def test_the_odds_of_four_fudge_dice_are_those_of_the_literature() -> None:
    result = odds(parse("4dF"))
    assert result.counts == dict(zip(range(-4, 5), (1, 4, 10, 16, 19, 16, 10, 4, 1), strict=True))
    assert result.whole == 81
    assert result.mean == 0
    assert result.at_least(1) == Fraction(31, 81)
    assert result.at_most(-4) == Fraction(1, 81)
    assert result.exactly(9) == 0


def test_an_opposed_roll_of_fudge_dice_ties_once_in_six() -> None:
    margin = odds(parse("4dF")).against(odds(parse("4dF")))
    assert margin.at_least(1) == Fraction(101, 243)
    assert margin.exactly(0) == Fraction(41, 243)
    assert margin.at_most(-1) == Fraction(101, 243)
    assert margin.plus(2).at_least(3) == Fraction(101, 243)


@pytest.mark.parametrize(
    ("text", "sizes", "value"),
    [
        ("3d6", [d(6)] * 3, sum),
        ("4d6kh3", [d(6)] * 4, lambda f: sum(sorted(f)[1:])),
        ("4d6kl3", [d(6)] * 4, lambda f: sum(sorted(f)[:3])),
        ("4d6dl1", [d(6)] * 4, lambda f: sum(sorted(f)[1:])),
        ("4d6dh2", [d(6)] * 4, lambda f: sum(sorted(f)[:2])),
        ("4dFkh2", [F] * 4, lambda f: sum(sorted(f)[2:])),
        ("6d6>=5", [d(6)] * 6, lambda f: sum(x >= 5 for x in f)),
        ("4d6kl2=3", [d(6)] * 4, lambda f: sum(x == 3 for x in sorted(f)[:2])),
        ("d6-d6", [d(6), d(6)], lambda f: f[0] - f[1]),
        ("d6*d6", [d(6), d(6)], lambda f: f[0] * f[1]),
        ("2*(d6-3)*dF+d4", [d(6), F, d(4)], lambda f: 2 * (f[0] - 3) * f[1] + f[2]),
        ("100*d6+1000000*d4", [d(6), d(4)], lambda f: 100 * f[0] + 10**6 * f[1]),
        (
            "(3d6>=5)-(2d6<3)",
            [d(6)] * 5,
            lambda f: sum(x >= 5 for x in f[:3]) - sum(x < 3 for x in f[3:]),
        ),
        ("-d4", [d(4)], lambda f: -f[0]),
        ("d4+5-2", [d(4)], lambda f: f[0] + 3),
    ],
)
@pytest.mark.report(211)
def test_odds_are_the_counts_of_brute_force(
    text: str, sizes: Sequence[Iterable[int]], value: Callable[[tuple[int, ...]], int]
) -> None:
    result = odds(parse(text))
    assert result.counts == counted(sizes, value)
    assert list(result.counts) == sorted(result.counts)
    whole = 1
    for faces in sizes:
        whole *= len(list(faces))
    assert result.whole == whole


@pytest.mark.parametrize(
    ("text", "theirs"),
    [
        ("4dF", 4 @ H({-1: 1, 0: 1, 1: 1})),
        ("3d6", 3 @ H(6)),
        ("12d6>=5", 12 @ H({0: 4, 1: 2})),
        ("4d6kh3", (4 @ P(6)).at(-1, -2, -3)),
        ("2d20kl1", (2 @ P(20)).at(0)),
        ("d6-d6", H(6) - H(6)),
        ("d6*d8", H(6) * H(8)),
        ("40d10+d20", 40 @ H(10) + H(20)),
        ("6d10kh3", (6 @ P(10)).at(-1, -2, -3)),
    ],
)
@pytest.mark.report(211)
def test_odds_are_those_of_a_second_library(text: str, theirs: H[int]) -> None:
    whole = sum(theirs.counts())
    ours = odds(parse(text))
    assert {total: ours.exactly(total) for total in ours.counts} == {
        total: Fraction(cases, whole) for total, cases in theirs.items()
    }


def leaves(dice: Dice, given: tuple[int, ...] = ()) -> Iterator[tuple[int, Fraction]]:
    """Every way a roll can go, by trying each face whenever one is missing."""
    try:
        value = evaluate(dice, Injected(given)).value
    except Invalid as error:
        if "missing" not in error.what:
            raise
        pool = dice.pools[0]
        for face in pool.kind.faces:
            yield from leaves(dice, (*given, face))
    else:
        yield value, Fraction(1, dice.pools[0].kind.size ** len(given))


@pytest.mark.parametrize("text", ["2d4ro=1", "3dFro<=0", "3d4ro>=3kh2", "2d6ro<3>=4", "2d4ro<=4"])
def test_odds_of_re_rolls_are_those_of_walking_every_way_the_roll_can_go(text: str) -> None:
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for value, chance in leaves(parse(text)):
        chances[value] += chance
    result = odds(parse(text))
    assert {total: result.exactly(total) for total in result.counts} == dict(chances)


def test_re_rolling_until_leaves_the_other_faces_equally_likely() -> None:
    expected = counted([range(3, 7)] * 3, lambda f: sum(sorted(f)[1:]))
    assert odds(parse("3d6ru<=2kh2")).counts == expected


def test_odds_of_a_reading_are_counted_over_every_combination() -> None:
    def gap(faces: tuple[int, ...]) -> int:
        return abs(faces[0] - faces[1])

    dice = parse("3d6kl2 gap", readings={"gap": Reading("gap", 2, gap)})
    by_hand = counted([d(6)] * 3, lambda f: sorted(f)[1] - sorted(f)[0])
    assert odds(dice).counts == by_hand
    assert odds(dice.plus(3)).mean == odds(dice).mean + 3


@pytest.mark.parametrize("text", ["40d6", "d6+d8+d10+d12+d20", "30d6-20d4", "50dF"])
def test_large_pools_still_count_every_case_and_keep_the_mean(text: str) -> None:
    dice = parse(text)
    result = odds(dice)
    assert sum(result.counts.values()) == result.whole
    assert (min(result.counts), max(result.counts)) == (dice.minimum, dice.maximum)
    assert result.mean == Fraction(min(result.counts) + max(result.counts), 2)


def test_the_margin_obeys_its_own_limit() -> None:
    one = odds(parse("d100"))
    with pytest.raises(Invalid, match="combinations"):
        one.against(one, Limits(combinations=10))
