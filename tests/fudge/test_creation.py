"""Characters are made: by each method, with a ledger, before the GM's eyes (2.5 to 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from msgspec import Struct

from rollbook.core.engine import Engine
from rollbook.core.errors import NotAllowed, Refused, RollbookError
from rollbook.core.look import Look
from rollbook.core.memory import MemoryStore
from rollbook.core.modifiers import Modifier
from rollbook.core.rules import Rules, Ruleset
from rollbook.core.table.ledger import Seat
from rollbook.core.table.pools import balance
from rollbook.core.telling import Words
from rollbook.plugins.fudge import (
    Altered,
    Entered,
    Fudge,
    FudgeOptions,
    Limits,
    Sheet,
    TraitCost,
    fudge,
    validate,
)
from rollbook.plugins.fudge.content.creation import Caps
from rollbook.plugins.fudge.content.samples import samples
from rollbook.plugins.fudge.creation.accounts import accounts, overall
from rollbook.plugins.fudge.creation.checking import checked
from rollbook.plugins.fudge.creation.costs import default, exchanged, reached
from rollbook.plugins.fudge.creation.drafts import Entry, Kept
from rollbook.plugins.fudge.creation.findings import Finding, explained
from rollbook.plugins.fudge.creation.fortune import TraitRolled, rolled_skill
from rollbook.plugins.fudge.creation.limits import limits_of
from rollbook.plugins.fudge.creation.reminding import Reminded
from rollbook.plugins.fudge.creation.review import DraftApproved, DraftRejected
from rollbook.plugins.fudge.creation.trading import LevelsTraded
from rollbook.plugins.fudge.creation.writing import TraitSet
from rollbook.plugins.testing.scenario import Fixed
from rollbook.replay.words import catalog

from .drafting import Workshop
from .tavern import all_of, of, sit_down, told


def refused(shop: Workshop, command: str, by: str = "anna", **fields: Any) -> tuple[str, str]:
    """By which rule, and where, a command is refused; it leaves no trace."""
    before = shop.tavern.session.timeline.commits
    with pytest.raises(Refused) as caught:
        shop.send(command, by, **fields)
    assert shop.tavern.session.timeline.commits == before
    assert caught.value.what
    return caught.value.rule, caught.value.path


def status(shop: Workshop) -> str:
    return shop.draft.status


def codes(shop: Workshop) -> list[tuple[str, str, int, int | Decimal]]:
    return [(one.code, one.what, one.have, one.allowed) for one in checked(shop.draft)]


# --- who works on whom (2.4, 2.5)


@pytest.mark.rule("FUD-029", "FUD-030")
def test_a_character_is_made_shown_and_taken_into_play() -> None:
    """Until then only whoever makes him and the GM change him; then he is in play as any other."""
    shop = Workshop(attribute_count=4).begin()
    with pytest.raises(NotAllowed):
        shop.set("sword", "Good", by="bea")
    shop.set("sword", "Good")
    shop.set("strength", "Great", by="master", kind="attribute")
    blade = {"name": "Sword", "skill": "sword", "class": "average"}
    shop.send("equip_draft", weapons={"sword": blade}, resistance="Good")
    assert refused(shop, "approve_draft", "master") == ("FUD-029", "$.actor")
    shop.send("submit_draft")
    assert refused(shop, "set_trait", trait="sword", level="Great") == ("FUD-029", "$.actor")
    shop.set("riding", "Fair", by="master")  # the GM may still change him
    receipt = shop.send("approve_draft", "master")
    who = of(receipt, Entered).character
    assert {name: trait.level for name, trait in who.traits.items()} == {
        "sword": 1, "strength": 2, "riding": 0,
    }  # fmt: skip
    assert (who.resistance, who.wields) == (1, "sword")
    assert shop.tavern.session.view().table.actors["ada"].kind == "pc"
    assert refused(shop, "set_trait", trait="sword", level="Great") == ("FUD-029", "$.actor")
    revised = {**_plain(who.sheet), "skills": {"sword": 2}}
    changed = shop.send("revise", "master", sheet=revised, reason="too modest")
    assert of(changed, Altered).character.traits["sword"].level == 2
    with pytest.raises(NotAllowed):
        shop.send("revise", sheet=revised, reason="more")


def _plain(sheet: Sheet) -> dict[str, Any]:
    return {"resistance": sheet.resistance, "attributes": dict(sheet.attributes)}


@pytest.mark.rule("FUD-029")
def test_nobody_makes_anothers_character_and_ids_are_given_once() -> None:
    shop = Workshop().begin()
    command = {"type": "fudge.begin_draft", "actor": "ada", "name": "Ada"}
    with pytest.raises(Refused):
        shop.tavern.do(command, by="bea")
    with pytest.raises(Refused) as other:
        shop.tavern.do(command | {"actor": "bo", "player": "bea"}, by="anna")
    assert (other.value.rule, other.value.path) == ("FUD-029", "$.player")
    shop.tavern.do(command | {"actor": "bo", "player": "bea"})  # the GM may begin one for her
    shop.tavern.do({"type": "fudge.set_trait", "actor": "bo", "trait": "x", "level": 0}, by="bea")
    shop.tavern.enter("cy")
    with pytest.raises(Refused):
        shop.tavern.do(command | {"actor": "cy"}, by="anna")
    assert refused(Workshop(), "set_trait", trait="x", level=0) == ("FUD-029", "$.actor")


@pytest.mark.rule("FUD-029", "FUD-078")
def test_the_gm_limits_excess_in_one_of_four_ways() -> None:
    """Asked which; two send the character back, two are kept for the evenings to come."""
    shop = Workshop().begin()
    shop.set("omniscience", "Superb")
    shop.send("submit_draft")
    receipt = shop.send("reject_draft", "master", trait="omniscience", notes="Too much.")
    question = receipt.waiting
    assert question
    ways = ["another-fault", "veto", "weakness", "trouble", "suggestion"]
    assert [choice.id for choice in question.choices] == ways
    answered = shop.tavern.session.do({"type": "table.answer", "answer": "veto"}, "master")
    assert of(answered, DraftRejected).rule == "FUD-078"
    assert status(shop) == "rejected"
    assert shop.draft.sheet.skills == {}
    assert refused(shop, "set_trait", trait="omniscience", level=0) == ("FUD-078", "$.trait")
    shop.send("reject_draft", "master", way="another-fault")
    assert codes(shop) == [("demanded", "fault", 0, 1)]
    shop.take("fault", "secret-vice", mandatory=True)
    assert (codes(shop), shop.left("fault")) == ([], 0)
    shop.send("submit_draft")
    shop.send("reject_draft", "master", way="weakness", trait="secret-vice", kind="fault")
    shop.send("reject_draft", "master", way="trouble", notes="The bandits know her.")
    assert status(shop) == "submitted"
    kept = (Kept("weakness", "secret-vice"), Kept("trouble", notes="The bandits know her."))
    assert shop.draft.conditions == kept
    shop.send("reject_draft", "master", way="suggestion", notes="No social skills?")
    assert (status(shop), shop.draft.notes) == ("rejected", "No social skills?")
    assert refused(shop, "reject_draft", "master", way="veto") == ("FUD-078", "$.trait")


@pytest.mark.rule("FUD-078")
def test_what_the_gm_kept_against_an_excess_comes_back_to_him_every_evening() -> None:
    """To him alone; and it stands in the ledger as long as she is in play."""
    shop = Workshop().begin()
    shop.take("fault", "secret-vice")
    shop.send("submit_draft")
    shop.send("reject_draft", "master", way="weakness", trait="secret-vice")
    shop.send("reject_draft", "master", way="weakness")
    shop.send("reject_draft", "master", way="trouble", notes="The bandits know her.")
    evening = {"type": "table.begin_sitting"}
    assert all_of(shop.tavern.do(evening), Reminded) == []  # she is not in play yet
    shop.send("approve_draft", "master")
    for _ in range(2):
        shop.tavern.do({"type": "table.end_sitting"})
        receipt = shop.tavern.do(evening)
        assert [(one.way, one.trait) for one in all_of(receipt, Reminded)] == [
            ("weakness", "secret-vice"), ("weakness", ""), ("trouble", ""),
        ]  # fmt: skip
        assert told(shop.tavern, receipt) == [
            "For the GM: Ada was let be; secret vice is to matter this evening.",
            "For the GM: Ada was let be; a weakness is to matter this evening.",
            "For the GM: Ada was let be; trouble looks there first. “The bandits know her.”",
        ]
        to = {one.to for one in receipt.entries if isinstance(one.message, Reminded)}
        assert to == {"gm"}
    kept = shop.tavern.session.view()["creation-ledger"].kept
    assert [one.way for one in kept] == ["weakness", "weakness", "trouble"]
    shop.tavern.do({"type": "table.end_sitting"})
    shop.tavern.do({"type": "table.remove_actor", "actor": "ada"})
    assert all_of(shop.tavern.do(evening), Reminded) == []


@pytest.mark.rule("FUD-052")
def test_what_is_wrong_is_pleaded_for_and_ruled_or_put_right() -> None:
    shop = Workshop(skill_pool=5).begin()
    shop.set("sword", "Superb")
    shop.set("riding", "Fair")  # five and two of five
    rule, path = refused(shop, "submit_draft")
    assert (rule, path) == ("FUD-052", "$.actor")
    shop.send("submit_draft", plea="She was raised by cavalry.")
    assert refused(shop, "approve_draft", "master") == ("FUD-052", "$.ruling")
    receipt = shop.send("approve_draft", "master", ruling="So be it.")
    (finding,) = of(receipt, DraftApproved).findings
    assert finding == Finding("overspent", "FUD-052", "skill", 7, 5)


@pytest.mark.rule("FUD-267")
def test_the_limits_of_each_of_the_books_samples_are_presets() -> None:
    """For the GM to give; players take what there is."""
    assert len(samples()) == 14
    shop = Workshop().begin("master", preset="henri", player="anna")
    henri = shop.draft.limits
    assert (henri.attributes, henri.attribute_levels, henri.skill_levels) == (9, 8, 60)
    assert (henri.gifts, henri.skill_caps) == (3, Caps(2, 5, None))
    assert shop.ledger["attribute"].free == 8
    ghost = Workshop().begin("master", preset="fan-yin-wong").draft.limits
    assert (ghost.powers, ghost.mandatory, ghost.gifts, ghost.skill_levels) == (6, 2, 0, 25)
    players = Workshop().begin("master", preset="sherman")
    for name in ("perception", "health", "willpower", "luck"):
        players.set(name, "Fair", by="master", kind="attribute")
    assert players.ledger["attribute"].free == 2  # half the four that were chosen
    assert refused(Workshop(), "begin_draft", name="Ada", preset="henri")[1] == "$.preset"
    assert refused(Workshop(), "begin_draft", "master", name="Ada", preset="nobody") == (
        "FUD-267", "$.preset",
    )  # fmt: skip


# --- by writing it down, by quotas, from prose (2.5)


@pytest.mark.rule("FUD-044")
def test_freely_any_level_may_be_written_and_nothing_is_counted() -> None:
    shop = Workshop(creation="subjective_free").begin()
    for number in range(12):
        assert of(shop.set(f"skill-{number}", "Superb"), TraitSet).cost == 0
    assert codes(shop) == []
    assert refused(shop, "set_trait", trait="x", level=4) == ("FUD-061", "$.level")
    assert refused(shop, "trade_levels", get="gift", amount=1, give="skill") == (
        "FUD-052", "",
    )  # fmt: skip


@pytest.mark.rule("FUD-006")
@pytest.mark.parametrize("creation", ["subjective_free", "objective"])
def test_no_player_character_begins_legendary_but_by_the_gms_own_hand(creation: str) -> None:
    """Also where the table has Legendary traits; what the GM wrote he has to rule on as well."""
    shop = Workshop(creation=creation, legendary="legendary").begin()
    assert refused(shop, "set_trait", trait="harp", level="Legendary") == ("FUD-006", "$.level")
    shop.set("harp", "Legendary", by="master")
    assert refused(shop, "set_trait", by="master", trait="harp", level=5)[1] == "$.level"
    assert ("beyond", "harp", 4, 3) in codes(shop)
    assert refused(shop, "submit_draft")[1] == "$.actor"
    shop.send("submit_draft", plea="He washed up for a year.")
    assert refused(shop, "approve_draft", "master")[1] == "$.ruling"
    shop.send("approve_draft", "master", ruling="He did.")
    assert shop.tavern.character("ada").traits["harp"].level == 4


@pytest.mark.rule("FUD-006")
def test_an_npc_may_be_legendary_from_the_first() -> None:
    shop = Workshop(creation="subjective_free", legendary="unlimited").begin("master")
    shop.set("harp", "Legendary 3rd", by="master")
    assert codes(shop) == []
    shop.send("submit_draft", "master")
    shop.send("approve_draft", "master")
    assert shop.tavern.character("ada").traits["harp"].level == 6
    capped = Workshop(legendary="legendary", skill_caps={"superb": 1}).begin("master")
    for name in ("harp", "lute"):
        capped.set(name, "Legendary", by="master")
    assert ("crowded", "skill-superb", 2, 1) in codes(capped)  # better than Superb is no way round


@pytest.mark.rule("FUD-006")
@pytest.mark.parametrize(
    ("sheet", "path"),
    [
        ({"skills": {"harp": 4}}, "$.sheet.skills.harp"),
        ({"attributes": {"wits": "Legendary"}}, "$.sheet.attributes.wits"),
        ({"resistance": "Legendary"}, "$.sheet.resistance"),
    ],
)
def test_a_sheet_brings_in_a_legendary_npc_and_no_legendary_pc_without_a_ruling(
    sheet: dict[str, Any], path: str
) -> None:
    tavern = sit_down(legendary="legendary")
    enter = {"type": "fudge.enter", "name": "Joe", "sheet": {"resistance": "Fair"} | sheet}
    with pytest.raises(Refused) as found:
        tavern.do(enter | {"actor": "joe"})
    assert (found.value.rule, found.value.path) == ("FUD-006", path)
    tavern.do(enter | {"actor": "joe", "kind": "npc"})
    tavern.do(enter | {"actor": "ann", "ruling": "She has grown so at another table."})


@pytest.mark.rule("FUD-006", "FUD-073")
def test_a_free_trait_is_not_legendary_and_the_gm_is_not_asked_what_cannot_be() -> None:
    shop = in_play(legendary="legendary", skill_caps={})
    for wrong in ({"level": "Legendary"}, {"level": "Terrible-1"}):
        with pytest.raises(Refused):
            shop.send("define_trait", trait="harp", **wrong)
    with pytest.raises(Refused) as found:  # refused before the GM is asked
        shop.send("define_trait", trait="flight", kind="power")
    assert found.value.rule == "FUD-079"
    assert shop.tavern.session.waiting is None


@pytest.mark.rule("FUD-059", "FUD-073")
def test_a_free_trait_is_as_hard_as_the_campaign_says_and_nobody_forgets_his_resistance() -> None:
    shop = in_play()
    as_ = {"kind": "skill", "difficulty": "hard"}
    shop.tavern.do({"type": "fudge.list_trait", "trait": "alchemy", "listed": as_})
    define = {"type": "fudge.define_trait", "actor": "ada", "trait": "alchemy", "level": "Good"}
    shop.tavern.do(define, answers=ALLOW)
    assert shop.tavern.character("ada").traits["alchemy"].difficulty == "hard"
    wrong = {"trait": "damage-resistance", "kind": "attribute", "level": "Good"}
    assert refused(shop, "define_trait", **wrong) == ("FUD-073", "$.trait")


STARS = {"awful": -1, "middling": 0, "fine": 1, "splendid": 2}


@pytest.mark.rule("FUD-004")
def test_characters_are_made_in_the_words_of_the_tables_own_ladder() -> None:
    """Its ends are theirs too, in drafts, reviews, Free Traits and what is told of them."""
    shop = Workshop(ladder=STARS, attribute_count=4).begin()
    receipt = shop.set("strength", "splendid", kind="attribute")
    assert (of(receipt, TraitSet).after, of(receipt, TraitSet).cost) == (2, 2)
    assert "splendid" in told(shop.tavern, receipt)[0]
    for wrong in ("Great", 3, -2):
        with pytest.raises(RollbookError) as found:
            shop.set("sword", wrong)
        assert found.value.path == "$.level"
    shop.set("sword", "splendid")
    shop.send("equip_draft", resistance="fine")
    shop.approved()
    assert shop.tavern.character("ada").resistance == 1
    define = {"type": "fudge.define_trait", "actor": "ada", "trait": "harp", "level": "fine"}
    assert "fine" in told(shop.tavern, shop.tavern.do(define, answers=ALLOW))[-1]
    printed = Sheet(resistance=0, attributes={"wits": "fine"}, skills={"lore": "awful"})
    limits = limits_of(FudgeOptions(ladder=STARS, attribute_count=2))
    assert validate(printed, limits) == ()


@pytest.mark.rule("FUD-004", "FUD-075")
def test_the_dice_make_nobody_what_the_ladder_does_not_have() -> None:
    shop = Workshop(creation="random", ladder=STARS).begin()
    for kind, rule in (("attribute", "FUD-075"), ("skill", "FUD-076")):
        assert refused(shop, "roll_trait", kind=kind, trait="x") == (rule, "$.kind")
    long = {f"w{chr(97 + n)}": n - 5 for n in range(11)}
    wide = Workshop(creation="random", ladder=long).begin()
    assert of(wide.roll((6, 6), kind="attribute", trait="x"), TraitRolled).level == 3


@pytest.mark.rule("FUD-009", "FUD-059")
def test_the_dice_know_the_campaigns_list() -> None:
    shop = Workshop(creation="random")
    for name, as_ in (
        ("wits", {"kind": "attribute"}),
        ("physics", {"kind": "skill", "difficulty": "hard"}),
    ):
        shop.tavern.do({"type": "fudge.list_trait", "trait": name, "listed": as_})
    shop.begin()
    assert refused(shop, "roll_trait", kind="skill", trait="wits") == ("FUD-009", "$.kind")
    shop.roll((5, 4), kind="skill", trait="physics")
    assert shop.draft.sheet.difficulty == {"physics": "hard"}


@pytest.mark.rule("FUD-045", "FUD-046", "FUD-049")
def test_by_quota_there_are_slots_and_they_are_changed_for_others() -> None:
    shop = Workshop(creation="subjective_quota").begin()
    shop.take("fault", "a", "b", "c")
    for name in ("strength", "wits"):
        shop.set(name, "Great", kind="attribute")
    for name in ("sword", "bow", "lore"):
        shop.set(name, "Great")
    assert [(one.what, one.have, one.allowed) for one in checked(shop.draft)] == [
        ("attribute-great", 2, 1), ("skill-great", 3, 2),
    ]  # fmt: skip
    shop.send("trade_slots", kind="attribute")
    shop.send("trade_slots", kind="skill")
    assert codes(shop) == []
    assert refused(shop, "trade_slots", kind="skill") == ("FUD-049", "$.amount")
    shop.send("trade_slots", kind="skill", back=True)
    assert shop.draft.skill_slots.superb == 0
    crowded = [(one.rule, one.what, one.have, one.allowed) for one in checked(shop.draft)]
    assert crowded == [("FUD-046", "skill-great", 3, 2)]
    free = Workshop(creation="subjective_free").begin()
    assert refused(free, "trade_slots") == ("FUD-049", "$.level")


@pytest.mark.rule("FUD-047")
@pytest.mark.parametrize("most", [10, 15, 20])
def test_the_gm_may_set_an_end_to_the_number_of_skills(most: int) -> None:
    shop = Workshop(creation="subjective_quota", quota_skills_most=most, quota_faults=0).begin()
    for number in range(most):
        shop.set(f"skill-{number}", "Fair")
    assert codes(shop) == []
    shop.set("one-more", "Terrible")
    assert codes(shop) == [("many-skills", "skill", most + 1, most)]


@pytest.mark.rule("FUD-048")
def test_each_fault_beyond_the_quota_pays_for_a_gift_or_a_great_skill() -> None:
    """Two Gifts and three Faults; a fourth Fault pays for one thing more, and not for two."""
    shop = Workshop(creation="subjective_quota").begin()
    shop.take("gift", "a", "b")
    shop.take("fault", "c", "d")
    assert codes(shop) == [("few-faults", "fault", 2, 3)]
    shop.take("fault", "e")
    assert codes(shop) == []
    shop.take("gift", "f")
    assert codes(shop) == [("many-gifts", "gift", 3, 2)]
    shop.take("fault", "g")
    assert codes(shop) == []
    for name in ("sword", "bow", "lore"):
        shop.set(name, "Great")
    assert codes(shop) == [("many-gifts", "gift", 3, 2)]
    shop.send("strike_trait", trait="f")
    assert codes(shop) == []
    shop.set("riding", "Great")
    assert codes(shop) == [("crowded", "skill-great", 4, 3)]


@pytest.mark.rule("FUD-048", "FUD-270", "FUD-078")
def test_a_fault_that_is_demanded_pays_for_nothing_by_quota_either() -> None:
    """Three of one's own and one that the GM demands: two Gifts, and not a third for it."""
    shop = Workshop(creation="subjective_quota").begin()
    shop.take("fault", "a", "b", "c")
    shop.take("gift", "d", "e", "f")
    shop.send("reject_draft", "master", way="another-fault")
    shop.take("fault", "demanded", mandatory=True)
    assert codes(shop) == [("many-gifts", "gift", 3, 2)]
    shop.take("fault", "g")
    assert codes(shop) == []


