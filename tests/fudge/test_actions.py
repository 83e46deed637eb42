"""Simple Actions, Situational Rolls and contests: FUD-139, 143 to 149, 153 to 157."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.core.table.ledger import Charter
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import Attempted, Contested, Situated, ladder
from rollbook.plugins.fudge.actions.contests import judged

from .tavern import Tavern, of, sit_down, told


def climber(level: str, **sheet: Any) -> Tavern:
    tavern = sit_down()
    tavern.enter("mickey", "anna", skills={"climbing": level, "lore": "Good"}, **sheet)
    return tavern


def climb(tavern: Tavern, roll: int, difficulty: str | None, **fields: Any) -> Any:
    sent = {"type": "fudge.attempt", "actor": "mickey", "trait": "climbing"} | fields
    level = None if difficulty is None else ladder.level(difficulty)
    return tavern.do(sent | {"difficulty": level}, roll)


@pytest.mark.rule("FUD-139", "FUD-147")
@pytest.mark.parametrize(
    ("trait", "roll", "difficulty", "result", "success", "margin"),
    [
        ("Great", 2, "Great", "Superb+1", True, 2),  # FUD-EX-050
        ("Great", 1, "Good", "Superb", True, 2),  # FUD-EX-057
        ("Good", -1, "Good", "Fair", False, -1),  # FUD-EX-058
        ("Good", 0, "Poor", "Good", True, 3),  # FUD-EX-059
        ("Fair", 0, "Fair", "Fair", True, 0),  # FUD-EX-065: equal is enough
        ("Terrible", -4, "Fair", "Terrible-4", False, -7),
    ],
)
def test_simple_actions(
    trait: str, roll: int, difficulty: str, result: str, success: bool, margin: int
) -> None:
    """FUD-147, FUD-139."""
    done = of(climb(climber(trait), roll, difficulty), Attempted)
    assert ladder.result(done.result) == result
    assert (done.success, done.margin, done.rule) == (success, margin, "FUD-147")


@pytest.mark.rule("FUD-143")
def test_without_difficulty_the_result_is_the_quality() -> None:
    """FUD-143, FUD-EX-051: a Fair poet's +2 is a Great poem."""
    tavern = climber("Fair")
    receipt = climb(tavern, 2, None, purpose="a poem")
    done = of(receipt, Attempted)
    assert (done.result, done.success, done.margin, done.rule) == (2, None, None, "FUD-143")
    assert told(tavern, receipt) == [
        "Mickey throws 2 6 for a poem: +2, with climbing 0: Great.",
        "What Mickey does is Great.",
    ]


@pytest.mark.rule("FUD-139", "FUD-145", "FUD-146", "FUD-149")
@pytest.mark.parametrize(
    ("fields", "sources"),
    [
        ({}, [("climbing", "FUD-139", 1)]),
        ({"helper": "lore"}, [("climbing", "FUD-139", 1), ("lore", "FUD-146", 1)]),
        ({"helper": "blade"}, [("climbing", "FUD-139", 1)]),  # FUD-EX-055: he lacks it
        ({"trait": "lockpicking"}, [("lockpicking", "FUD-149", -2)]),  # FUD-EX-060
        ({"trait": "agility", "default": 0}, [("agility", "FUD-149", 0)]),
        ({"situation": [{"amount": 1, "reason": "fine picks"}]},
         [("climbing", "FUD-139", 1), ("fine picks", "FUD-145", 1)]),
    ],
)  # fmt: skip
def test_everything_that_counts_is_listed_with_its_rule(
    fields: dict[str, Any], sources: list[tuple[str, str, int]]
) -> None:
    rolled = of(climb(climber("Good"), 0, "Fair", **fields), Rolled)
    assert [(m.source, m.rule, m.amount) for m in rolled.modifiers] == sources
    assert rolled.total == sum(amount for _, _, amount in sources)


@pytest.mark.rule("FUD-146")
def test_a_second_trait_helps_only_where_the_table_lets_it() -> None:
    """FUD-146."""
    tavern = sit_down(secondary_bonus=False)
    tavern.enter("mickey")
    with pytest.raises(Refused) as refused:
        climb(tavern, 0, "Fair", helper="lore")
    assert (refused.value.rule, refused.value.path) == ("FUD-146", "$.helper")


