"""Answers typed in place: the number of a choice, its key, its label, faces, one's own words."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.asked import Choice
from rollbook.core.entries import Question
from rollbook.core.errors import Invalid
from rollbook.core.telling import Words
from rollbook.replay.prompt.answering import asked, reply

ENGLISH = Words(
    "en",
    {
        "replay.costs": "costs {cost} {pool}",
        "replay.number": "{low} to {high}",
        "replay.text": "in your own words",
        "play.faces": "the faces",
    },
    {},
)
CHOICES = (
    Choice(id="dodge", label="leap aside", cost=1, pool="luck", rule="BRA-011"),
    Choice(id="parry", of="sword", label="with the sword"),
    Choice(id="parry", of="shield", label="with the shield"),
    Choice(id="3", label="3"),
    Choice(id="no", label="no"),
)


def question(of: str = "choice", **fields: Any) -> Question:
    """An open question."""
    choices = CHOICES if of == "choice" else ()
    return Question("q", "dodge", "How?", "one", of, ("ann",), ("ann",), choices, **fields)


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("1", "dodge"),
        ("5", "no"),
        ("3", "3"),
        ("parry:shield", "parry:shield"),
        ("DODGE", "dodge"),
        ("dod", "dodge"),
        ("Leap aside", "dodge"),
        ("leap", "dodge"),
        ("with the sw", "parry:sword"),
    ],
)
def test_a_choice_is_meant_by_number_key_label_or_their_beginning(typed: str, means: str) -> None:
    """A key counts before a number: the choice called 3 is the one."""
    assert reply(typed, question(), ENGLISH) == means


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("parry", "parry:sword, parry:shield"),
        ("0", "a number, 1 to 5"),
        ("6", "a number, 1 to 5"),
        ("dodeg", "did you mean dodge?"),
    ],
)
def test_what_is_no_choice_or_several_is_said_with_what_would_do(typed: str, says: str) -> None:
    with pytest.raises(Invalid) as caught:
        reply(typed, question(), ENGLISH)
    assert says in str(caught.value)


def test_faces_numbers_and_texts_go_to_the_engine_as_typed() -> None:
    assert reply("4 2", question("faces"), ENGLISH) == "4 2"
    assert reply("[4, 2]", question("faces"), ENGLISH) == [4, 2]
    assert reply("7", question("int"), ENGLISH) == "7"
    assert reply("undo it", question("text"), ENGLISH) == "undo it"


def test_a_question_is_put_with_its_rule_and_each_choice_with_its_cost() -> None:
    lines = asked(question(rule="BRA-010"), ENGLISH, "Anna, for Ann")
    assert lines[0] == "Anna, for Ann: How? [BRA-010]"
    assert "1" in lines[1]
    for part in ("dodge", "leap aside", "costs 1 luck", "[BRA-011]"):
        assert part in lines[1]
    assert len(lines) == 1 + len(CHOICES)
    (_, bounds) = asked(question("int", ge=1), ENGLISH, "Anna")
    assert bounds.strip() == "1 to …"
