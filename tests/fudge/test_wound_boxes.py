"""Wound boxes, levels and penalties: FUD-176, 202, 223 to 225."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rollbook.core.errors import Refused, RollbookError
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import CameTo, Died, Dying, FudgeOptions, Healed, Wounded, ladder
from rollbook.plugins.fudge.damage.wounds import LEVELS, boxes, filled, level_at, penalty

from .tavern import of, sit_down, told

BOXES = {
    "Terrible": (1, 1, 1, 1, 2),
    "Poor": (2, 1, 1, 2, 2),
    "Mediocre": (2, 2, 1, 2, 2),
    "Fair": (2, 2, 2, 2, 2),
    "Good": (3, 2, 2, 3, 2),
    "Great": (3, 3, 2, 3, 2),
    "Superb": (3, 3, 3, 3, 2),
    "Legendary": (4, 3, 3, 4, 2),
}
DEAD_AT = dict(zip(BOXES, (7, 9, 10, 11, 13, 14, 15, 17), strict=True))
PENALTY = {"unhurt": 0, "scratch": 0, "hurt": -1, "very-hurt": -2}
EVERY = [(r, n) for r in BOXES for n in range(DEAD_AT[r] + 3)]


@pytest.mark.parametrize("resistance", BOXES)
@pytest.mark.rule("FUD-223")
def test_boxes_of_each_resistance(resistance: str) -> None:
    """FUD-EX-265 to 272."""
    found = boxes(ladder.level(resistance), FudgeOptions())
    assert found == BOXES[resistance]
    assert sum(found) + 1 == DEAD_AT[resistance]


@pytest.mark.rule("FUD-223")
def test_resistance_beyond_the_table_counts_as_its_end() -> None:
    """FUD-223."""
    assert boxes(-5, FudgeOptions()) == BOXES["Terrible"]
    assert boxes(6, FudgeOptions()) == BOXES["Legendary"]


@pytest.mark.rule("FUD-225")
@pytest.mark.parametrize(
    ("option", "fair", "dead_at"),
    [("+1", (3, 3, 2, 2, 2), 13), ("+2", (4, 4, 2, 2, 2), 15)],
)
def test_epic_boxes(option: str, fair: tuple[int, ...], dead_at: int) -> None:
    """FUD-225, FUD-EX-282."""
    tavern = sit_down(wound_boxes=option)
    tavern.enter("hero")
    assert tavern.character("hero").boxes == fair
    assert level_at(fair, dead_at - 1) == LEVELS.index("near-death")
    assert level_at(fair, dead_at) == LEVELS.index("dead")


@pytest.mark.rule("FUD-224")
@pytest.mark.report(144)
@pytest.mark.parametrize(("resistance", "points"), EVERY)
def test_level_and_penalty_of_every_filled_count(resistance: str, points: int) -> None:
    """FUD-224: counted out box by box, by a second way that shares no code with the first."""
    track = BOXES[resistance]
    each = [level for level, number in enumerate(track, 1) for _ in range(number)]
    expected = 0 if not points else each[points - 1] if points <= len(each) else 6
    assert level_at(track, points) == expected
    assert sum(filled(track, points)) == min(points, len(each))
    assert filled(track, points) == tuple(each[:points].count(level) for level in range(1, 6))
    if LEVELS[expected] in PENALTY:
        assert penalty(expected) == PENALTY[LEVELS[expected]]


@pytest.mark.report(144)
@pytest.mark.parametrize(
    ("resistance", "levels"),
    [
        ("Terrible", "unhurt scratch hurt very-hurt incapacitated near-death near-death dead"),
        ("Fair", "unhurt scratch scratch hurt hurt very-hurt very-hurt incapacitated incapacitated"
                 " near-death near-death dead"),
    ],
)  # fmt: skip
@pytest.mark.rule("FUD-202", "FUD-224")
def test_the_levels_point_by_point(resistance: str, levels: str) -> None:
    """FUD-EX-273, FUD-EX-276, FUD-EX-281."""
    found = [LEVELS[level_at(BOXES[resistance], n)] for n in range(DEAD_AT[resistance] + 1)]
    assert " ".join(found) == levels


@pytest.mark.rule("FUD-224")
def test_points_add_up_and_the_event_says_before_and_after() -> None:
    """FUD-224, through a session: Snorri's five points, one by one."""
    tavern = sit_down().duellists()
    for before in range(14):
        suffer = {"type": "fudge.suffer", "target": "snorri", "source": "brynhild", "amount": 1}
        event = of(tavern.do(suffer), Wounded)
        assert (event.before, event.after) == (before, before + 1)
        assert event.level_before == level_at(BOXES["Good"], before)
        assert event.level == level_at(BOXES["Good"], before + 1)
        assert event.filled == filled(BOXES["Good"], before + 1)
        assert tavern.character("snorri").points == before + 1
    assert LEVELS[tavern.character("snorri").level] == "dead"


