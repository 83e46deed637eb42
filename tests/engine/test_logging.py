"""What the engine says to a structlog logger, and what it never says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from rollbook.core.errors import Busy, RollbookError
from rollbook.core.play import Play
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Duel,
    Enter,
    Said,
    Sneak,
    Strike,
    brawl,
    brawl_with,
)


def tavern(**more: Any) -> Scenario:
    play = Scenario(
        brawl, actors={"ann": "anna", "bo": "bert"}, logger=structlog.get_logger(), **more
    )
    return play.given(Enter(actor="ann"), Enter(actor="bo"))


def of(logs: list[Any], event: str) -> list[dict[str, Any]]:
    return [dict(entry) for entry in logs if entry["event"] == event]


def test_committed_says_what_where_and_how_long() -> None:
    play = tavern()
    with capture_logs() as logs:
        play.given(Enter(actor="ann", points=3))
    (entry,) = logs
    assert entry.pop("seconds") >= 0
    assert entry == {
        "event": "committed", "log_level": "info", "session": "s", "command": "brawl.enter",
        "commit": play.session.timeline.commits - 1, "records": 2,
    }  # fmt: skip


def test_refused_says_the_code_and_the_rule() -> None:
    play = tavern()
    with capture_logs() as logs:
        play.when(Enter(actor="ann", points=0)).refused("refused")
        play.when({"type": "table.begin_scene"}, "anna").refused("not-allowed")
    assert [(e["code"], e["rule"], e["command"]) for e in of(logs, "refused")] == [
        ("refused", "BRA-002", "brawl.enter"), ("not-allowed", "", "table.begin_scene"),
    ]  # fmt: skip


def test_suspended_is_said_of_a_command_that_waits() -> None:
    play = tavern()
    with capture_logs() as logs:
        play.when(Strike(actor="ann", target="bo"), faces=(6, 6)).answer("no", "bert")
    assert [(e["event"], e["command"]) for e in logs] == [
        ("suspended", "brawl.strike"), ("committed", "table.answer"),
    ]  # fmt: skip


def test_diverged_is_said_of_a_decider_that_is_not_deterministic() -> None:
    mood = iter("abc")

    def moody(command: Strike, play: Play) -> None:
        play.emit(Said(text=next(mood)))
        play.ask("?", choices=("yes", "no"))

    play = Scenario(brawl_with(Strike, moody), actors={"ann": ""}, logger=structlog.get_logger())
    play.when(Strike(actor="ann", target="ann"))
    with capture_logs() as logs:
        play.answer("yes").refused("diverged")
    assert [(e["event"], e["code"]) for e in logs] == [("diverged", "diverged")]


def test_subscriber_failed_names_the_listener_and_the_kind_of_its_error() -> None:
    play = tavern()

    def failing(entry: Any) -> None:
        raise RuntimeError(entry.message)

    play.session.subscribe(failing)
    with capture_logs() as logs:
        play.when(Sneak(actor="bo", what="poison"), faces=(1,))
    failures = of(logs, "subscriber_failed")
    assert len(failures) == 3
    assert {(e["log_level"], e["error"], e["session"]) for e in failures} == {
        ("warning", "RuntimeError", "s")
    }
    assert all(e["subscriber"].endswith("failing") for e in failures)
    assert "poison" not in str(logs)


@pytest.mark.report(220)
def test_busy_is_said_where_another_holds_the_file_too_long(tmp_path: Path) -> None:
    path = str(tmp_path / "s.rollbook")
    logger = structlog.get_logger()
    play = tavern(store=SQLiteStore(path, timeout=0.05, logger=logger))
    with SQLiteStore(path).write("s"), capture_logs() as logs, pytest.raises(Busy):
        play.session.do({"type": "table.add_note", "text": "x"}, "anna")
    assert [e["event"] for e in logs] == ["busy"]
    assert play.session.view().ledger.notes == (), "a reader is not kept waiting"
    play.given({"type": "table.add_note", "text": "x"})


def test_nothing_that_is_said_holds_a_body_a_face_or_a_seed() -> None:
    """Whatever is played: words, names, answers, reasons, faces, keys and seeds stay unsaid."""
    with capture_logs() as logs:
        play = Scenario(
            brawl, actors={"ann": "anna", "bo": "bert"}, logger=structlog.get_logger(), sealed=True
        )
        play.given(Enter(actor="ann"), Enter(actor="bo"))
        play.when(Sneak(actor="bo", what="SECRET"))
        play.when({"type": "table.add_note", "text": "SECRET"}, key="SECRET")
        play.when(Duel(a="ann", b="bo"))
        play.answer("SECRET", "anna").refused("invalid")
        play.answer(1, "anna").answer(2, "bert")
        play.when({"type": "table.withdraw", "reason": "SECRET"})
        play.when({"type": "table.reveal", "epoch": 0, "kind": "secret"}, "host")
        play.when({"type": "table.rename_actor", "actor": "ann", "name": "SECRET"})
        play.when({"type": "brawl.enter", "actor": "SECRET"}).refused("refused")
    assert len(logs) > 10
    said = str(logs)
    assert "SECRET" not in said
    for seed in play.store.seeds("s"):
        assert seed.seed.hex() not in said
    allowed = {
        "event",
        "log_level",
        "session",
        "command",
        "commit",
        "records",
        "seconds",
        "code",
        "rule",
    }
    assert set().union(*logs) <= allowed


def test_without_a_logger_nothing_is_said() -> None:
    with capture_logs() as logs:
        play = Scenario(brawl, actors={"ann": "anna"})
        with pytest.raises(RollbookError):
            play.given(Enter(actor="zed"))
    assert logs == []
