"""The campaign's list of traits, and where somebody stands on one: 2.1 to 2.4."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Invalid, Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Campaign,
    Fudge,
    FudgeOptions,
    Listed,
    Trait,
    level_of_sum,
    standing,
)
from rollbook.plugins.fudge.content import breadth, conversion
from rollbook.plugins.fudge.creation.accounts import accounts
from rollbook.plugins.fudge.paper import Fault
from rollbook.plugins.fudge.traits.campaign import covering
from rollbook.plugins.fudge.traits.gifts import fault_worth
from rollbook.plugins.fudge.traits.standing import Paper, stands

from .tavern import Tavern, of, sit_down, told


def listed(tavern: Tavern, trait: str, kind: str, **fields: Any) -> Any:
    """Put a trait on the list."""
    sent = {"trait": trait, "listed": {"kind": kind} | fields}
    return tavern.do({"type": "fudge.list_trait"} | sent)


def described(tavern: Tavern, **fields: Any) -> Any:
    return tavern.do({"type": "fudge.describe_traits"} | fields)


def tried(tavern: Tavern, trait: str, roll: int = 0, **fields: Any) -> tuple[int, str, str]:
    """An attempt: the level that counted, by which rule, of which trait."""
    sent = {"type": "fudge.attempt", "actor": "joe", "trait": trait} | fields
    first = of(tavern.do(sent, roll), Rolled).modifiers[0]
    return first.amount, first.rule, first.source


def refused(tavern: Tavern, trait: str, **fields: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        tried(tavern, trait, **fields)
    return found.value.rule, found.value.path


@pytest.mark.rule("FUD-026", "FUD-027", "FUD-028", "FUD-010", "FUD-149")
@pytest.mark.parametrize(
    ("kind", "fields", "level", "rule"),
    [
        ("attribute", {}, 0, "FUD-010"),
        ("skill", {"difficulty": "easy"}, -1, "FUD-027"),
        ("skill", {}, -2, "FUD-027"),
        ("skill", {"difficulty": "hard"}, -3, "FUD-027"),
        ("skill", {"difficulty": "very-hard"}, -4, "FUD-027"),
        ("skill", {"studied": True}, None, "FUD-028"),
        ("gift", {}, None, "FUD-020"),
        ("power", {}, None, "FUD-028"),
    ],
)
def test_what_nobody_has_written_down_stands_at_its_default(
    kind: str, fields: dict[str, Any], level: int | None, rule: str
) -> None:
    """FUD-EX-007: an attribute Fair, skills by difficulty, all else not at all."""
    tavern = sit_down()
    tavern.enter("joe")
    listed(tavern, "sought", kind, **fields)
    if level is None:
        assert refused(tavern, "sought") == (rule, "$.trait")
    else:
        assert tried(tavern, "sought") == (level, rule, "sought")


@pytest.mark.rule("FUD-028")
def test_nobody_tries_what_has_to_be_studied_but_who_did() -> None:
    tavern = sit_down()
    tavern.enter("joe", skills={"aztec-rites": "Mediocre"})
    listed(tavern, "aztec-rites", "skill", studied=True)
    listed(tavern, "nuclear-physics", "skill", studied=True)
    assert tried(tavern, "aztec-rites") == (-1, "FUD-139", "aztec-rites")
    assert refused(tavern, "nuclear-physics") == ("FUD-028", "$.trait")
    assert tried(tavern, "nuclear-physics", default="Terrible") == (
        -3,
        "FUD-149",
        "nuclear-physics",
    )


@pytest.mark.rule("FUD-010", "FUD-030")
def test_what_one_has_as_an_attribute_everybody_has() -> None:
    tavern = sit_down()
    tavern.enter("joe")
    tavern.enter("ann", attributes={"perception": "Great"})
    assert tried(tavern, "perception") == (0, "FUD-010", "perception")


@pytest.mark.rule("FUD-050", "FUD-014")
def test_a_broad_skill_counts_but_for_what_is_listed_apart() -> None:
    """The narrowest that stands on the sheet wins; without it, the next one up."""
    tavern = sit_down()
    listed(tavern, "physical", "skill", breadth="broad", covers=["athletics", "zero-g"])
    listed(tavern, "athletics", "skill", breadth="narrow", covers=["climbing", "running"])
    tavern.enter("joe", skills={"physical": "Poor", "zero-g": "Good"})
    assert tried(tavern, "zero-g") == (1, "FUD-139", "zero-g")
    assert tried(tavern, "climbing") == (-2, "FUD-050", "physical")
    tavern.enter("ann", skills={"physical": "Poor", "athletics": "Great"})
    sent = {"type": "fudge.attempt", "actor": "ann", "trait": "climbing"}
    first = of(tavern.do(sent, 0), Rolled).modifiers[0]
    assert (first.amount, first.source) == (2, "athletics")


@pytest.mark.rule("FUD-013", "FUD-012")
def test_attributes_may_stand_for_skills_and_for_their_parts() -> None:
    """A game without skills, and one that has merged its attributes."""
    tavern = sit_down()
    listed(tavern, "body", "attribute", covers=["strength", "stamina", "brawling"])
    listed(tavern, "stamina", "attribute")
    tavern.enter("joe", attributes={"body": "Great"}, skills={"blade": "Fair"})
    assert tried(tavern, "stamina") == (2, "FUD-012", "body")
    assert tried(tavern, "brawling") == (2, "FUD-013", "body")


@pytest.mark.rule("FUD-012")
def test_a_merged_attribute_strikes_as_strong_as_it_is() -> None:
    """Strength is the level of what stands for it; Mass too, but no better than Good: FUD-100."""
    tavern = sit_down()
    listed(tavern, "body", "attribute", covers=["strength", "mass"])
    tavern.enter("joe", attributes={"body": "Great"})
    tavern.enter("ann", attributes={"strength": "Great", "mass": "Good"})
    joe, ann = tavern.character("joe"), tavern.character("ann")
    assert joe.weapons["blade"].attack == ann.weapons["blade"].attack
    assert joe.defence == ann.defence


@pytest.mark.rule("FUD-012")
def test_the_master_may_call_for_his_own_attribute_or_take_the_players() -> None:
    """Dexterity Good, which its player splits into Agility Great and Manual Dexterity Fair."""
    tavern = sit_down()
    split = {"dexterity": "Good", "agility": "Great", "manual-dexterity": "Fair"}
    tavern.enter("joe", attributes=split)
    assert tried(tavern, "dexterity")[0] == 1
    assert tried(tavern, "agility")[0] == 2
    assert tried(tavern, "manual-dexterity")[0] == 0


@pytest.mark.rule("FUD-013")
def test_skills_do_not_hang_on_attributes() -> None:
    """Somebody clumsy may be an expert fencer."""
    tavern = sit_down()
    tavern.enter("joe", attributes={"dexterity": "Terrible"}, skills={"blade": "Superb"})
    assert tried(tavern, "blade")[0] == 3


@pytest.mark.rule("FUD-148")
def test_what_is_no_skill_in_the_game_is_done_by_an_attribute() -> None:
    """Where the list is whole, only what is on it is a skill."""
    tavern = sit_down()
    tavern.enter("joe", attributes={"agility": "Great"})
    described(tavern, whole=True)
    assert refused(tavern, "juggling") == ("FUD-148", "$.trait")
    assert tried(tavern, "agility") == (2, "FUD-139", "agility")
    listed(tavern, "juggling", "skill")
    assert tried(tavern, "juggling") == (-2, "FUD-027", "juggling")


@pytest.mark.rule("FUD-009")
def test_damage_resistance_is_an_attribute_of_its_own_or_another() -> None:
    tavern = sit_down()
    with pytest.raises(Refused) as found:
        tavern.enter("joe", resistance=None)
    assert (found.value.rule, found.value.path) == ("FUD-009", "$.sheet.resistance")
    described(tavern, resistance="health")
    tavern.enter("joe", resistance=None, attributes={"health": "Great"})
    tavern.enter("ann", resistance=None)
    assert (tavern.character("joe").resistance, tavern.character("ann").resistance) == (2, 0)
    with pytest.raises(Refused) as found:
        tavern.enter("bob", resistance="Good", attributes={"health": "Great"})
    assert (found.value.rule, found.value.path) == ("FUD-009", "$.sheet.resistance")


@pytest.mark.rule("FUD-009", "FUD-017")
def test_the_campaign_says_of_which_kind_a_trait_is() -> None:
    """Charisma is an attribute here and a Gift there."""
    tavern = sit_down()
    listed(tavern, "charisma", "gift")
    with pytest.raises(Refused) as found:
        tavern.enter("joe", attributes={"charisma": "Great"})
    assert (found.value.rule, found.value.path) == ("FUD-009", "$.sheet.attributes.charisma")
    tavern.enter("joe", gifts={"charisma": {}})
    assert "charisma" in tavern.character("joe").gifts


@pytest.mark.rule("FUD-002", "FUD-017")
def test_a_campaign_need_not_have_every_kind_of_trait() -> None:
    tavern = sit_down()
    described(tavern, without=["gift", "power"])
    with pytest.raises(Refused) as found:
        tavern.enter("joe", gifts={"night-vision": {}})
    assert (found.value.rule, found.value.path) == ("FUD-002", "$.sheet.gifts.night-vision")
    tavern.enter("joe", faults={"coward": {}})
    with pytest.raises(Refused) as found:
        listed(tavern, "luck", "gift")
    assert (found.value.rule, found.value.path) == ("FUD-002", "$.listed.kind")
    listed(tavern, "coward", "fault")
    with pytest.raises(Refused) as found:
        described(tavern, without=["fault"])
    assert (found.value.rule, found.value.path) == ("FUD-002", "$.without")


@pytest.mark.rule("FUD-020", "FUD-017")
def test_a_gift_is_had_or_not_and_is_nothing_to_roll_on() -> None:
    tavern = sit_down(powers=True)
    listed(tavern, "night-vision", "gift")
    tavern.enter("joe", gifts={"luck": {}}, powers={"telepathy": {"level": 2}, "flight": {}})
    assert refused(tavern, "night-vision") == ("FUD-020", "$.trait")
    assert refused(tavern, "luck") == ("FUD-017", "$.trait")
    assert refused(tavern, "flight") == ("FUD-017", "$.trait")
    assert tried(tavern, "telepathy") == (2, "FUD-139", "telepathy")


@pytest.mark.rule("FUD-018")
def test_gifts_have_steps_only_where_the_table_gives_them_some() -> None:
    plain = sit_down()
    with pytest.raises(Refused) as found:
        plain.enter("joe", gifts={"night-vision": {"level": 2}})
    assert (found.value.rule, found.value.path) == ("FUD-018", "$.sheet.gifts.night-vision.level")
    with pytest.raises(Refused) as found:
        listed(plain, "night-vision", "gift", steps=9)
    assert found.value.rule == "FUD-018"
    tavern = sit_down(gift_model="steps")
    listed(tavern, "night-vision", "gift", steps=9)
    tavern.enter("joe", gifts={"night-vision": {"level": 9}})
    with pytest.raises(Refused) as found:
        tavern.enter("ann", gifts={"night-vision": {"level": 10}})
    assert found.value.rule == "FUD-018"


@pytest.mark.rule("FUD-019")
def test_a_gift_may_be_the_upper_end_of_a_ladder_and_a_fault_the_lower() -> None:
    """Who has neither is Fair, as most people are."""
    tavern = sit_down(gift_model="bipolar")
    listed(tavern, "wealth", "attribute", gift="wealthy", fault="destitute")
    tavern.enter("joe", gifts={"wealthy": {}})
    assert tried(tavern, "wealth") == (3, "FUD-019", "wealth")
    held: tuple[tuple[str, dict[str, Any], int], ...] = (
        ("ann", {"destitute": {}}, -3),
        ("bob", {}, 0),
    )
    for actor, faults, level in held:
        tavern.enter(actor, faults=faults)
        sent = {"type": "fudge.attempt", "actor": actor, "trait": "wealth"}
        assert of(tavern.do(sent, 0), Rolled).modifiers[0].amount == level
    with pytest.raises(Refused) as found:
        listed(sit_down(), "wealth", "attribute", gift="wealthy")
    assert (found.value.rule, found.value.path) == ("FUD-019", "$.listed.gift")


@pytest.mark.rule("FUD-022")
def test_a_superfault_counts_for_as_many_faults_as_the_table_says() -> None:
    plain, heavy = FudgeOptions().superfault_worth, 5
    assert fault_worth(Fault(), heavy) == 1
    assert fault_worth(Fault(superfault=True), plain) == 2
    assert fault_worth(Fault(superfault=True), heavy) == 5
    assert fault_worth(Fault(superfault=True, worth=3), heavy) == 3


@pytest.mark.rule("FUD-015")
def test_combat_skills_are_divided_as_finely_as_the_step_says() -> None:
    """At step 2 a melee fighter handles sword and knife alike; at step 4 each is its own."""
    coarse, fine = sit_down(), sit_down()
    for tavern, step in ((coarse, 2), (fine, 4)):
        tavern.do({"type": "fudge.list_combat_skills", "step": step})
        tavern.enter("joe", skills={"melee-weapons": "Great", "knife": "Fair"})
    assert set(coarse.session.view().state[Fudge].campaign.traits) == {
        "melee-weapons", "edged-weapons", "thrown-weapons",
    }  # fmt: skip
    assert tried(coarse, "two-handed-sword") == (2, "FUD-050", "melee-weapons")
    assert tried(coarse, "knife")[0] == 0
    assert tried(fine, "mace") == (-2, "FUD-027", "mace")
    with pytest.raises(Refused) as found:
        fine.do({"type": "fudge.list_combat_skills", "step": 5})
    assert (found.value.rule, found.value.path) == ("FUD-015", "$.step")


@pytest.mark.rule("FUD-015")
def test_every_narrow_combat_skill_lies_within_a_wider_one() -> None:
    assert set(breadth.below("combat-skills")) == set(breadth.combat()) - {"combat-skills"}
    narrow = [name for name, one in breadth.combat().items() if one.step == 4]
    assert {n for n in narrow if breadth.below(n)} == set()


@pytest.mark.parametrize(
    ("kind", "fields", "path"),
    [
        ("attribute", {"difficulty": "hard"}, "$.listed.difficulty"),
        ("gift", {"studied": True}, "$.listed.studied"),
        ("gift", {"covers": ["x"]}, "$.listed.covers"),
        ("skill", {"steps": 3}, "$.listed.steps"),
        ("skill", {"gift": "x"}, "$.listed.gift"),
        ("skill", {"covers": ["self"]}, "$.listed.covers[0]"),
    ],
)
def test_only_what_fits_its_kind_is_said_of_a_trait(
    kind: str, fields: dict[str, Any], path: str
) -> None:
    with pytest.raises(Invalid) as found:
        listed(sit_down(), "self", kind, **fields)
    assert found.value.path == path


@pytest.mark.rule("FUD-014")
def test_no_trait_covers_itself_by_a_roundabout_way() -> None:
    tavern = sit_down()
    listed(tavern, "broad", "skill", covers=["narrow"])
    with pytest.raises(Invalid, match="cover itself"):
        listed(tavern, "narrow", "skill", covers=["broad"])


names = st.sampled_from([f"t{n}" for n in range(6)])


@given(
    covers=st.dictionaries(names, st.lists(names, max_size=3, unique=True), max_size=6),
    sheet=st.dictionaries(names, st.integers(-3, 3)),
    asked=names,
)
def test_a_trait_stands_at_its_own_level_or_at_one_that_covers_it_or_at_a_default(
    covers: dict[str, list[str]], sheet: dict[str, int], asked: str
) -> None:
    """FUD-050, over any lists, such as cover each other in a ring too."""
    campaign = Campaign({n: Listed("skill", covers=tuple(c)) for n, c in covers.items()})
    paper = Paper({n: Trait("skill", level) for n, level in sheet.items()})
    found = stands(paper, asked, campaign, FudgeOptions())
    above, reached = set[str](), {asked}
    while reached - above:
        above |= reached
        reached = {n for n, c in covers.items() if above & set(c)}
    if asked in sheet:
        assert (found.by, found.level, found.rule) == (asked, sheet[asked], "")
    elif above & set(sheet):
        assert found.by in above
        assert (found.level, found.rule) == (sheet[found.by], "FUD-050")
        nearer = covering(campaign, asked)[: covering(campaign, asked).index(found.by)]
        assert not set(nearer) & set(sheet)
    else:
        assert (found.by, found.level) == (asked, -2)


@pytest.mark.rule("FUD-264")
def test_the_ladder_shows_what_each_level_is_in_a_game_of_three_dice() -> None:
    """Each sum from 3 to 18 stands at one level; a ladder of the table's own says nothing of it."""
    ladder = sit_down(legendary="legendary").session.view()["ladder"].rungs
    shown = [
        (rung.value, total)
        for rung in ladder
        if rung.sum_least is not None and rung.sum_most is not None
        for total in range(rung.sum_least, rung.sum_most + 1)
    ]
    assert sorted(shown) == [(level_of_sum(total), total) for total in range(3, 19)]
    assert (ladder[0].value, ladder[0].sum_least) == (4, None)
    own = sit_down(ladder={"bad": -1, "usual": 0, "fine": 1}).session.view()["ladder"].rungs
    assert {rung.sum_least for rung in own} == {None}


