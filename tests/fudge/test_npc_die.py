"""The NPC's die (4.5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import Attempted, Contested
from rollbook.plugins.fudge.points.shifting import Bent

from .lucky import lucky
from .tavern import Tavern, all_of, of, told

CLIMB = {"type": "fudge.attempt", "actor": "arnold", "trait": "climbing"}


def thrown(tavern: Tavern, command: dict[str, Any], *faces: int, **more: Any) -> Any:
    """Send a command, dice falling so."""
    tavern.hand.faces = [*faces]
    receipt = tavern.session.do(command, "master", **more)
    assert not tavern.hand.faces
    return receipt


@pytest.mark.rule("FUD-158")
def test_on_two_to_five_an_npc_is_as_good_as_his_trait_else_a_second_die_says() -> None:
    """Every pair of faces, against the book's words: 24 of 36 change nothing."""
    tavern = lucky(npc_rolls="d6")
    shifts: Counter[int] = Counter()
    for first in range(1, 7):
        for second in range(1, 7):
            result = of(thrown(tavern, CLIMB, first, second), Attempted).result
            far = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}[second]
            assert result == {1: -far, 6: far}.get(first, 0)
            shifts[result] += 1
    assert shifts == {-3: 1, -2: 2, -1: 3, 0: 24, 1: 3, 2: 2, 3: 1}


@pytest.mark.rule("FUD-158")
def test_players_roll_as_ever() -> None:
    """The NPC is at his trait; the character throws two dice for it."""
    tavern = lucky(npc_rolls="d6")
    contest = {
        "type": "fudge.contest", "a": "arnold", "b": "mickey",
        "trait_a": "climbing", "trait_b": "climbing",
    }  # fmt: skip
    receipt = thrown(tavern, contest, 3, 6, 2, 6)
    done = of(receipt, Contested)
    assert (done.result_a, done.result_b) == (0, 3)
    assert [r.notation for r in all_of(receipt, Rolled)] == ["2d6 npc", "2d6 low"]
    assert [r.rule for r in all_of(receipt, Rolled)] == ["FUD-158", "FUD-154"]


@pytest.mark.rule("FUD-158")
def test_a_situation_is_rolled_as_ever() -> None:
    tavern = lucky(npc_rolls="d6")
    receipt = tavern.do({"type": "fudge.situational", "actor": "arnold", "purpose": "rain"}, 4)
    assert of(receipt, Rolled).notation == "2d6 low"


@pytest.mark.rule("FUD-158")
def test_the_gm_may_say_how_much_better_or_worse() -> None:
    tavern = lucky(npc_rolls="d6-gm")
    assert of(thrown(tavern, CLIMB, 4), Attempted).result == 0
    receipt = thrown(tavern, CLIMB, 1)
    assert receipt.waiting is not None
    assert receipt.waiting.to == ("gm",)
    receipt = tavern.session.do({"type": "table.answer", "answer": 3}, "master")
    assert of(receipt, Attempted).result == -3
    assert (of(receipt, Bent).by, of(receipt, Bent).before) == ("gm", -1)
    receipt = thrown(tavern, CLIMB, 6, answers={"npc-die": 1})
    assert (of(receipt, Attempted).result, all_of(receipt, Bent)) == (1, [])
    receipt = thrown(tavern, CLIMB, 6, answers={"npc-die": 2})
    assert "Arnold is further off the usual mark, by +1: Good becomes Great." in told(
        tavern, receipt
    )


@pytest.mark.rule("FUD-195")
@pytest.mark.parametrize("switch", [{"multi_group_roll": "d6"}, {"npc_rolls": "d6"}])
def test_the_die_serves_a_group_of_the_gms_and_the_hero_throws_as_ever(
    switch: dict[str, Any],
) -> None:
    """Each at his trait, but for a 1 or a 6; of the group's switch a single foe knows nothing."""
    tavern = lucky(damage_roll="off", **switch)
    blade = {"name": "Blade", "skill": "blade", "class": "average"}
    sheet = {"resistance": "Fair", "skills": {"blade": "Good"}, "weapons": {"blade": blade}}
    for name in ("john", "mark"):
        enter = {"type": "fudge.enter", "actor": name, "name": name.title(), "sheet": sheet}
        tavern.do(enter | {"kind": "npc"})
    calm = {"manoeuvre": "normal", "minimum": 99}
    fighters = [calm | {"actor": name} for name in ("mickey", "john", "mark")]
    melee = {"type": "fudge.melee", "bouts": [{"one": fighters[0], "others": fighters[1:]}]}
    receipt = thrown(tavern, melee, 2, 6, 3, 1, 6, 4)
    rolls = {r.actor: (r.notation, r.total) for r in all_of(receipt, Rolled)}
    assert rolls["john"] == ("2d6 npc", 1)
    assert rolls["mark"] == ("2d6 npc", 3)
    assert rolls["mickey"][0] == "2d6 low"
    alone = {"type": "fudge.melee", "bouts": [{"one": fighters[0], "others": fighters[1:2]}]}
    receipt = thrown(tavern, alone, 2, 6, 2, 6)
    die = "2d6 npc" if "npc_rolls" in switch else "2d6 low"
    assert [r.notation for r in all_of(receipt, Rolled)] == ["2d6 low", die]
