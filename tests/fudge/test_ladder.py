"""The ladder in words and numbers: FUD-003, 006, 139 to 141."""

from __future__ import annotations

import string
import tomllib
from pathlib import Path

import pytest

from rollbook.core.errors import Invalid, Refused
from rollbook.plugins.fudge import ladder

from .tavern import sit_down

LOCALE = Path(__file__).parents[2] / "plugins" / "fudge" / "locale"
WORDS = {
    lang: tomllib.loads((LOCALE / f"{lang}.toml").read_text(encoding="utf-8"))
    for lang in ("en", "it")
}
RUNGS = [
    (3, "Superb", "Superbo", "Superba"),
    (2, "Great", "Ottimo", "Ottima"),
    (1, "Good", "Buono", "Buona"),
    (0, "Fair", "Discreto", "Discreta"),
    (-1, "Mediocre", "Mediocre", "Mediocre"),
    (-2, "Poor", "Scarso", "Scarsa"),
    (-3, "Terrible", "Disastroso", "Disastrosa"),
]


@pytest.mark.rule("FUD-003")
@pytest.mark.parametrize(("value", "english", "he", "she"), RUNGS)
def test_each_rung_has_its_word_in_both_languages(
    value: int, english: str, he: str, she: str
) -> None:
    """FUD-003: words lead to the number, and the number to the words."""
    assert {ladder.level(word) for word in (english, he, she, english.upper(), value)} == {value}
    assert ladder.result(value) == english
    italian = WORDS["it"].__getitem__
    assert (ladder.result(value, italian), ladder.result(value, italian, "f")) == (he, she)


@pytest.mark.report(185)
@pytest.mark.parametrize(
    ("trait", "roll", "said", "value", "italian"),
    [
        ("Good", -3, "Poor", -2, "Scarso"),
        ("Good", 0, "Good", 1, "Buono"),
        ("Good", 1, "Great", 2, "Ottimo"),
        ("Fair", 2, "Great", 2, "Ottimo"),
        ("Superb", 4, "Superb+4", 7, "Superbo+4"),
        ("Terrible", -4, "Terrible-4", -7, "Disastroso-4"),
        ("Good", 4, "Superb+2", 5, "Superbo+2"),
        ("Mediocre", -4, "Terrible-2", -5, "Disastroso-2"),
        ("Fair", -4, "Terrible-1", -4, "Disastroso-1"),
        ("Superb", 1, "Superb+1", 4, "Superbo+1"),
    ],
)
@pytest.mark.rule("FUD-140", "FUD-141")
def test_results_beyond_the_ends_keep_their_number(
    trait: str, roll: int, said: str, value: int, italian: str
) -> None:
    """FUD-EX-046 to 049, 051, 061 to 064: never clamped to the last word."""
    result = ladder.level(trait) + roll
    assert result == value
    assert ladder.result(result) == said
    assert ladder.result(result, WORDS["it"].__getitem__) == italian
    assert ladder.level(said) == value


@pytest.mark.report(185)
@pytest.mark.rule("FUD-140", "FUD-141")
def test_far_beyond_the_ends_the_number_goes_on() -> None:
    """Modifiers can push a result further than the book's four steps."""
    assert [ladder.result(n) for n in (9, -9)] == ["Superb+6", "Terrible-6"]
    assert [ladder.beyond(n) for n in (9, 3, -3, -9)] == [6, 0, 0, -6]


@pytest.mark.rule("FUD-006")
def test_legendary_is_superb_and_one() -> None:
    """FUD-EX-002: a trait may be called so, a result is not."""
    assert ladder.level("Legendary") == ladder.level("Leggendaria") == 4
    assert (ladder.trait(4), ladder.result(4)) == ("Legendary", "Superb+1")


@pytest.mark.rule("FUD-003")
@pytest.mark.parametrize("text", ["", "Grande", "Goodish", "Good+1", "Superb+", "Superb-1", "+"])
def test_no_level(text: str) -> None:
    """Only the ends of the ladder go on; a refusal names the rungs."""
    with pytest.raises(Invalid, match="is no level") as refused:
        ladder.level(text, "$.skills.blade")
    assert (refused.value.path, refused.value.rule) == ("$.skills.blade", "FUD-003")
    assert "Mediocre" in refused.value.hint


@pytest.mark.rule("FUD-003")
@pytest.mark.parametrize("text", ["Superb+" + "9" * 5000, "Terrible-1000", 10**30, -1000])
def test_no_level_is_farther_off_than_any_result(text: str | int) -> None:
    """FUD-003: refused as no level, however long the number is."""
    tavern = sit_down()
    tavern.enter("hero")
    command = {"type": "fudge.attempt", "actor": "hero", "trait": "blade", "difficulty": text}
    with pytest.raises(Invalid) as refused:
        tavern.do(command)
    assert refused.value.path == "$.difficulty"
    assert len(str(refused.value)) < 300


@pytest.mark.rule("FUD-141")
def test_no_trait_stands_below_terrible() -> None:
    """FUD-141: only results do."""
    for skill in ("Terrible-1", -4):
        with pytest.raises(Refused) as refused:
            sit_down().enter("hero", skills={"blade": skill})
        assert (refused.value.path, refused.value.rule) == ("$.sheet.skills.blade", "FUD-141")


@pytest.mark.rule("FUD-006")
def test_legendary_traits_need_the_switch() -> None:
    """FUD-006."""
    with pytest.raises(Refused) as refused:
        sit_down().enter("hero", skills={"blade": "Legendary"})
    assert (refused.value.path, refused.value.rule) == ("$.sheet.skills.blade", "FUD-006")
    tavern = sit_down(legendary="legendary")
    tavern.enter("hero", ruling="a giant killer", skills={"blade": "Legendary"})
    assert tavern.character("hero").traits["blade"].level == 4
    with pytest.raises(Refused):
        tavern.enter("god", skills={"blade": 5})


def test_both_languages_say_the_same_things() -> None:
    """Every key in both, with the same places to fill."""
    assert WORDS["en"].keys() == WORDS["it"].keys()
    for key, english in WORDS["en"].items():
        places = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for text in (english, WORDS["it"][key])
        ]
        assert places[0] == places[1], key
