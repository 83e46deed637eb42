"""Things with traits of their own: they are somebody's, act, break, burn and will (6.5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Invalid, Refused
from rollbook.core.modifiers import Modifier
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Attempted,
    Blow,
    Contested,
    Fudge,
    Healed,
    Lifted,
    Mended,
    Shot,
    Sprinted,
)
from rollbook.plugins.fudge.content.bestiary import things
from rollbook.plugins.fudge.examples.equipment import ThingBrought, ThingPassed
from rollbook.plugins.fudge.examples.swords import Kindled, LeftOpen, Swayed, ThingStrained
from rollbook.plugins.fudge.ladder import FAIR, GOOD, GREAT, MEDIOCRE
from rollbook.plugins.fudge.state import total
from rollbook.plugins.testing.laws import hold

from .tavern import Tavern, all_of, of, sit_down, told

PLAIN = {
    "damage_roll": "off", "criticals": "off", "fudge_points": False, "powers": True, "speed": True,
    "scratch_recovery": "two-days", "treated_rest": "none",
}  # fmt: skip
BRING = {"type": "fudge.bring_thing", "actor": "it"}


def armoury(thing: str = "", owner: str = "ada", options: Any = None, **fields: Any) -> Tavern:
    """Ada and Bob, both Fair with a blade, and a thing of the book's, which is hers."""
    tavern = sit_down(**PLAIN | (options or {}))
    for actor, seat in (("ada", "anna"), ("bob", "bea")):
        tavern.enter(actor, seat, attributes={"willpower": "Fair"})
    if thing:
        tavern.do(BRING | {"thing": thing, "owner": owner} | fields)
    return tavern


def refused(tavern: Tavern, command: dict[str, Any], path: str, hint: str = "") -> Refused:
    """How a command is refused, with nothing done."""
    before = len(list(tavern.session.log()))
    with pytest.raises(Refused) as error:
        tavern.do(command)
    assert error.value.path == path
    assert hint in error.value.hint
    assert len(list(tavern.session.log())) == before
    return error.value


def wield(tavern: Tavern, weapon: str = "it") -> None:
    tavern.do({"type": "fudge.wield", "actor": "ada", "weapon": weapon}, by="anna")


def fight(tavern: Tavern, ada: int = 2, bob: int = 0) -> Blow:
    """Ada strikes Bob."""
    command = {"type": "fudge.exchange", "a": "ada", "b": "bob"}
    return of(tavern.do(command, ada, bob), Blow)


# --- what a thing is


@pytest.mark.rule("FUD-273")
@pytest.mark.parametrize("thing", things())
def test_a_thing_of_the_book_is_in_play_with_its_traits_and_somebody_has_it(thing: str) -> None:
    tavern, entry = armoury(thing), things()[thing]
    traits = tavern.character("it").traits
    assert {name: one.level for name, one in traits.items()} == {**entry.attributes, **entry.skills}
    assert set(tavern.character("it").gifts) == set(entry.gifts)
    assert set(tavern.character("it").faults) == set(entry.faults)
    assert set(tavern.character("it").powers) == set(entry.powers)
    held = tavern.session.view().state[Fudge].things["it"]
    assert (held.kind, held.owner, held.broken) == (thing, "ada", False)
    (shown,) = tavern.session.view()["things"].things
    weapon = tavern.character("ada").weapons.get("it")
    assert (shown.owner, shown.damage) == ("Ada", weapon.bonus if weapon else None)
    assert bool(weapon) == bool(entry.weapon)


@pytest.mark.rule("FUD-273")
def test_a_thing_rolls_on_its_own_traits_whatever_its_owner_can_do() -> None:
    tavern = armoury("space-shuttle")
    command = {"type": "fudge.attempt", "actor": "it", "trait": "navigation"}
    assert of(tavern.do(command, 0), Attempted).result == GOOD
    tavern.do({"type": "fudge.suffer", "target": "ada", "source": "a fall", "amount": 3})
    assert of(tavern.do(command, 0), Attempted).result == GOOD


