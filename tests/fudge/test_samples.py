"""The fourteen characters of the book, as printed: sheets, limits and sums."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import to_builtins

from rollbook.plugins.fudge import FudgeOptions, content
from rollbook.plugins.fudge.content.races import races
from rollbook.plugins.fudge.content.samples import Limits, Sample, samples
from rollbook.plugins.fudge.content.traits import faults, gifts, powers, superfaults
from rollbook.plugins.fudge.ladder import level
from rollbook.plugins.fudge.traits.sheet import figures

from .tavern import sit_down

FAIR_COSTS = {"easy": 1, "normal": 2, "hard": 3, "very-hard": 4}

# What stands in brackets on the pages and what the tables give, added up by hand for each sheet:
# attributes printed and by rule, skills printed and by rule; then skills at Superb, Great and
# Good; Gifts, Powers, Faults and Superfaults listed.
AUDIT = {
    "brogo": ((10, 11, 48, 51), (1, 3, 9), (4, 1, 5, 1)),
    "moose": ((4, 4, 33, 33), (1, 3, 3), (2, 1, 6, 0)),
    "tarag": ((2, 1, 10, 14), (1, 0, 4), (3, 2, 0, 0)),
    "floranna": ((1, 1, 29, 24), (0, 2, 2), (0, 2, 4, 0)),
    "arian": ((4, 4, 36, 36), (1, 2, 7), (3, 0, 4, 0)),
    "henri": ((12, 12, 70, 70), (2, 4, 15), (5, 0, 6, 0)),
    "scruffy": ((3, 3, 53, 53), (0, 4, 11), (2, 0, 4, 0)),
    "dolores": ((9, 7, 52, 52), (1, 3, 8), (4, 0, 4, 0)),
    "sherman": ((2, 2, 45, 45), (0, 3, 7), (0, 3, 3, 0)),
    "wallop": ((6, 6, 53, 53), (1, 4, 7), (4, 1, 4, 0)),
    "seihook": ((7, 7, 40, 40), (1, 3, 4), (4, 0, 3, 0)),
    "screamer": ((4, 4, 30, 30), (1, 4, 1), (6, 0, 5, 0)),
    "fan-yin-wong": ((4, 4, 31, 31), (1, 1, 4), (2, 5, 2, 0)),
    "cassandra": ((7, 7, 60, 60), (1, 3, 8), (2, 6, 5, 3)),
}


def bought(sample: Sample) -> tuple[dict[str, int], dict[str, int]]:
    """Costs by the tables, of attributes and of skills; what came free costs nothing."""
    sheet = sample.sheet
    attributes = {name: level(stated) for name, stated in sheet.attributes.items()}
    if not sample.resistance_from:
        assert sheet.resistance is not None
        attributes["damage-resistance"] = level(sheet.resistance)
    dear = {skill for fault in sheet.faults.values() for skill in fault.doubles}
    skills = {}
    for name, stated in sheet.skills.items():
        if name not in sample.free:
            cost = FAIR_COSTS[sheet.difficulty.get(name, "normal")] + level(stated)
            skills[name] = cost * (2 if name in dear else 1)
    return attributes, skills


def test_all_fourteen_are_there_in_the_order_of_the_book() -> None:
    assert list(samples()) == list(AUDIT)


@pytest.mark.parametrize("name", AUDIT)
def test_costs_add_up_to_what_the_pages_say(name: str) -> None:
    sample = samples()[name]
    attributes, skills = bought(sample)
    printed = (
        sum((attributes | sample.printed.attributes).values()),
        sum(attributes.values()),
        sum((skills | sample.printed.skills).values()),
        sum(skills.values()),
    )
    assert printed == AUDIT[name][0]


@pytest.mark.parametrize("name", AUDIT)
def test_a_printed_cost_is_of_a_trait_on_the_sheet_and_differs_from_the_tables(name: str) -> None:
    sample = samples()[name]
    for by_rule, printed in zip(
        bought(sample), (sample.printed.attributes, sample.printed.skills), strict=True
    ):
        assert [trait for trait, cost in printed.items() if by_rule[trait] == cost] == []


@pytest.mark.parametrize("name", AUDIT)
def test_as_many_skills_stand_high_as_the_pages_list(name: str) -> None:
    sample = samples()[name]
    levels = Counter(
        level(stated) for skill, stated in sample.sheet.skills.items() if skill not in sample.free
    )
    assert (levels[3], levels[2], levels[1]) == AUDIT[name][1]


@pytest.mark.rule("FUD-266")
@pytest.mark.parametrize("name", AUDIT)
def test_gifts_faults_and_powers_are_the_books_and_as_many(name: str) -> None:
    sheet = samples()[name].sheet
    great = {fault for fault, one in sheet.faults.items() if one.superfault}
    small = sheet.faults.keys() - great
    assert (len(sheet.gifts), len(sheet.powers), len(small), len(great)) == AUDIT[name][2]
    assert sheet.gifts.keys() <= gifts().keys()
    assert small <= faults().keys()
    assert great <= superfaults().keys()
    assert sheet.powers.keys() <= powers().keys()


@pytest.mark.rule("FUD-266")
@pytest.mark.parametrize("name", AUDIT)
def test_a_sample_can_be_played_as_it_stands(name: str) -> None:
    """Its figures work out without traits above Superb, and Damage Resistance is what it says."""
    sample = samples()[name]
    who = figures(sample.sheet, FudgeOptions(legendary="off", powers=True))
    assert len(who.traits) == len(sample.sheet.attributes) + len(sample.sheet.skills)
    assert not sample.sheet.race or sample.sheet.race in races()
    assert who.scale == (sample.sheet.strength_scale or 0)
    if sample.resistance_from:
        assert who.resistance == who.traits[sample.resistance_from].level


@pytest.mark.rule("FUD-266")
@pytest.mark.parametrize("name", AUDIT)
def test_every_trait_of_a_sample_has_words_in_both_languages(name: str) -> None:
    sheet = samples()[name].sheet
    assert [trait for trait in (*sheet.attributes, *sheet.skills) if not content.word(trait)] == []


def test_limits_are_those_of_the_notes() -> None:
    """As the notes print them, in the order of ``noted``."""

    def noted(one: Limits) -> tuple[int | None, ...]:
        levels = (one.attributes, one.attribute_levels, one.skill_levels)
        return (*levels, one.superb, one.great, one.gifts)

    assert {name: noted(sample.limits) for name, sample in samples().items()} == {
        "brogo": (8, 4, 50, 1, 3, 2),
        "moose": (6, 3, 30, 1, 3, 2),
        "tarag": (3, 3, 10, 1, 2, 3),
        "floranna": (2, 1, 50, 1, 3, 4),
        "arian": (6, 4, 45, 1, 2, 2),
        "henri": (9, 8, 60, 2, 5, 3),
        "scruffy": (5, 3, 30, 1, 2, 2),
        "dolores": (10, 5, 50, 1, 2, 2),
        "sherman": (None, None, 50, 1, 4, 2),
        "wallop": (4, 4, 50, 1, 3, 2),
        "seihook": (8, 5, 40, 1, 2, 2),
        "screamer": (7, 3, 30, 1, 4, 2),
        "fan-yin-wong": (12, 6, 25, 1, 2, 0),
        "cassandra": (10, 5, 60, 1, 4, 2),
    }
    assert samples()["wallop"].limits.good == 8
    powers_free = {name: one.limits.powers for name, one in samples().items() if one.limits.powers}
    assert powers_free == {"wallop": 1, "fan-yin-wong": 6, "cassandra": 3}


def test_where_the_book_contradicts_itself_the_reading_says_why() -> None:
    """Sums bear each out: 30 and a Fault are 36 levels, 35 and three are 53."""
    decided = {name: one.decided for name, one in samples().items() if one.decided}
    assert {name: one.skill_levels for name, one in decided.items() if one.skill_levels} == {
        "arian": 36 - 6,
        "scruffy": 53 - 3 * 6,
    }
    assert {name: one.great for name, one in decided.items() if one.great} == {
        "dolores": 4,
        "wallop": 4,
        "seihook": 3,
    }
    assert decided["scruffy"].changed == 1  # one Superb skill less, and two Great ones more
    assert decided["brogo"].levels == {"find-secret-passages": "Terrible"}
    assert all(one.why.it for one in decided.values())


def test_brogo_spends_exactly_his_levels_once_a_trait_is_read_as_it_is_paid() -> None:
    brogo = samples()["brogo"]
    assert brogo.decided is not None
    _, skills = bought(brogo)
    _, skill = next(iter(brogo.decided.levels.items()))
    skills["find-secret-passages"] = FAIR_COSTS["normal"] + level(skill)
    assert sum(skills.values()) == brogo.stated.skills.used == 50


def test_faults_that_are_demanded_are_marked_on_the_sheet_or_counted() -> None:
    demanded = {
        name: one.limits.mandatory_faults
        for name, one in samples().items()
        if one.limits.mandatory_faults
    }
    assert demanded == {"arian": 2, "scruffy": 1, "fan-yin-wong": 2}
    arian = samples()["arian"].sheet.faults
    assert {name for name, fault in arian.items() if fault.mandatory} == {
        "outlaw",
        "loyal-to-companions",
    }


def test_what_the_sheets_say_of_themselves_is_kept() -> None:
    """Available and used, of attributes, skills, Gifts and Powers; one has a Power and a half."""
    tarag, cassandra = samples()["tarag"].stated, samples()["cassandra"].stated
    assert str(tarag.powers.used) == "1.5"
    assert cassandra.attributes.available == 5
    assert cassandra.attributes.used == 7
    assert cassandra.powers.available == 3
    assert cassandra.powers.used == 8
    used = [one.stated.skills.used for one in samples().values()]
    assert used == [50, 36, 13, 32, 36, 72, 53, 56, 44, 56, 40, 30, 31, 60]


def test_a_free_trait_costs_nothing_and_stands_on_the_sheet() -> None:
    dolores = samples()["dolores"]
    assert dolores.free == ("research",)
    assert dolores.sheet.skills["research"] == "Good"
    assert "research" not in bought(dolores)[1]


@pytest.mark.parametrize("name", samples())
def test_each_of_the_fourteen_can_be_brought_into_play_as_printed(name: str) -> None:
    tavern = sit_down(powers=True, legendary="unlimited")
    sheet = samples()[name].sheet
    command = {"type": "fudge.enter", "actor": name, "name": name, "sheet": to_builtins(sheet)}
    tavern.do(command)
    character = tavern.character(name)
    assert {n: level(stated) for n, stated in sheet.skills.items()}.items() <= {
        n: trait.level for n, trait in character.traits.items()
    }.items()
    assert set(sheet.weapons) <= set(character.weapons)
