"""What the charter says, the engine holds the table to; and a change of it is a record."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, structs

from rollbook import Command, Play, Rules, Ruleset, gm, owner
from rollbook.core.errors import RollbookError
from rollbook.core.table.charter import ChangeCharter, CharterChanged
from rollbook.core.table.ledger import Charter, lacking
from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.table.seals import AddEntropy, EntropyWaived, OpenEpoch, WaiveEntropy
from rollbook.core.table.seats import AddSeat, GiveActor, GiveRole
from rollbook.core.vocabulary import DieSet, Rolled, TableDraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Auction, Duel, Enter, Sneak, Strike, Watch, brawl


def tavern(sealed: bool = False, **charter: Any) -> Scenario:
    """Ann of Anna's, Bo of Bert's, Cy of nobody's, at a table with such a charter."""
    actors = {"ann": "anna", "bo": "bert", "cy": ""}
    play = Scenario(brawl, charter=Charter(**charter), actors=actors, sealed=sealed)
    return play.given(*(Enter(actor=who) for who in actors))


def rolls(play: Scenario, viewer: str = "") -> list[Rolled]:
    return [e.message for e in play.session.log(viewer=viewer) if isinstance(e.message, Rolled)]


# --- changing it


def test_a_changed_charter_is_a_record_with_its_reason_and_holds_from_then_on() -> None:
    play = tavern()
    play.when(Watch(actor="ann"), faces=(1,))
    change = ChangeCharter(switch="secret_rolls", value=False, reason="we want to see it all")
    before = play.session.timeline.ledger.charter
    after = structs.replace(before, secret_rolls=False)
    play.when(change, "gm1").then(
        CharterChanged(switch="secret_rolls", before=before, charter=after, reason=change.reason)
    )
    play.when(Watch(actor="ann"), faces=(1,), spare=True).refused("refused")
    for viewer in ("anna", "eve"):
        assert play.session.view(viewer).ledger.charter == after
    laws.hold(play.session)


def test_no_return_brings_an_older_charter_back() -> None:
    play = tavern().given(ChangeCharter(switch="entropy", value=True, reason="x"))
    play.given(Return(to=0))
    assert play.session.timeline.ledger.charter.entropy


UNCHANGED: dict[str, tuple[str, Any, str, str]] = {
    "no such switch": ("fudging", True, "x", "$.switch"),
    "no such value": ("player_returns", "anybody", "x", "$.player_returns"),
    "another type": ("gm_fudging", "perhaps", "x", "$.gm_fudging"),
    "as it is": ("gm_fudging", False, "x", "$.value"),
    "without a reason": ("gm_fudging", True, "  ", "$.reason"),
    "open and hidden": ("open_rolls", ["notice"], "x", "$.value"),
    "hidden where none may be": ("secret_rolls", False, "x", "$.value"),
}


@pytest.mark.parametrize("what", UNCHANGED)
def test_a_charter_that_says_nothing_clear_is_refused(what: str) -> None:
    switch, value, reason, path = UNCHANGED[what]
    play = tavern(hidden_rolls=("notice",))
    play.when(ChangeCharter(switch=switch, value=value, reason=reason))
    assert play.error is not None
    assert play.error.path == path


def test_nor_is_a_session_opened_with_one() -> None:
    with pytest.raises(RollbookError, match="open and hidden"):
        tavern(open_rolls=("a", "b"), hidden_rolls=("b",))


# --- kinds of rolls


@pytest.mark.report(292)
def test_a_table_says_which_kinds_of_rolls_are_open_and_which_hidden() -> None:
    """By purpose: the rule hides what somebody notices, and shows a strike."""
    plain, turned = tavern(), tavern(open_rolls=("notice",), hidden_rolls=("strike",))
    for play in (plain, turned):
        play.when(Watch(actor="ann"), faces=(4,))
        play.when(Strike(actor="ann", target="bo"), faces=(1, 2))
        assert [roll.purpose for roll in rolls(play, "gm1")] == ["notice", "strike"]
    assert [roll.purpose for roll in rolls(plain, "bert")] == ["strike"]
    assert [roll.purpose for roll in rolls(turned, "bert")] == ["notice"]
    laws.hold(turned.session)


