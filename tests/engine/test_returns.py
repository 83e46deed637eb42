"""Undo, redo, rewind and branches are one command; the ledger never goes back."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.core.table.ledger import Charter
from rollbook.core.table.returns import Return
from rollbook.core.until import RoundEnd, SceneEnd, TurnEnd
from rollbook.core.vocabulary import Rolled, SealedDraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Brawl, Charm, Curse, Duel, Enter, Strike, Watch, brawl


def board(play: Scenario) -> dict[str, bytes]:
    slices = laws.plain(play.session.timeline.slices)
    slices.pop("Ledger")
    return slices


def head(play: Scenario) -> int:
    return play.session.timeline.commits - 1


def drawn(play: Scenario) -> list[tuple[str, int]]:
    found = [e.message.draw for e in play.session.log() if isinstance(e.message, Rolled)]
    return [(d.stream, d.index) for d in found if isinstance(d, SealedDraw)]


@pytest.mark.report(43)
@pytest.mark.report(60)
def test_doing_and_returning_is_as_if_nothing_was_done_however_often(tavern: Scenario) -> None:
    """Order, round, running effects and what was put off are as before, twice or ten times."""
    slots = {"s1": {"actor": "ann", "key": [1]}, "s2": {"actor": "bo", "key": [1]}}
    tavern.given({"type": "table.begin_scene"}, {"type": "table.begin_round", "slots": slots})
    tavern.given({"type": "table.next_turn"})
    tavern.given(Charm(actor="bo", kind="ward", until=TurnEnd("bo", 2)))
    tavern.given(Charm(actor="ann", kind="aim", until=RoundEnd(3)))
    tavern.given(Curse(target="bo", amount=1, until=SceneEnd()))
    before, at = board(tavern), head(tavern)
    for _ in range(10):
        for _ in range(4):
            tavern.given({"type": "table.next_turn"})
        tavern.given({"type": "table.end_scene"}, {"type": "table.remove_actor", "actor": "bo"})
        assert board(tavern) != before
        tavern.given(Return(to=at, reason="misclick"))
        assert board(tavern) == before
    laws.hold(tavern.session)


@pytest.mark.report(44)
@pytest.mark.report(56)
@pytest.mark.report(62)
def test_a_return_takes_back_all_that_a_command_brought_about_or_none(tavern: Scenario) -> None:
    """Points, luck, reactions of two rulesets and an effect used up come back together."""
    tavern.given(Charm(actor="ann", kind="aim", until=SceneEnd()), Enter(actor="bo", points=3))
    before, at = board(tavern), head(tavern)
    tavern.when(Strike(actor="ann", target="bo"), faces=(6, 6), answers={"dodge": "no"})
    tavern.answer("yes", "bert")
    assert [e.type for e in tavern.entries] == [
        "table.answered", "table.spent", "brawl.hit", "charms.noticed",
    ]  # fmt: skip
    tavern.given(Return(to=at))
    assert board(tavern) == before
    tavern.given(Return(to=at + 2))
    assert tavern.session.view().state[Brawl].points["bo"] == 1


@pytest.mark.report(45)
def test_the_first_command_can_be_taken_back() -> None:
    play = Scenario()
    play.given({"type": "table.begin_sitting"})
    assert play.session.view().table.sitting == 1
    play.given(Return(to=0))
    assert play.session.view().table.sitting == 0


@pytest.mark.report(50)
def test_where_nothing_would_change_a_return_is_refused(tavern: Scenario) -> None:
    now = head(tavern)
    for to in (now, now + 1, 10**9, -1, -(10**9)):
        tavern.when(Return(to=to)).refused("refused", path="$.to")
    Scenario().when(Return(to=0)).refused("refused", path="$.to")
    tavern.given(Return(to=2))
    tavern.when(Return(to=2)).refused("refused", path="$.to")
    tavern.given(Return(to=now))
    tavern.when(Return(to=now)).refused("refused", path="$.to")


@pytest.mark.report(63)
def test_what_was_rewound_stays_listed_and_can_be_redone(tavern: Scenario) -> None:
    at = head(tavern)
    for points in range(1, 9):
        tavern.given(Enter(actor="cy", points=points))
    whole, last = board(tavern), head(tavern)
    tavern.given(Return(to=at, reason="misclick"))
    assert tavern.session.view().state[Brawl].points["cy"] == 10
    assert sum(e.type == "brawl.enter" for e in tavern.session.log()) == 3 + 8
    returned = [e for e in tavern.session.log() if e.type == "table.return"]
    assert [(e.by, e.message.reason) for e in returned] == [("gm1", "misclick")]
    tavern.given(Return(to=last, reason="no, it was right"))
    assert board(tavern) == whole


@pytest.mark.report(64)
def test_one_step_back_leaves_the_steps_before_it(tavern: Scenario) -> None:
    for points in (1, 2, 3):
        tavern.given(Enter(actor="cy", points=points))
    tavern.given(Return(to=head(tavern) - 1))
    assert tavern.session.view().state[Brawl].points["cy"] == 2


def test_branches_are_returns_to_what_no_longer_counts(tavern: Scenario) -> None:
    at = head(tavern)
    ends = []
    for points in (4, 5, 6):
        tavern.given(Enter(actor="cy", points=points))
        ends.append((head(tavern), board(tavern)))
        tavern.given(Return(to=at))
    for commit, stood in reversed(ends):
        tavern.given(Return(to=commit))
        assert board(tavern) == stood
    laws.hold(tavern.session)


@pytest.mark.report(46)
def test_the_same_roll_again_is_another_roll_and_the_first_stays(tavern: Scenario) -> None:
    play = Scenario(*tavern.rulesets, actors={"ann": "anna", "bo": "bert"}, sealed=True)
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    at = head(play)
    for _ in range(3):
        play.when(Strike(actor="ann", target="bo"))
        play.given(Return(to=at))
    assert drawn(play) == [("ann", 0), ("ann", 1), ("ann", 2)]
    faces = [e.message.dice for e in play.session.log() if isinstance(e.message, Rolled)]
    assert len({str(f) for f in faces}) > 1
    laws.hold(play.session)


@pytest.mark.report(47)
def test_a_player_never_returns_past_his_own_dice(tavern: Scenario) -> None:
    tavern.when(Strike(actor="ann", target="bo"), "anna", faces=(1, 1))
    tavern.when(Return(to=head(tavern) - 1), "anna").refused("not-allowed")
    tavern.given(Return(to=head(tavern) - 1, reason="the wrong target"), by="gm1")
    assert [e.by for e in tavern.session.log() if e.type == "table.return"] == ["gm1"]


@pytest.mark.report(47)
def test_a_player_never_returns_past_real_dice_he_has_read() -> None:
    play = Scenario(brawl, charter=Charter(dice="table"), actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Strike(actor="ann", target="bo"), "anna").answer((1, 1), "anna")
    assert play.error is None
    play.when(Return(to=head(play) - 1), "anna").refused("not-allowed")


@pytest.mark.report(51)
def test_a_player_never_returns_past_a_secret_that_was_shown(tavern: Scenario) -> None:
    tavern.given({"type": "table.give_role", "seat": "anna", "role": "gm"})
    tavern.when(Duel(a="ann", b="bo"), "anna")
    tavern.answer(1, "anna").given({"type": "table.give_role", "seat": "anna", "role": "player"})
    tavern.answer(0, "bert", faces=(2, 3))
    assert tavern.error is None
    tavern.when(Return(to=head(tavern) - 1), "bert").refused("not-allowed")


@pytest.mark.report(41)
def test_a_player_returns_his_own_last_command_and_nobody_elses(tavern: Scenario) -> None:
    """Also the slices of extensions come back; a note in between takes nobody's right away."""
    play = tavern
    auction = {"type": "brawl.auction", "thing": "ale", "bidders": ["cy"]}
    before = board(play)
    play.when(auction, "anna")
    play.when(Return(to=head(play) - 1), "bert").refused("not-allowed")
    play.when(Return(to=head(play) - 2), "anna").refused("not-allowed")
    play.when(Return(to=head(play) - 1), "eve").refused("not-allowed")
    mine = head(play) - 1
    play.given({"type": "table.add_note", "text": "oh"}, by="bert")
    play.when(Return(to=mine), "anna")
    assert play.error is None
    assert board(play) == before
    play.when(auction, "anna")
    play.given({"type": "table.answer", "answer": "take"})
    play.when(Return(to=head(play) - 1), "anna").refused("not-allowed")