@pytest.mark.rule("FUD-273", "FUD-146")
@pytest.mark.parametrize(("helper", "more"), [("handling", 1), ("speed", 1), ("size", 0)])
def test_a_good_trait_of_a_thing_helps_whoever_uses_it(helper: str, more: int) -> None:
    """Handling Superb and Speed Good do, Size Fair does not."""
    tavern = armoury("space-shuttle")
    fly = {"type": "fudge.attempt", "actor": "ada", "trait": "blade", "helper": helper}
    assert of(tavern.do(fly | {"thing": "it"}, 0), Attempted).result == FAIR + more
    lent = fly | {"actor": "bob", "thing": "it"}
    assert refused(tavern, lent, "$.thing").rule == "FUD-273"
    refused(tavern, fly | {"thing": "it", "helper": "handlin"}, "$.helper", "handling")
    refused(tavern, fly | {"thing": "it", "helper": ""}, "$.helper")


@pytest.mark.rule("FUD-273")
def test_a_table_describes_a_thing_of_its_own() -> None:
    tavern = armoury()
    axe = {
        "name": "Stonebreaker",
        "sheet": {"resistance": "Great", "attributes": {"edge": "Poor"}},
        "works": {"weapon": {"name": "", "skill": "blade", "class": "large", "magic": 1},
                  "breaks_at": -3, "bane": {"golem": 4}},
    }  # fmt: skip
    tavern.do(BRING | {"owner": "ada"} | axe)
    weapon = tavern.character("ada").weapons["it"]
    assert (weapon.name, weapon.skill, weapon.bonus) == ("Stonebreaker", "blade", 3 + 1)
    assert tavern.character("it").resistance == GREAT
    bare = BRING | {"actor": "other"}
    refused(tavern, bare, "$.thing")
    refused(tavern, bare | {"thing": "old-sword", "sheet": axe["sheet"]}, "$.thing")


@pytest.mark.rule("FUD-273", "FUD-274")
@pytest.mark.parametrize(
    ("command", "path", "hint"),
    [
        ({"thing": "old-swrod"}, "$.thing", "did you mean old-sword?"),
        ({"thing": "grail"}, "$.thing", "space-shuttle"),
        ({"thing": "old-sword", "owner": "carl"}, "$.owner", "fudge.enter"),
        ({"thing": "old-sword", "owner": "ada", "skill": "blad"}, "$.skill", "blade"),
        ({"thing": "old-sword", "damage": {"flame-creation": 3}}, "$.damage.flame-creation", ""),
    ],
)
def test_a_thing_that_cannot_be_is_refused_by_name(
    command: dict[str, Any], path: str, hint: str
) -> None:
    refused(armoury(), BRING | command, path, hint)


@pytest.mark.rule("FUD-273")
def test_a_thing_goes_from_hand_to_hand_and_out_of_play() -> None:
    """Whoever plays its owner plays it; a weapon leaves the sheet of whoever gives it away."""
    tavern = armoury("new-sword")
    wield(tavern)
    assert tavern.session.view().owners("it") == ("anna",)
    passed = of(tavern.do({"type": "fudge.hand_over", "thing": "it", "to": "bob"}), ThingPassed)
    assert (passed.before, passed.after) == ("ada", "bob")
    assert (tavern.character("ada").wields, list(tavern.character("ada").weapons)) == (
        "",
        ["blade"],
    )
    assert list(tavern.character("bob").weapons) == ["blade", "it"]
    assert tavern.character("bob").wields == "blade"
    assert tavern.session.view().owners("it") == ("bea",)
    again = {"type": "fudge.hand_over", "thing": "it", "to": "bob"}
    assert refused(tavern, again, "$.to").rule == "FUD-273"
    tavern.do({"type": "table.remove_actor", "actor": "it"})
    assert list(tavern.character("bob").weapons) == ["blade"]
    assert tavern.session.view()["things"].things == ()
    hold(tavern.session)


@pytest.mark.rule("FUD-273")
def test_what_somebody_had_who_leaves_is_nobodys() -> None:
    tavern = armoury("new-sword")
    tavern.do({"type": "table.remove_actor", "actor": "ada"})
    assert tavern.session.view().state[Fudge].things["it"].owner == ""
    tavern.do({"type": "fudge.hand_over", "thing": "it", "to": "bob"})
    assert "it" in tavern.character("bob").weapons


