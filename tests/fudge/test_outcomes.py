"""What the GM says without dice or of a result, and contests of several: 4.2 to 4.5."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Attempted,
    AutoOutcome,
    Competed,
    Contested,
    Evened,
    Graded,
    Noticed,
)
from rollbook.plugins.fudge.actions.odds import chance, contest, needs
from rollbook.plugins.fudge.actions.rivalry import ranked
from rollbook.plugins.fudge.content import chances
from rollbook.plugins.fudge.options import FudgeOptions

from .tavern import Tavern, all_of, of, sit_down, told


def climbers(**options: Any) -> Tavern:
    """Parri Great, Mickey Good, Arnold without the skill."""
    tavern = sit_down(**options)
    tavern.enter("parri", skills={"climbing": "Great"})
    tavern.enter("mickey", "anna", skills={"climbing": "Good"})
    tavern.enter("arnold", "bea", attributes={"dexterity": "Superb"})
    return tavern


def attempt(tavern: Tavern, actor: str, roll: int, **fields: Any) -> Any:
    answers = fields.pop("answers", None)
    sent = {"type": "fudge.attempt", "actor": actor, "trait": "climbing"} | fields
    return tavern.do(sent, roll, answers=answers)


@pytest.mark.rule("FUD-131")
@pytest.mark.parametrize(("reason", "success"), [("trivial", True), ("impossible", False)])
def test_what_is_certain_either_way_takes_no_dice(reason: str, success: bool) -> None:
    """FUD-EX-067: a Superb climber on an easy wall."""
    tavern = sit_down()
    tavern.enter("parri", skills={"climbing": "Superb"})
    sent = {"type": "fudge.foregone", "actor": "parri", "action": "the wall", "reason": reason}
    receipt = tavern.do(sent | {"trait": "climbing"})
    done = of(receipt, AutoOutcome)
    assert (done.success, done.reason, done.rule) == (success, reason, "FUD-131")
    assert not all_of(receipt, Rolled)
    assert told(tavern, receipt)[0].startswith("Parri does it" if success else "Parri cannot")


@pytest.mark.rule("FUD-131")
def test_somebody_out_cold_does_not_even_what_is_trivial() -> None:
    tavern = climbers()
    tavern.do({"type": "fudge.suffer", "target": "parri", "amount": 40, "source": "a fall"})
    with pytest.raises(Refused) as found:
        tavern.do({"type": "fudge.foregone", "actor": "parri", "action": "x", "reason": "trivial"})
    assert found.value.rule == "FUD-202"


@pytest.mark.rule("FUD-144")
@pytest.mark.parametrize(
    ("die", "face", "yes"),
    [(6, 3, False), (6, 4, True), (10, 5, False), (10, 6, True), (20, 10, False), (20, 11, True),
     (100, 50, False), (100, 51, True)],
)  # fmt: skip
def test_any_die_says_yes_one_time_in_two(die: int, face: int, yes: bool) -> None:
    tavern = sit_down()
    tavern.hand.faces = [face]
    sent = {"type": "fudge.even_chance", "actor": "master", "purpose": "does it rain", "die": die}
    receipt = tavern.session.do(sent, "master")
    assert of(receipt, Evened).yes is yes
    assert told(tavern, receipt)[-1] == f"does it rain: {'yes' if yes else 'no'}."


@pytest.mark.rule("FUD-132", "FUD-151")
def test_the_master_names_trait_and_difficulty_fair_where_he_names_none() -> None:
    done = of(attempt(climbers(), "mickey", -1), Attempted)
    assert (done.difficulty, done.result, done.success) == (0, 0, True)
    done = of(attempt(climbers(), "mickey", 2, difficulty="Superb+1"), Attempted)
    assert (done.difficulty, done.success) == (4, False)


@pytest.mark.rule("FUD-152")
def test_the_master_says_what_so_much_of_a_failure_comes_to() -> None:
    """FUD-EX-058, 059: stuck half-way; with a rope it is easier, and he arrives."""
    tavern = climbers()
    said = {"degree": "he hangs half-way, tangled in his ropes"}
    receipt = attempt(tavern, "mickey", -1, difficulty="Good", graded=True, answers=said)
    outcome = of(receipt, Graded)
    assert (outcome.margin, outcome.result, outcome.outcome) == (-1, 0, said["degree"])
    assert "half-way" in told(tavern, receipt)[-1]
    done = of(attempt(tavern, "mickey", 0, difficulty="Poor", graded=True), Attempted)
    assert (done.success, done.margin) == (True, 3)


@pytest.mark.rule("FUD-152")
def test_until_the_master_has_said_it_the_question_waits() -> None:
    tavern = climbers()
    receipt = attempt(tavern, "mickey", -1, difficulty="Good", graded=True)
    assert receipt.waiting
    assert not all_of(receipt, Graded)
    with pytest.raises(Refused) as found:
        attempt(climbers(), "mickey", 0, difficulty=None, graded=True)
    assert (found.value.rule, found.value.path) == ("FUD-152", "$.graded")


@pytest.mark.rule("FUD-153")
@pytest.mark.parametrize(("roll", "heard"), [(1, 1), (-4, 0)])
def test_of_a_secret_roll_players_hear_only_if_it_succeeds(roll: int, heard: int) -> None:
    """They see neither dice nor difficulty, and of a failure nothing at all."""
    tavern = climbers()
    before = {seat: len(list(tavern.session.log(viewer=seat))) for seat in ("anna", "bea")}
    attempt(tavern, "mickey", roll, secret=True, reveals="a loose stone")
    for seat, seen in before.items():
        new = [entry.type for entry in tavern.session.log(viewer=seat)][seen:]
        assert new == ["fudge.noticed"] * heard
    with pytest.raises(Refused) as found:
        attempt(tavern, "mickey", 0, reveals="a stone")
    assert (found.value.rule, found.value.path) == ("FUD-153", "$.reveals")


@pytest.mark.rule("FUD-150", "FUD-149")
@pytest.mark.parametrize(
    ("level", "lifted"), [("Superb", 1), ("Great", 1), ("Good", 1), ("Fair", 0), ("Poor", 0)]
)
def test_a_high_attribute_lifts_what_somebody_has_not_learnt(level: str, lifted: int) -> None:
    """FUD-EX-056: sleight of hand, untrained, with Dexterity Superb: Mediocre."""
    tavern = sit_down()
    tavern.enter("arnold", attributes={"dexterity": level})
    sent = {"trait": "sleight-of-hand", "attribute": "dexterity"}
    rolled = of(attempt(tavern, "arnold", 0, **sent), Rolled)
    assert rolled.total == -2 + lifted
    assert [m.rule for m in rolled.modifiers] == ["FUD-149"] + ["FUD-150"] * lifted


@pytest.mark.rule("FUD-150")
def test_nothing_lifts_what_is_learnt_or_where_the_table_lifts_nothing() -> None:
    for tavern, actor in ((climbers(), "mickey"), (climbers(untrained_lift=False), "arnold")):
        with pytest.raises(Refused) as found:
            attempt(tavern, actor, 0, attribute="dexterity")
        assert (found.value.rule, found.value.path) == ("FUD-150", "$.attribute")
    with pytest.raises(Refused) as found:
        attempt(climbers(), "arnold", 0, attribute="luckiness")
    assert (found.value.rule, found.value.path) == ("FUD-150", "$.attribute")


@pytest.mark.rule("FUD-148")
def test_an_attribute_counts_where_the_game_has_no_such_skill() -> None:
    tavern = climbers()
    tavern.do({"type": "fudge.describe_traits", "whole": True})
    rolled = of(attempt(tavern, "arnold", 0, trait="juggling", attribute="dexterity"), Rolled)
    assert [(m.source, m.rule, m.amount) for m in rolled.modifiers] == [("dexterity", "FUD-148", 3)]


@pytest.mark.rule("FUD-021", "FUD-017", "FUD-025", "FUD-154")
def test_a_fault_a_gift_or_a_trait_of_character_helps_or_hinders_as_the_master_says() -> None:
    """A lecher hardly resists; a vow of chastity helps; what he has not does neither."""
    tavern = sit_down()
    tavern.enter("ann", skills={"seduction": "Good"}, gifts={"charming": {}})
    tavern.enter("joe", attributes={"willpower": "Good"}, faults={"lecher": {}},
                 personality={"devout": "prays at every hour"})  # fmt: skip
    sent = {"type": "fudge.contest", "a": "ann", "b": "joe", "trait_a": "seduction",
            "trait_b": "willpower"}  # fmt: skip
    situation = [{"actor": "joe", "amount": -2, "trait": "lecher"},
                 {"actor": "joe", "amount": 1, "trait": "devout"},
                 {"actor": "ann", "amount": 1, "trait": "charming"}]  # fmt: skip
    receipt = tavern.do(sent | {"situation": situation}, 0, 0)
    ann, joe = all_of(receipt, Rolled)
    assert [(m.source, m.rule) for m in joe.modifiers[1:]] == [
        ("lecher", "FUD-021"), ("devout", "FUD-025"),
    ]  # fmt: skip
    assert (ann.modifiers[1].rule, of(receipt, Contested).degree) == ("FUD-017", 2)
    with pytest.raises(Refused) as found:
        tavern.do(sent | {"situation": [{"actor": "ann", "amount": 1, "trait": "lecher"}]})
    assert (found.value.rule, found.value.path) == ("FUD-020", "$.situation[0].trait")


@pytest.mark.rule("FUD-159")
@pytest.mark.parametrize(
    ("rolls", "minimum", "outcome", "best"),
    [
        ((0, 0, 0), None, "won", ("parri",)),
        ((-1, 0, 0), None, "tie", ("parri", "mickey")),
        ((-4, -4, -4), "Poor", "won", ("parri",)),
        ((-4, -4, -4), "Mediocre", "failed-minimum", ("parri",)),
        ((-4, -4, 4), None, "won", ("arnold",)),
    ],
)
def test_of_several_the_best_wins_and_equals_leave_all_as_it_was(
    rolls: tuple[int, ...], minimum: str | None, outcome: str, best: tuple[str, ...]
) -> None:
    """Great, Good and untrained Poor race up a wall."""
    tavern = climbers(criticals="off")
    rivals = [{"actor": a, "trait": "climbing"} for a in ("parri", "mickey", "arnold")]
    receipt = tavern.do({"type": "fudge.compete", "rivals": rivals, "minimum": minimum}, *rolls)
    done = of(receipt, Competed)
    assert (done.outcome, done.best) == (outcome, best)
    assert told(tavern, receipt)[-1]


@pytest.mark.rule("FUD-159", "FUD-154")
def test_a_contest_of_several_has_three_sides_and_nobody_twice() -> None:
    tavern = climbers()
    one, two = ({"actor": a, "trait": "climbing"} for a in ("parri", "mickey"))
    for rivals, rule, path in (
        ([one, two], "FUD-159", "$.rivals"),
        ([one, two, one], "FUD-154", "$.rivals[2].actor"),
    ):
        with pytest.raises(Refused) as found:
            tavern.do({"type": "fudge.compete", "rivals": rivals})
        assert (found.value.rule, found.value.path) == (rule, path)


@pytest.mark.rule("FUD-159")
@given(st.dictionaries(st.text("abcdef", min_size=1), st.integers(-9, 9), min_size=3))
def test_relative_degrees_of_several_are_those_of_each_pair_with_the_best(
    results: dict[str, int],
) -> None:
    done = ranked(results)
    for actor, result in results.items():
        assert done.degrees[actor] == results[done.best[0]] - result >= 0
        assert (done.degrees[actor] == 0) == (actor in done.best)
    assert (done.outcome == "won") == (len(done.best) == 1)


@pytest.mark.rule("FUD-137", "FUD-138", "FUD-134", "FUD-135")
@pytest.mark.parametrize("technique", ["low_die", "difference", "sum7"])
def test_the_printed_chances_are_the_exact_ones_rounded(technique: Any) -> None:
    options = FudgeOptions(dice_technique=technique)
    rows = sit_down(dice_technique=technique).session.view()["chances"].simple
    for row in rows:
        exact = chance(row.needed, options)
        assert Fraction(row.exact) == exact
        assert row.printed == chances.printed()[row.needed] == round(float(100 * exact))
    assert [row.needed for row in rows] == [4, 3, 2, 1, 0, -1, -2, -3, -4]


@pytest.mark.rule("FUD-138", "FUD-008")
def test_a_good_wall_asks_one_more_than_a_fair_climber_has() -> None:
    """FUD-EX-037, 038: about two in five; and a Fair trait does what is Fair at 61 per cent."""
    assert (needs(0, 1), chance(needs(0, 1))) == (1, Fraction(14, 36))
    assert chances.printed()[needs(0, 0)] == 61
    assert needs(1, 2, modifiers=1) == 0


@pytest.mark.rule("FUD-137")
@given(st.integers(-9, 9))
def test_the_odds_of_a_contest_are_the_same_seen_from_either_side(better: int) -> None:
    win, tie, lose = contest(better)
    assert win + tie + lose == 1
    assert contest(-better) == (lose, tie, win)
    row = sit_down().session.view()["chances"].contests[abs(better) % 7]
    assert sum(int(x.split("/")[0]) for x in (row.win, row.tie, row.lose)) == 1296


@pytest.mark.rule("FUD-137")
def test_the_odds_of_what_is_about_to_be_tried_are_told_before_it_is() -> None:
    """Of an attempt at one better than the trait, 14 cases of 36."""
    sent = {"type": "fudge.attempt", "actor": "mickey", "trait": "climbing", "difficulty": "Great"}
    preview = climbers().session.preview(sent, "master")
    done = [event for end in preview.ends for event in end.events if isinstance(event, Attempted)]
    assert len(done) == len(preview.ends) == 9
    succeeds = preview.chance(lambda end: any(getattr(e, "success", False) for e in end.events))
    assert succeeds == Fraction(14, 36)


def test_the_new_events_are_told_in_italian() -> None:
    tavern = climbers()
    receipt = attempt(tavern, "mickey", 2, secret=True, reveals="una pietra")
    assert told(tavern, receipt, "it")[-1] == "Mickey si accorge di qualcosa: una pietra."
    assert of(receipt, Noticed).rule == "FUD-153"
