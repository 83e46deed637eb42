"""Kinds of Powers, wishes for them, psi by its three models, superpowers and implants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from rollbook import Rules, Ruleset, Seat
from rollbook.core.engine import Engine
from rollbook.core.errors import Refused, RollbookError
from rollbook.core.look import Look
from rollbook.core.memory import MemoryStore
from rollbook.core.modifiers import Modifier
from rollbook.core.telling import Words
from rollbook.core.vocabulary import EffectBegan
from rollbook.plugins.fudge import (
    Acquired,
    Attempted,
    FudgeOptions,
    ImplantBroken,
    Improved,
    PowerDenied,
    PowerUse,
    PowerUsed,
    Sheet,
    SpellCast,
    fudge,
)
from rollbook.plugins.fudge.content.traits import kinds, powers
from rollbook.plugins.fudge.creation.checking import checked
from rollbook.plugins.fudge.creation.costs import Kind
from rollbook.plugins.fudge.creation.taking import TraitTaken
from rollbook.plugins.fudge.ladder import level
from rollbook.plugins.fudge.paper import Gift, Power
from rollbook.plugins.fudge.powers.kinds import kind_of
from rollbook.plugins.fudge.state import total
from rollbook.plugins.fudge.traits.campaign import Campaign, Listed
from rollbook.plugins.fudge.traits.sheet import figures
from rollbook.replay.words import catalog

from .drafting import Workshop
from .tavern import Tavern, all_of, of, sit_down, told


def refused(tavern: Tavern, command: dict[str, Any], by: str = "master") -> tuple[str, str]:
    """The rule that refuses a command, and where."""
    with pytest.raises(RollbookError) as found:
        tavern.do(command, by=by)
    return found.value.rule, found.value.path


def listed(tavern: Tavern, trait: str, **said: Any) -> Any:
    """Put a Power on the campaign's list."""
    command = {"type": "fudge.list_trait", "trait": trait, "listed": {"kind": "power"} | said}
    return tavern.do(command)


def described(tavern: Tavern, **said: Any) -> Any:
    return tavern.do({"type": "fudge.describe_traits"} | said)


def use(tavern: Tavern, power: str, *shifts: int, **fields: Any) -> Any:
    return tavern.do(
        {"type": "fudge.use_power", "actor": "ada", "power": power} | fields, *shifts, by="anna"
    )


def entering(**sheet: Any) -> dict[str, Any]:
    return {
        "type": "fudge.enter",
        "actor": "bob",
        "name": "Bob",
        "sheet": {"resistance": "Fair"} | sheet,
    }


def codes(shop: Workshop) -> set[tuple[str, str, str]]:
    """What is wrong with Ada: code, rule and trait."""
    return {(one.code, one.rule, one.what) for one in checked(shop.draft)}


# --- kinds, and which there are


@pytest.mark.rule("FUD-081")
def test_a_power_is_of_the_kind_that_the_list_its_sheet_or_the_book_says_in_that_order() -> None:
    campaign = Campaign(traits={"telepathy": Listed(kind="power", power="magic")})
    assert kind_of("telepathy") == "psi"
    assert kind_of("telepathy", Power(kind="superpower")) == "superpower"
    assert kind_of("telepathy", Power(kind="superpower"), campaign) == "magic"
    assert kind_of("glow") == ""
    named = {entry.kind for entry in powers().values()} - {""}
    assert named <= kinds().keys()
    assert [kind for kind, entry in kinds().items() if entry.device] == ["cybernetic"]


@pytest.mark.rule("FUD-081", "FUD-085")
def test_a_campaign_has_the_kinds_of_powers_that_its_gm_names_and_shows_them() -> None:
    tavern = sit_down(powers=True)
    assert {kind.kind for kind in tavern.session.view()["power-kinds"].kinds} == set(kinds())
    receipt = described(tavern, power_kinds=["magic", "psi"])
    assert told(tavern, receipt)[-1].endswith("Powers here are of these kinds: magic, psi.")
    assert told(tavern, receipt, "it")[-1].endswith("di questi generi: magia, psi.")
    assert [kind.kind for kind in tavern.session.view()["power-kinds"].kinds] == ["magic", "psi"]
    where = ("FUD-085", "$.sheet.powers.flight")
    assert refused(tavern, entering(powers={"flight": {}})) == where
    tavern.do(entering(powers={"telepathy": {}, "flight": {"kind": "magic"}, "glow": {}}))
    (bearer,) = tavern.session.view()["powers"].bearers
    assert {(power.power, power.kind) for power in bearer.powers} == {
        ("telepathy", "psi"), ("flight", "magic"), ("glow", ""),
    }  # fmt: skip
    assert refused(tavern, {"type": "fudge.describe_traits", "power_kinds": ["psi", "psi"]}) == (
        "FUD-085", "$.power_kinds",
    )  # fmt: skip


@pytest.mark.rule("FUD-085")
def test_where_the_list_names_every_power_there_is_no_other() -> None:
    tavern = sit_down(powers=True)
    listed(tavern, "flight")
    described(tavern, powers_whole=True)
    tavern.do(entering(powers={"flight": {}}))
    assert refused(tavern, entering(powers={"glow": {}})) == ("FUD-085", "$.sheet.powers.glow")
    size = tavern.session.store.head("duel").size
    drop = {"type": "fudge.drop_trait", "trait": "flight"}
    assert refused(tavern, drop) == ("FUD-085", "$")
    assert tavern.session.store.head("duel").size == size


