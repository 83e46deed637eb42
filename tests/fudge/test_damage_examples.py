"""The book's examples of damage, wounds and healing, each played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollbook.plugins.fudge import (
    Blow,
    Died,
    HealingRolled,
    Held,
    KnockedOut,
    Spared,
    Treated,
    Wounded,
)
from rollbook.plugins.fudge.damage.levels import LEVELS
from rollbook.plugins.fudge.ladder import level, result
from rollbook.plugins.fudge.state import Wielded, total

from .striking import striking
from .tavern import Tavern, all_of, of, sit_down

EXAMPLES = Path(__file__).parent / "examples" / "damage.jsonl"
CASES = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]
Given = dict[str, Any]
WEEK = 7 * 24 * 60 * 60

SIZES = {-1: "unarmed", 0: "small", 1: "below-average", 2: "average", 3: "large"}
NAMED = {
    "no weapon": "unarmed", "small": "small", "below average": "below-average",
    "average": "average", "large": "large", "sword": "average",
}  # fmt: skip
ARMOUR = {1: "light", 2: "rigid", 3: "medium-metal", 4: "heavy-metal", 5: "future"}
SHIELD = {1: "regular", 2: "large"}
POINTS = {"Scratch": 2, "Hurt": 4, "Very Hurt": 6, "Incapacitated": 8, "Near Death": 10}
"""Of Fair Resistance, all boxes of a level filled."""


def arms(skill: str | int = "Fair", options: Any = None, **weapon: Any) -> Wielded:
    """A weapon on a sheet, its Attack Modifier worked out."""
    sheet = weapon.pop("sheet", {})
    tavern = sit_down(**(options or {}))
    made = {"w": {"name": "Weapon", "skill": "blade"} | weapon}
    tavern.enter("one", skills={"blade": skill}, weapons=made, **sheet)
    return tavern.character("one").weapons["w"]


def word(tavern: Tavern, actor: str) -> str:
    """Somebody's wound level in the words of the examples."""
    return LEVELS[tavern.character(actor).level].replace("-", " ").title()


def suffer(tavern: Tavern, actor: str, points: int, **fields: Any) -> Any:
    sent = {"type": "fudge.suffer", "target": actor, "source": "x", "amount": points}
    return tavern.do(sent | fields)


def against(attack: int, defence: int, resistance: str = "Fair", **options: Any) -> Tavern:
    """Hitter and target with these modifiers, made by their Scales."""
    target = {"mass_scale": defence, "resistance": resistance}
    return striking({"strength_scale": attack}, target, **options)


# --- figures


def attack_modifier(given: Given, rules: list[str]) -> Given:
    sheet = {"attributes": {"strength": given["strength"]}, "strength_scale": given["scale"]}
    if "unarmed_martial_arts" in given:
        weapon = arms(given["unarmed_martial_arts"], sheet=sheet, **{"class": "martial-arts"})
    elif given.get("gun"):
        weapon = arms(sheet=sheet, gun="pistol", bonus=given["weapon"])
    else:
        weapon = arms(sheet=sheet, magic=given["weapon"], **{"class": "small"})
    return {"attack_modifier": total(weapon.attack)}


def defence_modifier(given: Given, rules: list[str]) -> Given:
    sheet: Given = {"mass_scale": given["scale"]}
    sheet["armour"] = {"name": "Armour", "class": ARMOUR[given["armour"]]}
    tavern = sit_down()
    tavern.enter("bare", **sheet)
    if given.get("shield"):
        sheet["shield"] = {"name": "Shield", "class": SHIELD[given["shield"]]}
    tavern.enter("whole", **sheet)
    whole = total(tavern.character("whole").defence)
    bare = total(tavern.character("bare").defence)
    return {"defence_modifier": whole, "with_shield": whole, "without_shield": bare}


def weapon_bonus(given: Given, rules: list[str]) -> Given:
    sharp = bool(given["sharp"])
    return {"bonus": arms(sharp=sharp, **{"class": SIZES[given["size"]]}).bonus}


def weapon_list(given: Given, rules: list[str]) -> Given:
    found = []
    for name in given["weapons"]:
        kind, skill = NAMED.get(name, "martial-arts"), "Fair"
        if kind == "martial-arts":
            skill = name.split()[-1]
        options = {"weapon_table": given["switch"]}
        found.append(arms(skill, options=options, **{"class": kind}).bonus)
    return {"bonus": found}


def milder(given: Given, rules: list[str]) -> Given:
    weapon = arms(
        options={"weapon_table": "milder"}, sharp=True, **{"class": NAMED[given["weapon"]]}
    )
    edge = sum(p.amount for p in weapon.attack if p.source.endswith(": edge"))
    return {"size": weapon.bonus - edge, "sharp": edge, "bonus": weapon.bonus}


# --- blows


