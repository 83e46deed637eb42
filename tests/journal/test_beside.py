"""What lies beside a journal: nothing that reading left, and nothing that reading needs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rollbook.core.errors import Busy, StoreError
from rollbook.journal import SQLiteStore
from rollbook.journal.opening import Stamp
from rollbook.plugins.testing.commits import append

# Root may write everywhere, unless it is run without the capabilities that say so.
BARE = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
SCRIPT = Path(__file__).with_name("locked.py")


def may_be_locked_out() -> bool:
    """Whether this machine can run a process that may not write everywhere."""
    try:
        return not subprocess.run([*BARE, "true"], check=False, capture_output=True).returncode
    except OSError:
        return False


needs_locks = pytest.mark.skipif(
    "not may_be_locked_out()", reason="needs setpriv, and the right to use it"
)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "game.rollbook"
    store = SQLiteStore(path)
    for _ in range(3):
        append(store, "s", [b"{}"] * 3)
    store.close()
    yield path
    folder.chmod(0o755)


def names(path: Path) -> list[str]:
    return sorted(entry.name.removeprefix(path.name) for entry in path.parent.iterdir())


def crashed(path: Path, *ends: str) -> None:
    """One more commit, and then what a crash leaves: the file, and those beside it."""
    store = SQLiteStore(path)
    append(store, "s")
    left = {end: Path(f"{path}{end}").read_bytes() for end in ("", *ends)}
    store.close()
    for end, content in left.items():
        Path(f"{path}{end}").write_bytes(content)


def test_reading_leaves_one_file_as_it_was(path: Path) -> None:
    before = Stamp.of(path)
    store = SQLiteStore(path, read_only=True)
    assert store.head("s").size == 9
    store.close()
    assert names(path) == [""]
    assert Stamp.of(path) == before


def test_readers_and_lookers_in_any_order_leave_one_file(path: Path) -> None:
    for first in (True, False):
        stores = [SQLiteStore(path, read_only=mode) for mode in (first, not first, first)]
        for store in stores:
            assert store.head("s").size == 9
        for store in stores:
            store.close()
        assert names(path) == [""]


def test_what_a_killed_reader_left_is_tidied_by_the_next(path: Path) -> None:
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").touch()
    store = SQLiteStore(path, read_only=True)
    assert store.head("s").size == 9
    store.close()
    assert names(path) == [""]


def test_a_reader_sees_what_is_written_meanwhile_and_holds_up_nobody(path: Path) -> None:
    reader = SQLiteStore(path, read_only=True)
    writer = SQLiteStore(path, timeout=0)
    for size in range(10, 14):
        append(writer, "s")
        assert reader.head("s").size == size
    reader.close()
    append(writer, "s")
    writer.close()
    assert names(path) == [""]


def test_a_reader_that_outlives_the_writer_does_not_write_for_him(path: Path) -> None:
    reader = SQLiteStore(path, read_only=True)
    writer = SQLiteStore(path)
    append(writer, "s")
    writer.close()
    before = Stamp.of(path)
    reader.close()
    assert Stamp.of(path) == before
    assert not before.calm
    later = SQLiteStore(path)
    assert later.head("s").size == 10
    later.close()
    assert names(path) == [""]


@pytest.mark.parametrize("ends", [("-wal",), ("-wal", "-shm")])
def test_reading_what_a_crash_left_adds_nothing_and_takes_nothing(
    path: Path, ends: tuple[str, ...]
) -> None:
    crashed(path, *ends)
    before, stamp = names(path), Stamp.of(path)
    store = SQLiteStore(path, read_only=True)
    assert store.head("s").size == 10
    assert len(list(store.records("s"))) == 10
    store.close()
    assert (names(path), Stamp.of(path)) == (before, stamp)


def reading(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*BARE, sys.executable, SCRIPT, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read(path: Path) -> tuple[str, list[str]]:
    """What somebody who may not write reads, and what then lies there."""
    with reading(path) as reader:
        out, errors = reader.communicate("enough\n", timeout=60)
    assert not errors
    return out, names(path)


@needs_locks
@pytest.mark.parametrize(
    ("ends", "size"), [((), 9), (("-wal",), 10), (("-wal", "-shm"), 10), (("-shm",), 9)]
)
def test_a_journal_in_a_folder_that_may_not_be_written_is_read(
    path: Path, ends: tuple[str, ...], size: int
) -> None:
    if "-wal" in ends:
        crashed(path, *ends)
    elif ends:
        Path(f"{path}-shm").touch()
    before = names(path)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    assert read(path) == (f"{size} {size}\n", before)


@needs_locks
def test_a_file_that_may_not_be_written_is_read_and_gets_no_files_of_the_readers(
    path: Path,
) -> None:
    path.chmod(0o444)
    assert read(path) == ("9 9\n", [""])


@needs_locks
def test_who_may_not_write_sees_what_others_append(path: Path) -> None:
    """His connections keep no locks: what they have read they read again once it has changed."""
    path.chmod(0o444)
    path.parent.chmod(0o555)
    with reading(path) as reader:
        assert reader.stdin
        assert reader.stdout
        assert reader.stdout.readline() == "9 9\n"
        path.chmod(0o644)
        for size in (10, 11):  # closed each time: appended to the file itself
            store = SQLiteStore(path)
            append(store, "s")
            store.close()
            reader.stdin.write("again\n")
            reader.stdin.flush()
            assert reader.stdout.readline() == f"{size} {size}\n"
        store = SQLiteStore(path)
        append(store, "s")
        reader.stdin.write("again\n")
        reader.stdin.flush()
        assert reader.stdout.readline() == "12 12\n"
        out, errors = reader.communicate("enough\n", timeout=60)
        assert (out, errors) == ("", "")
        store.close()


def unshared(path: Path, timeout: float = 5) -> SQLiteStore:
    """A store whose connection reads a file that does not change."""
    crashed(path, "-wal")
    return SQLiteStore(path, read_only=True, timeout=timeout)


def test_a_file_that_never_stays_as_it_is_is_busy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = unshared(path, timeout=0.05)
    stamps = iter(range(10**9))
    real = Stamp.of

    def moving(at: Path) -> Stamp:
        return Stamp((0, next(stamps), 0), real(at).wal)

    monkeypatch.setattr(Stamp, "of", moving)
    with pytest.raises(Busy, match="changes while it is read"):
        store.head("s")
    monkeypatch.undo()
    assert store.head("s").size == 10
    store.close()


def test_a_stream_does_not_open_again_what_was_closed(path: Path) -> None:
    store = unshared(path)
    stream = store.records("s")
    store.close()
    path.touch()
    with pytest.raises(StoreError):
        next(stream)


def test_where_no_copy_can_be_made_the_error_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(path.parent / "missing"))
    with pytest.raises(StoreError, match="no copy of it can be made"):
        unshared(path)
