"""Not a test: forks a child for each line of input, so that a test may kill many cheaply."""

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

from msgspec import structs

from rollbook.core.records import Commit, leaf
from rollbook.core.store import Head
from rollbook.core.tree import grow, root
from rollbook.journal import SQLiteStore, schema
from rollbook.plugins.testing.commits import append, grown


def say(*words: object) -> None:
    """One line that is out when this returns, and that no other process cuts in two."""
    os.write(1, (json.dumps(words) + "\n").encode())


def receipts(path: str) -> None:
    """Append for ever; say what was kept once it is."""
    store = SQLiteStore(path)
    while True:
        width = 1 + store.head("s").commits % 5
        with store.write("s") as tx:
            records, commit, frontier = grown("s", tx.head, [b'{"type":"t.e"}'] * width)
            tx.append(records, commit, frontier)
        say(commit.no, commit.size, commit.root.hex())


def hold(path: str) -> None:
    """Take the lock, write, and never let go."""
    store = SQLiteStore(path)
    line = store._line()
    with store.write("s") as tx:
        tx.append(*grown("s", tx.head))
        assert line is not None
        tx.write(line.conn, False)
        say("holding")
        time.sleep(600)


def fill(path: str, name: str, commits: int) -> None:
    """Append a number of commits of one to three records, each with a key of its own."""
    store = SQLiteStore(path, timeout=60)
    for no in range(commits):
        append(store, "s", [b'{"type":"t.e"}'] * (1 + no % 3), key=f"{name}.{no}")
    store.close()


def crowd(path: str, processes: int, commits: int) -> None:
    """Several processes that begin at once."""
    children = []
    for name in range(processes):
        child = os.fork()
        if not child:
            run(fill, path, str(name), commits)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def begin(path: str) -> None:
    """Make the file, or be in time to find it made."""
    store = SQLiteStore(path, timeout=60)
    name = f"s{os.getpid()}"
    append(store, name)
    say("begun", name)


def beginners(path: str, processes: int) -> None:
    """Several processes that make the same file at once."""
    children = []
    for _ in range(processes):
        child = os.fork()
        if not child:
            run(begin, path)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def make_old(path: str, commits: int) -> None:
    """A file of the synthetic format 0: without ``family``, and without our triggers and views."""
    store = SQLiteStore(path)
    head = Head()
    with store.write("s", new=True) as tx:
        for no in range(commits):
            bodies = [b'{"type":"t.e","name":"\xc5\x81"}'] * 20
            records, _, _ = grown("s", head, bodies, key=f"k{no}")
            bare = [structs.replace(record, family="") for record in records]
            frontier = grow(head.frontier, head.size, map(leaf, bare))
            commit = Commit(no, head.size, head.size + 20, root(frontier))
            tx.append(bare, commit, frontier)
            head = Head(no + 1, commit.size, commit.root, frontier)
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        schema.unguard(raw)
        raw.execute("ALTER TABLE records DROP COLUMN family")
        raw.execute("UPDATE meta SET format = 0")
        raw.execute("VACUUM")


def migrate(path: str) -> None:
    """Open an old file."""
    say("begun")
    SQLiteStore(path).close()
    say("migrated")


def inherit(path: str) -> None:
    """Use a store on both sides of a fork."""
    store = SQLiteStore(path)
    append(store, "s")
    child = os.fork()
    append(store, "s")
    if child:
        os.waitpid(child, 0)
        append(store, "s")
    else:
        os._exit(0)


def views(path: str) -> None:
    """List the rolls as a process of its own sees them."""
    store = SQLiteStore(Path(path), read_only=True)
    line = store._line()
    assert line is not None
    say([list(row) for row in line.rows("SELECT * FROM rolls ORDER BY seq")])
    store.close()


def run(task: Callable[..., None], *args: Any) -> NoReturn:
    """Do the task in a child that tells of its failure."""
    try:
        task(*args)
    except BaseException as error:
        say("failed", repr(error))
    finally:
        os._exit(0)


TASKS: dict[str, Callable[..., None]] = {
    task.__name__: task
    for task in (receipts, hold, crowd, beginners, make_old, migrate, inherit, views)
}

if __name__ == "__main__":
    child = 0
    for line in sys.stdin:
        name, *args = json.loads(line)
        if child:
            os.waitpid(child, 0)
        child = os.fork()
        if not child:
            run(TASKS[name], *args)
        say("pid", child)
        # Not reaped before the next task: until then the number cannot be another process's.
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        say("dead")
