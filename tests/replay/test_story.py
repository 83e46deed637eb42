"""The story of a session: what happened and stands, in words, and nothing of how it was typed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import Struct

from rollbook import Event, Play, Rules, Ruleset, Seat, Session
from rollbook.core.engine import Engine
from rollbook.core.memory import MemoryStore
from rollbook.core.messages import Command
from rollbook.core.permissions import gm
from rollbook.core.telling import Telling
from rollbook.plugins.testing.scenario import Hand
from rollbook.replay import Recording, story

from .tables import evening, play_duel, run, sit_down


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """The printed duel."""
    play_duel(tmp_path / "duel.db").close()
    return tmp_path / "duel.db"


def recording(session: Session) -> Recording:
    """What a session has recorded so far."""
    return Recording(session.store, session.name, session.book)


def test_it_tells_what_the_log_tells_less_what_was_typed_and_asked(duel: Path) -> None:
    """Each of its lines stands in the log, in the same order; commands and readings do not."""
    told = [line for line in run("log", duel, "--story").stdout.splitlines() if line]
    log = iter(run("log", duel).stdout.splitlines())
    for line in told:
        assert any(of_log[6:].strip().startswith(line) for of_log in log), line
    assert "Round 1 begins." in told
    assert [line for line in told if "▸" in line or "reads the dice" in line] == []
    assert [line for line in told if "is in play" in line or "Options of" in line] == []


def test_a_scene_stands_by_itself(duel: Path) -> None:
    lines = run("log", duel, "--story").stdout.splitlines()
    at = lines.index("A scene begins: A tavern that has emptied in a hurry")
    assert (lines[at - 1], lines[at + 1]) == ("", "")
    assert "" not in (lines[0], lines[-1])
    assert all(one or other for one, other in pairwise(lines))


def test_what_was_taken_back_did_not_happen() -> None:
    """Ugo was cut, and then it was Pia instead; a command that was withdrawn has left nothing."""
    session = sit_down()
    evening(session)
    told = list(story(recording(session)))
    assert [line for line in told if "Ugo" in line and "cuts" in line] == []
    assert any("Pia" in line and "cuts" in line for line in told)
    assert any("Back to how it stood" in line for line in told)


def test_each_has_his_own() -> None:
    """What was told to the GM alone is in the GM's story, and not in Bea's."""
    session = sit_down()
    session.do({"type": "table.add_note", "text": "the ale is bad", "to": ["gm"]}, "anna")
    stories = {
        seat: "\n".join(story(recording(session), viewer=seat))
        for seat in ("", "master", "anna", "bea")
    }
    assert {seat: "the ale is bad" in told for seat, told in stories.items()} == {
        "": True, "master": True, "anna": True, "bea": False,
    }  # fmt: skip


def test_it_is_told_in_the_readers_language(duel: Path) -> None:
    assert "Comincia il round 1." in run("log", duel, "--story", "--lang", "it").stdout


@pytest.mark.parametrize(
    "other", [("--graph",), ("--since", 3), ("--json",), ("--raw",), ("--actor", "snorri")]
)
def test_it_is_told_whole(duel: Path, other: tuple[str, ...]) -> None:
    done = run("log", duel, "--story", *other)
    assert (done.exit_code, "does not go with it" in done.stderr) == (2, True)


class Door(Struct, frozen=True):
    """Nothing to remember."""


class Knock(Command, ruleset="door"):
    """Knock at the door."""


class Knocked(Event, ruleset="door"):
    """Somebody knocked."""


class Creaked(Event, ruleset="door"):
    """The door made a noise."""


def test_a_ruleset_says_which_of_its_lines_are_for_the_log_alone() -> None:
    rules = Rules(Door)

    @rules.decides(Knock, may=gm)
    def knock(command: Knock, play: Play) -> None:
        play.emit(Knocked())
        play.emit(Creaked())

    @rules.tells(Knocked)
    def tell_knocked(event: Knocked, telling: Telling) -> str:
        return "Somebody knocks."

    @rules.tells(Creaked, aside=True)
    def tell_creaked(event: Creaked, telling: Telling) -> str:
        return "The hinge creaks, by 3 of 6."

    door = Ruleset("door", version="1.0.0", state=Door, chapters=(rules,))
    engine = Engine([door], installed=False)
    session = engine.new(MemoryStore(), "door", ["door"], seats={"master": Seat("Master", "gm")})
    session.do(Knock(), "master")
    told = list(story(recording(session)))
    assert told[-1] == "Somebody knocks."
    assert [line for line in told if "creaks" in line] == []


class Shake(Command, ruleset="door"):
    """Shake the door, as hard as the dice say."""


class Shaken(Event, ruleset="door"):
    """The door was shaken; its line says what the dice showed."""

    rolls: tuple[str, ...]


def test_a_roll_that_something_tells_is_told_once_though_a_question_stood_between() -> None:
    rules = Rules(Door)

    @rules.decides(Shake, may=gm)
    def shake(command: Shake, play: Play) -> None:
        roll = play.roll("1d6", "master", "shaking", rule="DOR-001")
        play.ask("With which hand?", of=str, name="hand")
        play.emit(Shaken(rolls=(roll.id,)))

    @rules.tells(Shaken)
    def tell_shaken(event: Shaken, telling: Telling) -> str:
        return "The door shakes."

    door = Ruleset("door", version="1.0.0", state=Door, chapters=(rules,))
    hand = Hand()
    hand.faces = [5]
    engine = Engine([door], installed=False, dice=hand)
    session = engine.new(MemoryStore(), "door", ["door"], seats={"master": Seat("Master", "gm")})
    before = list(story(recording(session)))
    assert session.do(Shake(), "master").waiting
    (thrown,) = list(story(recording(session)))[len(before) :]
    assert "5" in thrown  # so far nothing else tells it
    session.do({"type": "table.answer", "answer": "the left"}, "master")
    assert list(story(recording(session)))[len(before) :] == ["The door shakes."]
