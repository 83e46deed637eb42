"""Stun, staying awake, and will against wounds: 4.7 and 4.76."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    CameTo,
    Endured,
    Healed,
    HeldOn,
    KnockedOut,
    Recovered,
    Stunned,
    Wounded,
)
from rollbook.plugins.fudge.damage.blows import Blow
from rollbook.plugins.fudge.damage.levels import LEVELS

from .striking import striking
from .tavern import all_of, of, sit_down
from .test_thresholds import hero, suffer

ATTEMPT = {"type": "fudge.attempt", "actor": "hero", "trait": "blade"}


@pytest.mark.rule("FUD-237")
def test_stun_costs_nothing_until_it_knocks_out() -> None:
    """Fair: six boxes of Scratch, Hurt and Very Hurt without a penalty, and out at the seventh."""
    tavern = hero()
    for points in range(1, 7):
        receipt = suffer(tavern, 1, stun=True)
        assert (of(receipt, Stunned).after, all_of(receipt, Wounded)) == (points, [])
        assert not all_of(receipt, KnockedOut)
        who = tavern.character("hero")
        assert (who.penalty, who.points, who.condition.conscious) == (0, 0, True)
    assert of(tavern.do(ATTEMPT, 0), Rolled).total == 0
    assert of(suffer(tavern, 1, stun=True), KnockedOut).why == "stun"
    with pytest.raises(Refused, match="out cold") as refused:
        tavern.do(ATTEMPT)
    assert refused.value.rule == "FUD-237"
    assert not all_of(suffer(tavern, 1, stun=True), KnockedOut), "he is out already"


@pytest.mark.rule("FUD-237")
@given(st.integers(0, 6), st.integers(1, 8))
def test_wounds_and_stun_add_up_for_being_out_cold_and_for_nothing_else(
    points: int, stun: int
) -> None:
    for first in ("wound", "stun"):
        tavern = hero()
        order = [(points, False), (stun, True)]
        for amount, stuns in order if first == "wound" else order[::-1]:
            if amount:
                suffer(tavern, amount, stun=stuns)
        who = tavern.character("hero")
        assert (who.points, who.condition.stun) == (points, stun)
        assert who.condition.conscious == (points + stun < 7)
        assert who.penalty == (-2 if points > 4 else -1 if points > 2 else 0)


@pytest.mark.rule("FUD-237")
def test_time_alone_brings_the_stunned_back() -> None:
    """When the scene ends, or when the GM says so; a healer is not needed."""
    for how in ({"type": "table.end_scene"}, {"type": "fudge.rouse", "actor": "hero"}):
        tavern = hero()
        tavern.do({"type": "table.begin_scene"})
        suffer(tavern, 9, stun=True)
        receipt = tavern.do(how)
        assert (of(receipt, Recovered).after, of(receipt, CameTo).rule) == (0, "FUD-237")
        assert tavern.do(ATTEMPT, 0).events
    with pytest.raises(Refused, match="awake"):
        tavern.do({"type": "fudge.rouse", "actor": "hero"})


@pytest.mark.rule("FUD-237")
def test_where_no_blow_only_stuns_it_is_refused_by_name() -> None:
    tavern = hero(ko=False)
    with pytest.raises(Refused) as refused:
        suffer(tavern, 1, stun=True)
    assert (refused.value.rule, refused.value.path) == ("FUD-237", "$.stun")


def test_healing_may_take_off_stun() -> None:
    tavern = hero()
    suffer(tavern, 3, stun=True)
    heal = {"type": "fudge.heal", "target": "hero", "source": "salts", "rule": "X", "stun": True}
    assert of(tavern.do(heal | {"amount": 2}), Recovered).after == 1
    assert of(tavern.do(heal | {"amount": 2}), Recovered).after == 0
    with pytest.raises(Refused, match="nothing stuns"):
        tavern.do(heal | {"amount": 2})


@pytest.mark.rule("FUD-238")
@pytest.mark.parametrize(
    ("on", "part", "result", "out"),
    [
        (True, "head", 1, True), (True, "head", 2, True), (True, "head", 0, False),
        (True, "arm", 3, False), (False, "head", 3, False),
    ],
)  # fmt: skip
def test_a_good_blow_to_the_head_knocks_out(on: bool, part: str, result: int, out: bool) -> None:
    """Through the joint by which any rule may strike: `deal`, then `take`."""
    tavern = striking(ko_head=on)
    strike = {"degree": 1, "result": result, "part": part}
    receipt = tavern.do({"type": "fudge.hit", **strike}, 0)
    assert of(receipt, Blow).part == part
    assert [e.why for e in all_of(receipt, KnockedOut)] == (["head"] if out else [])
    assert tavern.character("target").condition.conscious != out


@pytest.mark.rule("FUD-238")
@pytest.mark.parametrize("part", ["head", "Testa", "skull"])
def test_the_head_is_known_by_its_names(part: str) -> None:
    tavern = striking(ko_head=True)
    receipt = tavern.do({"type": "fudge.hit", "degree": 1, "result": 1, "part": part}, 0)
    assert of(receipt, KnockedOut).rule == "FUD-238"


@pytest.mark.rule("FUD-237", "FUD-238")
def test_who_is_out_cold_outlasts_the_fight_but_not_the_scene() -> None:
    """A little time wakes him: he lies there when the fight is over, for whoever would bind him."""
    tavern = hero()
    tavern.enter("other")
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["hero", "other"]})
    suffer(tavern, 7, stun=True)
    suffer(tavern, 2, target="other", stun=True)
    receipt = tavern.do({"type": "fudge.end_fight"})
    assert [e.actor for e in all_of(receipt, Recovered)] == ["other"]
    assert not tavern.character("hero").condition.conscious
    receipt = tavern.do({"type": "table.end_scene"})
    assert of(receipt, CameTo).actor == "hero"


@pytest.mark.rule("FUD-203")
@pytest.mark.parametrize(("shift", "awake"), [(1, True), (0, True), (-1, False)])
def test_whoever_is_incapacitated_rolls_to_stay_awake(shift: int, awake: bool) -> None:
    """Fair, on a trait like Constitution, which is Fair where none stands on the sheet."""
    tavern = hero(points=7)
    held = of(tavern.do({"type": "fudge.hold_on", "actor": "hero"}, shift), HeldOn)
    assert (held.difficulty, held.result, held.conscious) == (0, shift, awake)
    assert tavern.character("hero").condition.conscious == awake
    if awake:
        assert tavern.do(ATTEMPT, 0).events
        with pytest.raises(Refused, match="stayed awake"):
            tavern.do({"type": "fudge.hold_on", "actor": "hero"})
    else:
        with pytest.raises(Refused, match="out cold"):
            tavern.do(ATTEMPT)
        heal = {"type": "fudge.heal", "target": "hero", "source": "x", "amount": 1, "rule": "X"}
        receipt = tavern.do(heal)
        assert (of(receipt, Healed).level, of(receipt, CameTo).rule) == (3, "FUD-203")


@pytest.mark.rule("FUD-203")
def test_it_is_his_constitution_and_no_penalty_counts_against_it() -> None:
    tavern = sit_down()
    tavern.enter("hero", attributes={"health": "Good"})
    with pytest.raises(Refused, match="not Incapacitated"):
        tavern.do({"type": "fudge.hold_on", "actor": "hero"})
    suffer(tavern, 7)
    rolled = of(tavern.do({"type": "fudge.hold_on", "actor": "hero"}, -1), Rolled)
    assert [(m.source, m.amount) for m in rolled.modifiers] == [("health", 1)]
    assert tavern.character("hero").condition.steady


@pytest.mark.rule("FUD-204")
@pytest.mark.parametrize(
    ("points", "levels", "shift", "total"),
    [(3, 1, 2, 0), (3, 2, 2, 0), (5, 1, 2, -1), (5, 2, 2, 0), (5, 2, 1, -2)],
)
def test_a_strong_will_disregards_wounds_for_a_scene(
    points: int, levels: int, shift: int, total: int
) -> None:
    """Against Great; never more than the wounds take, and only until the scene ends."""
    tavern = hero(points=points, will_over_pain=True)
    tavern.do({"type": "table.begin_scene"})
    endure = {"type": "fudge.endure", "actor": "hero", "levels": levels}
    endured = of(tavern.do(endure, shift), Endured)
    assert (endured.difficulty, endured.success) == (2, shift >= 2)
    assert of(tavern.do(ATTEMPT, 0), Rolled).total == total
    tavern.do({"type": "table.end_scene"})
    assert of(tavern.do(ATTEMPT, 0), Rolled).total == (-1 if points < 5 else -2)


@pytest.mark.rule("FUD-204")
@pytest.mark.parametrize(("levels", "total"), [(1, -2), (2, -1)])
def test_who_disregards_being_incapacitated_fights_on_as_very_hurt_or_hurt(
    levels: int, total: int
) -> None:
    """One step lighter is Very Hurt, two are Hurt; no roll to stay awake is owed, until it ends."""
    tavern = hero(points=7, will_over_pain=True)
    tavern.do({"type": "table.begin_scene"})
    fist = {"type": "fudge.attack", "attacker": "hero", "target": "foe", "trait": "blade"}
    tavern.enter("foe")
    tavern.do({"type": "fudge.endure", "actor": "hero", "levels": levels}, 2)
    assert of(tavern.do(ATTEMPT, 0), Rolled).total == total
    with pytest.raises(Refused, match="no weapon"):  # he may fight: what he lacks is a weapon
        tavern.do(fist | {"trait": ""})
    tavern.do({"type": "table.end_scene"})
    with pytest.raises(Refused) as refused:
        tavern.do(ATTEMPT)
    assert refused.value.rule == "FUD-203"


@pytest.mark.rule("FUD-204")
def test_a_will_is_set_against_wounds_once_a_scene() -> None:
    """A failure may be tried again, if the master lets it; a success is not heaped on another."""
    tavern = hero(points=5, will_over_pain=True)
    tavern.do({"type": "table.begin_scene"})
    endure = {"type": "fudge.endure", "actor": "hero"}
    tavern.do(endure, 1)
    tavern.do(endure, 2)
    with pytest.raises(Refused, match="already") as refused:
        tavern.do(endure, 2)
    assert (refused.value.rule, refused.value.path) == ("FUD-204", "$.actor")
    assert of(tavern.do(ATTEMPT, 0), Rolled).total == -1


@pytest.mark.rule("FUD-204")
def test_will_is_no_match_for_wounds_where_the_table_says_so() -> None:
    tavern = hero(points=5)
    with pytest.raises(Refused) as refused:
        tavern.do({"type": "fudge.endure", "actor": "hero"})
    assert refused.value.rule == "FUD-204"
    unhurt = hero(will_over_pain=True)
    with pytest.raises(Refused, match="no wound"):
        unhurt.do({"type": "fudge.endure", "actor": "hero"})


@pytest.mark.rule("FUD-202")
def test_the_wound_track_shows_how_he_is() -> None:
    tavern = hero(points=2)
    suffer(tavern, 3, stun=True)

    def shown() -> Any:
        view: Any = tavern.session.view()["wound-track"]
        return view.characters[0]

    assert (shown().stun, shown().conscious, shown().next_healing) == (3, True, None)
    assert LEVELS[tavern.character("hero").level] == shown().level == "scratch"


@pytest.mark.rule("FUD-237", "FUD-240")
def test_in_a_fight_a_blow_may_be_meant_to_stun_and_its_end_clears_heads() -> None:
    """Through a round of combat: no wound, a ringing head, and none when the fight is over."""
    tavern = sit_down().duellists()
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["snorri", "brynhild"]})
    receipt = tavern.exchange(1, -1, 0, stun_a=True)
    assert (of(receipt, Stunned).after, all_of(receipt, Wounded)) == (4, [])
    suffer(tavern, 1, target="snorri")
    receipt = tavern.do({"type": "fudge.end_fight"})
    assert (of(receipt, Recovered).actor, of(receipt, Healed).actor) == ("brynhild", "snorri")


@pytest.mark.rule("FUD-237")
def test_who_means_to_stun_where_nobody_may_is_refused_before_any_dice() -> None:
    tavern = sit_down(ko=False).duellists()
    with pytest.raises(Refused) as refused:
        tavern.exchange(stun_a=True)
    assert (refused.value.rule, refused.value.path) == ("FUD-237", "$.stun_a")


# --- who cannot fight back


def dazed(tavern: Any) -> None:
    """Brynhild rolls a natural -4 against Snorri, and the GM says that she is stunned by it."""
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "fudge.begin_fight", "fighters": ["snorri", "brynhild"]})
    tavern.exchange(-3, -4, announced_a=0)
    tavern.do({"type": "table.answer", "answer": "stunned"})


@pytest.mark.rule("FUD-175", "FUD-245")
def test_whom_a_critical_failure_has_stunned_does_not_fight_until_it_has_passed() -> None:
    """He is struck at by a Simple Action of Poor meanwhile; two rounds later he fights again."""
    tavern = sit_down(damage_roll="off").duellists()
    dazed(tavern)
    for a, b in (("snorri", "brynhild"), ("brynhild", "snorri")):
        with pytest.raises(Refused) as refused:
            tavern.do({"type": "fudge.exchange", "a": a, "b": b})
        assert (refused.value.rule, "fudge.attack" in refused.value.hint) == ("FUD-175", True)
    strike = {"type": "fudge.attack", "attacker": "snorri", "target": "brynhild", "why": "stunned"}
    assert of(tavern.do(strike | {"announced": 0}, -3), Blow).base == 0
    for _ in range(2):
        tavern.do({"type": "fudge.next_round"})
    assert tavern.exchange(0, 0).events


BOW = {"bow": {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}}


@pytest.mark.rule("FUD-175")
@pytest.mark.parametrize("why", ["incapacitated", "out cold", "near death", "dazed"])
def test_whoever_is_down_neither_dodges_nor_shoots_back(why: str) -> None:
    """Nor is whoever plays him asked; the shot at him is a Simple Action."""
    tavern = sit_down(damage_roll="off").duellists()
    tavern.enter("archer", skills={"bow": "Fair"}, weapons=BOW)
    if why == "dazed":
        dazed(tavern)
    else:
        points = 9 if why == "near death" else 7
        suffer(tavern, points, target="brynhild", stun=why == "out cold")
    shoot = {"type": "fudge.shoot", "attacker": "archer", "target": "brynhild", "announced": 0}
    rule = {"incapacitated": "FUD-202", "near death": "FUD-202", "out cold": "FUD-237"}
    for answer in ("dodge", "shoot-back", "ask"):
        with pytest.raises(Refused) as refused:
            tavern.do(shoot | {"answer": answer})
        assert refused.value.rule == rule.get(why, "FUD-175")
        assert refused.value.path == "$.target"
    assert of(tavern.do(shoot | {"answer": "none"}, 0), Blow).base == 0