@pytest.mark.rule("FUD-085")
def test_one_broad_power_may_take_in_others_which_then_are_not_had_apart() -> None:
    """ESP as one Power: telepathy is used as a part of it, and its uses are those of ESP."""
    tavern = sit_down(powers=True)
    listed(tavern, "esp", power="psi", covers=["telepathy", "clairvoyance"])
    apart = entering(powers={"telepathy": {}})
    assert refused(tavern, apart) == ("FUD-085", "$.sheet.powers.telepathy")
    tavern.enter("ada", "anna", powers={"esp": {"uses": 2}})
    done = of(use(tavern, "telepathy"), PowerUsed)
    assert (done.power, done.purpose, done.after) == ("esp", "telepathy", 1)
    assert of(use(tavern, "clairvoyance"), PowerUsed).after == 2
    assert refused(tavern, {"type": "fudge.use_power", "actor": "ada", "power": "esp"}) == (
        "FUD-090", "$.power",
    )  # fmt: skip
    listed(tavern, "telepathy", power="psi")
    tavern.do(apart)


@pytest.mark.rule("FUD-085")
def test_nobody_in_play_is_left_with_a_power_that_the_campaign_has_no_more() -> None:
    tavern = sit_down(powers=True)
    tavern.enter("ada", "anna", powers={"telepathy": {}})
    for command in (
        {"type": "fudge.describe_traits", "power_kinds": ["magic"]},
        {
            "type": "fudge.list_trait",
            "trait": "esp",
            "listed": {"kind": "power", "covers": ["telepathy"]},
        },
        {
            "type": "fudge.list_trait",
            "trait": "telepathy",
            "listed": {"kind": "power", "power": "psi"},
        },
    ):
        if command.get("trait") == "telepathy":
            tavern.do(command)
        else:
            assert refused(tavern, command) == ("FUD-085", "$")


@pytest.mark.rule("FUD-085", "FUD-122", "FUD-081")
def test_magic_may_be_divided_into_groups_of_spells_or_into_single_ones() -> None:
    tavern = sit_down(powers=True, criticals="off")
    listed(tavern, "fire-magic", power="magic")
    caster = {"skills": {"spellcasting": "Fair", "blade": "Fair"}}
    tavern.enter("ada", "anna", powers={"fire-magic": {}, "flight": {}}, **caster)
    cast = {"type": "fudge.cast", "actor": "ada", "spell": "a spark", "difficulty": "Great"}
    assert of(tavern.do(cast | {"power": "fire-magic"}, 1), SpellCast).result == 1
    assert refused(tavern, cast) == ("FUD-122", "$.actor")
    assert refused(tavern, cast | {"power": "light"}) == ("FUD-122", "$.power")
    assert refused(tavern, cast | {"power": "flight"}) == ("FUD-081", "$.power")


@pytest.mark.rule("FUD-085", "FUD-087", "FUD-090")
def test_a_spell_takes_of_the_uses_of_the_power_that_it_comes_from_and_costs_what_that_costs() -> (
    None
):
    """A spark is a part of the magic of fire: two a day, and each tires whoever casts it."""
    tavern = sit_down(powers=True, criticals="off")
    listed(tavern, "fire-magic", power="magic", covers=["spark"])
    fire = {"fire-magic": {"uses": 2, "drawbacks": ["fatigue"]}}
    tavern.enter("ada", "anna", powers=fire, skills={"spellcasting": "Fair", "blade": "Fair"})
    cast = {"type": "fudge.cast", "actor": "ada", "spell": "a spark", "power": "spark"}
    first = tavern.do(cast | {"difficulty": "Great"}, 1)
    assert (of(first, PowerUsed).power, of(first, PowerUsed).after) == ("fire-magic", 1)
    assert of(first, SpellCast).result == 1 - 1  # tired at once
    assert of(tavern.do(cast | {"difficulty": "Great"}, 1), SpellCast).result == 1 - 2
    assert refused(tavern, cast) == ("FUD-090", "$.power")


@pytest.mark.rule("FUD-121", "FUD-122")
def test_the_gm_may_say_by_what_somebody_casts_and_keep_to_it() -> None:
    tavern = sit_down(powers=True, spellcasting="gm", criticals="off")
    sheet = {"attributes": {"will": "Great"}, "powers": {"magical-potential": {}}}
    tavern.enter("ada", "anna", **sheet)
    cast = {"type": "fudge.cast", "actor": "ada", "spell": "a spark", "difficulty": "Superb"}
    asked = tavern.do(cast).waiting
    assert asked
    assert asked.to == ("gm",)
    assert {choice.key for choice in asked.choices} == {"no-roll", "by:will", "by:blade"}
    answer = {"type": "table.answer", "answer": "by:will", "stands": "good"}
    assert of(tavern.do(answer, 0), SpellCast).result == 2
    assert of(tavern.do(cast, -1), SpellCast).result == 1  # and is not asked again
    tavern.enter("eve", "bea", powers={"magical-potential": {}})
    tavern.do(cast | {"actor": "eve"})
    assert tavern.do({"type": "table.answer", "answer": "no-roll"}).waiting
    done = of(tavern.do({"type": "table.answer", "answer": "it sparkles"}), SpellCast)
    assert (done.roll, done.success, done.outcome) == ("", True, "it sparkles")
    hers = {"type": "fudge.cast", "actor": "ada", "spell": "a spark", "attribute": "blade"}
    assert refused(tavern, hers, "anna") == ("FUD-121", "$.attribute")
    stated = tavern.do(cast | {"attribute": "blade"}, 0)
    assert of(stated, SpellCast).result == 0
    assert refused(tavern, cast | {"attribute": "luck"}) == ("FUD-121", "$.attribute")


@pytest.mark.rule("FUD-122")
@pytest.mark.parametrize("way", ["bought", "attribute"])
def test_the_gm_is_not_asked_how_hard_a_spell_is_that_nobody_can_cast(way: str) -> None:
    """Answered, it would be refused, and the question would stay open."""
    tavern = sit_down(powers=True, spellcasting=way)
    tavern.enter("ada", "anna", powers={"magical-potential": {}})
    spark = {"type": "fudge.cast", "actor": "ada", "spell": "a spark"}
    assert refused(tavern, spark, "anna") == ("FUD-122", "$.attribute")
    assert tavern.session.waiting is None