@pytest.mark.rule("FUD-007", "FUD-005")
def test_the_campaign_shows_its_ladder_with_what_each_level_means() -> None:
    """Superb is from the 98th percentile to the 99.9th; Legendary, where there is any, beyond."""
    tavern = sit_down()
    ladder = tavern.session.view()["ladder"].rungs
    assert [rung.value for rung in ladder] == [3, 2, 1, 0, -1, -2, -3]
    assert (ladder[0].least, ladder[0].most) == ("98", "99.9")
    legendary = sit_down(legendary="legendary").session.view()["ladder"].rungs
    assert (legendary[0].value, legendary[0].least) == (4, "99.9")
    assert sorted(conversion.bands()) == list(range(-3, 5))


@pytest.mark.rule("FUD-009", "FUD-030")
def test_a_trait_leaves_the_list_and_stays_on_the_sheets() -> None:
    tavern = sit_down()
    listed(tavern, "luck", "attribute")
    tavern.enter("joe", attributes={"luck": "Great"})
    tavern.do({"type": "fudge.drop_trait", "trait": "luck"})
    assert not tavern.session.view().state[Fudge].campaign.traits
    assert tried(tavern, "luck")[0] == 2
    with pytest.raises(Refused) as found:
        tavern.do({"type": "fudge.drop_trait", "trait": "luck"})
    assert found.value.path == "$.trait"