def test_the_charter_may_leave_all_returns_to_the_gm() -> None:
    play = Scenario(brawl, charter=Charter(player_returns="gm"), actors={"cy": ""})
    play.given({"type": "brawl.auction", "thing": "ale", "bidders": ["cy"]}, by="anna")
    play.when(Return(to=head(play) - 1), "anna").refused("not-allowed")


@pytest.mark.report(48)
def test_what_was_built_before_a_return_is_stale_after_it(tavern: Scenario) -> None:
    size = tavern.session.timeline.size
    tavern.given(Enter(actor="cy", points=1), Return(to=head(tavern)))
    tavern.when(Enter(actor="cy", points=2), size=size).refused("stale")
    tavern.when(Enter(actor="cy", points=2), size=tavern.session.timeline.size)
    assert tavern.error is None


@pytest.mark.report(52)
def test_a_return_into_the_middle_of_a_command_opens_its_question_again(tavern: Scenario) -> None:
    """The roll before it stands, play goes on from there, and new dice have new places."""
    tavern.when(Strike(actor="ann", target="bo"), "anna", faces=(6, 5))
    asked = head(tavern)
    tavern.answer("yes", "bert", faces=(6,))
    first = board(tavern)
    for i in range(3):
        tavern.given(Return(to=asked, reason="another try"))
        tavern.waits("bo")
        tavern.answer("yes", "bert", faces=(1 + i,))
        assert tavern.error is None
    assert board(tavern) != first
    assert drawn(tavern) == [("ann", 0), ("bo", 0), ("bo", 1), ("bo", 2), ("bo", 3)]
    laws.hold(tavern.session)