@pytest.mark.rule("FUD-147")
def test_a_roll_names_its_trait_once_and_a_narrow_success_is_by_none() -> None:
    """FUD-147: no purpose is told where none was stated."""
    tavern = climber("Fair")
    assert told(tavern, climb(tavern, 0, "Fair")) == [
        "Mickey throws 5 5: 0, with climbing 0: Fair.",
        "Mickey just does it: Fair against Fair.",
    ]
    assert "for a wall" in told(tavern, climb(tavern, 0, "Fair", purpose="a wall"))[0]


@pytest.mark.rule("FUD-146", "FUD-050")
@pytest.mark.parametrize(("level", "helps"), [("Good", 1), ("Fair", 0)])
def test_what_a_broader_trait_covers_helps_like_a_trait_of_its_own(level: str, helps: int) -> None:
    tavern = sit_down()
    tavern.enter("mickey", "anna", skills={"climbing": "Fair", "blade": 0, "sciences": level})
    listed = {"kind": "skill", "breadth": "broad", "covers": ["geology"]}
    tavern.do({"type": "fudge.list_trait", "trait": "sciences", "listed": listed})
    assert of(climb(tavern, 0, "Fair", helper="geology"), Attempted).result == helps


@pytest.mark.rule("FUD-146")
def test_a_trait_does_not_help_itself() -> None:
    """FUD-146: the trait that helps is a second one."""
    with pytest.raises(Refused) as refused:
        climb(climber("Great"), 0, "Fair", helper="climbing")
    assert (refused.value.rule, refused.value.path) == ("FUD-146", "$.helper")


