"""What `import rollbook` promises to whoever embeds it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rollbook

SEATS = {"master": "gm", "anna": "player"}
NOTE = {"type": "table.add_note", "text": "The door is locked."}


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"seats": ["master"]}, "$.seats"),
        ({"seats": {"master": "gamemaster"}}, "$.seats.master"),
        ({"seats": SEATS, "charter": {"dice": "loaded"}}, "$.dice"),
        ({"seats": SEATS, "options": {"fudge": "hard"}}, "$[...]"),
        ({"seats": SEATS, "options": {"fudge": {"damage_roll": "maybe"}}}, "$.damage_roll"),
        ({"seats": SEATS, "options": {"fudge": {"damage": "limited"}}}, "$.damage"),
    ],
)
def test_what_is_wrong_with_a_new_session_is_said_and_no_file_is_left(
    given: dict[str, Any], path: str, tmp_path: Path
) -> None:
    with pytest.raises(rollbook.RollbookError) as refused:
        rollbook.new(tmp_path / "x.db", "fudge", **given)
    assert refused.value.path == path
    with pytest.raises(rollbook.NoSession):
        rollbook.open(tmp_path / "x.db")


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"by": None}, "$.by"),
        ({"by": "anna", "key": 7}, "$.by"),
        ({"by": "anna", "size": "3"}, "$.size"),
    ],
)
def test_a_command_sent_wrongly_is_refused_by_name(
    sent: dict[str, Any], path: str, tmp_path: Path
) -> None:
    session = rollbook.new(tmp_path / "x.db", "fudge", seats=SEATS)
    with pytest.raises(rollbook.Invalid) as refused:
        session.do(NOTE, **sent)
    assert refused.value.path == path
    session.close()


def test_a_session_opened_by_its_path_lets_go_of_the_file_when_it_is_closed(
    tmp_path: Path,
) -> None:
    with rollbook.new(tmp_path / "x.db", "fudge", seats=SEATS) as session:
        session.do(NOTE, by="anna")
    with pytest.raises(rollbook.RollbookError, match="closed"):
        session.do(NOTE, by="anna")
    assert not (tmp_path / "x.db-wal").exists()


def test_listeners_hear_what_another_process_appended_when_they_are_polled(
    tmp_path: Path,
) -> None:
    session = rollbook.new(tmp_path / "x.db", "fudge", seats=SEATS)
    heard: list[str] = []
    session.subscribe(lambda entry: heard.append(entry.type), viewer="anna")
    code = f"""
import rollbook
with rollbook.open({str(tmp_path / "x.db")!r}) as session:
    session.do({NOTE!r}, by="master")
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert heard == []
    assert session.poll() == 2
    assert heard == ["table.add_note", "table.noted"]
    assert session.poll() == 0
    session.close()


def test_nobody_listens_who_has_no_seat(tmp_path: Path) -> None:
    with rollbook.new(tmp_path / "x.db", "fudge", seats=SEATS) as session:
        for look in (
            lambda: session.subscribe(print, viewer="zoe"),
            lambda: list(session.log(viewer="zoe")),
            lambda: session.view("zoe"),
            lambda: session.commands("zoe"),
        ):
            with pytest.raises(rollbook.Refused, match="no seat 'zoe'"):
                look()


def test_a_ruleset_that_cannot_be_is_refused_when_it_is_compiled() -> None:
    class Nod(rollbook.Command, ruleset="nods"):
        """Nod."""

        who: str

    class Nods(rollbook.Ruleset, frozen=True):
        pass

    def made(may: Any, **changed: Any) -> rollbook.Ruleset:
        class State(rollbook.Seat, frozen=True):
            name: str = ""
            role: Any = "player"

        rules = rollbook.Rules(State)
        rules.decides(Nod, may=may)(lambda command, play: None)
        given: dict[str, Any] = {"version": "1.0.0", **changed}
        return rollbook.Ruleset("nods", state=State, chapters=(rules,), **given)

    def compiled(ruleset: rollbook.Ruleset) -> None:
        engine = rollbook.Engine([ruleset], installed=False)
        engine.in_force(engine.rulebook(["nods"]))

    compiled(made(rollbook.owner("who")))
    for ruleset, match in (
        (made(rollbook.owner("whom")), "has no field 'whom'"),
        (made(rollbook.gm, version="one"), "'one' of nods is no version"),
        (made(rollbook.gm, package="no.such"), "has no files in a package 'no.such'"),
    ):
        with pytest.raises(rollbook.RollbookError, match=match):
            compiled(ruleset)