@pytest.mark.rule("FUD-273")
def test_no_rest_healer_or_spell_closes_what_a_thing_has_suffered() -> None:
    """Whoever mends it says so, as the GM."""
    tavern = armoury("space-shuttle", options={"scratch_recovery": "fight"})
    tavern.do({"type": "table.begin_scene"})
    for target in ("it", "bob"):
        tavern.do({"type": "fudge.suffer", "target": target, "source": "a rock", "amount": 1})
    assert not all_of(tavern.do({"type": "table.end_scene"}), Mended)
    assert (tavern.character("it").points, tavern.character("bob").points) == (1, 0)
    tavern.do({"type": "fudge.suffer", "target": "it", "source": "a rock", "amount": 3})
    refused(tavern, {"type": "fudge.convalesce", "actor": "it"}, "$.actor")
    treat = {"type": "fudge.treat", "healer": "ada", "patient": "it", "trait": "blade"}
    assert refused(tavern, treat, "$.patient").rule == "FUD-273"
    heal = {"target": "it", "source": "a spell", "amount": 4, "rule": "SPL-001"}
    assert of(tavern.do({"type": "fudge.mend"} | heal), Mended).after == 0
    tavern.do({"type": "fudge.heal"} | heal)
    assert tavern.character("it").points == 0


MAIL = {"name": "", "class": "light-metal", "magic": 1}
DRAGON = {
    "name": "Dragonhide", "sheet": {"resistance": "Great", "attributes": {"appearance": "Superb"}},
    "works": {"armour": MAIL},
}  # fmt: skip
WALL = {
    "name": "Wall", "sheet": {"resistance": "Good"},
    "works": {"shield": {"name": "", "class": "regular"}, "breaks_at": MEDIOCRE,
              "weapon": {"name": "", "skill": "blade", "class": "small"}},
}  # fmt: skip


def defence(tavern: Tavern, actor: str = "ada") -> int:
    return total(tavern.character(actor).defence)


@pytest.mark.rule("FUD-273", "FUD-214")
def test_a_thing_may_be_armour_and_protects_whoever_has_it() -> None:
    """Two points of light metal and one of magic, by its own name; and it rolls on its traits."""
    tavern = armoury()
    tavern.do(BRING | {"owner": "ada"} | DRAGON)
    assert defence(tavern) == 2 + 1
    assert [part.source for part in tavern.character("ada").defence] == [
        "Dragonhide", "Dragonhide: magic",
    ]  # fmt: skip
    (shown,) = tavern.session.view()["things"].things
    assert (shown.damage, shown.defence) == (None, 3)
    strikes = {"type": "fudge.exchange", "a": "bob", "b": "ada"}
    blow = of(tavern.do(strikes, 2, 0), Blow)
    assert blow.defence == 3
    admired = {"type": "fudge.attempt", "actor": "it", "trait": "appearance"}
    assert of(tavern.do(admired, 0), Attempted).result == 3
    tavern.do({"type": "fudge.hand_over", "thing": "it", "to": "bob"})
    assert (defence(tavern), defence(tavern, "bob")) == (0, 3)
    tavern.do({"type": "table.remove_actor", "actor": "it"})
    assert defence(tavern, "bob") == 0
    hold(tavern.session)


@pytest.mark.rule("FUD-273", "FUD-214", "FUD-274")
@pytest.mark.parametrize("shift", [-1, 0])
def test_a_thing_may_be_a_shield_that_strikes_and_is_neither_once_it_breaks(shift: int) -> None:
    tavern = armoury()
    tavern.do(BRING | {"owner": "ada"} | WALL)
    assert (defence(tavern), tavern.character("ada").shield) == (1, 1)
    assert set(tavern.character("ada").weapons) == {"blade", "it"}
    tavern.do({"type": "fudge.strain_thing", "thing": "it"}, shift)
    whole = shift > MEDIOCRE
    assert (defence(tavern), tavern.character("ada").shield) == (int(whole), int(whole))
    assert ("it" in tavern.character("ada").weapons) is whole
    (shown,) = tavern.session.view()["things"].things
    assert (shown.broken, shown.defence) == (not whole, 1 if whole else None)