@pytest.mark.rule("FUD-151")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"actor": "nobody-here"}, "$.actor"),
        ({"situation": [{"amount": -4, "reason": "x"}]}, "$.situation[0].amount"),
        ({"situation": [{"amount": 1, "reason": "x", "actor": "who"}]}, "$.situation[0].actor"),
    ],
)
def test_refusals(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as refused:
        climb(climber("Good"), 0, "Fair", **fields)
    assert refused.value.path == path
    with pytest.raises(Refused, match="below Terrible") as refused:
        climb(climber("Good"), 0, "Terrible-1")
    assert refused.value.rule == "FUD-151"


@pytest.mark.rule("FUD-153")
def test_what_the_gm_rolls_in_secret_the_players_do_not_see() -> None:
    """FUD-153."""
    tavern = climber("Good")
    before = len(list(tavern.session.log(viewer="anna")))
    receipt = climb(tavern, 0, "Fair", secret=True)
    assert of(receipt, Rolled).draw.kind == "secret"  # type: ignore[union-attr]
    assert len(list(tavern.session.log(viewer="anna"))) == before
    assert len(list(tavern.session.log(viewer="master"))) > before
    frank = sit_down(Charter(secret_rolls=False))
    frank.enter("mickey")
    with pytest.raises(Refused, match="hides no rolls"):
        climb(frank, 0, "Fair", secret=True)


@pytest.mark.rule("FUD-153", "FUD-144", "FUD-154")
@pytest.mark.parametrize(
    ("command", "shifts"),
    [
        ({"type": "fudge.situational", "actor": "mickey", "purpose": "footsteps"}, (0,)),
        (
            {"type": "fudge.contest", "a": "mickey", "b": "thief"}
            | {"trait_a": "lore", "trait_b": "lore"},
            (0, 0),
        ),
    ],
)
def test_who_hides_and_what_goes_on_behind_a_door_is_rolled_in_secret_too(
    command: dict[str, Any], shifts: tuple[int, ...]
) -> None:
    tavern = climber("Good")
    tavern.enter("thief", skills={"lore": "Good"})
    before = len(list(tavern.session.log(viewer="anna")))
    tavern.do(command | {"secret": True}, *shifts)
    assert len(list(tavern.session.log(viewer="anna"))) == before
    tavern.do(command, *shifts)
    assert len(list(tavern.session.log(viewer="anna"))) > before
    frank = sit_down(Charter(secret_rolls=False))
    frank.enter("mickey")
    with pytest.raises(Refused, match="hides no rolls"):
        frank.do(command | {"secret": True})


@pytest.mark.rule("FUD-144")
@pytest.mark.parametrize(("roll", "said"), [(-1, "Mediocre"), (0, "Fair"), (1, "Good")])
def test_situational_rolls(roll: int, said: str) -> None:
    """FUD-144, FUD-EX-066."""
    tavern = sit_down()
    sent = {"type": "fudge.situational", "actor": "master", "purpose": "passers-by"}
    receipt = tavern.do(sent, roll)
    assert ladder.result(of(receipt, Situated).result) == said
    assert told(tavern, receipt)[-1] == f"How it stands with passers-by: {said}."
    with pytest.raises(Refused):
        tavern.do(sent | {"actor": "nobody-here"})
    helped = tavern.do(sent | {"situation": [{"amount": 2, "reason": "market day"}]}, roll)
    assert of(helped, Situated).result == roll + 2


@pytest.mark.rule("FUD-154", "FUD-155", "FUD-157")
@pytest.mark.report(188)
@pytest.mark.parametrize(
    ("one", "other", "minimum", "expected"),
    [
        ("Great", "Great", None, ("tie", "FUD-155")),  # FUD-EX-069
        ("Great", "Superb", None, ("b", "FUD-155")),  # FUD-EX-070
        ("Great", "Fair", None, ("a", "FUD-155")),  # FUD-EX-071
        ("Mediocre", "Poor", "Fair", ("failed-minimum", "FUD-157")),  # FUD-EX-072
        ("Fair", "Poor", "Fair", ("a", "FUD-155")),  # FUD-EX-073
        ("Mediocre", "Good", "Fair", ("b", "FUD-155")),
        ("Mediocre", "Mediocre", "Fair", ("tie", "FUD-155")),
    ],
)
def test_contests(one: str, other: str, minimum: str | None, expected: tuple[str, str]) -> None:
    """FUD-154, 155, 157: a tie changes nothing; too low a win wins nothing."""
    least = None if minimum is None else ladder.level(minimum)
    assert judged(ladder.level(one), ladder.level(other), least) == expected
    tavern = sit_down()
    tavern.enter("lisa", skills={"bluff": one})
    tavern.enter("joe", skills={"wits": other})
    sent = {"type": "fudge.contest", "a": "lisa", "b": "joe", "trait_a": "bluff"}
    receipt = tavern.do(sent | {"trait_b": "wits", "minimum": least}, 0, 0)
    done = of(receipt, Contested)
    assert (done.outcome, done.rule) == expected
    assert done.degree == ladder.level(one) - ladder.level(other)
    assert ladder.result(done.result_a) in told(tavern, receipt)[-1]


@pytest.mark.rule("FUD-155")
@pytest.mark.parametrize(
    ("one", "other", "lang", "said"),
    [
        ("Good", "Superb", "en", "Joe wins, Superb against Good: +2."),
        ("Superb", "Good", "en", "Lisa wins, Superb against Good: +2."),
        ("Good", "Superb", "it", "Vince Joe, Superbo contro Buono: +2."),
    ],
)
def test_the_result_told_as_the_winners_is_his(one: str, other: str, lang: str, said: str) -> None:
    """FUD-155: whichever side has won."""
    tavern = sit_down()
    tavern.enter("lisa", skills={"bluff": one})
    tavern.enter("joe", skills={"wits": other})
    sent = {"type": "fudge.contest", "a": "lisa", "b": "joe", "trait_a": "bluff"}
    assert told(tavern, tavern.do(sent | {"trait_b": "wits"}, 0, 0), lang)[-1] == said


@pytest.mark.rule("FUD-154")
def test_nobody_contests_with_himself() -> None:
    tavern = climber("Good")
    sent = {"type": "fudge.contest", "a": "mickey", "b": "mickey", "trait_a": "x", "trait_b": "y"}
    with pytest.raises(Refused) as refused:
        tavern.do(sent)
    assert (refused.value.rule, refused.value.path) == ("FUD-154", "$.b")
