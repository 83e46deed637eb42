"""Laws that hold for every text and every roll."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.dice import (
    Dice,
    Limits,
    Number,
    Reading,
    Words,
    evaluate,
    odds,
    parse,
    reevaluate,
    typed,
    value_of,
)
from rollbook.core.errors import Invalid, LimitExceeded, NotationError

Texts = st.SearchStrategy[str]
READINGS = {"gap": Reading("gap", 2, lambda faces: abs(faces[0] - faces[1]))}
SIDES = st.sampled_from(["1", "2", "3", "4", "6", "8", "F"])
CONDITIONS = st.builds(
    "{}{}".format, st.sampled_from([">=", "<=", ">", "<", "="]), st.integers(-1, 6)
)


def maybe(strategy: Texts) -> Texts:
    return st.one_of(st.just(""), strategy)


def pools(exploding: bool) -> Texts:
    bursts = maybe(CONDITIONS.map("e{}".format)) if exploding else st.just("")
    keeps = st.builds("{}{}".format, st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(1, 3))
    labels = st.text("ab é界", min_size=1).map("[a{}]".format)
    return st.builds(
        "{}d{}{}{}{}{}{}".format,
        maybe(st.integers(1, 3).map(str)),
        SIDES,
        maybe(st.builds("{}{}".format, st.sampled_from(["ro", "ru"]), CONDITIONS)),
        bursts,
        maybe(keeps),
        maybe(st.one_of(CONDITIONS, st.just(" gap"))),
        maybe(labels),
    )


def expressions(exploding: bool = True) -> Texts:
    atoms = st.one_of(pools(exploding), st.integers(0, 20).map(str))
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.builds("({}){}({})".format, inner, st.sampled_from("+-*"), inner),
            st.builds("{}{}{}".format, inner, st.sampled_from(["+", "-", " * "]), inner),
            inner.map("({})".format),
            inner.map("-{}".format),
            st.builds("({}){}".format, inner, CONDITIONS),
        ),
        max_leaves=3,
    )


def refused_by(act: Callable[[], object]) -> Invalid | None:
    try:
        act()
    except Invalid as error:
        return error
    return None


def parsed(text: str) -> Dice | None:
    error = refused_by(lambda: parse(text, readings=READINGS))
    if error is None:
        return parse(text, readings=READINGS)
    assert isinstance(error, NotationError | LimitExceeded)
    assert error.path.startswith("$[")
    assert 0 <= int(error.path[2:-1]) <= len(text)
    return None


@given(st.one_of(st.text(), st.text("0123456789dDfFkhlroue()[]+-*<>=! gap"), expressions()))
def test_any_text_parses_to_a_stable_notation_or_gives_our_error(text: str) -> None:
    dice = parsed(text)
    if dice is not None:
        assert parse(dice.notation, readings=READINGS) == dice
        assert hash(parse(dice.notation, readings=READINGS)) == hash(dice)


@given(expressions(), st.lists(st.integers(0, 2**32 - 1), min_size=100, max_size=100))
def test_a_roll_lies_within_its_bounds_and_its_record_gives_it_again(
    text: str, words: list[int]
) -> None:
    dice = parsed(text)
    if dice is None:
        return
    error = refused_by(lambda: evaluate(dice, Words(iter(words)), Limits(dice=100)))
    if error is not None:
        assert "limit dice" in error.what or "run out" in error.what
        return
    outcome = evaluate(dice, Words(iter(words)), Limits(dice=100))
    assert len(outcome.dice) >= sum(pool.count for pool in dice.pools)
    low, high = dice.minimum, dice.maximum
    assert low is None or low <= outcome.value
    assert high is None or outcome.value <= high
    assert reevaluate(dice, outcome.dice) == outcome
    faces = [die.face for die in outcome.dice]
    assert value_of(dice, faces) == outcome.value
    assert evaluate(dice, typed(" ".join(map(str, faces)), dice)) == outcome
    for die in outcome.dice:
        assert die.face in dice.faces_of(die.term)


@given(expressions(exploding=False))
def test_odds_reach_exactly_from_the_minimum_to_the_maximum(text: str) -> None:
    dice = parsed(text)
    if dice is None:
        return
    result = odds(dice)
    assert sum(result.counts.values()) == result.whole
    assert all(result.counts.values())
    low, high = dice.minimum, dice.maximum
    assert low is not None
    assert high is not None
    assert low <= min(result.counts)
    assert max(result.counts) <= high
    if "*" not in text:
        assert (low, high) == (min(result.counts), max(result.counts))


@given(expressions(exploding=False), st.integers(-30, 30))
def test_plus_moves_odds_and_bounds_by_the_constant(text: str, constant: int) -> None:
    dice = parsed(text)
    if dice is not None:
        assert odds(dice.plus(constant)) == odds(dice).plus(constant)
        assert parse(dice.plus(constant).notation, readings=READINGS) == dice.plus(constant)


@given(expressions(exploding=False), expressions(exploding=False))
def test_the_margin_of_two_rolls_is_the_odds_of_their_difference(one: str, other: str) -> None:
    left, right = parsed(one), parsed(other)
    if left is None or right is None:
        return
    negative = parse(f"-({right.notation})", readings=READINGS)
    assert odds(left).against(odds(right)).counts == odds(left.plus(negative)).counts


@pytest.mark.parametrize("text", ["3d6", "4dF+1", "2d6 gap"])
def test_a_dice_value_is_immutable(text: str) -> None:
    dice = parse(text, readings=READINGS)
    with pytest.raises(AttributeError):
        dice.root = Number(1)  # type: ignore[misc]
