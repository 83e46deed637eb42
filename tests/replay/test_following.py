"""Following a log: all that a viewer may see, once and in order, and nobody is kept waiting."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rollbook
from rollbook.core.engine import Engine
from rollbook.core.entries import Entry
from rollbook.core.errors import Invalid, NoSession
from rollbook.core.memory import MemoryStore
from rollbook.core.records import Fact
from rollbook.core.table.seats import AddNote
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Duel, Enter, Sneak, brawl, charms
from rollbook.replay import Recording, follow
from rollbook.replay.following import Watch, tell_on
from rollbook.replay.transcript import Transcript

from .crowd import END
from .tables import run, sit_down, tavern

SCRIPT = str(Path(__file__).with_name("crowd.py"))


def reader() -> Engine:
    """An engine that knows the toys, and opens files."""
    return Engine([brawl, charms])


def begun(path: Path) -> Scenario:
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, store=SQLiteStore(path))
    return play.given(Enter(actor="ann"), Enter(actor="bo"))


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a task of the crowd in a fresh interpreter; none outlives the test."""
    made: list[subprocess.Popen[str]] = []

    def begin(task: str, *args: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, SCRIPT, task, json.dumps(args)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        made.append(process)
        return process

    yield begin
    for process in made:
        if process.poll() is None:
            process.kill()
        process.communicate()


def said(process: subprocess.Popen[str]) -> list[list[Any]]:
    """All that it says until it ends, which it does well."""
    assert process.stdout
    found = [json.loads(line) for line in process.stdout]
    assert process.wait() == 0
    return found


def until(process: subprocess.Popen[str], word: str) -> list[int]:
    """What it has heard by the time that it says a word."""
    assert process.stdout
    heard = []
    while (words := json.loads(process.stdout.readline())) != [word]:
        heard.append(words[0])
    return heard


def wrote(process: subprocess.Popen[str], names: int) -> None:
    assert sorted(said(process)) == [["wrote", name] for name in range(names)]


def visible(path: Path, viewer: str, since: int = 0) -> list[int]:
    store = SQLiteStore(path, read_only=True)
    session = reader().open(store)
    found = [entry.seq for entry in session.log(since=since, viewer=viewer)]
    store.close()
    return found


def end(path: Path) -> None:
    store = SQLiteStore(path)
    reader().open(store).do({"type": "table.add_note", "text": END}, "anna")
    store.close()


def test_three_followers_of_eight_writers_hear_what_they_may_once_and_in_order(
    tmp_path: Path, start: Start
) -> None:
    """From the beginning, from the middle, and with a player's eyes; while it is written."""
    path = tmp_path / "s.db"
    play = begun(path)
    size = play.session.timeline.size
    play.store.close()
    wanted = [("", 0), ("gm1", size // 2), ("anna", 0)]
    followers = [start("followed", str(path), *each, 0) for each in wanted]
    for follower in followers:  # they are there before anybody writes
        assert follower.stdout
        assert json.loads(follower.stdout.readline())
    wrote(start("writers", str(path), 8, 20), 8)
    end(path)
    for follower, (viewer, since) in zip(followers, wanted, strict=True):
        heard = [words[0] for words in said(follower)]
        expected = visible(path, viewer, since)
        assert heard == expected[1:], "the first was read above"
    everything, _, anna = (visible(path, viewer, since) for viewer, since in wanted)
    assert everything == list(range(len(everything)))
    assert len(anna) < len(everything), "there was something that she may not see"


def emptied(path: Path) -> bool:
    """Whether all of the WAL can be taken over into the file, and it be cut to nothing."""
    conn = sqlite3.connect(path, isolation_level=None, timeout=0)
    [(busy, _, _)] = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    conn.close()
    return busy == 0 and Path(f"{path}-wal").stat().st_size == 0


def test_a_follower_that_sleeps_is_stopped_or_killed_keeps_no_writer_and_no_wal(
    tmp_path: Path, start: Start
) -> None:
    """All writers end while it stands still, and what they wrote can leave the WAL."""
    path = tmp_path / "s.db"
    play = begun(path)
    stopped = start("followed", str(path), "", 0, 5)
    killed = start("followed", str(path), "anna", 0, 3)
    heard = until(stopped, "asleep")
    until(killed, "asleep")
    os.kill(stopped.pid, signal.SIGSTOP)
    wrote(start("writers", str(path), 8, 20), 8)
    assert killed.poll() is None
    assert emptied(path)
    killed.kill()
    os.kill(stopped.pid, signal.SIGCONT)
    assert stopped.stdin
    print("go on", file=stopped.stdin, flush=True)
    end(path)
    heard += [words[0] for words in said(stopped)]
    assert heard == visible(path, "")
    play.store.close()


def test_a_reader_that_keeps_a_transaction_open_would_keep_the_wal(
    tmp_path: Path, start: Start
) -> None:
    """What the test above is worth: this is what it would find."""
    path = tmp_path / "s.db"
    play = begun(path)
    conn = sqlite3.connect(path, isolation_level=None, timeout=0)
    conn.execute("BEGIN")
    conn.execute("SELECT count(*) FROM records").fetchall()
    wrote(start("writers", str(path), 8, 20), 8)
    assert not emptied(path)
    conn.close()
    play.store.close()


def test_a_follower_killed_again_and_again_misses_nothing_from_its_last_position(
    tmp_path: Path, start: Start
) -> None:
    path = tmp_path / "s.db"
    begun(path).store.close()
    heard: list[int] = []
    for _ in range(4):
        writing = start("writers", str(path), 2, 10)
        follower = start("followed", str(path), "gm1", heard[-1] + 1 if heard else 0, 0)
        assert follower.stdout
        for _ in range(15):
            heard += json.loads(follower.stdout.readline())
        follower.kill()
        heard += [json.loads(line)[0] for line in follower.stdout]
        wrote(writing, 2)
    end(path)
    last = start("followed", str(path), "gm1", heard[-1] + 1, 0)
    heard += [words[0] for words in said(last)]
    assert heard == visible(path, "gm1")


def test_it_ends_when_it_is_told_to_and_when_nothing_comes(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    play = begun(path)
    with follow(path, engine=reader(), timeout=0) as entries:
        assert [e.seq for e in entries] == list(range(play.session.timeline.size))
        assert entries.position == play.session.timeline.size
    size, stop, enough = play.session.timeline.size, threading.Event(), threading.Event()
    heard: list[int] = []

    def listen() -> None:
        with follow(path, engine=reader(), since=size, stop=stop) as found:
            for entry in found:
                heard.append(entry.seq)
                if len(heard) == 4:
                    enough.set()

    thread = threading.Thread(target=listen)
    thread.start()
    for _ in range(2):
        play.given({"type": "table.add_note", "text": "hm"})
    assert enough.wait(10)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert heard == list(range(size, size + 4))
    play.store.close()


def test_a_follower_may_live_in_the_process_and_on_the_store_that_is_played() -> None:
    """Also on one that is in no file; closing it leaves the store open."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    with follow(Recording.of(play.session), viewer="anna", timeout=0) as entries:
        assert [e.seq for e in entries] == [e.seq for e in play.session.log(viewer="anna")]
    play.given(Enter(actor="ann"))


def test_what_is_revealed_later_comes_behind_what_reveals_it_and_is_not_lost_in_between() -> None:
    """Stances are secret until the last is in. Who is cut short there hears that record again."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Duel(a="ann", b="bo")).answer(1, "anna")
    entries = follow(Recording.of(play.session), viewer="bert", timeout=0)
    before = [e.seq for e in entries]
    secret = [e.seq for e in play.session.log() if e.seq not in before]
    assert len(secret) == 2, "ann's answer, and that she gave it"
    play.answer(0, "bert", faces=(2, 3))
    again = follow(Recording.of(play.session), viewer="bert", since=entries.position, timeout=0)
    heard, positions = [], []
    for entry in again:
        heard.append(entry)
        positions.append(again.position)
    at = [e.type for e in heard].index("table.revealed")
    reveals = heard[at].seq
    assert sorted(before + [e.seq for e in heard]) == list(range(play.session.timeline.size))
    assert [e.seq for e in heard[at + 1 : at + 3]] == secret
    assert positions[at : at + 3] == [reveals, reveals, reveals + 1]
    for cut in range(1, len(heard) + 1):
        since = positions[cut - 1]
        rest = follow(Recording.of(play.session), viewer="bert", since=since, timeout=0)
        mine = {*before, *(e.seq for e in heard[:cut]), *(e.seq for e in rest)}
        assert mine == set(range(play.session.timeline.size))


def keeping(seqs: list[int]) -> Callable[[Entry], None]:
    return lambda entry: seqs.append(entry.seq)


def test_what_is_followed_is_what_a_subscriber_in_the_process_hears() -> None:
    """By every pair of eyes, over secrets, a handover and a change of roles."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    viewers = ("", "gm1", "anna", "bert", "eve")
    heard: dict[str, list[int]] = {viewer: [] for viewer in viewers}
    followed: dict[str, list[int]] = {viewer: [] for viewer in viewers}
    followers = [follow(Recording.of(play.session), viewer=viewer, timeout=0) for viewer in viewers]
    for viewer in viewers:
        play.session.subscribe(keeping(heard[viewer]), viewer=viewer, since=0)
    script: list[tuple[Any, str, tuple[int, ...]]] = [
        (Sneak(actor="ann", what="psst"), "gm1", (4,)),
        (Duel(a="ann", b="bo"), "gm1", ()),
        ({"type": "table.answer", "answer": 1}, "anna", ()),
        ({"type": "table.answer", "answer": 0}, "bert", (2, 3)),
        ({"type": "table.withdraw", "reason": "supper"}, "gm1", ()),
        ({"type": "table.give_role", "seat": "eve", "role": "gm"}, "gm1", ()),
        (Sneak(actor="bo", what="psst"), "eve", (4,)),
        ({"type": "table.give_actor", "actor": "ann", "owners": ["bert"]}, "gm1", ()),
    ]
    for command, by, faces in script:
        play.when(command, by, faces=faces)
        assert play.error is None
        for position, follower in enumerate(followers):
            more = follow(
                Recording.of(play.session), viewer=follower.viewer, since=follower.position,
                timeout=0,
            )  # fmt: skip
            followed[follower.viewer] += [entry.seq for entry in more]
            followers[position] = more
    assert followed == heard
    assert heard[""] == list(range(play.session.timeline.size))


def test_who_has_no_seat_and_what_is_no_file_are_errors_by_name(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    play = begun(path)
    with pytest.raises(Invalid, match="there is no seat 'zoe'"):
        follow(path, viewer="zoe", engine=reader())
    with pytest.raises(NoSession):
        rollbook.follow(tmp_path / "none.db")
    with pytest.raises(NoSession):
        rollbook.follow(path, session="other", engine=reader())
    play.store.close()


@pytest.mark.parametrize("what", ["removed", "replaced"])
def test_a_file_that_goes_away_ends_it_with_a_typed_error(tmp_path: Path, what: str) -> None:
    path, other = tmp_path / "s.db", tmp_path / "t.db"
    play = begun(path)
    play.store.close()
    begun(other).store.close()
    entries = follow(path, engine=reader())
    for _ in range(len(visible(path, ""))):
        next(entries)
    path.unlink() if what == "removed" else other.replace(path)
    with pytest.raises(NoSession, match="is gone, or another file lies in its place"):
        next(entries)
    entries.close()


@pytest.fixture
def inn(tmp_path: Path, install: Any) -> Path:
    install(tavern)
    sit_down(SQLiteStore(tmp_path / "inn.db")).store.close()
    return tmp_path / "inn.db"


FOLLOWING = """
import sys
from rollbook import hookimpl
from rollbook.core import plugging
from tests.replay.tables import tavern

class Plugin:
    @hookimpl
    def rollbook_rulesets(self):
        return [tavern]

class Point:
    name, dist = "tavern", None
    load = staticmethod(Plugin)

found = plugging.points()
plugging.points = lambda: [*found, Point()]
from rollbook.replay.cli import main
main()
"""


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_log_follow_tells_what_comes_and_ends_well_when_interrupted(
    inn: Path, form: tuple[str, ...]
) -> None:
    """Each line is there as soon as it is told, also in a pipe; what is hidden stays so."""
    process = subprocess.Popen(
        [sys.executable, "-c", FOLLOWING, "log", inn, "--follow", "--as", "bea", *form],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=Path(SCRIPT).parents[2], env={**os.environ, "LANG": "C", "LANGUAGE": "en"},
    )  # fmt: skip
    assert process.stdout
    lines = []

    def until(word: str) -> None:
        """The command and the event that hold it."""
        assert process.stdout
        for _ in range(2):
            while word not in (line := process.stdout.readline()):
                assert line, "it ended before"
                lines.append(line)
            lines.append(line)

    until("Pia")
    for text in ("one", "two"):
        run("do", inn, "whisper", f"id={text}", "text=psst", "--by", "anna")
        run("do", inn, "add_note", f"text=note {text}", "--by", "bea")
        until(f"note {text}")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
    text = "".join(lines) + out
    assert "psst" not in text
    assert text == run("log", inn, "--as", "bea", *form, env={"LANGUAGE": "en"}).stdout


class Counted(MemoryStore):
    """Counts the records that are read of it."""

    read = 0

    def facts(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Fact]:
        for fact in super().facts(session, first, stop):
            self.read += 1
            yield fact


@pytest.mark.parametrize("viewer", ["", "bert"])
def test_what_comes_is_told_without_reading_the_whole_log_again(viewer: str) -> None:
    """Five hundred records, then one command: a few readings of that, and none of the rest."""
    store = Counted()
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, store=store)
    play.given(*[AddNote(text=str(i)) for i in range(250)])
    recording = Recording.of(play.session)
    lines = tell_on(
        Transcript(recording, viewer=viewer), Watch(recording, None, threading.Event(), 0.0)
    )
    size = play.session.timeline.size
    for _ in range(size):
        next(lines)
    play.given(AddNote(text="the last"))
    store.read = 0
    assert [line.seq for line in lines] == [size, size + 1]
    assert store.read <= 20


def test_log_follow_tells_a_secret_behind_what_reveals_it(tmp_path: Path) -> None:
    """What a viewer is shown later comes too, though its place is passed."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Duel(a="ann", b="bo")).answer(1, "anna")
    recording = Recording.of(play.session)
    stop = threading.Event()
    lines = tell_on(Transcript(recording, viewer="bert"), Watch(recording, None, stop, 0.0))
    size = play.session.timeline.size
    told = [next(lines).seq for _ in range(size - 2)]
    play.answer(0, "bert", faces=(2, 3))
    told += [line.seq for line in lines]
    assert sorted(told) == list(range(play.session.timeline.size))
    assert told.index(size - 1) > told.index(size), "behind what came after it"