# --- wishes, and what they cost


def wish(shop: Workshop, trait: str = "glow", **fields: Any) -> Any:
    return shop.send("take_trait", trait=trait, kind="power", **fields)


def answer(shop: Workshop, said: str) -> Any:
    return shop.tavern.do({"type": "table.answer", "answer": said})


@pytest.mark.rule("FUD-082", "FUD-083")
@pytest.mark.parametrize(("said", "cost"), [("grant", 1), ("grant-double", 2), ("grant-triple", 3)])
def test_the_gm_allows_a_power_that_a_player_wishes_for_at_his_price(said: str, cost: int) -> None:
    shop = Workshop(powers=True, power_cost="gm", powers_free=1).begin()
    asked = wish(shop, note="shines in the dark").waiting
    assert asked
    assert asked.to == ("gm",)
    assert of(answer(shop, said), TraitTaken).cost == cost
    assert shop.left("power") == 1 - cost
    wish(shop, "glow", note="shines brighter")
    assert of(answer(shop, "grant"), TraitTaken).cost == 1  # asked again, he may say otherwise


@pytest.mark.rule("FUD-082")
def test_the_gm_is_asked_in_his_own_language() -> None:
    shop = Workshop(powers=True, power_cost="gm").begin()
    asked = wish(shop).waiting
    assert asked
    read = Words("it", *(catalog("rollbook.plugins.fudge", lang) for lang in ("it", "en")))
    assert read.recorded("question", "power-wish", asked.question) == "Si può avere questo Potere?"
    labels = [read.recorded("choice", one.id, one.label) for one in asked.choices]
    assert labels == [
        "sì",
        "sì, al doppio del prezzo",
        "sì, al triplo del prezzo",
        "no, ma qualcosa di simile",
        "no, e resta così",
    ]


@pytest.mark.rule("FUD-082", "FUD-083")
def test_or_he_suggests_another_or_forbids_it_for_good() -> None:
    shop = Workshop(powers=True, power_cost="gm").begin()
    wish(shop)
    assert answer(shop, "suggest").waiting
    done = answer(shop, "a lantern that never goes out")
    said = of(done, PowerDenied)
    assert (said.words, said.rule, said.draft.sheet.powers) == (
        "a lantern that never goes out", "FUD-082", {},
    )  # fmt: skip
    assert told(shop.tavern, done)[-1] == (
        "The GM does not let Ada have glow, and suggests: a lantern that never goes out"
    )
    wish(shop)
    assert of(answer(shop, "forbid"), PowerDenied).rule == "FUD-083"
    again = {"type": "fudge.take_trait", "actor": "ada", "trait": "glow", "kind": "power"}
    assert refused(shop.tavern, again, "anna") == ("FUD-078", "$.trait")


@pytest.mark.rule("FUD-083", "FUD-085")
@pytest.mark.parametrize(
    ("trait", "sort", "asked"),
    [
        ("omniscience", "", True),
        ("omnipotence", "", True),
        ("glow", "", True),
        ("glow", "psi", False),
        ("telepathy", "", False),
    ],
)
def test_the_gm_is_asked_of_what_the_book_doubts_and_of_what_nobody_has_sorted(
    trait: str, sort: str, asked: bool
) -> None:
    """Where only some kinds of Powers are in the game; what is on the list needs no leave."""
    shop = Workshop(powers=True).begin()
    described(shop.tavern, power_kinds=["psi"])
    assert bool(wish(shop, trait, sort=sort).waiting) is asked
    other = Workshop(powers=True).begin()
    listed(other.tavern, trait, power="psi")
    described(other.tavern, power_kinds=["psi"])
    assert not wish(other, trait).waiting


@pytest.mark.rule("FUD-083")
def test_what_the_list_counts_a_power_for_it_counts_for_everybody() -> None:
    shop = Workshop(powers=True, power_cost="gm", powers_free=3).begin()
    listed(shop.tavern, "glow", worth=3)
    command = {"type": "fudge.take_trait", "actor": "ada", "trait": "glow", "kind": "power"}
    assert refused(shop.tavern, command | {"worth": 1}, "anna") == ("FUD-083", "$.worth")
    assert of(wish(shop), TraitTaken).cost == 3
    assert shop.left("power") == 0


@pytest.mark.rule("FUD-083", "FUD-252")
def test_what_the_list_counts_a_power_for_is_also_what_growing_into_it_takes() -> None:
    """Twelve Experience Points for each Power that it counts for."""
    tavern = sit_down(powers=True)
    listed(tavern, "glow", worth=2)
    tavern.enter("ada", "anna")
    tavern.do({"type": "fudge.award", "actor": "ada", "amount": 24, "ruling": "a long year"})
    acquire = {"type": "fudge.acquire", "actor": "ada", "trait": "glow", "power": {}}
    tavern.do(acquire, by="anna")
    assert of(tavern.do({"type": "table.answer", "answer": "yes"}), Acquired).cost == 24


@pytest.mark.rule("FUD-083", "FUD-072")
@pytest.mark.parametrize(("price", "times"), [("standard", 1), ("double", 2), ("triple", 3)])
def test_powers_may_cost_twice_or_three_times_as_much_at_a_table(price: str, times: int) -> None:
    shop = Workshop(powers=True, power_cost=price).begin()
    assert of(wish(shop, worth=2), TraitTaken).cost == 2 * times