def test_the_list_is_told_in_both_languages() -> None:
    tavern = sit_down()
    receipt = listed(tavern, "body", "attribute", covers=["strength"], name="Body")
    assert told(tavern, receipt) == [
        "In this campaign Body is an attribute, and stands for Strength too."
    ]
    assert told(tavern, receipt, "it") == [
        "In questa campagna Body è un attributo e vale anche per Forza."
    ]
    receipt = described(tavern, resistance="body", without=["power"])
    assert told(tavern, receipt) == [
        "There are other skills than those on the list. Damage Resistance is Body. "
        "This campaign does without Powers."
    ]


@pytest.mark.rule("FUD-001")
def test_the_switches_say_what_the_campaign_is_like() -> None:
    """Realistic where nobody says otherwise; whoever runs it may say otherwise at any time."""
    tavern = sit_down()
    assert tavern.session.view()["campaign"].tone == "realistic"
    sent = {"type": "table.set_option", "of": "fudge", "option": "tone", "value": "epic"}
    tavern.do(sent)
    assert tavern.session.view()["campaign"].tone == "epic"


@pytest.mark.rule("FUD-021", "FUD-025")
def test_faults_and_personality_stand_on_the_sheet_and_cost_no_level() -> None:
    tavern = sit_down()
    tavern.enter("joe", faults={"coward": {"note": "runs from fire"}},
                 personality={"jealous": "of every bard"})  # fmt: skip
    (sheet,) = tavern.session.view()["sheet"].characters
    assert [(f.name, f.worth, f.note) for f in sheet.faults] == [("coward", 1, "runs from fire")]
    assert sheet.personality == {"jealous": "of every bard"}