def damage_roll(given: Given, rules: list[str]) -> Given:
    mode = given.get("mode", "limited")
    tavern = against(0, 1 - given["calculated"], damage_roll=mode)
    blow = of(tavern.do({"type": "fudge.hit", "degree": 1}, given["damage_roll"]), Blow)
    assert blow.calculated == given["calculated"]
    return {"final": blow.final}


def reckoned(given: Given, rules: list[str]) -> Given:
    resistance = given.get("resistance", "Fair")
    tavern = against(given["attack"], given["defence"], resistance, damage_roll="off")
    blow = of(tavern.do({"type": "fudge.hit", "degree": given["base"]}), Blow)
    who = tavern.character("target")
    hurt = sum(who.boxes[:1]) + 1
    return {
        "sum": blow.base + blow.attack,
        "total": blow.final,
        "level": word(tavern, "target"),
        "more_points_to_Hurt": hurt - who.points,
        "boxes": filled_boxes(tavern, "target"),
        "penalty": who.penalty,
    }


def filled_boxes(tavern: Tavern, actor: str) -> Given:
    view: Any = tavern.session.view()["wound-track"]
    rows = next(c.rows for c in view.characters if c.actor == actor)
    return {row.level.replace("-", " ").title(): row.filled for row in rows if row.filled}


def duel_round(given: Given, rules: list[str]) -> Given:
    """A round in which both roll just what the example says."""
    reckless = given.get("all_out", False)
    resistance = "Good" if reckless else "Fair"  # Snorri's, whom Brynhild hits all out
    tavern = against(given["attack_modifier"], given["defence_modifier"], resistance)
    if given.get("previous_points"):
        suffer(tavern, "target", given["previous_points"])
    mine, his = level(given["attacker_result"]), level(given["defender_result"])
    sent = {"type": "fudge.exchange", "a": "hitter", "b": "target"}
    if reckless:
        sent["manoeuvre_a"] = "all-out-attack"
    tavern.do(sent, mine - reckless, his, given["damage_roll"])
    log = [e.message for e in tavern.session.log()]
    blow = next(m for m in log if isinstance(m, Blow))
    assert (blow.attacker_result, blow.target_result) == (mine, his)
    who = tavern.character("target")
    scratches = f"Scratch {min(who.points, who.boxes[0])} of {who.boxes[0]}"
    return {
        "base": blow.base, "calculated": blow.calculated, "final": blow.final,
        "brynhild": scratches, "points": who.points, "level": word(tavern, "target"),
        "penalty": who.penalty, "axe_skill": result(level("Good") + who.penalty),
        "snorri_resistance": result(who.resistance),
        "boxes_filled": filled_boxes(tavern, "target"),
    }  # fmt: skip


def tied_round(given: Given, rules: list[str]) -> Given:
    sent = {"type": "fudge.exchange", "a": "hitter", "b": "target"}
    mine, his = level(given["a"]), level(given["b"])
    if "FUD-182" in rules:  # all out, each with his bonus in the result
        sent |= {"manoeuvre_a": "all-out-attack", "manoeuvre_b": "all-out-defence"}
        mine, his = mine - 1, his - 2
    receipt = against(0, 0).do(sent, mine, his)
    assert all_of(receipt, Held)
    return {"hit": of(receipt, Blow) if all_of(receipt, Blow) else None}


def grazed(given: Given, rules: list[str]) -> Given:
    """Base Damage 1, and weapon and armour so that it would do as much as the example says."""
    scale, before = given["scale"], given["final_before"]
    defence = max(0, 1 + scale - before)
    magic = before - 1 - scale + defence
    fist = {"name": "Fist", "skill": "blade", "class": "small", "magic": magic}
    half = given.get("half") or given.get("half_scale")
    graze = f"{given['k']}+{'half' if half else 'scale'}"
    hitter = {"strength_scale": scale, "weapons": {"fist": fist}}
    tavern = striking(hitter, {"mass_scale": defence}, damage_roll="off", graze=graze)
    blow = of(tavern.do({"type": "fudge.hit", "degree": given["base"]}), Blow)
    assert blow.unlimited == before
    most = next(m.amount for m in blow.modifiers if m.rule == "FUD-222")
    return {"max": most, "final": blow.final}


def announced(given: Given, rules: list[str]) -> Given:
    tavern = against(given["weapon"], 0, damage_roll="off")
    hit = {"type": "fudge.hit", "degree": given["relative_degree"]}
    blow = of(tavern.do(hit | {"announced": given["announced"]}), Blow)
    return {"final": blow.final}


# --- wounds


def boxes(given: Given, rules: list[str]) -> Given:
    """The track of a Damage Resistance, filled point by point until he is dead."""
    extra = {0: "standard", 1: "+1", 2: "+2"}[given.get("extra", 0)]
    tavern = sit_down(wound_boxes=extra, legendary="legendary")
    tavern.enter("one", ruling="of old", resistance=given["resistance"])
    who = tavern.character("one")
    levels = {"0": word(tavern, "one")}
    while levels[f"{len(levels) - 1}"] != "Dead":
        suffer(tavern, "one", 1)
        levels[f"{len(levels)}"] = word(tavern, "one")
    return {
        "boxes": list(who.boxes),
        "total": sum(who.boxes),
        "dead_at": len(levels) - 1,
        "level_by_points": levels,
        **levels,
    }