@pytest.mark.rule("FUD-127")
def test_a_superpower_counts_for_two_at_the_most() -> None:
    shop = Workshop(powers=True, power_cost="gm", powers_free=9).begin()
    asked = wish(shop, "flight").waiting
    assert {choice.id for choice in asked.choices} == {
        "grant", "grant-double", "suggest", "forbid",
    }  # fmt: skip
    answer(shop, "grant-double")
    assert ("dear-superpower", "FUD-127", "flight") not in codes(shop)
    shop.send("take_trait", "master", trait="flight", kind="power", worth=3)
    assert ("dear-superpower", "FUD-127", "flight") in codes(shop)


# --- how Powers are used


@pytest.mark.rule("FUD-087", "FUD-090")
@pytest.mark.parametrize(
    ("usage", "fields", "code"),
    [
        ("at_will", {}, ""),
        ("daily", {}, "no-daily-uses"),
        ("daily", {"uses": 3}, ""),
        ("drawbacks", {}, "no-drawback"),
        ("drawbacks", {"drawbacks": ["a bad smell"]}, ""),
    ],
)
def test_a_table_may_want_every_power_limited_by_the_day_or_by_a_drawback(
    usage: str, fields: dict[str, Any], code: str
) -> None:
    shop = Workshop(powers=True, power_usage=usage, powers_free=1).begin()
    wish(shop, **fields)
    assert {one for one, _, what in codes(shop) if what == "glow"} == ({code} - {""})


@pytest.mark.rule("FUD-127")
@pytest.mark.parametrize(("said", "works"), [("yes", True), ("no", False)])
def test_a_power_that_is_tied_to_a_fault_works_when_the_gm_says_that_it_is_so(
    said: str, works: bool
) -> None:
    tavern = sit_down(powers=True)
    flight = {"flight": {"fault": "flies-but-asleep"}}
    assert refused(tavern, entering(powers=flight)) == (
        "FUD-127", "$.sheet.powers.flight.fault",
    )  # fmt: skip
    tavern.enter("ada", "anna", powers=flight, faults={"flies-but-asleep": {}})
    assert use(tavern, "flight").waiting.to == ("gm",)
    done = tavern.do({"type": "table.answer", "answer": said})
    assert of(done, PowerUsed).works is works


# --- psi


@pytest.mark.rule("FUD-091", "FUD-124")
@pytest.mark.parametrize("model", ["simple", "levelled", "attributes"])
@pytest.mark.parametrize("as_", ["power", "levelled", "attribute"])
def test_psi_is_powers_or_powers_with_levels_or_attributes(model: str, as_: str) -> None:
    """What the table does not have so is found, with the rule; the rest stands."""
    levels = "attribute" if model == "levelled" else "free"
    shop = Workshop(powers=True, psi_model=model, power_levels=levels, powers_free=1).begin()
    if as_ == "attribute":
        shop.set("telekinesis", "Good", kind="attribute")
    else:
        wish(shop, "telekinesis", **({"level": "Good"} if as_ == "levelled" else {}))
    expected = {
        ("simple", "levelled"): {("psi-level", "FUD-124", "telekinesis")},
        ("simple", "attribute"): {("psi-attribute", "FUD-091", "telekinesis")},
        ("levelled", "attribute"): {("psi-attribute", "FUD-091", "telekinesis")},
        ("attributes", "power"): {("psi-power", "FUD-091", "telekinesis")},
        ("attributes", "levelled"): {("psi-power", "FUD-091", "telekinesis")},
    }
    found = {one for one in codes(shop) if one[2] == "telekinesis"}
    assert found == expected.get((model, as_), set())


@pytest.mark.rule("FUD-124")
def test_a_psi_ability_is_one_power_which_is_two_gifts() -> None:
    shop = Workshop(powers=True, gifts_free=2).begin()
    assert of(wish(shop, "telekinesis"), TraitTaken).cost == 1
    shop.send("trade_levels", get="power", amount=1, give="gift")
    assert (shop.left("power"), shop.left("gift")) == (0, 0)


@pytest.mark.rule("FUD-091")
def test_psi_that_is_an_attribute_costs_as_one_and_nobody_else_has_it_at_fair() -> None:
    """Nor learns it as he would an attribute that everybody has."""
    shop = Workshop(powers=True, psi_model="attributes", attribute_pool=5).begin()
    shop.set("telepathy", "Great", kind="attribute")
    assert shop.left("attribute") == 5 - 2
    assert shop.left("power") == 0
    tavern = sit_down(powers=True, psi_model="attributes")
    tavern.enter("ada", "anna", attributes={"telepathy": "Great", "calm": "Good"})
    tavern.enter("bob")
    attempt = {"type": "fudge.attempt", "actor": "bob"}
    assert of(tavern.do(attempt | {"trait": "calm"}, 0), Attempted).result == 0
    assert refused(tavern, attempt | {"trait": "telepathy"})[0] == "FUD-084"
    learn = {"type": "fudge.reward", "actor": "bob", "kind": "attribute", "reason": "x"}
    assert refused(tavern, learn | {"trait": "telepathy"}) == ("FUD-084", "$.trait")
    assert of(use(tavern, "telepathy", subjects=3), PowerUsed).works  # two levels above Fair
    many = {"type": "fudge.use_power", "actor": "ada", "power": "telepathy", "subjects": 4}
    assert refused(tavern, many) == ("FUD-125", "$.subjects")
    calm = {"type": "fudge.use_power", "actor": "ada", "power": "calm"}
    assert refused(tavern, calm) == ("FUD-084", "$.power")


WAYS: dict[str, Kind] = {
    "powers": "power",
    "gift": "gift",
    "attribute": "attribute",
    "skill": "skill",
}


