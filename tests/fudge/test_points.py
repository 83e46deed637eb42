"""Fudge Points: where they come from, and what they buy (2.36)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Invalid, NotAllowed, Refused
from rollbook.core.table.ledger import Charter
from rollbook.core.vocabulary import Rolled, Spent
from rollbook.plugins.fudge import Attempted, Contested, FudgeOptions, Healed, Paid
from rollbook.plugins.fudge.damage.wounds import LEVELS
from rollbook.plugins.fudge.points.coincidence import Coincided, NotToBe
from rollbook.plugins.fudge.points.relief import last_box
from rollbook.plugins.fudge.points.shifting import Bent, Redeemed
from rollbook.plugins.fudge.points.success import price_of
from rollbook.plugins.testing import laws

from .lucky import hurt, lucky, points
from .tavern import SHIFTS, Tavern, all_of, of, sit_down, told

CLIMB = {"type": "fudge.attempt", "actor": "mickey", "trait": "climbing"}
CONTEST = {
    "type": "fudge.contest", "a": "arnold", "b": "mickey",
    "trait_a": "climbing", "trait_b": "climbing",
}  # fmt: skip
ANNOUNCE = {"type": "fudge.announce", "actor": "mickey"}
ASK = {"type": "fudge.ask_me", "actor": "mickey"}
SHRUG = {"type": "fudge.shrug_off", "actor": "mickey"}
TRADE = {"type": "fudge.trade_points", "actor": "mickey"}
WISH = {"type": "fudge.wish_for", "actor": "mickey", "what": "a guard is a cousin"}


def refused(tavern: Tavern, command: dict[str, Any], by: str = "anna") -> Refused:
    """What a command is refused with; nothing is paid."""
    before = points(tavern)
    with pytest.raises(Refused) as found:
        tavern.do(command, by=by)
    assert points(tavern) == before
    return found.value


# --- where they come from


@pytest.mark.rule("FUD-031", "FUD-032")
def test_whoever_is_played_begins_with_the_tables_number_and_npcs_have_none() -> None:
    tavern = lucky()
    assert points(tavern) == FudgeOptions().fp_start == 3
    assert "arnold" not in tavern.session.view().table.pools
    assert points(lucky(5)) == 5
    assert points(lucky(0)) == 0
    with pytest.raises(Invalid):
        sit_down(fp_start=-1)


@pytest.mark.rule("FUD-031", "FUD-036")
def test_a_realistic_table_has_none_and_nothing_is_bought_there() -> None:
    tavern = lucky(fudge_points=False)
    assert tavern.session.view().table.pools == {}
    use = {"use": "shift", "levels": 1}
    for command in (SHRUG, ANNOUNCE | use, WISH, TRADE):
        error = refused(tavern, command)
        assert (error.rule, "fudge_points" in error.hint) == ("FUD-031", True)
    assert refused(tavern, CLIMB | {"points": True}, "master").rule == "FUD-031"


@pytest.mark.rule("FUD-033", "FUD-034")
def test_points_are_kept_and_more_come_with_each_sitting_after_the_first() -> None:
    """Once for each; whoever came between two sittings plays his first one with what he has."""
    tavern = lucky(3, fp_refresh=2)
    evenings = []
    for _ in range(3):
        tavern.do({"type": "table.begin_sitting"})
        evenings.append(points(tavern))
        tavern.do({"type": "table.end_sitting"})
    assert evenings == [3, 5, 7]
    tavern.enter("late", "bea")
    tavern.do({"type": "table.begin_sitting"})
    assert (points(tavern), points(tavern, "late")) == (9, 3)
    tavern.enter("later", "bea")
    tavern.do({"type": "table.end_sitting"})
    tavern.do({"type": "table.begin_sitting"})
    assert (points(tavern, "late"), points(tavern, "later")) == (5, 5)


@pytest.mark.rule("FUD-034")
def test_the_gm_grants_points_at_any_time_also_to_who_had_none() -> None:
    tavern = lucky()
    grant = {"type": "fudge.grant_points", "actor": "mickey", "points": 2}
    tavern.do(grant)
    assert points(tavern) == 5
    tavern.do(grant | {"actor": "arnold"})
    assert points(tavern, "arnold") == 2
    with pytest.raises(NotAllowed):
        tavern.do(grant, by="anna")
    assert refused(tavern, grant | {"points": 0}, "master").path == "$.points"


@pytest.mark.rule("FUD-035")
def test_experience_turns_into_points_three_for_one_and_back_only_where_the_table_says() -> None:
    tavern = lucky()
    pool = {"type": "table.open_pool", "actor": "mickey", "pool": "experience", "balance": 5}
    tavern.do(pool)
    assert refused(tavern, TRADE | {"points": 2}).rule == "FUD-035"
    tavern.do(TRADE, by="anna")
    assert (points(tavern), points(tavern, pool="experience")) == (4, 2)
    back = TRADE | {"into": "experience"}
    assert refused(tavern, back).path == "$.into"
    assert refused(tavern, TRADE | {"points": 0}).path == "$.points"
    tavern.do({"type": "table.set_option", "of": "fudge", "option": "fp_to_ep", "value": True})
    receipt = tavern.do(back | {"points": 2}, by="anna")
    assert (points(tavern), points(tavern, pool="experience")) == (2, 8)
    assert told(tavern, receipt) == ["Mickey has turned luck into experience."]
    for option, value in (("fp_to_ep", False), ("fp_ep_rate", 0)):
        switch = {"type": "table.set_option", "of": "fudge", "option": option, "value": value}
        tavern.do(switch)
    assert refused(tavern, TRADE).rule == "FUD-035"


@pytest.mark.rule("FUD-036")
@pytest.mark.parametrize(
    ("switch", "command", "by", "rule"),
    [
        ("fp_a", CLIMB | {"points": True}, "master", "FUD-037"),
        ("fp_b", ANNOUNCE | {"use": "shift", "levels": 1}, "anna", "FUD-038"),
        ("fp_b", ASK, "anna", "FUD-038"),
        ("fp_c", SHRUG, "anna", "FUD-039"),
        ("fp_d", SHRUG | {"all": True}, "anna", "FUD-040"),
        ("fp_e", ANNOUNCE | {"use": "three"}, "anna", "FUD-041"),
        ("fp_f", WISH, "anna", "FUD-042"),
    ],
)
def test_each_use_is_the_tables_to_allow(
    switch: str, command: dict[str, Any], by: str, rule: str
) -> None:
    """The refusal names the rule, and the switch that would allow it."""
    tavern = lucky(**{switch: False})
    hurt(tavern, "hurt")
    error = refused(tavern, command, by)
    assert (error.rule, switch in error.hint) == (rule, True)


def test_nobody_spends_anothers_points() -> None:
    tavern = lucky()
    for command in (SHRUG, ANNOUNCE | {"levels": 1}, ASK, WISH, TRADE):
        with pytest.raises(NotAllowed):
            tavern.do(command, by="bea")


@pytest.mark.rule("FUD-034", "FUD-035", "FUD-042")
@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"fp_f": True, "fudge_points": False}, "FUD-042"),
        ({"fp_refresh": 2, "fudge_points": False}, "FUD-034"),
        ({"fp_to_ep": True, "fp_ep_rate": 0}, "FUD-035"),
        ({"critical_effects": "all", "criticals": "off"}, "FUD-243"),
    ],
)
def test_what_cannot_stand_together_is_refused_by_name(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refused) as found:
        sit_down(**options)
    assert found.value.rule == rule
    assert all(f"{name}=" in found.value.what for name in options)


# --- success instead of a roll


@pytest.mark.rule("FUD-037")
def test_success_is_bought_before_any_die_and_only_if_the_player_wants_it() -> None:
    tavern = lucky()
    attempt = CLIMB | {"difficulty": "Great", "points": True}
    waiting = tavern.do(attempt).waiting
    assert waiting is not None
    assert [(c.id, c.cost) for c in waiting.choices] == [("buy", 2), ("roll", 0)]
    receipt = tavern.session.do({"type": "table.answer", "answer": "buy"}, "anna")
    done = of(receipt, Attempted)
    assert (done.success, done.margin, done.roll, done.rule) == (True, 0, "", "FUD-037")
    assert (all_of(receipt, Rolled), points(tavern)) == ([], 1)
    assert told(tavern, receipt) == [
        "Mickey does it, and makes it look easy: Great is no hurdle.",
    ]
    error = refused(tavern, attempt, "master")
    assert (error.rule, error.path) == ("FUD-037", "$.points")
    rolled = tavern.do(attempt | {"difficulty": "Good"}, 0, answers={"success": "roll"})
    assert (of(rolled, Attempted).rule, points(tavern)) == ("FUD-147", 1)


@pytest.mark.rule("FUD-037")
@pytest.mark.parametrize("difficulty", ["Superb+1", None])
def test_what_has_no_price_is_not_for_sale(difficulty: str | None) -> None:
    error = refused(lucky(9), CLIMB | {"difficulty": difficulty, "points": True}, "master")
    assert (error.rule, error.path) == ("FUD-037", "$.points")


@pytest.mark.rule("FUD-037")
def test_prices_by_difficulty() -> None:
    prices = [price_of(level) for level in range(-3, 5)]
    assert prices == [1, 1, 1, 1, 1, 2, 3, None]


@pytest.mark.rule("FUD-037")
def test_nobody_buys_a_contest() -> None:
    with pytest.raises(Invalid):
        lucky(9).do(CONTEST | {"points": True})


# --- levels up or down


@pytest.mark.rule("FUD-038")
@pytest.mark.parametrize("timing", ["before", "after"])
def test_a_shift_announced_before_the_dice_is_paid_at_once_and_acts_once(timing: str) -> None:
    """Also where it may be bought later."""
    tavern = lucky(fp_b_timing=timing)
    tavern.do(ANNOUNCE | {"levels": 1}, by="anna")
    assert points(tavern) == 2
    receipt = tavern.do(CLIMB | {"difficulty": "Great"}, 0)
    bent, done = of(receipt, Bent), of(receipt, Attempted)
    assert (bent.by, bent.levels, bent.before, bent.after) == ("mickey", 1, 1, 2)
    assert (done.result, done.success) == (2, True)
    assert of(receipt, Rolled).total == 1  # the roll stays as it fell
    again = tavern.do(CLIMB | {"difficulty": "Great"}, 0)
    assert (of(again, Attempted).result, all_of(again, Bent)) == (1, [])
    assert told(tavern, receipt)[1] == "Mickey's luck bends the roll by +1: Good becomes Great."


@pytest.mark.rule("FUD-038")
def test_a_shift_may_bend_a_roll_of_the_gms_that_concerns_the_character() -> None:
    """A level down, of the NPC's; not of a roll that has nothing to do with him."""
    tavern = lucky()
    tavern.do(ANNOUNCE | {"levels": -1, "roll": "other"}, by="anna")
    alone = tavern.do(CLIMB | {"actor": "arnold"}, 0)
    assert all_of(alone, Bent) == []
    receipt = tavern.do(CONTEST, 2, 0)
    bent, done = of(receipt, Bent), of(receipt, Contested)
    assert (bent.actor, bent.by, bent.before, bent.after) == ("arnold", "mickey", 2, 1)
    assert (done.result_a, done.result_b, done.outcome) == (1, 1, "tie")


