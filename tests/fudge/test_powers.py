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
    Stunned,
    Treated,
    Wounded,
)
from rollbook.plugins.fudge.content.traits import powers as named_powers
from rollbook.plugins.fudge.creation.supernormal import dues
from rollbook.plugins.fudge.ladder import level, result
from rollbook.plugins.fudge.state import total

from .drafting import Workshop
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
    tavern = ghost({})
    option = {"type": "table.set_option", "of": "fudge", "option": "powers", "value": False}
    tavern.do(option)
    with pytest.raises(Refused) as refused:
        use(tavern)
    assert refused.value.rule == "FUD-079"


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


@pytest.mark.rule("FUD-084")
def test_nobody_tries_by_a_power_that_he_has_not() -> None:
    """It is neither Fair, as an attribute, nor Poor, as a skill; a level of his own counts."""
    tavern = sit_down(powers=True)
    tavern.enter("ada", powers={"telepathy": {"level": 1}})
    tavern.enter("bob")
    attempt = {"type": "fudge.attempt", "trait": "telepathy"}
    assert of(tavern.do(attempt | {"actor": "ada"}, 0), Attempted).result == 1
    with pytest.raises(Refused) as refused:
        tavern.do(attempt | {"actor": "bob"})
    assert (refused.value.rule, refused.value.path) == ("FUD-084", "$.trait")


@pytest.mark.rule("FUD-080", "FUD-088")
def test_a_power_works_without_a_roll_and_its_skill_is_rolled_for_what_is_fine() -> None:
    tavern = ghost({}, "flight")
    assert of(use(tavern, power="flight"), PowerUsed).works
    fine = {"type": "fudge.use_power", "actor": "ada", "power": "flight", "skill": "blade"}
    assert of(tavern.do(fine | {"difficulty": "Good"}, 1), Attempted).success


@pytest.mark.rule("FUD-088")
@pytest.mark.parametrize(("answer", "rolls"), [("great", 1), ("no-roll", 0)])
def test_how_hard_it_is_or_that_the_power_includes_it_is_the_gms_to_say(
    answer: str, rolls: int
) -> None:
    tavern = ghost({}, "flight")
    with pytest.raises(Refused) as refused:
        use(tavern, power="flight", skill="blade", difficulty="Terrible")
    assert (refused.value.rule, refused.value.path) == ("FUD-132", "$.difficulty")
    asked = use(tavern, power="flight", skill="blade").waiting
    assert (asked.to, asked.choices[-1].rule) == (("gm",), "FUD-088")
    receipt = tavern.do({"type": "table.answer", "answer": answer}, *[2] * rolls)
    assert of(receipt, PowerUsed).works
    assert [(a.difficulty, a.success) for a in all_of(receipt, Attempted)] == [(2, True)] * rolls


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


@pytest.mark.rule("FUD-088")
@pytest.mark.parametrize("how", ["unaware", "out-cold"])
def test_whoever_does_not_dodge_is_hit_as_with_a_terrible_dodge(how: str) -> None:
    tavern = firebrand()
    if how == "out-cold":
        stun = {"type": "fudge.suffer", "target": "bob", "source": "x", "stun": True}
        tavern.do(stun | {"amount": 7})
    receipt = tavern.do(PROJECT | {"unaware": how == "unaware"})
    blow = of(receipt, Blow)
    assert (blow.base, blow.final) == (1 - -3, 4 + 2)


@pytest.mark.rule("FUD-236", "FUD-237")
def test_what_aims_itself_may_be_held_back_or_only_stun() -> None:
    tavern = firebrand()
    assert of(tavern.do(PROJECT | {"announced": 1}, -3), Blow).final == 1
    receipt = tavern.do(PROJECT | {"stun": True}, 0)
    assert of(receipt, Stunned).after == 1 + 2
    with pytest.raises(Refused) as refused:
        tavern.do(PROJECT | {"announced": -1})
    assert (refused.value.rule, refused.value.path) == ("FUD-236", "$.announced")


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


@pytest.mark.rule("FUD-090")
def test_a_power_with_a_level_is_rolled_at_it_and_used_up() -> None:
    """Read Minds at Mediocre, once a day."""
    tavern = ghost({"level": -1, "uses": 1}, "read-minds")
    read = {"type": "fudge.use_power", "actor": "ada", "power": "read-minds"}
    read |= {"skill": "read-minds", "difficulty": "Mediocre"}
    receipt = tavern.do(read, 0)
    assert (of(receipt, Attempted).result, of(receipt, Attempted).success) == (-1, True)
    with pytest.raises(Refused) as refused:
        tavern.do(read)
    assert refused.value.rule == "FUD-090"


@pytest.mark.rule("FUD-090", "FUD-239")
def test_a_power_that_heals_so_often_a_day_heals_no_oftener() -> None:
    tavern = ghost({"level": 2, "uses": 1}, "healing-hands", treated_rest="none")
    tavern.enter("bob")
    wound = {"type": "fudge.suffer", "target": "bob", "source": "x", "amount": 3}
    treat = {"type": "fudge.treat", "healer": "ada", "patient": "bob", "trait": "healing-hands"}
    tavern.do(wound)
    assert of(tavern.do(treat, 0), Treated).success
    tavern.do(wound)
    with pytest.raises(Refused) as refused:
        tavern.do(treat)
    assert (refused.value.rule, refused.value.path) == ("FUD-090", "$.trait")