@pytest.mark.rule("FUD-113", "FUD-090", "FUD-125")
@pytest.mark.parametrize("way", WAYS)
@given(rung=st.integers(-3, 3), base=st.integers(-3, 3))
def test_levels_of_a_power_are_paid_for_as_the_table_says(way: str, rung: int, base: int) -> None:
    """One Power for the first; each above costs one of what is stated, and where that is levels,
    each below gives one back."""
    options = {"psi_model": "levelled", "power_levels": way, "power_base": base}
    shop = Workshop(powers=True, powers_free=1, **options).begin()
    counted: tuple[Kind, ...] = ("power", "gift", "attribute", "skill")
    before = {kind: shop.left(kind) for kind in counted}
    wish(shop, "telepathy", level=rung)
    spent = {kind: before[kind] - shop.left(kind) for kind in counted}
    steps = rung - base if way in ("attribute", "skill") else max(0, rung - base)
    expected = {kind: steps if kind == WAYS[way] else 0 for kind in counted}
    expected["power"] += 1
    assert spent == expected


@pytest.mark.rule("FUD-125")
def test_levels_of_psi_and_levels_for_nothing_exclude_each_other() -> None:
    with pytest.raises(RollbookError) as found:
        sit_down(powers=True, psi_model="levelled")
    assert found.value.rule == "FUD-125"


def mind(rung: str = "Fair", **power: Any) -> Tavern:
    """Ada, whose telepathy has a level; Poor is its first."""
    options: dict[str, Any] = {"psi_model": "levelled", "power_levels": "attribute"}
    tavern = sit_down(powers=True, criticals="off", **options)
    telepathy = {"level": level(rung)} | power
    skills = {"blade": "Fair", "finesse": "Good"}
    tavern.enter("ada", "anna", powers={"telepathy": telepathy}, skills=skills)
    return tavern


@pytest.mark.rule("FUD-125")
@pytest.mark.parametrize(("rung", "most"), [("Poor", 1), ("Mediocre", 2), ("Great", 5)])
def test_each_level_of_psi_takes_in_one_subject_more(rung: str, most: int) -> None:
    tavern = mind(rung)
    by = "FUD-125" if most > 1 else "FUD-080"  # one subject is what any Power takes in
    assert of(use(tavern, "telepathy", subjects=most), PowerUsed).rule == by
    with pytest.raises(Refused) as found:
        use(tavern, "telepathy", subjects=most + 1)
    assert (found.value.rule, found.value.path) == ("FUD-125", "$.subjects")


@pytest.mark.rule("FUD-125")
def test_a_low_level_sends_messages_and_a_high_one_more_from_where_the_list_says() -> None:
    low = mind("Poor")
    assert of(use(low, "telepathy", ability="send-messages"), PowerUsed).works
    with pytest.raises(Refused) as found:
        use(low, "telepathy", ability="read-minds")
    assert (found.value.rule, found.value.path) == ("FUD-125", "$.ability")
    tavern = mind("Good")
    listed(tavern, "telepathy", power="psi", abilities={"read-minds": "Good", "rule-minds": 2})
    assert of(use(tavern, "telepathy", ability="read-minds"), PowerUsed).works
    with pytest.raises(Refused) as found:
        use(tavern, "telepathy", ability="rule-minds")
    assert (found.value.rule, found.value.path) == ("FUD-125", "$.ability")


@pytest.mark.rule("FUD-125")
@pytest.mark.parametrize(("said", "works"), [("yes", True), ("no", False)])
def test_where_nobody_has_said_what_a_level_brings_the_gm_does_and_may_keep_to_it(
    said: str, works: bool
) -> None:
    tavern = mind("Good")
    assert use(tavern, "telepathy", ability="read-minds").waiting.to == ("gm",)
    done = tavern.do({"type": "table.answer", "answer": said, "stands": "good"})
    assert of(done, PowerUsed).works is works
    assert of(use(tavern, "telepathy", ability="read-minds"), PowerUsed).works is works
    sheet = tavern.character("ada").sheet
    higher = {"telepathy": msgspec.structs.replace(sheet.powers["telepathy"], level=2)}
    grown = msgspec.to_builtins(msgspec.structs.replace(sheet, powers=higher))
    tavern.do({"type": "fudge.revise", "actor": "ada", "sheet": grown, "reason": "practice"})
    assert use(tavern, "telepathy", ability="read-minds").waiting  # of a higher level, anew


@pytest.mark.rule("FUD-125", "FUD-087")
@pytest.mark.parametrize(("rung", "shift", "works"), [("Poor", -1, False), ("Mediocre", -1, True)])
def test_the_higher_psi_stands_the_less_it_fails_and_harms(
    rung: str, shift: int, works: bool
) -> None:
    """A Situational Roll of -1: a level above the first makes it Fair."""
    unreliable = use(mind(rung, drawbacks=["unreliable"]), "telepathy", shift)
    assert of(unreliable, PowerUsed).works is works
    tavern = mind(rung, drawbacks=["risk"])
    use(tavern, "telepathy", shift)
    assert (tavern.character("ada").points == 0) is works


@pytest.mark.rule("FUD-125", "FUD-087")
@pytest.mark.parametrize(("rung", "tired"), [("Poor", 6), ("Mediocre", 3), ("Fair", 2)])
def test_the_higher_psi_stands_the_less_it_tires(rung: str, tired: int) -> None:
    """Of six uses each tires at its first level, at a level more every second, and so on."""
    tavern = mind(rung, drawbacks=["fatigue"])
    for _ in range(6):
        use(tavern, "telepathy")
    attempt = {"type": "fudge.attempt", "actor": "ada", "trait": "blade"}
    assert of(tavern.do(attempt, 0), Attempted).result == -tired


class Sparing(Struct, frozen=True):
    """Nothing is kept."""


