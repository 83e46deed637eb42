"""Sessions to read, a small ruleset with secrets, and ways to run the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from msgspec import Struct, structs

import rollbook
from rollbook import Charter, Command, Event, Play, Rules, Ruleset, Seat, Session, anyone, gm
from rollbook.core.engine import Engine
from rollbook.core.look import Look
from rollbook.core.memory import MemoryStore
from rollbook.core.store import Store
from rollbook.core.table.seats import AddNote
from rollbook.core.vocabulary import Wounded
from rollbook.replay import play
from rollbook.replay.cli import rollbook as commands

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SEATS = {"master": "gm", "anna": "player", "bea": "player"}


class Tavern(Struct, frozen=True):
    """What was heard, and how often somebody was cut."""

    heard: dict[str, str] = {}
    cuts: dict[str, int] = {}


class TavernOptions(Struct, frozen=True):
    """One switch."""

    loud: bool = False


class Whisper(Command, ruleset="tavern", to=("gm",)):
    """Tell the GM something.

    Args:
        id: of what is told.
        text: what.
    """

    id: str
    text: str


class Whispered(Event, ruleset="tavern"):
    """The GM was told something."""

    id: str
    text: str


class Cut(Command, ruleset="tavern"):
    """Cut somebody.

    Args:
        actor: whom.
    """

    actor: str


class WasCut(Wounded, ruleset="tavern"):
    """Somebody was cut."""


class Vote(Command, ruleset="tavern", to=("gm",)):
    """Ask the GM alone how to go on."""


class Voted(Event, ruleset="tavern"):
    """The GM has said how to go on."""

    answer: str


class Tempt(Command, ruleset="tavern", to=("gm",)):
    """Offer somebody something behind the others' backs.

    Args:
        actor: whom.
    """

    actor: str


class Confide(Command, ruleset="tavern"):
    """Say something aloud, and perhaps more to the GM.

    Args:
        aloud: for all.
        softly: for the GM; nothing where empty.
    """

    aloud: str
    softly: str = ""


def rules(*, forbidden: bool = False) -> Rules[Tavern, TavernOptions]:
    """The chapter; a newer edition may forbid what the older allowed."""
    chapter = Rules(Tavern, TavernOptions)

    @chapter.decides(Whisper, may=anyone)
    def whisper(command: Whisper, play: Play) -> None:
        play.emit(Whispered(id=command.id, text=command.text))

    @chapter.decides(Vote, may=gm)
    def vote(command: Vote, play: Play) -> None:
        choices = ("no",) if forbidden else ("yes", "no")
        answer = play.ask("Does the innkeeper betray them?", to="gm", choices=choices)
        play.emit(Voted(answer=answer))

    @chapter.decides(Tempt, may=gm)
    def tempt(command: Tempt, play: Play) -> None:
        play.ask("Do you take the purse?", to=command.actor, choices=("yes", "no"))

    @chapter.decides(Confide, may=anyone)
    def confide(command: Confide, play: Play) -> None:
        play.perform(AddNote(text=command.aloud))
        if command.softly:
            play.emit(Whispered(id="softly", text=command.softly), to="gm")

    @chapter.decides(Cut, may=gm)
    def cut(command: Cut, play: Play) -> None:
        if forbidden:
            play.refuse("nobody is cut in this edition", rule="TAV-001")
        before = play.state[Tavern].cuts.get(command.actor, 0)
        play.emit(
            WasCut(
                actor=command.actor,
                track="tavern.cuts",
                before=before,
                after=before + 1,
                source="knife",
            )
        )

    @chapter.evolves(Whispered)
    def whispered(s: Tavern, e: Whispered) -> Tavern:
        return structs.replace(s, heard={**s.heard, e.id: e.text})

    @chapter.evolves(Voted)
    def voted(s: Tavern, e: Voted) -> Tavern:
        return structs.replace(s, heard={**s.heard, "vote": e.answer})

    @chapter.evolves(WasCut)
    def was_cut(s: Tavern, e: WasCut) -> Tavern:
        return structs.replace(s, cuts={**s.cuts, e.actor: e.after})

    @chapter.projects("heard")
    def heard(look: Look, viewer: str) -> Tavern:
        return look.state[Tavern]

    return chapter


tavern = Ruleset(
    "tavern", version="1.0.0", state=Tavern, options=TavernOptions, chapters=(rules(),)
)
newer = Ruleset(
    "tavern",
    version="1.1.0",
    state=Tavern,
    options=TavernOptions,
    chapters=(rules(forbidden=True),),
)


class Clock:
    """A clock that the test sets, and the machine's chance."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def later(self, **span: int) -> None:
        self.time += timedelta(**span)

    def random(self, n: int) -> bytes:
        return bytes(range(n))

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        return iter(())