def test_a_ruleset_that_extends_fudge_may_ask_where_somebody_stands() -> None:
    """The public function gives what a roll would count."""
    tavern = sit_down()
    tavern.enter("joe", skills={"blade": "Good"})
    found = standing(tavern.session.view(), "joe", "blade")
    assert (found.level, found.own) == (1, True)
    assert standing(tavern.session.view(), "joe", "harp").level == -2


@pytest.mark.rule("FUD-023", "FUD-024")
@pytest.mark.parametrize(
    ("sheet", "defence"),
    [
        ({"gifts": {"tough-hide": {}}}, 1),
        ({"gifts": {"tough-hide": {}}, "tough_hide": 3}, 3),
        ({"gifts": {"mass-good": {}}}, 1),
        ({"faults": {"mass-mediocre": {}}}, -1),
        ({"gifts": {"mass-good": {}}, "attributes": {"mass": "Good"}}, 1),
        ({"gifts": {"tough-hide": {}, "mass-good": {}}}, 2),
        ({"gifts": {"charisma": {}}}, 0),
    ],
)
def test_gifts_and_faults_of_the_body_count_against_a_blow(
    sheet: dict[str, Any], defence: int
) -> None:
    """As the book says of each; points and levels that are written down come first."""
    tavern = sit_down()
    tavern.enter("joe", **sheet)
    assert sum(one.amount for one in tavern.character("joe").defence) == defence


