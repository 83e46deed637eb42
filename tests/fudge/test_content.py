"""What the book names to choose from: whole, in both languages, each under one id."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rollbook.plugins.fudge import FudgeOptions, content
from rollbook.plugins.fudge.content.bestiary import creatures, things
from rollbook.plugins.fudge.content.conversion import conversion, level_of_percent, level_of_sum
from rollbook.plugins.fudge.content.names import Words
from rollbook.plugins.fudge.content.races import races
from rollbook.plugins.fudge.content.traits import (
    attributes,
    faults,
    gifts,
    powers,
    skills,
    superfaults,
)
from rollbook.plugins.fudge.content.words import named
from rollbook.plugins.fudge.ladder import FAIR, GOOD, GREAT, MEDIOCRE, POOR, SUPERB, TERRIBLE, level
from rollbook.plugins.fudge.paper import ProtectionSheet, WeaponSheet
from rollbook.plugins.fudge.powers.scale import scale_of
from rollbook.plugins.fudge.state import Trait, total
from rollbook.plugins.fudge.traits.arms import armed, protection

from .tavern import sit_down, told


def test_an_id_has_one_name_wherever_it_stands() -> None:
    """A skill that stands in two groups, a Gift that may be an attribute, are told alike."""
    names: dict[str, set[tuple[str, str]]] = {}
    for name, words in named():
        names.setdefault(name, set()).add((words.en, words.it))
    assert {name: found for name, found in names.items() if len(found) > 1} == {}


def test_no_two_ids_of_one_kind_have_the_same_name() -> None:
    kinds: list[list[Words]] = [
        [gift.name for gift in gifts().values()],
        [fault.name for fault in (*faults().values(), *superfaults().values())],
        [power.name for power in powers().values()],
        [race.name for race in races().values()],
        [creature.name for creature in creatures().values()],
        [thing.name for thing in things().values()],
    ]
    for kind in kinds:
        for lang in ("en", "it"):
            times = Counter(name.told(lang) for name in kind)
            assert [name for name, often in times.items() if often > 1] == []


def test_a_word_is_told_in_the_readers_language() -> None:
    assert content.word("perception", "it") == "Percezione"
    assert content.word("perception", "en") == "Perception"
    assert content.word("perception", "de") == "Perception"
    assert content.word("no-such-trait", "it") == ""


def test_a_name_lacks_neither_language() -> None:
    with pytest.raises(ValueError, match="both languages"):
        Words("Strength", "")


@pytest.mark.rule("FUD-011")
def test_attributes_to_choose_from_stand_in_four_groups() -> None:
    """As many as the page lists: of the body, the mind, the soul, and three of other kinds."""
    counted = {name: len(group.traits) for name, group in attributes().items()}
    assert counted == {"body": 20, "mind": 12, "soul": 25, "other": 3}


@pytest.mark.rule("FUD-016")
def test_skills_to_choose_from_stand_in_nineteen_groups() -> None:
    assert {name: len(group.traits) for name, group in skills().items()} == {
        "animal": 7,
        "craft": 12,
        "artistic": 14,
        "athletic": 11,
        "covert": 15,
        "outdoor": 13,
        "combat": 10,
        "knowledge": 15,
        "language": 2,
        "manipulative": 14,
        "medical": 9,
        "merchant": 8,
        "professional": 6,
        "formal": 7,
        "convivial": 13,
        "dungeon": 7,
        "spiritual": 11,
        "technical": 11,
        "urban": 3,
    }


@pytest.mark.rule("FUD-016")
def test_a_skill_may_stand_in_several_groups() -> None:
    homes = {name for name, group in skills().items() if "lockpicking" in group.traits}
    assert homes == {"covert", "dungeon"}
    assert "throwing" in skills()["athletic"].traits
    assert "throwing" in skills()["combat"].traits


@pytest.mark.rule("FUD-023", "FUD-024", "FUD-092")
def test_gifts_faults_and_powers_are_all_there_and_no_id_serves_two() -> None:
    kinds = (gifts(), faults(), superfaults(), powers())
    assert [len(kind) for kind in kinds] == [54, 83, 4, 37]
    times = Counter(name for kind in kinds for name in kind)
    assert [name for name, often in times.items() if often > 1] == []


@pytest.mark.rule("FUD-023")
def test_gifts_do_what_the_book_says_of_them() -> None:
    table = gifts()
    assert table["charisma"].reaction == 1
    assert table["tough-hide"].defence == table["mass-good"].defence == 1
    assert (table["calm-at-the-bow"].trait, table["calm-at-the-bow"].bonus) == ("calm", 3)
    assert table["animals-follow-his-orders"].needs == GREAT
    assert {name for name, gift in table.items() if gift.implant} == {
        "datajack",
        "cognitive-multitasking",
        "thermographic-vision",
        "flare-compensation",
        "telescopic-vision",
    }


@pytest.mark.rule("FUD-024")
def test_what_is_light_or_bad_manners_counts_against_whoever_has_it() -> None:
    assert faults()["mass-mediocre"].defence == -1
    assert faults()["picks-his-nose"].reaction == faults()["foul-language"].reaction == -1


@pytest.mark.rule("FUD-092")
def test_powers_that_attack_have_their_damage() -> None:
    table = powers()
    attacks = {name: power.damage for name, power in table.items() if power.damage is not None}
    assert attacks == {"fireball": 6, "large-fangs": 3}
    assert {name for name, power in table.items() if power.melee} == {"large-fangs"}
    assert {power.skill for power in table.values()} == {"", "flying", "throwing"}


@pytest.mark.rule("FUD-119")
def test_races_have_the_scale_that_the_book_gives() -> None:
    table = races()
    assert len(table) == 17
    scales = {name: race.scale for name, race in table.items() if race.scale}
    assert scales == {
        "halfling": -2,
        "dwarf": 1,
        "orc": 3,
        "half-orc": 3,
        "pixie": -6,
        "leprechaun": -4,
        "giant": 10,
        "sprite": -4,
    }
    assert table["dragon"].scales == (3, 9)
    pixie, vampire = table["pixie"].split, table["vampire"].split
    assert pixie is not None
    assert (pixie.strength, pixie.mass) == (-6, -4)
    assert vampire is not None
    assert (vampire.strength, vampire.mass) == (3, 0)
    assert table["human"].scale == 0
    called = {name: race for name, race in table.items() if race.multiple}
    assert "orc" in called
    for race in called.values():
        assert scale_of(Fraction(race.multiple or 0)) == race.scale


@pytest.mark.rule("FUD-119")
def test_what_comes_with_a_race_is_known_under_its_id() -> None:
    table = races()
    assert table["halfling"].bonus == {"damage-resistance": 1, "health": 1}
    assert "Constitution" in str(table["halfling"].note)
    assert table["half-orc"].bonus == {"mind": -1}
    assert table["cludd"].bonus == {"intelligence": -2}
    assert table["ghost"].mandatory_faults == 2
    for race in table.values():
        assert not race.power or race.power in powers()
        assert set(race.superfaults) <= superfaults().keys()
        traits = {*race.bonus, *race.psi}
        traits |= {race.resistance_from, race.perception_from} - {""}
        assert [name for name in traits if not content.word(name)] == []


@pytest.mark.rule("FUD-272")
def test_animals_have_what_matters_of_them_and_no_more() -> None:
    table = creatures()
    assert set(table) == {"lion", "grizzly-bear", "skunk", "giant-spider", "dragon"}
    lion, dragon = table["lion"], table["dragon"]
    assert lion.strength_scale.holds(2)
    assert not lion.strength_scale.holds(3)
    assert (lion.resistance.least, lion.resistance.most) == (FAIR, SUPERB)
    assert (lion.traits["strength"].least, lion.traits["strength"].most) == (FAIR, GREAT)
    assert lion.faults == ("lazy",)
    assert (dragon.strength_scale.least, dragon.strength_scale.most) == (3, 9)
    assert (dragon.tough_hide.least, dragon.tough_hide.most) == (1, 3)
    assert table["skunk"].resistance.holds(TERRIBLE)
    assert not table["skunk"].resistance.holds(POOR)
    assert set(dragon.some) <= set(dragon.powers)


@pytest.mark.rule("FUD-272")
def test_what_an_animal_has_is_known_under_its_id() -> None:
    for creature in creatures().values():
        assert set(creature.powers) <= powers().keys()
        assert set(creature.faults) <= faults().keys()
        assert [name for name in creature.traits if not content.word(name)] == []


@pytest.mark.rule("FUD-272")
def test_a_web_holds_whoever_rolls_less_than_good() -> None:
    """FUD-EX-377: of a Strength roll of Fair and one of Good, the second frees him."""
    web = powers()["web"]
    assert web.trait == "strength"
    assert [web.reached(level(word)) for word in ("Fair", "Good")] == [False, True]


@pytest.mark.rule("FUD-274")
def test_the_old_sword_breaks_at_mediocre_or_worse() -> None:
    old, new = things()["old-sword"], things()["new-sword"]
    assert (old.breaks_at, new.breaks_at) == (level("Mediocre"), None)
    assert old.attributes == {"edge": TERRIBLE, "resistance": POOR, "appearance": POOR}
    assert new.attributes == {"edge": GOOD, "resistance": GREAT, "appearance": GREAT}


@pytest.mark.rule("FUD-274")
def test_the_old_sword_counts_as_a_club_and_the_new_one_is_sharp() -> None:
    """One below the average and blunt, against an average one with an edge: 1 and 3."""
    bonus = {}
    for name in ("old-sword", "new-sword"):
        thing = things()[name]
        sheet = WeaponSheet(thing.name.en, "sword", kind=thing.weapon, sharp=thing.sharp)
        traits = {"sword": Trait("skill", FAIR)}
        bonus[name] = armed(sheet, 0, traits, FudgeOptions(), "$").bonus
    assert bonus == {"old-sword": 1, "new-sword": 3}


@pytest.mark.rule("FUD-275")
def test_the_sword_of_flame_burns_at_good() -> None:
    flame, jewelled = things()["flame-sword"], things()["jewelled-sword"]
    assert (flame.fires_from, jewelled.fires_from) == (GOOD, None)
    assert (flame.skills, flame.reach) == ({"shoot-flames": GREAT}, 3)
    assert (jewelled.skills, jewelled.opposed_by) == ({"dominate-owner": FAIR}, "willpower")
    assert jewelled.attributes == {"appearance": SUPERB}
    assert gifts()["bane-of-trolls"].bonus == 3


@pytest.mark.rule("FUD-276")
def test_the_shuttle_has_attributes_skills_gifts_and_faults() -> None:
    shuttle = things()["space-shuttle"]
    assert shuttle.attributes == {
        "acceleration": GREAT,
        "handling": SUPERB,
        "speed": GOOD,
        "size": FAIR,
    }
    assert shuttle.scale == {"speed": 15, "size": 8}
    assert shuttle.skills == {
        "navigation": GOOD,
        "targeting": SUPERB,
        "autopilot": FAIR,
        "distractions": MEDIOCRE,
        "food-preparation": POOR,
    }
    assert (len(shuttle.gifts), len(shuttle.faults)) == (4, 4)


@pytest.mark.rule("FUD-274", "FUD-275", "FUD-276")
def test_what_a_thing_has_is_known_under_its_id() -> None:
    assert len(things()) == 5
    for thing in things().values():
        assert set(thing.gifts) <= gifts().keys()
        assert set(thing.faults) <= faults().keys()
        assert set(thing.powers) <= powers().keys()
        traits = [*thing.attributes, *thing.skills, *filter(None, [thing.opposed_by])]
        assert [name for name in traits if not content.word(name)] == []
        assert thing.scale.keys() <= thing.attributes.keys()


@pytest.mark.rule("FUD-264")
def test_levels_of_other_games_have_their_place_on_the_ladder() -> None:
    """Every sum of three dice and every percentage falls in one row, and better is never worse."""
    sums = [level_of_sum(n) for n in range(3, 19)]
    percents = [level_of_percent(n) for n in range(1, 101)]
    assert sums == sorted(sums)
    assert percents == sorted(percents)
    assert (sums[0], sums[-1], percents[0], percents[-1]) == (TERRIBLE, SUPERB, TERRIBLE, SUPERB)
    assert (level_of_sum(12), level_of_sum(13), level_of_sum(25)) == (FAIR, GOOD, SUPERB)
    assert (level_of_percent(30), level_of_percent(31)) == (MEDIOCRE, FAIR)
    assert len(conversion().row) == 7


def test_a_sharp_edge_adds_a_point_to_every_size() -> None:
    """Knife 1, shortsword 2, sword 3, two-handed sword 4, as the page counts them."""
    kinds = ("small", "below-average", "average", "large")
    swords = [WeaponSheet("blade", "sword", kind=kind, sharp=True) for kind in kinds]
    traits = {"sword": Trait("skill", FAIR)}
    assert [armed(one, 0, traits, FudgeOptions(), "$").bonus for one in swords] == [1, 2, 3, 4]


def test_a_laser_may_do_what_other_guns_do_or_no_harm() -> None:
    guns = content.weapons().gun
    strongest = max(span.most for name, span in guns.items() if name != "laser")
    assert (guns["laser"].least, guns["laser"].most) == (0, strongest)


def test_magic_adds_to_armour_without_end() -> None:
    plain = ProtectionSheet("coat", "heavy-metal")
    magical = ProtectionSheet("coat", "heavy-metal", magic=content.armour().magic.least)
    assert total(protection(magical, "armour", "$")) - total(protection(plain, "armour", "$")) == 1
    assert content.armour().magic.holds(99)


def test_every_name_of_arms_has_both_languages() -> None:
    guns, coats, classes = content.weapons().gun, content.armour().armour, content.weapons().classes
    names = [span.name for span in (*guns.values(), *coats.values())]
    names += [one.name for one in classes.values()]
    assert [str(name) for name in names if name.told("it") == name.told("en")] == ["derringer"]


def test_no_effect_is_the_same_text_in_both_languages() -> None:
    texts = [gift.effect for gift in (*gifts().values(), *faults().values()) if gift.effect]
    texts += [power.effect for power in powers().values() if power.effect]
    assert texts
    assert [text.en for text in texts if text.en == text.it] == []


def test_a_story_names_a_trait_in_the_readers_language_and_an_actor_by_his_name() -> None:
    """What the book has no word for stays as it was written."""
    here = sit_down()
    here.enter("mickey", skills={"move-quietly": "Good", "climbing": "Fair", "whittling": "Fair"})
    sent = {"type": "fudge.attempt", "actor": "mickey"}
    tried = [
        here.do(sent | {"trait": trait}, 0) for trait in ("move-quietly", "climbing", "whittling")
    ]
    for lang, expected in {
        "en": ("move quietly +1", "climbing 0", "whittling 0"),
        "it": ("muoversi in silenzio +1", "scalare 0", "whittling 0"),
    }.items():
        story = " ".join(line for receipt in tried for line in told(here, receipt, lang))
        assert [words for words in expected if words not in story] == []
        assert "Mickey" in story
