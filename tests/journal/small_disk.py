"""Not a test: run as root of a mount namespace of its own, with a folder to mount a disk on."""

import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.core.errors import Full, ReadOnly
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import append


def fill(path: Path, room: Path) -> None:
    """Append until the disk is full, make room, and go on."""
    store = SQLiteStore(path)
    append(store, "s")
    room.write_bytes(b"x" * 2**18)
    full, before = 0, store.head("s")
    while full < 3:
        before = store.head("s")
        try:
            append(store, "s", [b'{"type":"t.e","text":"%s"}' % (b"x" * 4000)] * 5)
        except Full:
            full += 1
            assert store.head("s") == before
    assert len(list(store.facts("s"))) == store.head("s").size
    room.unlink()
    append(store, "s")
    store.close()
    again = SQLiteStore(path)
    assert again.head("s").size == before.size + 1
    assert len(list(again.facts("s"))) == before.size + 1
    again.close()


def read_only(disk: Path, path: Path) -> None:
    """A disk that may not be written: everything can be read, nothing appended."""
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    for store in (SQLiteStore(path), SQLiteStore(path, read_only=True)):
        size = store.head("s").size
        assert len(list(store.records("s"))) == size
        expect_read_only(store, "s")
        expect_read_only(store, "new")
        store.close()
    expect_read_only(SQLiteStore(disk / "missing.rollbook"), "s")


def expect_read_only(store: SQLiteStore, session: str) -> None:
    """Appending is refused by name."""
    with pytest.raises(ReadOnly):
        append(store, session)


if __name__ == "__main__":
    disk = Path(sys.argv[1])
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], check=True)
    fill(disk / "game.rollbook", disk / "room")
    # The disk was too full to empty the WAL into the file: reading needs it.
    assert (disk / "game.rollbook-wal").exists()
    read_only(disk, disk / "game.rollbook")
    subprocess.run(["mount", "-o", "remount,rw,size=8m", disk], check=True)
    store = SQLiteStore(disk / "game.rollbook")
    append(store, "s")
    store.close()
    # Now there is none, and none can be made.
    assert [entry.name for entry in disk.iterdir()] == ["game.rollbook"]
    read_only(disk, disk / "game.rollbook")
    print("done")