BOW = {"name": "Bow", "skill": "blade", "class": "average", "ranged": True}


@pytest.mark.rule("FUD-038", "FUD-175", "FUD-196", "FUD-197", "FUD-239")
@pytest.mark.parametrize(
    ("command", "shifts"),
    [
        ({"type": "fudge.attack", "attacker": "orc", "target": "mickey"}, (0,)),
        ({"type": "fudge.shoot", "attacker": "orc", "target": "mickey", "answer": "none"}, (0,)),
        ({"type": "fudge.shoot", "attacker": "orc", "target": "mickey"}, (0, 0)),
        ({"type": "fudge.treat", "healer": "orc", "patient": "mickey", "trait": "blade"}, (0,)),
    ],
)
def test_whoever_is_struck_shot_at_or_healed_is_concerned_by_the_roll(
    command: dict[str, Any], shifts: tuple[int, ...]
) -> None:
    tavern = lucky()
    ranged = command["type"] == "fudge.shoot"
    weapon = BOW | {"ranged": ranged}
    tavern.enter("orc", skills={"blade": 0}, weapons={"arm": weapon}, wields="arm")
    tavern.do({"type": "fudge.suffer", "target": "mickey", "source": "a fall", "amount": 4})
    tavern.do(ANNOUNCE | {"levels": -1, "roll": "other"}, by="anna")
    tavern.hand.faces = [face for shift in shifts for face in SHIFTS[shift]] + [5, 5]
    bent = all_of(tavern.session.do(command, "master"), Bent)
    assert [(b.actor, b.by, b.levels) for b in bent] == [("orc", "mickey", -1)]


