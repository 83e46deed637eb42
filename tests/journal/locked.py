"""Not a test: reads a journal as somebody who may write neither it nor its folder."""

import sys
from pathlib import Path

import pytest

from rollbook.core.errors import ReadOnly
from rollbook.core.store import Snapshot
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import append


def said(*words: object) -> str:
    """Say something, and wait for the next line."""
    print(*words, flush=True)
    return sys.stdin.readline()


def opened(path: Path) -> list[SQLiteStore]:
    """The store in both ways; neither may write."""
    stores = [SQLiteStore(path, read_only=True), SQLiteStore(path)]
    for store in stores:
        with pytest.raises(ReadOnly):
            append(store, "s")
        with pytest.raises(ReadOnly):
            append(store, "new")
        with pytest.raises(ReadOnly):
            store.keep("s", Snapshot(0, 3, {}))
    return stores


def sizes(stores: list[SQLiteStore]) -> list[int]:
    """How many records each store can read."""
    for store in stores:
        assert len(list(store.records("s"))) == store.head("s").size
    return [store.head("s").size for store in stores]


if __name__ == "__main__":
    stores = opened(Path(sys.argv[1]))
    while said(*sizes(stores)) == "again\n":
        pass
    for store in stores:
        store.close()
