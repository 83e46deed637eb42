"""Uses of a Power through days, rests and changes of its sheet: never below none, nor beyond."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from rollbook.core.look import Look
from rollbook.core.modifiers import Modifier
from rollbook.core.rules import Rules, Ruleset
from rollbook.core.table.effects import effects
from rollbook.plugins.fudge import Fudge, Power, PowerUse, PowerUsed, fudge
from rollbook.plugins.fudge.powers.using import TIRED, USES
from rollbook.plugins.testing.laws import hold
from rollbook.plugins.testing.scenario import Scenario


class Moons(Struct, frozen=True):
    """Nothing is kept."""


moons = Rules(Moons)

COSTS = {"by-day": 1, "dearly": 3, "for-nothing": 0, "with-a-gift": -4}
"""What a use takes of the day's by what it is for; the last would give uses back."""


@moons.modifies(PowerUse)
def waxing(use: PowerUse, look: Look) -> Iterable[Modifier]:
    """The moon makes a use dearer, or free. MOO-001."""
    yield Modifier("the moon", "MOO-001", USES, "add", COSTS[use.purpose] - use.amount)


sky = Ruleset("moons", version="1.0.0", state=Moons, chapters=(moons,), extends="fudge")

ACTS = st.one_of(
    st.sampled_from(sorted(COSTS)),
    st.sampled_from(["day", "rest", "without", "with"]),
    st.integers(0, 5),
)
"""A use, a day, a rest, the Power gone and there again, or so many uses a day on the sheet."""


def sorceress(uses: int | None) -> Scenario:
    """Ada, who glows, and is tired by it."""
    given_ = {"fudge": {"powers": True, "criticals": "off", "fudge_points": False}}
    play = Scenario(fudge, sky, seats={"master": "gm", "anna": "player"}, options=given_)
    glow = {"glow": {"uses": uses, "drawbacks": ["fatigue"]}}
    sheet = {"resistance": "Fair", "powers": glow}
    enter = {"type": "fudge.enter", "actor": "ada", "name": "Ada", "sheet": sheet}
    play.given(enter | {"owners": ["anna"]})
    return play


def revise(play: Scenario, powers: dict[str, Power]) -> None:
    """Write other Powers on Ada's sheet."""
    sheet = play.session.view().state[Fudge].characters["ada"].sheet
    made = to_builtins(replace(sheet, powers=powers))
    command = {"type": "fudge.revise", "actor": "ada", "sheet": made, "reason": "another moon"}
    play.given(command)


class Count:
    """What a careful player would keep on paper."""

    def __init__(self, uses: int | None) -> None:
        self.power: Power | None = Power(uses=uses, drawbacks=("fatigue",))
        self.uses = uses
        self.used = 0
        self.tired = 0

    def refuses(self, cost: int) -> str:
        """Id of the rule that a use of so much is refused by, or empty; else it is counted."""
        if self.power is None:
            return "FUD-084"
        if self.uses is not None and self.used + cost > self.uses:
            return "FUD-090"
        self.used += cost
        self.tired += 1
        return ""


@pytest.mark.rule("FUD-090", "FUD-087")
@given(uses=st.one_of(st.none(), st.integers(0, 5)), acts=st.lists(ACTS, max_size=12))
def test_uses_are_never_fewer_than_none_nor_more_than_there_are_whatever_happens(
    uses: int | None, acts: list[Any]
) -> None:
    """A day gives all of them back and a rest none; a sheet with fewer lets no more be used."""
    play, count = sorceress(uses), Count(uses)
    for act in acts:
        if act in COSTS:
            use = {"type": "fudge.use_power", "actor": "ada", "power": "glow", "purpose": act}
            cost = max(0, COSTS[act])
            rule = count.refuses(cost)
            play.when(use, "anna")
            if rule:
                play.refused("refused", rule=rule)
            else:
                assert play.receipt is not None
                (used,) = (e for e in play.receipt.events if isinstance(e, PowerUsed))
                assert 0 <= used.before <= used.after == used.before + cost
                assert used.of is None or used.after <= used.of
        elif act == "day":
            play.given({"type": "table.end_day"})
            count.used = 0
        elif act == "rest":
            play.given({"type": "table.rest"})
            count.tired = 0
        else:
            count.uses = act if isinstance(act, int) else count.uses
            there = act != "without"
            count.power = Power(uses=count.uses, drawbacks=("fatigue",)) if there else None
            revise(play, {"glow": count.power} if count.power else {})
        view = play.session.view()
        assert view.state[Fudge].used.get("ada", {}).get("glow", 0) == count.used
        assert len(list(effects(view, "ada", TIRED))) == count.tired
    hold(play.session)
