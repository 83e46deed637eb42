"""Healing: healers, weeks of rest, scratches, and what others make of it (4.77)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from rollbook.core.engine import Engine
from rollbook.core.errors import Refused
from rollbook.core.look import Look
from rollbook.core.memory import MemoryStore
from rollbook.core.modifiers import Modifier
from rollbook.core.rules import Rules, Ruleset
from rollbook.core.table.ledger import Seat
from rollbook.plugins.fudge import (
    HEALING,
    Died,
    GotUp,
    Healed,
    Healing,
    HealingRolled,
    Mended,
    RestBegan,
    Treated,
    fudge,
)
from rollbook.plugins.fudge.damage.healing import covered, needed
from rollbook.plugins.fudge.damage.levels import LEVELS
from rollbook.plugins.testing.scenario import Fixed, Hand

from .tavern import Tavern, all_of, of, sit_down
from .test_thresholds import suffer

DAY = 24 * 60 * 60
WEEK = 7 * DAY
POINTS = {"scratch": 2, "hurt": 4, "very-hurt": 6, "incapacitated": 8, "near-death": 10}
"""Of Fair Resistance, all boxes of a level filled."""


def patient(points: int, **options: Any) -> Tavern:
    """A hero so badly hurt, and a healer Fair at it."""
    return put_to_bed(sit_down(**options), points)


def put_to_bed(tavern: Tavern, points: int) -> Tavern:
    tavern.enter("hero")
    tavern.enter("healer", skills={"medicine": "Fair"})
    suffer(tavern, points)
    return tavern


def treat(tavern: Tavern, shift: int) -> Any:
    sent = {"type": "fudge.treat", "healer": "healer", "patient": "hero", "trait": "medicine"}
    return tavern.do(sent, shift)


def wait(tavern: Tavern, seconds: int, *shifts: int) -> Any:
    return tavern.do({"type": "table.advance_clock", "seconds": seconds}, *shifts)


def level(tavern: Tavern) -> str:
    return LEVELS[tavern.character("hero").level]


@pytest.mark.rule("FUD-239")
@pytest.mark.parametrize("result", range(-4, 5))
@pytest.mark.parametrize("wound", POINTS)
def test_what_a_healers_result_closes(wound: str, result: int) -> None:
    """Good: Hurt. Great: Very Hurt. Superb: Incapacitated, and Near Death by one step."""
    if wound == "scratch":
        with pytest.raises(Refused) as refused:
            treat(patient(2), result)
        assert refused.value.rule == "FUD-239"
        return
    tavern = patient(POINTS[wound], treated_rest="none")
    takes = {"hurt": 1, "very-hurt": 2, "incapacitated": 3, "near-death": 3}[wound]
    event = of(treat(tavern, result), Treated)
    assert (event.success, event.needed) == (result >= takes, takes)
    assert event.stable == (wound == "near-death" and result >= 1)
    better = "incapacitated" if wound == "near-death" else "unhurt"
    assert level(tavern) == (better if result >= takes else wound)
    assert covered(result) == (0 if result < 1 else min(result, 3) + 1)
    assert needed(event.level) == takes


@pytest.mark.rule("FUD-202", "FUD-239")
@pytest.mark.parametrize("result", [0, 1])
def test_help_in_time_keeps_whoever_is_near_death_alive(result: int) -> None:
    tavern = patient(9)
    treat(tavern, result)
    assert bool(all_of(wait(tavern, 3600), Died)) == (result < 1)
    assert (level(tavern) == "dead") == (result < 1)


@pytest.mark.rule("FUD-242")
@pytest.mark.parametrize(("rest", "period"), [("week", WEEK), ("day", DAY)])
def test_what_a_healer_has_seen_to_takes_its_rest_and_no_roll(rest: str, period: int) -> None:
    """A level each week or day, and the scratches go with the last."""
    tavern = patient(8, treated_rest=rest, healing_roll=True)
    began = of(treat(tavern, 3), RestBegan)
    assert (began.period, began.treated) == (period, True)
    assert level(tavern) == "incapacitated"
    seen = []
    receipt: Any = None
    for _ in range(3):
        receipt = wait(tavern, period)
        assert not all_of(receipt, HealingRolled)
        seen.append(level(tavern))
    assert seen == ["very-hurt", "hurt", "unhurt"]
    assert of(receipt, GotUp).well


@pytest.mark.rule("FUD-240")
def test_a_level_closes_each_week_of_rest() -> None:
    """From Incapacitated to Scratch in three weeks, and what is left of them waits."""
    tavern = patient(7)
    tavern.do({"type": "fudge.convalesce", "actor": "hero"})
    seen = []
    for _ in range(3):
        wait(tavern, WEEK - 1)
        seen.append(level(tavern))
        wait(tavern, 1)
        seen.append(level(tavern))
    assert seen == [
        "incapacitated", "very-hurt", "very-hurt", "hurt", "hurt", "scratch",
    ]  # fmt: skip
    assert tavern.character("hero").points == 2
    assert not all_of(wait(tavern, 9 * WEEK), Healed)


@pytest.mark.rule("FUD-240")
def test_three_weeks_at_once_are_three_weeks() -> None:
    tavern = patient(7)
    tavern.do({"type": "fudge.convalesce", "actor": "hero"})
    receipt = wait(tavern, 3 * WEEK)
    assert [e.after for e in all_of(receipt, Healed)] == [6, 4, 2]


@pytest.mark.rule("FUD-240")
def test_whoever_gets_up_heals_no_more() -> None:
    tavern = patient(7)
    rest = {"type": "fudge.convalesce", "actor": "hero"}
    tavern.do(rest)
    with pytest.raises(Refused, match="rests already"):
        tavern.do(rest)
    wait(tavern, WEEK)
    tavern.do({"type": "fudge.get_up", "actor": "hero"})
    wait(tavern, WEEK)
    assert level(tavern) == "very-hurt"
    tavern.do(rest)
    wait(tavern, WEEK)
    assert level(tavern) == "hurt"


@pytest.mark.rule("FUD-240")
@pytest.mark.parametrize(("points", "what"), [(0, "nothing"), (2, "nothing"), (9, "Near Death")])
def test_rest_mends_no_scratch_and_nobody_near_death(points: int, what: str) -> None:
    tavern = sit_down()
    tavern.enter("hero")
    if points:
        suffer(tavern, points)
    with pytest.raises(Refused, match=what) as refused:
        tavern.do({"type": "fudge.convalesce", "actor": "hero"})
    assert refused.value.rule == "FUD-240"


@pytest.mark.rule("FUD-240")
def test_the_track_says_when_the_next_level_closes() -> None:
    tavern = patient(7)
    wait(tavern, 100)
    tavern.do({"type": "fudge.convalesce", "actor": "hero"})
    view: Any = tavern.session.view()["wound-track"]
    assert view.characters[0].next_healing == 100 + WEEK


@pytest.mark.rule("FUD-241")
@pytest.mark.parametrize(("points", "difficulty"), [(4, 0), (6, 1), (8, 2)])
def test_a_body_may_have_to_roll_for_its_week(points: int, difficulty: int) -> None:
    """Fair for Hurt, Good for Very Hurt, Great for Incapacitated; failure costs the week."""
    tavern = patient(points, healing_roll=True)
    tavern.do({"type": "fudge.convalesce", "actor": "hero"})
    before = level(tavern)
    rolled = of(wait(tavern, WEEK, difficulty - 1), HealingRolled)
    assert (rolled.difficulty, rolled.success, level(tavern)) == (difficulty, False, before)
    rolled = of(wait(tavern, WEEK, difficulty), HealingRolled)
    assert (rolled.success, LEVELS.index(level(tavern))) == (True, LEVELS.index(before) - 1)


@pytest.mark.rule("FUD-240")
@pytest.mark.parametrize(
    ("recovery", "nights", "gone"),
    [("fight", 0, True), ("one-day", 0, False), ("one-day", 1, True), ("two-days", 1, False),
     ("two-days", 2, True)],
)  # fmt: skip
def test_scratches_are_forgotten_as_the_table_has_it(
    recovery: str, nights: int, gone: bool
) -> None:
    tavern = sit_down(scratch_recovery=recovery)
    tavern.enter("hero")
    tavern.enter("other")
    tavern.do({"type": "table.begin_scene"})
    suffer(tavern, 2)
    suffer(tavern, 3, target="other")
    tavern.do({"type": "table.end_scene"})
    for _ in range(nights):
        tavern.do({"type": "table.end_day"})
    assert level(tavern) == ("unhurt" if gone else "scratch")
    assert tavern.character("other").points == 3, "whoever is Hurt has rest to take"


@given(st.integers(3, 8), st.lists(st.integers(-4, 4), min_size=1, max_size=5))
def test_rest_never_raises_points_and_ends_in_scratches(points: int, rolls: list[int]) -> None:
    """FUD-240, FUD-241: whatever the dice say, a week lowers by one level or not at all."""
    tavern = patient(points, healing_roll=True)
    tavern.do({"type": "fudge.convalesce", "actor": "hero"})
    was = tavern.character("hero")
    for roll in rolls:
        if was.condition.resting is None:
            break
        wait(tavern, WEEK, roll)
        now = tavern.character("hero")
        assert now.points <= was.points
        assert now.level in (was.level, was.level - 1)
        was = now
    assert was.level >= 1


# --- what another ruleset makes of it


class Nothing(Struct, frozen=True):
    """Nothing is remembered."""


class Switches(Struct, frozen=True):
    """No switch."""


bane = Rules(Nothing, Switches)


@bane.modifies(Healing)
def withered(healing: Healing, look: Look) -> Iterable[Modifier]:
    """A curse: rest closes one point fewer, and no healer closes anything."""
    if healing.way == "rest":
        yield Modifier("curse", "BAN-001", HEALING, "add", -1)
    elif healing.way == "medical":
        yield Modifier("curse", "BAN-001", HEALING, "at_most", 0)


def cursed(points: int, **options: Any) -> Tavern:
    hand = Hand()
    banes = Ruleset(
        "bane", version="1.0.0", state=Nothing, options=Switches, chapters=(bane,),
        extends="fudge>=0.1,<2",
    )  # fmt: skip
    engine = Engine([fudge, banes], installed=False, dice=hand, surroundings=Fixed())
    session = engine.new(
        MemoryStore(), "s", ["fudge", "bane"], seats={"master": Seat("M", "gm")},
        options={"fudge": options},
    )  # fmt: skip
    return put_to_bed(Tavern(session, hand), points)


def test_all_healing_is_a_proposal() -> None:
    """Rest: two points of Very Hurt would close, one does. A healer's work comes to nothing."""
    tavern = cursed(6)
    tavern.do({"type": "fudge.convalesce", "actor": "hero"})
    receipt = wait(tavern, WEEK)
    mended = of(receipt, Mended)
    assert (mended.before, mended.after, mended.rule) == (2, 1, "FUD-240")
    assert of(receipt, Healed).after == 5
    tavern = cursed(4, treated_rest="none")
    receipt = treat(tavern, 3)
    assert (of(receipt, Mended).after, all_of(receipt, Healed)) == (0, [])


