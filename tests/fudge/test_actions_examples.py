"""Worked examples of traits and actions, each tried as play would: 2.1 to 2.4, 4.1 to 4.5."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.dice import Injected, evaluate
from rollbook.core.errors import Invalid
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Attempted,
    AutoOutcome,
    Contested,
    FudgeOptions,
    Graded,
    Situated,
    ladder,
    shift,
)
from rollbook.plugins.fudge.actions.odds import chance, contest, needs
from rollbook.plugins.fudge.content import chances

from .tavern import Tavern, of, sit_down

FOLDER = Path(__file__).parent / "examples"
CASES = [
    json.loads(line)
    for name in ("traits", "actions")
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]

Given = dict[str, Any]
Found = dict[str, Any]


def one(level: str | None, **sheet: Any) -> Tavern:
    """Joe, with the trait that he tries at a level, or without it."""
    tavern = sit_down(legendary="unlimited")
    skills = {"blade": "Fair"} | ({"art": level} if level else {})
    tavern.enter("joe", ruling="of old", skills=skills | sheet.pop("skills", {}), **sheet)
    return tavern


def attempted(tavern: Tavern, roll: int, difficulty: str | None, **fields: Any) -> Any:
    sent = {"type": "fudge.attempt", "actor": "joe", "trait": "art", "difficulty": difficulty}
    said = {"degree": "he hangs half-way"}
    return tavern.do(sent | fields, roll, answers=said if fields.get("graded") else None)


def face(given: Given) -> Found:
    """What two dice say by a technique."""
    faces = tuple(given["dice"]) if "dice" in given else (given["pos"], given["neg"])
    dice = shift(FudgeOptions(dice_technique=given["technique"]))
    try:
        return {"roll": evaluate(dice, Injected(faces)).value}
    except Invalid as error:
        return {"error": type(error).__name__}


def techniques(given: Given) -> Found:
    """What the same two dice say by each technique."""
    return {
        name: face(given | {"technique": name})["roll"]
        for name in ("low_die", "difference", "sum7")
    }


def table(given: Given) -> Found:
    """All that two dice can say by a technique, and how often."""
    sides = range(1, 7)
    rows = [[face(given | {"dice": [p, n]})["roll"] for n in sides] for p in sides]
    counted = Counter(str(shift) for row in rows for shift in row)
    return {"table": rows, "counts": dict(counted)}


def percent(given: Given) -> Found:
    """A row of the table of chances."""
    needed = given["roll_at_least"]
    exact = int(chance(needed) * 36)
    return {"printed_percent": chances.printed()[needed], "exact": f"{exact}/36"}


def needed_roll(given: Given) -> Found:
    """What the dice need against a difficulty, and how often they say it."""
    needed = needs(ladder.level(given["trait"]), ladder.level(given["difficulty"]))
    exact = f"{int(chance(needed) * 36)}/36"
    return {"needed": needed, "probability": exact, "percent": chances.printed()[needed]}


def odds_of_contest(given: Given) -> Found:
    """A contest's odds."""
    found = contest(given["level_advantage"])
    cases = [f"{int(part * 1296)}/1296" for part in found]
    return dict(zip(("win", "tie", "lose"), cases, strict=True))


def action(given: Given) -> Found:
    """A Simple Action; without difficulty its result alone."""
    level = given.get("level", given["trait"])
    difficulty = given.get("difficulty")
    graded = difficulty is not None
    receipt = attempted(one(level), given["roll"], difficulty, graded=graded)
    done = of(receipt, Attempted)
    words = [e.outcome for e in receipt.events if isinstance(e, Graded)]
    return {
        "result": ladder.result(done.result),
        "value": done.result,
        "success": done.success,
        "margin": done.margin,
        "outcome": words[0] if words else "",
    }


def modified(given: Given) -> Found:
    """A trait with what helps or hinders it, when the dice say nothing."""
    if "secondary" in given:
        tavern = one(given["trait"], skills={"lore": given["secondary"]})
        receipt = attempted(tavern, 0, None, helper="lore")
    else:
        situation = [{"amount": given["modifier"], "reason": "as it is"}]
        receipt = attempted(one(given["trait"]), 0, None, situation=situation)
    rolled = of(receipt, Rolled)
    added = sum(m.amount for m in rolled.modifiers[1:])
    return {"modifier": added, "effective": ladder.result(rolled.total)}