def test_a_secret_command_stays_one_whatever_kinds_of_rolls_are_open() -> None:
    """Its rolls would tell of it."""
    play = tavern(open_rolls=("sneak",)).when(Sneak(actor="cy", what="x"), faces=(4,))
    assert rolls(play, "bert") == []
    assert len(rolls(play, "gm1")) == 1


# --- fudging


class Fudging(Struct, frozen=True):
    """Nothing."""


class Turn(Command, ruleset="turning"):
    """Turn a die of the last roll to another face."""

    roll: str
    face: int
    actor: str = ""


turning = Rules(Fudging)


@turning.decides(Turn, may=gm)
def turn(command: Turn, play: Play) -> None:
    who = command.actor or play.by
    play.emit(DieSet(roll=command.roll, die=0, before=1, after=command.face, actor=who))


@pytest.mark.report(21)
@pytest.mark.parametrize("by", ["gm1", "host"])
def test_who_runs_the_table_turns_no_die_unless_the_charter_says_so(by: str) -> None:
    """If it does, that is an event of its own, which everybody sees; the roll stays as it fell."""
    ruleset = Ruleset("turning", "1.0.0", Fudging, chapters=(turning,), extends="brawl>=1,<2")
    for allowed in (False, True):
        play = Scenario(brawl, ruleset, charter=Charter(gm_fudging=allowed), actors={"ann": "anna"})
        play.given(Enter(actor="ann")).when(Strike(actor="ann", target="ann"), faces=(1, 2))
        (fell,) = rolls(play)
        play.when(Turn(roll=fell.id, face=6), by)
        if allowed:
            play.then(DieSet(roll=fell.id, die=0, before=1, after=6, actor=by))
            assert [e.type for e in play.session.log(viewer="eve")][-1] == "table.die_set"
        else:
            play.refused("refused", path="$.actor")
        assert rolls(play) == [fell]


def test_an_actor_turns_a_die_by_a_rule_whatever_the_charter_says_of_fudging() -> None:
    ruleset = Ruleset("turning", "1.0.0", Fudging, chapters=(turning,))
    play = Scenario(ruleset, actors={"ann": "anna", "cy": ""})
    play.when(Turn(roll="r1.1", face=6, actor="cy")).then(DieSet)
    play.when(Turn(roll="r1.1", face=1, actor="cy")).refused("refused", path="$.after")


# --- returns past dice


@pytest.mark.parametrize(
    ("past_dice", "own", "gm1"),
    [("gm", False, True), ("own", True, True), ("nobody", False, False)],
)
def test_who_returns_past_dice_is_as_the_charter_says(past_dice: str, own: bool, gm1: bool) -> None:
    for by, may in (("anna", own), ("gm1", gm1)):
        play = tavern(past_dice=past_dice)
        commit = play.session.timeline.commits
        play.when(Strike(actor="ann", target="bo"), "anna", faces=(1, 2))
        play.when(Return(to=commit - 1), by)
        assert (play.error is None) == may, by


def test_where_nobody_returns_past_dice_one_still_returns_to_them() -> None:
    """What came after the last dice may be taken back, and by its player too."""
    play = tavern(past_dice="nobody")
    play.when(Strike(actor="ann", target="bo"), faces=(1, 2))
    fallen = play.session.timeline.commits - 1
    play.when(Auction(thing="ale", bidders=()), "anna")
    play.given(Return(to=fallen), by="anna")
    play.when(Return(to=fallen - 1)).refused("refused", path="$.to")
    assert f"commit {fallen} at the earliest" in str(play.error)


def test_what_waits_can_be_withdrawn_although_its_dice_have_fallen() -> None:
    """Or a command that cannot go on would hold up the table for ever."""
    play = tavern(past_dice="nobody")
    play.when(Strike(actor="ann", target="bo"), faces=(6, 6)).waits("bo")
    play.given(Withdraw(reason="the power went"))
    assert play.session.waiting is None


