"""A preview says what a command would bring, exactly, and changes nothing at all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rollbook.core.errors import Invalid, NotAllowed, Refused, Waiting
from rollbook.core.play import Play
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.ledger import Charter
from rollbook.core.table.seals import OpenEpoch, Reveal
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import Rolled, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Auction,
    Charm,
    Enter,
    Flurry,
    Said,
    Strike,
    Watch,
    brawl,
    brawl_with,
)

STRIKE = Strike(actor="ann", target="bo")


def test_odds_are_exact_and_sum_to_one(tavern: Scenario) -> None:
    found = tavern.session.preview(STRIKE, "anna")
    (roll,) = found.rolls
    assert (roll.whole, sum(roll.totals.values())) == (36, 36)
    assert roll.totals[7] == 6
    assert found.chance(lambda end: True) == 1
    assert found.chance(lambda end: end.question is not None) == Fraction(21, 36)
    assert [q.name for q in found.questions] == ["dodge"]


def test_what_is_laid_on_shifts_the_odds(tavern: Scenario) -> None:
    tavern.given(Charm(actor="ann", kind="aim", until=SceneEnd(), amount=5))
    (roll,) = tavern.session.preview(STRIKE, "anna").rolls
    assert min(roll.totals) == 7
    assert [m.amount for m in roll.modifiers] == [5]


def test_answers_that_come_along_lead_further(tavern: Scenario) -> None:
    answers = {"dodge": "yes"}
    found = tavern.session.preview(STRIKE, "gm1", answers=answers)
    dodges = found.chance(lambda end: any(isinstance(e, Said) for e in end.events))
    assert dodges == Fraction(21, 36) * Fraction(1, 2)
    assert found.questions == ()
    assert found.chance(lambda end: True) == 1


def test_nothing_is_drawn_and_nothing_appended() -> None:
    """The dice that follow are those that would have followed."""
    rolled = []
    for looks in (0, 3):
        play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"}, sealed=True)
        play.given(Enter(actor="ann"), Enter(actor="bo"))
        before = laws.plain(play.session.timeline.slices), play.store.head("s")
        for _ in range(looks):
            play.session.preview(STRIKE, "anna")
        assert (laws.plain(play.session.timeline.slices), play.store.head("s")) == before
        play.when(STRIKE, "anna")
        rolled.append([e.message.dice for e in play.session.log() if isinstance(e.message, Rolled)])
    assert rolled[0] == rolled[1]


@pytest.mark.parametrize("faces", [(1, 1), (3, 4), (6, 6)])
def test_what_is_played_is_one_of_the_ends(tavern: Scenario, faces: tuple[int, int]) -> None:
    found = tavern.session.preview(STRIKE, "anna")
    tavern.when(STRIKE, "anna", faces=faces)
    assert tavern.receipt
    (total,) = [e.total for e in tavern.receipt.events if isinstance(e, Rolled)]
    (end,) = [
        end
        for end in found.ends
        if [e.total for e in end.events if isinstance(e, Rolled)] == [total]
    ]
    assert (end.question is not None) == (tavern.session.waiting is not None)


def test_what_is_no_answer_and_no_commit_is_refused_like_any_input(tavern: Scenario) -> None:
    with pytest.raises(Invalid, match="answers"):
        tavern.session.preview(STRIKE, "anna", answers=[1])  # type: ignore[arg-type]
    with pytest.raises(Refused, match="no commit three"):
        tavern.session.at("three")  # type: ignore[arg-type]


def test_what_would_be_refused_is_refused(tavern: Scenario) -> None:
    with pytest.raises(NotAllowed):
        tavern.session.preview(STRIKE, "bert")
    with pytest.raises(Refused, match="not in the brawl"):
        tavern.session.preview(Strike(actor="ann", target="zed"), "anna")
    tavern.when(STRIKE, "anna", faces=(6, 6))
    with pytest.raises(Waiting):
        tavern.session.preview(STRIKE, "anna")


def test_a_cost_that_is_sure_is_told() -> None:
    def pay(command: Strike, play: Play) -> None:
        play.emit(Spent(actor="ann", pool="luck", amount=1, rule="X"))
        if play.roll("1d6", "ann", "x").total > 3:
            play.emit(Spent(actor="ann", pool="luck", amount=1, rule="Y"))

    play = Scenario(brawl_with(Strike, pay), actors={"ann": "anna"})
    play.given({"type": "table.open_pool", "actor": "ann", "pool": "luck", "balance": 2})
    found = play.session.preview(Strike(actor="ann", target="ann"), "anna")
    assert [(cost.amount, cost.rule) for cost in found.costs] == [(1, "X")]
    assert len(found.ends) == 6


@pytest.mark.parametrize(
    ("notation", "reason"),
    [
        ("1d6e=6", "d6e=6 has no end: it re-rolls or explodes"),
        ("40d40", "40d40 has more than 10000 combinations of faces"),
    ],
)
def test_where_odds_are_too_many_the_reason_is_given(notation: str, reason: str) -> None:
    def roll(command: Strike, play: Play) -> None:
        play.roll(notation, "ann", "x")

    play = Scenario(brawl_with(Strike, roll), actors={"ann": "anna"})
    found = play.session.preview(Strike(actor="ann", target="ann"), "anna")
    assert (found.ends, found.reason) == ((), reason)


def test_a_table_with_real_dice_sees_the_same_odds() -> None:
    play = Scenario(brawl, charter=Charter(dice="table"), actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    found = play.session.preview(STRIKE, "anna")
    assert found.rolls[0].whole == 36
    assert [q.name for q in found.questions] == ["dodge"]


def test_rolls_in_a_row_multiply(tavern: Scenario) -> None:
    def twice(command: Flurry, play: Play) -> None:
        for _ in "ab":
            play.roll("1d6", "ann", "x")

    play = Scenario(brawl_with(Flurry, twice), actors={"ann": "anna"})
    found = play.session.preview(Flurry(actor="ann", targets=()), "anna")
    assert (len(found.rolls), len(found.ends)) == (2, 36)
    assert {end.chance for end in found.ends} == {Fraction(1, 36)}


def test_a_roll_behind_the_screen_is_in_nobodys_preview_but_the_gms(tavern: Scenario) -> None:
    def peek(command: Auction, play: Play) -> None:
        play.roll("1d6", "cy", "notice", to="gm")

    play = Scenario(brawl_with(Auction, peek), actors={"cy": ""})
    sent = Auction(thing="ale", bidders=())
    assert play.session.preview(sent, "anna").rolls == ()
    assert [r.purpose for r in play.session.preview(sent, "gm1").rolls] == ["notice"]
    assert tavern.session.preview(Watch(actor="bo"), "gm1").rolls[0].whole == 6


def test_nobody_looks_through_an_answer_or_under_a_seal(tavern: Scenario) -> None:
    """Both would tell their sender what others keep to themselves."""
    sealed = Scenario(brawl, sealed=True)
    for command in (OpenEpoch(), Reveal(epoch=0, kind="secret")):
        found = sealed.session.preview(command, "host")
        assert (found.ends, found.reason) == ((), "sealed dice are not looked into")
    tavern.when(STRIKE, "anna", faces=(6, 6))
    found = tavern.session.preview(Answer(answer="yes"), "bert")
    assert (found.ends, found.rolls) == ((), ())
    assert found.reason.startswith("an answer goes on")
