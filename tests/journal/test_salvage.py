"""Of a damaged file what verifies is saved, the rest lies beside, and the file is left alone."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rollbook import Charter, Engine, Seat
from rollbook.core.errors import Damaged, Invalid, NewerFormat, NoSession
from rollbook.core.records import leaf
from rollbook.core.tree import grow, root
from rollbook.journal import SQLiteStore
from rollbook.journal.salvaging import Salvaged, salvage
from rollbook.plugins.testing.commits import append

PER = 10
COMMITS = 100


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed file of 100 commits of 10 records."""
    path = tmp_path_factory.mktemp("whole") / "game.db"
    store = SQLiteStore(path, durability="normal")
    for no in range(COMMITS):
        append(store, "s", [b'{"type":"t.e","n":%d}' % (no * PER + at) for at in range(PER)])
    store.close()
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "game.db"))


def sql(path: Path, *statements: str) -> None:
    """Change a file behind everybody's back."""
    with closing(sqlite3.connect(path)) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            conn.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            conn.execute(statement)
        conn.commit()


def saved(path: Path) -> tuple[Salvaged, list[dict[str, Any]]]:
    """What became of the one session, and the lines beside; the damaged file stays as it was."""
    before = sha256(path.read_bytes()).digest()
    target = path.with_name("saved.db")
    beside = path.with_name("saved.db.rest.jsonl")
    [found] = salvage(path, target, beside)
    assert sha256(path.read_bytes()).digest() == before
    rest = []
    if beside.exists():
        rest = [json.loads(line) for line in beside.read_bytes().split(b"\n")[:-1]]
    assert len(rest) == found.beyond
    if found.commits:
        check(target, found)
    return found, rest


def check(target: Path, found: Salvaged) -> None:
    """The new journal verifies, and can be played on."""
    store = SQLiteStore(target)
    leaves = [leaf(record) for record in store.records(found.session)]
    head = store.head(found.session)
    assert (head.commits, head.size) == (found.commits, found.size)
    assert len(leaves) == found.size
    assert root(grow((), 0, leaves)) == head.root == bytes.fromhex(found.root)
    for commit in store.commits(found.session):
        assert commit.root == root(grow((), 0, leaves[: commit.size]))
    append(store, found.session)
    store.close()


def same(path: Path, whole: Path, size: int) -> bool:
    """Whether the first records of two files are equal."""
    stores = [SQLiteStore(p, read_only=True) for p in (path, whole)]
    first, second = ([*store.records("s", 0, size)] for store in stores)
    for store in stores:
        store.close()
    return first == second and len(first) == size


def test_of_a_sound_file_everything_is_saved(path: Path, whole: Path) -> None:
    found, rest = saved(path)
    assert (found.commits, found.size, found.first, found.why) == (COMMITS, 1000, None, "")
    assert (rest, found.missing) == ([], ())
    assert same(path.with_name("saved.db"), whole, 1000)


CHANGES: list[tuple[str, str, int, int]] = [
    ("a body", "UPDATE records SET body = '{}' WHERE seq = 503", 500, 500),
    ("a salt", "UPDATE records SET salt = 'x' WHERE seq = 500", 500, 500),
    ("a commit", "UPDATE records SET commit_no = 51 WHERE seq = 503", 500, 503),
    ("a kind", "UPDATE records SET kind = 'command' WHERE seq = 505", 500, 505),
    ("a record gone", "DELETE FROM records WHERE seq = 503", 500, 503),
    ("the last of a commit gone", "DELETE FROM records WHERE seq = 509", 500, 509),
    ("the first gone", "DELETE FROM records WHERE seq = 0", 0, 0),
]


