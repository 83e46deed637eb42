"""What a wound is kept from doing: thresholds, barriers, luck, and death that asks nobody."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Refused
from rollbook.core.table.pools import balance
from rollbook.plugins.fudge import Died, Dying, FudgeOptions, Spared, Wounded
from rollbook.plugins.fudge.damage.levels import LEVELS, level_at
from rollbook.plugins.fudge.damage.thresholds import most
from rollbook.plugins.fudge.state import Character

from .tavern import Tavern, all_of, of, sit_down

BOXES = {
    "Terrible": (1, 1, 1, 1, 2), "Poor": (2, 1, 1, 2, 2), "Mediocre": (2, 2, 1, 2, 2),
    "Fair": (2, 2, 2, 2, 2), "Good": (3, 2, 2, 3, 2), "Great": (3, 3, 2, 3, 2),
    "Superb": (3, 3, 3, 3, 2),
}  # fmt: skip
LADDER = {name: at - 3 for at, name in enumerate(BOXES)}


def suffer(tavern: Tavern, amount: int, target: str = "hero", **fields: Any) -> Any:
    sent = {"type": "fudge.suffer", "target": target, "source": "a blow", "amount": amount}
    return tavern.do(sent | fields)


def hero(resistance: str = "Fair", points: int = 0, kind: str = "pc", **options: Any) -> Tavern:
    """Somebody with so many wound points, played by anna."""
    tavern = sit_down(**options)
    sheet = {"resistance": resistance, "skills": {"blade": "Fair"}}
    enter = {"type": "fudge.enter", "actor": "hero", "name": "Hero", "sheet": sheet}
    tavern.do(enter | {"owners": ["anna"], "kind": kind})
    if points:
        suffer(tavern, points, exempt=True)
    return tavern


def steps_by_hand(resistance: int, kind: str) -> int:
    """FUD-226: three. FUD-227: two for Great and better, four for Poor and worse."""
    if kind == "A":
        return 3
    return 2 if resistance >= 2 else 4 if resistance <= -2 else 3


@pytest.mark.rule("FUD-226", "FUD-227")
@pytest.mark.parametrize(("name", "kind"), list(product(BOXES, "AB")))
def test_one_blow_worsens_by_so_many_levels_and_no_more(name: str, kind: str) -> None:
    """From every number of points, by a blow of any size: brute force over the wound table."""
    boxes, resistance = BOXES[name], LADDER[name]
    options = FudgeOptions(damage_threshold=kind)  # type: ignore[arg-type]
    for before in range(sum(boxes) + 1):
        start = level_at(boxes, before)
        who = Character(
            traits={}, resistance=resistance, boxes=boxes, weapons={}, wields="", points=before,
            level=start,
        )  # fmt: skip
        found = most(who, options)
        reachable = [
            points
            for points in range(before, sum(boxes) + 2)
            if level_at(boxes, points) <= start + steps_by_hand(resistance, kind)
        ]
        assert max(reachable) == (found[0] if found else sum(boxes) + 1)


@pytest.mark.rule("FUD-226")
def test_a_threshold_is_told_and_cites_its_rule() -> None:
    tavern = hero(damage_threshold="A")
    receipt = suffer(tavern, 9)
    spared = of(receipt, Spared)
    assert (spared.would, spared.after, spared.rule) == (9, 6, "FUD-226")
    assert of(receipt, Wounded).after == 6
    assert LEVELS[tavern.character("hero").level] == "very-hurt"
    assert not all_of(suffer(hero(damage_threshold="A"), 6), Spared)


@pytest.mark.rule("FUD-228")
@pytest.mark.parametrize(
    ("place", "began", "expected"),
    [
        ("very-hurt", 0, "incapacitated"), ("very-hurt", 3, "incapacitated"),
        ("very-hurt", 5, "dead"), ("very-hurt", 7, "dead"),
        ("incapacitated", 5, "incapacitated"), ("incapacitated", 7, "dead"),
        ("both", 0, "very-hurt"), ("both", 2, "very-hurt"), ("both", 3, "incapacitated"),
        ("both", 5, "dead"),
    ],
)  # fmt: skip
def test_a_barrier_looks_at_how_he_began(place: str, began: int, expected: str) -> None:
    tavern = hero(points=began, damage_threshold="C", damage_threshold_place=place)
    suffer(tavern, 20)
    assert LEVELS[tavern.character("hero").level] == expected


@pytest.mark.rule("FUD-228")
def test_two_blows_of_one_round_stop_at_the_same_barrier() -> None:
    """He began the round Hurt, so the second blow is barred as the first was; not the next's."""
    tavern = hero(points=3, damage_threshold="C")
    tavern.do({"type": "table.begin_scene"})
    tavern.do({"type": "table.begin_round", "slots": {"hero": {"actor": "hero", "key": [0]}}})
    suffer(tavern, 3)
    assert of(suffer(tavern, 20), Spared).rule == "FUD-228"
    assert tavern.character("hero").points == 8
    receipt = suffer(tavern, 20)
    assert of(receipt, Spared).after == 8
    assert not all_of(receipt, Wounded)
    tavern.do({"type": "table.end_round"})
    suffer(tavern, 20)
    assert LEVELS[tavern.character("hero").level] == "dead"