@pytest.mark.rule("FUD-273", "FUD-214")
def test_one_armour_and_one_shield_count() -> None:
    """Armour of a thing's beside a shield, no second of either; the first stays as it was."""
    tavern = armoury()
    tavern.do(BRING | {"owner": "ada"} | DRAGON)
    tavern.do(BRING | {"actor": "wall", "owner": "ada"} | WALL)
    assert defence(tavern) == 3 + 1
    second = BRING | {"actor": "other", "owner": "ada"} | DRAGON
    assert refused(tavern, second, "$.owner", "fudge.revise").rule == "FUD-214"
    tavern.do(second | {"owner": "bob"})
    over = {"type": "fudge.hand_over", "thing": "other", "to": "ada"}
    assert refused(tavern, over, "$.to").rule == "FUD-214"
    assert (defence(tavern), defence(tavern, "bob")) == (4, 3)
    unknown = {"armour": {"name": "", "class": "feathers"}}
    with pytest.raises(Invalid) as error:
        tavern.do(BRING | {"actor": "down"} | DRAGON | {"works": unknown})
    assert error.value.path == "$.works.armour.class"


def test_what_a_thing_has_nobody_else_has_for_it() -> None:
    """What one character has as an attribute all have; a sword's edge is no such attribute."""
    tavern = armoury("old-sword")
    lacks = {"type": "fudge.attempt", "actor": "bob", "trait": "edge"}
    assert of(tavern.do(lacks, 0), Attempted).result == -2


# --- swords


@pytest.mark.rule("FUD-274")
@pytest.mark.parametrize(("thing", "bonus"), [("old-sword", 1), ("new-sword", 3)])
def test_an_old_sword_strikes_as_a_club_and_a_new_one_with_its_edge(thing: str, bonus: int) -> None:
    tavern = armoury(thing)
    wield(tavern)
    blow = fight(tavern)
    assert (blow.base, blow.attack, blow.weapon) == (2, bonus, "it")


@pytest.mark.rule("FUD-274")
@given(st.integers(-4, 4))
def test_an_old_sword_breaks_by_a_parry_at_mediocre_or_worse(shift: int) -> None:
    """And is then in nobody's hand, whatever was in it."""
    tavern = armoury("old-sword")
    wield(tavern)
    strained = of(tavern.do({"type": "fudge.strain_thing", "thing": "it"}, shift), ThingStrained)
    broken = shift <= MEDIOCRE
    assert (strained.result, strained.broken, strained.rule) == (shift, broken, "FUD-274")
    who = tavern.character("ada")
    assert (("it" in who.weapons), who.wields) == (not broken, "" if broken else "it")
    if broken:
        strain = {"type": "fudge.strain_thing", "thing": "it"}
        assert refused(tavern, strain, "$.thing").rule == "FUD-274"
        (shown,) = tavern.session.view()["things"].things
        assert (shown.broken, shown.damage) == (True, None)
    hold(tavern.session)


@pytest.mark.rule("FUD-273", "FUD-274")
def test_what_is_broken_goes_also_to_whoever_could_not_use_it() -> None:
    """Nobody asks with which skill; whole, it is for somebody with one."""
    tavern = armoury("old-sword")
    tavern.enter("eve", skills={})
    give = {"type": "fudge.hand_over", "thing": "it", "to": "eve"}
    assert refused(tavern, give, "$.skill", "he has none").rule == "FUD-170"
    tavern.do({"type": "fudge.strain_thing", "thing": "it"}, -4)
    assert of(tavern.do(give), ThingPassed).after == "eve"
    assert tavern.character("eve").weapons == {}


@pytest.mark.rule("FUD-274")
def test_a_new_sword_does_not_break() -> None:
    error = refused(armoury("new-sword"), {"type": "fudge.strain_thing", "thing": "it"}, "$.thing")
    assert error.rule == "FUD-274"