def test_a_return_far_beyond_what_is_kept_refolds(tavern: Scenario) -> None:
    """Also into the middle of a command, after a restart."""
    tavern.when(Strike(actor="ann", target="bo"), "anna", faces=(6, 5))
    asked, middle = head(tavern), board(tavern)
    tavern.answer("no", "bert")
    for _ in range(150):
        tavern.given({"type": "table.advance_clock", "seconds": 1})
    tavern.given(Return(to=asked))
    assert board(tavern) == middle
    tavern.restart()
    assert board(tavern) == middle
    tavern.answer("no", "bert")
    assert tavern.error is None
    laws.hold(tavern.session)


def test_a_revealed_seed_draws_no_more_even_in_a_command_begun_before() -> None:
    """Return to before the reveal, and the dice are still known to everybody."""
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Strike(actor="ann", target="bo"), faces=(6, 5))
    asked = head(play)
    play.answer("no", "bert")
    play.given({"type": "table.reveal", "epoch": 0, "kind": "open"}, by="host")
    play.given(Return(to=asked))
    play.answer("yes", "bert", faces=(6,)).refused("refused")
    assert play.answer("no", "bert").error is None


def test_ledger_stays_where_the_board_goes_back(tavern: Scenario) -> None:
    at = head(tavern)
    before = board(tavern)
    tavern.when(Watch(actor="bo"), faces=(3,))
    for command in (
        {"type": "table.add_note", "text": "kept"},
        {"type": "table.add_seat", "id": "zoe", "name": "Zoe"},
        {"type": "table.give_role", "seat": "zoe", "role": "gm"},
        {"type": "table.give_actor", "actor": "cy", "owners": ["zoe"]},
        {"type": "table.open_epoch"},
    ):
        tavern.given(command)
    tavern.given(Return(to=at))
    assert board(tavern) == before
    ledger = tavern.session.view().ledger
    assert [n.text for n in ledger.notes] == ["kept"]
    assert ledger.seats["zoe"].role == "gm"
    assert ledger.owners["cy"] == ("zoe",)
    assert ledger.epoch
    assert ledger.epoch.number == 1
    assert ledger.past["0"].positions == {"secret": {"bo/gm": 1}}


@pytest.mark.report(55)
def test_who_left_is_back_when_his_leaving_is_taken_back(tavern: Scenario) -> None:
    slots = {"s1": {"actor": "ann", "key": [1]}, "s2": {"actor": "bo", "key": [2]}}
    tavern.given({"type": "table.begin_scene"}, {"type": "table.begin_round", "slots": slots})
    tavern.given({"type": "table.next_turn"})
    before, at = board(tavern), head(tavern)
    tavern.given({"type": "table.remove_actor", "actor": "ann", "why": "had to go"})
    assert tavern.session.view().table.round.open == "s2"  # type: ignore[union-attr]
    tavern.given(Return(to=at))
    assert board(tavern) == before


@pytest.mark.report(59)
def test_a_value_written_over_is_back(tavern: Scenario) -> None:
    tavern.given({"type": "table.rename_actor", "actor": "ann", "name": "Someone else"})
    tavern.given(Return(to=head(tavern) - 1))
    assert tavern.session.view().table.actors["ann"].name == "Ann"


@pytest.mark.report(42)
def test_the_state_at_every_commit_is_what_it_was_live(tavern: Scenario) -> None:
    live: dict[int, Any] = {head(tavern): board(tavern)}
    script: list[Any] = [Enter(actor="cy", points=p) for p in (1, 2, 3)]
    script += [Return(to=head(tavern) + 1), Enter(actor="cy", points=9), Return(to=2)]
    for command in script:
        tavern.given(command)
        live[head(tavern)] = board(tavern)
    again = tavern.reopened()
    for commit, stood in live.items():
        slices = laws.plain(again.at(commit).slices)
        slices.pop("Ledger")
        assert slices == stood


@pytest.mark.report(71)
def test_there_is_no_commit_beyond_either_end(tavern: Scenario) -> None:
    for commit in (-1, head(tavern) + 1):
        with pytest.raises(Refused, match=f"there is no commit {commit}"):
            tavern.session.at(commit)
