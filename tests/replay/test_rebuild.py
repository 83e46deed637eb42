"""Rebuilding: what the log says is what play had, at every moment of it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.engine import Engine
from rollbook.core.errors import Invalid
from rollbook.core.memory import MemoryStore
from rollbook.core.records import Fact
from rollbook.core.session import Session
from rollbook.core.table.returns import Return
from rollbook.core.timeline import Timeline
from rollbook.journal import SQLiteStore
from rollbook.journal import plugin as journal
from rollbook.plugins.fudge import fudge
from rollbook.replay import Recording, Transcript, at, load, overview, rebuild, size_at
from rollbook.replay.recording import only
from rollbook.replay.walk import Walk

from .tables import (
    Clock,
    Tavern,
    TavernOptions,
    Unreachable,
    Whisper,
    evening,
    newer,
    play_duel,
    sit_down,
    states,
)


class Cut(Command, ruleset="tavern"):
    """Cut somebody somewhere: an edition that needs more than was ever recorded of a cut.

    Args:
        actor: whom.
        where: at which part.
    """

    actor: str
    where: str


def test_rebuilt_is_what_play_had(tmp_path: Path) -> None:
    session = play_duel(tmp_path / "duel.db")
    assert rebuild(load(tmp_path / "duel.db")).slices == session.view().slices


@pytest.mark.report(42)
def test_state_at_each_seq_is_what_it_was_live() -> None:
    session = sit_down()
    lived = [(session.view().size, session.view().slices)]
    do = session.do

    def recorded(*args: object, **given: object) -> object:
        receipt = do(*args, **given)  # type: ignore[arg-type]
        lived.append((receipt.size, session.view().slices))
        return receipt

    session.do = recorded  # type: ignore[assignment, method-assign]
    evening(session)
    recording = Recording.of(session)
    for size, slices in lived:
        assert at(recording, seq=size - 1).slices == slices
    assert [at(recording, commit=c).slices for c in range(recording.commits)] == states(session)


@pytest.mark.report(42)
def test_within_a_commit_the_state_is_that_of_its_records_so_far() -> None:
    session = sit_down()
    evening(session)
    recording = Recording.of(session)
    for seq in range(recording.size):
        timeline = Timeline(session.book, session.store, session.name)
        whole = recording.commit(at(recording, seq=seq).commit).size == seq + 1
        if not whole:  # a commit cut short: what it has brought so far stands on the one before
            timeline.advance(recording.facts(0, seq + 1))
            assert at(recording, seq=seq).table == timeline.table


class Counted(Recording):
    """How many facts were read, again and again counted."""

    read = 0

    def facts(self, first: int = 0, stop: int | None = None) -> Iterator[Fact]:
        for fact in super().facts(first, stop):
            self.read += 1
            yield fact


def far_and_wide() -> Session:
    """An evening of some three hundred commits that comes back, often and from afar."""
    session = sit_down()
    for no in range(100):
        session.do(Whisper(id=f"w{no}", text="psst"), "master")
    for no in range(90):
        session.do(Return(to=no if no % 3 else 3, reason="again"), "master")
        session.do(Whisper(id=f"x{no}", text="hush"), "master")
    return session


def test_what_lies_far_behind_comes_back_however_the_log_is_walked() -> None:
    session = far_and_wide()
    lived = states(session)
    recording = Recording.of(session)
    bit_by_bit = Walk(recording)
    for commit, slices in enumerate(lived):
        assert bit_by_bit.through(recording.commit(commit).size).slices == slices
    for commit in (*range(0, len(lived), 17), len(lived) - 1):
        assert at(recording, commit=commit).slices == lived[commit]
    for viewer in ("", "master", "anna"):
        assert rebuild(recording, viewer=viewer).slices == session.view(viewer).slices


def test_however_many_returns_reach_far_back_the_log_is_read_a_few_times() -> None:
    session = far_and_wide()
    recording = Counted(session.store, session.name, session.book)
    rebuild(recording)
    assert recording.read < 4 * recording.size


@pytest.mark.report(71)
@pytest.mark.parametrize("moment", ["999", "c999"])
def test_beyond_the_end_there_is_a_clear_answer(moment: str) -> None:
    session = sit_down()
    with pytest.raises(Invalid, match=r"there is no (record|commit) 999") as caught:
        size_at(Recording.of(session), moment)
    assert "0 to" in caught.value.hint
    assert rebuild(Recording.of(session)).slices == session.view().slices


@pytest.mark.report(71)
def test_before_the_beginning_there_is_a_clear_answer() -> None:
    recording = Recording.of(sit_down(clock=Clock()))
    with pytest.raises(Invalid, match=r"there is no record -1"):
        at(recording, seq=-1)
    with pytest.raises(Invalid, match=r"nothing was recorded by 1999.*first commit is of 2026"):
        at(recording, time="1999-12-31")


def test_at_a_time_the_last_commit_not_later_counts() -> None:
    clock = Clock()
    session = sit_down(clock=clock)
    clock.later(minutes=5)
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    recording = Recording.of(session)
    assert at(recording, time="2026-11-30T20:04:59").commit == 2
    assert at(recording, time="2026-11-30T20:05").commit == 3
    assert at(recording, time="2026-11-30T21:05+01:00").commit == 3


def test_a_clock_set_back_unmakes_nothing() -> None:
    clock = Clock()
    session = sit_down(clock=clock)
    clock.later(hours=-2)
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    view = at(Recording.of(session), time="2026-11-30T19:00")
    assert (view.commit, view.state[Tavern].cuts) == (3, {"ugo": 1})
    assert "ugo" in view.table.actors


def test_one_moment_is_asked_for() -> None:
    recording = Recording.of(sit_down())
    with pytest.raises(Invalid, match="one moment"):
        at(recording)
    with pytest.raises(Invalid, match="one moment"):
        at(recording, seq=1, commit=1)
    with pytest.raises(Invalid, match="is no moment"):
        size_at(recording, "yesterday")


@pytest.mark.report(70)
def test_sessions_read_in_turns_share_nothing() -> None:
    store = MemoryStore()
    one, other = sit_down(store, name="one"), sit_down(store, name="other")
    one.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    other.do({"type": "tavern.cut", "actor": "pia"}, "master")
    first, second = Transcript(Recording.of(one)), Transcript(Recording.of(other))
    apart = [list(first), list(second)]
    in_turns = list(zip(first, second, strict=True))
    assert [list(side) for side in zip(*in_turns, strict=True)] == apart
    assert rebuild(Recording.of(one)).state[Tavern].cuts == {"ugo": 1}
    assert rebuild(Recording.of(other)).state[Tavern].cuts == {"pia": 1}


@pytest.mark.report(84)
def test_replay_consults_no_dice_no_clock_no_chance_and_no_content(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Any = Unreachable()
    engine = Engine([fudge], plugins=[journal], installed=False, surroundings=nothing, dice=nothing)
    for name in ("ladder", "boxes", "weapons", "armour"):
        monkeypatch.setattr(f"rollbook.plugins.fudge.content.{name}", nothing.draw)
    view = rebuild(load(duel, engine=engine))
    assert [who.points for who in view["wound-track"].characters] == [5, 5]


@pytest.mark.report(74)
def test_reading_leaves_the_file_as_it_is_byte_for_byte(duel: Path) -> None:
    before = sha256(duel.read_bytes()).digest()
    first = rebuild(load(duel))
    again = rebuild(load(duel))
    assert first.slices == again.slices
    assert sha256(duel.read_bytes()).digest() == before


@pytest.mark.report(77)
def test_what_a_newer_edition_forbids_stays_as_it_was_played() -> None:
    store = MemoryStore()
    session = sit_down(store)
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    book = Engine([newer], installed=False).rulebook(["tavern"])
    view = rebuild(Recording(store, "inn", book))
    assert view.state[Tavern].cuts == {"ugo": 1}


def test_a_command_that_an_edition_can_no_longer_read_is_told_by_its_fields() -> None:
    """Whoever changed a command without counting its version keeps nobody from the log."""
    store = MemoryStore()
    session = sit_down(store)
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    chapter = Rules(Tavern, TavernOptions)

    @chapter.decides(Cut, may=gm)
    def cut(command: Cut, play: Play) -> None:
        play.refuse("nobody plays by this edition")

    edition = Ruleset(
        "tavern", version="1.2.0", state=Tavern, options=TavernOptions, chapters=(chapter,)
    )
    book = Engine([edition], installed=False).rulebook(["tavern"])
    lines = {line.type: line for line in Transcript(Recording(store, "inn", book))}
    assert lines["tavern.cut"].text == "tavern.cut actor=ugo"
    assert not lines["tavern.cut"].foreign


@pytest.mark.report(81)
def test_the_open_question_is_the_one_that_was_asked_whatever_is_installed_now() -> None:
    store = MemoryStore()
    session = sit_down(store)
    session.do({"type": "tavern.vote"}, "master")
    book = Engine([newer], installed=False).rulebook(["tavern"])
    recording = Recording(store, "inn", book)
    question = overview(recording, rebuild(recording)).waiting
    assert question is not None
    assert question == session.waiting
    assert [choice.id for choice in question.choices] == ["yes", "no"]


@pytest.mark.report(72)
def test_one_reader_replays_a_table_of_many_to_the_end() -> None:
    session = sit_down()
    for number in range(4):
        seat, actor = f"player{number}", f"hero{number}"
        session.do({"type": "table.add_seat", "id": seat, "name": seat}, "master")
        hero = {"type": "table.add_actor", "id": actor, "name": actor, "owners": [seat]}
        session.do(hero, "master")
        session.do({"type": "tavern.whisper", "id": actor, "text": "hello"}, seat)
    lines = list(Transcript(Recording.of(session)))
    assert lines[-1].seq == session.view().size - 1
    assert rebuild(Recording.of(session)).slices == session.view().slices


def test_memory_stays_flat_however_long_the_log(tmp_path: Path) -> None:
    session = sit_down(SQLiteStore(tmp_path / "long.db", durability="normal"))
    for _ in range(1500):
        session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    recording = Recording.of(session)
    peaks = []
    for seq in (recording.size // 2, recording.size - 1):
        tracemalloc.start()
        at(recording, seq=seq)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


@pytest.mark.report(245)
def test_without_its_plugin_a_session_opens_and_strangers_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "inn.db"
    session = sit_down(SQLiteStore(path))
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    session.do({"type": "tavern.whisper", "id": "w1", "text": "hush"}, "anna")
    recording = load(path)
    assert recording.missing == ("tavern",)
    transcript = Transcript(recording)
    lines = {line.type: line for line in transcript if line.foreign}
    assert transcript.foreign == {
        "tavern.cut": 1,
        "tavern.was_cut": 1,
        "tavern.whisper": 1,
        "tavern.whispered": 1,
    }
    assert lines["tavern.whispered"].text == "tavern.whispered id=w1 text=hush"
    assert bytes(lines["tavern.whispered"].message) in {f.body for f in recording.facts()}
    assert lines["tavern.was_cut"].text == "Ugo is hurt by knife: tavern.cuts from 0 to 1."
    assert "ugo" in rebuild(recording).table.actors


def test_a_session_is_named_where_there_are_several() -> None:
    store = MemoryStore()
    sit_down(store, name="one")
    assert only(store) == "one"
    sit_down(store, name="other")
    with pytest.raises(Exception, match=r"holds 2 sessions; name one: one, other"):
        only(store)
    with pytest.raises(Exception, match=r"no session 'three'"):
        only(store, "three")


def test_progress_is_told_and_ends_at_the_end(played: Path) -> None:
    told: list[tuple[int, int]] = []
    recording = load(played)
    rebuild(recording, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (recording.size, recording.size)


def test_a_viewer_s_rebuilt_state_is_his_view() -> None:
    session = sit_down()
    evening(session)
    for viewer in ("", "master", "anna", "bea"):
        rebuilt = rebuild(Recording.of(session), viewer=viewer)
        assert rebuilt.slices == session.view(viewer).slices
    assert not rebuild(Recording.of(session), viewer="bea").state[Tavern].heard
