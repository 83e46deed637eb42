"""What cannot be read, or fails while it is read, is named, and all the rest is audited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Engine, Event, Play, Rules, Ruleset, anyone, hookimpl
from rollbook.core.auditing import AuditCheck, Audited, Finding
from rollbook.core.errors import Busy, Damaged
from rollbook.core.memory import MemoryStore
from rollbook.core.records import Record
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import Enter, brawl
from rollbook.replay.audit import BROKEN, DIFFERS, UNKNOWN, Audit, audit
from rollbook.replay.recording import Recording

from .disputed import audited
from .forging import Forger

NO_TEXT = "CAST(x'ff41' AS TEXT)"


def spoil(forger: Forger, *seqs: int) -> None:
    """Put bytes that are no text into these records."""
    for seq in seqs:
        forger.sql(f"UPDATE records SET type = {NO_TEXT} WHERE session = 's' AND seq = {seq}")


def test_each_record_that_cannot_be_read_is_named_and_all_others_are_checked(
    forger: Forger,
) -> None:
    """Alone, side by side, apart, and at either end."""
    last = forger.size - 1
    rolls = forger.seqs("table.rolled")
    for spoilt in ((last,), (last - 1,), (40, 41), (0,)):
        spoil(forger, *spoilt)
        found = audited(forger.path)
        records = found.result("records")
        first = records.first["broken"]
        assert (found.code, first.code, first.seq) == (BROKEN, "unreadable", spoilt[0])
        assert f"record {spoilt[0]} " in first.places["why"]
        left = {seq for (seq,) in forger.rows(
            "SELECT seq FROM records WHERE session = 's' AND CAST(type AS BLOB) <> x'ff41'"
        )}  # fmt: skip
        assert records.covered == found.result("tree").covered == len(left)
        assert found.result("dice").covered == len(left & set(rolls))


def test_of_records_that_cannot_be_read_each_is_counted_once(forger: Forger) -> None:
    """Each of three blows leaves a hole as well: a finding by itself, and one for what follows."""
    spoil(forger, *forger.seqs("brawl.hit")[:3])
    records = audited(forger.path).result("records")
    assert records.count["broken"] == 3 + 3
    assert records.covered == forger.size - 3


def test_what_a_check_cannot_read_is_its_own_finding(forger: Forger) -> None:
    """Seeds whose row is spoilt leave everything that needs no seed as it is."""
    forger.sql(f"UPDATE seals SET kind = {NO_TEXT} WHERE session = 's' AND kind = 'open'")
    found = audited(forger.path)
    first = found.result("seals").first["broken"]
    assert (found.code, first.code) == (BROKEN, "unread")
    assert "UTF-8" in first.places["why"]
    for name in ("records", "tree", "streams", "rules", "state", "snapshots"):
        assert found.result(name).covered
        assert found.result(name).grade is None


# --- stores and plugins that fail


class Failing(MemoryStore):
    """A store that fails where it is told to."""

    error: Exception | None = None

    def records(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Record]:
        """All of them, until it fails."""
        for record in super().records(session, first, stop):
            if record.seq == 2 and self.error is not None:
                raise self.error
            yield record


def brawling(**more: Any) -> Scenario:
    """Ann, in a brawl."""
    return Scenario(brawl, actors={"ann": "anna"}, **more).given(Enter(actor="ann"))


def test_a_log_that_somebody_holds_is_not_called_broken() -> None:
    """Nothing is said of it: the audit could not run."""
    store = Failing()
    play = brawling(store=store)
    store.error = Busy("somebody writes")
    with pytest.raises(Busy, match="somebody writes"):
        audit(Recording.of(play.session), play.engine)


def checked(hears: str, fails: Callable[[], Any]) -> Audit:
    """An audit with a check that fails in one of its methods, and does nothing else."""

    def method(self: AuditCheck, audited: Audited, *heard: Sequence[Record]) -> Iterator[Finding]:
        self.covered += 1
        yield Finding("unknown", "so far")
        fails()

    made = type("Frail", (AuditCheck,), {"name": "frail", hears: method})

    class Plugin:
        @hookimpl
        def rollbook_audit_checks(self) -> Sequence[Callable[[], AuditCheck]]:
            return [made]

    play = brawling()
    engine = Engine([brawl], plugins=[Plugin()], installed=False, surroundings=Fixed())
    return audit(Recording.of(play.session), engine)


def raising(error: Exception) -> Callable[[], Any]:
    """What fails in this way."""

    def fails() -> None:
        raise error

    return fails


@pytest.mark.parametrize("hears", ["begin", "commit", "after", "end"])
def test_a_check_that_fails_goes_on_with_what_comes(hears: str) -> None:
    """What it found before it failed stands; each failure is counted, and no other check's."""
    found = checked(hears, raising(ZeroDivisionError("by nothing")))
    frail = found.result("frail")
    times = found.commits if hears in ("commit", "after") else 1
    assert (found.code, frail.covered) == (UNKNOWN, times)
    assert frail.count == {"unknown": 2 * times}
    assert frail.first["unknown"].what == "so far"
    assert [r.name for r in found.results if r.grade] == ["frail"]


def test_damage_that_a_check_meets_is_broken_and_a_lock_is_nothing() -> None:
    found = checked("end", raising(Damaged("a page is gone")))
    first = found.result("frail").first["broken"]
    assert (found.code, first.code, first.places["why"]) == (BROKEN, "unread", "a page is gone")
    with pytest.raises(Busy):
        checked("commit", raising(Busy("somebody writes")))


# --- a fold that fails


class Level(Struct, frozen=True):
    """How high the water stands."""

    high: int = 0


class Rise(Command, ruleset="lake"):
    """Let the water rise."""


class Rose(Event, ruleset="lake"):
    """The water has risen."""


def lake(fold: Callable[[Level, Rose], Level]) -> Ruleset:
    """A lake whose water rises as it is told."""
    chapter: Rules[Level, Any] = Rules(Level)

    @chapter.decides(Rise, may=anyone)
    def rise(command: Rise, play: Play) -> None:
        play.emit(Rose())

    chapter.evolves(Rose)(fold)
    return Ruleset("lake", version="1", state=Level, chapters=(chapter,))


def test_a_fold_that_fails_is_named_with_what_it_said_and_dice_and_tree_are_checked() -> None:
    play = Scenario(lake(lambda level, event: Level(level.high + 1)))
    play.given(Rise(), Rise())
    rise = next(e for e in play.session.log() if e.type == "lake.rise")

    def dry(level: Level, event: Rose) -> Level:
        raise LookupError("there is no water")

    engine = Engine([lake(dry)], installed=False, surroundings=Fixed())
    found = audit(Recording(play.store, "s", engine.rulebook(["lake"])), engine)
    [(grade, first)] = found.result("state").first.items()
    assert (found.code, grade) == (DIFFERS, "differs"), "nobody can tell which lake it was"
    assert (first.code, first.seq, first.commit) == ("no-fold", rise.seq, rise.commit)
    assert first.places["why"] == "there is no water"
    assert found.result("tree").covered == found.size
    assert found.result("state").covered == rise.seq + 2, "as far as it folds"
