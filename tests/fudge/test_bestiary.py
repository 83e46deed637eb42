"""Animals, monsters and the book's own characters, brought into play and fought with (6.3, 6.4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Invalid, Refused
from rollbook.plugins.fudge import Attempted, Blow, Brought, Fudge, Wounded
from rollbook.plugins.fudge.content.bestiary import creatures, things
from rollbook.plugins.fudge.content.samples import samples
from rollbook.plugins.fudge.ladder import FAIR, GREAT, SUPERB

from .tavern import Tavern, of, sit_down, told

BRING = {"type": "fudge.bring_creature", "actor": "beast"}
PLAIN: dict[str, Any] = {"damage_roll": "off", "criticals": "off", "fudge_points": False}


def wild(**options: Any) -> Tavern:
    """A table with Powers."""
    whole: dict[str, Any] = {"powers": True, "criticals": "off", "fudge_points": False} | options
    return sit_down(**whole)


def refused(tavern: Tavern, **command: Any) -> Refused:
    """How a command is refused, with nothing done."""
    with pytest.raises(Refused) as error:
        tavern.do(BRING | command)
    assert not tavern.session.view().table.actors
    return error.value


@pytest.mark.rule("FUD-271", "FUD-272")
@pytest.mark.parametrize("name", creatures())
def test_a_creature_has_what_the_book_says_of_its_kind_and_nothing_else(name: str) -> None:
    """The least of its kind where nothing is stated; no levels are counted, nor Gifts paid for."""
    tavern, entry = wild(), creatures()[name]
    receipt = tavern.do(BRING | {"creature": name})
    assert (of(receipt, Brought).of, of(receipt, Brought).rule) == (name, "FUD-271")
    who = tavern.character("beast")
    assert {trait: one.level for trait, one in who.traits.items()} == {
        trait: span.least for trait, span in entry.traits.items()
    }
    assert (who.resistance, who.scale) == (entry.resistance.least, entry.strength_scale.least)
    assert set(who.faults) == set(entry.faults)
    assert set(who.powers) == set(entry.powers) - set(entry.some)
    assert tavern.session.view().table.actors["beast"].kind == "npc"


@pytest.mark.rule("FUD-271")
def test_what_is_an_attribute_is_one_and_the_campaigns_list_goes_first() -> None:
    tavern = wild()
    tavern.do(BRING | {"creature": "lion"})
    kinds = {name: one.kind for name, one in tavern.character("beast").traits.items()}
    assert {n for n, kind in kinds.items() if kind == "attribute"} == {"perception", "strength"}
    tavern = wild()
    tavern.do({"type": "fudge.list_trait", "trait": "perception", "listed": {"kind": "skill"}})
    tavern.do(BRING | {"creature": "lion"})
    assert tavern.character("beast").traits["perception"].kind == "skill"


@pytest.mark.rule("FUD-272")
@given(st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 12), st.integers(0, 4))
def test_one_of_its_kind_is_as_strong_as_its_kind_comes_and_no_stronger(
    strength: int, resistance: int, scale: int, hide: int
) -> None:
    """Of dragons: Strength and Damage Resistance Fair to Great, Scale 3 to 9, Tough Hide 1 to 3."""
    stated = {"levels": {"strength": strength}, "resistance": resistance}
    command = BRING | stated | {"creature": "dragon", "scale": scale, "tough_hide": hide}
    tavern = wild()
    fits = 0 <= strength <= 2 and 0 <= resistance <= 2 and 3 <= scale <= 9 and 1 <= hide <= 3
    if not fits:
        with pytest.raises(Refused) as error:
            tavern.do(command)
        assert error.value.rule == "FUD-272"
        assert not tavern.session.view().table.actors
        return
    tavern.do(command)
    who = tavern.character("beast")
    assert (who.traits["strength"].level, who.resistance) == (strength, resistance)
    assert (who.scale, who.mass_scale) == (scale, scale)
    assert ("tough-hide", hide) in [(part.source, part.amount) for part in who.defence]


@pytest.mark.rule("FUD-271", "FUD-272")
@pytest.mark.parametrize(
    ("command", "path", "hint"),
    [
        ({"creature": "lyon"}, "$.creature", "did you mean lion?"),
        ({"creature": "unicorn"}, "$.creature", "giant-spider"),
        ({"creature": "lion", "levels": {"melee": "Superb"}}, "$.levels.melee", "Great"),
        ({"creature": "lion", "levels": {"strenght": 1}}, "$.levels.strenght", "strength"),
        ({"creature": "lion", "resistance": "Poor"}, "$.resistance", "Fair to Superb"),
        ({"creature": "lion", "scale": 3}, "$.scale", "2"),
        ({"creature": "lion", "tough_hide": 1}, "$.tough_hide", "0"),
        ({"creature": "lion", "powers": ["flight"]}, "$.powers[0]", "leave it out"),
        ({"creature": "dragon", "powers": ["flight"]}, "$.powers[0]", "magical-potential"),
        ({"creature": "skunk", "damage": {"web": 2}}, "$.damage.web", "stink-spray"),
        ({"creature": "lion", "strikes": "claws"}, "$.sheet.weapons.natural-weapon.class", ""),
    ],
)
def test_what_the_book_does_not_have_is_refused_by_name_with_what_there_is(
    command: dict[str, Any], path: str, hint: str
) -> None:
    tavern = wild()
    with pytest.raises((Refused, Invalid)) as error:
        tavern.do(BRING | command)
    assert error.value.path == path
    assert hint in error.value.hint
    assert not tavern.session.view().table.actors


@pytest.mark.rule("FUD-272")
def test_where_nobody_has_powers_a_skunk_has_none_either_and_is_refused() -> None:
    error = refused(sit_down(), creature="skunk")
    assert (error.rule, error.hint) == ("FUD-079", "the option powers")
    tavern = sit_down()
    tavern.do(BRING | {"creature": "lion", "name": "Old Tom"})
    assert tavern.session.view().table.actors["beast"].name == "Old Tom"


@pytest.mark.rule("FUD-271")
def test_a_lion_fights_with_its_skill_strength_and_scale() -> None:
    """Great against Fair and one for the larger weapon hits by one; unarmed, Strength, Scale."""
    tavern = wild(**PLAIN)
    strong = {"levels": {"strength": "Good"}, "name": "Leo"}
    tavern.do(BRING | strong | {"creature": "lion"})
    tavern.enter("ada")
    receipt = tavern.do({"type": "fudge.exchange", "a": "beast", "b": "ada"}, 0, 0)
    blow = of(receipt, Blow)
    assert (blow.attacker, blow.base, blow.attack) == ("beast", GREAT - (FAIR + 1), -1 + 1 + 2)
    assert of(receipt, Wounded).after == 1 + 2
    parts = {m.source: m.amount for m in blow.modifiers if m.on == "calculated"}
    assert parts == {"natural-weapon": -1, "strength": 1, "strength-scale": 2}


@pytest.mark.rule("FUD-271")
def test_a_lion_is_wounded_on_the_boxes_of_its_resistance_and_its_scale_is_armour() -> None:
    """Superb, and one for her larger weapon, against Great: two and a blade's two, less Scale 2."""
    tavern = wild(**PLAIN)
    tavern.do(BRING | {"creature": "lion", "resistance": "Superb"})
    tavern.enter("ada", skills={"blade": "Superb"})
    receipt = tavern.do({"type": "fudge.exchange", "a": "beast", "b": "ada"}, 0, 0)
    wound = of(receipt, Wounded)
    assert (wound.actor, wound.after) == ("beast", SUPERB + 1 - GREAT + 2 - 2)
    assert wound.boxes == tavern.character("beast").boxes
    assert sum(wound.boxes) > sum(wild_boxes("Fair"))


