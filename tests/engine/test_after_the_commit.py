"""What fails after a commit, or while it is read, neither takes it back nor doubles it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, structs
from structlog.testing import capture_logs

from rollbook import Command, Entry, Event, MemoryStore, Play, Rules, Ruleset, anyone
from rollbook.core import session as session_module
from rollbook.core import timeline as timeline_module
from rollbook.core.digest import UNSOURCED
from rollbook.core.errors import Busy
from rollbook.core.records import Commit, Fact
from rollbook.core.store import Snapshot
from rollbook.core.table.returns import Return
from rollbook.core.table.seats import AddNote
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Brawl, Enter, Entered, brawl


class Failing(MemoryStore):
    """Raises what a test has armed, once or for as long as it is armed, where it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.armed: dict[str, BaseException] = {}
        self.after = 0

    def fail(self, what: str) -> None:
        if what in self.armed:
            raise self.armed[what]

    def keep(self, session: str, snapshot: Snapshot) -> None:
        self.fail("keep")
        super().keep(session, snapshot)

    def snapshot(self, session: str, commit: int, digests: Mapping[str, str]) -> Snapshot | None:
        self.fail("snapshot")
        return super().snapshot(session, commit, digests)

    def commits(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Commit]:
        self.fail("commits")
        return super().commits(session, first, stop)

    def facts(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Fact]:
        for at, fact in enumerate(super().facts(session, first, stop)):
            if at >= self.after:
                self.fail("facts")
            yield fact


class Pages(Struct, frozen=True):
    """What was written, in order, and a share that no snapshot can hold."""

    lines: tuple[str, ...] = ()
    share: Fraction | None = None


class PageOptions(Struct, frozen=True):
    pass


class Write(Command, ruleset="pages"):
    """Write so many lines."""

    lines: int = 1
    share: bool = False


class Line(Event, ruleset="pages"):
    """A line was written."""

    text: str
    share: bool = False


rules: Rules[Pages, PageOptions] = Rules(Pages, PageOptions)


@rules.decides(Write, may=anyone)
def write(command: Write, play: Play) -> None:
    for no in range(command.lines):
        play.emit(Line(text=f"{play.commit}.{no}", share=command.share))


@rules.evolves(Line)
def line(pages: Pages, event: Line) -> Pages:
    share = Fraction(1, 2) if event.share else pages.share
    return Pages((*pages.lines, event.text), share)


pages = Ruleset(
    "pages", version="1.0.0", state=Pages, options=PageOptions, chapters=(rules,),
    package="rollbook.plugins.testing",
)  # fmt: skip


def book(store: Any = None, **more: Any) -> Scenario:
    made = Failing() if store is None else store
    return Scenario(pages, store=made, logger=structlog.get_logger(), **more)


def failing(play: Scenario) -> Failing:
    assert isinstance(play.store, Failing)
    return play.store


def lines(play: Scenario) -> tuple[str, ...]:
    return play.session.view().state[Pages].lines


def as_reopened(play: Scenario) -> None:
    """What is live is what a fresh engine reads."""
    again = play.reopened()
    assert laws.plain(play.session.timeline.slices) == laws.plain(again.timeline.slices)
    assert play.session.timeline.size == again.timeline.size == play.store.head("s").size


@pytest.mark.parametrize("why", ["busy", "no snapshot can hold the state"])
def test_a_snapshot_that_fails_is_logged_and_its_command_has_its_receipt(
    monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(session_module, "SNAPSHOT_EVERY", 4)
    play = book()
    if why == "busy":
        failing(play).armed["keep"] = Busy("held")
    command = Write(lines=5, share=why != "busy")
    with capture_logs() as logs:
        receipt = play.session.do(command, "anna", key="k")
        again = play.session.do(command, "anna", key="k")
        play.session.close()
    assert (again.commit, again.root) == (receipt.commit, receipt.root)
    assert play.store.head("s").commits == receipt.commit + 1
    assert len(lines(play)) == 5
    assert [e["log_level"] for e in logs if e["event"] == "snapshot_failed"] == ["warning"]
    if why == "busy":
        as_reopened(play)


def test_a_snapshot_that_failed_is_not_tried_again_at_every_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_module, "SNAPSHOT_EVERY", 10)
    play = book()
    failing(play).armed["keep"] = Busy("held")
    with capture_logs() as logs:
        for _ in range(12):
            play.given(Write())
    assert len([e for e in logs if e["event"] == "snapshot_failed"]) == 2
    del failing(play).armed["keep"]
    play.given(Write(lines=10))
    as_reopened(play)