@pytest.mark.rule("FUD-228", "FUD-161")
@pytest.mark.parametrize("counted", [True, False])
def test_blows_that_fall_together_stop_at_one_barrier(counted: bool) -> None:
    """Two strike him at once for more than he has, in a fight or out of any: he began unhurt."""
    tavern = sit_down(damage_threshold="C", damage_roll="off", criticals="off")
    sword = {"sword": {"name": "Sword", "skill": "blade", "class": "average", "magic": 9}}
    tavern.enter("hero")
    for foe in ("p", "q"):
        tavern.enter(foe, weapons=sword)
    if counted:
        tavern.do({"type": "fudge.begin_fight", "fighters": ["hero", "p", "q"]})
    bout = {"one": {"actor": "hero"}, "others": [{"actor": "p"}, {"actor": "q"}]}
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, -3, 0, 0)
    assert [e.rule for e in all_of(receipt, Spared)] == ["FUD-228", "FUD-228"]
    assert (tavern.character("hero").points, len(all_of(receipt, Wounded))) == (8, 1)


@pytest.mark.rule("FUD-229")
@pytest.mark.parametrize(("scope", "kind"), list(product(("all", "pcs"), ("pc", "npc"))))
def test_a_threshold_may_be_for_player_characters_alone(scope: str, kind: str) -> None:
    tavern = hero(kind=kind, damage_threshold="A", damage_threshold_scope=scope)
    suffer(tavern, 20)
    protected = scope == "all" or kind == "pc"
    assert (LEVELS[tavern.character("hero").level] == "very-hurt") == protected


@pytest.mark.rule("FUD-205")
def test_a_wound_is_none_by_the_rule_of_killing() -> None:
    """By that rule somebody dies without one; so cited, a death by wounds would go untold."""
    tavern = hero()
    blow = {"type": "fudge.suffer", "target": "hero", "source": "x", "amount": 50, "exempt": True}
    with pytest.raises(Refused, match="is no wound") as found:
        tavern.do(blow | {"rule": "FUD-205"})
    assert found.value.path == "$.rule"
    assert "fudge.kill" in found.value.hint
    assert not of(tavern.do(blow | {"rule": "ALP-001"}), Died).automatic


@pytest.mark.rule("FUD-205")
def test_what_is_exempt_is_counted_in_full() -> None:
    tavern = hero(damage_threshold="A")
    receipt = suffer(tavern, 20, exempt=True)
    assert not all_of(receipt, Spared)
    assert not of(receipt, Died).automatic