@pytest.mark.rule("FUD-050")
def test_what_is_written_beside_a_broad_skill_is_the_exception_to_it() -> None:
    shop = Workshop(creation="subjective_free").begin()
    shop.set("social-skills", "Terrible")
    shop.set("make-a-racket", "Great")
    shop.approved()
    levels = shop.tavern.character("ada").traits
    assert (levels["social-skills"].level, levels["make-a-racket"].level) == (-3, 2)


@pytest.mark.rule("FUD-051")
def test_from_prose_the_gm_makes_the_traits() -> None:
    """Wallop: one Superb and four Great; a fifth is too many."""
    caps = {"superb": 1, "great": 4}
    shop = Workshop(creation="subjective_narrative", skill_caps=caps).begin()
    assert refused(shop, "tell_draft", prose=" ") == ("FUD-051", "$.prose")
    shop.send("tell_draft", prose="Known all over the Empire for his blaster.")
    assert refused(shop, "set_trait", trait="blaster", level="Superb")[0] == "FUD-051"
    assert refused(shop, "take_trait", trait="handsome", kind="gift")[0] == "FUD-051"
    shop.set("blaster", "Superb", by="master")
    for name in ("piloting", "gunnery", "move-quietly", "acting"):
        shop.set(name, "Great", by="master")
    assert codes(shop) == []
    shop.set("navigation", "Great", by="master")
    assert codes(shop) == [("crowded", "skill-great", 5, 4)]


