"""Figures of the journal: durable commands, rebuilding, memory, opening."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from rivals import Log, RawJournal, application, shoot
from shooting import RANGE, Range, Volley
from timing import Figure, at_least, at_most, pairs, timed

from rollbook import Engine, Seat, Session
from rollbook.journal import SQLiteStore

COMMANDS = 400
EVENTS = 100_000


def session(path: Path, durability: str) -> Session:
    """A new session on a file of its own."""
    store = SQLiteStore(path, durability=durability)  # type: ignore[arg-type]
    engine = Engine([RANGE], installed=False)
    return engine.new(store, "bench", ["range"], seats={"host": Seat("Host", "host")})


def commands(folder: Path) -> Iterator[Figure]:
    """One command with three events, against the same four rows and against the rival."""
    ours = session(folder / "full.db", "full")
    raw = RawJournal(folder / "raw.db", "FULL")
    ours.do(Volley(actor="snorri", shots=3), "host")
    rows = [(r.kind, r.type, r.body.decode()) for r in ours.store.records("bench") if r.commit == 1]
    ratio, mine, other = pairs(
        lambda: [ours.do(Volley(actor="snorri", shots=3), "host") for _ in range(COMMANDS)],
        lambda: raw.write_all(rows, COMMANDS),
        15,
    )
    detail = f"{mine / COMMANDS * 1e6:.0f} against {other / COMMANDS * 1e6:.0f} µs"
    yield at_most("durable command, FULL, against raw sqlite3", ratio, 2.0, "×", detail)

    normal = session(folder / "normal.db", "normal")
    app = application(folder / "rival.db", synchronous="NORMAL")
    log = Log("bench")
    app.save(log)

    def save() -> None:
        for i in range(COMMANDS):
            for j in range(3):
                shoot(log, 3 * i + j)
            app.save(log)

    ratio, mine, other = pairs(
        lambda: [normal.do(Volley(actor="snorri", shots=3), "host") for _ in range(COMMANDS)],
        save,
        9,
    )
    detail = f"{mine / COMMANDS * 1e6:.0f} against {other / COMMANDS * 1e6:.0f} µs"
    yield at_most("command, NORMAL, against eventsourcing's app.save", ratio, 0.6, "×", detail)
    app.close()


def fill(path: Path, events: int, per_command: int = 50) -> None:
    """A journal of so many events."""
    made = session(path, "normal")
    for _ in range(events // per_command):
        made.do(Volley(actor="snorri", shots=per_command), "host")
    made.store.close()


def rebuild(path: Path) -> int:
    """Fold a journal from its first record; how many shots there are."""
    store = SQLiteStore(path, read_only=True)
    engine = Engine([RANGE], installed=False)
    found = Session(engine, store, "bench", engine.rulebook(["range"]))
    found.timeline.advance(store.facts("bench"))
    shots = found.view().state[Range].shots
    store.close()
    return shots


def rebuilding(folder: Path) -> Iterator[Figure]:
    """Rebuilding 100,000 events, and opening from a snapshot plus ten."""
    path = folder / "long.db"
    made = session(path, "normal")
    for _ in range(EVENTS // 4):
        made.do(Volley(actor="snorri", shots=4), "host")
    made.close()
    made.do(Volley(actor="snorri", shots=10), "host")
    assert rebuild(path) == EVENTS + 10

    app = application(folder / "rival-long.db")
    log = Log("bench")
    for i in range(EVENTS):
        shoot(log, i)
        if len(log.pending_events) >= 500:
            app.save(log)
    app.save(log)
    ratio, mine, other = pairs(lambda: rebuild(path), lambda: app.repository.get(log.id), 3)
    detail = f"{mine:.2f} against {other:.2f} s"
    yield at_least("rebuild of 100,000 events, times as fast", 1 / ratio, 8.0, "×", detail)
    app.close()

    engine = Engine([RANGE], installed=False)
    engine.rulebook(["range"])
    engine.digest(RANGE)

    def open_() -> None:
        store = SQLiteStore(path)
        assert engine.open(store).view().state[Range].shots == EVENTS + 10
        store.close()

    open_()
    opening = min(timed(open_) for _ in range(9))
    yield at_most(
        "opening 100,000 events from a snapshot plus ten, of a rebuild",
        opening / mine,
        1 / 50,
        "of it",
        f"{opening * 1e3:.2f} ms",
    )


_MEMORY = """
import re, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from journal_bench import rebuild
rebuild(Path(sys.argv[2]))
# Not ru_maxrss: that survives exec, and would be this parent's own peak.
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def memory(folder: Path) -> Iterator[Figure]:
    """Peak memory of a process that rebuilds 20,000 events, and of one with 400,000 (Linux)."""
    peaks = []
    for events in (20_000, 400_000):
        path = folder / f"memory-{events}.db"
        fill(path, events)
        run = [sys.executable, "-c", _MEMORY, str(Path(__file__).parent), str(path)]
        done = subprocess.run(run, capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout) / 1024)
    detail = f"{peaks[0]:.1f} and {peaks[1]:.1f} MiB"
    yield at_most(
        "memory of a rebuild, 400,000 events over 20,000", peaks[1] - peaks[0], 10.0, "MiB", detail
    )
