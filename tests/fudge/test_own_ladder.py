"""Ladders of a table's own, and levels beyond Legendary: FUD-004, 006 and 120."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Invalid, Refused
from rollbook.plugins.fudge import Attacked, Attempted, Lifted, ladder
from rollbook.replay.words import catalog

from .drafting import Workshop
from .tavern import Tavern, of, sit_down, told

STARS = {"awful": -1, "middling": 0, "fine": 1, "splendid": 2}


def at(trait: str | int, **options: Any) -> Tavern:
    tavern = sit_down(**options)
    middling = "middling" if "ladder" in options else "Fair"
    skills = {"blade": middling, "harp": trait}
    tavern.enter("joe", ruling="of old", resistance=middling, skills=skills)
    return tavern


def harp(tavern: Tavern, roll: int, difficulty: str | int | None) -> Any:
    sent = {"type": "fudge.attempt", "actor": "joe", "trait": "harp", "difficulty": difficulty}
    return tavern.do(sent, roll)


@pytest.mark.rule("FUD-004")
def test_a_table_reads_and_says_the_words_of_its_own_ladder() -> None:
    """In sheets, difficulties and tellings; results off it are counted from its own ends."""
    tavern = at("fine", ladder=STARS, criticals="off")
    receipt = harp(tavern, 3, "splendid")
    done = of(receipt, Attempted)
    assert (done.result, done.difficulty, done.success) == (4, 2, True)
    assert told(tavern, receipt)[-1] == "Joe does it: splendid+2 against splendid, by +2."
    assert told(tavern, harp(tavern, -4, "awful"))[-1] == (
        "Joe does not do it: awful-2 against awful, by −2."
    )
    (sheet,) = tavern.session.view()["sheet"].characters
    assert sheet.skills == {"blade": "middling", "harp": "fine"}
    assert [r.word for r in tavern.session.view()["ladder"].rungs] == [
        "splendid", "fine", "middling", "awful",
    ]  # fmt: skip


@pytest.mark.rule("FUD-004", "FUD-175", "FUD-189")
def test_what_is_poor_is_the_worst_where_a_ladder_does_not_go_as_low() -> None:
    """A blow at the helpless, and a horde; the book's Poor is no word of this table."""
    tavern = at("fine", ladder=STARS, mooks=True, damage_roll="off")
    club = {"name": "Club", "skill": "clubs", "class": "average"}
    tavern.do({"type": "fudge.muster", "name": "Rat", "number": 1, "weapon": club})
    (rat,) = [name for name in tavern.session.view().table.actors if name != "joe"]
    assert tavern.character(rat).traits["clubs"].level == STARS["awful"]
    assert tavern.character(rat).resistance == STARS["awful"]
    attack = {"type": "fudge.attack", "attacker": "joe", "target": rat}
    assert of(tavern.do(attack, -1), Attacked).difficulty == STARS["awful"]
    with pytest.raises(Refused, match="below awful"):
        tavern.do(attack | {"difficulty": -2})


@pytest.mark.rule("FUD-004", "FUD-179")
def test_the_gm_is_offered_levels_in_the_words_of_his_table() -> None:
    tavern = at("fine", ladder=STARS)
    tavern.enter("ann", resistance="middling", skills={"blade": "middling"})
    attack = {"type": "fudge.attack", "attacker": "joe", "target": "ann"}
    waiting = tavern.do(attack | {"aim": {"part": "hat"}}).waiting
    assert waiting is not None
    assert [choice.label for choice in waiting.choices] == ["fine", "splendid"]


@pytest.mark.rule("FUD-004", "FUD-006")
def test_its_ends_are_the_ends_of_traits_and_of_what_is_asked_for() -> None:
    with pytest.raises(Invalid, match="one of splendid, fine, middling, awful") as wrong:
        at("Great", ladder=STARS)
    assert (wrong.value.rule, wrong.value.path) == ("FUD-004", "$.sheet.skills.harp")
    with pytest.raises(Refused) as high:
        at(3, ladder=STARS)
    assert high.value.rule == "FUD-006"
    with pytest.raises(Refused, match="below awful"):
        harp(at("fine", ladder=STARS), 0, -2)
    assert at("Legendary", ladder=STARS, legendary="legendary").character("joe").traits[
        "harp"
    ].level == 3  # fmt: skip


