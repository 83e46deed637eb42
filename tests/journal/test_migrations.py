"""Older files are brought up to date, newer ones refused, and nothing is lost by either."""

import runpy
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
import structlog
from structlog.testing import LogCapture

from rollbook.core.errors import Damaged, NewerFormat, StoreError
from rollbook.core.records import leaf
from rollbook.core.tree import grow, root
from rollbook.journal import SQLiteStore, schema
from rollbook.plugins.testing.commits import append

make_old = runpy.run_path(str(Path(__file__).with_name("killable.py")))["make_old"]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of the synthetic format 0, of three commits."""
    path = tmp_path / "old game.rollbook"
    make_old(path, 3)
    return path


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as raw:
        return list(raw.iterdump())


def test_an_old_file_is_brought_up_to_date(old: Path) -> None:
    store = SQLiteStore(old)
    records = list(store.records("s"))
    assert len(records) == 60
    assert {record.family for record in records} == {""}
    assert root(grow((), 0, map(leaf, records))) == store.head("s").root
    append(store, "s", key="k9")
    store.close()
    assert SQLiteStore(old).head("s").size == 61


def test_a_migrated_file_is_laid_out_as_a_new_one(old: Path, tmp_path: Path) -> None:
    SQLiteStore(old).close()
    new = SQLiteStore(tmp_path / "new.rollbook")
    append(new, "s")
    new.close()
    layouts = []
    for path in (old, new.path):
        with closing(sqlite3.connect(path)) as raw:
            rows = raw.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
            layouts.append({(*row[:3], " ".join((row[3] or "").split())) for row in rows})
    assert layouts[0] == layouts[1]


@pytest.mark.report(231)
def test_the_copy_set_aside_is_what_an_older_rollbook_wrote(old: Path) -> None:
    before = dump(old)
    SQLiteStore(old).close()
    copy = old.with_name("old game.rollbook.format-0.bak")
    assert dump(copy) == before
    with closing(sqlite3.connect(copy)) as raw:
        assert raw.execute("SELECT format FROM meta").fetchall() == [(0,)]
    assert not list(old.parent.glob("*.part"))


@pytest.mark.report(230)
def test_a_file_that_does_not_verify_is_left_as_it_was(old: Path) -> None:
    with closing(sqlite3.connect(old)) as raw, raw:
        raw.execute("UPDATE records SET body = '{}' WHERE seq = 30")
    before = dump(old)
    with pytest.raises(Damaged, match="does not verify"):
        SQLiteStore(old)
    assert dump(old) == before


@pytest.mark.report(230)
def test_a_file_that_lost_a_record_is_left_as_it_was(old: Path) -> None:
    with closing(sqlite3.connect(old)) as raw, raw:
        raw.execute("DELETE FROM records WHERE seq = 30")
    before = dump(old)
    with pytest.raises(Damaged, match="does not verify"):
        SQLiteStore(old)
    assert dump(old) == before


def test_a_copy_is_never_overwritten_by_another_one(old: Path) -> None:
    bytes_of_old = old.read_bytes()
    SQLiteStore(old).close()
    old.write_bytes(bytes_of_old)
    SQLiteStore(old).close()
    assert len(list(old.parent.glob("*.bak*"))) == 1, "the same copy need not be kept twice"
    make_other = old.with_name("other")
    make_old(make_other, 2)
    old.write_bytes(make_other.read_bytes())
    SQLiteStore(old).close()
    copies = sorted(path.name for path in old.parent.glob("*.bak*"))
    assert copies == [f"{old.name}.format-0.bak", f"{old.name}.format-0.bak-1"]


def test_a_copy_that_cannot_be_set_aside_stops_the_migration(old: Path) -> None:
    before = dump(old)
    old.with_name(f"{old.name}.format-0.part").mkdir()
    with pytest.raises(StoreError, match="no copy"):
        SQLiteStore(old)
    assert dump(old) == before


def test_two_who_open_an_old_file_at_once_migrate_it_once(old: Path) -> None:
    capture = LogCapture()
    logger = structlog.wrap_logger(None, processors=[capture])
    with closing(sqlite3.connect(old, isolation_level=None)) as raw:
        raw.execute("BEGIN IMMEDIATE")  # so that both find it old, and wait
        threads = [
            Thread(target=SQLiteStore, args=(old,), kwargs={"logger": logger}) for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        sleep(0.2)
        raw.execute("ROLLBACK")
    for thread in threads:
        thread.join()
    assert [entry["event"] for entry in capture.entries] == ["migrated"]
    assert SQLiteStore(old).head("s").size == 60


def test_a_damaged_old_file_is_left_as_it_was(old: Path) -> None:
    with open(old, "r+b") as file:
        file.seek(old.read_bytes().rindex(b'"t.e"') // 4096 * 4096)
        file.write(b"\xa5" * 100)
    before = old.read_bytes()
    with pytest.raises(Damaged):
        SQLiteStore(old)
    assert old.read_bytes() == before


def test_an_old_file_is_not_brought_up_to_date_by_reading(old: Path) -> None:
    before = old.read_bytes()
    with pytest.raises(StoreError, match="old format 0"):
        SQLiteStore(old, read_only=True)
    assert old.read_bytes() == before


def test_a_migration_is_logged_without_bodies(old: Path) -> None:
    capture = LogCapture()
    SQLiteStore(old, logger=structlog.wrap_logger(None, processors=[capture])).close()
    [entry] = capture.entries
    assert entry["event"] == "migrated"
    assert (entry["old"], entry["new"], entry["records"]) == (0, schema.FORMAT, 60)
    assert entry["seconds"] >= 0
    assert "t.e" not in str(entry)


def test_a_newer_file_is_refused_in_clear_words(tmp_path: Path) -> None:
    path = tmp_path / "game.rollbook"
    store = SQLiteStore(path)
    append(store, "s")
    store.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE meta SET format = 99")
    before = dump(path)
    with pytest.raises(NewerFormat) as refused:
        SQLiteStore(path)
    assert "format 99" in refused.value.what
    assert "newer" in refused.value.hint
    assert dump(path) == before