# --- with levels to spend (2.6)


@pytest.mark.rule("FUD-053", "FUD-054", "FUD-057")
@pytest.mark.parametrize(("pool", "levels"), [("half_floor", 2), ("half_ceil", 3), ("full", 5)])
def test_the_number_of_attributes_gives_their_levels(pool: str, levels: int) -> None:
    """Five that players choose count as they are written; of a list only the list's."""
    shop = Workshop(attribute_list="players", attribute_pool=pool).begin()
    for number in range(5):
        shop.set(f"a{number}", "Fair", kind="attribute")
    assert shop.ledger["attribute"].free == levels
    fixed = Workshop(attribute_count=8, attribute_pool=7).begin()
    assert fixed.ledger["attribute"].free == 7


@pytest.mark.rule("FUD-001", "FUD-045", "FUD-046", "FUD-053", "FUD-062")
@pytest.mark.parametrize(
    ("tone", "levels", "caps", "quota"),
    [
        ("realistic", 2, Caps(1, 3, 8), Caps(1, 2, 6)),
        ("epic", 3, Caps(), Caps(2, 3, 10)),
        ("superheroic", 3, Caps(), Caps(2, 3, 10)),
    ],
)
def test_the_tone_of_the_campaign_measures_what_the_table_does_not(
    tone: str, levels: int, caps: Caps, quota: Caps
) -> None:
    """Half of five attributes, caps on skills and quotas; whatever is set counts instead."""
    shop = Workshop(tone=tone, attribute_count=5).begin()
    assert (shop.ledger["attribute"].free, shop.draft.limits.skill_caps) == (levels, caps)
    by_quota = Workshop(tone=tone, creation="subjective_quota").begin()
    assert by_quota.draft.limits.skill_caps == quota
    own = {"attribute_pool": "full", "skill_caps": {"great": 2}}
    shop = Workshop(tone=tone, attribute_count=5, **own).begin()
    assert (shop.ledger["attribute"].free, shop.draft.limits.skill_caps) == (5, Caps(None, 2))


