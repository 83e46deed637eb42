"""Figures of the audit: everything checked again, and its memory, on sealed dice and questions."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from timing import Figure, at_most, pairs

from rollbook import Engine, Seat, Session
from rollbook.core.vocabulary import Wounded
from rollbook.journal import SQLiteStore
from rollbook.replay.audit import CLEAN, audit
from rollbook.replay.recording import load

RECORDS = 20_000
PULLED = ("snorri", "brynhild")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def fill(path: Path, records: int, asking: int = 3) -> None:
    """A journal of at least so many records: a fight in Fudge whose punches are pulled.

    Every round both roll, and who hits rolls for damage; the GM heals who was hit, and is asked
    now and then how one of them fights.

    Args:
        path: of the file.
        records: at least so many.
        asking: in which round of how many; 0 is never.
    """
    store = SQLiteStore(path, durability="normal")
    made = engine().new(
        store,
        "s",
        ["fudge"],
        seats={"master": Seat("Master", "gm")},
        options={"fudge": {"criticals": "off"}},
    )
    for name in PULLED:
        sheet = tomllib.loads((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))
        made.do({"type": "fudge.enter", "actor": name, "name": name, "sheet": sheet}, "master")
    made.do({"type": "table.begin_scene"}, "master")
    receipt = made.do({"type": "table.begin_round"}, "master")
    turn = 0
    while receipt.size < records:
        turn += 1
        asks = {"manoeuvre_a": "ask"} if asking and turn % asking == 0 else {}
        fight = {"type": "fudge.exchange", "a": PULLED[0], "b": PULLED[1], **asks}
        receipt = made.do({**fight, "announced_a": 1, "announced_b": 1}, "master")
        if receipt.waiting is not None:
            receipt = made.do({"type": "table.answer", "answer": "normal"}, "master")
        for event in receipt.events:
            if isinstance(event, Wounded):
                heal = {"type": "fudge.heal", "target": event.actor, "amount": 1}
                receipt = made.do({**heal, "source": "rest", "rule": "FUD-220"}, "master")
    made.do({"type": "table.return", "to": receipt.commit - 1}, "master")
    store.close()


def rebuild(path: Path) -> int:
    """Fold the journal from its first record."""
    store = SQLiteStore(path, read_only=True)
    made = engine()
    found = Session(made, store, "s", made.rulebook(["fudge"]))
    found.timeline.advance(store.facts("s"))
    size = found.timeline.size
    store.close()
    return size


def audited(path: Path) -> int:
    """Every check on the journal; how many rolls were drawn again."""
    made = engine()
    recording = load(path, engine=made)
    found = audit(recording, made)
    recording.store.close()
    assert found.code == CLEAN
    assert found.result("rules").covered == found.commits
    return found.result("dice").covered


def engine() -> Engine:
    """An engine with what is installed."""
    return Engine()


def audits(folder: Path) -> Iterator[Figure]:
    """Every check against a plain rebuild of the same journal."""
    path = folder / "fight.db"
    fill(path, RECORDS)
    rolls, size = audited(path), rebuild(path)
    ratio, mine, other = pairs(lambda: audited(path), lambda: rebuild(path), 5)
    each = f"{mine / size * 1e6:.0f} against {other / size * 1e6:.1f} µs a record, {rolls} rolls"
    yield at_most("full audit per event, against a plain rebuild", ratio, 15.0, "×", each)


_MEMORY = """
import re, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from audit_bench import audited
audited(Path(sys.argv[2]))
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def memory(folder: Path) -> Iterator[Figure]:
    """Peak memory of a process that audits 10,000 records, and of one with 100,000 (Linux).

    Nobody is asked in secret: the ledger keeps for good what was shown to whom.
    """
    peaks = []
    for records in (10_000, 100_000):
        path = folder / f"audit-{records}.db"
        fill(path, records, asking=0)
        run = [sys.executable, "-c", _MEMORY, str(Path(__file__).parent), str(path)]
        done = subprocess.run(run, capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout) / 1024)
    detail = f"{peaks[0]:.1f} and {peaks[1]:.1f} MiB"
    yield at_most(
        "memory of an audit, 100,000 records over 10,000", peaks[1] - peaks[0], 10.0, "MiB", detail
    )