@pytest.mark.rule("FUD-038")
@pytest.mark.parametrize(
    ("command", "rolls"),
    [
        ({"type": "fudge.attack", "attacker": "brute", "target": "mickey"}, (2,)),
        ({"type": "fudge.compete", "purpose": "the race"}, (2, 0, 0)),
        (
            {"type": "fudge.treat", "healer": "brute", "patient": "mickey", "trait": "climbing"},
            (0,),
        ),
    ],
    ids=["a blow that he does not see", "several who contend", "a healer at his wounds"],
)
def test_whatever_is_rolled_about_the_character_may_be_bent(
    command: dict[str, Any], rolls: tuple[int, ...]
) -> None:
    """The roll of an NPC concerns whom he strikes, contends with, or heals."""
    tavern = lucky(damage_roll="off")
    tavern.enter("brute", skills={"blade": "Fair", "climbing": "Fair"})
    hurt(tavern, "hurt")
    tavern.do(ANNOUNCE | {"levels": -1, "roll": "other"}, by="anna")
    if command["type"] == "fudge.compete":
        who = ("brute", "mickey", "arnold")
        command = command | {"rivals": [{"actor": one, "trait": "climbing"} for one in who]}
    bent = of(tavern.do(command, *rolls), Bent)
    assert (bent.actor, bent.by, bent.levels) == ("brute", "mickey", -1)