@pytest.mark.rule("FUD-055", "FUD-056", "FUD-269")
def test_attributes_cost_their_distance_from_fair() -> None:
    shop = Workshop(attribute_count=4).begin()
    shop.set("strength", "Superb", kind="attribute")
    shop.set("charisma", "Mediocre", kind="attribute")
    assert (shop.ledger["attribute"].spent, shop.left("attribute")) == (2, 0)
    assert refused(shop, "set_trait", trait="strength", level=4) == ("FUD-055", "$.level")
    assert refused(shop, "set_trait", trait="strength", level=-4) == ("FUD-055", "$.level")
    shop.approved()
    # nobody wrote Mass down, which the rules of damage need: it is Fair, and adds nothing
    assert shop.tavern.character("ada").defence == ()


@pytest.mark.rule("FUD-010", "FUD-009")
def test_what_fudge_reckons_with_is_an_attribute_though_nobody_says_so() -> None:
    shop = Workshop(attribute_count=8).begin()
    for name in ("strength", "mass", "damage-resistance"):
        shop.set(name, "Good")
    shop.set("sword", "Good")
    assert (shop.ledger["attribute"].spent, shop.ledger["skill"].spent) == (3, 3)
    shop.approved()
    assert shop.tavern.character("ada").resistance == 1


@pytest.mark.rule("FUD-069")
def test_points_that_were_given_for_gifts_have_to_be_there() -> None:
    """The table has fewer to begin with by then: the GM rules that it stands, or it does not."""
    shop = Workshop(fp_trade_at_creation=1).begin()
    shop.send("trade_levels", get="gift", amount=2, give="fudge-point")
    switch = {"type": "table.set_option", "of": "fudge", "option": "fp_start", "value": 1}
    shop.tavern.do(switch)
    shop.send("submit_draft")
    assert refused(shop, "approve_draft", "master") == ("FUD-069", "$.ruling")
    shop.send("approve_draft", "master", ruling="One is enough.")
    assert balance(shop.tavern.session.view(), "ada", "fudge-points") == 0


@pytest.mark.rule("FUD-058")
@pytest.mark.parametrize(
    ("options", "levels"),
    [
        ({"skill_breadth": "broad"}, 15),
        ({"skill_breadth": "narrow"}, 30),
        ({"skill_breadth": "specific"}, 40),
        ({"skill_pool": 23}, 23),
        ({"skill_pool": 74, "skill_breadth": "broad"}, 74),
    ],
)
def test_levels_for_skills_follow_their_breadth_or_the_gm(
    options: dict[str, Any], levels: int
) -> None:
    shop = Workshop(**options).begin()
    assert shop.left("skill") == levels
    shop.send("grant_levels", "master", kind="skill", amount=-3, why="young")
    assert shop.left("skill") == levels - 3
    with pytest.raises(NotAllowed):
        shop.send("grant_levels", kind="skill", amount=3)