@pytest.mark.parametrize(
    ("change", "good", "first"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES]
)
def test_up_to_the_first_record_that_was_changed_all_is_saved_and_the_rest_lies_beside(
    path: Path, whole: Path, change: str, good: int, first: int
) -> None:
    sql(path, change)
    found, rest = saved(path)
    assert (found.size, found.commits, found.first) == (good, good // PER, first)
    assert found.why
    gone = change.startswith("DELETE")
    assert len(rest) == 1000 - good - gone
    assert found.missing == (((first, first),) if gone else ())
    assert [row["seq"] for row in rest] == [n for n in range(good, 1000) if not gone or n != first]
    assert not good or same(path.with_name("saved.db"), whole, good)


def test_a_root_that_was_changed_takes_nothing_along_where_a_later_one_vouches(
    path: Path, whole: Path
) -> None:
    sql(path, "UPDATE commits SET root = x'00' WHERE no < 70", "DELETE FROM commits WHERE no = 80")
    found, _ = saved(path)
    assert (found.size, found.first) == (1000, None)
    assert same(path.with_name("saved.db"), whole, 1000)


def test_a_table_of_sessions_that_is_lost_takes_nothing_along(path: Path) -> None:
    sql(path, "DELETE FROM sessions")
    assert saved(path)[0].size == 1000


def test_what_no_root_vouches_for_is_not_taken_for_good(path: Path) -> None:
    sql(path, "DELETE FROM commits WHERE no >= 90", "DELETE FROM sessions")
    found, rest = saved(path)
    assert (found.size, found.first, len(rest)) == (900, 900, 100)
    sql(path, "DELETE FROM commits")
    for leftover in path.parent.glob("saved*"):
        leftover.unlink()
    found, rest = saved(path)
    assert (found.size, found.commits, found.root, len(rest)) == (0, 0, "", 1000)
    assert not path.with_name("saved.db").exists()


def rubbish(path: Path, seq: int) -> None:
    """Overwrite the page that holds a record."""
    at = path.read_bytes().index(b'"n":%d}' % seq) // 4096 * 4096
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\xa5" * 4096)


@pytest.mark.report(227)
def test_around_a_page_of_rubbish_nothing_is_lost_but_what_stood_on_it(
    path: Path, whole: Path
) -> None:
    rubbish(path, 500)
    found, rest = saved(path)
    assert found.first is not None
    assert found.size == found.first // PER * PER
    assert 300 < found.size <= 500
    [(first, last)] = found.missing
    assert (first, first <= 500 <= last) == (found.first, True)
    assert [row["seq"] for row in rest] == [*range(found.size, first), *range(last + 1, 1000)]
    assert all(json.loads(row["body"])["n"] == row["seq"] for row in rest)
    assert same(path.with_name("saved.db"), whole, found.size)


@pytest.mark.report(225)
@pytest.mark.parametrize("part", [0.3, 0.6, 0.9, 0.99])
def test_of_a_file_that_was_cut_off_what_is_left_is_saved(
    path: Path, whole: Path, part: float
) -> None:
    """In the middle of a page, too; what SQLite itself refuses to open is read all the same."""
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * part) + 13)
    found, rest = saved(path)
    assert found.size + len(rest) > 0
    numbers = {row["seq"] for row in rest} | set(range(found.size))
    lost = {n for a, b in found.missing for n in range(a, b + 1)}
    assert numbers | lost >= set(range(max(numbers)))
    torn = [row["seq"] for row in rest if "\0" in row["body"]]  # on the page of the cut
    assert all(row["seq"] in torn or json.loads(row["body"])["n"] == row["seq"] for row in rest)
    assert len(torn) < 40
    assert not found.size or same(path.with_name("saved.db"), whole, found.size)