# --- acting for others


class Hums(Struct, frozen=True):
    """Nothing."""


def test_where_nobody_acts_for_others_the_gm_acts_for_whom_nobody_plays() -> None:
    play = tavern(on_behalf="nobody")
    strikes = {who: Strike(actor=who, target="bo") for who in ("ann", "cy")}
    for by in ("gm1", "host"):
        play.when(strikes["ann"], by).refused("not-allowed")
        play.when(strikes["cy"], by, faces=(1, 1))
        assert play.error is None
    play.when(strikes["ann"], "anna", faces=(1, 1))
    assert play.error is None
    play.given(GiveRole(seat="anna", role="observer"))
    play.when(strikes["ann"], "gm1", faces=(1, 1))
    assert play.error is None, "who only looks on plays nobody"


@pytest.mark.parametrize("on_behalf", ["gm", "nobody"])
def test_who_answers_for_others_is_as_the_charter_says(on_behalf: str) -> None:
    """By answer, and by answers that come along; shown with who gave it and for whom."""
    play = tavern(on_behalf=on_behalf)
    play.when(
        Strike(actor="ann", target="bo"), "gm1" if on_behalf == "gm" else "anna", faces=(3, 4)
    )
    play.when({"type": "table.answer", "answer": "no"}, "gm1")
    assert (play.error is None) == (on_behalf == "gm")
    if on_behalf == "nobody":
        play.answer("no", "bert")
        assert play.error is None
    play.when(Strike(actor="cy", target="bo"), "gm1", faces=(3, 4), answers={"dodge": "no"})
    assert (play.session.waiting is None) == (on_behalf == "gm")


def test_a_player_who_is_away_hands_his_actor_on() -> None:
    """Where the GM may not act for him; the question goes with the actor."""
    play = tavern(on_behalf="nobody")
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(3, 4)).waits("bo")
    play.given(GiveActor(actor="bo", owners=()))
    play.answer("no", "gm1")
    assert play.error is None


# --- real dice, and who confirms them


def test_real_dice_are_confirmed_by_another_seat_where_the_charter_wants_it() -> None:
    play = tavern(dice="table", confirm=True)
    play.when(Strike(actor="ann", target="bo"), "anna").waits("ann")
    question = play.answer((1, 2), "anna").waits("bert", "gm1", "host")
    assert [choice.key for choice in question.choices] == ["yes", "no"]
    play.answer("yes", "anna").refused("not-allowed")
    play.answer("yes", "eve").refused("not-allowed")
    play.answer("yes", "bert")
    (roll,) = rolls(play)
    assert (roll.draw, roll.natural) == (TableDraw(reader="anna", confirmer="bert"), 3)
    laws.hold(play.session)


def test_dice_that_were_read_wrong_are_read_again() -> None:
    """Both readings stand in the log; the roll has the one that was confirmed."""
    play = tavern(dice="table", confirm=True)
    play.when(Strike(actor="ann", target="bo"), "anna").answer((6, 6), "anna")
    play.answer("no", "bert").waits("ann")
    play.answer((1, 2), "anna").answer("yes", "gm1")
    (roll,) = rolls(play)
    assert (roll.natural, roll.draw) == (3, TableDraw(reader="anna", confirmer="gm1"))
    answered = [e.message.answer for e in play.session.log() if e.type == "table.answered"]
    assert answered == [(6, 6), "no", (1, 2), "yes"]
    laws.hold(play.session)


def test_nobody_confirms_his_own_reading_for_another() -> None:
    play = tavern(dice="table", confirm=True)
    play.when(Strike(actor="ann", target="bo")).answer((1, 2), "gm1")
    play.answer("yes", "gm1", for_="bert").refused("refused")
    play.answer("yes", "bert")
    assert play.error is None