def wild_boxes(resistance: str) -> tuple[int, ...]:
    """Boxes of a lion of this Damage Resistance."""
    tavern = wild()
    tavern.do(BRING | {"creature": "lion", "resistance": resistance})
    return tavern.character("beast").boxes


@pytest.mark.rule("FUD-272")
def test_a_dragon_breathes_fire_by_its_skill_where_the_gm_says_what_fire_does() -> None:
    """Good and 0 against a dodge of Poor and 0, less two since no hand throws it: by five."""
    tavern = wild(**PLAIN)
    tavern.do(BRING | {"creature": "dragon", "damage": {"fire-breath": 4}})
    tavern.enter("ada", skills={"blade": "Fair", "dodge": "Poor"})
    tavern.do({"type": "fudge.wield", "actor": "beast", "weapon": "fire-breath"})
    receipt = tavern.do({"type": "fudge.shoot", "attacker": "beast", "target": "ada"}, 0, 0)
    assert (of(receipt, Blow).base, of(receipt, Blow).attack) == (1 - (-2 - 2), 4)


@pytest.mark.rule("FUD-272")
@pytest.mark.parametrize(("shift", "free"), [(0, False), (1, True), (4, True), (-4, False)])
def test_a_web_breaks_where_strength_reaches_good(shift: int, free: bool) -> None:
    """FUD-EX-377, by command: of Fair Strength, so that the dice say the result."""
    tavern = wild(**PLAIN)
    tavern.do(BRING | {"creature": "giant-spider"})
    tavern.enter("ada")
    struggle = {"type": "fudge.withstand", "actor": "ada", "of": "beast", "power": "web"}
    done = of(tavern.do(struggle, shift), Attempted)
    assert (done.trait, done.difficulty, done.success) == ("strength", 1, free)