def test_a_session_that_may_only_be_read_is_closed_without_a_word(tmp_path: Path) -> None:
    path = str(tmp_path / "s.rollbook")
    play = book(SQLiteStore(path)).given(Write(lines=2))
    play.store.close()
    store = SQLiteStore(path, read_only=True)
    with play.engine.open(store) as session:
        assert session.view("anna").state[Pages].lines == ("1.0", "1.1")
    store.close()


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_listener_whom_the_store_fails_hears_at_the_next_commit_what_it_missed(
    after: int,
) -> None:
    play = book().given(Write())
    heard: list[int] = []
    start = play.session.timeline.size
    play.session.subscribe(lambda entry: heard.append(entry.seq))
    failing(play).armed["facts"], failing(play).after = Busy("held"), after
    with capture_logs() as logs:
        play.when(Write(lines=4), "anna")
    assert play.error is None
    assert [e["error"] for e in logs if e["event"] == "subscriber_failed"] == ["Busy"]
    assert heard == list(range(start, start + after))
    failing(play).armed.clear()
    play.given(Write())
    assert heard == list(range(start, play.session.timeline.size))
    assert len(lines(play)) == 6


def talker(play: Scenario, heard: list[int], most: int) -> Callable[[Entry], None]:
    """A listener that writes a note of its own at each of the first entries it hears."""

    def hear(entry: Entry) -> None:
        heard.append(entry.seq)
        if len(heard) <= most:
            play.session.do(AddNote(text=f"heard {entry.seq}"), "anna")

    return hear


def test_a_listener_that_plays_itself_hears_all_in_order_and_once() -> None:
    play = book()
    start = play.session.timeline.size
    before: list[int] = []
    talks: list[int] = []
    after: list[int] = []
    play.session.subscribe(lambda entry: before.append(entry.seq))
    play.session.subscribe(talker(play, talks, 4))
    play.session.subscribe(lambda entry: after.append(entry.seq))
    play.given(Write(lines=3))
    assert play.session.timeline.size == start + 4 + 4 * 2
    assert before == talks == after == list(range(start, play.session.timeline.size))
    as_reopened(play)


def test_what_is_appended_while_a_listener_catches_up_is_not_lost() -> None:
    """Neither what it does itself, nor what another process does meanwhile."""
    play = book().given(Write(lines=2))
    other = play.reopened()
    heard: list[int] = []
    own = talker(play, heard, 1)

    def hear(entry: Entry) -> None:
        own(entry)
        if len(heard) == 3:
            other.do(Write(), "bert")

    play.session.subscribe(hear, since=0)
    play.given(Write())
    assert heard == list(range(play.store.head("s").size))


def test_who_could_not_catch_up_does_not_listen_and_may_try_again() -> None:
    """He hears then what others have appended meanwhile, and all of it once."""
    play = book().given(Write(lines=4))
    late = play.reopened()
    play.given(Write())
    heard: list[int] = []
    failing(play).armed["facts"], failing(play).after = Busy("held"), 3
    with pytest.raises(Busy):
        play.session.subscribe(lambda entry: heard.append(entry.seq), since=0)
    failing(play).armed.clear()
    for session in (play.session, late):
        heard.clear()
        end = session.subscribe(lambda entry: heard.append(entry.seq), since=0)
        assert heard == list(range(play.store.head("s").size))
        session.do(Write(), "anna")
        assert heard == list(range(play.store.head("s").size))
        end()