# --- Powers in hand


@pytest.mark.rule("FUD-089", "FUD-090", "FUD-199")
@pytest.mark.parametrize("answer", ["none", "dodge", "shoot-back"])
def test_a_power_that_is_thrown_as_a_weapon_is_used_up_by_it(answer: str) -> None:
    """However the target answers; and whoever shoots back with one uses his too."""
    tavern = sit_down(powers=True, damage_roll="off", criticals="off")
    for name in ("ada", "bob"):
        tavern.enter(name, powers={"fireball": {"damage": 6, "uses": 1}})
        tavern.do({"type": "fudge.wield", "actor": name, "weapon": "fireball"})
    shoot = {"type": "fudge.shoot", "attacker": "ada", "target": "bob", "answer": answer}
    receipt = tavern.do(shoot | {"announced": 0}, *[0] * (1 if answer == "none" else 2))
    users = [used.actor for used in all_of(receipt, PowerUsed)]
    assert users == (["ada", "bob"] if answer == "shoot-back" else ["ada"])
    size = tavern.session.store.head("duel").size
    with pytest.raises(Refused) as refused:
        tavern.do(shoot)
    assert (refused.value.rule, tavern.session.store.head("duel").size) == ("FUD-090", size)


@pytest.mark.rule("FUD-087", "FUD-089")
def test_a_power_that_fails_its_owner_shoots_at_nobody() -> None:
    """A Situational Roll of Mediocre, and neither shot nor dodge is rolled."""
    tavern = sit_down(powers=True)
    tavern.enter("ada", powers={"fireball": {"damage": 6, "drawbacks": ["unreliable"]}})
    tavern.enter("bob")
    tavern.do({"type": "fudge.wield", "actor": "ada", "weapon": "fireball"})
    for answer in ("none", "dodge"):
        shoot = {"type": "fudge.shoot", "attacker": "ada", "target": "bob", "answer": answer}
        assert not of(tavern.do(shoot, -1), PowerUsed).works


@pytest.mark.rule("FUD-081", "FUD-089")
@pytest.mark.parametrize(
    ("power", "tags"),
    [
        ({"damage": 6, "kind": "magic"}, ("magic",)),
        ({"damage": 6, "kind": "psi"}, ()),
        (None, ()),
    ],
)
def test_only_what_a_power_of_magic_shoots_is_magic(
    power: dict[str, Any] | None, tags: tuple[str, ...]
) -> None:
    """A bow in the hands of somebody who has such a Power as well shoots arrows."""
    tavern = sit_down(powers=True, damage_roll="off")
    bow = {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}
    powers = {"fireball": power or {"damage": 6, "kind": "magic"}}
    tavern.enter("ada", powers=powers, weapons={"bow": bow}, skills={"bow": "Fair"})
    tavern.enter("bob")
    tavern.do({"type": "fudge.wield", "actor": "ada", "weapon": "fireball" if power else "bow"})
    shoot = {"type": "fudge.shoot", "attacker": "ada", "target": "bob", "answer": "none"}
    assert of(tavern.do(shoot, 3), Blow).tags == tags


# --- the book's examples

EXAMPLES = Path(__file__).parent / "examples" / "powers.jsonl"
CASES = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]


def run(given: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """What comes out; how the ghost's Gifts are paid for is the sample's, not the rule's."""
    if "levels" in given:
        levels = [level(word) for word in given["levels"].values()]
        powers = {f"power-{n}": Power(level=at) for n, at in enumerate(levels)}
        limits = Limits(power_base=level("Poor"))
        return {"gifts_spent": dues(Sheet(resistance="Fair", powers=powers), limits).gifts}
    if "power" in given:
        costly = {"power_levels": given["each"], "power_cost": given["cost"]}
        shop = Workshop(powers=True, psi_model="levelled", **costly).begin()
        before = {kind: account.balance for kind, account in shop.ledger.items()}
        shop.take("power", "telekinesis", level=given["power"])
        after = {kind: account.balance for kind, account in shop.ledger.items()}
        return {kind: n for kind in before if (n := before[kind] - after[kind])}
    if "Coolness" in given:
        casts: dict[str, str] = {}
        for what, coolness in (("spellcasting", given["Coolness"]), ("max", "Superb")):
            tavern = sit_down(powers=True, spellcasting="attribute", criticals="off")
            mage = {"attributes": {"coolness": coolness}, "powers": {"magical-potential": {}}}
            tavern.enter("ada", "anna", **mage)
            cast = {"type": "fudge.cast", "actor": "ada", "spell": "x", "attribute": "coolness"}
            receipt = tavern.do(cast | {"difficulty": "Superb"}, 0)
            casts[what] = result(of(receipt, SpellCast).result)
        return casts
    ratings = {p.name.en: p.damage for p in named_powers().values() if p.damage is not None}
    return {name: ratings[name] for name in expect}


@pytest.mark.rule("FUD-083", "FUD-089", "FUD-090", "FUD-113", "FUD-122")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_example_of_the_book_comes_out_as_it_says(case: dict[str, Any]) -> None:
    assert run(case["given"], case["expect"]) == case["expect"]
