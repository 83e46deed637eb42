"""Where faces come from: what a source lacks, or has otherwise, is refused by its place."""

from __future__ import annotations

import pytest

from rollbook.core.dice import (
    FUDGE,
    Die,
    Injected,
    Kind,
    Recorded,
    Words,
    accepted,
    evaluate,
    parse,
    polyhedral,
)
from rollbook.core.errors import Invalid, LimitExceeded

D6, D8 = polyhedral(6), polyhedral(8)


def test_words_that_are_rejected_without_end_are_not_random() -> None:
    """127 in a row may happen; at 128, each of a chance below one half, something is wrong."""
    die = polyhedral(129)
    assert Words(iter([255] * 127 + [3]), bits=8).faces(die, 1) == [4]
    assert Words(iter([*[255] * 127, 3] * 2), bits=8).faces(die, 2) == [4, 4]
    with pytest.raises(LimitExceeded, match="128 words"):
        Words(iter([255] * 128 + [3]), bits=8).faces(die, 1)


@pytest.mark.parametrize("words", [[], [3], [3, 255]])
def test_fewer_words_than_dice_give_no_face_at_all(words: list[int]) -> None:
    """None is left out unsaid, whether a word was rejected or not."""
    with pytest.raises(Invalid, match="run out"):
        Words(iter(words), bits=8).faces(D6, 2)


@pytest.mark.parametrize("size", [0, -1])
def test_a_die_without_faces_is_decided_by_no_word(size: int) -> None:
    with pytest.raises(Invalid, match=f"{size} faces"):
        accepted(size)


def test_faces_that_are_missing_or_left_over_are_counted() -> None:
    """The path says which face it is."""
    few = Injected([1, 2, 3])
    assert few.faces(D6, 2) == [1, 2]
    with pytest.raises(Invalid, match="only 3 given") as refused:
        few.faces(D6, 2)
    assert refused.value.path == "$.faces[3]"
    many = Injected([1, 2, 3])
    many.faces(D6, 1)
    assert many.left == 2
    with pytest.raises(Invalid, match="1 faces are needed, 3 were given") as refused:
        many.finish()
    assert refused.value.path == "$.faces[1]"


def recorded(*sides: str) -> Recorded:
    """Dice of these kinds, each showing one."""
    return Recorded([Die(0, kind, 1, True) for kind in sides])


@pytest.mark.parametrize(
    ("sides", "at"),
    [(("8", "6", "6"), 0), (("6", "8", "6"), 1), (("6", "6", "8"), 2), (("6", "4", "6"), 1)],
)
def test_a_recorded_die_of_another_kind_is_named_wherever_it_stands(
    sides: tuple[str, ...], at: int
) -> None:
    """Larger or smaller, thrown alone or with others."""
    for text in ("3d6", "d6+2d6", "2d6+d6", "d6+d6+d6"):
        with pytest.raises(Invalid, match=f"a d{sides[at]} is recorded") as refused:
            evaluate(parse(text), recorded(*sides))
        assert refused.value.path == f"$.dice[{at}]"


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        (FUDGE, "allowed faces are -1, 0, 1"),
        (polyhedral(2), "allowed faces are 1, 2"),
        (polyhedral(4), "allowed faces are 1 to 4"),
    ],
)
def test_a_face_that_the_die_does_not_have_is_refused_with_those_it_has(
    kind: Kind, allowed: str
) -> None:
    with pytest.raises(Invalid) as refused:
        Injected([1, 9]).faces(kind, 2)
    assert (refused.value.path, refused.value.hint) == ("$.faces[1]", allowed)


@pytest.mark.parametrize(("digits", "cut"), [(19, False), (20, False), (21, True), (40, True)])
def test_a_face_of_many_digits_is_shown_in_part(digits: int, cut: bool) -> None:
    """Twenty characters of it, and a sign that there are more."""
    with pytest.raises(Invalid) as refused:
        Injected([int("1" * digits)]).faces(D8, 1)
    shown = "1" * min(digits, 20) + "…" * cut
    assert refused.value.what == f"die 1, a d8, has no face {shown}"
