"""The catalogue's examples of Fudge Points, through commands (2.36)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import Attempted, ladder
from rollbook.plugins.fudge.damage.wounds import LEVELS

from .lucky import LADDER, hurt, points
from .tavern import Tavern, of, sit_down

LINES = (Path(__file__).parent / "examples" / "points.jsonl").read_text(encoding="utf-8")
EXAMPLES = [json.loads(line) for line in LINES.splitlines()]


@pytest.mark.rule("FUD-032", "FUD-033", "FUD-034", "FUD-035", "FUD-037", "FUD-038", "FUD-039")
@pytest.mark.rule("FUD-040", "FUD-041")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_the_catalogues_example(example: dict[str, Any]) -> None:
    given, expected = example["given"], example["expect"]
    tavern = sit_down(**options(given))
    level = given.get("trait", "Fair")
    tavern.enter("mickey", "anna", skills={"climbing": level, "blade": "Fair"})
    prepare(tavern, given)
    before = points(tavern)
    if "refused" in expected:
        with pytest.raises(Refused) as found:
            act(tavern, given)
        assert found.value.rule == expected["refused"]
        assert points(tavern) == before
        return
    receipt = act(tavern, given)
    found_: dict[str, Callable[[], Any]] = {
        "cost": lambda: before - points(tavern),
        "fp": lambda: points(tavern) - (before if "ep" in given else 0),
        "ep_left": lambda: points(tavern, pool="experience"),
        "to": lambda: LEVELS[tavern.character("mickey").level],
        "success": lambda: of(receipt, Attempted).success,
        "roll": lambda: of(receipt, Rolled).natural,
        "result": lambda: ladder.result(of(receipt, Attempted).result),
    }
    for what, value in expected.items():
        wanted = value.lower().replace(" ", "-") if what == "to" else value
        assert found_[what]() == wanted, what


def options(given: dict[str, Any]) -> dict[str, Any]:
    """Switches that the example names, beside the defaults."""
    names = {"fp_start": "fp_start", "refresh": "fp_refresh", "fp": "fp_start"}
    names["mapping"] = "fp_c_mapping"
    return {names[what]: value for what, value in given.items() if what in names}


def prepare(tavern: Tavern, given: dict[str, Any]) -> None:
    """What is the case before anybody spends anything."""
    if "ep" in given:
        pool = {"type": "table.open_pool", "actor": "mickey", "pool": "experience"}
        tavern.do(pool | {"balance": given["ep"]})
    if "from" in given:
        hurt(tavern, given["from"].lower().replace(" ", "-"))
    if given.get("in_combat"):
        tavern.do({"type": "table.begin_scene"})
        tavern.do({"type": "fudge.begin_fight", "fighters": ["mickey"]})


def act(tavern: Tavern, given: dict[str, Any]) -> Any:
    """Do what the example is about, as the player of mickey or the GM would."""
    climb = {"type": "fudge.attempt", "actor": "mickey", "trait": "climbing"}
    announce = {"type": "fudge.announce", "actor": "mickey"}
    match given:
        case {"use": "A", "difficulty": word}:
            attempt = climb | {"difficulty": LADDER[word], "points": True}
            return tavern.do(attempt, answers={"success": "buy"})
        case {"use": "B", "points": levels}:
            return tavern.do(announce | {"levels": levels}, by="anna")
        case {"use": "C" | "D" as use}:
            return tavern.do(
                {"type": "fudge.shrug_off", "actor": "mickey", "all": use == "D"}, by="anna"
            )
        case {"use": "E"}:
            tavern.do(announce | {"use": "three"}, by="anna")
            return tavern.do(climb)
        case {"ep": experience}:
            trade = {"type": "fudge.trade_points", "actor": "mickey", "points": experience // 3}
            return tavern.do(trade, by="anna")
        case {"sessions_passed": passed}:
            for _ in range(passed):
                tavern.do({"type": "table.begin_sitting"})
                tavern.do({"type": "table.end_sitting"})
            return tavern.do({"type": "table.begin_sitting"})
    raise AssertionError(f"no way to play {given}")