@pytest.mark.rule("FUD-125", "FUD-087")
@given(st.integers(-2, 1), st.lists(st.integers(0, 4), max_size=8))
def test_what_tires_is_each_use_too_many_however_many_are_counted_at_once(
    rung: int, costs: list[int]
) -> None:
    """Uses that others make dearer, or free, tire as often as they pass a full count."""
    sparing, left = Rules(Sparing), iter(costs)

    @sparing.modifies(PowerUse)
    def counts(use_: PowerUse, look: Look) -> Iterable[Modifier]:
        yield Modifier("frugal", "SPA-001", "uses", "set", next(left))

    more = Ruleset("sparing", version="1", state=Sparing, chapters=(sparing,), extends="fudge")
    seats = {"master": Seat("The Master", "gm"), "anna": Seat("Anna", "player")}
    options = {"powers": True, "psi_model": "levelled", "power_levels": "attribute"}
    engine = Engine([fudge, more], installed=False)
    session = engine.new(
        MemoryStore(), "inn", ["fudge", "sparing"], seats=seats, options={"fudge": options}
    )
    power = {"level": rung, "drawbacks": ["fatigue"]}
    sheet = {"resistance": "Fair", "powers": {"telepathy": power}}
    session.do(
        {"type": "fudge.enter", "actor": "ada", "name": "Ada", "sheet": sheet, "owners": ["anna"]},
        "master",
    )
    using = {"type": "fudge.use_power", "actor": "ada", "power": "telepathy"}
    uses, used = rung + 3, 0
    for cost in costs:
        tired = [e for e in session.do(using, "anna").events if isinstance(e, EffectBegan)]
        full = any(n % uses == 0 for n in range(used + 1, used + cost + 1))
        assert len(tired) == (uses == 1 or full)
        used += cost


@pytest.mark.rule("FUD-125")
def test_a_power_that_is_not_of_the_mind_is_used_on_each_by_itself() -> None:
    tavern = sit_down(powers=True, psi_model="levelled", power_levels="attribute")
    tavern.enter("ada", "anna", powers={"fireball": {"level": 3}})
    with pytest.raises(Refused, match="on each by itself"):
        use(tavern, "fireball", subjects=2)


@pytest.mark.rule("FUD-124")
def test_without_levels_the_gm_says_how_far_a_power_of_the_mind_goes() -> None:
    tavern = sit_down(powers=True)
    tavern.enter("ada", "anna", powers={"telepathy": {}})
    assert of(use(tavern, "telepathy", ability="send-messages"), PowerUsed).works
    assert use(tavern, "telepathy", ability="read-minds").waiting.to == ("gm",)
    assert not of(tavern.do({"type": "table.answer", "answer": "no"}), PowerUsed).works
    many = {"type": "fudge.use_power", "actor": "ada", "power": "telepathy", "subjects": 2}
    assert refused(tavern, many) == ("FUD-125", "$.subjects")


@pytest.mark.rule("FUD-126")
def test_what_a_mind_does_finely_takes_the_skill_that_steers_it() -> None:
    """By the dice, on that skill; whatever is done roughly takes no roll."""
    tavern = mind(skill="finesse")
    assert all_of(use(tavern, "telepathy"), Attempted) == []
    finely = {"type": "fudge.use_power", "actor": "ada", "power": "telepathy"}
    fine = tavern.do(finely | {"skill": "finesse", "difficulty": "Good"}, 0)
    assert of(fine, PowerUsed).rule == "FUD-126"
    assert (of(fine, Attempted).result, of(fine, Attempted).success) == (1, True)
    with pytest.raises(Refused) as found:
        use(tavern, "telepathy", skill="blade")
    assert (found.value.rule, found.value.path) == ("FUD-126", "$.skill")
    campaign = mind()
    listed(campaign, "telepathy", power="psi", skill="finesse")
    with pytest.raises(Refused) as found:
        use(campaign, "telepathy", skill="blade")
    assert found.value.rule == "FUD-126"


@pytest.mark.rule("FUD-087", "FUD-126")
@pytest.mark.parametrize(
    ("fields", "path"),
    [({"skill": "finnesse"}, "$.skill"), ({"skill": "finesse", "difficulty": -9}, "$.difficulty")],
)
def test_what_would_be_refused_of_its_skill_is_refused_before_any_die(
    fields: dict[str, Any], path: str
) -> None:
    tavern = mind(drawbacks=["risk"])
    size = tavern.session.store.head("duel").size
    command = {"type": "fudge.use_power", "actor": "ada", "power": "telepathy"} | fields
    assert refused(tavern, command)[1] == path
    assert tavern.session.store.head("duel").size == size


# --- super strength


@pytest.mark.rule("FUD-111", "FUD-127")
def test_super_strength_gives_its_scale_and_is_one_power_or_levels_of_scale() -> None:
    tavern = sit_down(powers=True, superstrength="power")
    tavern.enter("ada", "anna", powers={"super-strength": {"scale": 10}})
    assert tavern.character("ada").scale == 10
    assert tavern.character("ada").mass_scale == 10  # one Scale, at this table
    both = entering(powers={"super-strength": {"scale": 10}}, strength_scale=4)
    assert refused(tavern, both) == ("FUD-111", "$.sheet.powers.super-strength.scale")
    apart = figures(
        Sheet(resistance=0, powers={"super-strength": Power(scale=10)}, mass_scale=2),
        FudgeOptions(powers=True, scale="split"),
    )
    assert (apart.scale, apart.mass_scale) == (10, 2)
    hero = Workshop(powers=True, superstrength="power").begin()
    assert of(wish(hero, "super-strength", scale=10), TraitTaken).cost == 1
    assert hero.left("attribute") == 0
    for scale, gifts in (("unified", 10), ("split", 0)):
        dear = Workshop(powers=True, scale=scale, gifts_free=0).begin()
        assert of(wish(dear, "super-strength", scale=10), TraitTaken).cost == 0
        assert (dear.left("attribute"), dear.left("gift")) == (-10, -gifts)


