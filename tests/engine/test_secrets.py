"""Secrets do not leak by construction: audiences, streams, views, receipts, listeners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rollbook.core.asked import Answered
from rollbook.core.audiences import audience, sees
from rollbook.core.errors import Invalid, Refused
from rollbook.core.look import Look
from rollbook.core.play import Play
from rollbook.core.table.actors import AddActor
from rollbook.core.table.seats import AddSeat
from rollbook.core.table.slots import AddSlot
from rollbook.core.table.turns import SlotSpec
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import EffectBegan, Revealed, Rolled, SealedDraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Brawl,
    Charm,
    Duel,
    Enter,
    Said,
    Sneak,
    Strike,
    Watch,
    brawl,
    brawl_with,
    charms,
)

VIEWERS = ("host", "gm1", "anna", "bert", "eve")
PLAYERS = ("anna", "bert", "eve")


def types(play: Scenario, viewer: str, since: int = 0) -> list[str]:
    return [e.type for e in play.session.log(since=since, viewer=viewer)]


AUDIENCES: dict[str, tuple[str, set[str]]] = {
    "everyone": ("", set(VIEWERS)),
    "gm": ("gm", {"host", "gm1"}),
    "the roller and the gm": ("ann gm", {"host", "gm1", "anna"}),
    "the roller": ("ann", {"anna"}),
    "two seats": ("bert eve", {"bert", "eve"}),
    "an actor of the gm's": ("cy", {"host", "gm1"}),
    "nobody": ("nobody", set()),
}


@pytest.mark.report(282)
@pytest.mark.parametrize("name", AUDIENCES)
def test_who_sees_what(tavern: Scenario, name: str) -> None:
    to, who = AUDIENCES[name]
    look = Look(tavern.session.timeline.slices, tavern.session.book)
    assert {v for v in VIEWERS if sees(v, to, look)} == who
    assert sees("", to, look), "whoever holds the journal sees it"


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (None, ""),
        ("everyone", ""),
        (("gm", "everyone"), ""),
        (("gm", "ann", "gm"), "ann gm"),
        (("nobody", "ann"), "ann"),
        ("nobody", "nobody"),
    ],
)
def test_an_audience_is_stored_as_sorted_ids(given: Any, stored: str) -> None:
    assert audience(given) == stored


@pytest.mark.parametrize("name", ["", "a b", "Ann", "é", "x" * 65, "a/b"])
def test_what_is_no_id_is_no_audience(name: str) -> None:
    with pytest.raises(Invalid):
        audience((name, "gm"))


@pytest.mark.report(280)
@pytest.mark.parametrize("viewer", PLAYERS)
def test_a_roll_for_the_gm_is_in_nothing_that_a_player_gets(tavern: Scenario, viewer: str) -> None:
    """Neither in his view, nor his log, nor what he is told, nor his part of the receipt."""
    heard: list[Any] = []
    tavern.session.subscribe(heard.append, viewer=viewer)
    tavern.when(Watch(actor="bo"), faces=(5,))
    assert tavern.receipt
    look = Look(tavern.session.timeline.slices, tavern.session.book)
    mine = tavern.receipt.only(lambda to: sees(viewer, to, look))
    view = tavern.session.view(viewer)
    for shown in (view.slices, view.projections(), heard, mine.entries):
        assert b"notice" not in msgspec.json.encode(shown, enc_hook=str)
    assert [e.type for e in heard] == ["brawl.watch", "brawl.said"]
    assert [e.type for e in mine.entries] == ["brawl.watch", "brawl.said"]
    assert types(tavern, viewer)[-2:] == ["brawl.watch", "brawl.said"]
    assert types(tavern, "gm1")[-3:] == ["brawl.watch", "table.rolled", "brawl.said"]


@pytest.mark.report(285)
def test_a_secret_command_hides_all_that_follows_from_it(tavern: Scenario) -> None:
    size = tavern.session.timeline.size
    tavern.when(Sneak(actor="cy", what="poison in the ale"), faces=(2,))
    assert [types(tavern, v, size) for v in PLAYERS] == [[], [], []]
    assert types(tavern, "gm1", size) == ["brawl.sneak", "table.rolled", "brawl.said"]
    assert tavern.session.view("anna").state[Brawl].said == ()
    assert tavern.session.view("gm1").state[Brawl].said == ("poison in the ale",)
    laws.hold(tavern.session)


def test_a_secret_command_stays_secret_where_a_rule_performs_it() -> None:
    def plot(command: Strike, play: Play) -> None:
        play.perform(Sneak(actor="cy", what="poison"))
        play.emit(Said(text="a glass falls"))

    play = Scenario(brawl_with(Strike, plot), actors={"ann": "anna", "cy": ""})
    play.when(Strike(actor="ann", target="cy"), faces=(2,))
    assert types(play, "anna")[-2:] == ["brawl.strike", "brawl.said"]
    assert play.session.view("anna").state[Brawl].said == ("a glass falls",)


def test_secret_rolls_leave_no_gap_in_anybodys_open_stream(tavern: Scenario) -> None:
    """A secret roll is on a stream of its own, counted apart."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, sealed=True)
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    for _ in range(3):
        play.given(Watch(actor="ann"), Sneak(actor="ann", what="x"))
        play.when(Strike(actor="ann", target="bo"), "anna")
        if play.session.waiting:
            play.answer("no", "bert")
    for viewer, streams in (
        ("eve", {"ann": [0, 1, 2]}),
        ("gm1", {"ann": [0, 1, 2], "ann/gm": list(range(6))}),
    ):
        seen: dict[str, list[int]] = {}
        for entry in play.session.log(viewer=viewer):
            if isinstance(entry.message, Rolled):
                assert isinstance(entry.message.draw, SealedDraw)
                draw = entry.message.draw
                assert draw.kind == ("secret" if "/" in draw.stream else "open")
                seen.setdefault(draw.stream, []).append(draw.index)
        seen.pop("bo", None)
        assert seen == streams