@pytest.mark.rule("FUD-038")
def test_a_shift_for_one_purpose_waits_for_it() -> None:
    tavern = lucky()
    tavern.do(ANNOUNCE | {"levels": 1, "purpose": "the north wall"}, by="anna")
    assert all_of(tavern.do(CLIMB, 0), Bent) == []
    assert of(tavern.do(CLIMB | {"purpose": "the north wall"}, 0), Bent).after == 2


@pytest.mark.rule("FUD-038", "FUD-041")
def test_what_was_announced_is_taken_back_as_long_as_the_roll_has_not_come() -> None:
    tavern = lucky()
    back = {"type": "fudge.take_back", "actor": "mickey"}
    tavern.do(ANNOUNCE | {"use": "three"}, by="anna")
    assert refused(tavern, ANNOUNCE | {"levels": 1}).hint.startswith("fudge.take_back")
    tavern.do(back, by="anna")
    assert points(tavern) == 3
    assert of(tavern.do(CLIMB, 0), Attempted).result == 1
    assert refused(tavern, back).rule == "FUD-038"


@pytest.mark.rule("FUD-038")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"levels": 0}, "$.levels"),
        ({"levels": 2}, "$.levels"),
        ({"levels": -2}, "$.levels"),
        ({"use": "three", "levels": 1}, "$.levels"),
        ({"use": "three", "roll": "other"}, "$.roll"),
    ],
)
def test_what_cannot_be_announced(fields: dict[str, Any], path: str) -> None:
    assert refused(lucky(9), ANNOUNCE | fields).path == path


def asked(**options: Any) -> Tavern:
    tavern = lucky(**options)
    tavern.do(ASK | {"rolls": "all"}, by="anna")
    return tavern


@pytest.mark.rule("FUD-038")
def test_after_the_dice_the_player_is_asked_with_the_roll_before_his_eyes() -> None:
    """Failed by one level, bought, and decided anew; another process may take the answer."""
    tavern = asked()
    receipt = tavern.do(CLIMB | {"difficulty": "Great"}, 0)
    assert receipt.waiting is not None
    assert (of(receipt, Rolled).total, all_of(receipt, Attempted)) == (1, [])
    assert [c.key for c in receipt.waiting.choices] == ["leave", "up", "down"]
    assert receipt.waiting.to == ("mickey",)
    laws.hold(tavern.session)
    receipt = tavern.session.do({"type": "table.answer", "answer": "up"}, "anna")
    assert (of(receipt, Bent).after, of(receipt, Attempted).success) == (2, True)
    assert (of(receipt, Spent).amount, points(tavern)) == (1, 2)
    laws.hold(tavern.session)


