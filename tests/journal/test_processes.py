"""Several processes share a file, and any of them may be killed at any moment."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import pytest

from rollbook.core.records import Commit, Record, leaf
from rollbook.core.store import Store
from rollbook.core.tree import EMPTY_ROOT, Frontier, grow, root
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import append

ROLL = (
    b'{"type":"table.rolled","id":"roll.0.0","actor":"\xc5\x81ucja","purpose":"attack",'
    b'"notation":"2d6","draw":{"kind":"points"},"dice":[],"modifiers":[],"total":7,"of":null,'
    b'"replaces":null,"rule":""}'
)


class Children:
    """Children of a process that has everything imported already."""

    def __init__(self, commands: IO[str], answers: IO[str]) -> None:
        self._commands = commands
        self._answers = answers

    def start(self, task: str, *args: object) -> int:
        """Begin a task in a new child and return its process id."""
        print(json.dumps([task, *args]), file=self._commands, flush=True)
        self.said: list[list[Any]] = []
        while True:
            words = self.hear()
            if words[0] == "pid":
                return int(words[1])
            self.said.append(words)

    def hear(self) -> list[Any]:
        """The next line that was said."""
        words: list[Any] = json.loads(self._answers.readline())
        return words

    def rest(self) -> list[list[Any]]:
        """All that the child had said when it was dead."""
        while (words := self.hear()) != ["dead"]:
            self.said.append(words)
        return self.said


@pytest.fixture(scope="module")
def children() -> Iterator[Children]:
    script = Path(__file__).with_name("killable.py")
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        yield Children(process.stdin, process.stdout)
        process.stdin.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.rollbook"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = SQLiteStore(path)
    append(store, "s")
    yield store
    store.close()


def dump(path: Path) -> list[str]:
    """All that a database file says."""
    with closing(sqlite3.connect(path)) as raw:
        return list(raw.iterdump())


class Checked:
    """What was found whole so far, so that each look reads only what is new."""

    def __init__(self) -> None:
        self.frontier: Frontier = ()
        self.roots = [(0, EMPTY_ROOT.hex())]

    def look(self, store: Store) -> None:
        """Every commit is whole and gapless, and gives the root that was stored."""
        for commit in store.commits("s", len(self.roots) - 1):
            size = self.roots[-1][0]
            records = list(store.records("s", size, commit.size))
            assert commit.first == size
            assert [record.seq for record in records] == list(range(size, commit.size))
            assert {record.commit for record in records} == {commit.no}
            assert records[0].kind == "command"
            self.frontier = grow(self.frontier, size, map(leaf, records))
            assert commit.root == root(self.frontier)
            self.roots.append((commit.size, commit.root.hex()))
        head = store.head("s")
        assert (head.size, head.root.hex()) == self.roots[-1]
        assert head.frontier == self.frontier
        assert len(list(store.facts("s"))) == head.size


@pytest.mark.report(233)
def test_what_a_receipt_was_given_for_survives_sigkill(
    children: Children, store: Store, path: Path
) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)  # shown when this fails
    moments = random.Random(seed)
    checked = Checked()
    kept = 0
    for no in range(200):
        child = children.start("receipts", str(path))
        while len(children.said) < no % 4:  # however slow the machine, it gets to write
            children.said.append(children.hear())
        time.sleep(moments.uniform(0, 0.01))
        os.kill(child, signal.SIGKILL)
        said = children.rest()
        # The parent is no party to this: it reads through a store that opens anew.
        with_crash = SQLiteStore(path)
        checked.look(with_crash)
        with_crash.close()
        for commit, size, digest in said:
            assert checked.roots[commit + 1] == (size, digest)
        kept += len(said)
    assert kept >= 50 * (0 + 1 + 2 + 3)


@pytest.mark.report(224)
def test_a_lock_dies_with_its_holder(children: Children, store: Store, path: Path) -> None:
    child = children.start("hold", str(path))
    while ["holding"] not in children.said:
        children.said.append(children.hear())
    os.kill(child, signal.SIGKILL)
    children.rest()
    start = time.monotonic()
    append(store, "s")
    assert time.monotonic() - start < 5
    assert store.head("s").size == 2, "what the dead writer had not committed is not there"


@pytest.mark.report(219)
def test_eight_writers_lose_nothing_and_are_never_told_of_locks(
    children: Children, store: Store, path: Path
) -> None:
    children.start("crowd", str(path), 8, 250)
    assert children.rest() == []
    Checked().look(store)
    assert store.head("s").commits == 2001
    keys = [record.key for record in store.records("s") if record.kind == "command"]
    assert sorted(keys[1:]) == sorted(f"{name}.{no}" for name in range(8) for no in range(250))


def test_a_file_may_be_made_by_several_at_once(children: Children, path: Path) -> None:
    children.start("beginners", str(path), 6)
    said = children.rest()
    assert [words[0] for words in said] == ["begun"] * 6
    assert SQLiteStore(path).sessions() == tuple(sorted(name for _, name in said))


def test_a_store_may_be_used_on_both_sides_of_a_fork(
    children: Children, store: Store, path: Path
) -> None:
    children.start("inherit", str(path))
    assert children.rest() == []
    Checked().look(store)
    assert store.head("s").size == 5


@pytest.mark.report(3)
def test_two_processes_list_the_same_rolls(children: Children, store: Store, path: Path) -> None:
    with store.write("s") as tx:
        head = tx.head
        command = Record("s", 1, 1, "command", "t.c", "", 1, "2026-01-01T00:00:00.000Z", "anna",
                         None, "", "0" * 32, "", b"{}")  # fmt: skip
        roll = Record("s", 2, 1, "event", "table.rolled", "table.rolled", 1, "", "",
                      1, "", "0" * 32, "", ROLL)  # fmt: skip
        frontier = grow(head.frontier, head.size, [leaf(command), leaf(roll)])
        tx.append([command, roll], Commit(1, 1, 3, root(frontier)), frontier)
    lists = []
    for _ in range(2):
        children.start("views", str(path))
        lists.append(json.dumps(children.rest()))
    assert lists[0] == lists[1]
    assert "roll.0.0" in lists[0]


@pytest.mark.report(237)
def test_a_migration_killed_at_any_point_runs_again(children: Children, path: Path) -> None:
    children.start("make_old", str(path), 150)
    children.rest()
    old = path.read_bytes()
    before = dump(path)
    start = time.monotonic()
    children.start("migrate", str(path))
    assert children.rest() == [["begun"], ["migrated"]]
    whole = time.monotonic() - start
    interrupted = 0
    for no in range(25):
        for leftover in path.parent.iterdir():
            leftover.unlink()
        path.write_bytes(old)
        child = children.start("migrate", str(path))
        while ["begun"] not in children.said:
            children.said.append(children.hear())
        time.sleep(whole * no / 25)
        os.kill(child, signal.SIGKILL)
        interrupted += ["migrated"] not in children.rest()
        store = SQLiteStore(path)
        Checked().look(store)
        assert store.head("s").commits == 150
        store.close()
        copies = list(path.parent.glob("*.bak*"))
        assert len(copies) == 1
        assert dump(copies[0]) == before
    assert interrupted > 5, "too few kills fell into the migration"