def test_whatever_happens_in_secret_changes_nobodys_dice() -> None:
    """The same open rolls with and without secret ones between them."""
    rolled = []
    for secrets in (0, 3):
        play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"}, sealed=True)
        play.given(Enter(actor="ann"), Enter(actor="bo"))
        for _ in range(4):
            for _ in range(secrets):
                play.given(Sneak(actor="ann", what="x"))
            play.when(Strike(actor="ann", target="bo"), "anna")
            if play.session.waiting:
                play.answer("no", "bert")
        found = [e.message for e in play.session.log(viewer="eve")]
        rolled.append([m.dice for m in found if isinstance(m, Rolled)])
    assert rolled[0] == rolled[1]


@pytest.mark.report(66)
@pytest.mark.parametrize("viewer", PLAYERS)
def test_two_journals_that_differ_in_secrets_alone_look_alike(viewer: str) -> None:
    """Other faces, other words, another secret answer not yet shown: no view tells."""
    plays = []
    for what, face, stance in (("poison", 1, 2), ("gold", 6, -2)):
        play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert", "cy": ""})
        play.given(Enter(actor="ann"), Enter(actor="bo"))
        play.when(Sneak(actor="cy", what=what), faces=(face,))
        play.when(Watch(actor="bo"), faces=(face,))
        play.when(Duel(a="ann", b="bo"))
        play.answer(stance, "gm1", for_="bo" if viewer == "anna" else "ann")
        assert play.error is None
        plays.append(play.session)
    laws.cannot_tell(plays[0], plays[1], viewer)
    with pytest.raises(AssertionError, match="gm1 can tell"):
        laws.cannot_tell(plays[0], plays[1], "gm1")


@pytest.mark.report(66)
def test_every_view_at_every_commit_is_the_fold_of_what_its_viewer_may_see(
    tavern: Scenario,
) -> None:
    """Also where it is folded further from the last view, through reveals and handovers."""
    steps: list[Callable[[], Any]] = [
        lambda: tavern.when(Watch(actor="bo"), faces=(3,)),
        lambda: tavern.when(Sneak(actor="cy", what="a"), faces=(3,)),
        lambda: tavern.when(Duel(a="ann", b="bo")),
        lambda: tavern.answer(1, "anna"),
        lambda: tavern.given({"type": "table.give_role", "seat": "eve", "role": "gm"}),
        lambda: tavern.answer(1, "bert", faces=(2, 2)),
        lambda: tavern.given({"type": "table.give_actor", "actor": "ann", "owners": ["bert"]}),
        lambda: tavern.given({"type": "table.withdraw", "reason": "x"}),
        lambda: tavern.given({"type": "table.return", "to": 8}),
        lambda: tavern.given({"type": "table.give_role", "seat": "eve", "role": "observer"}),
    ]
    for step in steps:
        step()
        assert tavern.error is None
        for viewer in VIEWERS:
            laws.view_is_filtered_journal(tavern.session, viewer)