@pytest.mark.rule("FUD-009")
def test_the_list_does_not_make_wrong_whoever_is_in_play() -> None:
    """What he has as something else is changed on his sheet first, and is named."""
    tavern = sit_down()
    tavern.enter("joe", resistance="Good", attributes={"charisma": "Great", "health": "Fair"})
    acts: tuple[dict[str, Any], ...] = (
        {"type": "fudge.list_trait", "trait": "charisma", "listed": {"kind": "gift"}},
        {"type": "fudge.describe_traits", "resistance": "health"},
        {"type": "fudge.describe_traits", "without": ["attribute"]},
    )
    for act in acts:
        with pytest.raises(Refused) as found:
            tavern.do(act)
        assert "joe" in found.value.what
        assert "fudge.revise" in found.value.hint
    listed(tavern, "charisma", "attribute")


@pytest.mark.rule("FUD-009")
def test_damage_resistance_may_stand_among_the_attributes() -> None:
    """It is stated once: there, or by itself; where both are they agree."""
    tavern = sit_down()
    tavern.enter("joe", resistance=None, attributes={"damage-resistance": "Great"})
    assert tavern.character("joe").resistance == 2
    with pytest.raises(Refused) as found:
        tavern.enter("ann", resistance="Fair", attributes={"damage-resistance": "Great"})
    assert (found.value.rule, found.value.path) == ("FUD-009", "$.sheet.resistance")