class Unreachable:
    """No die, no clock, no chance, no files: whoever asks for them fails the test."""

    def draw(self, *asked: Any) -> Any:
        raise AssertionError("dice were consulted")

    def now(self) -> datetime:
        raise AssertionError("the clock was consulted")

    def random(self, n: int) -> bytes:
        raise AssertionError("chance was consulted")

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        raise AssertionError("content was consulted")


def play_duel(path: Path, name: str = "") -> Session:
    """The printed duel, played into a file."""
    plain = {"fudge": {"fudge_points": False, "criticals": "off"}}
    charter = Charter(dice="table")
    session = rollbook.new(path, "fudge", seats=SEATS, charter=charter, session=name, options=plain)
    script = (EXAMPLES / "duel.jsonl").read_text(encoding="utf-8").splitlines()
    for _ in play(session, script, folder=EXAMPLES):
        pass
    return session


def sit_down(
    store: Store | None = None,
    ruleset: Ruleset = tavern,
    clock: Clock | None = None,
    name: str = "inn",
) -> Session:
    """A session of the small ruleset, with two actors."""
    engine = Engine([ruleset], installed=False, surroundings=clock)
    seats = {seat: Seat(seat.title(), role) for seat, role in SEATS.items()}  # type: ignore[arg-type]
    session = engine.new(store or MemoryStore(), name, ["tavern"], seats=seats)
    session.do(
        {"type": "table.add_actor", "id": "ugo", "name": "Ugo", "owners": ["anna"]}, "master"
    )
    session.do({"type": "table.add_actor", "id": "pia", "name": "Pia", "owners": ["bea"]}, "master")
    return session


def evening(session: Session) -> None:
    """Some of everything: pools, secrets, undo, redo, a withdrawn command, a new round."""
    session.do({"type": "table.begin_scene", "title": "Inn"}, "master")
    session.do(
        {"type": "table.open_pool", "actor": "ugo", "pool": "luck", "balance": 3, "maximum": 5},
        "master",
    )
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    session.do({"type": "table.return", "to": session.view().commit - 1, "reason": "pia"}, "master")
    session.do({"type": "tavern.cut", "actor": "pia"}, "master")
    session.do({"type": "tavern.whisper", "id": "w1", "text": "the ale is bad"}, "anna")
    session.do({"type": "table.spend", "actor": "ugo", "pool": "luck", "amount": 1}, "master")
    session.do({"type": "tavern.vote"}, "master")
    session.do({"type": "table.withdraw", "reason": "later"}, "master")
    session.do({"type": "table.add_note", "text": "the ale was good"}, "bea")


def states(session: Session) -> list[Any]:
    """State after each commit."""
    return [session.at(commit).slices for commit in range(session.view().commit + 1)]


def run(*args: Any, stdin: str = "", env: dict[str, str] | None = None) -> Result:
    """Run the command line in this process."""
    plain = {"LANG": "C", "LC_ALL": "C", "LANGUAGE": "", "COLUMNS": "80"}
    return CliRunner(env={**plain, **(env or {})}).invoke(
        commands, [str(arg) for arg in args], input=stdin, prog_name="rollbook"
    )


def shell(*args: Any, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rollbook", *map(str, args)],
        capture_output=True,
        env={**os.environ, "LANGUAGE": "", **env},
        timeout=60,
        check=False,
    )
