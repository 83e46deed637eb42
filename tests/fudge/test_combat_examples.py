"""Worked examples of the chapter on combat, each played at a table (FUD-160 to 201)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.errors import Invalid
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Aimed,
    Attacked,
    Blow,
    Fared,
    GroupRolled,
    Held,
    Shot,
    Surrounded,
    content,
    ladder,
    stance,
)
from rollbook.plugins.fudge.content.combat import combat

from .tavern import Tavern, all_of, of, sit_down

LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "examples" / "combat.jsonl").read_text().splitlines()
]
Data = dict[str, Any]


def level(word: str | int) -> int:
    """The number of a level."""
    return ladder.level(word)


def rolls(result: int, bonus: int = 0) -> tuple[int, int]:
    """A skill, and what the dice have to show for this result with this bonus."""
    skill = max(-3, min(3, result - bonus))
    return skill, result - bonus - skill


def fighters(tavern: Tavern, results: dict[str, int], **bonus: int) -> list[int]:
    """Bring in fighters whose dice will come to these results; gives what the dice show."""
    shifts = []
    for actor, result in results.items():
        skill, shift = rolls(result, bonus.get(actor, 0))
        tavern.enter(actor, skills={"blade": skill})
        shifts.append(shift)
    return shifts


def exchange(tavern: Tavern, *shifts: int, **fields: Any) -> Any:
    """One round between a and b."""
    return tavern.do({"type": "fudge.exchange", "a": "a", "b": "b"} | fields, *shifts)


def hit_by(receipt: Any) -> dict[str, int]:
    """Base Damage of each blow, by who hits."""
    return {blow.attacker: blow.base for blow in all_of(receipt, Blow)}


def three_rolls(given: Data, expect: Data) -> None:
    """Three rolls at a table of the subjective kind."""
    tavern = sit_down(combat_system="subjective")
    tavern.enter("a", skills={"brawling": given["trait"], "blade": 0})
    tavern.do({"type": "table.begin_scene"})
    situation = [{"amount": given["modifier"], "reason": "x"}] if given["modifier"] else []
    command = {"type": "fudge.fare", "actor": "a", "intention": "x", "trait": "brawling"}
    fared = of(tavern.do(command | {"situation": situation}, *given["rolls"]), Fared)
    assert round(fared.sum / 3, 2) == expect["mean"]
    assert fared.rounded == expect["rounded"]
    assert fared.result == level(expect["result"])


def sizes(given: Data, expect: Data) -> None:
    """Weapons whose sums are these."""
    tavern = sit_down()
    for actor in "ab":
        weapon = {"name": "W", "skill": "blade", "class": "small", "magic": given[f"{actor}_sum"]}
        tavern.enter(actor, weapons={"w": weapon})
    receipt = exchange(tavern, 0, 0, minimum_a="Superb", minimum_b="Superb")
    one, other = (roll.total for roll in all_of(receipt, Rolled))
    assert (one, other) == (expect["a_modifier"], expect["b_modifier"])


def minimum(given: Data, expect: Data) -> None:
    """An exchange with these results and this minimum for both."""
    tavern = sit_down(damage_roll="off")
    shifts = fighters(tavern, {"a": level(given["a"]), "b": level(given["b"])})
    needed = {"minimum_a": given["minimum"], "minimum_b": given["minimum"]}
    receipt = exchange(tavern, *shifts, **needed)
    assert bool(hit_by(receipt)) == bool(expect["hit"])
    if expect["hit"] is False:
        assert of(receipt, Held).why == "minimum"
    if "relative_degree" in expect:
        held = of(receipt, Held)
        assert held.result_a - held.result_b == expect["relative_degree"]
    if "base" in expect:
        assert hit_by(receipt) == {"a": expect["base"]}


def aimed(given: Data, expect: Data) -> None:
    """A blow aimed at the eye; the attacker's result has the -1 in it already."""
    tavern = sit_down(damage_roll="off")
    results = {"a": level(given["attacker"]), "b": level(given["opponent"])}
    shifts = fighters(tavern, results, a=-1)
    aim = {"part": "eye", "minimum": given["aim_minimum"]}
    receipt = exchange(tavern, *shifts, aim_a=aim, minimum_b="Superb")
    where = all_of(receipt, Aimed)
    got = ("part" if where[0].struck else "elsewhere") if where else "miss"
    assert got == expect["outcome"]


def all_out(given: Data, expect: Data) -> None:
    """An All-out Attack against somebody who fights as usual."""
    tavern = sit_down(damage_roll="off")
    results = {"a": level(given["attacker_all_out"]), "b": level(given["opponent"])}
    shifts = fighters(tavern, results, a=1)
    receipt = exchange(tavern, *shifts, manoeuvre_a="all-out-attack")
    assert hit_by(receipt) == {expect["winner"]: expect["base"]}