def test_secret_answers_are_kept_from_the_gm_until_the_last_is_in(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="bo"))
    size = tavern.session.timeline.size
    tavern.answer(2, "anna")
    assert types(tavern, "anna", size) == ["table.answer", "table.answered"]
    for viewer in ("gm1", "host", "bert", "eve"):
        assert types(tavern, viewer, size) == []
        pending = tavern.session.view(viewer).table.pending
        assert pending
        assert pending.given == ()
    assert tavern.waits("bo").waiting_for == ("bo",)
    tavern.answer(-1, "bert", faces=(2, 2))
    for viewer in VIEWERS:
        shown = [e.message for e in tavern.session.log(since=size, viewer=viewer)]
        answers = [(m.for_, m.answer) for m in shown if isinstance(m, Answered)]
        assert answers == [("ann", 2), ("bo", -1)]


@pytest.mark.report(283)
@pytest.mark.report(284)
def test_listeners_hear_what_they_may_see_after_it_is_kept_and_secrets_when_revealed(
    tavern: Scenario,
) -> None:
    heard: dict[str, list[str]] = {v: [] for v in VIEWERS}
    for viewer in VIEWERS:

        def listen(entry: Any, viewer: str = viewer) -> None:
            assert tavern.store.head("s").size > entry.seq
            heard[viewer].append(entry.type)

        tavern.session.subscribe(listen, viewer=viewer)
    tavern.when(Duel(a="ann", b="bo"))
    tavern.answer(2, "anna")
    assert heard["gm1"] == heard["eve"] == ["brawl.duel", "table.asked"]
    assert heard["anna"] == ["brawl.duel", "table.asked", "table.answer", "table.answered"]
    tavern.answer(0, "bert", faces=(2, 2))
    for viewer in VIEWERS:
        assert sorted(heard[viewer]) == sorted(types(tavern, viewer)[-len(heard[viewer]) :])
        assert heard[viewer].count("table.answered") == 2


def test_a_listener_hears_what_others_did_and_what_came_before(tavern: Scenario) -> None:
    """Since a seq, then live, each entry once and in order, whoever appended it."""
    seqs: list[int] = []
    end = tavern.session.subscribe(lambda e: seqs.append(e.seq), since=5)
    other = tavern.reopened()
    other.do({"type": "table.add_note", "text": "from elsewhere"}, "anna")
    tavern.given({"type": "table.add_note", "text": "from here"})
    assert seqs == list(range(5, tavern.session.timeline.size))
    end()
    tavern.given({"type": "table.add_note", "text": "unheard"})
    assert len(seqs) == tavern.session.timeline.size - 5 - 2


def test_a_listener_that_raises_harms_nobody(tavern: Scenario) -> None:
    heard: list[str] = []

    def bad(entry: Any) -> None:
        raise RuntimeError(entry.message)

    tavern.session.subscribe(bad)
    tavern.session.subscribe(lambda e: heard.append(e.type))
    tavern.given({"type": "table.add_note", "text": "x"})
    assert heard == ["table.add_note", "table.noted"]


def test_what_is_revealed_widens_records_for_good() -> None:
    def tell(command: Strike, play: Play) -> None:
        play.emit(Revealed(seqs=(at,), to=("bert",)))

    at = 0
    play = Scenario(brawl_with(Strike, tell), actors={"ann": "anna", "bo": "bert", "cy": ""})
    play.when(Sneak(actor="cy", what="poison"), faces=(2,))
    at = play.session.timeline.size - 1
    play.given(Strike(actor="ann", target="bo"))
    assert play.session.view("bert").state[Brawl].said == ("poison",)
    assert play.session.view("anna").state[Brawl].said == ()
    play.given({"type": "table.return", "to": 2})
    assert "brawl.said" in types(play, "bert")