@pytest.mark.rule("FUD-004")
def test_what_it_takes_to_hit_is_said_in_the_words_of_the_ladder_too() -> None:
    """Who strikes at awful needs middling, and misses."""
    tavern = at("fine", ladder=STARS, criticals="off")
    tavern.enter("ann", resistance="middling", skills={"blade": "awful"})
    sent = {"type": "fudge.exchange", "a": "joe", "b": "ann", "minimum_a": "middling"}
    receipt = tavern.do(sent, -1, -2)
    assert any("middling" in line for line in told(tavern, receipt))
    with pytest.raises(Invalid) as found:
        tavern.do(sent | {"minimum_a": "Poor"})
    assert (found.value.rule, found.value.path) == ("FUD-004", "$.minimum_a")


@pytest.mark.rule("FUD-004")
def test_powers_and_races_are_written_in_the_words_of_the_ladder_too() -> None:
    shop = Workshop(powers=True, ladder=STARS).begin()
    shop.take("power", "glow", level="splendid")
    assert shop.draft.sheet.powers["glow"].level == 2
    shop.set("harp", "fine")
    assert shop.draft.sheet.skills["harp"] == 1
    tavern = shop.tavern
    race = {"type": "fudge.describe_race", "id": "orc", "name": "Orc", "strength": "3"}
    tavern.do(race | {"yardstick": "fine"})
    assert tavern.session.view()["races"].races[0].strength_scale == 3 + 1
    with pytest.raises(Invalid) as found:
        tavern.do(race | {"yardstick": "Good"})
    assert (found.value.rule, found.value.path) == ("FUD-004", "$.yardstick")
    tavern.enter("bob", resistance="middling", skills={}, weapons={})
    lift = {"type": "fudge.lift", "actor": "bob", "difficulty": "fine"}
    assert of(tavern.do(lift, 1), Attempted).difficulty == 1


@pytest.mark.rule("FUD-004")
@pytest.mark.parametrize(
    ("own", "why"),
    [
        ({"good": 1, "better": 2}, "0"),
        ({"bad": -1, "good": 1}, "follow"),
        ({"so": 0, "SO": 1}, "two of its words are one"),
        ({"so": 0, "": 1}, "empty"),
        ({"so": 0, "so+1": 1}, "sign"),
        ({"so": 0, "thus": 0}, "follow"),
    ],
)
def test_a_ladder_that_is_none_is_refused_and_why(own: dict[str, int], why: str) -> None:
    with pytest.raises(Invalid, match="FUD-004") as found:
        sit_down(ladder=own)
    assert why in str(found.value)


@pytest.mark.rule("FUD-004")
@given(st.integers(-20, 0), st.integers(0, 20), st.integers(-40, 40))
def test_every_level_of_every_ladder_is_read_as_it_is_said(low: int, high: int, value: int) -> None:
    own = {"w" + "x" * (value - low): value for value in range(low, high + 1)}
    assert ladder.follows(own) == ""
    assert ladder.level(ladder.result(value, own=own), own=own) == value


@pytest.mark.rule("FUD-006")
def test_legendary_is_off_one_level_or_any_number() -> None:
    for option, most in (("off", 3), ("legendary", 4), ("unlimited", 12)):
        assert at(most, legendary=option).character("joe").traits["harp"].level == most
        if option != "unlimited":
            with pytest.raises(Refused) as found:
                at(most + 1, legendary=option)
            assert found.value.rule == ("FUD-006" if option == "off" else "FUD-120")


@pytest.mark.rule("FUD-120")
@pytest.mark.parametrize(
    ("said", "value", "english", "italian"),
    [
        ("Legendary", 4, "Legendary", "Leggendaria"),
        ("Legendary 2nd", 5, "Legendary 2nd", "Leggendaria 2° livello"),
        ("Leggendario 2° livello", 5, "Legendary 2nd", "Leggendaria 2° livello"),
        ("legendary 3rd", 6, "Legendary 3rd", "Leggendaria 3° livello"),
        ("Legendary 11th", 14, "Legendary 11th", "Leggendaria 11° livello"),
        ("Legendary 21st", 24, "Legendary 21st", "Leggendaria 21° livello"),
    ],
)
def test_each_legendary_level_is_one_more(
    said: str, value: int, english: str, italian: str
) -> None:
    """Value 3 + n, as Hugo's longbow at Legendary 2nd is +5 to a Fair archer's."""
    words = catalog("rollbook.plugins.fudge", "it")

    def word(key: str, **places: Any) -> str:
        return words[key].format(**places)

    assert ladder.level(said) == value
    assert ladder.trait(value) == english
    assert ladder.trait(value, word, "f") == italian
    assert at(said, legendary="unlimited").character("joe").traits["harp"].level == value


