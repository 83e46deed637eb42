"""What given faces are worth, and what is kept of them."""

from typing import Any, cast

import pytest

from rollbook.core.dice import (
    FUDGE,
    Die,
    Injected,
    Kind,
    Reading,
    Recorded,
    evaluate,
    parse,
    polyhedral,
    reevaluate,
    typed,
    value_of,
)
from rollbook.core.errors import Invalid, LimitExceeded


def shown(text: str, faces: list[int]) -> list[tuple[int, bool]]:
    """(face, kept) of every die in the order thrown."""
    return [(die.face, die.kept) for die in evaluate(parse(text), Injected(faces)).dice]


@pytest.mark.parametrize(
    ("text", "faces", "value"),
    [
        ("4dF", [1, 1, -1, 0], 1),
        ("4dF+3", [-1, -1, -1, -1], -1),
        ("3d6", [6, 5, 1], 12),
        ("d20-2", [1], -1),
        ("4d6kh3", [1, 6, 5, 4], 15),
        ("4d6kl3", [1, 6, 5, 4], 10),
        ("4d6dh1", [1, 6, 5, 4], 10),
        ("4d6dl1", [1, 6, 5, 4], 15),
        ("8d6>=5", [1, 2, 3, 4, 5, 6, 5, 6], 4),
        ("(8d6>=5)*2-1", [1, 2, 3, 4, 5, 6, 5, 6], 7),
        ("3d6kh2=6", [6, 6, 6], 2),
        ("2*(d6-3)*d4", [1, 4], -16),
        ("d6-d6", [2, 5], -3),
        ("-d6", [2], -2),
        ("d6+d8", [2, 5], 7),
        ("2d6+2d6+1", [1, 2, 3, 4], 11),
        ("3+d6-1", [4], 6),
        ("4dF=-1", [-1, 0, 1, -1], 2),
        ("d1000", [777], 777),
        ("7", [], 7),
    ],
)
def test_the_value_follows_the_table_of_the_notation(
    text: str, faces: list[int], value: int
) -> None:
    assert value_of(parse(text), faces) == value


@pytest.mark.report(19)
def test_both_faces_of_a_kept_pair_are_in_the_outcome() -> None:
    outcome = evaluate(parse("2d20kh1"), Injected([12, 5]))
    assert outcome.value == 12
    assert outcome.dice == (Die(0, "20", 12, True), Die(0, "20", 5, False))


@pytest.mark.report(23)
def test_a_modifier_added_later_leaves_keep_highest_as_it_is() -> None:
    amended = parse("2d6kh1").plus(-1)
    assert amended.notation == "2d6kh1-1"
    assert value_of(amended, [5, 3]) == 4


@pytest.mark.report(204)
def test_terms_add_up_without_a_minimum_in_between() -> None:
    pool = parse("d6").plus(-2).plus(2)
    for face in range(1, 7):
        assert value_of(pool, [face]) == face
    assert value_of(parse("1-2+2"), []) == 1
    assert value_of(parse("1-2"), []) == -1


def test_of_equal_faces_the_first_thrown_is_kept() -> None:
    assert shown("3d6kh1", [4, 4, 4]) == [(4, True), (4, False), (4, False)]
    assert shown("3d6dh1", [4, 4, 4]) == [(4, True), (4, True), (4, False)]


def test_a_re_roll_once_lets_the_second_face_stand_and_shows_both() -> None:
    assert shown("2d6ro<=2", [1, 5, 2]) == [(1, False), (5, True), (2, True)]


def test_a_re_roll_until_goes_on_and_shows_all() -> None:
    assert shown("2d6ru<=2", [1, 5, 2, 3]) == [(1, False), (5, True), (2, False), (3, True)]


def test_explosions_are_thrown_after_the_pool_and_explode_in_turn() -> None:
    assert shown("2d6e=6", [6, 6, 1, 6, 2]) == [(f, True) for f in (6, 6, 1, 6, 2)]
    assert value_of(parse("2d6e=6"), [6, 6, 1, 6, 2]) == 21


def test_a_re_rolled_die_can_explode_and_an_exploded_one_is_re_rolled() -> None:
    assert shown("d6ro=1e=6", [1, 6, 1, 3]) == [(1, False), (6, True), (1, False), (3, True)]
    assert shown("d6ro=1e=6", [1, 1]) == [(1, False), (1, True)]