@pytest.mark.rule("FUD-059", "FUD-061", "FUD-063")
@pytest.mark.parametrize(
    ("hard", "start"), [("easy", "Mediocre"), ("normal", "Poor"), ("hard", "Terrible")]
)
def test_a_skill_costs_its_distance_from_its_default_and_gives_back_below(
    hard: Any, start: str
) -> None:
    shop = Workshop(skill_pool=10).begin()
    assert of(shop.set("riding", start, difficulty=hard), TraitSet).cost == 0
    assert of(shop.set("riding", "Fair"), TraitSet).cost == -default(hard)
    shop.set("riding", "Terrible")
    assert shop.left("skill") == 10 + (default(hard) - -3)
    shop.send("price_trait", "master", trait="riding", times=0, why="no profit in that")
    assert shop.left("skill") == 10


@pytest.mark.rule("FUD-060")
@pytest.mark.parametrize(
    ("hard", "level", "cost"),
    [
        ("normal", "Mediocre", 1),
        ("hard", "Poor", 1),
        ("very-hard", "Terrible", 1),
        ("very-hard", "Fair", 4),
        ("hard", "Terrible", 1),  # by the table 0, but what is studied is paid for
        ("easy", "Poor", 1),
    ],
)
def test_what_has_to_be_studied_costs_a_level_at_least(hard: str, level: str, cost: int) -> None:
    shop = Workshop().begin()
    receipt = shop.set("spanish", level, difficulty=hard, studied=True)
    assert of(receipt, TraitSet).cost == cost


@pytest.mark.rule("FUD-060", "FUD-061")
def test_how_far_levels_bring_what_has_to_be_studied() -> None:
    """One in Spanish to Mediocre, one in nuclear physics to Poor or Terrible, four to Fair."""
    assert reached(1) == -1
    assert (reached(1, "hard"), reached(1, "very-hard"), reached(4, "very-hard")) == (-2, -3, 0)
    with pytest.raises(Refused):
        reached(6)


@pytest.mark.rule("FUD-062")
def test_caps_bound_how_many_skills_are_that_good() -> None:
    shop = Workshop().begin()
    shop.set("sword", "Superb")
    shop.set("bow", "Superb")
    assert codes(shop) == [("crowded", "skill-superb", 2, 1)]
    none = Workshop(skill_caps={}, skill_pool=99).begin()
    for number in range(9):
        none.set(f"s{number}", "Superb")
    assert codes(none) == []


@pytest.mark.rule("FUD-062", "FUD-049")
def test_slots_of_caps_are_changed_too_as_scruffy_did() -> None:
    """No Superb and two Great more, where one Superb and two Great had been allowed."""
    shop = Workshop(skill_caps={"superb": 1, "great": 2}).begin()
    shop.send("trade_slots")
    (superb, great) = (slot for slot in view(shop).slots if slot.kind == "skill")
    assert ((superb.rung, superb.most), (great.rung, great.most)) == ((3, 0), (2, 4))


def view(shop: Workshop) -> Any:
    (draft,) = shop.tavern.session.view("anna")["creation-ledger"].drafts
    return draft


@pytest.mark.rule("FUD-064")
def test_broad_skills_of_another_field_cost_double() -> None:
    shop = Workshop(skill_breadth="mixed_double").begin()
    assert of(shop.set("unarmed-combat", "Superb", broad=True), TraitSet).cost == 10
    assert of(shop.set("seduction", "Superb"), TraitSet).cost == 5
    plain = Workshop().begin()
    assert refused(plain, "set_trait", trait="x", level=0, broad=True) == ("FUD-064", "$.broad")


@pytest.mark.rule("FUD-065")
def test_a_broad_skill_of_the_same_field_costs_triple_and_ends_at_good() -> None:
    shop = Workshop(skill_breadth="mixed_triple", skill_broad_times=4).begin()
    assert of(shop.set("theft", "Good", broad=True), TraitSet).cost == 12
    assert of(shop.set("theft", "Terrible"), TraitSet).cost == -1
    assert refused(shop, "set_trait", trait="theft", level="Great") == ("FUD-065", "$.level")
    shop.set("lockpicking", "Great", inside="theft")
    limits = shop.draft.limits
    sheet = Sheet(resistance=0, skills={"theft": 2})
    (finding,) = validate(sheet, limits, {"theft": Entry("skill", broad=True)})
    assert (finding.rule, finding.have, finding.allowed) == ("FUD-065", 2, 1)


@pytest.mark.rule("FUD-066")
def test_one_part_of_a_broad_skill_may_be_learnt_and_the_rest_is_not() -> None:
    shop = Workshop(skill_breadth="mixed_double").begin()
    assert of(shop.set("poker", "Great", inside="gambling"), TraitSet).cost == 4
    assert refused(shop, "set_trait", trait="gambling", level=0) == ("FUD-066", "$.trait")


@pytest.mark.rule("FUD-067", "FUD-068")
def test_gifts_beyond_the_free_ones_are_paid_for() -> None:
    shop = Workshop(attribute_count=4).begin()
    shop.take("gift", "a", "b", "c")
    assert codes(shop) == [("overspent", "gift", 3, 2)]
    traded = of(shop.send("trade_levels", get="gift", amount=1, give="attribute"), LevelsTraded)
    assert (traded.given, traded.rule) == (2, "FUD-068")
    assert (codes(shop), shop.left("attribute")) == ([], 0)
    assert refused(shop, "trade_levels", get="gift", amount=1, give="attribute") == (
        "FUD-068", "$.amount",
    )  # fmt: skip
    assert refused(shop, "trade_levels", get="skill", amount=4, give="gift")[1] == "$.amount"
    assert refused(shop, "trade_levels", get="attribute", amount=1, give="attribute")[1] == "$.get"


@pytest.mark.rule("FUD-068", "FUD-070", "FUD-072")
def test_rates_are_those_of_the_table() -> None:
    assert exchanged("attribute", 1, "skill") == 3
    assert exchanged("gift", 1, "attribute") == 2
    assert exchanged("power", 1, "gift") == 2
    assert exchanged("power", 1, "attribute") == 4
    assert exchanged("skill", 12, "power") == 1
    for amount in (0, 1, 2, 4):
        with pytest.raises(Refused):
            exchanged("skill", amount, "attribute")
    off = Workshop(trade_rates="off").begin()
    assert refused(off, "trade_levels", get="gift", amount=1, give="skill")[0] == "FUD-068"


@pytest.mark.rule("FUD-069")
def test_fudge_points_are_exchanged_only_with_leave() -> None:
    shop = Workshop().begin()
    trade: dict[str, Any] = {"get": "gift", "amount": 2, "give": "fudge-point"}
    assert refused(shop, "trade_levels", **trade) == ("FUD-069", "$.give")
    two = Workshop(fp_trade_at_creation=2).begin()
    assert of(two.send("trade_levels", **trade), LevelsTraded).given == 1
    assert two.left("gift") == 4
    assert refused(two, "trade_levels", get="gift", amount=6, give="fudge-point")[1] == "$.amount"
    two.approved()
    look = two.tavern.session.view()
    assert balance(look, "ada", "fudge-points") == 2  # three to begin with, less one
    with pytest.raises(Refused, match="exchange"):
        sit_down(fp_trade_at_creation=1, trade_rates="off")


