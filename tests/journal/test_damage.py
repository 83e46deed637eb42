"""Damage is named and never mended in silence; what is whole stays readable."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rollbook.core.errors import Damaged, NoSession, StoreError
from rollbook.core.records import Fact, Record, leaf
from rollbook.core.tree import grow, root
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import append


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed file of 100 commits of 10 records."""
    path = tmp_path / "game.rollbook"
    store = SQLiteStore(path, durability="normal")
    for no in range(100):
        append(store, "s", [b'{"type":"t.e","n":%d}' % (no * 10 + at) for at in range(10)])
    store.close()
    return path


def size_on_disk(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def test_a_wal_cut_anywhere_leaves_whole_commits(tmp_path: Path) -> None:
    path = tmp_path / "game.rollbook"
    wal = Path(f"{path}-wal")
    store = SQLiteStore(path)
    ends: list[int] = []
    for no in range(40):
        append(store, "s", [b'{"type":"t.e"}'] * (1 + no * 7 % 30))
        ends.append(size_on_disk(wal))
    roots = [commit.root for commit in store.commits("s")]
    assert ends == sorted(set(ends)), "the WAL was emptied in between: make fewer commits"
    seed = random.randrange(2**32)
    print("seed", seed)  # shown when this fails
    cuts = random.Random(seed).choices(range(ends[-1]), k=60)
    for cut in (0, *ends, *(end - 1 for end in ends), *cuts):
        copy = tmp_path / "copy.rollbook"
        shutil.copy(path, copy)
        shutil.copy(wal, f"{copy}-wal")
        with open(f"{copy}-wal", "r+b") as file:
            file.truncate(cut)
        whole = sum(end <= cut for end in ends)
        found = SQLiteStore(copy)
        assert found.sessions() == (("s",) if whole else ())
        if whole:
            head = found.head("s")
            leaves = [leaf(record) for record in found.records("s")]
            assert (head.commits, head.size) == (whole, len(leaves))
            assert [commit.root for commit in found.commits("s")] == roots[:whole]
            assert root(grow((), 0, leaves)) == head.root == roots[whole - 1]
            append(found, "s")
        found.close()
        for leftover in tmp_path.glob("copy.rollbook*"):
            leftover.unlink()
    store.close()


@pytest.mark.report(225)
def test_a_file_cut_anywhere_is_whole_or_named_damaged(path: Path) -> None:
    full = path.stat().st_size
    pages = range(full - 4096, 0, -4096)
    for cut in (*range(full - 1, full - 4097, -1), *pages, 511, 100, 1):
        with open(path, "r+b") as file:
            file.truncate(cut)
        with pytest.raises(Damaged) as named:
            list(SQLiteStore(path, read_only=True).facts("s"))
        assert str(path) in named.value.what
        assert path.stat().st_size == cut, "nothing is mended or cut off by looking"


def test_an_emptied_file_holds_no_session(path: Path) -> None:
    path.write_bytes(b"")
    store = SQLiteStore(path)
    assert store.sessions() == ()
    with pytest.raises(NoSession):
        store.facts("s")
    store.close()
    assert path.read_bytes() == b""


def seqs(stream: Iterator[Fact] | Iterator[Record]) -> tuple[list[int], str]:
    """What a stream gives before it ends, and the damage that it names."""
    given: list[int] = []
    try:
        given.extend(one.seq for one in stream)
    except Damaged as named:
        return given, named.what
    return given, ""


def records_page(path: Path, seq: int) -> int:
    """Where the page begins that holds this record."""
    return path.read_bytes().index(b'"n":%d}' % seq) // 4096 * 4096


@pytest.mark.report(227)
def test_around_a_page_of_rubbish_everything_stays_readable(path: Path) -> None:
    with open(path, "r+b") as file:
        file.seek(records_page(path, 500))
        file.write(b"\xa5" * 4096)
    store = SQLiteStore(path, read_only=True)
    assert store.head("s").size == 1000
    assert len(list(store.commits("s"))) == 100
    given, named = seqs(store.facts("s"))
    assert "damaged" in named
    assert given == list(range(len(given)))
    assert 300 < len(given) <= 500
    after = [fact.seq for fact in store.facts("s", 700)]
    assert after == list(range(700, 1000))


def without_guards(path: Path, *statements: str) -> None:
    """What somebody with the file can do who is not stopped by triggers."""
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DROP TRIGGER records_no_delete")
        raw.execute("DROP TRIGGER records_no_update")
        for statement in statements:
            raw.execute(statement)


@pytest.mark.report(227)
def test_a_record_that_is_no_text_is_named_after_those_before_it(path: Path) -> None:
    without_guards(path, "UPDATE records SET type = CAST(x'ff' AS TEXT) WHERE seq = 423")
    store = SQLiteStore(path)
    for read in (store.facts, store.records):
        given, named = seqs(read("s"))
        assert "record 423 of session 's'" in named
        assert given == list(range(423))
        assert [one.seq for one in read("s", 424)] == list(range(424, 1000))


def test_a_missing_record_stops_folding_but_not_the_search_for_damage(path: Path) -> None:
    without_guards(path, "DELETE FROM records WHERE seq IN (423, 999)")
    store = SQLiteStore(path)
    given, named = seqs(store.facts("s"))
    assert "record 423 " in named
    assert given == list(range(423))
    with pytest.raises(Damaged, match="record 999 "):
        list(store.facts("s", 424))
    assert [record.seq for record in store.records("s")] == [
        *range(423),
        *range(424, 999),
    ]


def test_a_record_beyond_the_head_is_not_taken_for_ours(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(
            "INSERT INTO records SELECT session, 1000, 100, kind, type, family, version, at, by,"
            " cause, audience, salt, key, body FROM records WHERE seq = 0"
        )
    store = SQLiteStore(path)
    assert len(list(store.facts("s"))) == 1000
    with pytest.raises(StoreError, match="append-only"):
        append(store, "s")


@pytest.mark.parametrize("content", [b"not a database, but some text\n" * 50, b"\x00" * 4096])
def test_what_is_no_database_is_named_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(Damaged, match="not a journal"):
        SQLiteStore(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("table", ["meta (format INTEGER)", "meta (other)", "people (name)"])
def test_another_database_is_named_so(tmp_path: Path, table: str) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"CREATE TABLE {table}")
    before = path.read_bytes()
    with pytest.raises(Damaged):
        SQLiteStore(path)
    assert path.read_bytes() == before


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="folder"):
        SQLiteStore(tmp_path)
