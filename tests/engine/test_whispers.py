"""Whispers: said for the record to some at the table, and to nobody else."""

from __future__ import annotations

import pytest

from rollbook.core.table.seats import AddNote
from rollbook.core.telling import Telling
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, brawl, charms
from rollbook.replay.words import words

SEATS = {"host": "host", "gm1": "gm", "anna": "player", "bert": "player", "eve": "observer"}
SAID = "the innkeeper lies"


def tavern() -> Scenario:
    """Five seats, two of them with an actor."""
    play = Scenario(brawl, charms, seats=SEATS, actors={"ann": "anna", "bo": "bert"})
    return play.given(Enter(actor="ann"), Enter(actor="bo"))


@pytest.mark.parametrize(
    ("to", "hear"),
    [
        (("bert",), {"anna", "bert"}),
        (("bert", "eve", "bert"), {"anna", "bert", "eve"}),
        (("gm",), {"anna", "gm1", "host"}),
        (("anna",), {"anna"}),
    ],
)
def test_a_whisper_is_heard_by_those_it_is_for_and_by_who_said_it(
    to: tuple[str, ...], hear: set[str]
) -> None:
    play = tavern()
    since = play.session.timeline.size
    play.given(AddNote(to=to, text=SAID), by="anna")
    heard = {
        seat
        for seat in SEATS
        if any(SAID in str(entry.message) for entry in play.session.log(since=since, viewer=seat))
    }
    assert heard == hear


@pytest.mark.parametrize(
    ("to", "text", "path"),
    [
        (("nobody-here",), SAID, "$.to[0]"),
        (("bert", "everyone"), SAID, "$.to[1]"),
        (("ann",), SAID, "$.to[0]"),
        (("bert",), " ", "$.text"),
    ],
)
def test_a_whisper_to_nobody_or_of_nothing_is_refused(
    to: tuple[str, ...], text: str, path: str
) -> None:
    play = tavern()
    size = play.session.timeline.size
    play.when(AddNote(to=to, text=text), "anna").refused("refused", path=path)
    assert play.session.timeline.size == size


def test_a_whisper_waits_for_nobody_and_stays_when_play_is_set_back() -> None:
    """It comes while a question is open, takes nobody's return away, and is not taken back."""
    play = tavern()
    play.when({"type": "brawl.duel", "a": "ann", "b": "bo"})
    assert play.session.waiting
    last = play.session.timeline.ledger.last
    play.given(AddNote(to=("bert",), text=SAID), by="anna")
    assert play.session.timeline.ledger.last == last
    play.given({"type": "table.return", "to": 0}, by="gm1")
    assert any(SAID in str(entry.message) for entry in play.session.log(viewer="bert"))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", f"Anna whispers to Bert, the GM: “{SAID}”"),
        ("it", f"Sussurro di Anna per Bert, il Master: «{SAID}»"),
    ],
)
def test_a_whisper_is_told_with_its_hearers(lang: str, line: str) -> None:
    play = tavern()
    play.given(AddNote(to=("gm", "bert"), text=SAID), by="anna")
    assert play.receipt is not None
    event = play.receipt.events[-1]
    book = play.session.book
    teller = book.teller(type(event))
    assert teller is not None
    assert teller(event, Telling(words(book, lang), play.session.view("anna"), "anna")) == line