@pytest.mark.rule("FUD-070", "FUD-071", "FUD-022")
def test_faults_pay_by_how_bad_they_are() -> None:
    """An ordinary one two attribute levels, a mild one one, a Superfault as two Faults."""
    shop = Workshop(attribute_count=4).begin()
    shop.take("fault", "lazy", "curious")
    assert shop.left("fault") == 4
    shop.send("price_trait", "master", trait="curious", plus=-1, why="mild")
    assert shop.left("fault") == 3
    with pytest.raises(NotAllowed):
        shop.send("price_trait", trait="curious", plus=9)
    shop.take("superfault", "sunlight-burns")
    assert shop.left("fault") == 7
    shop.send("trade_levels", get="gift", amount=1, give="fault")
    shop.send("trade_levels", get="attribute", amount=1, give="fault")
    shop.send("trade_levels", get="skill", amount=3, give="fault")
    assert shop.left("fault") == 3
    assert refused(shop, "trade_levels", get="skill", amount=2, give="fault") == (
        "FUD-070", "$.amount",
    )  # fmt: skip
    shop.send("strike_trait", trait="lazy")
    shop.send("strike_trait", trait="curious")
    assert codes(shop) == []
    shop.send("strike_trait", trait="sunlight-burns")
    assert codes(shop)[0][:2] == ("overspent", "fault")


@pytest.mark.rule("FUD-071")
def test_nobody_but_the_gm_says_what_a_fault_pays_or_that_something_is_free() -> None:
    """Else a whim would pay for five, and a Gift be had for nothing."""
    shop = Workshop(powers=True).begin()
    for kind, worth, rule in (
        ("gift", 0, "FUD-071"), ("fault", 5, "FUD-071"), ("superfault", 5, "FUD-071"),
        ("power", 0, "FUD-083"),
    ):  # fmt: skip
        wrong = refused(shop, "take_trait", trait="x", kind=kind, worth=worth)
        assert wrong == (rule, "$.worth")
    shop.send("take_trait", "master", trait="omniscience", kind="power", worth=3)
    assert shop.ledger["power"].spent == 3
    shop.take("gift", "patron", worth=2)
    assert shop.ledger["gift"].spent == 2


@pytest.mark.rule("FUD-025")
def test_what_somebody_is_like_stands_on_his_sheet_and_costs_nothing() -> None:
    shop = Workshop().begin()
    before = {kind: one.balance for kind, one in shop.ledger.items()}
    shop.send("equip_draft", personality={"courage": "Ada is very brave."})
    assert {kind: one.balance for kind, one in shop.ledger.items()} == before
    shop.approved()
    assert shop.tavern.character("ada").sheet.personality == {"courage": "Ada is very brave."}


@pytest.mark.rule("FUD-069", "FUD-079", "FUD-057")
@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"fp_trade_at_creation": 1, "fudge_points": False}, "FUD-069"),
        ({"fp_trade_at_creation": 1, "trade_rates": "off"}, "FUD-069"),
        ({"powers_free": 2, "powers": False}, "FUD-079"),
        ({"attribute_list": "players", "attribute_count": 8}, "FUD-057"),
    ],
)
def test_switches_of_creation_that_exclude_each_other(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refused) as found:
        sit_down(**options)
    assert found.value.rule == rule
    assert all(f"{name}=" in found.value.what for name in options)


@pytest.mark.rule("FUD-071", "FUD-063")
def test_what_the_gm_ruled_of_a_trait_stays_ruled() -> None:
    """Striking it and setting it anew is no way round."""
    shop = Workshop().begin()
    shop.send("price_trait", "master", trait="spells", kind="skill", times=2, why="slow of mind")
    cost = of(shop.set("spells", "Mediocre", difficulty="very-hard"), TraitSet).cost
    assert cost == 6
    shop.send("strike_trait", trait="spells")
    assert of(shop.set("spells", "Fair", difficulty="very-hard"), TraitSet).cost == 8


@pytest.mark.rule("FUD-268", "FUD-070")
def test_a_fault_may_make_skills_cost_double() -> None:
    """As Moose's, whose Spellcasting at Mediocre costs six; when it is struck they cost three.

    What lies below its default gives back no more for it.
    """
    shop = Workshop().begin()
    shop.set("spellcasting", "Mediocre", difficulty="very-hard")
    shop.set("lore", "Terrible")
    shop.take("fault", "slow", doubles=["spellcasting", "lore"])
    assert (shop.ledger["skill"].spent, shop.left("fault")) == (6 - 1, 2)
    shop.send("strike_trait", trait="slow")
    assert shop.ledger["skill"].spent == 3 - 1


@pytest.mark.rule("FUD-072")
def test_a_power_costs_two_gifts() -> None:
    off = Workshop().begin()
    assert refused(off, "take_trait", trait="telepathy", kind="power") == ("FUD-079", "$.kind")
    shop = Workshop(skill_pool=24, powers=True).begin()
    shop.take("power", "telepathy")
    assert codes(shop) == [("overspent", "power", 1, 0)]
    traded = of(shop.send("trade_levels", get="power", amount=1, give="skill"), LevelsTraded)
    assert (traded.given, codes(shop)) == (12, [])
    shop.set("telepathy", "Good", difficulty="very-hard")  # its skill is another trait
    assert {"telepathy", "power:telepathy"} == set(shop.draft.entries)
    assert refused(shop, "strike_trait", trait="telepathy") == ("FUD-002", "$.kind")
    shop.send("strike_trait", trait="telepathy", kind="power")
    assert set(shop.draft.entries) == {"telepathy"}


@pytest.mark.rule("FUD-270")
def test_faults_that_the_table_demands_pay_for_nothing() -> None:
    shop = Workshop(mandatory_faults=2).begin()
    assert codes(shop) == [("mandatory", "fault", 0, 2)]
    shop.take("fault", "outlaw", "loyal", mandatory=True)
    assert (codes(shop), shop.left("fault")) == ([], 0)
    shop.take("fault", "hates-normans")
    assert shop.left("fault") == 2


@pytest.mark.rule("FUD-110", "FUD-115", "FUD-117")
def test_a_race_is_paid_for_by_its_levels_or_by_a_trait() -> None:
    """Scale 1 and Wits one better: two attribute levels and a Gift, and Good Wits are free."""
    race = {"type": "fudge.describe_race", "id": "dwarf", "name": "Dwarf", "strength": "scale 1"}
    for way, attributes, gifts in (("levels", 2, 1), ("trait", 0, 0)):
        shop = Workshop(attribute_count=8)
        shop.tavern.do(race | {"bonus": {"wits": 1}})
        assert refused(shop, "begin_draft", name="Ada", race="dwarf", race_as="trait") == (
            "FUD-111", "$.race_as",
        )  # fmt: skip
        shop.begin("master", player="anna", race="dwarf", race_as=way)
        assert (shop.ledger["attribute"].spent, shop.ledger["gift"].spent) == (attributes, gifts)
        assert of(shop.set("wits", "Good", kind="attribute"), TraitSet).cost == 0
        shop.approved()
        assert shop.tavern.character("ada").scale == 1


@pytest.mark.rule("FUD-114", "FUD-117")
def test_what_a_race_brings_is_credited_as_any_fault_is() -> None:
    """Two levels of Mass below the norm are two Faults, each worth two attribute levels."""
    shop = Workshop()
    race = {"type": "fudge.describe_race", "id": "imp", "name": "Imp", "strength": "scale -2"}
    shop.tavern.do(race)
    shop.begin(race="imp")
    assert (shop.ledger["fault"].free, shop.left("fault")) == (4, 4)


