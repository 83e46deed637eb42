"""The catalogue's examples of criticals, reactions and the NPC's die, through commands."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rollbook.plugins.fudge import Attempted, ladder
from rollbook.plugins.fudge.actions.criticals import Critical
from rollbook.plugins.fudge.actions.reactions import Reacted

from .lucky import LADDER
from .tavern import SHIFTS, Tavern, all_of, of, sit_down

LINES = (Path(__file__).parent / "examples" / "criticals.jsonl").read_text(encoding="utf-8")
EXAMPLES = [json.loads(line) for line in LINES.splitlines()]
FACES = [(one, other) for one in range(1, 7) for other in range(1, 7)]


@pytest.mark.rule("FUD-158", "FUD-243", "FUD-244", "FUD-247", "FUD-248")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_the_catalogues_example(example: dict[str, Any]) -> None:
    rule, given, expected = example["rules"][0], example["given"], example["expect"]
    played = {"FUD-158": die, "FUD-243": natural, "FUD-244": margin, "FUD-247": reaction}
    found = played[rule](given, expected)
    assert {what: found[what] for what in expected} == expected


def thrown(tavern: Tavern, command: dict[str, Any], *faces: int) -> Any:
    tavern.hand.faces = [*faces]
    return tavern.session.do(command, "master")


def climbing(level: int, kind: str = "pc", **options: Any) -> tuple[Tavern, dict[str, Any]]:
    """Somebody who climbs at a level, and the command to do so."""
    tavern = sit_down(**options)
    sheet = {"resistance": "Fair", "skills": {"climbing": level}}
    enter = {"type": "fudge.enter", "actor": "arnold", "name": "Arnold", "sheet": sheet}
    tavern.do(enter | {"kind": kind})
    return tavern, {"type": "fudge.attempt", "actor": "arnold", "trait": "climbing"}


def die(given: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """An NPC's roll with these faces, or all of them; a second die is thrown and may not count."""
    level = LADDER[given.get("trait", "Fair")]
    tavern, climb = climbing(level, "npc", npc_rolls="d6")
    if "d6" not in given:
        shifts = Counter(
            of(thrown(tavern, climb, *faces), Attempted).result - level for faces in FACES
        )
        return {"P(shift)": {str(n): f"{count}/36" for n, count in shifts.items()}}
    seconds = [given["d6_second"]] if given["d6_second"] else range(1, 7)
    results = {of(thrown(tavern, climb, given["d6"], n), Attempted).result for n in seconds}
    (result,) = results
    return {"shift": result - level, "result": ladder.result(result)}


def natural(given: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """A roll, with a circumstance for its modifiers."""
    tavern, climb = climbing(0)
    amount = given.get("modifiers", 0)
    more = [{"amount": amount, "reason": "the wall"}] if amount else []
    receipt = tavern.do(climb | {"situation": more}, given["roll"])
    kinds: list[Any] = [found.kind for found in all_of(receipt, Critical)] or [None]
    way = kinds[0]
    alike = sum(way in kinds_of(tavern, climb, faces) for faces in FACES)
    return {"critical": way, "probability": f"{Fraction(alike, 36) * 36}/36"}


def kinds_of(tavern: Tavern, climb: dict[str, Any], faces: tuple[int, int]) -> list[Any]:
    return [found.kind for found in all_of(thrown(tavern, climb, *faces), Critical)]


def margin(given: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """A roll that comes to the result, against the difficulty."""
    tavern, climb = climbing(LADDER[given["result"]], criticals="margin")
    receipt = tavern.do(climb | {"difficulty": given["difficulty"]}, 0)
    kinds: list[Any] = [found.kind for found in all_of(receipt, Critical)] or [None]
    return {"margin": of(receipt, Attempted).margin, "critical": kinds[0]}


def reaction(given: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """A reaction roll; whatever is named beside the roll is a circumstance."""
    tavern, _ = climbing(0)
    amounts = {what: n for what, n in given.items() if what not in ("roll", "result")}
    roll = given["roll"] if "roll" in given else LADDER[given["result"]] - sum(amounts.values())
    assert roll in SHIFTS
    react = {"type": "fudge.react", "npc": "a market girl", "actor": "arnold"}
    situation = [{"amount": n, "reason": what} for what, n in amounts.items() if n]
    receipt = tavern.do(react | {"situation": situation}, roll)
    found = of(receipt, Reacted)
    total = found.result
    assert total is not None
    return {
        "modifier_sum": total - roll,
        "result": ladder.result(total),
        "outcome": found.attitude,
    }