def test_terms_are_numbered_from_left_to_right_numbers_included() -> None:
    dice = parse("2+d6[fire]-(3-d8)")
    outcome = evaluate(dice, Injected([4, 7]))
    assert [(die.term, die.sides) for die in outcome.dice] == [(1, "6"), (3, "8")]
    assert [term.label for term in dice.terms] == ["", "fire", "", ""]
    assert outcome.value == 2 + 4 - (3 - 7)


def test_a_reading_gets_the_kept_faces_in_the_order_thrown() -> None:
    seen: list[tuple[int, ...]] = []

    def watch(faces: tuple[int, ...]) -> int:
        seen.append(faces)
        return faces[0] * 10 + faces[1]

    dice = parse("3d6kl2 tens", readings={"tens": Reading("tens", 2, watch)})
    assert value_of(dice, [5, 6, 2]) == 52
    assert seen == [(5, 2)]
    assert value_of(dice.plus(100), [5, 6, 2]) == 152


@pytest.mark.parametrize("result", [1.0, True, None, "1"])
def test_a_reading_that_gives_no_integer_is_refused(result: object) -> None:
    dice = parse("d6 odd", readings={"odd": Reading("odd", 1, lambda faces: cast(int, result))})
    with pytest.raises(Invalid, match="not an integer"):
        value_of(dice, [1])


@pytest.mark.report(184)
def test_fudge_dice_re_roll_to_fudge_faces() -> None:
    outcome = evaluate(parse("4dFro=-1"), Injected([-1, 0, 1, -1, 1, 0]))
    assert outcome.value == 2
    assert len(outcome.dice) == 6
    for face in (-2, 2, 3):
        with pytest.raises(Invalid):
            value_of(parse("4dF"), [0, 0, 0, face])


@pytest.mark.parametrize("faces", [[0], [7], [6, 6], [2.0], [True], []])
@pytest.mark.parametrize("text", ["d6", "d6kh1"])
def test_a_source_cannot_bring_in_a_face_that_is_not_on_the_die(
    text: str, faces: list[int]
) -> None:
    class Crooked:
        def faces(self, kind: Kind, count: int, /) -> list[int]:
            return faces

    if faces in ([2.0], [True]):
        with pytest.raises(Invalid):
            value_of(parse(text), faces)
    else:
        with pytest.raises(Invalid):
            evaluate(parse(text), Crooked())


def test_recorded_dice_give_the_same_outcome_and_are_all_used() -> None:
    dice = parse("3d6ro=1e=6kh2+d4")
    outcome = evaluate(dice, Injected([1, 6, 6, 2, 3, 4, 2]))
    assert reevaluate(dice, outcome.dice) == outcome
    with pytest.raises(Invalid):
        reevaluate(dice, outcome.dice[:-1])
    with pytest.raises(Invalid, match="needed"):
        reevaluate(dice, (*outcome.dice, Die(1, "4", 1, True)))
    with pytest.raises(Invalid, match="d4 is recorded where a d6 is thrown"):
        evaluate(parse("d6"), Recorded([Die(0, "4", 1, True)]))


@pytest.mark.report(154)
def test_real_fudge_dice_are_typed_with_the_faces_they_have() -> None:
    dice = parse("4dF")
    for entry in ("-1 0 1 1", "- 0 + +", "-1,0;1 +1", [-1, 0, 1, 1], ["-", "0", "+", "1"]):
        assert evaluate(dice, typed(entry, dice)).value == 1
    for wrong in (2, 3):
        with pytest.raises(Invalid) as caught:
            typed([0, wrong, 0, 0], dice)
        assert caught.value.path == "$.faces[1]"
        assert "die 2" in caught.value.what
        assert caught.value.hint == "allowed faces are -1, 0, 1"


@pytest.mark.report(207)
@pytest.mark.parametrize("sides", [1, 2, 4, 6, 10, 100])
def test_each_typed_die_accepts_exactly_its_own_faces(sides: int) -> None:
    dice = parse(f"d{sides}")
    for face in range(-3, sides + 4):
        if 1 <= face <= sides:
            assert evaluate(dice, typed([face], dice)).value == face
            continue
        with pytest.raises(Invalid) as caught:
            typed([face], dice)
        assert caught.value.path == "$.faces[0]"