@pytest.mark.rule("FUD-111")
def test_the_gm_says_how_strong_whoever_takes_super_strength_is() -> None:
    """A player need not state it, and states no other; the GM may."""
    shop = Workshop(powers=True, superstrength="power", superstrength_scale=6).begin()
    take = {"type": "fudge.take_trait", "actor": "ada", "trait": "super-strength", "kind": "power"}
    assert refused(shop.tavern, take | {"scale": 99}, "anna") == ("FUD-111", "$.scale")
    wish(shop, "super-strength")
    assert shop.draft.sheet.powers["super-strength"].scale == 6
    shop.send("strike_trait", trait="super-strength", kind="power")
    shop.send("take_trait", "master", trait="super-strength", kind="power", scale=13)
    assert shop.draft.sheet.powers["super-strength"].scale == 13
    levels = Workshop(powers=True).begin()  # where Scale is paid for, whoever pays says how much
    wish(levels, "super-strength", scale=3)
    assert levels.draft.sheet.powers["super-strength"].scale == 3


@pytest.mark.rule("FUD-111", "FUD-252")
def test_whoever_grows_into_super_strength_has_the_same_scale_as_others() -> None:
    tavern = sit_down(powers=True, superstrength="power", superstrength_scale=6)
    tavern.enter("ada", "anna")
    tavern.do({"type": "fudge.award", "actor": "ada", "amount": 12, "ruling": "a long year"})
    buy = {"type": "fudge.acquire", "actor": "ada", "trait": "super-strength"}
    wrong = buy | {"power": {"scale": 13}}
    assert refused(tavern, wrong, "anna") == ("FUD-111", "$.power.scale")
    tavern.do(buy | {"power": {}}, by="anna")
    tavern.do({"type": "table.answer", "answer": "yes"})
    assert tavern.character("ada").scale == 6


# --- implants


@pytest.mark.rule("FUD-128")
@pytest.mark.parametrize("as_", ["powers", "gifts"])
def test_devices_that_do_what_no_body_can_are_powers_or_gifts(as_: str) -> None:
    shop = Workshop(powers=True, implants_as=as_, powers_free=2).begin()
    shop.take("gift", "datajack")
    wish(shop, "radar-eyes", sort="cybernetic")
    wrong = {("implant-gift", "FUD-128", "datajack"), ("implant-power", "FUD-128", "radar-eyes")}
    found = {one for one in codes(shop) if one[0].startswith("implant")}
    assert found == wrong - {one for one in wrong if one[0] == f"implant-{as_[:-1]}"}


@pytest.mark.rule("FUD-128")
def test_where_nothing_is_counted_the_gm_agrees_to_devices_as_they_are() -> None:
    shop = Workshop(powers=True, creation="subjective_free").begin()
    shop.take("gift", "datajack")
    assert not {one for one in codes(shop) if one[0].startswith("implant")}


ARM = {"arm": {"implant": True, "bonus": {"strength": 2}}}


@pytest.mark.rule("FUD-129")
@pytest.mark.parametrize("said", ["level", "nothing"])
def test_an_implant_that_raises_an_attribute_costs_as_that_and_may_bring_a_skill_level(
    said: str,
) -> None:
    shop = Workshop(attribute_pool=4, gifts_free=0, skill_pool=10).begin()
    shop.set("strength", "Good", kind="attribute")
    fields: dict[str, Any] = {"implant": True, "bonus": {"strength": 2}}
    asked = shop.send("take_trait", trait="arm", kind="gift", **fields).waiting
    assert asked
    assert asked.to == ("gm",)
    answer(shop, said)
    left = (shop.left("attribute"), shop.left("gift"), shop.left("skill"))
    assert left == (4 - 1 - 2, 0, 10 + (said == "level"))
    shop.send("strike_trait", trait="arm")
    assert (shop.left("attribute"), shop.left("skill")) == (3, 10)


@pytest.mark.rule("FUD-129")
def test_what_it_adds_comes_into_the_figures_once_and_goes_when_it_breaks() -> None:
    tavern = sit_down(weapon_table="corrected")
    tavern.enter("ada", "anna", attributes={"strength": "Good"}, gifts=ARM)

    def attack() -> tuple[int, int]:
        who = tavern.character("ada")
        return who.traits["strength"].level, total(who.weapons["blade"].attack)

    whole = attack()
    assert whole[0] == 3
    broken = {"type": "fudge.break_implant", "actor": "ada", "implant": "arm"}
    receipt = tavern.do(broken | {"reason": "rust"})
    assert of(receipt, ImplantBroken).broken
    assert told(tavern, receipt)[0] == "Ada: arm breaks down (rust)."
    assert attack() == (1, whole[1] - 2)
    assert refused(tavern, broken) == ("FUD-129", "$.broken")
    tavern.do(broken | {"broken": False})
    assert attack() == whole
    assert refused(tavern, broken | {"implant": "leg"}) == ("FUD-129", "$.implant")


@pytest.mark.rule("FUD-129")
@given(own=st.integers(-3, 0), adds=st.integers(1, 2))
def test_an_attribute_grows_by_one_with_its_implant_and_without(own: int, adds: int) -> None:
    """What somebody learns is his; the implant adds the same to it as before."""
    gifts = {"arm": Gift(implant=True, bonus={"strength": adds})}
    sheet = Sheet(resistance=0, attributes={"strength": own}, gifts=gifts)
    assert figures(sheet, FudgeOptions()).traits["strength"].level == own + adds
    tavern = sit_down()
    arm = {"arm": {"implant": True, "bonus": {"strength": adds}}}
    tavern.enter("ada", "anna", attributes={"strength": own}, gifts=arm)
    reward = {"type": "fudge.reward", "actor": "ada", "trait": "strength", "kind": "attribute"}
    tavern.do(reward | {"reason": "toil"})
    who = tavern.character("ada")
    assert who.traits["strength"].level == own + adds + 1
    assert who.sheet.attributes["strength"] == own + 1