# --- by the dice (2.8)


@pytest.mark.rule("FUD-075", "FUD-076")
@pytest.mark.parametrize(("kind", "named"), [("attribute", "luck"), ("skill", "harp")])
def test_whoever_names_nothing_for_the_dice_reads_what_of_that_kind_is_listed(
    kind: str, named: str
) -> None:
    shop = Workshop(creation="random").begin()
    for trait, is_ in (("luck", "attribute"), ("harp", "skill")):
        listed = {"type": "fudge.list_trait", "trait": trait, "listed": {"kind": is_}}
        shop.tavern.do(listed)
    with pytest.raises(Refused) as found:
        shop.send("roll_trait", kind=kind)
    assert (found.value.path, found.value.hint) == ("$.trait", f"one of {named}")


@pytest.mark.rule("FUD-075", "FUD-076")
def test_levels_may_be_spent_on_top_of_the_dice() -> None:
    shop = Workshop(creation="random", attribute_count=4).begin()
    receipt = shop.roll((2, 1), kind="attribute", trait="strength")
    assert of(receipt, TraitRolled).level == -1
    assert shop.ledger["attribute"].spent == 0
    assert of(shop.set("strength", "Good"), TraitSet).cost == 2
    shop.roll((1, 1), kind="skill", trait="sword")
    assert of(shop.set("sword", "Fair"), TraitSet).cost == 3
    assert refused(shop, "roll_trait", kind="skill", trait="sword") == ("FUD-076", "$.trait")
    assert refused(shop, "strike_trait", trait="sword") == ("FUD-075", "$.trait")
    shop.send("strike_trait")
    assert set(shop.draft.entries) == {"strength", "sword"}
    assert refused(Workshop().begin(), "roll_trait", kind="skill", trait="x")[0] == "FUD-076"


@pytest.mark.rule("FUD-075", "FUD-076")
def test_what_goes_with_the_dice_is_for_the_table_to_say() -> None:
    options = {"creation": "random", "attribute_count": 8, "skill_pool": 41}
    assert _free(**options) == (4, 41)
    assert _free(rand_attribute_levels="none", rand_skill_levels="half", **options) == (0, 20)
    shop = Workshop(rand_trades=False, **options).begin()
    assert refused(shop, "trade_levels", get="gift", amount=1, give="skill")[0] == "FUD-068"
    assert (rolled_skill(12), rolled_skill(12, "terrible")) == (0, -3)
    twelve = Workshop(rand_skill_12="terrible", **options).begin()
    assert of(twelve.roll((6, 6), kind="skill", trait="x"), TraitRolled).level == -3


def _free(**options: Any) -> tuple[int, int]:
    found = Workshop(**options).begin().ledger
    return found["attribute"].free, found["skill"].free


@pytest.mark.rule("FUD-023", "FUD-077")
def test_a_tough_hide_from_the_dice_takes_off_a_point_of_damage() -> None:
    shop = Workshop(creation="random").begin()
    shop.roll((2,), kind="gift")
    shop.approved()
    defence = shop.tavern.character("ada").defence
    assert [(one.source, one.amount) for one in defence] == [("tough-hide", 1)]


@pytest.mark.rule("FUD-067")
def test_nobody_writes_down_a_tough_hide_that_he_has_not_taken() -> None:
    shop = Workshop().begin()
    assert refused(shop, "equip_draft", tough_hide=1) == ("FUD-067", "$.tough_hide")
    shop.take("gift", "tough-hide")
    shop.send("equip_draft", tough_hide=1)
    assert refused(shop, "equip_draft", tough_hide=2) == ("FUD-067", "$.tough_hide")
    shop.send("equip_draft", "master", tough_hide=3)  # a dragon's, by the GM's word


@pytest.mark.rule("FUD-077")
def test_dice_choose_gifts_and_faults_and_the_gm_goes_on_with_the_table() -> None:
    shop = Workshop(creation="random", rand_gifts=["lucky"]).begin()
    assert of(shop.roll((7,), kind="gift"), TraitRolled).trait == "lucky"
    receipt = shop.roll((7, 1), kind="gift")  # what she has is rolled again
    assert of(receipt, TraitRolled).trait == "handsome"
    assert shop.left("gift") == 0
    for face in range(1, 7):
        shop.roll((face,), kind="fault")
    assert refused(shop, "roll_trait", kind="fault") == ("FUD-077", "$.kind")


# --- Free Traits (2.7)


def in_play(**options: Any) -> Workshop:
    shop = Workshop(**options).begin()
    shop.set("writing", "Superb")
    for name in ("disguise", "acting", "hiding"):
        shop.set(name, "Great")
    shop.approved()
    return shop


ALLOW = {"free-trait": "define"}


@pytest.mark.rule("FUD-073")
def test_three_forgotten_traits_may_be_defined_if_the_gm_agrees() -> None:
    shop = in_play()
    define = {"type": "fudge.define_trait", "actor": "ada", "trait": "research", "level": "Good"}
    receipt = shop.tavern.do(define, by="anna")
    assert receipt.waiting
    assert receipt.waiting.to == ("gm",)
    shop.tavern.session.do({"type": "table.answer", "answer": "not-now"}, "master")
    assert shop.tavern.character("ada").traits.keys() == {"writing", "disguise", "acting", "hiding"}
    for number, name in enumerate(("research", "cooking", "knots")):
        done = shop.tavern.do(define | {"trait": name}, answers=ALLOW)
        assert f"left: {2 - number}" in told(shop.tavern, done)[-1]
    assert shop.tavern.character("ada").traits["research"].level == 1
    assert refused(shop, "define_trait", trait="more", level=0) == ("FUD-073", "$.actor")


@pytest.mark.rule("FUD-073")
def test_in_a_fight_the_gm_is_asked_whether_he_is_that_kind() -> None:
    shop = in_play()
    shop.tavern.enter("bo")
    shop.tavern.do({"type": "table.begin_scene"})
    shop.tavern.do({"type": "fudge.begin_fight", "fighters": ["ada", "bo"]})
    receipt = shop.send("define_trait", trait="dodge", level=0)
    assert receipt.waiting
    assert receipt.waiting.name == "free-trait-in-fight"


@pytest.mark.rule("FUD-073")
def test_whoever_was_never_made_here_has_free_traits_too() -> None:
    """Gifts, Faults and Powers as well; what stands on the sheet already is none."""
    tavern = sit_down()
    tavern.enter("bo")
    define = {"type": "fudge.define_trait", "actor": "bo"}
    tavern.do(define | {"trait": "lucky", "kind": "gift"}, answers=ALLOW)
    tavern.do(define | {"trait": "lazy", "kind": "fault"}, answers=ALLOW)
    assert tavern.character("bo").gifts.keys() == {"lucky"}
    for wrong in ({"trait": "blade", "level": 0}, {"trait": "x"}):
        with pytest.raises(Refused) as caught:
            tavern.do(define | wrong, answers=ALLOW)
        assert caught.value.rule == "FUD-073"
    (left,) = tavern.session.view()["creation-ledger"].free_traits
    assert left.left == 1
    tavern.do({"type": "table.remove_actor", "actor": "bo"})
    assert tavern.session.view()["creation-ledger"].free_traits == ()