@pytest.mark.rule("FUD-272")
@pytest.mark.parametrize("power", ["paralysing-venom", "flight"])
def test_what_the_book_leaves_open_about_a_power_the_gm_says(power: str) -> None:
    tavern = wild()
    tavern.do(BRING | {"creature": "giant-spider"})
    tavern.enter("ada")
    struggle = {"type": "fudge.withstand", "actor": "ada", "of": "beast", "power": power}
    with pytest.raises(Refused) as error:
        tavern.do(struggle)
    assert error.value.path == "$.power"
    assert error.value.rule == ("FUD-084" if power == "flight" else "FUD-272")


@pytest.mark.rule("FUD-271")
def test_where_resistance_is_an_attribute_it_is_that_of_a_creature_too() -> None:
    tavern = wild()
    tavern.do({"type": "fudge.describe_traits", "resistance": "health"})
    tavern.do(BRING | {"creature": "lion", "resistance": "Good"})
    who = tavern.character("beast")
    assert (who.resistance, who.traits["health"].level) == (1, 1)


@pytest.mark.rule("FUD-271")
def test_who_has_come_in_is_told_in_both_languages() -> None:
    tavern = wild()
    receipt = tavern.do(BRING | {"creature": "giant-spider", "name": "Shelob"})
    assert told(tavern, receipt)[-1] == "Shelob: giant spider, as the book has it."
    assert told(tavern, receipt, "it")[-1] == "Shelob: ragno gigante, come lo descrive il libro."


# --- the fourteen


@pytest.mark.rule("FUD-266")
@pytest.mark.parametrize("name", samples())
def test_each_of_the_fourteen_sits_down_as_printed(name: str) -> None:
    tavern = sit_down(powers=True, legendary="unlimited", superstrength="power")
    receipt = tavern.do(
        {"type": "fudge.bring_sample", "actor": "hero", "sample": name, "owners": ["anna"]}
    )
    sheet = samples()[name].sheet
    who = tavern.character("hero")
    assert set(who.traits) == {*sheet.attributes, *sheet.skills}
    assert (set(who.gifts), set(who.powers)) == (set(sheet.gifts), set(sheet.powers))
    assert of(receipt, Brought).rule == "FUD-266"
    assert tavern.session.view().table.pools["hero"]["fudge-points"].balance == 3
    trait = next(iter(sheet.skills))
    command = {"type": "fudge.attempt", "actor": "hero", "trait": trait, "difficulty": None}
    assert of(tavern.do(command, 0, answers={"fudge-points": 0}), Attempted).trait == trait


@pytest.mark.rule("FUD-266")
def test_one_of_the_fourteen_carries_what_he_is_given_and_fights_with_it() -> None:
    tavern = sit_down(**PLAIN)
    arian = {"type": "fudge.bring_sample", "actor": "arian", "sample": "arian"}
    bow = {"name": "Longbow", "skill": "archery", "class": "average", "ranged": True}
    tavern.do(arian | {"weapons": {"bow": bow}, "armour": {"name": "Leather", "class": "light"}})
    tavern.enter("bob", skills={"blade": "Fair", "dodge": "Fair"})
    shot = {"type": "fudge.shoot", "attacker": "arian", "target": "bob"}
    assert of(tavern.do(shot, 0, 0), Blow).base == SUPERB - (FAIR - 2)
    assert [part.source for part in tavern.character("arian").defence] == ["Leather"]
    slip = arian | {"actor": "other", "weapons": {"bow": bow | {"skill": "archry"}}}
    with pytest.raises(Refused) as error:
        tavern.do(slip)
    assert "archery" in error.value.hint


@pytest.mark.rule("FUD-266")
def test_a_character_that_the_book_does_not_have_is_refused_with_those_there_are() -> None:
    tavern = sit_down()
    with pytest.raises(Refused) as error:
        tavern.do({"type": "fudge.bring_sample", "actor": "x", "sample": "brogoo"})
    assert error.value.path == "$.sample"
    assert "did you mean brogo?" in error.value.hint
    assert not tavern.session.view().state[Fudge].characters


@pytest.mark.rule("FUD-266", "FUD-271", "FUD-273")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_whom_the_gm_gives_no_name_is_called_in_the_language_of_the_table(lang: str) -> None:
    """A name that is given stands as it is."""
    tavern = wild(language=lang, speed=True)
    for kind, book in (("creature", creatures()), ("sample", samples()), ("thing", things())):
        for name in book:
            actor = f"{kind}-{name}"
            tavern.do({"type": f"fudge.bring_{kind}", "actor": actor, kind: name})
            assert tavern.session.view().table.actors[actor].name == book[name].name.told(lang)
    tavern.do(BRING | {"creature": "lion", "name": "Leo"})
    assert tavern.session.view().table.actors["beast"].name == "Leo"