@pytest.mark.rule("FUD-274", "FUD-247")
def test_looks_of_a_thing_count_with_whoever_carries_it() -> None:
    tavern = armoury("new-sword")
    react = {"type": "fudge.react", "npc": "Innkeeper", "actor": "ada", "traits": {"it": 1}}
    assert of(tavern.do(react, 0), Rolled).total == 1
    refused(tavern, react | {"actor": "bob"}, "$.traits.it")


@pytest.mark.rule("FUD-275")
@pytest.mark.parametrize(("race", "more"), [("troll", 3), ("", 0), ("orc", 0)])
def test_a_sword_against_trolls_adds_three_to_blows_at_trolls_alone(race: str, more: int) -> None:
    tavern = armoury("jewelled-sword", skill="blade")
    wield(tavern)
    tavern.enter("grendel", race=race)
    strike = {"type": "fudge.exchange", "a": "ada", "b": "grendel"}
    blow = of(tavern.do(strike, 2, 0), Blow)
    bane = [m for m in blow.modifiers if m.rule == "FUD-275"]
    assert bane == ([Modifier("it", "FUD-275", "calculated", "add", more)] if more else [])
    assert blow.final == 2 + 2 + more


@pytest.mark.rule("FUD-275")
def test_it_adds_nothing_while_another_is_in_hand() -> None:
    tavern = armoury("jewelled-sword", skill="blade")
    tavern.enter("grendel", race="troll")
    strike = {"type": "fudge.exchange", "a": "ada", "b": "grendel"}
    assert of(tavern.do(strike, 2, 0), Blow).final == 2 + 2


@pytest.mark.rule("FUD-275")
def test_what_it_cuts_never_heals_and_other_wounds_do() -> None:
    tavern = armoury("jewelled-sword", skill="blade")
    tavern.enter("healer", skills={"medicine": "Superb"})
    wield(tavern)
    command = {"type": "fudge.exchange", "a": "ada", "b": "bob"}
    cut = tavern.do(command, 1, 0)
    assert (of(cut, LeftOpen).before, of(cut, LeftOpen).after) == (0, 3)
    tavern.do({"type": "fudge.suffer", "target": "bob", "source": "a fall", "amount": 2})
    treat = {"type": "fudge.treat", "healer": "healer", "patient": "bob", "trait": "medicine"}
    assert of(tavern.do(treat, 0), Healed).after == 3
    assert all_of(tavern.do(treat, 0), Healed) == []
    tavern.do({"type": "fudge.heal", "target": "bob", "source": "a god", "amount": 2, "rule": "-"})
    assert tavern.character("bob").condition.open == 1
    hold(tavern.session)


@pytest.mark.rule("FUD-275")
@pytest.mark.parametrize(("sword", "ada", "obeys"), [(1, 0, True), (0, 0, False), (0, 1, False)])
def test_a_sword_with_a_purpose_contends_with_whoever_has_it(
    sword: int, ada: int, obeys: bool
) -> None:
    """Its Fair against a Fair will; the GM plays it, whoever has it."""
    tavern = armoury("jewelled-sword", skill="blade")
    assert tavern.session.view().owners("it") == ()
    receipt = tavern.do({"type": "fudge.sway", "thing": "it"}, sword, ada)
    assert of(receipt, Swayed).obeys == obeys
    assert (of(receipt, Contested).result_a, of(receipt, Contested).result_b) == (sword, ada)
    refused(armoury("new-sword"), {"type": "fudge.sway", "thing": "it"}, "$.thing")


@pytest.mark.rule("FUD-275")
@pytest.mark.parametrize("shift", range(-1, 3))
def test_flames_come_at_good_and_are_shot_on_the_swords_own_skill(shift: int) -> None:
    """Great and 0 against a dodge that Bob lacks, Poor less two, since no hand throws them."""
    tavern = armoury("flame-sword", damage={"flame-creation": 4})
    kindle = {"type": "fudge.kindle", "thing": "it", "target": "bob", "distance": 3}
    comes = shift >= GOOD
    receipt = tavern.do(kindle, *((shift, 0, 0) if comes else (shift,)))
    assert (of(receipt, Kindled).works, of(receipt, Kindled).rule) == (comes, "FUD-275")
    assert [blow.base for blow in all_of(receipt, Blow)] == ([GREAT + 2 + 2] if comes else [])
    assert [blow.attack for blow in all_of(receipt, Blow)] == ([4] if comes else [])