@pytest.mark.rule("FUD-074")
def test_a_free_trait_takes_no_slot_that_is_full() -> None:
    """Dolores: Superb and Great are full, so Research is Good at most."""
    shop = in_play()
    for rung in ("Superb", "Great"):
        assert refused(shop, "define_trait", trait="research", level=rung) == (
            "FUD-074", "$.level",
        )  # fmt: skip
    shop.tavern.do(
        {"type": "fudge.define_trait", "actor": "ada", "trait": "research", "level": "Good"},
        answers=ALLOW,
    )


# --- what people read


@pytest.mark.rule("FUD-268", "FUD-052")
def test_a_sheet_is_checked_with_reasons_in_either_language() -> None:
    limits = limits_of(FudgeOptions(attribute_count=2, skill_pool=0, gifts_free=0))
    beyond = Sheet(resistance=0, attributes={"wits": 4}, skills={"lore": -4})
    assert [(one.rule, one.what, one.have) for one in validate(beyond, limits)] == [
        ("FUD-052", "all", 3 - 12 + 2), ("FUD-055", "wits", 4), ("FUD-061", "lore", -4),
    ]  # fmt: skip
    legal = Sheet(resistance=0, attributes={"strength": 3}, skills={"sword": 3, "bow": 3})
    found = validate(legal, limits)
    # three attribute levels of one, ten skill levels of none: 3 * (1 - 3) - 10
    assert [(one.code, one.have) for one in found] == [("unbalanced", -16), ("crowded", 2)]
    english = catalog("rollbook.plugins.fudge", "en")
    say = {
        lang: Words(lang, catalog("rollbook.plugins.fudge", lang), english).say
        for lang in ("en", "it")
    }
    assert explained(found[1], say["en"]) == (
        "skills at Superb: more than there may be (2, not 1; FUD-062)"
    )
    assert explained(found[1], say["it"]) == (
        "abilità a Superbo: più di quante possano essere (2, non 1; FUD-062)"
    )


def test_the_ledger_shows_every_account_and_what_is_wrong() -> None:
    shop = Workshop(attribute_count=4, skill_pool=10).begin()
    shop.set("strength", "Superb", kind="attribute")
    shop.set("sword", "Good")
    shop.take("fault", "lazy")
    found = view(shop)
    rows = {row.kind: (row.income, row.spent, row.balance) for row in found.accounts}
    assert rows == {
        "attribute": (2, 3, -1), "skill": (10, 3, 7), "gift": (2, 0, 2), "fault": (2, 0, 2),
    }  # fmt: skip
    # in skill levels: 3 * -1 + 7 + 6 * 2 + 3 * 2
    assert found.overall == overall(shop.ledger, 0) == 22
    assert found.costs == {"strength": 3, "sword": 3, "fault:lazy": 2}
    assert [one.code for one in found.findings] == ["overspent"]
    shop.send("trade_levels", get="attribute", amount=1, give="fault")
    assert view(shop).findings == ()


STORY: list[tuple[str, dict[str, Any]]] = [
    ("begin_draft", {"name": "Ada"}),
    ("set_trait", {"trait": "strength", "level": "Good", "kind": "attribute"}),
    ("set_trait", {"trait": "sword", "level": "Great"}),
    ("take_trait", {"trait": "lazy", "kind": "fault", "name": "Lazy"}),
    ("trade_levels", {"get": "gift", "amount": 1, "give": "fault"}),
    ("trade_slots", {}),
    ("strike_trait", {"trait": "sword"}),
    ("submit_draft", {}),
]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_making_of_a_character_is_told(lang: str) -> None:
    shop = Workshop(attribute_count=4)
    lines = [
        line
        for command, fields in STORY
        for line in told(shop.tavern, shop.send(command, **fields), lang)
    ]
    lines += told(shop.tavern, shop.send("approve_draft", "master"), lang)[:1]
    english = [
        "Anna begins to make Ada, with levels to spend.",
        "Ada: Strength Good (attribute levels: 1).",
        "Ada: sword Great (skill levels: 4).",
        "Ada has a Fault: Lazy.",
        "Ada buys with what is over. Gifts: 1; given for it, Faults (in attribute levels): 2.",
        "Ada changes slots; there may now be, of skills: 0 Superb, 5 Great, 8 Good.",
        "Ada does without sword after all.",
        "Ada is shown to the GM.",
        "The GM takes Ada into play. Good: Strength. Faults: Lazy.",
    ]
    if lang == "en":
        assert lines == english
    else:
        assert len(lines) == len(english)
        assert not set(lines) & set(english)
        assert lines[1] == "Ada: Forza Buona (livelli di attributo: 1)."


class Guild(Struct, frozen=True):
    """Nothing to remember."""


guild_rules = Rules(Guild)


@guild_rules.modifies(TraitCost)
def taught(cost: TraitCost, look: Look) -> Iterator[Modifier]:
    """The guild teaches the sword for a level less. GUI-001."""
    if (cost.kind, cost.trait) == ("skill", "sword"):
        yield Modifier("guild", "GUI-001", "cost", "add", -1)


guild = Ruleset(
    "guild", version="1.0.0", state=Guild, chapters=(guild_rules,), extends="fudge>=0.1,<1"
)


@pytest.mark.rule("FUD-061")
def test_another_ruleset_may_change_what_a_trait_costs() -> None:
    """The cost is a proposal, recorded with what changed it."""
    engine = Engine([fudge, guild], installed=False, surroundings=Fixed())
    seats = {"master": Seat("The Master", "gm")}
    session = engine.new(MemoryStore(), "x", ["fudge", "guild"], seats=seats)
    session.do({"type": "fudge.begin_draft", "actor": "ada", "name": "Ada"}, "master")
    command = {"type": "fudge.set_trait", "actor": "ada", "level": "Good"}
    sword = of(session.do(command | {"trait": "sword"}, "master"), TraitSet)
    assert (sword.cost, [one.source for one in sword.modifiers]) == (2, ["guild"])
    assert of(session.do(command | {"trait": "bow"}, "master"), TraitSet).cost == 3
    draft = session.view().state[Fudge].drafts["ada"]
    assert accounts(draft)["skill"].spent == 5


@pytest.mark.rule("FUD-052")
def test_limits_that_the_table_changes_later_count_for_those_begun_later() -> None:
    shop = Workshop(skill_pool=10).begin()
    shop.tavern.do({"type": "table.set_option", "of": "fudge", "option": "skill_pool", "value": 60})
    assert shop.draft.limits == Limits(
        attributes=None, skill_levels=10, gifts=2, skill_caps=Caps(1, 3, 8)
    )
    other = {"type": "fudge.begin_draft", "actor": "bo", "name": "Bo"}
    draft = shop.tavern.do(other, by="bea").events[0].draft  # type: ignore[attr-defined]
    assert draft.limits.skill_levels == 60