def test_a_hidden_roll_of_real_dice_is_confirmed_by_who_may_see_it() -> None:
    play = tavern(dice="table", confirm=True)
    play.when(Watch(actor="ann")).answer((5,), "gm1").waits("host")
    for player in ("anna", "bert"):
        assert play.session.waiting_for(player) is None
    play.answer("yes", "host")
    assert rolls(play, "anna") == []
    assert rolls(play)[0].draw == TableDraw(reader="gm1", confirmer="host")


# --- entropy


def test_no_die_falls_before_each_player_has_added_chance() -> None:
    play = tavern(sealed=True, entropy=True)
    strike, size = Strike(actor="ann", target="bo"), play.session.timeline.size
    assert lacking(play.session.timeline.ledger) == ("anna", "bert")
    play.when(strike, "anna").refused("refused")
    assert "anna, bert" in str(play.error)
    play.given(AddEntropy(text="dice", size=size), by="anna")
    play.when(Sneak(actor="ann", what="x")).refused("refused")
    play.given(AddEntropy(text="more", size=size), by="bert")
    assert lacking(play.session.timeline.ledger) == ()
    play.when(strike, "anna")
    assert play.error is None
    play.given(AddSeat(id="carl", name="Carl"))
    assert lacking(play.session.timeline.ledger) == (), "the epoch has begun"


def test_who_is_away_is_waived_by_name_and_for_one_epoch() -> None:
    play = tavern(sealed=True, entropy=True)
    play.given(AddEntropy(text="dice", size=play.session.timeline.size), by="anna")
    play.when(WaiveEntropy(reason="Bert is late"), "gm1")
    play.then(EntropyWaived(epoch=0, without=("bert",), reason="Bert is late"))
    play.when(WaiveEntropy(reason="again")).refused("refused")
    play.when(Strike(actor="ann", target="bo"), "anna")
    assert play.error is None
    if play.session.waiting:
        play.answer("no", "bert")
    play.given(OpenEpoch())
    play.when(Strike(actor="ann", target="bo"), "anna").refused("refused")


def test_entropy_may_come_while_a_question_holds_up_the_first_die() -> None:
    """Or nobody could ever answer it."""
    play = tavern(sealed=True, entropy=True).when(Duel(a="ann", b="bo")).answer(1, "anna")
    size = play.session.timeline.size
    play.answer(0, "bert").refused("refused")
    play.given(AddEntropy(text="a", size=size), by="anna")
    play.given(WaiveEntropy(reason="Bert cannot")).answer(0, "bert")
    assert play.error is None
    assert len(rolls(play)) == 2
    laws.hold(play.session)


@pytest.mark.parametrize("charter", [{}, {"entropy": True, "dice": "table"}])
def test_no_dice_wait_where_nobody_asks_for_chance(charter: dict[str, Any]) -> None:
    play = tavern(sealed=True, **charter)
    play.when(Strike(actor="ann", target="bo"), "anna")
    assert play.error is None
    play.when(WaiveEntropy(reason="x")).refused("refused")


def test_the_owner_acts_whatever_the_charter_says() -> None:
    """A permission of a ruleset's own, through the public face."""

    class Hum(Command, ruleset="hums"):
        """Hum a tune."""

        actor: str

    rules = Rules(Hums)

    @rules.decides(Hum, may=owner("actor"))
    def hum(command: Hum, play: Play) -> None:
        """Nothing comes of it."""

    ruleset = Ruleset("hums", "1.0.0", Hums, chapters=(rules,))
    play = Scenario(ruleset, charter=Charter(on_behalf="nobody"), actors={"ann": "anna", "cy": ""})
    for by, actor, may in (
        ("anna", "ann", True), ("bert", "ann", False), ("gm1", "ann", False), ("eve", "ann", False),
        ("anna", "cy", False), ("gm1", "cy", True), ("host", "cy", True), ("gm1", "gm1", True),
        ("gm1", "anna", False), ("anna", "anna", True),
    ):  # fmt: skip
        play.when(Hum(actor=actor), by)
        assert (play.error is None) == may, (by, actor)
