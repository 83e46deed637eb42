"""Runes: cut by skill, paid in breath, and what they do to people and to others' numbers."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Refused
from rollbook.core.vocabulary import EffectBegan, Rolled, Spent
from rollbook.plugins.fudge import Attempted, Blow, Harmed, Healed, Wounded
from rollbook.plugins.runes import RuneCut
from rollbook.plugins.runes.book import Rune
from rollbook.plugins.runes.book import runes as book
from rollbook.plugins.testing.laws import hold

from .workshop import Workshop, all_of, of

PLAIN = {"damage_roll": "off"}
TRY = {"type": "fudge.attempt", "actor": "bob", "trait": "blade"}


@pytest.mark.rule("RUN-001")
def test_who_lacks_the_skill_cuts_nothing_and_an_unknown_rune_is_refused_with_those_there_are() -> (
    None
):
    play = Workshop()
    with pytest.raises(Refused) as refused:
        play.do({"type": "runes.cut", "actor": "bob", "rune": "thorn"}, by="bea")
    assert (refused.value.rule, refused.value.path) == ("RUN-001", "$.actor")
    with pytest.raises(Refused) as refused:
        play.cut("thron")
    assert refused.value.path == "$.rune"
    assert "thorn" in refused.value.hint


@pytest.mark.rule("RUN-002")
@pytest.mark.parametrize(("skill", "breath"), [("Poor", 3), ("Fair", 3), ("Good", 4), ("Great", 5)])
def test_a_carver_comes_in_with_breath_by_his_skill(skill: str, breath: int) -> None:
    play = Workshop(skill)
    assert (play.breath(), play.breath("bob")) == (breath, 0)


@pytest.mark.rule("RUN-002")
def test_breath_comes_back_with_the_day() -> None:
    play = Workshop()
    play.cut("burr", 0, target="bob")
    assert play.breath() == 1
    play.do({"type": "table.end_day"})
    assert play.breath() == 3


@pytest.mark.rule("RUN-002")
def test_whoever_learns_the_skill_later_has_breath_from_then_on() -> None:
    play = Workshop()
    learnt = {"type": "fudge.award", "actor": "bob", "amount": 9, "ruling": "a winter with Ada"}
    play.do(learnt)
    assert play.breath("bob") == 0
    play.do({"type": "fudge.raise", "actor": "bob", "trait": "runes"})
    assert play.breath("bob") == 3


@pytest.mark.rule("RUN-003")
def test_breath_is_paid_before_the_roll_whether_the_rune_wakes_or_not() -> None:
    play = Workshop()
    for shift in (1, -1):
        receipt = play.cut("thorn", shift, target="bob")
        order = [type(e) for e in receipt.events]
        assert order.index(Spent) < order.index(Rolled)
        assert of(receipt, Spent).amount == book()["thorn"].cost == 1
    assert play.breath() == 1


@pytest.mark.rule("RUN-003")
def test_who_is_short_of_breath_is_refused_before_any_die() -> None:
    play = Workshop()
    play.cut("burr", 0, target="bob")
    with pytest.raises(Refused) as refused:
        play.cut("ember", target="bob")
    assert (refused.value.rule, refused.value.path) == ("RUN-003", "$.rune")
    assert play.breath() == 1


@pytest.mark.rule("RUN-004")
@pytest.mark.parametrize(
    ("rune", "shift", "wakes"), [("thorn", 0, True), ("thorn", -1, False), ("ember", 0, False)]
)
def test_a_rune_wakes_where_the_skill_reaches_its_difficulty(
    rune: str, shift: int, wakes: bool
) -> None:
    receipt = Workshop().cut(rune, shift, target="bob")
    assert of(receipt, RuneCut).success == wakes
    assert bool(all_of(receipt, Harmed)) == wakes


@pytest.mark.rule("RUN-005")
@pytest.mark.parametrize(
    ("rune", "shift", "points"),
    [
        ("thorn", 2, 3),  # two, two beyond Fair, less one of armour
        ("thorn", 0, 1),
        ("ember", 2, 3),  # two, one beyond Good; no armour counts
        ("ember", 1, 2),
    ],
)
def test_harm_is_the_runes_and_what_lies_beyond_the_difficulty(
    rune: str, shift: int, points: int
) -> None:
    play = Workshop()
    wound = of(play.cut(rune, shift, target="bob"), Wounded)
    assert (wound.after, wound.source, wound.rule) == (points, "ada", "RUN-005")
    assert play.character("bob").points == points


@pytest.mark.rule("RUN-006")
@pytest.mark.parametrize(
    ("backlash", "skill", "shift", "points"),
    [
        ("mishap", "Fair", -2, 0),
        ("mishap", "Fair", -3, 2),  # four short of Good
        ("mishap", "Great", -4, 2),  # three short of it
        ("off", "Fair", -4, 0),
        ("failure", "Fair", 0, 2),
        ("failure", "Fair", 1, 0),
    ],
)
def test_what_has_gone_badly_costs_the_carver_as_many_points_as_breath(
    backlash: str, skill: str, shift: int, points: int
) -> None:
    play = Workshop(skill, backlash=backlash)
    rune = "burr"  # two breath, Good
    if shift == -2:
        rune = "thorn"  # two short of Fair
    play.cut(rune, shift, target="bob")
    assert play.character("ada").points == points


@pytest.mark.rule("RUN-007")
@pytest.mark.parametrize(("shift", "points"), [(0, 2), (1, 3)])
def test_a_ward_is_armour_against_one_blow_and_then_gone(shift: int, points: int) -> None:
    bare = of(Workshop(fudges=PLAIN).fight(2, -2), Blow)
    play = Workshop(fudges=PLAIN)
    play.cut("lintel", shift, target="bob")
    blow = of(play.fight(2, -2), Blow)
    assert blow.calculated == bare.calculated - points
    assert [used.left for used in blow.used] == [0]
    assert "RUN-007" not in [m.rule for m in of(play.fight(2, -2), Blow).modifiers]


@pytest.mark.rule("RUN-007")
def test_a_ward_stands_against_another_rune_and_is_used_up_by_it() -> None:
    play = Workshop("Great")
    play.cut("lintel", -2, target="bob")
    first = of(play.cut("thorn", -2, target="bob"), Harmed)
    assert (first.amount, first.calculated, first.final) == (2, -1, 0)
    assert not play.session.view().table.effects
    assert of(play.cut("thorn", -2, target="bob"), Harmed).final == 1


@pytest.mark.rule("RUN-008")
def test_a_blessing_helps_until_the_scene_ends() -> None:
    play = Workshop()
    play.do({"type": "table.begin_scene"})
    play.cut("lantern", 1, target="bob")
    assert [of(play.do(TRY, 0), Attempted).result for _ in range(4)] == [1] * 4
    play.do({"type": "table.end_scene"})
    assert of(play.do(TRY, 0), Attempted).result == 0


@pytest.mark.rule("RUN-008")
def test_a_curse_hinders_three_things_and_no_roll_on_how_things_stand() -> None:
    play = Workshop()
    play.cut("burr", 1, target="bob")
    weather = {"type": "fudge.situational", "actor": "bob", "purpose": "weather"}
    assert of(play.do(weather, 0), Rolled).total == 0
    assert [of(play.do(TRY, 0), Attempted).result for _ in range(4)] == [-1, -1, -1, 0]


@pytest.mark.rule("RUN-009")
def test_healing_needs_a_wound_and_takes_off_no_more_than_there_is() -> None:
    play = Workshop("Good")
    with pytest.raises(Refused) as refused:
        play.cut("moss", target="bob")
    assert (refused.value.rule, refused.value.path) == ("RUN-009", "$.target")
    play.do({"type": "fudge.suffer", "target": "bob", "source": "a fall", "amount": 4})
    assert of(play.cut("moss", 0, target="bob"), Healed).after == 2  # one, one beyond Fair
    assert of(play.cut("moss", 4, target="bob"), Healed).after == 0


@pytest.mark.rule("RUN-010")
@pytest.mark.parametrize(("rune", "cost"), [("burr", 1), ("lintel", 1), ("moss", 1)])
def test_chalk_makes_the_next_rune_cheaper_but_never_free(rune: str, cost: int) -> None:
    play = Workshop()
    play.do({"type": "fudge.suffer", "target": "bob", "source": "a fall", "amount": 1})
    play.cut("chalk", 0)
    receipt = play.cut(rune, 0, target="bob")
    assert of(receipt, RuneCut).cost == of(receipt, Spent).amount == cost
    assert [used.left for used in of(receipt, RuneCut).used] == [0]
    with pytest.raises(Refused):
        play.cut("burr", target="bob")  # two, and one is left


@pytest.mark.rule("RUN-011")
def test_blood_pays_what_breath_lacks_where_the_table_lets_it() -> None:
    play = Workshop(blood=True)
    play.cut("burr", 1, target="bob")
    with pytest.raises(Refused) as refused:
        play.cut("ember", target="bob")
    assert "blood=true" in refused.value.hint
    receipt = play.cut("ember", 1, target="bob", blood=True)
    assert (play.breath(), play.character("ada").points) == (0, 2)
    assert [w.rule for w in all_of(receipt, Wounded)] == ["RUN-011", "RUN-005"]
    with pytest.raises(Refused) as refused:
        Workshop().cut("thorn", target="bob", blood=True)
    assert (refused.value.rule, refused.value.path) == ("RUN-011", "$.blood")


def test_only_a_mark_is_ever_worth_less_than_one() -> None:
    with pytest.raises(ValueError, match="only a mark"):
        Rune(work="ward", cost=1, difficulty="Fair", amount=-2)
    assert {r.work for r in book().values()} == {"harm", "heal", "ward", "mark", "ease"}


# --- laws

CUTS = st.lists(
    st.tuples(st.sampled_from([*book()]), st.integers(-4, 4), st.booleans(), st.booleans())
)


def tried(play: Workshop, rune: str, shift: int, mine: bool, blood: bool) -> None:
    """Cut it, or be refused."""
    fields = {"blood": True} if blood else {}
    with suppress(Refused):
        play.cut(rune, shift, target="ada" if mine else "bob", **fields)


@given(CUTS, st.booleans(), st.sampled_from(["off", "mishap", "failure"]))
def test_breath_never_falls_below_zero_nor_rises_above_what_it_was(
    cuts: list[tuple[str, int, bool, bool]], blood: bool, backlash: str
) -> None:
    play = Workshop("Good", blood=blood, backlash=backlash)
    before = play.breath()
    for one in cuts:
        tried(play, *one)
        assert 0 <= play.breath() <= before
        before = play.breath()
    hold(play.session)


@given(
    st.integers(1, 4),
    st.integers(-4, 0),
    st.integers(-4, 4),
    st.integers(0, 4),
    st.sampled_from(["limited", "free"]),
)
def test_a_ward_never_makes_a_blow_worse(
    hit: int, dodge: int, damage: int, ward: int, mode: str
) -> None:
    bare, warded = (Workshop(fudges={"damage_roll": mode}) for _ in range(2))
    warded.cut("lintel", ward, target="bob")
    without, within = (of(play.fight(hit, dodge, damage), Blow) for play in (bare, warded))
    assert within.calculated < without.calculated
    assert within.final <= without.final
    assert warded.character("bob").points <= bare.character("bob").points


@given(st.integers(0, 4), st.integers(0, 4), st.sampled_from(["thorn", "ember"]))
def test_nor_does_it_make_another_rune_worse(ward: int, shift: int, rune: str) -> None:
    bare, warded = Workshop("Great"), Workshop("Great")
    warded.cut("lintel", ward, target="bob")
    without, within = (of(play.cut(rune, shift, target="bob"), Harmed) for play in (bare, warded))
    assert 0 <= within.final <= without.final


def test_what_wakes_says_how_long_and_by_which_rule() -> None:
    began = of(Workshop().cut("burr", 1, target="bob"), EffectBegan)
    assert (began.kind, began.amount, began.rule) == ("rune-burr", -1, "RUN-008")
    assert began.until == book()["burr"].lasts