@pytest.mark.rule("FUD-275")
def test_a_sword_of_flame_is_a_sword_too_and_its_flames_reach_three_metres() -> None:
    """An ordinary sword has an edge: 2 and 1 (4.72)."""
    tavern = armoury("flame-sword", damage={"flame-creation": 4})
    wield(tavern)
    assert fight(tavern).attack == 2 + 1
    kindle = {"type": "fudge.kindle", "thing": "it", "target": "bob"}
    assert refused(tavern, kindle | {"distance": 4}, "$.distance", "3").rule == "FUD-275"
    refused(armoury("flame-sword"), kindle, "$.thing", "damage.flame-creation")
    shown = of(tavern.do({"type": "fudge.kindle", "thing": "it"}, 1), Kindled)
    assert (shown.works, shown.needed) == (True, GOOD)
    refused(armoury("new-sword"), {"type": "fudge.kindle", "thing": "it"}, "$.thing")


def test_no_die_is_thrown_for_flames_that_nobody_could_shoot() -> None:
    tavern = armoury("flame-sword", damage={"flame-creation": 4})
    tavern.do({"type": "fudge.suffer", "target": "bob", "source": "a fall", "amount": 9})
    kindle = {"type": "fudge.kindle", "thing": "it", "target": "bob"}
    refused(tavern, kindle, "$.target")
    unaware = kindle | {"answer": "none"}
    assert not all_of(tavern.do(unaware, 1, 0), Shot)


# --- the shuttle


@pytest.mark.rule("FUD-276")
def test_a_shuttle_outruns_whoever_runs_and_is_hard_to_hurt_at_its_size() -> None:
    tavern = armoury("space-shuttle", weapons={
        "laser": {"name": "Turret laser", "skill": "targeting", "gun": "laser", "bonus": 9}
    })  # fmt: skip
    race = tavern.do({"type": "fudge.sprint", "actors": ["it", "ada"]})
    assert of(race, Sprinted).order == (("it",), ("ada",))
    assert ("mass-scale", 8) in [(p.source, p.amount) for p in tavern.character("it").defence]
    laser = {"type": "fudge.shoot", "attacker": "it", "target": "bob", "answer": "none"}
    blow = of(tavern.do(laser, -3), Blow)
    assert (blow.base, blow.attack, blow.weapon) == (0, 9, "laser")
    lift = {"type": "fudge.lift", "actor": "it", "difficulty": "Superb"}
    assert of(tavern.do(lift), Lifted).difficulty == 3 - 8


@pytest.mark.rule("FUD-276")
def test_where_speed_or_scale_does_not_count_a_shuttle_is_refused_by_the_switch() -> None:
    for options, rule in (({"speed": False}, "FUD-102"), ({"scale": "off"}, "FUD-093")):
        tavern = armoury(options=options)
        with pytest.raises(Refused) as error:
            tavern.do(BRING | {"thing": "space-shuttle"})
        assert error.value.rule == rule
        assert "it" not in tavern.session.view().table.actors


# --- told


@pytest.mark.rule("FUD-273")
def test_what_befalls_a_thing_is_told_in_both_languages() -> None:
    tavern = armoury()
    brought = tavern.do(BRING | {"thing": "old-sword", "owner": "ada", "name": "Rust"})
    assert of(brought, ThingBrought).belonging.owner == "ada"
    wield(tavern)
    broken = tavern.do({"type": "fudge.strain_thing", "thing": "it"}, -1)
    english = told(tavern, brought) + told(tavern, broken)
    italian = told(tavern, brought, "it") + told(tavern, broken, "it")
    assert "Rust is in play, with traits of its own; Ada has it." in english
    assert "Rust parries and breaks (Mediocre)." in english
    assert "Rust: para e si spezza (Mediocre)." in italian
    assert not any("fudge." in line for line in english + italian)
