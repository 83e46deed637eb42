"""Levels of other games, line by line as the book converts them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.plugins.fudge import level_of_percent, level_of_sum
from rollbook.plugins.fudge.content.conversion import conversion
from rollbook.plugins.fudge.ladder import SUPERB, TERRIBLE, result

EXAMPLES = Path(__file__).parent / "examples" / "conversion.jsonl"
CASES = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]


def run(given: dict[str, Any]) -> dict[str, Any]:
    """The level of one figure; without one, where each level begins and ends."""
    if "3d6" in given:
        return {"level": result(level_of_sum(given["3d6"]))}
    if "percent" in given:
        return {"level": result(level_of_percent(given["percent"]))}
    return {
        "bands": {
            result(row.level): {
                "3d6": [row.sum.least, None if row is conversion().row[0] else row.sum.most],
                "percent": [row.percent.least, row.percent.most],
            }
            for row in conversion().row
        }
    }


@pytest.mark.rule("FUD-264")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_example_of_the_book_comes_out_as_it_says(case: dict[str, Any]) -> None:
    assert run(case["given"]) == case["expect"]


@pytest.mark.rule("FUD-264")
def test_who_is_beyond_the_ends_of_the_table_is_at_its_ends() -> None:
    """Other games know 19, 120 per cent and no chance at all; less than nothing nobody has."""
    assert (level_of_sum(19), level_of_sum(40), level_of_percent(120)) == (SUPERB,) * 3
    assert (level_of_sum(2), level_of_sum(0), level_of_percent(0)) == (TERRIBLE,) * 3
    for convert in (level_of_sum, level_of_percent):
        with pytest.raises(Refused) as refused:
            convert(-1)
        assert refused.value.rule == "FUD-264"