@pytest.mark.rule("FUD-038")
def test_leaving_it_costs_nothing_and_nobody_is_asked_who_has_not_said_so() -> None:
    tavern = lucky()
    assert tavern.do(CLIMB, 0).waiting is None
    tavern.do(ASK, by="anna")
    receipt = tavern.do(CLIMB, 0, answers={"fudge-points": "leave"})
    assert (of(receipt, Attempted).result, points(tavern)) == (1, 3)
    tavern.do(CONTEST, 0, 0, answers={"fudge-points": "up"})  # his own roll of the two
    assert points(tavern) == 2
    tavern.do(ASK | {"rolls": "nothing"}, by="anna")
    assert tavern.do(CLIMB, 0).waiting is None


@pytest.mark.rule("FUD-038")
def test_whoever_has_no_points_is_not_asked() -> None:
    assert asked(points=0).do(CLIMB, 0).waiting is None


@pytest.mark.rule("FUD-038")
def test_what_players_do_not_see_they_do_not_bend() -> None:
    tavern = asked()
    assert tavern.do(CLIMB | {"secret": True}, 0).waiting is None
    tavern.do(ANNOUNCE | {"levels": 1}, by="anna")
    assert all_of(tavern.do(CLIMB | {"secret": True}, 0), Bent) == []
    assert of(tavern.do(CLIMB, 0, answers={"fudge-points": "leave"}), Redeemed).actor == "mickey"


@pytest.mark.rule("FUD-038")
def test_where_a_shift_is_announced_before_nobody_is_asked_after() -> None:
    tavern = lucky(fp_b_timing="before")
    assert refused(tavern, ASK).rule == "FUD-038"
    tavern = asked()
    tavern.do(
        {"type": "table.set_option", "of": "fudge", "option": "fp_b_timing", "value": "before"}
    )
    assert tavern.do(CLIMB, 0).waiting is None


@pytest.mark.rule("FUD-038")
def test_no_more_points_than_the_table_allows_go_on_one_roll_whoever_pays() -> None:
    """Announced and bought together; with more allowed, as many as he has."""
    tavern = asked()
    tavern.do(ANNOUNCE | {"levels": 1}, by="anna")
    assert tavern.do(CLIMB, 0).waiting is None
    tavern = asked(points=2, fp_b_max=3)
    receipt = tavern.do(CLIMB, 0)
    assert receipt.waiting is not None
    assert [(c.key, c.cost) for c in receipt.waiting.choices] == [
        ("leave", 0), ("up", 1), ("down", 1), ("up:2", 2), ("down:2", 2),
    ]  # fmt: skip
    receipt = tavern.session.do({"type": "table.answer", "answer": "down:2"}, "anna")
    assert (of(receipt, Attempted).result, points(tavern)) == (-1, 0)


@pytest.mark.rule("FUD-033", "FUD-038")
@given(
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(-3, 3)), max_size=4),
)
def test_points_are_never_negative_and_no_roll_is_bent_beyond_the_limit(
    most: int, turns: list[tuple[int, int, int]]
) -> None:
    """Each level is paid for, whatever is announced, refused and bought; a bent roll is as said."""
    tavern = asked(points=5, fp_b_max=most, criticals="off")
    spent = 0
    for announced, fell, bought in turns:
        with suppress(Refused):
            receipt = tavern.do(ANNOUNCE | {"levels": announced}, by="anna")
            spent += of(receipt, Paid).cost
            assert of(receipt, Paid).cost == abs(announced) <= most
        receipt = tavern.do(CLIMB, fell)
        bends = all_of(receipt, Bent)
        if receipt.waiting:
            way, number = "up" if bought > 0 else "down", abs(bought)
            said = f"{way}:{number}" if number > 1 else way
            keys = [choice.key for choice in receipt.waiting.choices]
            answer = {"type": "table.answer", "answer": said if said in keys else "leave"}
            receipt = tavern.session.do(answer, "anna")
            bends += all_of(receipt, Bent)
            spent += sum(paid.cost for paid in all_of(receipt, Paid))
        assert sum(abs(bent.levels) for bent in bends) <= most
        if bends:
            total = 1 + fell + sum(bent.levels for bent in bends)
            assert of(receipt, Attempted).result == total
        assert points(tavern) == 5 - spent >= 0


