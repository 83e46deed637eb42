"""Where a journal lies: full and read-only disks, missing files, network drives, open files."""

import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.core.errors import Full, NoSession, ReadOnly, StoreError
from rollbook.core.store import Snapshot
from rollbook.journal import SQLiteStore, connecting
from rollbook.plugins.testing.commits import append

UNSHARE = ["unshare", "--map-root-user", "--mount"]


def may_mount() -> bool:
    """Whether this machine lets a process have mounts of its own."""
    try:
        return not subprocess.run([*UNSHARE, "mount", "-t", "tmpfs", "none", "/mnt"]).returncode
    except OSError:
        return False


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.rollbook"
    store = SQLiteStore(path)
    for _ in range(3):
        append(store, "s", [b"{}"] * 3)
    store.close()
    return path


@pytest.mark.skipif("not may_mount()", reason="needs a mount namespace")
def test_a_full_disk_and_one_that_may_not_be_written_are_named(tmp_path: Path) -> None:
    script = Path(__file__).with_name("small_disk.py")
    done = subprocess.run(
        [*UNSHARE, sys.executable, script, tmp_path], capture_output=True, text=True
    )
    assert done.stdout == "done\n", done.stderr


def test_a_file_at_its_greatest_size_is_full(path: Path) -> None:
    store = SQLiteStore(path)
    line = store._line()
    assert line
    line.conn.execute("PRAGMA max_page_count = 1")  # SQLite makes that the present size
    before = store.head("s")
    big = [b'{"text":"%s"}' % (b"x" * 9000)]
    for write in (
        lambda: append(store, "s", big),
        lambda: append(store, "other", big),
        lambda: store.keep("s", Snapshot(0, 3, {"r": ("d", big[0])})),
    ):
        with pytest.raises(Full):
            write()
    assert store.head("s") == before
    assert store.sessions() == ("s",)
    line.conn.execute("PRAGMA max_page_count = 100000")
    append(store, "s", big)
    assert store.head("s").size == 10


@pytest.mark.report(74)
def test_reading_twice_leaves_every_byte_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    seen = []
    for _ in range(2):
        store = SQLiteStore(path, read_only=True)
        seen.append((store.head("s"), list(store.records("s"))))
        store.close()
    assert seen[0] == seen[1]
    assert path.read_bytes() == before


@pytest.mark.report(74)
def test_looking_into_a_file_that_could_be_written_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    for _ in range(2):
        store = SQLiteStore(path)
        assert len(list(store.facts("s"))) == 9
        store.close()
    assert path.read_bytes() == before
    assert [other.name for other in path.parent.iterdir()] == [path.name]


def test_reading_leaves_alone_what_a_crash_left(path: Path, tmp_path: Path) -> None:
    store = SQLiteStore(path)
    append(store, "s")
    wal = Path(f"{path}-wal")
    crashed = tmp_path / "crashed.rollbook"
    crashed.write_bytes(path.read_bytes())
    Path(f"{crashed}-wal").write_bytes(wal.read_bytes())
    store.close()
    before = crashed.read_bytes()
    reader = SQLiteStore(crashed, read_only=True)
    assert reader.head("s").size == 10
    reader.close()
    assert crashed.read_bytes() == before
    assert Path(f"{crashed}-wal").stat().st_size


def test_a_store_opened_to_be_read_refuses_to_write(path: Path) -> None:
    store = SQLiteStore(path, read_only=True)
    with pytest.raises(ReadOnly):
        append(store, "s")
    with pytest.raises(ReadOnly):
        append(store, "other")
    with pytest.raises(ReadOnly):
        store.keep("s", Snapshot(0, 3, {}))


def test_a_missing_file_is_made_by_the_first_session_alone(tmp_path: Path) -> None:
    path = tmp_path / "żółw.rollbook"
    store = SQLiteStore(path)
    assert store.sessions() == ()
    with pytest.raises(NoSession):
        store.head("s")
    with pytest.raises(NoSession), store.write("s"):
        pass
    assert not path.exists()
    append(store, "s")
    assert path.exists()


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NoSession, match="no file"):
        SQLiteStore(tmp_path / "missing.rollbook", read_only=True)
    with pytest.raises(NoSession, match="no file"):
        SQLiteStore(tmp_path / "missing folder" / "game.rollbook")


def test_a_path_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReadOnly, match="cannot be reached"):
        SQLiteStore(tmp_path / ("x" * 300))


def test_a_store_sees_the_file_that_another_one_makes(tmp_path: Path) -> None:
    path = tmp_path / "game.rollbook"
    path.touch()
    early = SQLiteStore(path)
    assert early.sessions() == ()
    append(SQLiteStore(path), "s")
    assert early.sessions() == ("s",)
    append(early, "s")


MOUNTS = """\
proc /proc proc rw 0 0
/dev/vda / ext4 rw 0 0
server:/games {folder} nfs4 rw,vers=4.2 0 0
odd line
"""


@pytest.mark.report(229)
def test_a_network_drive_is_refused_at_open(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The listing is made up: a real network drive is nothing that a test can count on.
    listing = tmp_path / "mounts"
    listing.write_text(MOUNTS.format(folder=tmp_path))
    monkeypatch.setattr(connecting, "MOUNTS", listing)
    for name in ("game.rollbook", "new.rollbook"):
        with pytest.raises(StoreError, match=r"without working locks \(nfs4\)"):
            SQLiteStore(tmp_path / name)
    assert SQLiteStore(path, read_only=True).head("s").size == 9


def test_the_innermost_mount_counts() -> None:
    mounts = MOUNTS.format(folder="/home/my\\040games") + "/dev/vdb /home/my\\040games/local xfs rw"
    assert connecting.remote(Path("/home/my games/a.rollbook"), mounts) == "nfs4"
    assert connecting.remote(Path("/home/my games/local/a.rollbook"), mounts) == ""
    assert connecting.remote(Path("/home/my games 2/a.rollbook"), mounts) == ""
    assert connecting.remote(Path("/home/a.rollbook"), "") == ""