@pytest.mark.rule("FUD-129")
@pytest.mark.parametrize(
    ("gift", "attributes"),
    [
        ({"bonus": {"strength": 1}}, {"strength": 0}),
        ({"implant": True, "bonus": {"strength": 1}}, {}),
    ],
)
def test_only_an_implant_adds_to_an_attribute_and_only_to_one_that_is_stated(
    gift: dict[str, Any], attributes: dict[str, int]
) -> None:
    tavern = sit_down()
    command = entering(gifts={"arm": gift}, attributes=attributes)
    assert refused(tavern, command) == ("FUD-129", "$.sheet.gifts.arm.bonus.strength")


@pytest.mark.rule("FUD-128")
def test_a_power_that_is_a_broken_device_does_nothing_and_strikes_nobody() -> None:
    tavern = sit_down(powers=True)
    claws = {"kind": "cybernetic", "damage": 3, "melee": True, "skill": "blade"}
    tavern.enter("ada", "anna", powers={"claws": claws})
    assert "claws" in tavern.character("ada").weapons
    tavern.do({"type": "fudge.break_implant", "actor": "ada", "implant": "claws"})
    assert "claws" not in tavern.character("ada").weapons
    with pytest.raises(Refused) as found:
        use(tavern, "claws")
    assert (found.value.rule, found.value.path) == ("FUD-128", "$.power")


@pytest.mark.rule("FUD-128")
def test_a_device_is_one_where_the_campaigns_list_says_so() -> None:
    """Neither the book nor the sheet knows of it."""
    tavern = sit_down(powers=True)
    tavern.enter("ada", "anna", powers={"third-eye": {}})
    breaking = {"type": "fudge.break_implant", "actor": "ada", "implant": "third-eye"}
    assert refused(tavern, breaking) == ("FUD-129", "$.implant")
    listed(tavern, "third-eye", power="cybernetic")
    assert of(tavern.do(breaking), ImplantBroken).broken
    assert tavern.character("ada").powers["third-eye"].broken


@pytest.mark.rule("FUD-084", "FUD-091")
def test_an_attribute_of_the_mind_by_the_list_grows_with_nobody_who_lacks_it() -> None:
    tavern = sit_down(powers=True)
    tavern.enter("ada", "anna")
    growing = {"type": "fudge.reward", "actor": "ada", "trait": "farsight", "kind": "attribute"}
    listed(tavern, "farsight", kind="attribute", power="psi")
    assert refused(tavern, growing) == ("FUD-084", "$.trait")
    listed(tavern, "grace", kind="attribute")
    assert of(tavern.do(growing | {"trait": "grace"}), Improved).after == 1


# --- only what fits is said


@pytest.mark.rule("FUD-017", "FUD-081", "FUD-087", "FUD-127", "FUD-128", "FUD-129")
@pytest.mark.parametrize(
    ("kind", "fields", "rule"),
    [
        ("gift", {"sort": "psi"}, "FUD-081"),
        ("gift", {"fault": "x"}, "FUD-127"),
        ("fault", {"implant": True}, "FUD-128"),
        ("power", {"bonus": {"strength": 1}}, "FUD-129"),
        ("gift", {"bonus": {"strength": 1}}, "FUD-129"),
        ("gift", {"uses": 0}, "FUD-090"),
        ("fault", {"damage": 0}, "FUD-089"),
        ("superfault", {"drawbacks": ["fatigue"]}, "FUD-087"),
        ("fault", {"level": "Good"}, "FUD-017"),
    ],
)
def test_what_is_said_of_a_trait_fits_its_kind(
    kind: str, fields: dict[str, Any], rule: str
) -> None:
    shop = Workshop(powers=True).begin()
    command = {"type": "fudge.take_trait", "actor": "ada", "trait": "glow", "kind": kind} | fields
    assert refused(shop.tavern, command, "anna") == (rule, f"$.{next(iter(fields))}")


@pytest.mark.rule("FUD-118", "FUD-117")
@pytest.mark.parametrize("many", [False, True])
def test_a_race_that_bends_a_whole_field_of_skills_pays_a_power_for_it_or_has_a_fault(
    many: bool,
) -> None:
    """Better at all of a field: a Power. Worse: a Fault, or a Superfault where it is very large."""
    shop = Workshop(superfault_worth=2)
    tavern = shop.tavern
    for trait, covers in (("social-skills", ["bluff", "flatter"]), ("song", [])):
        skill = {"kind": "skill", "covers": covers}
        tavern.do({"type": "fudge.list_trait", "trait": trait, "listed": skill})
    race = {"type": "fudge.describe_race", "id": "grump", "name": "Grump"}
    bonus = {"social-skills": -1, "song": -1}
    tavern.do(race | {"bonus": bonus, "many": ["social-skills"] if many else []})
    shop.begin(race="grump")
    assert shop.ledger["skill"].spent == -1  # one level of song
    assert shop.ledger["fault"].free == (2 if many else 1) * 2  # in attribute levels
    shop.set("bluff", "Fair")
    assert shop.draft.entries["bluff"].cost == 2 + 1  # as bluff at Good costs a human
    assert refused(tavern, race | {"many": ["song"]}) == ("FUD-118", "$.many[0]")
    kind = Workshop()
    skill = {"kind": "skill", "covers": ["bluff", "flatter"]}
    kind.tavern.do({"type": "fudge.list_trait", "trait": "social-skills", "listed": skill})
    kind.tavern.do(race | {"bonus": {"social-skills": 1}})
    kind.begin(race="grump")
    assert kind.ledger["power"].spent == 1
