"""Powers: whether there are any, what they do without a roll, what their use costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.plugins.fudge import (
    Attempted,
    Blow,
    Limits,
    Power,
    PowerUsed,
    Projected,
    Sheet,
    SpellCast,
    Wounded,
)
from rollbook.plugins.fudge.content.traits import powers as named_powers
from rollbook.plugins.fudge.creation.accounts import power_steps
from rollbook.plugins.fudge.ladder import level, result
from rollbook.plugins.fudge.state import total

from .tavern import Tavern, all_of, of, sit_down


def ghost(power: dict[str, Any], name: str = "walk-through-walls", **options: Any) -> Tavern:
    """Ada with one Power, played by anna."""
    tavern = sit_down(powers=True, **options)
    tavern.enter("ada", "anna", powers={name: power})
    return tavern


def use(tavern: Tavern, *shifts: int, power: str = "walk-through-walls", **fields: Any) -> Any:
    command = {"type": "fudge.use_power", "actor": "ada", "power": power}
    return tavern.do(command | fields, *shifts, by="anna")


@pytest.mark.rule("FUD-079")
def test_where_there_are_no_powers_no_sheet_has_one() -> None:
    with pytest.raises(Refused) as refused:
        sit_down().enter("ada", powers={"flight": {}})
    assert (refused.value.rule, refused.value.path) == ("FUD-079", "$.sheet.powers")


@pytest.mark.rule("FUD-086")
def test_a_table_may_say_how_many_powers_a_character_has_each_for_its_worth() -> None:
    tavern = sit_down(powers=True, powers_most=2)
    tavern.enter("ada", powers={"flight": {}, "luck": {}})
    with pytest.raises(Refused) as refused:
        tavern.enter("bob", powers={"flight": {}, "omen": {"worth": 2}})
    assert refused.value.rule == "FUD-086"


@pytest.mark.rule("FUD-084")
def test_a_power_that_is_not_on_the_sheet_is_not_there() -> None:
    with pytest.raises(Refused) as refused:
        use(ghost({}), power="flight")
    assert (refused.value.rule, refused.value.path) == ("FUD-084", "$.power")


@pytest.mark.rule("FUD-080", "FUD-088")
def test_a_power_works_without_a_roll_and_its_skill_is_rolled_for_what_is_fine() -> None:
    tavern = ghost({}, "flight")
    assert of(use(tavern, power="flight"), PowerUsed).works
    fine = use(tavern, 1, power="flight", skill="blade", difficulty="Good")
    assert of(fine, Attempted).success


@pytest.mark.rule("FUD-090")
def test_a_power_has_so_many_uses_a_day_and_all_of_them_again_the_next() -> None:
    tavern = ghost({"uses": 2})
    counts = [(of(use(tavern), PowerUsed).before, i) for i in range(2)]
    assert counts == [(0, 0), (1, 1)]
    size = tavern.session.store.head("duel").size
    with pytest.raises(Refused) as refused:
        use(tavern)
    assert (refused.value.rule, tavern.session.store.head("duel").size) == ("FUD-090", size)
    tavern.do({"type": "table.end_day"})
    assert of(use(tavern), PowerUsed).before == 0


@pytest.mark.rule("FUD-087")
def test_a_power_that_tires_lowers_every_roll_until_one_rests() -> None:
    tavern = ghost({"drawbacks": ["fatigue"]})
    use(tavern)
    use(tavern)
    attempt = {"type": "fudge.attempt", "actor": "ada", "trait": "blade"}
    assert of(tavern.do(attempt, 0), Attempted).result == -2
    tavern.do({"type": "table.rest"})
    assert of(tavern.do(attempt, 0), Attempted).result == 0


@pytest.mark.rule("FUD-087")
@pytest.mark.parametrize(("shift", "works"), [(-1, False), (0, True), (3, True)])
def test_a_power_that_is_not_to_be_relied_on_needs_a_fair_situation(
    shift: int, works: bool
) -> None:
    assert of(use(ghost({"drawbacks": ["unreliable"]}), shift), PowerUsed).works is works


@pytest.mark.rule("FUD-087")
@pytest.mark.parametrize(("shift", "wounds"), [(-1, 1), (0, 0)])
def test_a_dangerous_power_hurts_when_the_situation_is_mediocre(shift: int, wounds: int) -> None:
    used = use(ghost({"drawbacks": ["risk"]}), shift)
    assert len(all_of(used, Wounded)) == wounds


@pytest.mark.rule("FUD-087")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_power_that_needs_something_asks_the_gm_whether_it_is_there(answer: str) -> None:
    tavern = ghost({"drawbacks": ["condition"], "uses": 1})
    assert use(tavern).waiting.to == ("gm",)
    used = of(tavern.do({"type": "table.answer", "answer": answer}), PowerUsed)
    assert (used.works, used.after) == (answer == "yes", 1)


@pytest.mark.rule("FUD-089")
def test_a_power_that_strikes_is_a_weapon_with_its_own_damage() -> None:
    """A fireball adds six and no more; fangs add three and their owner's Strength."""
    tavern = sit_down(powers=True)
    fire = {"damage": 6, "name": "Fireball"}
    fangs = {"damage": 3, "melee": True, "skill": "blade"}
    strong = {"strength": "Great"}
    tavern.enter("ada", attributes=strong, powers={"fireball": fire, "large-fangs": fangs})
    weapons = tavern.character("ada").weapons
    assert total(weapons["fireball"].attack) == 6
    assert total(weapons["large-fangs"].attack) == 3 + 2
    assert (weapons["fireball"].ranged, weapons["large-fangs"].ranged) == (True, False)


