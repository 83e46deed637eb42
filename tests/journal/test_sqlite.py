"""How the SQLite store waits, logs, and serves several threads."""

import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from structlog.testing import LogCapture

from rollbook.core.errors import Busy, RollbookError, StoreError
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import append, grown


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.rollbook"
    store = SQLiteStore(path)
    append(store, "s")
    store.close()
    return path


def test_a_writer_that_waits_in_vain_is_told_and_it_is_logged(path: Path) -> None:
    capture = LogCapture()
    logger = structlog.wrap_logger(None, processors=[capture])
    store = SQLiteStore(path, timeout=0.05, logger=logger)
    with SQLiteStore(path).write("s"), pytest.raises(Busy) as told:
        append(store, "s")
    assert not isinstance(told.value, sqlite3.Error)
    [entry] = capture.entries
    assert entry["event"] == "busy"
    assert entry["seconds"] >= 0.05
    append(store, "s")


def test_a_file_kept_for_another_use_is_busy_to_readers_too(path: Path) -> None:
    # Outside WAL mode SQLite can lock readers out; a foreign tool may do so.
    with closing(sqlite3.connect(path, isolation_level=None)) as foreign:
        foreign.execute("PRAGMA journal_mode = DELETE")
        foreign.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Busy):
            SQLiteStore(path, timeout=0.05)
        foreign.execute("ROLLBACK")
        store = SQLiteStore(path, timeout=0.05)
        foreign.execute("BEGIN EXCLUSIVE")
        for read in (store.head, store.facts, store.records, store.commits, store.seeds):
            with pytest.raises(Busy):
                read("s")
        stream = SQLiteStore._readable(store, "s").readable
        with pytest.raises(Busy):
            stream("SELECT * FROM records", ())


def test_a_writer_proceeds_as_soon_as_the_other_is_done(path: Path) -> None:
    held, done = Event(), Event()

    def hold() -> None:
        with SQLiteStore(path).write("s"):
            held.set()
            done.wait(30)

    other = Thread(target=hold)
    other.start()
    held.wait(30)
    waiting = Thread(target=append, args=(SQLiteStore(path, timeout=30), "s"))
    waiting.start()
    done.set()
    waiting.join(30)
    other.join(30)
    assert SQLiteStore(path).head("s").size == 2


def test_each_thread_has_a_connection_of_its_own(path: Path) -> None:
    store = SQLiteStore(path, timeout=30)
    threads = [
        Thread(target=lambda: [append(store, "s") for _ in range(20)], name=str(no))
        for no in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.head("s").size == 81
    store.close()


def test_a_thread_that_ends_lets_go_of_its_connection(path: Path) -> None:
    store = SQLiteStore(path)
    thread = Thread(target=append, args=(store, "s"))
    thread.start()
    thread.join()
    assert len(store._lines) == 1


def test_a_closed_store_refuses_by_name(path: Path) -> None:
    store = SQLiteStore(path)
    append(store, "s", [b"{}"] * 2000)
    stream = store.facts("s")
    next(stream)
    store.close()
    store.close()
    for use in (store.sessions, lambda: store.head("s"), lambda: append(store, "s")):
        with pytest.raises(StoreError, match="closed"):
            use()
    with pytest.raises(StoreError, match="closed"):
        list(stream)


def test_text_that_is_no_unicode_appends_nothing(path: Path) -> None:
    store = SQLiteStore(path)
    [record], commit, frontier = grown("s", store.head("s"))
    broken = structs.replace(record, key="\ud800")
    with pytest.raises(StoreError, match="no Unicode"), store.write("s") as tx:
        tx.append([broken], commit, frontier)
    assert store.head("s").size == 1


@given(name=st.text(min_size=1), body=st.text())
def test_names_of_any_script_and_any_signs_are_given_back(name: str, body: str) -> None:
    # Also with dots, quotes, slashes, control signs and NUL in a name that is looked up.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.rollbook"
        store = SQLiteStore(path, durability="normal")
        append(store, name + "2", [b"{}"])
        [record] = append(store, name, [json.dumps(body, ensure_ascii=False).encode()], key=name)
        store.close()
        again = SQLiteStore(path)
        assert again.sessions() == tuple(sorted((name, name + "2")))
        assert list(again.records(name)) == [record]
        with again.write(name) as tx:
            assert tx.keyed(name) == record
        again.close()


def test_normal_durability_still_writes_ahead(tmp_path: Path) -> None:
    for durability, level in (("full", 2), ("normal", 1)):
        store = SQLiteStore(tmp_path / durability, durability=durability)  # type: ignore[arg-type]
        append(store, "s")
        line = store._line()
        assert line
        assert line.rows("PRAGMA synchronous") == [(level,)]
        assert line.rows("PRAGMA journal_mode") == [("wal",)]
        store.close()


def test_no_error_of_sqlite_reaches_a_caller(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DROP TABLE snapshots")
        raw.execute("DROP TABLE seals")
    store = SQLiteStore(path)
    for use in (lambda: store.seeds("s"), lambda: store.snapshot("s", 0, {"r": "d"})):
        with pytest.raises(RollbookError, match="damaged"):
            use()