# --- three without dice


@pytest.mark.rule("FUD-041", "FUD-243")
def test_three_points_make_it_plus_three_without_dice_in_contests_too_and_never_critical() -> None:
    tavern = lucky(6)
    tavern.do(ANNOUNCE | {"use": "three"}, by="anna")
    receipt = tavern.do(CONTEST, 0)  # only arnold throws
    assert (of(receipt, Contested).result_b, points(tavern)) == (4, 3)
    tavern.do(ANNOUNCE | {"use": "three"}, by="anna")
    receipt = tavern.do(CLIMB)
    rolled = of(receipt, Rolled)
    assert (rolled.natural, rolled.dice, rolled.total, rolled.rule) == (3, (), 4, "FUD-041")
    assert told(tavern, receipt)[0] == (
        "Mickey throws no dice: luck makes it +3, with climbing +1: Superb+1."
    )
    assert refused(tavern, ANNOUNCE | {"use": "three"}).rule == "FUD-041"


# --- wounds


@pytest.mark.rule("FUD-039")
@pytest.mark.parametrize("mapping", ["printed", "one_step"])
@pytest.mark.parametrize(
    ("before", "printed", "one_step"),
    [
        ("hurt", "scratch", "scratch"),
        ("very-hurt", "hurt", "hurt"),
        ("incapacitated", "hurt", "very-hurt"),
        ("near-death", "incapacitated", "incapacitated"),
    ],
)
def test_a_wound_looks_less_bad_for_a_point(
    before: str, printed: str, one_step: str, mapping: str
) -> None:
    tavern = lucky(fp_c_mapping=mapping)
    hurt(tavern, before)
    receipt = tavern.do(SHRUG, by="anna")
    who = tavern.character("mickey")
    after = LEVELS.index(printed if mapping == "printed" else one_step)
    assert (who.level, who.points) == (after, last_box(who.boxes, after))
    assert (of(receipt, Healed).rule, of(receipt, Paid).cost, points(tavern)) == ("FUD-039", 1, 2)


@pytest.mark.rule("FUD-040")
@pytest.mark.parametrize("before", ["hurt", "very-hurt", "incapacitated", "near-death"])
def test_for_three_points_nothing_is_left_but_scratches(before: str) -> None:
    tavern = lucky()
    hurt(tavern, before)
    receipt = tavern.do(SHRUG | {"all": True}, by="anna")
    who = tavern.character("mickey")
    assert (LEVELS[who.level], who.points) == ("scratch", who.boxes[0])
    assert (of(receipt, Healed).rule, points(tavern)) == ("FUD-040", 0)


@pytest.mark.rule("FUD-039", "FUD-040")
@pytest.mark.parametrize(("all_", "rule"), [(False, "FUD-039"), (True, "FUD-040")])
def test_dead_is_dead_and_a_scratch_is_not_worth_it(all_: bool, rule: str) -> None:
    tavern = lucky()
    assert refused(tavern, SHRUG | {"all": all_}).rule == rule
    hurt(tavern, "scratch")
    assert refused(tavern, SHRUG | {"all": all_}).rule == rule
    hurt(tavern, "dead")
    error = refused(tavern, SHRUG | {"all": all_})
    assert (error.rule, error.what) == (rule, "dead is dead")


@pytest.mark.rule("FUD-039", "FUD-040")
@pytest.mark.parametrize(("all_", "rule"), [(False, "FUD-039"), (True, "FUD-040")])
def test_not_in_the_middle_of_a_fight(all_: bool, rule: str) -> None:
    tavern = lucky()
    hurt(tavern, "hurt")
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["mickey"]})
    assert refused(tavern, SHRUG | {"all": all_}).rule == rule
    tavern.do({"type": "fudge.end_fight"})
    tavern.do(SHRUG | {"all": all_}, by="anna")
    assert LEVELS[tavern.character("mickey").level] == "scratch"