@pytest.mark.rule("FUD-205")
@pytest.mark.parametrize("points", [0, 4, 10])
def test_a_helpless_man_is_killed_without_a_roll(points: int) -> None:
    """No threshold, no luck; the track is full to beyond its last box, and he dies once."""
    tavern = hero(points=points, damage_threshold="A", fp_death_save=True)
    kill = {"type": "fudge.kill", "target": "hero", "source": "Mack", "cause": "a knife"}
    receipt = tavern.do(kill)
    died = of(receipt, Died)
    assert (died.automatic, died.rule, died.cause) == (True, "FUD-205", "a knife")
    assert tavern.character("hero").points == 11
    assert balance(tavern.session.view(), "hero", "fudge-points") == 3
    with pytest.raises(Refused, match="dead already"):
        tavern.do(kill)
    with pytest.raises(Refused):
        tavern.do(kill, by="anna")


@pytest.mark.rule("FUD-043")
@pytest.mark.parametrize(("before", "after"), [(0, 6), (4, 6), (8, 8), (10, 10)])
def test_a_point_of_luck_turns_a_mortal_wound_into_a_serious_one(before: int, after: int) -> None:
    """The player is asked while the blow falls; whoever was worse than Very Hurt stays so."""
    for answer, left in (("live", 2), ("die", 3)):
        tavern = hero(points=before, fp_death_save=True)
        receipt = suffer(tavern, 20)
        assert receipt.waiting.to == ("hero",)
        assert [(c.id, c.cost, c.rule) for c in receipt.waiting.choices] == [
            ("live", 1, "FUD-043"), ("die", 0, "FUD-043"),
        ]  # fmt: skip
        receipt = tavern.do({"type": "table.answer", "answer": answer}, by="anna")
        assert balance(tavern.session.view(), "hero", "fudge-points") == left
        assert bool(all_of(receipt, Died)) == (answer == "die")
        points = tavern.character("hero").points
        assert points == (after if answer == "live" else before + 20)


@pytest.mark.rule("FUD-043")
@pytest.mark.parametrize(("on", "points"), [(False, 3), (True, 0)])
def test_without_the_switch_or_a_point_nobody_is_asked(on: bool, points: int) -> None:
    tavern = hero(fp_death_save=on, fp_start=points)
    receipt = suffer(tavern, 20)
    assert not receipt.waiting
    assert of(receipt, Died).rule == "FUD-224"


@pytest.mark.rule("FUD-043")
def test_a_wound_that_does_not_kill_asks_nobody() -> None:
    tavern = hero(fp_death_save=True)
    assert not suffer(tavern, 10).waiting


@pytest.mark.rule("FUD-202")
def test_near_death_is_an_hour_at_most() -> None:
    """Unconscious, and dead within the hour if nobody helps; whoever gets better is not."""
    for healed in (False, True):
        tavern = hero()
        assert of(suffer(tavern, 9), Dying).due == 3600
        assert not tavern.character("hero").condition.conscious
        if healed:
            heal = {"type": "fudge.heal", "target": "hero", "source": "a spell", "amount": 2}
            tavern.do(heal | {"rule": "RUN-001"})
            assert tavern.character("hero").condition.dies_at is None
        tavern.do({"type": "table.advance_clock", "seconds": 3599})
        assert LEVELS[tavern.character("hero").level] != "dead"
        receipt = tavern.do({"type": "table.advance_clock", "seconds": 1})
        assert bool(all_of(receipt, Died)) != healed


@given(
    st.sampled_from("ABC"),
    st.sampled_from(sorted(BOXES)),
    st.integers(0, 18),
    st.lists(st.integers(1, 30), min_size=1, max_size=4),
)
def test_a_threshold_never_raises_and_no_box_is_lost(
    kind: str, resistance: str, before: int, blows: list[int]
) -> None:
    """FUD-224, FUD-226 to 228: points never fall, never exceed their sum, and match the boxes."""
    tavern = hero(resistance, before, damage_threshold=kind)
    points = before
    for amount in blows:
        suffer(tavern, amount)
        who = tavern.character("hero")
        assert points <= who.points <= points + amount
        assert who.level == level_at(BOXES[resistance], who.points)
        points = who.points
