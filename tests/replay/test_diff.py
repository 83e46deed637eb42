"""Differences in the game's own terms."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rollbook.replay import Change, Recording, Transcript, at, diff, load

from .tables import evening, sit_down


def test_a_difference_says_who_what_before_and_after(played: Path) -> None:
    recording = load(played)
    changes = diff(at(recording, seq=54), at(recording, seq=70))
    assert Change("fudge", "brynhild", "characters.points", "changed", 1, 5) in changes
    assert Change("fudge", "brynhild", "characters.penalty", "changed", 0, -2) in changes
    assert not [c for c in changes if c.who == "snorri"]


def test_what_came_and_what_went_are_told_apart() -> None:
    session = sit_down()
    before = session.view()
    session.do({"type": "table.open_pool", "actor": "ugo", "pool": "luck", "balance": 3}, "master")
    pool = msgspec.to_builtins(session.view().table.pools["ugo"]["luck"])
    assert diff(before, session.view()) == (
        Change("table", "ugo", "pools", "added", None, {"luck": pool}),
    )
    there = session.view()
    session.do({"type": "table.remove_actor", "actor": "ugo"}, "master")
    assert {(c.who, c.what, c.how) for c in diff(there, session.view())} >= {
        ("ugo", "actors", "removed"),
        ("ugo", "pools", "removed"),
    }


def test_an_option_that_was_set_is_told_as_any_other_field() -> None:
    """Options are kept encoded, also those that a session was opened with."""
    session = sit_down()
    before = session.view()
    session.do(
        {"type": "table.set_option", "of": "tavern", "option": "loud", "value": True}, "master"
    )
    (change,) = diff(before, session.view())
    assert (change.what, change.after) == ("options.tavern", {"loud": True})
    there = session.view()
    session.do(
        {"type": "table.set_option", "of": "tavern", "option": "loud", "value": False}, "master"
    )
    (change,) = diff(there, session.view())
    assert (change.what, change.before, change.after) == ("options.tavern.loud", True, False)


def test_of_a_list_that_grew_only_the_new_is_told() -> None:
    session = sit_down()
    session.do({"type": "table.add_note", "text": "one"}, "bea")
    before = session.view()
    session.do({"type": "table.add_note", "text": "two"}, "bea")
    assert diff(before, session.view()) == (
        Change("table", "", "notes.1", "added", None, {"by": "bea", "text": "two"}),
    )


def test_a_list_that_begins_otherwise_is_told_whole() -> None:
    """Who stands where others stood is no change of theirs, place by place."""
    session = sit_down()
    before = session.view()
    session.do({"type": "table.give_actor", "actor": "ugo", "owners": ["bea", "master"]}, "master")
    (change,) = [c for c in diff(before, session.view()) if c.what.startswith("owners")]
    assert (change.who, change.what, change.how) == ("ugo", "owners", "changed")
    assert (list(change.before), list(change.after)) == (["anna"], ["bea", "master"])


def test_a_return_is_told_by_what_it_brings_back_and_nothing_of_how() -> None:
    session = sit_down()
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    before = session.view()
    session.do({"type": "table.return", "to": 2}, "master")
    assert diff(before, session.view()) == (Change("tavern", "ugo", "cuts", "removed", 1, None),)


def test_nothing_differs_from_itself() -> None:
    session = sit_down()
    evening(session)
    assert diff(session.view(), session.view()) == ()


@pytest.mark.report(85)
def test_what_changed_since_a_visit_is_its_events_and_the_state_at_both_ends() -> None:
    session = sit_down()
    session.do({"type": "table.open_pool", "actor": "ugo", "pool": "luck", "balance": 3}, "master")
    seen = session.view("bea").size
    session.do({"type": "table.spend", "actor": "ugo", "pool": "luck", "amount": 2}, "master")
    session.do({"type": "tavern.whisper", "id": "w1", "text": "psst"}, "anna")
    recording = Recording.of(session)
    since = Transcript(recording, viewer="bea", since=seen)
    assert [line.type for line in since] == ["table.spend", "table.spent"]
    one = at(recording, seq=seen - 1, viewer="bea")
    other = at(recording, seq=recording.size - 1, viewer="bea")
    assert diff(one, other) == (Change("table", "ugo", "pools.luck.balance", "changed", 3, 1),)