def all_out_both(given: Data, expect: Data) -> None:
    """An All-out Attack against an All-out Defence."""
    tavern = sit_down(damage_roll="off")
    results = {"a": level(given["attacker_all_out"]), "b": level(given["defender_all_out"])}
    shifts = fighters(tavern, results, a=1, b=2)
    receipt = exchange(tavern, *shifts, manoeuvre_a="all-out-attack", manoeuvre_b="all-out-defence")
    assert (hit_by(receipt) or None) == expect["damage"]


def stances(given: Data, expect: Data) -> None:
    """Two stances against each other."""
    tavern = sit_down(damage_roll="off", combat_tactics="stances")
    for actor in "ab":
        tavern.enter(actor, skills={"blade": given[actor]["trait"]})
    chosen = {f"manoeuvre_{x}": stance(given[x]["atk"], given[x]["def"]) for x in "ab"}
    receipt = exchange(tavern, given["a"]["roll"], given["b"]["roll"], **chosen)
    bases = hit_by(receipt)
    for actor in "ab":
        if f"{actor}_hits_base" in expect:
            assert bases[actor] == expect[f"{actor}_hits_base"]
        if f"{actor}_hits" in expect:
            assert (actor in bases) == expect[f"{actor}_hits"]
    shown = {f"{blow.attacker}_attack": blow.attacker_result for blow in all_of(receipt, Blow)} | {
        f"{blow.target}_defence": blow.target_result for blow in all_of(receipt, Blow)
    }
    assert shown == {key: level(expect[key]) for key in shown}


def no_stance(given: Data, expect: Data) -> None:
    """Figures that no stance has."""
    with pytest.raises(Invalid, match=expect["error"]) as refused:
        stance(given["atk"], given["def"])
    assert refused.value.rule == "FUD-184"


def lone(tavern: Tavern, skill: str | int, opponents: int, room: str = "ideal") -> Any:
    """One with this skill against so many, all dice at 0."""
    tavern.enter("lone", skills={"blade": skill})
    for n in range(opponents):
        tavern.enter(f"f{n}")
    one = {"actor": "lone", "minimum": 99}
    others = [{"actor": f"f{n}", "minimum": 99} for n in range(opponents)]
    bout = {"one": one, "others": others, "room": room}
    return tavern.do({"type": "fudge.melee", "bouts": [bout]}, *[0] * (opponents + 1))


def penalty(given: Data, expect: Data) -> None:
    """What so many opponents take off, by both methods."""
    for method, less in expect.items():
        receipt = lone(sit_down(multi_penalty=method), "Fair", given["opponents"])
        assert all_of(receipt, Rolled)[0].total == less


def effective(given: Data, expect: Data) -> None:
    """The level at which somebody fights so many."""
    receipt = lone(sit_down(), given["trait"], given["opponents"])
    assert all_of(receipt, Rolled)[0].total == level(expect["effective"])


def crowd(given: Data, expect: Data) -> None:
    """One against several, with these results."""
    tavern = sit_down(damage_roll="off", multi_tie_strike=given.get("multi_tie_strike", False))
    foes = {name.lower(): level(word) for name, word in given["foes"].items()}
    less = 1 - len(foes)
    shifts = fighters(tavern, {"lone": level(given["lone"])} | foes, lone=less)
    bout = {"one": {"actor": "lone"}, "others": [{"actor": name} for name in foes]}
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, *shifts)
    if receipt.waiting:
        may = [choice.of for choice in tavern.question.choices]
        receipt = tavern.session.do({"type": "table.answer", "answer": f"hit:{may[0]}"}, "master")
        assert of(receipt, Surrounded).may_hit == tuple(may)
    found = of(receipt, Surrounded)
    assert sorted(found.may_hit) == sorted(name.lower() for name in expect["may_hit"])
    assert sorted(found.by) == sorted(name.lower() for name in expect["hit_by"])


def group(given: Data, expect: Data) -> None:
    """One roll for a group of the GM's."""
    tavern = sit_down(multi_group_roll="one_roll")
    tavern.enter("lone")
    for name in ("x", "y"):
        sheet = {
            "resistance": "Fair",
            "skills": {"blade": "Fair"},
            "weapons": {"blade": {"name": "Blade", "skill": "blade", "class": "average"}},
        }
        tavern.do(
            {"type": "fudge.enter", "actor": name, "name": name, "sheet": sheet, "kind": "npc"}
        )
    foes = [{"actor": "x", "minimum": 99}, {"actor": "y", "minimum": 99}]
    bout = {"one": {"actor": "lone", "minimum": 99}, "others": foes}
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, 0, given["roll"])
    assert of(receipt, GroupRolled).counts == expect["shifted"]