# --- by rules of any ruleset


def mend(tavern: Tavern, amount: int, **fields: Any) -> Any:
    sent = {"type": "fudge.mend", "target": "hero", "source": "a spring", "amount": amount}
    return tavern.do(sent | {"rule": "SPR-001"} | fields)


@pytest.mark.rule("FUD-239")
@given(st.integers(1, 10), st.integers(1, 12))
def test_whatever_heals_by_a_rule_heals_no_more_than_there_is(points: int, amount: int) -> None:
    healed = of(mend(patient(points), amount), Healed)
    assert (healed.before, healed.after) == (points, max(0, points - amount))
    assert (healed.source, healed.rule) == ("a spring", "SPR-001")


@pytest.mark.rule("FUD-239")
def test_nothing_heals_the_dead_but_the_gms_word() -> None:
    tavern = patient(11)
    assert level(tavern) == "dead"
    receipt = mend(tavern, 5)
    assert all_of(receipt, Healed) == []
    assert (of(receipt, Mended).after, of(receipt, Mended).modifiers[0].rule) == (0, "FUD-239")
    heal = {"type": "fudge.heal", "target": "hero", "source": "a god", "amount": 9, "rule": "GOD"}
    assert of(tavern.do(heal), Healed).after == 2


@pytest.mark.rule("FUD-239")
def test_mending_is_refused_where_there_is_nothing_to_mend() -> None:
    for points, amount, path in ((2, 0, "$.amount"), (0, 3, "$.target")):
        tavern = sit_down()
        put_to_bed(tavern, points) if points else tavern.enter("hero")
        with pytest.raises(Refused) as refused:
            mend(tavern, amount)
        assert (refused.value.path, refused.value.rule) == (path, "SPR-001")