@pytest.mark.rule("FUD-224")
def test_healing_takes_the_worst_boxes_first() -> None:
    """The way that spells and corrections heal."""
    tavern = sit_down().duellists()
    wound = {"type": "fudge.suffer", "target": "snorri", "source": "a fall", "amount": 5}
    tavern.do(wound)
    heal = {"type": "fudge.heal", "target": "snorri", "source": "a spell", "rule": "RUN-001"}
    receipt = tavern.do(heal | {"amount": 2})
    event = of(receipt, Healed)
    assert (event.before, event.after, LEVELS[event.level]) == (5, 3, "scratch")
    assert event.filled == (3, 0, 0, 0, 0)
    assert told(tavern, receipt) == [
        "Snorri loses 2 wound points, thanks to a spell: Scratch ■■■; 3 of 12 boxes full. "
        "Snorri is now: Scratch."
    ]
    assert of(tavern.do(heal | {"amount": 99}), Healed).after == 0
    with pytest.raises(Refused, match="unhurt"):
        tavern.do(heal | {"amount": 1})


@pytest.mark.parametrize("command", ["suffer", "heal"])
def test_no_points_are_refused(command: str) -> None:
    tavern = sit_down().duellists()
    sent = {"type": f"fudge.{command}", "target": "snorri", "source": "x", "rule": "FUD-224"}
    for amount, target, path in ((0, "snorri", "$.amount"), (1, "nobody-here", "$.target")):
        with pytest.raises(Refused) as refused:
            tavern.do(sent | {"amount": amount, "target": target})
        assert refused.value.path == path


@pytest.mark.rule("FUD-224")
@pytest.mark.parametrize("amount", [10**6, 10**15, 10**30])
def test_no_more_points_at_once_than_anything_could_do(amount: int) -> None:
    """FUD-224: a number that no blow reaches is a slip, and nothing is recorded of it."""
    tavern = sit_down().duellists()
    with pytest.raises(RollbookError) as refused:
        tavern.do({"type": "fudge.suffer", "target": "snorri", "source": "x", "amount": amount})
    assert refused.value.path == "$.amount"
    assert tavern.character("snorri").points == 0


# --- penalties


@pytest.mark.rule("FUD-202")
@pytest.mark.report(150)
def test_wounds_touch_only_what_they_affect() -> None:
    """FUD-202: two levels off what a wound hinders, nothing off the rest, and it is announced."""
    tavern = sit_down()
    tavern.enter("joe", skills={"blade": "Good", "lore": "Good"}, unhindered=["lore"])
    tavern.do({"type": "fudge.suffer", "target": "joe", "source": "a fall", "amount": 5})
    assert tavern.character("joe").penalty == -2
    for trait, expected in (("blade", -1), ("lore", 1)):
        attempt = {"type": "fudge.attempt", "actor": "joe", "trait": trait}
        rolled = of(tavern.do(attempt, 0), Rolled)
        assert rolled.total == expected
        wounds = [m for m in rolled.modifiers if m.source == "wounds"]
        assert [(m.amount, m.rule) for m in wounds] == ([(-2, "FUD-202")] if expected < 0 else [])
    assert tavern.character("joe").traits["lore"].level == 1
    assert tavern.character("joe").resistance == 0


@pytest.mark.rule("FUD-144")
@pytest.mark.report(150)
def test_wounds_touch_no_situational_roll() -> None:
    """FUD-144: no penalty of a character applies, and so none on damage."""
    tavern = sit_down().duellists()
    tavern.do({"type": "fudge.suffer", "target": "snorri", "source": "a fall", "amount": 6})
    sent = {"type": "fudge.situational", "actor": "snorri", "purpose": "passers-by"}
    assert of(tavern.do(sent, 1), Rolled).total == 1
    rolls = [e for e in tavern.exchange(4, 0, 1).events if isinstance(e, Rolled)]
    assert [r.total for r in rolls if r.purpose == "damage"] == [1]