def test_an_effect_begun_in_secret_ends_in_secret(tavern: Scenario) -> None:
    def curse(command: Strike, play: Play) -> None:
        play.emit(EffectBegan(id=play.id("e"), actor="ann", kind="x", until=SceneEnd()), to="gm")

    play = Scenario(brawl_with(Strike, curse), actors={"ann": "anna"})
    play.given({"type": "table.begin_scene"}, Strike(actor="ann", target="ann"))
    assert play.session.view("anna").table.effects == {}
    play.given({"type": "table.end_scene"})
    assert "table.effect_ended" in types(play, "gm1")
    assert "table.effect_ended" not in types(play, "anna")


@pytest.mark.parametrize("what", ["rename_actor", "delay_slot", "give_role"])
def test_a_view_is_folded_over_gaps(what: str) -> None:
    """What happens openly to somebody whom the viewer does not know of is no error to him."""

    def hide(command: Sneak, play: Play) -> None:
        play.perform(AddActor(id="spy", name="Spy"))
        play.perform(AddSlot(id="spy", slot=SlotSpec(actor="spy", key=(9,))))
        play.perform(AddSeat(id="mole", name="Mole"))

    play = Scenario(brawl_with(Sneak, hide), actors={"ann": "anna"})
    play.given({"type": "table.begin_scene"}, {"type": "table.begin_round"})
    play.given(Sneak(actor="ann", what=""))
    fields: dict[str, dict[str, Any]] = {
        "rename_actor": {"actor": "spy", "name": "X"},
        "delay_slot": {"id": "spy", "key": [1]},
        "give_role": {"seat": "mole", "role": "observer"},
    }
    play.given({"type": f"table.{what}", **fields[what]})
    for viewer in VIEWERS:
        laws.view_is_filtered_journal(play.session, viewer)


def test_who_sits_down_under_an_actors_id_would_see_what_was_for_his_owner() -> None:
    """So nobody does, also when the actor has left or was taken off the board."""
    play = Scenario(actors={"ann": "anna"})
    play.given({"type": "table.remove_actor", "actor": "ann"})
    play.when({"type": "table.add_seat", "id": "ann", "name": "Ann"}).refused(
        "refused", path="$.id"
    )
    play.given({"type": "table.return", "to": 0})
    play.when({"type": "table.add_seat", "id": "ann", "name": "Ann"}).refused(
        "refused", path="$.id"
    )
    play.when({"type": "table.add_actor", "id": "anna", "name": "x"}).refused(
        "refused", path="$.id"
    )


def test_a_view_is_for_a_seat_that_exists(tavern: Scenario) -> None:
    with pytest.raises(Refused, match="there is no seat 'stranger'"):
        tavern.session.view("stranger")


def test_a_preview_shows_no_effect_that_its_seat_may_not_see() -> None:
    def hex_(command: Watch, play: Play) -> None:
        play.emit(
            EffectBegan(id="e1", actor="ann", kind="aim", amount=-3, until=SceneEnd()), to="gm"
        )

    play = Scenario(brawl_with(Watch, hex_), charms, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"), Watch(actor="ann"))
    assert play.session.view("anna").table.effects == {}
    shown = play.session.preview(Strike(actor="ann", target="bo"), "anna")
    assert shown.rolls[0].modifiers == ()


def test_a_charm_seen_by_all_is_in_a_preview(tavern: Scenario) -> None:
    tavern.given(Charm(actor="ann", kind="aim", until=SceneEnd(), amount=2))
    size = tavern.session.timeline.size
    shown = tavern.session.preview(Strike(actor="ann", target="bo"), "anna")
    assert [m.amount for m in shown.rolls[0].modifiers] == [2]
    assert tavern.session.timeline.size == size


def test_a_secret_answer_for_the_gms_own_actor_is_his_alone_who_gave_it(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="cy"))
    size = tavern.session.timeline.size
    tavern.answer(1, "gm1", for_="cy")
    assert types(tavern, "gm1", size) == ["table.answer", "table.answered"]
    for viewer in ("host", "anna", "bert", "eve"):
        assert types(tavern, viewer, size) == []
    tavern.answer(0, "anna", faces=(2, 2))
    assert tavern.error is None
    laws.hold(tavern.session)
