"""Powers go up by levels, for what a level costs at the table; the GM agrees where he is to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Refused
from rollbook.core.table.pools import balance
from rollbook.plugins.fudge import (
    EXPERIENCE,
    Acquired,
    Altered,
    Denied,
    Improved,
    PowerUsed,
    Trained,
)
from rollbook.plugins.fudge.ladder import level

from .tavern import Tavern, all_of, of, sit_down, told

TABLE = {-2: 1, -1: 1, 0: 1, 1: 2, 2: 4, 3: 8}
"""Experience Points for a skill's step by the level that it leads to, as the book prints them."""

WIND = {"wind-control": {"level": level("Poor")}}
RAISE = {"type": "fudge.raise", "actor": "ada"}


def adept(
    powers: dict[str, Any] | None = None, points: int = 99, by: str = "attribute", **options: Any
) -> Tavern:
    """Ada, whose Power has a level, and who has Experience Points."""
    tavern = sit_down(powers=True, power_levels=by, criticals="off", **options)
    tavern.enter("ada", "anna", powers=WIND if powers is None else powers)
    if points:
        award = {"type": "fudge.award", "actor": "ada", "amount": points, "ruling": "a long year"}
        tavern.do(award)
    return tavern


def grow(tavern: Tavern, trait: str = "wind-control", *said: str | int, **fields: Any) -> Any:
    """Raise a Power of Ada's; whatever the GM is asked he answers in turn."""
    receipt: Any = tavern.do(RAISE | {"trait": trait} | fields, by="anna")
    for answer in said:
        assert receipt.waiting.to == ("gm",)
        receipt = tavern.do({"type": "table.answer", "answer": answer})
    return receipt


def refused(tavern: Tavern, command: dict[str, Any]) -> tuple[str, str]:
    """The rule that refuses what anna does, and where; nothing is recorded."""
    size = tavern.session.store.head("duel").size
    with pytest.raises(Refused) as found:
        tavern.do(command, by="anna")
    assert tavern.session.store.head("duel").size == size
    return found.value.rule, found.value.path


def rung(tavern: Tavern, power: str = "wind-control") -> int | None:
    return tavern.character("ada").powers[power].level


def left(tavern: Tavern) -> int:
    return balance(tavern.session.view(), "ada", EXPERIENCE)


@pytest.mark.rule("FUD-113", "FUD-252", "FUD-253")
@pytest.mark.parametrize(("by", "times"), [("attribute", 3), ("skill", 1)])
@given(start=st.integers(-3, 2))
def test_a_level_of_a_power_costs_that_step_of_what_the_table_sells_it_by(
    by: str, times: int, start: int
) -> None:
    """One level at a time, and nobody is asked below Legendary."""
    tavern = adept({"wind-control": {"level": start}}, by=by)
    step = of(grow(tavern), Improved)
    assert (step.kind, step.before, step.after) == ("power", start, start + 1)
    assert (step.cost, step.rule) == (times * TABLE[start + 1], "FUD-113")
    assert (rung(tavern), left(tavern)) == (start + 1, 99 - step.cost)


@pytest.mark.rule("FUD-113", "FUD-090", "FUD-252", "FUD-083")
@pytest.mark.parametrize(
    ("by", "price", "least"),
    [("powers", "standard", 12), ("powers", "triple", 36), ("gift", "standard", 6),
     ("gift", "triple", 6)],
)  # fmt: skip
def test_a_level_that_is_a_power_or_a_gift_costs_as_that_or_more_and_the_gm_agrees(
    by: str, price: str, least: int
) -> None:
    tavern = adept(by=by, power_cost=price)
    assert of(grow(tavern, "wind-control", "no"), Denied).rule == "FUD-113"
    assert (rung(tavern), left(tavern)) == (-2, 99)
    receipt = grow(tavern)
    asked = tavern.do({"type": "table.answer", "answer": "yes"}).waiting
    assert asked is not None
    assert asked.ge == least
    receipt = tavern.do({"type": "table.answer", "answer": least + 1})
    assert of(receipt, Improved).cost == least + 1
    assert (rung(tavern), left(tavern)) == (-1, 99 - least - 1)
    poor = adept(by=by, power_cost=price, points=least - 1)
    assert refused(poor, RAISE | {"trait": "wind-control"}) == ("FUD-252", "$.actor")


@pytest.mark.rule("FUD-113")
@pytest.mark.parametrize(("points", "price"), [(9, 0), (9, 5), (0, None)])
def test_where_the_gm_gives_levels_as_he_likes_he_says_what_one_takes(
    points: int, price: int | None
) -> None:
    """Nothing, too; of whoever has no points he asks none."""
    tavern = adept(by="free", points=points)
    receipt = grow(tavern, "wind-control", "yes", *([] if price is None else [price]))
    assert (of(receipt, Improved).cost, rung(tavern)) == (price or 0, -1)
    assert not points or left(tavern) == points - (price or 0)


@pytest.mark.rule("FUD-125", "FUD-113")
def test_psi_that_the_table_has_by_levels_grows_and_then_does_what_the_level_brings() -> None:
    """Poor telepathy sends to one; a level more, to two."""
    tavern = adept({"telepathy": {}}, psi_model="levelled")
    use = {"type": "fudge.use_power", "actor": "ada", "power": "telepathy", "subjects": 2}
    assert refused(tavern, use) == ("FUD-125", "$.subjects")
    step = of(grow(tavern, "telepathy"), Improved)
    assert (step.before, step.after, step.cost) == (-2, -1, 3 * 1)  # it stood at its first
    assert of(tavern.do(use, by="anna"), PowerUsed).works