def untrained(given: Given) -> Found:
    """A skill that he lacks, and the roll that he would need."""
    rolled = of(attempted(one(given["skill"]), 0, given["difficulty"]), Rolled)
    needed = needs(rolled.total, ladder.level(given["difficulty"]))
    exact = f"{int(chance(needed) * 36)}/36"
    return {"effective": ladder.result(rolled.total), "needed_roll": needed, "chance": exact}


def situational(given: Given) -> Found:
    """Situational Rolls in words."""
    sent = {"type": "fudge.situational", "actor": "master", "purpose": "luck"}
    done = [of(sit_down().do(sent, roll), Situated).result for roll in given["rolls"]]
    return {"results": [ladder.result(result) for result in done]}


def without_dice(given: Given) -> Found:
    """What comes off by itself."""
    sent = {"type": "fudge.foregone", "actor": "joe", "action": given["task"], "reason": "trivial"}
    done = of(one(given["trait"]).do(sent | {"trait": "art"}), AutoOutcome)
    return {"event": type(done).__name__, "success": done.success}


def opposed(given: Given) -> Found:
    """A contest whose dice say nothing, so that results are the levels."""
    tavern = sit_down()
    for actor in ("a", "b"):
        tavern.enter(actor, skills={"wits": given[actor]})
    sent = {"type": "fudge.contest", "a": "a", "b": "b", "trait_a": "wits", "trait_b": "wits"}
    done = of(tavern.do(sent | {"minimum": given.get("minimum")}, 0, 0), Contested)
    return {"relative_degree_a": done.degree, "outcome": done.outcome}


def named(given: Given) -> Found:
    """A level's number, as a trait and as a result."""
    nth = given.get("legendary_level")
    word = given.get("level", "Legendary" if nth == 1 else f"Legendary {nth}")
    value = one(word).character("joe").traits["art"].level
    return {"value": value, "as_result": ladder.result(value)}


def undefined(given: Given) -> Found:
    """Where somebody stands who has nothing written down."""
    tavern = one(None)
    kinds = {"attribute": "attribute", "gift": "gift", "power": "power"}
    values: list[int | None] = []
    for at, what in enumerate(given["undefined"]):
        hard = what.removesuffix(" skill").replace(" ", "-")
        listed = {"kind": kinds[what]} if what in kinds else {"kind": "skill", "difficulty": hard}
        trait = f"sought-{at}"
        tavern.do({"type": "fudge.list_trait", "trait": trait, "listed": listed})
        rows = tavern.session.view()["campaign"].listed
        values.append(next(row.default for row in rows if row.trait == trait))
    words = ["Non-Existent" if value is None else ladder.result(value) for value in values]
    return {"defaults": words, "values": values}


RUN: dict[tuple[str, ...], Callable[[Given], Found]] = {
    ("technique", "pos", "neg"): face,
    ("technique", "dice"): face,
    ("technique",): table,
    ("pos", "neg"): techniques,
    ("roll_at_least",): percent,
    ("trait", "difficulty"): needed_roll,
    ("level_advantage",): odds_of_contest,
    ("trait", "roll"): action,
    ("trait", "level", "roll", "difficulty"): action,
    ("trait", "roll", "difficulty"): action,
    ("trait", "modifier"): modified,
    ("trait", "secondary"): modified,
    ("skill", "difficulty"): untrained,
    ("rolls",): situational,
    ("trait", "task"): without_dice,
    ("a", "b"): opposed,
    ("a", "b", "minimum"): opposed,
    ("level",): named,
    ("legendary_level",): named,
    ("undefined",): undefined,
}


@pytest.mark.rule("FUD-006", "FUD-008", "FUD-026", "FUD-027", "FUD-028", "FUD-120", "FUD-131")
@pytest.mark.rule("FUD-133", "FUD-134", "FUD-135", "FUD-137", "FUD-138", "FUD-139", "FUD-140")
@pytest.mark.rule("FUD-141", "FUD-142", "FUD-143", "FUD-144", "FUD-145", "FUD-146", "FUD-147")
@pytest.mark.rule("FUD-149", "FUD-152", "FUD-154", "FUD-155", "FUD-157")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_example_comes_out_as_the_book_has_it(case: dict[str, Any]) -> None:
    given, expected = case["given"], case["expect"]
    found = RUN[tuple(given)](given)
    assert {name: found[name] for name in expected} == expected


def test_no_example_is_run_twice_and_chances_are_reckoned_in_whole_cases() -> None:
    """So that a fraction of 36 that is cut off cannot look like the book's."""
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))
    assert all((36 * chance(n)).denominator == 1 for n in range(-5, 6))
    assert chance(5) == Fraction(0)