@pytest.mark.parametrize("where", ["facts", "snapshot", "commits"])
@pytest.mark.parametrize("error", [Busy("held"), KeyboardInterrupt()], ids=["busy", "interrupt"])
@pytest.mark.parametrize("after", [0, 2])
def test_a_far_return_that_is_cut_short_is_done_or_not_done(
    monkeypatch: pytest.MonkeyPatch, where: str, error: BaseException, after: int
) -> None:
    monkeypatch.setattr(timeline_module, "RECENT", 4)
    play = book()
    for _ in range(9):
        play.given(Write())
    head = play.store.head("s")
    store = failing(play)
    store.armed[where], store.after = error, after
    with pytest.raises(type(error)):
        play.session.do(Return(to=2), "gm1")
    store.armed.clear()
    assert play.store.head("s") == head
    as_reopened(play)
    assert len(lines(play)) == 9
    play.given(Return(to=2))
    as_reopened(play)
    assert lines(play) == ("1.0", "2.0")
    play.given(Write())
    as_reopened(play)


@pytest.mark.parametrize("after", range(8))
def test_a_read_that_stops_halfway_folds_nothing_twice(after: int) -> None:
    """Another process has appended two commits; the store fails at each record once."""
    play = book().given(Write())
    reader = play.reopened()
    reader.view("bert")
    play.given(AddNote(text="one"), Write(lines=5))
    store = failing(play)
    store.armed["facts"], store.after = Busy("held"), after
    for viewer in ("", "bert"):
        with pytest.raises(Busy):
            reader.view(viewer)
    store.armed.clear()
    for viewer in ("bert", ""):
        view = reader.view(viewer)
        assert len(view.state[Pages].lines) == 6
        assert [note.text for note in view.ledger.notes] == ["one"]
    assert laws.plain(reader.timeline.slices) == laws.plain(play.session.timeline.slices)
    reader.do(Write(), "anna")
    play.given(Write())
    as_reopened(play)


@settings(max_examples=60)
@given(st.lists(st.integers(-30, 99), min_size=8, max_size=40), st.booleans())
def test_however_many_returns_there_are_what_is_reopened_is_what_was_live(
    steps: list[int], snapshots: bool
) -> None:
    """A negative step writes or snapshots; another returns to so many hundredths of the log."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline_module, "RECENT", 3)
        play = book()
        for no, step in enumerate(steps):
            if step >= 0:
                play.when(Return(to=step * play.session.timeline.commits // 100))
                assert play.error is None or play.error.code == "refused"
            elif snapshots and step % 3 == 0:
                play.session.close()
            else:
                play.given(Write(lines=1 + step % 2))
            if no % 7 == 0:
                play.restart()
        as_reopened(play)
        laws.live_is_refolded(play.session)
        for commit in range(play.session.timeline.commits):
            live = play.session.at(commit).state[Pages]
            assert live == play.reopened().at(commit).state[Pages]


def test_a_far_return_past_a_snapshot_on_another_branch_does_not_use_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timeline_module, "RECENT", 2)
    play = book()
    for _ in range(6):
        play.given(Write())
    play.session.close()  # holds six lines
    play.given(Return(to=1), Write(), Write(), Write())
    play.session.close()  # holds four others
    for to, expected in ((8, 2), (5, 5), (10, 4), (3, 3)):
        play.given(Return(to=to))
        assert len(lines(play)) == expected, to
        as_reopened(play)
        laws.live_is_refolded(play.session)


def _doubled(state: Brawl, event: Entered) -> Brawl:
    return structs.replace(state, points={**state.points, event.actor: 2 * event.points})


def test_a_ruleset_without_files_uses_no_snapshot_even_where_one_is_kept() -> None:
    """Its digest is a word that fits every code; the fold of today is what counts."""
    typed = structs.replace(brawl, package="")
    play = Scenario(typed, actors={"ann": "anna"}).given(Enter(actor="ann", points=3))
    fitting: dict[str, str] = dict.fromkeys(("table", "brawl", "ledger"), UNSOURCED)
    fitting |= {n: play.engine.digest(play.engine.catalogue["table"]) for n in ("table", "ledger")}
    play.store.keep("s", play.session.timeline.snapshot(fitting))
    chapter = copy(brawl.chapters[0])
    chapter.folding = [(e, _doubled if e is Entered else f) for e, f in chapter.folding]
    play.rulesets = (structs.replace(typed, chapters=(chapter,)),)
    play.restart()
    for viewer in ("", "anna"):
        assert play.session.view(viewer).state[Brawl].points == {"ann": 6}
    play.session.close()
    assert play.restart().session.view().state[Brawl].points == {"ann": 6}