@pytest.mark.rule("FUD-124", "FUD-113")
@pytest.mark.parametrize(
    ("power", "rule"),
    [({"telepathy": {"level": 0}}, "FUD-124"), ({"telepathy": {}}, "FUD-124"),
     ({"flight": {}}, "FUD-113")],
)  # fmt: skip
def test_a_power_without_levels_does_not_rise(power: dict[str, Any], rule: str) -> None:
    """Psi where the table has it without, whatever a sheet says; and what has none of its own."""
    (name,) = power
    assert refused(adept(power), RAISE | {"trait": name}) == (rule, "$.trait")
    shown = adept(power).session.view()["development"].characters[0]
    assert name not in {step.trait for step in shown.steps}


@pytest.mark.rule("FUD-250", "FUD-249")
@pytest.mark.parametrize("said", ["yes", "no"])
def test_by_agreement_a_power_rises_as_any_trait(said: str) -> None:
    tavern = adept(development="subjective", points=0)
    receipt = grow(tavern, "wind-control", said)
    assert rung(tavern) == (-1 if said == "yes" else -2)
    assert len(all_of(receipt, Improved)) == (said == "yes")
    given_ = {"type": "fudge.reward", "actor": "ada", "trait": "wind-control"}
    assert of(tavern.do(given_), Improved).method == "award"


@pytest.mark.rule("FUD-006", "FUD-252")
def test_a_power_stands_no_higher_than_a_trait_and_above_superb_the_gm_agrees() -> None:
    superb = {"wind-control": {"level": 3}}
    assert refused(adept(superb), RAISE | {"trait": "wind-control"}) == ("FUD-006", "$.trait")
    tavern = adept(superb, legendary="legendary")
    asked = grow(tavern, "wind-control", "yes").waiting
    assert asked.ge == 3 * 16


@pytest.mark.rule("FUD-253", "FUD-254")
def test_a_second_level_in_an_evening_is_asked_of_the_gm_and_he_may_name_another_price() -> None:
    tavern = adept()
    grow(tavern)
    assert of(grow(tavern, "wind-control", "no"), Denied).rule == "FUD-253"
    tavern.do({"type": "table.begin_sitting"})
    cheap = tavern.do(RAISE | {"trait": "wind-control", "price": 1})
    assert (of(cheap, Improved).cost, of(cheap, Improved).rule) == (1, "FUD-254")


@pytest.mark.rule("FUD-258", "FUD-259")
def test_a_power_is_learnt_of_somebody_who_has_it() -> None:
    tavern = adept(development="training", points=0)
    tavern.enter("zed", skills={"teaching": "Good"}, powers=WIND)
    tavern.enter("bob", skills={"teaching": "Good"})
    train = {"type": "fudge.train", "actor": "ada", "trait": "wind-control", "weeks": 9}
    with pytest.raises(Refused) as found:
        tavern.do(train | {"teacher": "bob"})
    assert (found.value.rule, found.value.path) == ("FUD-259", "$.teacher")
    receipt = tavern.do(train | {"teacher": "zed"})
    assert (of(receipt, Trained).success, rung(tavern)) == (True, -1)


@pytest.mark.rule("FUD-113")
def test_what_is_open_to_somebody_shows_the_levels_of_his_powers() -> None:
    tavern = adept(points=4)
    (shown,) = tavern.session.view()["development"].characters
    (step,) = [step for step in shown.steps if step.trait == "wind-control"]
    assert (step.before, step.after, step.cost) == (-2, -1, 3)
    assert (step.affordable, step.approval) == (True, False)
    dear = adept(points=4, by="powers").session.view()["development"].characters[0]
    (step,) = [step for step in dear.steps if step.trait == "wind-control"]
    assert (step.cost, step.affordable, step.approval) == (12, False, True)


def test_it_is_told_once_and_by_the_name_that_the_power_has() -> None:
    tavern = adept({"winds": {"name": "Lady of Winds", "level": 0}})
    receipt = grow(tavern, "winds")
    assert len(all_of(receipt, Altered)) == 1
    assert told(tavern, receipt) == ["Ada raises Lady of Winds from Fair to Good."]
    assert told(tavern, receipt, "it") == ["Ada porta Lady of Winds da Discreto a Buono."]


# --- a Power that is new


@pytest.mark.rule("FUD-083", "FUD-252")
@pytest.mark.parametrize(("price", "times"), [("standard", 1), ("double", 2), ("triple", 3)])
@pytest.mark.parametrize("worth", [1, 2])
def test_a_new_power_costs_as_many_times_as_much_as_when_characters_are_made(
    price: str, times: int, worth: int
) -> None:
    tavern = adept({}, power_cost=price)
    buy = {"type": "fudge.acquire", "actor": "ada", "trait": "glow", "power": {"worth": worth}}
    tavern.do(buy, by="anna")
    asked = tavern.do({"type": "table.answer", "answer": "yes"}).waiting
    assert asked is not None
    assert asked.ge == 12 * worth * times


@pytest.mark.rule("FUD-113", "FUD-253")
def test_a_new_power_stands_at_its_first_level_where_levels_have_a_price() -> None:
    buy = {"type": "fudge.acquire", "actor": "ada", "trait": "wind-control"}
    high, first = ({"power": {"level": rung}} for rung in (-1, -2))
    assert refused(adept({}), buy | high) == ("FUD-253", "$.power.level")
    for tavern, power in ((adept({}), first), (adept({}, by="free"), high)):
        tavern.do(buy | power, by="anna")
        tavern.do({"type": "table.answer", "answer": "yes"})
        bought = tavern.do({"type": "table.answer", "answer": 12})
        assert of(bought, Acquired).cost == 12
        assert rung(tavern) == power["power"]["level"]