@pytest.mark.parametrize(("points", "fair"), [(1, 1), (3, 0), (5, -1), (6, -1), (7, -1), (8, -1)])
@pytest.mark.rule("FUD-202")
def test_penalties_do_not_add_up(points: int, fair: int) -> None:
    """FUD-EX-052: Good and Hurt is Fair; Very Hurt replaces Hurt, and nothing beyond adds to it."""
    tavern = sit_down()
    tavern.enter("joe", skills={"blade": "Good"})
    tavern.do({"type": "fudge.suffer", "target": "joe", "source": "x", "amount": points})
    if points > 6:
        tavern.do({"type": "fudge.hold_on", "actor": "joe"}, 0)
    rolled = of(tavern.do({"type": "fudge.attempt", "actor": "joe", "trait": "blade"}, 0), Rolled)
    assert rolled.total == fair


@pytest.mark.rule("FUD-202")
@pytest.mark.parametrize(("path", "points"), list(product("ab", (7, 9, 11))))
def test_whoever_is_out_of_action_cannot_fight(path: str, points: int) -> None:
    """FUD-202: Incapacitated, Near Death, dead; refused before any dice."""
    tavern = sit_down()
    tavern.enter("one")
    tavern.enter("two")
    target = {"a": "one", "b": "two"}[path]
    tavern.do({"type": "fudge.suffer", "target": target, "source": "x", "amount": points})
    with pytest.raises(Refused) as refused:
        tavern.do({"type": "fudge.exchange", "a": "one", "b": "two"})
    assert (refused.value.rule, refused.value.path) == ("FUD-202", f"$.{path}")


ACTS = [
    ({"type": "fudge.attempt", "actor": "one", "trait": "blade"}, 1, "$.actor"),
    ({"type": "fudge.contest", "a": "one", "b": "two", "trait_a": "x", "trait_b": "y"}, 2, "$.a"),
    ({"type": "fudge.contest", "a": "two", "b": "one", "trait_a": "x", "trait_b": "y"}, 2, "$.b"),
    ({"type": "fudge.wield", "actor": "one", "weapon": "blade"}, 0, "$.actor"),
]


@pytest.mark.rule("FUD-202")
@pytest.mark.parametrize(("command", "rolls", "path"), ACTS)
@pytest.mark.parametrize("points", [7, 9, 11])
def test_whoever_is_out_cold_or_dead_does_nothing(
    command: dict[str, Any], rolls: int, path: str, points: int
) -> None:
    """FUD-202: the Incapacitated may still try, once he stays conscious; the others may not."""
    tavern = sit_down()
    tavern.enter("one")
    tavern.enter("two")
    tavern.do({"type": "fudge.suffer", "target": "one", "source": "x", "amount": points})
    if points < 9:
        with pytest.raises(Refused) as refused:
            tavern.do(command)
        assert (refused.value.rule, refused.value.path) == ("FUD-203", path)
        tavern.do({"type": "fudge.hold_on", "actor": "one"}, 0)
        assert tavern.do(command, *[0] * rolls).events
        return
    with pytest.raises(Refused, match="cannot act") as refused:
        tavern.do(command)
    assert (refused.value.rule, refused.value.path) == ("FUD-202", path)


@pytest.mark.report(143)
def test_no_overflow_is_left_behind_a_healed_track() -> None:
    """Points beyond the last box are shown while they stand, and healing begins at none."""
    tavern = sit_down()
    tavern.enter("hero")
    tavern.do({"type": "fudge.suffer", "target": "hero", "source": "x", "amount": 13, "rule": "r"})
    assert tavern.character("hero").points == 13
    tavern.do({"type": "fudge.heal", "target": "hero", "source": "y", "amount": 99, "rule": "r"})
    healed = tavern.character("hero")
    assert (healed.points, LEVELS[healed.level]) == (0, "unhurt")
    tavern.do({"type": "fudge.suffer", "target": "hero", "source": "x", "amount": 1, "rule": "r"})
    assert (tavern.character("hero").points, LEVELS[tavern.character("hero").level]) == (
        1,
        "scratch",
    )