def rooms(given: Data, expect: Data) -> None:
    """How many can come at one."""
    found = {name: [combat().room[name].least, combat().room[name].most] for name in given["rooms"]}
    assert found == expect
    for name, (_, most) in expect.items():
        assert len(all_of(lone(sit_down(), 0, most, name), Rolled)) == most + 1


def guns(given: Data, expect: Data) -> None:
    """What guns add, from the content."""
    table = content.weapons().gun
    for gun in given["guns"]:
        found = table[gun]
        assert [found.least, found.most] == expect[gun]


def archers(tavern: Tavern, **skills: int) -> None:
    """People with bows."""
    for actor, skill in skills.items():
        bow = {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}
        tavern.enter(actor, skills={"bow": skill}, weapons={"bow": bow})


def shooting_back(given: Data, expect: Data) -> None:
    """Two who shoot at each other and do not dodge."""
    tavern = sit_down(damage_roll="off")
    plans = [rolls(level(word)) for word in given["results"]]
    archers(tavern, a=plans[0][0], b=plans[1][0])
    shoot = {"type": "fudge.shoot", "attacker": "a", "target": "b", "answer": "shoot-back"}
    needed = {"difficulty": given["needed"][0], "difficulty_back": given["needed"][1]}
    receipt = tavern.do(shoot | needed, plans[0][1], plans[1][1])
    assert [shot.hit for shot in all_of(receipt, Attacked)] == expect["hits"]


def dodging(given: Data, expect: Data) -> None:
    """A dodge from something that flies fast."""
    tavern = sit_down(dodge_propelled=given["modifier"])
    archers(tavern, a=0)
    tavern.enter("b", skills={"blade": 0, "dodge": given["dodge"]})
    shoot = {"type": "fudge.shoot", "attacker": "a", "target": "b", "difficulty": 99}
    receipt = tavern.do(shoot, 0, given["roll"])
    assert of(receipt, Shot).dodge == level(expect["result"])


def dodged(given: Data, expect: Data) -> None:
    """A shot against a dodge, and a difficulty besides."""
    tavern = sit_down(damage_roll="off", dodge_propelled=-2)
    skill, shift = rolls(level(given["attack"]))
    dodge, other = rolls(level(given["dodge"]), -2)
    archers(tavern, a=skill)
    tavern.enter("b", skills={"blade": 0, "dodge": dodge})
    shoot = {"type": "fudge.shoot", "attacker": "a", "target": "b"}
    receipt = tavern.do(shoot | {"difficulty": given["difficulty"]}, shift, other)
    assert (of(receipt, Shot).outcome == "hit") == expect["hit"]


def unaware(given: Data, expect: Data) -> None:
    """A shot that nobody sees come."""
    tavern = sit_down(damage_roll="off")
    skill, shift = rolls(level(given["attack"]))
    archers(tavern, a=skill)
    tavern.enter("b")
    shoot = {"type": "fudge.shoot", "attacker": "a", "target": "b", "answer": "none"}
    receipt = tavern.do(shoot | {"difficulty": given["difficulty"]}, shift)
    assert of(receipt, Attacked).hit == expect["hit"]
    assert hit_by(receipt) == ({"a": expect["base"]} if expect["hit"] else {})


KINDS: dict[frozenset[str], Callable[[Data, Data], None]] = {
    frozenset({"trait", "modifier", "rolls"}): three_rolls,
    frozenset({"a_sum", "b_sum"}): sizes,
    frozenset({"a", "b", "minimum"}): minimum,
    frozenset({"attacker", "opponent", "aim_minimum"}): aimed,
    frozenset({"attacker_all_out", "opponent"}): all_out,
    frozenset({"attacker_all_out", "defender_all_out"}): all_out_both,
    frozenset({"a", "b"}): stances,
    frozenset({"atk", "def"}): no_stance,
    frozenset({"opponents"}): penalty,
    frozenset({"trait", "opponents"}): effective,
    frozenset({"lone", "foes"}): crowd,
    frozenset({"roll"}): group,
    frozenset({"rooms"}): rooms,
    frozenset({"guns"}): guns,
    frozenset({"needed", "results"}): shooting_back,
    frozenset({"dodge", "roll", "modifier"}): dodging,
    frozenset({"attack", "difficulty", "dodge"}): dodged,
    frozenset({"attack", "difficulty"}): unaware,
}


@pytest.mark.rule(
    "FUD-165", "FUD-171", "FUD-172", "FUD-178", "FUD-179", "FUD-181", "FUD-182", "FUD-184",
    "FUD-186", "FUD-187", "FUD-188", "FUD-191", "FUD-193", "FUD-194", "FUD-197", "FUD-198",
    "FUD-199", "FUD-200", "FUD-201",
)  # fmt: skip
@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_an_example_comes_out_as_it_should(line: Data) -> None:
    given = line["given"]
    KINDS[frozenset(given) - {"multi_tie_strike"}](given, line["expect"])
