"""What may be chosen is possible: whatever a rule refuses, it refuses before it asks or rolls."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused, RollbookError
from rollbook.plugins.fudge import Blow, Improved, Trained

from .tavern import Tavern, of, sit_down

BOW = {"name": "Bow", "skill": "blade", "class": "average", "ranged": True}
EYE = {"part": "eye"}
STRANGER = [{"amount": 1, "reason": "mud", "actor": "joe"}]


def table(**options: Any) -> Tavern:
    """Ann, whom anna plays, Bo of bea's, and Joe of the GM's."""
    tavern = sit_down(**options)
    for actor, owner in (("ann", "anna"), ("bo", "bea"), ("joe", "")):
        tavern.enter(actor, owner, skills={"blade": 0, "dodge": 0}, attributes={"wit": 1})
    return tavern


def refused(tavern: Tavern, command: dict[str, Any], rule: str, path: str) -> None:
    """It is refused by this rule, asks nothing and leaves nothing."""
    before = tavern.session.timeline.size
    with pytest.raises(RollbookError) as error:
        tavern.do(command)
    assert (error.value.rule, error.value.path) == (rule, path)
    assert tavern.session.waiting is None
    assert tavern.session.timeline.size == before


@pytest.mark.rule("FUD-170", "FUD-175")
def test_whatever_he_rolls_on_it_takes_a_weapon_to_strike_and_none_to_defend() -> None:
    """A stated trait arms nobody: the bow of one and the bare hands of another strike nobody."""
    tavern = table(criticals="off")
    tavern.enter("archer", skills={"blade": 0}, weapons={"bow": BOW}, wields="bow")
    tavern.enter("monk", skills={"prayer": 0})
    blow = {"type": "fudge.attack", "target": "joe", "trait": "blade"}
    refused(tavern, blow | {"attacker": "archer"}, "FUD-169", "$.attacker")
    refused(tavern, blow | {"attacker": "monk", "trait": "prayer"}, "FUD-170", "$.attacker")
    duel = {"type": "fudge.exchange", "a": "ann", "b": "monk", "trait_b": "prayer"}
    refused(tavern, duel, "FUD-170", "$.b")
    receipt = tavern.do(duel | {"manoeuvre_b": "only-defends"}, 0, 2)
    assert not [event for event in receipt.events if isinstance(event, Blow)]


@pytest.mark.rule("FUD-017", "FUD-170")
def test_nobody_fights_with_a_skill_that_is_none() -> None:
    """Where the sheet states no skills, a weapon may lean on a Gift; nothing is rolled on it."""
    tavern = table(initiative="roll")
    arm = {"blade": {"name": "Blade", "skill": "luck", "class": "average"}}
    tavern.enter("fool", "anna", skills={}, gifts={"luck": {}}, weapons=arm)
    tavern.do({"type": "fudge.begin_fight", "fighters": ["fool", "bo"]})
    refused(tavern, {"type": "fudge.exchange", "a": "fool", "b": "bo"}, "FUD-017", "$.a")


@pytest.mark.rule("FUD-179")
@pytest.mark.parametrize("way", ["attack", "shoot", "exchange", "melee"])
def test_a_blow_that_cannot_be_asks_nobody_what_it_takes_to_strike_there(way: str) -> None:
    tavern = table()
    one = {"actor": "ann", "aim": EYE}
    ways: dict[str, dict[str, Any]] = {
        "attack": {"attacker": "ann", "target": "bo", "aim": EYE},
        "shoot": {"attacker": "ann", "target": "bo", "aim": EYE, "thrown": True},
        "exchange": {"a": "ann", "b": "bo", "aim_a": EYE},
        "melee": {"bouts": [{"one": one, "others": [{"actor": "bo"}]}]},
    }
    sent = {"type": f"fudge.{way}", "situation": STRANGER} | ways[way]
    refused(tavern, sent, "", "$.situation[0].actor")


@pytest.mark.rule("FUD-184", "FUD-192")
def test_a_round_that_cannot_be_asks_nobody_how_he_fights() -> None:
    """A stance where there are none, and a crowd that nobody may leave to his armour."""
    tavern = table()
    duel = {"type": "fudge.exchange", "a": "ann", "b": "bo", "manoeuvre_a": "ask"}
    stance = duel | {"aim_a": EYE, "manoeuvre_b": "offensive-1"}
    refused(tavern, stance, "FUD-184", "$.manoeuvre_b")
    bout = {
        "one": {"actor": "ann", "against": "ask"},
        "others": [{"actor": "bo"}, {"actor": "joe"}],
    }
    refused(
        tavern, {"type": "fudge.melee", "bouts": [bout]}, "FUD-192", "$.bouts[0].one.against"
    )  # fmt: skip


@pytest.mark.rule("FUD-162", "FUD-197", "FUD-199")
def test_whoever_is_asked_what_he_does_about_a_shot_can_do_what_he_is_offered() -> None:
    tavern = table()
    shot = {"type": "fudge.shoot", "attacker": "ann", "target": "bo", "aim": EYE, "thrown": True}
    refused(tavern, shot | {"answer": "shoot-back"}, "FUD-199", "$.answer")
    tavern.do({"type": "fudge.suffer", "target": "bo", "source": "x", "amount": 7})
    refused(tavern, shot | {"answer": "ask"}, "FUD-202", "$.target")
    tavern = table(initiative="roll")
    tavern.do({"type": "fudge.begin_fight", "fighters": ["ann", "bo"]})
    refused(tavern, shot, "FUD-162", "$.attacker")
    tavern = table()
    tavern.do({"type": "fudge.describe_traits", "whole": True})
    refused(tavern, shot | {"answer": "ask", "dodge": "lore"}, "FUD-148", "$.dodge")


@pytest.mark.rule("FUD-163")
def test_whoever_has_no_trait_is_not_asked_what_he_means_to_do() -> None:
    tavern = sit_down(combat_system="subjective")
    tavern.enter("ghost", "anna", skills={})
    refused(tavern, {"type": "fudge.fare", "actor": "ghost"}, "FUD-163", "$.trait")


@pytest.mark.rule("FUD-073", "FUD-079")
def test_no_free_trait_is_put_to_the_gm_that_this_table_does_not_have() -> None:
    tavern = table(powers=False)
    command = {"type": "fudge.define_trait", "actor": "ann", "trait": "flight", "kind": "power"}
    refused(tavern, command, "FUD-079", "$.powers")


@pytest.mark.rule("FUD-252", "FUD-079")
def test_nothing_is_put_to_the_gm_that_cannot_be_bought() -> None:
    tavern = table(powers=False)
    tavern.do({"type": "fudge.award", "actor": "ann", "amount": 60, "ruling": "a great deed"})
    command = {"type": "fudge.acquire", "actor": "ann", "trait": "flight", "power": {}}
    refused(tavern, command, "FUD-079", "$.powers")


@pytest.mark.rule("FUD-255")
def test_a_skill_leans_only_on_attributes_with_which_the_step_can_be_paid_for() -> None:
    """From Fair to Good costs 2; with a poor attribute a row more, 4; with a fine one a row less.

    With one point only the fine one would do, and with none nobody is asked.
    """
    tavern = sit_down(ep_attribute_influence="row_shift")
    tavern.enter("ann", "anna", attributes={"charm": "Poor", "wit": "Great"})
    tavern.do({"type": "fudge.award", "actor": "ann", "amount": 1})
    raising = {"type": "fudge.raise", "actor": "ann", "trait": "blade"}
    asked = tavern.do(raising).waiting
    assert asked
    assert [choice.key for choice in asked.choices] == ["of:wit"]
    receipt = tavern.do({"type": "table.answer", "answer": "of:wit"})
    assert of(receipt, Improved).cost == 1
    refused(tavern, raising | {"trait": "wit", "kind": "attribute"}, "FUD-252", "$.actor")
    refused(tavern, raising, "FUD-252", "$.actor")


@pytest.mark.rule("FUD-004", "FUD-258")
def test_nobody_rolls_for_a_training_beyond_the_ladder() -> None:
    """At a ladder of three rungs the best ends growth, and nothing is rolled in vain."""
    own = {"bad": -1, "so so": 0, "fine": 1}
    tavern = sit_down(ladder=own, development="training")
    tavern.enter("joe", resistance="so so", skills={"blade": "fine", "harp": "so so"})
    train = {"type": "fudge.train", "actor": "joe", "weeks": 1, "rolls": 2, "difficulty": "bad"}
    refused(tavern, train | {"trait": "blade"}, "FUD-006", "$.trait")
    refused(tavern, train | {"trait": "lore", "hardness": "hard"}, "FUD-004", "$.trait")
    assert of(tavern.do(train | {"trait": "harp"}, 2, 2), Trained).success
    with pytest.raises(Refused):
        tavern.do(train | {"trait": "harp"})