@pytest.mark.rule("FUD-039", "FUD-040")
@given(st.integers(0, 12), st.booleans(), st.sampled_from(["printed", "one_step"]))
def test_points_never_make_a_wound_worse(wounds: int, all_: bool, mapping: str) -> None:
    tavern = lucky(fp_c_mapping=mapping)
    if wounds:
        suffer = {"type": "fudge.suffer", "target": "mickey", "source": "x", "amount": wounds}
        tavern.do(suffer)
    before = tavern.character("mickey")
    try:
        tavern.do(SHRUG | {"all": all_}, by="anna")
    except Refused:
        assert tavern.character("mickey") == before
        assert before.level in (0, 1, 6)
        return
    after = tavern.character("mickey")
    assert after.points < before.points
    assert 1 <= after.level < before.level


# --- coincidences


def wish(tavern: Tavern, **answers: Any) -> Any:
    return tavern.do(WISH, answers=answers)


@pytest.mark.rule("FUD-042")
def test_the_gm_prices_a_coincidence_the_player_pays_and_the_gm_says_what_happens() -> None:
    tavern = lucky(5, fp_f=True)
    receipt = wish(tavern, price=4, pay="pay", happens="the fat guard winks")
    found = of(receipt, Coincided)
    assert (found.cost, found.happens, points(tavern)) == (4, "the fat guard winks", 1)
    assert told(tavern, receipt)[-1] == (
        "As luck would have it: the fat guard winks (Mickey had hoped for: a guard is a cousin)"
    )


@pytest.mark.rule("FUD-042")
@pytest.mark.parametrize(
    "answers", [{"price": 0}, {"price": 6}, {"price": 4, "pay": "leave"}], ids=str
)
def test_a_wish_may_stay_one(answers: dict[str, Any]) -> None:
    """The GM says no, it is dearer than what he has, or the player leaves it."""
    tavern = lucky(5, fp_f=True)
    receipt = wish(tavern, **answers)
    assert receipt.waiting is None
    assert (of(receipt, NotToBe).actor, points(tavern)) == ("mickey", 5)


def test_a_price_is_the_gms_to_name() -> None:
    tavern = lucky(5, fp_f=True)
    tavern.do(WISH, by="anna")
    with pytest.raises(NotAllowed):
        tavern.session.do({"type": "table.answer", "answer": 1}, "anna")


# --- secrets and other languages


def test_the_laws_hold_with_points_in_play() -> None:
    tavern = sit_down(Charter(), fp_b_max=2)
    tavern.enter("mickey", "anna", skills={"climbing": "Good"})
    tavern.do(ASK, by="anna")
    tavern.do(ANNOUNCE | {"levels": 1}, by="anna")
    tavern.do(CLIMB, -1, answers={"fudge-points": "up"})
    laws.hold(tavern.session)
    for viewer in ("master", "anna", "bea"):
        laws.view_is_filtered_journal(tavern.session, viewer)


@pytest.mark.rule("FUD-033", "FUD-036")
@given(st.integers(0, 5), st.integers(1, 6))
def test_what_a_rule_of_any_ruleset_charges_is_paid_wholly_or_not_at_all(
    has: int, price: int
) -> None:
    tavern = lucky(has)
    command = {"type": "fudge.pay", "actor": "mickey", "use": "wish", "amount": price}
    if price > has:
        assert refused(tavern, command, by="master").rule == "FUD-036"
        assert points(tavern) == has
        return
    receipt = tavern.do(command)
    assert (of(receipt, Paid).cost, of(receipt, Paid).use) == (price, "wish")
    assert points(tavern) == has - price


@pytest.mark.rule("FUD-031")
def test_nothing_is_charged_where_there_is_no_luck_nor_of_nobody() -> None:
    command = {"type": "fudge.pay", "actor": "mickey", "use": "wish"}
    assert refused(lucky(fudge_points=False), command, by="master").rule == "FUD-031"
    assert refused(lucky(), command | {"amount": 0}, by="master").path == "$.amount"
    assert refused(lucky(), command | {"actor": "carl"}, by="master").path == "$.actor"
