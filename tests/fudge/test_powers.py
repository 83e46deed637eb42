"""Powers: whether there are any, what they do without a roll, what their use costs."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.plugins.fudge import Attempted, PowerUsed, Wounded
from rollbook.plugins.fudge.state import total

from .tavern import Tavern, all_of, of, sit_down


def ghost(power: dict[str, Any], name: str = "walk-through-walls", **options: Any) -> Tavern:
    """Ada with one Power, played by anna."""
    tavern = sit_down(powers=True, **options)
    tavern.enter("ada", "anna", powers={name: power})
    return tavern


def use(tavern: Tavern, *shifts: int, power: str = "walk-through-walls", **fields: Any) -> Any:
    command = {"type": "fudge.use_power", "actor": "ada", "power": power}
    return tavern.do(command | fields, *shifts, by="anna")


@pytest.mark.rule("FUD-079")
def test_where_there_are_no_powers_no_sheet_has_one() -> None:
    with pytest.raises(Refused) as refused:
        sit_down().enter("ada", powers={"flight": {}})
    assert (refused.value.rule, refused.value.path) == ("FUD-079", "$.sheet.powers")


@pytest.mark.rule("FUD-086")
def test_a_table_may_say_how_many_powers_a_character_has_each_for_its_worth() -> None:
    tavern = sit_down(powers=True, powers_most=2)
    tavern.enter("ada", powers={"flight": {}, "luck": {}})
    with pytest.raises(Refused) as refused:
        tavern.enter("bob", powers={"flight": {}, "omen": {"worth": 2}})
    assert refused.value.rule == "FUD-086"


@pytest.mark.rule("FUD-084")
def test_a_power_that_is_not_on_the_sheet_is_not_there() -> None:
    with pytest.raises(Refused) as refused:
        use(ghost({}), power="flight")
    assert (refused.value.rule, refused.value.path) == ("FUD-084", "$.power")


@pytest.mark.rule("FUD-080", "FUD-088")
def test_a_power_works_without_a_roll_and_its_skill_is_rolled_for_what_is_fine() -> None:
    tavern = ghost({}, "flight")
    assert of(use(tavern, power="flight"), PowerUsed).works
    fine = use(tavern, 1, power="flight", skill="blade", difficulty="Good")
    assert of(fine, Attempted).success


@pytest.mark.rule("FUD-090")
def test_a_power_has_so_many_uses_a_day_and_all_of_them_again_the_next() -> None:
    tavern = ghost({"uses": 2})
    counts = [(of(use(tavern), PowerUsed).before, i) for i in range(2)]
    assert counts == [(0, 0), (1, 1)]
    size = tavern.session.store.head("duel").size
    with pytest.raises(Refused) as refused:
        use(tavern)
    assert (refused.value.rule, tavern.session.store.head("duel").size) == ("FUD-090", size)
    tavern.do({"type": "table.end_day"})
    assert of(use(tavern), PowerUsed).before == 0


@pytest.mark.rule("FUD-087")
def test_a_power_that_tires_lowers_every_roll_until_one_rests() -> None:
    tavern = ghost({"drawbacks": ["fatigue"]})
    use(tavern)
    use(tavern)
    attempt = {"type": "fudge.attempt", "actor": "ada", "trait": "blade"}
    assert of(tavern.do(attempt, 0), Attempted).result == -2
    tavern.do({"type": "table.rest"})
    assert of(tavern.do(attempt, 0), Attempted).result == 0


@pytest.mark.rule("FUD-087")
@pytest.mark.parametrize(("shift", "works"), [(-1, False), (0, True), (3, True)])
def test_a_power_that_is_not_to_be_relied_on_needs_a_fair_situation(
    shift: int, works: bool
) -> None:
    assert of(use(ghost({"drawbacks": ["unreliable"]}), shift), PowerUsed).works is works


@pytest.mark.rule("FUD-087")
@pytest.mark.parametrize(("shift", "wounds"), [(-1, 1), (0, 0)])
def test_a_dangerous_power_hurts_when_the_situation_is_mediocre(shift: int, wounds: int) -> None:
    used = use(ghost({"drawbacks": ["risk"]}), shift)
    assert len(all_of(used, Wounded)) == wounds


@pytest.mark.rule("FUD-087")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_power_that_needs_something_asks_the_gm_whether_it_is_there(answer: str) -> None:
    tavern = ghost({"drawbacks": ["condition"], "uses": 1})
    assert use(tavern).waiting.to == ("gm",)
    used = of(tavern.do({"type": "table.answer", "answer": answer}), PowerUsed)
    assert (used.works, used.after) == (answer == "yes", 1)


@pytest.mark.rule("FUD-089")
def test_a_power_that_strikes_is_a_weapon_with_its_own_damage() -> None:
    """A fireball adds six and no more; fangs add three and their owner's Strength."""
    tavern = sit_down(powers=True)
    fire = {"damage": 6, "name": "Fireball"}
    fangs = {"damage": 3, "melee": True, "skill": "blade"}
    strong = {"strength": "Great"}
    tavern.enter("ada", attributes=strong, powers={"fireball": fire, "large-fangs": fangs})
    weapons = tavern.character("ada").weapons
    assert total(weapons["fireball"].attack) == 6
    assert total(weapons["large-fangs"].attack) == 3 + 2
    assert (weapons["fireball"].ranged, weapons["large-fangs"].ranged) == (True, False)
