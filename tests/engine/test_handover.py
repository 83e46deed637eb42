"""Who plays whom may change, and who runs the table: what each then sees, is asked and may do."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.table.actors import AddActor
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.seats import GiveActor, GiveRole
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Brawl, Duel, Enter, Sneak, Strike, brawl

SEATS = {"host": "host", "gm1": "gm", "anna": "player", "bert": "player", "eve": "observer"}


def tavern() -> Scenario:
    play = Scenario(brawl, seats=SEATS, actors={"ann": "anna", "bo": "bert", "cy": ""})
    return play.given(*(Enter(actor=who) for who in ("ann", "bo", "cy")))


def said(play: Scenario, viewer: str) -> tuple[str, ...]:
    return play.session.view(viewer).state[Brawl].said


def may_strike(play: Scenario, actor: str) -> set[str]:
    """Seats that may have an actor strike."""
    found = set()
    for by in SEATS:
        other = play.copied()
        other.when(Strike(actor=actor, target="cy"), by, faces=(1, 1))
        if other.error is None:
            found.add(by)
        else:
            assert other.error is None or other.error.code == "not-allowed"
    return found


def test_an_actor_is_played_by_whoever_is_given_him_and_by_nobody_else() -> None:
    """And by the GM and the host on behalf; an observer plays nobody, whatever is his."""
    play = tavern()
    runs = {"host", "gm1"}
    for owners, plays in (
        (("anna",), {"anna"}), (("bert",), {"bert"}), (("anna", "bert"), {"anna", "bert"}),
        (("eve",), set()), ((), set()),
    ):  # fmt: skip
        play.given(GiveActor(actor="ann", owners=owners))
        assert may_strike(play, "ann") == runs | plays, owners


def test_what_was_for_an_actor_is_seen_by_whoever_plays_him_now() -> None:
    """Stored as given, resolved when it is read: who played him before finds it no more."""
    play = tavern()
    play.given(AddActor(id="spy", name="Mata", owners=("anna",), seen_by=("gm",)))
    for owners, seen in ((("anna",), "anna"), (("bert",), "bert"), (("eve",), "eve"), ((), "")):
        play.given(GiveActor(actor="spy", owners=owners))
        for viewer in ("anna", "bert", "eve"):
            assert ("spy" in play.session.view(viewer).table.actors) == (viewer == seen)
            laws.view_is_filtered_journal(play.session, viewer)


def test_who_has_listened_keeps_what_he_heard() -> None:
    """A handover takes nothing back from a listener, and tells him nothing old."""
    play = tavern()
    heard: dict[str, list[Any]] = {"anna": [], "bert": []}
    for who, entries in heard.items():
        play.session.subscribe(entries.append, viewer=who)
    play.given(AddActor(id="spy", name="Mata", owners=("anna",), seen_by=("gm",)))
    play.given(GiveActor(actor="spy", owners=("bert",)))
    assert [e.type for e in heard["anna"]] == [
        "table.add_actor",
        "table.actor_added",
        "table.owners_given",
    ]
    assert [e.type for e in heard["bert"]] == ["table.give_actor", "table.owners_given"]
    assert "table.actor_added" in [e.type for e in play.session.log(viewer="bert")]


def test_an_open_question_goes_to_whoever_plays_the_actor_now() -> None:
    play = tavern().when(Strike(actor="ann", target="bo"), "anna", faces=(3, 4))
    play.waits("bo")
    play.given(GiveActor(actor="bo", owners=("anna",)))
    play.answer("no", "bert").refused("not-allowed")
    play.answer("no", "anna")
    assert play.error is None
    laws.hold(play.session)


def test_an_open_question_to_the_gm_goes_with_his_seat() -> None:
    play = tavern()
    play.given(Enter(actor="bo", points=1)).when(
        Strike(actor="ann", target="bo"), "anna", faces=(6, 6)
    )
    play.answer("no", "bert").waits("gm")
    play.given(GiveRole(seat="bert", role="gm"), GiveRole(seat="gm1", role="player"))
    play.answer("flat", "gm1").refused("not-allowed")
    play.answer("flat", "bert")
    assert play.error is None
    assert said(play, "eve") == ("flat",)


def test_with_the_gms_seat_go_his_secrets_and_his_rights() -> None:
    """Both ways, past and to come; who gave the seat up sees and does no more than a player."""
    play = tavern().when(Sneak(actor="cy", what="poison"), faces=(2,))
    assert (said(play, "gm1"), said(play, "bert")) == (("poison",), ())
    play.given(GiveRole(seat="bert", role="gm"), by="gm1")
    play.given(GiveRole(seat="gm1", role="player"), by="gm1")
    play.when(Sneak(actor="cy", what="gold"), "bert", faces=(2,))
    assert said(play, "bert") == ("poison", "gold")
    assert said(play, "gm1") == ()
    play.when(Sneak(actor="cy", what="x"), "gm1").refused("not-allowed")
    assert "brawl.sneak" not in {info.type for info in play.session.commands("gm1")}
    for viewer in SEATS:
        laws.view_is_filtered_journal(play.session, viewer)


def test_a_secret_answer_stays_with_the_seat_that_gave_it() -> None:
    """Whoever plays the actor next is not told before all are."""
    play = tavern().when(Duel(a="ann", b="bo")).answer(2, "anna")
    play.given(GiveActor(actor="ann", owners=("eve",)))
    answers = [e for e in play.session.log(viewer="eve") if isinstance(e.message, Answer)]
    assert answers == []
    assert any(isinstance(e.message, Answer) for e in play.session.log(viewer="anna"))


def test_who_leaves_the_table_looks_on_and_what_he_did_stays_his() -> None:
    """No seat is taken away: its records, receipts and chance stand under its id for good."""
    play = tavern().when(Strike(actor="ann", target="cy"), "anna", faces=(1, 1))
    play.given(GiveActor(actor="ann", owners=()), GiveRole(seat="anna", role="observer"))
    for command in (Strike(actor="ann", target="cy"), Strike(actor="anna", target="cy")):
        play.when(command, "anna").refused("not-allowed")
    assert {info.type for info in play.session.commands("anna")} == {"table.add_note"}
    assert [e.by for e in play.session.log() if e.type == "brawl.strike"] == ["anna"]
    play.given(GiveRole(seat="anna", role="player"), GiveActor(actor="ann", owners=("anna",)))
    play.when(Strike(actor="ann", target="cy"), "anna", faces=(1, 1))
    assert play.error is None


@pytest.mark.parametrize("by", ["anna", "eve"])
def test_nobody_takes_an_actor_or_a_role_by_himself(by: str) -> None:
    play = tavern()
    play.when(GiveActor(actor="cy", owners=(by,)), by).refused("not-allowed")
    play.when(GiveRole(seat=by, role="gm"), by).refused("not-allowed")
