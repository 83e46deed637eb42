"""Slips of the pen: a trait or a weapon's skill that is nearly another one."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Invalid, Refused, RollbookError
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import Held

from .tavern import Tavern, all_of, of, sit_down

CLUB = {"name": "Club", "skill": "club", "class": "average"}


def tavern() -> Tavern:
    made = sit_down()
    made.enter("gor", "anna", skills={"club": "Good"}, weapons={"club": CLUB})
    made.enter("ugo", "bea")
    return made


@pytest.mark.rule("FUD-149")
@pytest.mark.parametrize(
    ("command", "path"),
    [
        ({"type": "fudge.attempt", "actor": "gor", "trait": "clubb"}, "$.trait"),
        (
            {"type": "fudge.attempt", "actor": "gor", "trait": "club", "helper": "clubb"},
            "$.helper",
        ),
        (
            {
                "type": "fudge.contest",
                "a": "ugo",
                "b": "gor",
                "trait_a": "blade",
                "trait_b": "clbu",
            },
            "$.trait_b",
        ),
        ({"type": "fudge.exchange", "a": "gor", "b": "ugo", "trait_a": "clubb"}, "$.trait_a"),
    ],
)
def test_a_mistyped_trait_is_refused_before_a_die_falls(command: dict[str, Any], path: str) -> None:
    """FUD-149."""
    made = tavern()
    size = made.session.view().size
    with pytest.raises(Refused, match="did you mean club") as refused:
        made.do(command)
    assert (refused.value.path, refused.value.rule) == (path, "FUD-149")
    assert "default=Poor" in refused.value.hint
    assert made.session.view().size == size


@pytest.mark.rule("FUD-149")
def test_whoever_states_the_default_means_the_lack() -> None:
    """FUD-149."""
    made = tavern()
    command = {"type": "fudge.attempt", "actor": "gor", "trait": "clubb"}
    roll = of(made.do(command | {"default": "Mediocre"}, 0), Rolled)
    assert (roll.total, roll.modifiers[0].rule) == (-1, "FUD-149")
    far = of(made.do(command | {"trait": "juggling"}, 0), Rolled)
    assert (far.total, far.modifiers[0].rule) == (-2, "FUD-149")


@pytest.mark.rule("FUD-003")
def test_levels_of_commands_are_words_or_numbers() -> None:
    made = tavern()
    command = {"type": "fudge.contest", "a": "ugo", "b": "gor", "trait_a": "blade"}
    command |= {"trait_b": "club"}
    receipt = made.do(command | {"minimum": "Great"}, 1, -1)
    assert receipt.entries[-1].message.minimum == 2
    with pytest.raises(Invalid) as wrong:
        made.do(command | {"minimum": "Grate"})
    assert wrong.value.path == "$.minimum"


@pytest.mark.rule("FUD-149")
@pytest.mark.parametrize(("skill", "hint"), [("clubs", "did you mean club?"), ("sword", "Poor")])
def test_a_weapon_is_used_with_a_skill_that_is_stated(skill: str, hint: str) -> None:
    """FUD-149."""
    with pytest.raises(RollbookError, match="which the sheet does not have") as refused:
        sit_down().enter("gor", skills={"club": "Good"}, weapons={"c": CLUB | {"skill": skill}})
    assert hint in refused.value.hint
    assert (refused.value.path, refused.value.rule) == ("$.sheet.weapons.c.skill", "FUD-149")
    stated = {"club": "Good", skill: "Poor"}
    made = sit_down()
    made.enter("gor", skills=stated, weapons={"c": CLUB | {"skill": skill}})
    assert made.character("gor").traits[skill].level == -2


def test_who_comes_in_under_a_wrong_id_is_told_where_it_was_typed() -> None:
    for actor in ("GOR", "gor"):
        with pytest.raises(RollbookError) as refused:
            tavern().enter(actor)
        assert refused.value.path == "$.actor"


@pytest.mark.rule("FUD-010")
@pytest.mark.parametrize(
    ("typed", "meant"), [("strenght", "strength"), ("streng", "strength"), ("masss", "mass")]
)
def test_an_attribute_that_is_nearly_one_that_counts_is_refused(typed: str, meant: str) -> None:
    """FUD-010: else it would stand at Fair, and the damage be wrong without a word."""
    with pytest.raises(Refused, match=f"did you mean {meant}") as refused:
        sit_down().enter("gor", attributes={typed: "Superb"})
    assert (refused.value.path, refused.value.rule) == (f"$.sheet.attributes.{typed}", "FUD-010")


@pytest.mark.rule("FUD-010")
def test_attributes_of_ones_own_are_taken() -> None:
    """FUD-010: what is like none, or stands beside the one that it is like."""
    made = sit_down()
    made.enter("gor", attributes={"mental-strength": "Good", "max": "Good"})
    made.enter("ugo", attributes={"strength": "Good", "strengths": "Poor"})
    assert made.character("ugo").traits["strength"].level == 1


STRENGTH = {"a": "gor", "b": "ugo", "trait_a": "strength"}


@pytest.mark.rule("FUD-010", "FUD-149")
@pytest.mark.parametrize(
    "command",
    [
        {"type": "fudge.attempt", "actor": "gor", "trait": "strength"},
        {"type": "fudge.contest", "trait_b": "mass"} | STRENGTH,
        {"type": "fudge.exchange", "trait_b": "mass"} | STRENGTH,
    ],
)
def test_strength_and_mass_are_fair_where_the_sheet_is_silent(command: dict[str, Any]) -> None:
    """FUD-010, not FUD-149: an attribute is no skill that one lacks."""
    rolls = all_of(tavern().do(command, *([0] * (2 if "b" in command else 1))), Rolled)
    for roll in rolls:
        assert (roll.total, [m.rule for m in roll.modifiers]) == (0, ["FUD-010"])


@pytest.mark.rule("FUD-149")
def test_a_table_may_say_that_somebody_lacks_even_strength() -> None:
    """FUD-149: what the GM states counts; what is mistyped is asked for."""
    made = tavern()
    command = {"type": "fudge.attempt", "actor": "gor", "trait": "strength"}
    roll = of(made.do(command | {"default": "Terrible"}, 0), Rolled)
    assert (roll.total, roll.modifiers[0].rule) == (-3, "FUD-149")
    with pytest.raises(Refused, match="did you mean strength"):
        made.do(command | {"trait": "strenght"})


LEAST = [
    ({"type": "fudge.exchange", "a": "gor", "b": "ugo"}, "minimum_a", "FUD-141"),
    ({"type": "fudge.exchange", "a": "gor", "b": "ugo"}, "minimum_b", "FUD-141"),
    ({"type": "fudge.contest", "trait_b": "mass"} | STRENGTH, "minimum", "FUD-141"),
    ({"type": "fudge.attempt", "actor": "gor", "trait": "club"}, "difficulty", "FUD-151"),
]


@pytest.mark.rule("FUD-141", "FUD-151", "FUD-157", "FUD-172")
@pytest.mark.parametrize(("command", "field", "rule"), LEAST)
def test_what_is_to_be_reached_is_a_word_or_a_number_and_not_below_terrible(
    command: dict[str, Any], field: str, rule: str
) -> None:
    """FUD-141, FUD-151, FUD-157, FUD-172: the same check wherever a level is asked for."""
    made = tavern()
    size = made.session.view().size
    for below in (-9, -4, "Terrible-1"):
        with pytest.raises(Refused, match="below Terrible") as refused:
            made.do(command | {field: below})
        assert (refused.value.path, refused.value.rule) == (f"$.{field}", rule)
    with pytest.raises(Invalid) as wrong:
        made.do(command | {field: "Grate"})
    assert wrong.value.path == f"$.{field}"
    assert made.session.view().size == size
    for least in ("Terrible", "Disastroso", -3):
        made.do(command | {field: least}, *[0] * (2 if "b" in command else 1), *_hurt(command))


@pytest.mark.rule("FUD-172")
def test_a_minimum_in_words_holds_in_a_round() -> None:
    """FUD-172."""
    made = tavern()
    exchange = {"type": "fudge.exchange", "a": "gor", "b": "ugo", "minimum_a": "Great"}
    assert of(made.do(exchange, 0, 0), Held).rule == "FUD-172"


def _hurt(command: dict[str, Any]) -> tuple[int, ...]:
    """The damage roll of a round that Gor, the better one, wins."""
    return (-4,) if command["type"] == "fudge.exchange" else ()


@pytest.mark.rule("FUD-149")
@pytest.mark.parametrize("typed", ["Muoversi in silenzio", "Move Quietly", "muoversi in silenzio"])
def test_a_trait_typed_as_the_book_calls_it_is_no_trait_that_he_lacks(typed: str) -> None:
    """What is shown as a word is typed as one, and would else be rolled as of who has none."""
    tavern = sit_down(powers=True)
    tavern.do({"type": "fudge.bring_sample", "actor": "brogo", "sample": "brogo"})
    with pytest.raises(Refused, match="did you mean move-quietly") as refused:
        tavern.do({"type": "fudge.attempt", "actor": "brogo", "trait": typed})
    assert refused.value.path == "$.trait"
