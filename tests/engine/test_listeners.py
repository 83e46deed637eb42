"""Listeners in the process: whatever one of them does, each hears all that he may, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from rollbook.core.entries import Entry
from rollbook.core.table.seats import AddNote
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Sneak, brawl

Hear = Callable[[Entry], None]


def tavern() -> Scenario:
    play = Scenario(
        brawl, actors={"ann": "anna", "bo": "bert"}, logger=structlog.get_logger()
    )  # fmt: skip
    return play.given(Enter(actor="ann"), Enter(actor="bo"))


def keeping(heard: list[int]) -> Hear:
    return lambda entry: heard.append(entry.seq)


def note(play: Scenario, text: str = "hm") -> None:
    play.given(AddNote(text=text), by="anna")


def rest(play: Scenario, since: int) -> list[int]:
    return list(range(since, play.session.timeline.size))


def test_who_raises_at_every_entry_is_logged_and_takes_nothing_from_the_others() -> None:
    """Nor from himself: he is told of the next all the same. No text of the error is logged."""
    play = tavern()
    since = play.session.timeline.size
    before: list[int] = []
    raised: list[int] = []
    after: list[int] = []

    def raise_(entry: Entry) -> None:
        raised.append(entry.seq)
        raise ValueError("psst")

    for hear in (keeping(before), raise_, keeping(after)):
        play.session.subscribe(hear)
    with capture_logs() as logs:
        note(play)
        play.when(Sneak(actor="ann", what="psst"), faces=(3,))
    assert play.error is None
    assert before == raised == after == rest(play, since)
    failed = [entry for entry in logs if entry["event"] == "subscriber_failed"]
    assert len(failed) == len(raised)
    assert "psst" not in str(logs)


def test_who_leaves_while_he_is_told_hears_no_more_and_nobody_misses_anything() -> None:
    play = tavern()
    since = play.session.timeline.size
    first: list[int] = []
    once: list[int] = []
    last: list[int] = []
    play.session.subscribe(keeping(first))

    def leave(entry: Entry) -> None:
        once.append(entry.seq)
        end()

    end = play.session.subscribe(leave)
    play.session.subscribe(keeping(last))
    note(play)
    note(play)
    assert once == [since]
    assert first == last == rest(play, since)
    end()  # a second time is harmless
    note(play)
    assert first == last == rest(play, since)


def test_who_is_sent_away_by_another_hears_no_more() -> None:
    play = tavern()
    since = play.session.timeline.size
    heard: list[int] = []
    ends: list[Callable[[], None]] = []
    play.session.subscribe(lambda entry: ends[0]())
    ends.append(play.session.subscribe(keeping(heard)))
    note(play)
    assert heard == []
    assert play.session.timeline.size > since


@pytest.mark.parametrize("since", [None, 0])
def test_who_is_brought_by_a_listener_hears_from_then_or_from_where_he_wants(
    since: int | None,
) -> None:
    play = tavern()
    start = play.session.timeline.size
    heard: list[int] = []
    brought: list[int] = []

    def bring(entry: Entry) -> None:
        if not heard:
            play.session.subscribe(keeping(brought), since=since)
        heard.append(entry.seq)

    play.session.subscribe(bring)
    note(play)
    end = play.session.timeline.size
    note(play)
    assert heard == rest(play, start)
    assert brought == rest(play, end if since is None else 0)


def test_who_sends_a_command_that_is_refused_harms_nobody() -> None:
    play = tavern()
    since = play.session.timeline.size
    heard: list[int] = []

    def send(entry: Entry) -> None:
        play.session.do(Enter(actor="nobody"), "gm1")

    play.session.subscribe(send)
    play.session.subscribe(keeping(heard))
    with capture_logs() as logs:
        note(play)
    assert heard == rest(play, since)
    failed: list[Any] = [entry["error"] for entry in logs if entry["event"] == "subscriber_failed"]
    assert failed == ["Refused"] * len(heard)
