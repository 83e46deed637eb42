"""Scale and races: how strong, heavy and fast whoever is not human is, and what that costs."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Invalid, Refused
from rollbook.plugins.fudge import (
    Attempted,
    FudgeOptions,
    Lifted,
    RaceDescribed,
    Sprinted,
)
from rollbook.plugins.fudge.content.scale import scales
from rollbook.plugins.fudge.creation.costs import Kind
from rollbook.plugins.fudge.ladder import level, result
from rollbook.plugins.fudge.powers.costs import (
    Price,
    blanket_price,
    levelled_price,
    racial_price,
    scale_price,
)
from rollbook.plugins.fudge.powers.races import racial, strength_written, written
from rollbook.plugins.fudge.powers.scale import (
    as_human,
    human_level,
    multiplier,
    scale_of,
    speed,
    sprint,
    strength,
)
from rollbook.plugins.fudge.state import total

from .drafting import Workshop
from .tavern import Tavern, of, sit_down

EXAMPLES = Path(__file__).parent / "examples" / "scale.jsonl"
CASES = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]
SPENT: tuple[Kind, ...] = ("power", "attribute")
RACE = {"type": "fudge.describe_race", "id": "orc", "name": "Orc"}


# --- the table and its uses


@pytest.mark.rule("FUD-105")
@given(st.integers(-60, 59))
def test_a_higher_scale_is_always_more(scale: int) -> None:
    assert multiplier(scale) < multiplier(scale + 1)


@pytest.mark.rule("FUD-105")
def test_beyond_the_table_its_progression_goes_on_and_ends() -> None:
    assert multiplier(21) == Fraction(3, 2) ** 21
    with pytest.raises(Invalid):
        multiplier(61)


@pytest.mark.rule("FUD-106")
@given(st.fractions(Fraction(1, 200), 5000))
def test_no_scale_of_the_table_is_nearer_than_the_chosen_one(times: Fraction) -> None:
    """Counted by hand over the whole table; of two as near, the one farther from 0."""
    chosen = scale_of(times)
    table = scales().multiplier
    gap = abs(table[chosen] - times)
    assert all(gap <= abs(x - times) for x in table.values())
    ties = [s for s, x in table.items() if abs(x - times) == gap]
    assert abs(chosen) == max(abs(s) for s in ties)


@pytest.mark.rule("FUD-106")
@pytest.mark.parametrize("times", [Fraction(0), Fraction(-1)])
def test_nobody_is_no_times_as_strong(times: Fraction) -> None:
    with pytest.raises(Invalid):
        scale_of(times)


@pytest.mark.rule("FUD-095", "FUD-109")
@given(st.integers(-3, 4), st.integers(-11, 19))
def test_a_level_of_strength_is_half_as_much_again_at_every_scale(level_: int, scale: int) -> None:
    assert strength(level_ + 1, scale) == strength(level_, scale) * Fraction(3, 2)


@pytest.mark.rule("FUD-102", "FUD-103")
def test_a_fair_human_keeps_up_sixteen_kilometres_an_hour_and_sprints_fifteen_metres() -> None:
    assert [int(speed(0)), int(sprint(0))] == [16, 15]
    assert speed(1) / speed(0) == Fraction(6, 5)
    assert speed(1, 15) == 16 * Fraction(6, 5) * 450


@pytest.mark.rule("FUD-096", "FUD-097", "FUD-108")
def test_scale_one_fair_strikes_as_scale_nought_good_but_is_harder_to_hurt() -> None:
    tavern = sit_down()
    tavern.enter("dwarf", attributes={"strength": "Fair"}, strength_scale=1)
    tavern.enter("man", attributes={"strength": "Good"})
    dwarf, man = tavern.character("dwarf"), tavern.character("man")
    assert total(dwarf.weapons["blade"].attack) == total(man.weapons["blade"].attack)
    assert total(dwarf.defence) == total(man.defence) + 1


# --- on a sheet


@pytest.mark.rule("FUD-093")
def test_where_there_is_no_scale_no_sheet_has_one() -> None:
    with pytest.raises(Refused) as refused:
        sit_down(scale="off").enter("orc", strength_scale=3)
    assert (refused.value.rule, refused.value.path) == ("FUD-093", "$.sheet.strength_scale")
    sit_down(scale="off").enter("man", strength_scale=0)


@pytest.mark.rule("FUD-100")
def test_strength_and_mass_are_one_scale_unless_the_table_splits_them() -> None:
    tavern = sit_down()
    tavern.enter("orc", strength_scale=3)
    assert (tavern.character("orc").scale, tavern.character("orc").mass_scale) == (3, 3)
    tavern.enter("ogre", mass_scale=4)
    assert tavern.character("ogre").scale == 4
    with pytest.raises(Refused) as refused:
        tavern.enter("pixie", strength_scale=-6, mass_scale=-4)
    assert refused.value.rule == "FUD-100"


@pytest.mark.rule("FUD-101")
def test_split_scales_let_pixies_hurt_one_another_less_than_humans_do() -> None:
    tavern = sit_down(scale="split")
    tavern.enter("pixie", strength_scale=-6, mass_scale=-4)
    tavern.enter("man")
    pixie, man = tavern.character("pixie"), tavern.character("man")

    def margin(one: Any) -> int:
        return total(one.weapons["blade"].attack) - total(one.defence)

    assert margin(pixie) == margin(man) - 2


@pytest.mark.rule("FUD-102")
def test_speed_counts_only_where_the_table_says_so() -> None:
    with pytest.raises(Refused) as refused:
        sit_down().enter("cat", speed_scale=2)
    assert refused.value.rule == "FUD-102"
    with pytest.raises(Refused, match="Speed"):
        runners(fast=False)


# --- races


@pytest.mark.rule("FUD-094", "FUD-099", "FUD-106")
def test_a_race_is_described_once_by_how_many_times_as_strong_it_is() -> None:
    tavern = sit_down()
    orc = of(tavern.do(RACE | {"strength": "3"}), RaceDescribed).race
    assert (orc.strength, orc.mass) == (3, 3)
    stone = {"id": "dwarf", "name": "Dwarf", "strength": "scale 1", "note": "denser, not larger"}
    assert of(tavern.do(RACE | stone), RaceDescribed).race.strength == 1
    dragon = {"id": "dragon", "name": "Dragon", "strength": "20", "yardstick": "Good"}
    assert of(tavern.do(RACE | dragon), RaceDescribed).race.strength == 9
    pixie = {"id": "pixie", "name": "Pixie", "strength": "1/8"}
    assert of(tavern.do(RACE | pixie), RaceDescribed).race.strength == -6
    human = {"id": "human", "name": "Human"}
    assert of(tavern.do(RACE | human), RaceDescribed).race.strength == 0


@pytest.mark.rule("FUD-106", "FUD-100", "FUD-093", "FUD-115")
@pytest.mark.parametrize(
    ("fields", "options", "rule", "path"),
    [
        ({"strength": "many"}, {}, "FUD-106", "$.strength"),
        ({"strength": "1/0"}, {}, "FUD-106", "$.strength"),
        ({"strength": "-2"}, {}, "FUD-106", "$.strength"),
        ({"strength": "1e999999999"}, {}, "FUD-106", "$.strength"),
        ({"strength": "9" * 5000}, {}, "FUD-106", "$.strength"),
        ({"strength": "scale 61"}, {}, "FUD-105", "$.strength"),
        ({"strength": "3", "speed": "2"}, {}, "FUD-102", "$.speed"),
        ({"strength": "10", "mass": "2.3"}, {}, "FUD-100", "$.mass"),
        ({"strength": "3"}, {"scale": "off"}, "FUD-093", "$.strength"),
        ({"bonus": {"strength": 1}}, {}, "FUD-115", "$.bonus.strength"),
    ],
)
def test_a_race_that_cannot_be_is_refused_by_its_rule(
    fields: dict[str, Any], options: dict[str, Any], rule: str, path: str
) -> None:
    with pytest.raises((Invalid, Refused)) as refused:
        sit_down(**options).do(RACE | fields)
    assert refused.value.rule == rule
    assert refused.value.path == path


@pytest.mark.rule("FUD-119")
def test_a_race_may_be_as_the_book_has_it_but_for_what_is_said_of_it() -> None:
    tavern = sit_down()

    def described(**fields: Any) -> Any:
        race = of(tavern.do(RACE | fields), RaceDescribed).race
        return race.strength, race.mass, race.bonus

    assert described(like="halfling") == (-2, -2, {"damage-resistance": 1, "health": 1})
    assert described(like="halfling", bonus={"constitution": 1}) == (-2, -2, {"constitution": 1})
    assert described(like="orc", strength="scale 4") == (4, 4, {})
    assert described(like="dragon", strength="scale 9") == (9, 9, {})
    assert described(like="pixie") == (-6, -6, {})
    assert described(like="pixie", bonus={}) == (-6, -6, {})
    tavern = sit_down(scale="split")
    assert described(like="pixie") == (-6, -4, {})
    assert described(like="vampire") == (3, 0, {})


@pytest.mark.rule("FUD-119")
@pytest.mark.parametrize(
    ("fields", "rule", "path", "hint"),
    [
        ({"like": "halfing"}, "FUD-119", "$.like", "halfling"),
        ({"like": "dragon"}, "FUD-119", "$.strength", "3 to 9"),
        ({"like": "vampire"}, "FUD-100", "$.mass", "split"),
    ],
)
def test_what_the_book_leaves_open_of_a_race_is_asked_for(
    fields: dict[str, str], rule: str, path: str, hint: str
) -> None:
    with pytest.raises(Refused) as refused:
        sit_down().do(RACE | fields)
    assert (refused.value.rule, refused.value.path) == (rule, path)
    assert hint in refused.value.hint


@pytest.mark.rule("FUD-098")
def test_a_light_race_may_be_tough_by_a_gift_instead_of_mass() -> None:
    tavern = sit_down()
    tavern.enter("imp", tough_hide=1)
    parts = tavern.character("imp").defence
    assert [(p.source, p.amount) for p in parts] == [("tough-hide", 1)]


@pytest.mark.rule("FUD-115", "FUD-116")
def test_a_sheet_says_the_human_level_and_what_that_is_among_his_own() -> None:
    tavern = sit_down()
    tavern.do(RACE | {"id": "cludd", "name": "Cludd", "bonus": {"intelligence": -2}})
    tavern.enter("grakesh", race="cludd", attributes={"intelligence": "Poor"})
    (trait,) = racial(tavern.session.view(), "grakesh")
    assert (trait.trait, trait.human, trait.racial) == ("intelligence", -2, 0)
    view: Any = tavern.session.view()["races"]
    assert [(r.id, r.members) for r in view.races] == [("cludd", ("grakesh",))]


@pytest.mark.rule("FUD-116")
def test_the_sheet_shows_what_a_racial_trait_is_among_his_own() -> None:
    tavern = sit_down()
    tavern.do(RACE | {"id": "cludd", "name": "Cludd", "bonus": {"intelligence": -2}})
    tavern.enter("grakesh", race="cludd", attributes={"intelligence": "Poor", "will": "Good"})
    tavern.enter("man", attributes={"intelligence": "Poor"})
    view: Any = tavern.session.view()["sheet"]
    assert [who.among for who in view.characters] == [{"intelligence": 0}, {}]


@pytest.mark.rule("FUD-093", "FUD-107", "FUD-101")
@pytest.mark.parametrize(
    ("sheet", "expected"),
    [({}, (-6, -4)), ({"strength_scale": -5, "mass_scale": -4}, (-5, -4)), ({"race": ""}, (0, 0))],
)
def test_a_member_of_a_race_has_its_scale_unless_his_sheet_states_one(
    sheet: dict[str, Any], expected: tuple[int, int]
) -> None:
    """Also when his figures are worked out anew."""
    tavern = sit_down(scale="split", speed=True)
    race = {"id": "pixie", "strength": "1/8", "mass": "0.2", "speed": "2"}
    tavern.do(RACE | race)
    tavern.enter("ann", **({"race": "pixie"} | sheet))
    ann = tavern.character("ann")
    assert (ann.scale, ann.mass_scale) == expected
    assert ann.speed_scale == (2 if ann.race else 0)
    assert (ann.sheet.strength_scale or 0) == expected[0]


@pytest.mark.rule("FUD-115")
@pytest.mark.parametrize(("race", "resists"), [("halfling", 1), ("", 0)])
def test_what_is_not_written_of_somebody_is_as_among_his_own(race: str, resists: int) -> None:
    """A halfling's Constitution is Fair among halflings: Good, as nobody else's here."""
    tavern = sit_down()
    tavern.do(RACE | {"id": "halfling", "name": "Halfling", "bonus": {"constitution": 1}})
    tavern.enter("brogo", race=race)
    tavern.enter("moose", attributes={"constitution": "Fair"})
    attempt = {"type": "fudge.attempt", "actor": "brogo", "trait": "constitution"}
    assert of(tavern.do(attempt, 0), Attempted).result == resists


@pytest.mark.rule("FUD-106")
def test_a_yardstick_of_strength_does_not_measure_mass() -> None:
    """As strong as twenty warriors, who are Good, and as heavy as twenty men."""
    tavern = sit_down(scale="split")
    measured = {"strength": "20", "mass": "20", "yardstick": "Good"}
    race = of(tavern.do(RACE | measured), RaceDescribed).race
    assert (race.strength, race.mass) == (9, 8)


@pytest.mark.rule("FUD-107", "FUD-116")
@pytest.mark.parametrize(
    ("at", "scale", "text"),
    [(-2, 9, "Strength: Poor (-2), Scale 9"), (0, 0, "Strength: Fair (0)"),
     (1, -4, "Strength: Good (+1), Scale -4")],
)  # fmt: skip
def test_strength_is_written_as_among_ones_own_with_its_scale(
    at: int, scale: int, text: str
) -> None:
    assert strength_written("Strength", at, scale) == text


# --- running and lifting


@pytest.mark.rule("FUD-104", "FUD-202")
def test_wounds_slow_a_runner_and_nobody_runs_who_can_but_drag_himself() -> None:
    """Great, and Very Hurt: as fast as Fair; and then not at all."""
    tavern = sit_down(speed=True)
    tavern.enter("ada", attributes={"speed": "Great"})
    tavern.enter("bob", attributes={"speed": "Good"})
    suffer = {"type": "fudge.suffer", "target": "ada", "source": "x"}
    tavern.do(suffer | {"amount": 5})
    race = {"type": "fudge.sprint", "actors": ["ada", "bob"]}
    assert of(tavern.do(race), Sprinted).order == (("bob",), ("ada",))
    assert of(tavern.do(race), Sprinted).sprint["ada"] == 1500
    tavern.do(suffer | {"amount": 2})
    with pytest.raises(Refused) as refused:
        tavern.do(race)
    assert (refused.value.rule, refused.value.path) == ("FUD-202", "$.actors[0]")


def runners(fast: bool = True) -> Sprinted:
    """Ada, Bob, Cid and the cat run, at a table where speed counts or not."""
    tavern = sit_down(speed=fast)
    tavern.enter("ada", attributes={"speed": "Superb"})
    tavern.enter("bob", attributes={"speed": "Fair"})
    tavern.enter("cid")
    tavern.enter("cat", attributes={"speed": "Poor"}, speed_scale=5 if fast else 0)
    race = {"type": "fudge.sprint", "actors": ["bob", "ada", "cid", "cat"]}
    return of(tavern.do(race), Sprinted)


@pytest.mark.rule("FUD-104", "FUD-102")
def test_the_faster_one_wins_a_short_race_without_dice() -> None:
    """The cat is Poor of Scale 5: 7.5 / 1.44 times as fast as a Fair human."""
    race = runners()
    assert race.order == (("cat",), ("ada",), ("bob", "cid"))
    assert race.sprint["bob"] == 1500
    assert race.sprint["ada"] == round(1500 * 1.2**3)


@pytest.mark.rule("FUD-109")
@pytest.mark.parametrize(("scale", "rolls"), [(0, False), (-4, True), (3, False)])
def test_a_rock_that_a_human_lifts_without_a_roll_needs_good_of_a_leprechaun(
    scale: int, rolls: bool
) -> None:
    tavern = sit_down()
    tavern.enter("who", strength_scale=scale)
    lift = {"type": "fudge.lift", "actor": "who", "difficulty": "Terrible"}
    receipt = tavern.do(lift, *([0] if rolls else []))
    if rolls:
        assert of(receipt, Attempted).difficulty == level("Good")
    else:
        assert of(receipt, Lifted).load == round(float(multiplier(scale)) * 100)


# --- costs


@pytest.mark.rule("FUD-110", "FUD-112")
@given(st.integers(0, 20), st.integers(0, 20))
def test_each_level_of_strength_is_an_attribute_level_and_each_of_mass_a_gift(
    strong: int, heavy: int
) -> None:
    assert scale_price(strong, heavy, FudgeOptions()) == Price(attributes=strong, gifts=heavy)


@pytest.mark.rule("FUD-111")
def test_super_strength_may_be_one_power_and_its_levels_attribute_levels() -> None:
    heroic = FudgeOptions(superstrength="power")
    assert scale_price(10, 2, heroic) == Price(powers=1)


@pytest.mark.rule("FUD-111")
@pytest.mark.parametrize("rung", [-2, -1, 0, 1, 3])
def test_strength_at_its_scale_is_fair_for_the_power_and_each_level_more_or_less_counts(
    rung: int,
) -> None:
    assert hero(rung) == {"power": 1, "attribute": rung}


def hero(rung: int) -> dict[Kind, int]:
    """What somebody spends who has super strength as one Power, and Strength at a level."""
    shop = Workshop(powers=True, superstrength="power", powers_free=1).begin()
    before = {kind: shop.left(kind) for kind in SPENT}
    shop.take("power", "super-strength", scale=10)
    shop.set("strength", rung, kind="attribute")
    assert shop.draft.sheet.attributes["strength"] == rung
    return {kind: before[kind] - shop.left(kind) for kind in SPENT}


@pytest.mark.rule("FUD-113")
def test_a_power_with_levels_is_so_many_powers_or_one_and_levels() -> None:
    assert levelled_price(3, "powers") == Price(powers=4)
    assert levelled_price(3, "attribute") == Price(powers=1, attributes=3)
    assert levelled_price(-1, "skill") == Price(powers=1, skills=-1)


@pytest.mark.rule("FUD-117")
def test_a_racial_bonus_costs_as_the_same_step_of_the_trait() -> None:
    bonus = {"agility": 1, "perception": 1, "song": 2}
    assert racial_price(bonus, {"song": "skill"}) == Price(attributes=2, skills=2)
    assert racial_price({"intelligence": -2}, {}) == Price(attributes=-2)


# --- the book's examples


def run(case: dict[str, Any]) -> dict[str, Any]:
    given_, expect = case["given"], case["expect"]
    if "multiplier" in given_:
        yardstick = level(given_.get("yardstick_strength", "Fair"))
        return {"scale": scale_of(Fraction(str(given_["multiplier"])), yardstick)}
    if "multiplier" in expect:
        return {"multiplier": {str(s): float(x) for s, x in scales().multiplier.items()}}
    if "scale_levels" in given_ or "strength_scale" in given_:
        n = given_.get("scale_levels", 0)
        strong, heavy = given_.get("strength_scale", n), given_.get("mass_scale", n)
        price = scale_price(strong, heavy, FudgeOptions(scale="split"))
        said = {"attr_levels": price.attributes, "gifts": price.gifts}
        worth = price.attributes * 3 + price.gifts * 6
        return {k: v for k, v in (said | {"skill_levels_equivalent": worth}).items() if k in expect}
    if "to" in given_:
        spent = hero(level(given_["to"]))
        return {"power": spent["power"], "extra_attr_levels": spent["attribute"]}
    if "racial_level" in given_:
        return races_of(given_, expect)
    if "race_scale" in given_:
        at = level(given_["individual"])
        return {"written": strength_written("Strength", at, given_["race_scale"])}
    if "leprechaun" in given_:
        one, other = given_["leprechaun"], given_["human"]
        mine = as_human(level(one["strength"]), one["scale"])
        return {"equal": mine == level(other["strength"]), "human_relative": mine}
    if "penalty" in given_:
        worth_of: Any = {"one": "one", "several": "several", "very many": "many"}
        prices = {k: blanket_price(given_["penalty"], worth_of[k]) for k in expect["worth"]}
        said_: dict[str, str] = {}
        for key, price in prices.items():
            if price.skills:
                said_[key] = f"{-price.skills} skill level"
            else:
                said_[key] = f"at least 1 {'Superfault' if price.superfaults else 'Fault'}"
        return {"worth": said_}
    if "mass_scale" in given_:
        price = scale_price(0, given_["mass_scale"], FudgeOptions(scale="split"))
        return {"faults_easily_wounded": price.faults}
    return ratios(given_)


def of_a_race(given_: dict[str, Any]) -> dict[str, Any]:
    """What somebody pays for his race and for attributes that it bends, all together."""
    shop = Workshop(attribute_count=8)
    free = Workshop(attribute_count=8).begin().left("attribute")
    shop.tavern.do(RACE | {"bonus": given_["race"]})
    shop.begin(race="orc")
    for trait, rung in given_["attributes"].items():
        shop.set(trait, rung, kind="attribute")
    return {"attribute": free - shop.left("attribute")}


def of_a_body(given_: dict[str, Any]) -> dict[str, Any]:
    """How far somebody runs in three seconds, or what he lifts and what he has to reach for it."""
    tavern = sit_down(speed=True, criticals="off")
    tavern.enter("fair")
    if "speed" in given_:
        scale = given_["speed_scale"]
        tavern.enter("one", attributes={"speed": given_["speed"]}, speed_scale=scale)
        race = of(tavern.do({"type": "fudge.sprint", "actors": ["one", "fair"]}), Sprinted)
        return {"metres": race.sprint["one"] / 100}
    strong = {"strength": given_["strength"]}
    tavern.enter("one", attributes=strong, strength_scale=given_["scale"])
    lift = {"type": "fudge.lift", "actor": "one", "difficulty": given_["lifts"]}
    if level(given_["lifts"]) - given_["scale"] <= level("Terrible"):
        return {"load": of(tavern.do(lift), Lifted).load / 100}
    return {"needs": result(of(tavern.do(lift, 0), Attempted).difficulty or 0)}


def races_of(given_: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """A level of a race, as a table with that race shows it."""
    bonus = given_.get("bonus", given_.get("penalty", 0))
    human = human_level(level(given_["racial_level"]), bonus)
    said = {"human_relative": result(human)}
    if "written" in expect:
        tavern: Tavern = sit_down()
        tavern.do(RACE | {"id": "cludd", "name": "Cludd", "bonus": {"intelligence": bonus}})
        tavern.enter("one", race="cludd", attributes={"intelligence": result(human)})
        (trait,) = racial(tavern.session.view(), "one")
        text = written("Intelligence", result(trait.human), "Cludd", result(trait.racial))
        said["written"] = text
    return said


def ratios(given_: dict[str, Any]) -> dict[str, Any]:
    """How many times as strong or as fast."""
    if "level" in given_:
        return {"multiple": float(strength(level(given_["level"]), given_["scale"]))}
    if isinstance(given_["a"], str):
        return {"ratio": float(speed(level(given_["a"])) / speed(level(given_["b"])))}
    (one, at), (other, there) = given_["a"], given_["b"]
    return {"ratio": float(strength(level(one), at) / strength(level(other), there))}


@pytest.mark.rule("FUD-102", "FUD-103", "FUD-107", "FUD-109", "FUD-114", "FUD-117", "FUD-118")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_example_of_the_book_comes_out_as_it_says(case: dict[str, Any]) -> None:
    if "race" in case["given"]:
        found = of_a_race(case["given"])
    elif {"speed", "lifts"} & case["given"].keys():
        found = of_a_body(case["given"])
    else:
        found = run(case)
    assert found == case["expect"]
