"""What may be written, what is refused, and where the refusal points."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook.core.dice import (
    Condition,
    Dice,
    Injected,
    Limits,
    Reading,
    evaluate,
    parse,
    polyhedral,
    value_of,
)
from rollbook.core.errors import Invalid, LimitExceeded, NotationError

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
LOWER = Reading("low", 2, lambda faces: min(faces))


def rows(title: str) -> list[list[str]]:
    """The first table under a heading, the code taken out of its cells."""
    table = PAGE.split(title)[1].split("\n\n| ")[1].split("\n\n")[0]
    lines = [line for line in table.splitlines() if line.count("`") >= 2]
    return [[cell.strip(" `") for cell in re.split(r" \| ", line.strip("| "))] for line in lines]


ACCEPTED = [row[0] for row in rows("## Notation")]
REFUSED = [(row[0], row[-1]) for row in rows("### What is refused")]


def test_the_page_has_tables_to_read() -> None:
    assert len(ACCEPTED) > 15
    assert len(REFUSED) > 20


@pytest.mark.parametrize("text", [*(t for t in ACCEPTED if " alone" not in t), "4d6kh", "d6"])
def test_everything_in_the_table_parses_and_its_notation_is_stable(text: str) -> None:
    dice = parse(text, readings={"low": LOWER})
    assert parse(dice.notation, readings={"low": LOWER}) == dice
    assert (
        parse(
            text.upper().replace("[FIRE]", "[fire]").replace("[RAGE]", "[rage]"),
            readings={"low": LOWER},
        )
        == dice
    )


@pytest.mark.report(209)
@pytest.mark.parametrize(("text", "instead"), REFUSED)
def test_what_tools_spell_in_conflicting_ways_is_refused_and_its_replacement_parses(
    text: str, instead: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert re.fullmatch(r"\$\[\d+\]", caught.value.path)
    assert isinstance(parse(instead), Dice)


@pytest.mark.parametrize(
    ("text", "at", "hint"),
    [
        ("3d6!", 3, "e=6"),
        ("4d6k3", 3, "kh"),
        ("3d6+4dFx", 7, "e=6"),
        ("2*d%", 3, "d100"),
        ("d6 / 2", 3, "rounding"),
        ("4d6r1", 3, "ro<=2"),
        ("8d6f1", 3, "8d6=1"),
        ("4dF.1", 3, "dF.2"),
        ("2d6 low", 4, "known readings: none"),
        ("3d6+", 4, "write dice"),
        ("(3d6", 4, "write dice"),
        ("3d6)", 3, "write dice"),
        ("8d6>=5+2", 0, "(8d6>=5)+2"),
        ("1+8d6>=5", 2, "(8d6>=5)+2"),
        ("d20+5>=16", 5, "(d20+5)>=16"),
        ("d6kh1ru=1", 5, "order"),
        ("d6e6", 3, "e=6"),
        ("(d6+1)[fire]", 6, "label the dice"),
        ("(d20+5[bonus])>=16", 14, "(d20+5)>=16"),
        ("(2d20+5)>=16", 8, "(d20+5)>=16"),
        ("(d20e=20)>=16", 9, "(d20+5)>=16"),
    ],
)
def test_a_refusal_points_at_the_character_and_shows_the_accepted_spelling(
    text: str, at: int, hint: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.path == f"$[{at}]"
    assert hint in caught.value.hint


@pytest.mark.report(212)
def test_fudge_dice_are_defined_and_their_numbered_variants_are_answered() -> None:
    assert list(parse("4dF").faces_of(0)) == [-1, 0, 1]
    for variant in ("dF.1", "dF.2"):
        with pytest.raises(NotationError, match=r"dF\.2 is written dF, dF\.1 is not offered"):
            parse(variant)


@pytest.mark.report(202)
def test_a_bonus_is_added_to_the_die_or_to_the_count_and_the_text_says_which() -> None:
    assert value_of(parse("(d20+5)>=6"), [9]) == 1
    assert value_of(parse("(d20+5)>=6"), [1]) == 1
    assert value_of(parse("(d20+5)>=15"), [9]) == 0
    assert value_of(parse("(d20-5)>=6"), [9]) == 0
    assert value_of(parse("(d20>=6)+5"), [9]) == 6
    assert value_of(parse("8d6>=5").plus(2), [6, 5, 4, 3, 2, 1, 1, 1]) == 4


@pytest.mark.parametrize("op", [">=", "<=", ">", "<", "="])
@pytest.mark.report(200)
def test_comparisons_have_the_truth_table_of_arithmetic(op: str) -> None:
    truths: dict[str, Callable[[int, int], bool]] = {
        ">=": lambda face, value: face - value in range(99),
        "<=": lambda face, value: value - face in range(99),
        ">": lambda face, value: face - value in range(1, 99),
        "<": lambda face, value: value - face in range(1, 99),
        "=": lambda face, value: face - value == 0,
    }
    truth = truths[op]
    for value in range(-3, 10):
        counting = parse(f"d6{op}{value}")
        met = [face for face in range(1, 7) if truth(face, value)]
        assert [f for f in range(1, 7) if value_of(counting, [f])] == met
        assert list(Condition(op, value).span(polyhedral(6))) == met
        if met and len(met) < 6:
            rerolling = parse(f"d6ro{op}{value}")
            twice = [f for f in range(1, 7) if len(evaluate(rerolling, Injected([f, 3])).dice) == 2]
            assert twice == met


def test_an_unknown_reading_names_those_that_are_known() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d6 wild", readings={"low": LOWER})
    assert caught.value.path == "$[4]"
    assert caught.value.hint == "known readings: low"


@pytest.mark.parametrize("text", ["3d6 low", "2d6kh1 low", "2d6e=6 low", "d6+2d6 low"])
def test_a_reading_refuses_another_number_of_dice_and_bare_arithmetic(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text, readings={"low": LOWER})


@pytest.mark.parametrize("name", ["", "a", "kh", "Low", "1low", "lo w", "low-er"])
def test_a_reading_cannot_take_a_name_that_the_notation_needs(name: str) -> None:
    with pytest.raises(Invalid):
        Reading(name, 1, sum)
    with pytest.raises(Invalid):
        Reading("low", 0, sum)


def test_a_text_is_parsed_once_with_and_without_readings() -> None:
    assert parse("3d8+1") is parse("3d8+1")
    assert parse("2d6 low", readings={"low": LOWER}) is parse("2d6 low", readings={"low": LOWER})
    other = Reading("low", 2, lambda faces: max(faces))
    assert value_of(parse("2d6 low", readings={"low": other}), [1, 6]) == 6
    assert value_of(parse("2d6 low", readings={"low": LOWER}), [1, 6]) == 1


def test_labels_keep_any_script_and_case() -> None:
    assert [term.label for term in parse("d6[Feuer und Eis]+2[злость]").terms] == [
        "Feuer und Eis",
        "злость",
    ]
    assert parse("d6[cafe\u0301]") == parse("d6[café]")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1d6", "d6"),
        (" 2 D6 KH 1 + 3 ", "2d6kh1+3"),
        ("((3d6))", "3d6"),
        ("1-(2-d6)", "1-2+d6"),
        ("-(d6+2)", "-d6-2"),
        ("2*(3*d4)", "2*3*d4"),
        ("2*(-3)", "2*(-3)"),
        ("(8d6>=5)", "8d6>=5"),
        ("4d6 kh 3 [x]", "4d6kh3[x]"),
        ("007d6", "7d6"),
    ],
)
def test_the_canonical_text_leaves_out_what_means_nothing(text: str, canonical: str) -> None:
    assert parse(text).notation == canonical


@pytest.mark.parametrize(
    "text", ["d0", "d6[ ]", "d6[]", "2d6dl2", "2d6kh3", "2d6kh0", "d6ro", "d6ro="]
)
def test_parts_without_effect_or_without_their_number_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def test_every_number_of_sides_has_its_die_as_a_card_is_one_of_those_left() -> None:
    for left in range(1, 200):
        assert parse(f"1d{left}").maximum == left


def test_a_value_shows_its_notation() -> None:
    assert str(parse("4DF + 1")) == "4dF+1"
    assert repr(parse("4DF + 1")) == "Dice('4dF+1')"


def test_a_limit_is_an_argument_and_names_itself() -> None:
    assert parse("3d6", limits=Limits(dice=3)).work == 3
    for limits, text, name in [
        (Limits(dice=2), "3d6", "dice"),
        (Limits(sides=5), "3d6", "sides"),
        (Limits(text=2), "3d6", "text"),
        (Limits(depth=1), "((3d6))", "depth"),
        (Limits(number=9), "3d6+10", "number"),
    ]:
        with pytest.raises(LimitExceeded, match=f"the limit {name} is"):
            parse(text, limits=limits)


@pytest.mark.parametrize(
    ("last", "beyond"),
    [
        ("1+" * 249 + "10", "1+" * 250 + "1"),
        ("1000d6", "1001d6"),
        ("999d6+d6", "999d6+2d6"),
        ("d10000", "d10001"),
        ("1000000000", "1000000001"),
        ("(" * 32 + "d6" + ")" * 32, "(" * 33 + "d6" + ")" * 33),
        ("6361*69431*20394401", "6361*69431*20394401+1"),  # 2**53 - 1 in its factors
        ("500d6e>=4", "501d6e>=4"),
    ],
)
def test_a_limit_is_reached_before_it_is_passed(last: str, beyond: str) -> None:
    assert isinstance(parse(last), Dice)
    with pytest.raises(LimitExceeded) as caught:
        parse(beyond)
    assert caught.value.path.startswith("$[")


def test_the_smallest_and_the_largest_limits_can_be_set() -> None:
    assert Limits(dice=0, depth=100).dice == 0
    with pytest.raises(LimitExceeded):
        parse("d6", limits=Limits(dice=0))


@pytest.mark.parametrize("limits", [{"dice": -1}, {"depth": 101}])
def test_limits_that_cannot_hold_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(Invalid):
        Limits(**limits)