# --- Powers that aim themselves


def firebrand(**power: Any) -> Tavern:
    """Ada, whose fire aims itself, and Bob, who dodges as anybody does."""
    fire = {"damage": 2, "name": "Energy bolt"} | power
    tavern = sit_down(powers=True, damage_roll="off", criticals="off")
    tavern.enter("ada", "anna", powers={"bolt": fire})
    tavern.enter("bob", skills={"blade": "Fair", "dodge": "Fair"})
    return tavern


PROJECT = {"type": "fudge.project", "actor": "ada", "power": "bolt", "target": "bob"}


@pytest.mark.rule("FUD-088")
@pytest.mark.parametrize("shift", range(-3, 4))
def test_what_aims_itself_hits_unless_it_is_dodged_well(shift: int) -> None:
    """Nobody rolls to hit; a dodge of Good spares, and what it lacks is the Base Damage."""
    receipt = firebrand().do(PROJECT, shift)
    projected = of(receipt, Projected)
    assert (projected.dodge, projected.hit) == (shift, shift < 1)
    blows = all_of(receipt, Blow)
    assert [(blow.base, blow.final) for blow in blows] == ([(1 - shift, 3 - shift)] * (shift < 1))


@pytest.mark.rule("FUD-088", "FUD-090")
def test_what_aims_itself_uses_the_power_up_as_any_use_does() -> None:
    tavern = firebrand(uses=1)
    tavern.do(PROJECT, 2)
    size = tavern.session.store.head("duel").size
    with pytest.raises(Refused) as refused:
        tavern.do(PROJECT)
    assert (refused.value.rule, tavern.session.store.head("duel").size) == ("FUD-090", size)


@pytest.mark.rule("FUD-088", "FUD-087")
def test_what_does_not_come_off_is_turned_on_nobody() -> None:
    """A Situational Roll of Mediocre: the fire goes out, and nobody dodges."""
    receipt = firebrand(drawbacks=["unreliable"]).do(PROJECT, -1)
    assert not of(receipt, PowerUsed).works
    assert all_of(receipt, Projected) == []


@pytest.mark.rule("FUD-088")
def test_only_a_power_that_strikes_is_turned_on_somebody_else() -> None:
    tavern = firebrand()
    for fields, rule, path in (
        ({"power": "blade"}, "FUD-088", "$.power"),
        ({"target": "ada"}, "FUD-154", "$.target"),
    ):
        with pytest.raises(Refused) as refused:
            tavern.do(PROJECT | fields)
        assert (refused.value.rule, refused.value.path) == (rule, path)


# --- the book's examples

EXAMPLES = Path(__file__).parent / "examples" / "powers.jsonl"
CASES = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]


def run(given: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """What comes out; how the ghost's Gifts are paid for is the sample's, not the rule's."""
    if "levels" in given:
        levels = [level(word) for word in given["levels"].values()]
        powers = {f"power-{n}": Power(level=at) for n, at in enumerate(levels)}
        limits = Limits(power_base=level("Poor"))
        return {"gifts_spent": power_steps(Sheet(resistance="Fair", powers=powers), limits)}
    if "Coolness" in given:
        casts: dict[str, str] = {}
        for what, coolness in (("spellcasting", given["Coolness"]), ("max", "Superb")):
            tavern = sit_down(powers=True, spellcasting="attribute", criticals="off")
            mage = {"attributes": {"coolness": coolness}, "powers": {"magical-potential": {}}}
            tavern.enter("ada", "anna", **mage)
            cast = {"type": "fudge.cast", "actor": "ada", "spell": "x", "attribute": "coolness"}
            receipt = tavern.do(cast | {"difficulty": "Superb"}, 0, by="anna")
            casts[what] = result(of(receipt, SpellCast).result)
        return casts
    ratings = {p.name.en: p.damage for p in named_powers().values() if p.damage is not None}
    return {name: ratings[name] for name in expect}


@pytest.mark.rule("FUD-089", "FUD-090", "FUD-122")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_example_of_the_book_comes_out_as_it_says(case: dict[str, Any]) -> None:
    assert run(case["given"], case["expect"]) == case["expect"]