@pytest.mark.rule("FUD-120")
@pytest.mark.parametrize("said", ["Superb 2nd", "Legendary 0", "Legendary two", "Great 2"])
def test_no_other_word_has_a_second_level(said: str) -> None:
    with pytest.raises(Invalid):
        ladder.level(said)


@pytest.mark.rule("FUD-120")
@given(st.integers(4, ladder.MOST))
def test_every_legendary_level_is_read_as_it_is_said(value: int) -> None:
    assert ladder.level(ladder.trait(value)) == value


RUNGS = {f"rung {letter}": at for at, letter in enumerate("abcdefghijk", -5)}
"""A longer ladder than the book's."""


@pytest.mark.rule("FUD-004")
def test_characters_are_made_on_the_ladder_of_the_table() -> None:
    """Levels are read by its words, and its ends are where nobody begins beyond."""
    shop = Workshop(ladder=RUNGS, creation="subjective_free", powers=True).begin()
    shop.set("harp", "rung k")
    shop.set("wit", "rung a", kind="attribute")
    shop.take("power", "flight", level="rung g")
    shop.send("equip_draft", resistance="rung f")
    for level in (6, -6):
        with pytest.raises(Refused, match="above rung k or below rung a") as beyond:
            shop.set("lore", level)
        assert beyond.value.path == "$.level"
    with pytest.raises(Invalid, match="one of rung k"):
        shop.set("lore", "Great")
    shop.approved()
    made = shop.tavern.character("ada")
    assert (made.traits["harp"].level, made.traits["wit"].level) == (5, -5)
    assert made.resistance == 0
    shop.send("define_trait", trait="lore", level="rung h")
    shop.tavern.do({"type": "table.answer", "answer": "define"})
    assert shop.tavern.character("ada").traits["lore"].level == 2


@pytest.mark.rule("FUD-004", "FUD-055", "FUD-061")
def test_where_levels_are_counted_too() -> None:
    shop = Workshop(ladder=RUNGS, skill_caps={}, skill_pool=60).begin()
    shop.set("harp", "rung k")
    shop.send("equip_draft", resistance="rung f")
    shop.send("submit_draft")
    with pytest.raises(Refused, match="above rung k"):
        shop.set("wit", 6, "master", kind="attribute")


@pytest.mark.rule("FUD-004", "FUD-106", "FUD-109")
def test_loads_and_yardsticks_are_read_by_it_too() -> None:
    """What is awful for one of Scale 0 is nothing to him, however many levels are below it."""
    tavern = at("fine", ladder=STARS)
    lift = {"type": "fudge.lift", "actor": "joe"}
    assert of(tavern.do(lift | {"difficulty": "awful"}), Lifted).difficulty == -1
    assert of(tavern.do(lift | {"difficulty": "middling"}, 0), Attempted).success
    race = {"type": "fudge.describe_race", "id": "ogre", "name": "Ogre", "strength": "1"}
    tavern.do(race | {"yardstick": "fine"})
    with pytest.raises(Invalid):
        tavern.do(race | {"yardstick": "Good"})


@pytest.mark.rule("FUD-004", "FUD-252")
def test_growth_ends_where_it_does_and_above_its_best_the_gm_agrees() -> None:
    tavern = at("splendid", ladder=STARS, legendary="legendary")
    tavern.do({"type": "fudge.award", "actor": "joe", "amount": 60, "ruling": "a great deed"})
    grow = {"type": "fudge.raise", "actor": "joe", "trait": "harp"}
    assert tavern.do(grow).waiting
    tavern.do({"type": "table.answer", "answer": "yes"})
    tavern.do({"type": "table.answer", "answer": 8})
    assert tavern.character("joe").traits["harp"].level == 3
    with pytest.raises(Refused):
        tavern.do(grow)