def test_what_stands_in_the_wal_alone_is_saved_too(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    store = SQLiteStore(path)
    for _ in range(5):
        append(store, "s")
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    shutil.copy(f"{path}-wal", f"{copy}-wal")
    store.close()
    assert saved(copy)[0].size == 5


def test_seeds_come_along_so_that_sealed_dice_can_be_played_on_and_revealed(
    tmp_path: Path,
) -> None:
    path, target = tmp_path / "game.db", tmp_path / "saved.db"
    store = SQLiteStore(path)
    engine = Engine()
    session = engine.new(store, "s", ["fudge"], seats={"gm-1": Seat("GM", "gm")}, charter=Charter())
    session.do({"type": "table.add_note", "text": "lost"}, "gm-1")
    session.do({"type": "table.open_epoch"}, "gm-1")
    seeds = store.seeds("s")
    store.close()
    sql(
        path,
        "UPDATE seals SET seed = x'00' WHERE kind = 'secret' AND epoch = 0",
        "UPDATE records SET body = replace(body, 'lost', 'last') WHERE body LIKE '%lost%'",
    )
    [found] = salvage(path, target, tmp_path / "rest")
    assert (found.commits, found.seeds) == (1, 1), "a seed that is not the one sealed stays behind"
    store = SQLiteStore(target)
    assert store.seeds("s") == tuple(s for s in seeds if (s.epoch, s.kind) == (0, "open"))
    again = engine.open(store, "s")
    again.do({"type": "table.reveal", "epoch": 0, "kind": "open"}, "gm-1")
    store.close()
    rest = (tmp_path / "rest").read_bytes()
    assert not [seed for seed in seeds if seed.seed.hex().encode() in rest]


def test_each_session_is_saved_by_itself(path: Path) -> None:
    store = SQLiteStore(path)
    append(store, "t", [b'{"type":"t.e"}'] * 3)
    store.close()
    sql(path, "UPDATE records SET body = '{}' WHERE session = 's' AND seq = 0")
    target = path.with_name("saved.db")
    s, t = salvage(path, target, path.with_name("rest"))
    assert (s.session, s.size, s.beyond) == ("s", 0, 1000)
    assert (t.session, t.size, t.first) == ("t", 3, None)
    assert SQLiteStore(target).sessions() == ("t",)


def test_bodies_and_headers_that_are_no_text_are_written_beside(path: Path) -> None:
    sql(
        path,
        "UPDATE records SET body = CAST(x'ff00' AS TEXT) WHERE seq = 990",
        "UPDATE records SET by = CAST(x'c328' AS TEXT) WHERE seq = 991",
    )
    found, rest = saved(path)
    assert found.size == 990
    assert rest[0]["body_hex"] == "ff00"
    assert "\\xc3" in rest[1]["by"]


def damage(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)


NOTHING: list[tuple[str, Callable[[Path], None]]] = [
    ("empty", lambda path: damage(path, b"")),
    ("no database", lambda path: damage(path, b"rollbook" * 1000)),
    ("no schema", lambda path: damage(path, path.read_bytes()[:100] + b"\xa5" * 4000)),
]


@pytest.mark.parametrize("change", [n[1] for n in NOTHING], ids=[n[0] for n in NOTHING])
def test_where_nothing_can_be_read_that_is_said(path: Path, change: Callable[[Path], None]) -> None:
    change(path)
    with pytest.raises(Damaged, match="nothing can be read"):
        saved(path)
    assert not path.with_name("saved.db").exists()


def test_nothing_is_overwritten_and_no_newer_file_is_guessed_at(path: Path, tmp_path: Path) -> None:
    rest = tmp_path / "rest"
    with pytest.raises(Invalid, match="already"):
        salvage(path, path, rest)
    with pytest.raises(NoSession):
        salvage(tmp_path / "missing", tmp_path / "saved.db", rest)
    sql(path, "UPDATE meta SET format = 99")
    with pytest.raises(NewerFormat, match="99"):
        salvage(path, tmp_path / "saved.db", rest)


def test_ten_times_the_records_need_no_more_memory(tmp_path: Path) -> None:
    peaks = []
    for size in (2_000, 20_000):
        path = tmp_path / f"{size}.db"
        store = SQLiteStore(path, durability="normal")
        for _ in range(size // 100):
            append(store, "s", [b'{"type":"t.e"}'] * 100)
        store.close()
        sql(path, f"UPDATE records SET body = '{{}}' WHERE seq = {size // 2}")
        tracemalloc.start()
        [found] = salvage(path, tmp_path / f"{size}.saved.db", tmp_path / f"{size}.rest")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (found.size, found.beyond) == (size // 2, size // 2)
    assert peaks[1] < peaks[0] + 2**20, peaks