@pytest.mark.rule("FUD-011", "FUD-016", "FUD-053")
def test_the_books_menus_come_on_the_list_by_groups_as_far_as_a_table_likes() -> None:
    """Twenty attributes of the body give ten levels, as the book has it of twenty."""
    tavern = sit_down()
    group = {"type": "fudge.list_group", "kind": "attribute", "group": "body"}
    tavern.do(group)
    campaign = tavern.session.view().state[Fudge].campaign
    assert len(campaign.traits) == 20
    assert {one.kind for one in campaign.traits.values()} == {"attribute"}
    tavern.do({"type": "fudge.begin_draft", "actor": "ada", "name": "Ada"}, by="anna")
    draft = tavern.session.view().state[Fudge].drafts["ada"]
    assert accounts(draft)["attribute"].free == 10
    listed(tavern, "swimming", "skill", difficulty="easy")
    athletic = {"kind": "skill", "group": "athletic", "without": ["zero-g-movement"]}
    tavern.do(group | athletic)
    campaign = tavern.session.view().state[Fudge].campaign
    assert campaign.traits["swimming"].difficulty == "easy"  # what was there stays as it was
    assert "zero-g-movement" not in campaign.traits
    for wrong, path in (
        ({"group": "limbs"}, "$.group"),
        ({"group": "body"}, "$.group"),
        ({"group": "mind", "without": ["strength"]}, "$.without[0]"),
    ):
        with pytest.raises(Refused) as found:
            tavern.do(group | wrong)
        assert (found.value.rule, found.value.path) == ("FUD-011", path)
