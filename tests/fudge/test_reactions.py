"""How NPCs take to people (4.9)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import NotAllowed, Refused
from rollbook.core.table.ledger import Charter
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge.actions.reactions import Reacted, attitude
from rollbook.plugins.testing import laws

from .tavern import Tavern, all_of, of, sit_down, told

REACT = {"type": "fudge.react", "npc": "a market girl", "actor": "nathaniel", "about": "the duke"}


def market(charter: Charter | None = None, **options: Any) -> Tavern:
    """Nathaniel, of ordinary looks and some charm."""
    tavern = sit_down(charter, **options)
    tavern.enter(
        "nathaniel", "anna",
        attributes={"looks": "Fair"}, gifts={"charisma": {}}, faults={"foul-mouth": {}},
    )  # fmt: skip
    return tavern


@pytest.mark.rule("FUD-247", "FUD-248", "FUD-144")
def test_nathaniel_and_the_market_girl() -> None:
    """Looks 0, charm +1, tact +1, the duke -2; Fair: she lets something slip. Nobody sees it."""
    tavern = market()
    situation = [
        {"amount": 1, "reason": "small talk first"},
        {"amount": -2, "reason": "it is about the duke"},
    ]
    traits = {"looks": 0, "charisma": 1}
    receipt = tavern.do(REACT | {"traits": traits, "situation": situation}, 0)
    found, rolled = of(receipt, Reacted), of(receipt, Rolled)
    assert sum(m.amount for m in rolled.modifiers) == 0
    assert (found.result, found.attitude) == (0, "some")
    assert told(tavern, receipt)[-1] == (
        "Fair: a market girl helps Nathaniel a little, and not too much, in the matter of the duke."
    )
    assert not [e for e in tavern.session.log(viewer="anna") if isinstance(e.message, Reacted)]


@pytest.mark.rule("FUD-247")
@pytest.mark.parametrize(
    ("roll", "reaction"),
    [(4, "full"), (1, "full"), (0, "some"), (-1, "none"), (-4, "none")],
)
def test_good_or_better_helps_fair_a_little_and_worse_not_at_all(roll: int, reaction: str) -> None:
    assert of(market().do(REACT, roll), Reacted).attitude == reaction


@pytest.mark.rule("FUD-247")
def test_where_the_attitude_is_settled_nothing_is_rolled() -> None:
    receipt = market().do(REACT | {"attitude": "none"})
    assert (all_of(receipt, Rolled), of(receipt, Reacted).result) == ([], None)


@pytest.mark.rule("FUD-247")
def test_where_dice_do_not_say_it_the_gm_does() -> None:
    tavern = market(reaction_rolls=False)
    receipt = tavern.do(REACT)
    assert receipt.waiting is not None
    assert {choice.key for choice in receipt.waiting.choices} == {"full", "some", "none"}
    receipt = tavern.session.do({"type": "table.answer", "answer": "full"}, "master")
    assert (of(receipt, Reacted).attitude, all_of(receipt, Rolled)) == ("full", [])


@pytest.mark.rule("FUD-247")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"traits": {"wings": 1}}, "$.traits.wings"),
        ({"traits": {"charisma": 4}}, "$.traits.charisma"),
        ({"npc": " "}, "$.npc"),
        ({"actor": "nobody"}, "$.actor"),
    ],
)
def test_what_counts_is_on_the_sheet_and_within_bounds(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as found:
        market().do(REACT | fields)
    assert found.value.path == path


@pytest.mark.rule("FUD-247")
def test_a_table_that_hides_nothing_sees_it() -> None:
    tavern = market(Charter(secret_rolls=False))
    with pytest.raises(Refused) as found:
        tavern.do(REACT)
    assert found.value.path == "$.secret"
    tavern.do(REACT | {"secret": False, "traits": {"foul-mouth": -1}}, 1)
    seen = [e.message for e in tavern.session.log(viewer="anna")]
    assert [m.attitude for m in seen if isinstance(m, Reacted)] == ["some"]


@pytest.mark.rule("FUD-038", "FUD-247")
def test_luck_bends_a_reaction_that_is_rolled_in_the_open() -> None:
    """It concerns the character, though he does not roll it."""
    tavern = market()
    announce = {"type": "fudge.announce", "actor": "nathaniel", "levels": 1, "roll": "other"}
    tavern.do(announce, by="anna")
    assert of(tavern.do(REACT, 0), Reacted).attitude == "some"
    assert of(tavern.do(REACT | {"secret": False}, 0), Reacted).attitude == "full"


def test_only_the_gm_asks() -> None:
    with pytest.raises(NotAllowed):
        market().do(REACT, by="anna")


def test_a_reaction_does_not_leak() -> None:
    played = []
    for shift in (4, -4):
        tavern = market()
        tavern.do(REACT, shift)
        played.append(tavern.session)
    for viewer in ("anna", "bea"):
        laws.cannot_tell(played[0], played[1], viewer)


@given(st.integers(-9, 9))
def test_a_better_result_is_never_a_worse_reaction(result: int) -> None:
    order = ["none", "some", "full"]
    assert order.index(attitude(result)) <= order.index(attitude(result + 1))