# --- the same wounds in other boxes


def resisting(resistance: str, points: int, **options: Any) -> Any:
    """Joe with so many wound points, and then with another Damage Resistance."""
    tavern = sit_down(**options)
    tavern.enter("joe", resistance="Great")
    if points:
        suffer = {"type": "fudge.suffer", "target": "joe", "source": "a fall", "amount": points}
        tavern.do(suffer)
    sheet = {"resistance": resistance, "skills": {"blade": "Fair"}}
    revise = {"type": "fudge.revise", "actor": "joe", "sheet": sheet, "reason": "a curse"}
    return tavern, tavern.do(revise)


@pytest.mark.rule("FUD-224")
@pytest.mark.parametrize("points", [0, 1, 3, 6, 8, 11, 13])
@pytest.mark.parametrize("resistance", [*BOXES][:-1])
def test_the_same_wounds_fill_the_boxes_that_somebody_has_now(resistance: str, points: int) -> None:
    """No point is lost or won; level and penalty are those of the boxes that are filled."""
    tavern, _ = resisting(resistance, points)
    who = tavern.character("joe")
    level, left = 0, points
    for number, room in enumerate(BOXES[resistance], 1):
        level = number if left > 0 else level
        left -= room
    level = 6 if left > 0 else level
    assert (who.points, who.level) == (points, level)
    assert who.penalty == -min(2, max(0, level - 1))
    assert who.condition.conscious == (level < 5)
    (row,) = tavern.session.view()["wound-track"].characters
    assert row.level == LEVELS[level]


@pytest.mark.rule("FUD-224", "FUD-202")
def test_whoever_has_fewer_boxes_for_his_wounds_may_die_of_it() -> None:
    """Eight points are Very Hurt at Great, Near Death at Poor, and too much at Terrible."""
    tavern, receipt = resisting("Poor", 8)
    assert of(receipt, Dying).actor == "joe"
    assert (
        told(tavern, receipt)[0]
        == "Joe's sheet changes: a curse. With the same wounds: Near Death."
    )
    tavern.do({"type": "table.advance_clock", "seconds": 60 * 60})
    assert tavern.character("joe").level == 6
    _, receipt = resisting("Terrible", 8)
    assert of(receipt, Died).rule == "FUD-224"


@pytest.mark.rule("FUD-203", "FUD-240")
def test_whoever_has_more_boxes_for_his_wounds_wakes() -> None:
    tavern = sit_down(scratch_recovery="one-day")
    tavern.enter("joe", resistance="Terrible")
    tavern.do({"type": "fudge.suffer", "target": "joe", "source": "a fall", "amount": 4})
    tavern.do({"type": "fudge.hold_on", "actor": "joe"}, -4)
    assert not tavern.character("joe").condition.conscious
    sheet = {"resistance": "Great", "skills": {"blade": "Fair"}}
    revise = {"type": "fudge.revise", "actor": "joe", "sheet": sheet, "reason": "a blessing"}
    receipt = tavern.do(revise)
    assert of(receipt, CameTo).actor == "joe"
    assert tavern.character("joe").level == LEVELS.index("hurt")
    sheet["resistance"] = "Legendary"
    with pytest.raises(Refused):
        tavern.do(revise | {"sheet": sheet})
    tavern.do({"type": "fudge.heal", "target": "joe", "source": "x", "amount": 2, "rule": "r"})
    assert tavern.character("joe").level == LEVELS.index("scratch")
    tavern.do({"type": "table.advance_clock", "seconds": 24 * 60 * 60})
    assert tavern.character("joe").points == 0


@pytest.mark.rule("FUD-205", "FUD-224")
def test_no_box_more_on_his_sheet_brings_the_dead_back() -> None:
    tavern = sit_down()
    tavern.enter("joe", resistance="Terrible")
    tavern.do({"type": "fudge.kill", "target": "joe", "source": "a fall", "cause": "asleep"})
    points = tavern.character("joe").points
    sheet = {"resistance": "Great", "skills": {"blade": "Fair"}}
    tavern.do({"type": "fudge.revise", "actor": "joe", "sheet": sheet, "reason": "too late"})
    joe = tavern.character("joe")
    assert sum(joe.boxes) > points  # so that as many would not kill anybody else
    assert (LEVELS[joe.level], joe.points) == ("dead", points)