def threshold(given: Given, rules: list[str]) -> Given:
    kind = {"FUD-226": "A", "FUD-227": "B", "FUD-228": "C"}[rules[0]]
    tavern = sit_down(damage_threshold=kind)
    tavern.enter("one", resistance=given["resistance"])
    if given["points_before"]:
        suffer(tavern, "one", given["points_before"], exempt=True)
    if "level_at_round_start" in given:
        assert word(tavern, "one") == given["level_at_round_start"]
    receipt = suffer(tavern, "one", given["final"])
    assert all(e.rule == rules[0] for e in all_of(receipt, Spared))
    return {"points_after": tavern.character("one").points, "level": word(tavern, "one")}


def automatic(given: Given, rules: list[str]) -> Given:
    tavern = sit_down(damage_threshold=given["threshold"])
    tavern.enter("one")
    receipt = tavern.do({"type": "fudge.kill", "target": "one", "source": "x"})
    return {"dead": of(receipt, Died).automatic and of(receipt, Wounded).level == 6}


def stun(given: Given, rules: list[str]) -> Given:
    tavern = sit_down(ko=given["ko"])
    tavern.enter("one", resistance=given["resistance"])
    receipt = suffer(tavern, "one", given["points"], stun=True)
    who = tavern.character("one")
    knocked_out = bool(all_of(receipt, KnockedOut))
    assert knocked_out != who.condition.conscious
    return {"penalty": who.penalty, "knocked_out": knocked_out}


# --- healing


def patient(wound: str, **options: Any) -> Tavern:
    tavern = sit_down(**options)
    tavern.enter("one")
    tavern.enter("healer", skills={"medicine": "Fair"})
    suffer(tavern, "one", POINTS[wound])
    return tavern


def treated(given: Given, rules: list[str]) -> Given:
    tavern = patient(given["wound"], treated_rest="none")
    treat = {"type": "fudge.treat", "healer": "healer", "patient": "one", "trait": "medicine"}
    event = of(tavern.do(treat, level(given["result"])), Treated)
    assert event.success == (word(tavern, "one") != given["wound"])
    return {"healed": event.success}


def rested(given: Given, rules: list[str]) -> Given:
    tavern = patient(given["from"])
    tavern.do({"type": "fudge.convalesce", "actor": "one"})
    found = []
    for _ in given["weeks"]:
        tavern.do({"type": "table.advance_clock", "seconds": WEEK})
        found.append(word(tavern, "one"))
    return {"levels": found}


def rolled(given: Given, rules: list[str]) -> Given:
    tavern = patient(given["wound"], healing_roll=True)
    tavern.do({"type": "fudge.convalesce", "actor": "one"})
    receipt = tavern.do({"type": "table.advance_clock", "seconds": WEEK}, 0)
    return {"difficulty": result(of(receipt, HealingRolled).difficulty)}


SHAPES: tuple[tuple[set[str], Callable[[Given, list[str]], Given]], ...] = (
    ({"relative_degree", "announced"}, announced),
    ({"attacker_result", "defender_result"}, duel_round),
    ({"base", "final_before"}, grazed),
    ({"base", "attack", "defence"}, reckoned),
    ({"calculated", "damage_roll"}, damage_roll),
    ({"strength"}, attack_modifier),
    ({"armour"}, defence_modifier),
    ({"size", "sharp"}, weapon_bonus),
    ({"switch", "weapons"}, weapon_list),
    ({"weapon"}, milder),
    ({"points_before", "final"}, threshold),
    ({"automatic"}, automatic),
    ({"ko", "points"}, stun),
    ({"resistance"}, boxes),
    ({"result", "wound"}, treated),
    ({"from", "weeks"}, rested),
    ({"wound"}, rolled),
    ({"a", "b"}, tied_round),
)
"""What an example states, the first that it states wholly, and how it is played."""


@pytest.mark.rule(
    "FUD-201", "FUD-205", "FUD-208", "FUD-209", "FUD-210", "FUD-211", "FUD-212", "FUD-213",
    "FUD-214", "FUD-215", "FUD-216", "FUD-217", "FUD-218", "FUD-219", "FUD-220", "FUD-221",
    "FUD-222", "FUD-223", "FUD-224", "FUD-225", "FUD-226", "FUD-227", "FUD-228", "FUD-230",
    "FUD-234", "FUD-235", "FUD-236", "FUD-237", "FUD-239", "FUD-240", "FUD-241",
)  # fmt: skip
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_examples_come_out_as_the_book_says(case: Given) -> None:
    play = next(play for keys, play in SHAPES if keys <= case["given"].keys())
    found = play(case["given"], case["rules"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]