def test_typed_explosions_follow_in_the_order_thrown_and_their_number_is_checked() -> None:
    dice = parse("2d6e=6")
    assert evaluate(dice, typed("6 3 6 2", dice)).value == 17
    with pytest.raises(Invalid, match="missing") as few:
        typed("6 3", dice)
    assert few.value.path == "$.faces[2]"
    with pytest.raises(Invalid, match="3 faces are needed, 4 were given") as many:
        typed("6 3 1 1", dice)
    assert many.value.path == "$.faces[3]"


@pytest.mark.parametrize("entry", ["six", "+", "1e3", "9" * 5000, "٣", [None], [True], [3.0], ""])
def test_typed_nonsense_is_refused_by_our_own_error(entry: Any) -> None:
    with pytest.raises(Invalid):
        typed(entry, parse("d6"))


def test_typed_text_without_end_is_refused() -> None:
    with pytest.raises(LimitExceeded):
        typed("1 " * 50_000, parse("d6"))


def test_stepping_down_follows_the_ladder_of_dice() -> None:
    names: list[str] = []
    dice = parse("2d20kh1+1")
    while dice.notation != "2d4kh1+1":
        names.append(dice.notation)
        dice = dice.step_down()
    assert names == [f"2d{sides}kh1+1" for sides in (20, 12, 10, 8, 6)]
    assert dice.step(3).notation == "2d10kh1+1"
    for text in ("d4", "4dF", "d100", "d8+d4"):
        with pytest.raises(Invalid, match="smaller"):
            parse(text).step_down()
    with pytest.raises(Invalid, match="larger"):
        parse("d20").step(1)


def test_stepping_keeps_highest_face_explosions_and_targets() -> None:
    assert parse("3d8e=8>=5").step_down().notation == "3d6e=6>=5"
    assert parse("2*(d8ro=1-1)").step_down().notation == "2*(d6ro=1-1)"
    with pytest.raises(Invalid, match="cannot be stepped"):
        parse("d8e=7").step_down()


def test_plus_joins_dice_and_leaves_the_old_value_alone() -> None:
    dice = parse("4dF")
    assert dice.plus(parse("d6-1")).notation == "4dF+d6-1"
    assert dice.plus(0) is dice
    assert dice.notation == "4dF"
    assert hash(dice) == hash(parse("4df"))
    assert {dice: 1}[parse("(4dF)")] == 1


def test_faces_of_a_term_are_those_of_its_die() -> None:
    dice = parse("4dF+2+d6")
    assert dice.faces_of(0) == FUDGE.faces
    assert dice.faces_of(2) == polyhedral(6).faces
    for term in (1, 3, -1):
        with pytest.raises(Invalid):
            dice.faces_of(term)
    for sides in (0, 2**33):
        with pytest.raises(Invalid):
            polyhedral(sides)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("4dF", -4, 4),
        ("4d6kh3+2", 5, 20),
        ("d6-d4", -3, 5),
        ("(d6-3)*(d6-3)", -6, 9),
        ("8d6>=5", 0, 8),
        ("8d6>=1", 8, 8),
        ("d6ru<=2", 3, 6),
        ("3d6e=6", 3, None),
        ("-d6e=6", None, -1),
        ("2*d6e=6", 2, None),
        ("0*d6e=6", 0, 0),
        ("d6e=1", 2, None),
        ("dFe=-1", None, 1),
        ("2dFe=0", -2, 2),
        ("2d6e=6kh1", 1, 6),
        ("2d6e=6kl1", 1, 5),
        ("2d6e=6dl1", 1, None),
        ("3d6e=6kh2>=5", 0, 2),
        ("3d6e=6>=5", 0, None),
    ],
)
def test_minimum_and_maximum_are_what_can_be_thrown(
    text: str, low: int | None, high: int | None
) -> None:
    assert (parse(text).minimum, parse(text).maximum) == (low, high)


def test_a_reading_has_the_bounds_of_its_values() -> None:
    dice = parse("2d6 gap", readings={"gap": Reading("gap", 2, lambda f: abs(f[0] - f[1]))})
    assert (dice.minimum, dice.maximum) == (0, 5)
