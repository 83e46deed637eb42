"""Worked rounds, shots and wounds, each with several rules at once and reckoned by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.plugins.fudge import Blow
from rollbook.plugins.fudge.damage.levels import LEVELS

from .tavern import Tavern, all_of, sit_down

EXAMPLES = Path(__file__).parent / "examples" / "rounds.jsonl"
CASES = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]
Given = dict[str, Any]
SWORD = {"name": "Sword", "skill": "blade", "class": "average", "sharp": True}  # 2 and 1: 3
KNIFE = {"name": "Blunt knife", "skill": "blade", "class": "small"}  # 0


def gathered(given: Given) -> Tavern:
    """A table with these people, as hurt as they are; each has a blunt knife if nothing else."""
    still = {"fudge_points": False, "damage_roll": "off", "critical_effects": "none"}
    tavern = sit_down(**still | given.get("options", {}))
    arms = {"sword": SWORD, "knife": KNIFE}
    for actor, sheet in given["people"].items():
        held = sheet.get("weapon", "knife")
        weapon = (
            arms[held] if isinstance(held, str) else {"name": "Weapon", "skill": "blade"} | held
        )
        rest = {key: value for key, value in sheet.items() if key not in ("weapon", "kind")}
        whole = {"resistance": "Fair", "skills": {"blade": "Fair"}, "weapons": {"w": weapon}} | rest
        enter = {"type": "fudge.enter", "actor": actor, "name": actor.title(), "sheet": whole}
        tavern.do(enter | {"kind": sheet.get("kind", "pc")})
    for actor, points in given.get("wounds", {}).items():
        hurt = {"type": "fudge.suffer", "target": actor, "source": "x", "amount": points}
        tavern.do(hurt | {"exempt": True})
    return tavern


@pytest.mark.rule("FUD-171", "FUD-172", "FUD-176", "FUD-177", "FUD-178", "FUD-180", "FUD-181")
@pytest.mark.rule("FUD-182", "FUD-186", "FUD-187", "FUD-188", "FUD-190", "FUD-191", "FUD-192")
@pytest.mark.rule("FUD-194", "FUD-196", "FUD-197", "FUD-198", "FUD-199", "FUD-200", "FUD-212")
@pytest.mark.rule("FUD-214", "FUD-217", "FUD-218", "FUD-219", "FUD-220", "FUD-222", "FUD-226")
@pytest.mark.rule("FUD-227", "FUD-228", "FUD-231", "FUD-233", "FUD-236", "FUD-237", "FUD-238")
@pytest.mark.rule("FUD-243", "FUD-244")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_round_comes_out_as_it_was_reckoned_by_hand(case: Given) -> None:
    """Base, Calculated and Final Damage of each blow, and how whoever is named stands then."""
    given, expected = case["given"], case["expect"]
    tavern = gathered(given)
    receipt = tavern.do(given["command"], *given["dice"])
    assert not receipt.waiting
    found: Given = {
        "blows": [[b.attacker, b.target, b.base, b.calculated, b.final]
                  for b in all_of(receipt, Blow)],
        "levels": {who: LEVELS[tavern.character(who).level] for who in expected.get("levels", {})},
        "points": {who: tavern.character(who).points for who in expected.get("points", {})},
        "awake": {who: tavern.character(who).condition.conscious
                  for who in expected.get("awake", {})},
    }  # fmt: skip
    assert {key: found[key] for key in expected} == expected


def test_each_worked_round_has_a_name_of_its_own_and_expects_something() -> None:
    names = [case["id"] for case in CASES]
    assert len(names) == len(set(names))
    assert all(case["expect"] for case in CASES)
