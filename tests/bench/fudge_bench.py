"""Figures of Fudge: a round of four against four, the book's fourteen, and an evening folded."""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from journal_bench import rebuild, session
from shooting import Volley
from timing import Figure, at_least, at_most, pairs

from rollbook import Engine, MemoryStore, Receipt, Seat, Session
from rollbook.core.store import Store
from rollbook.journal import SQLiteStore
from rollbook.plugins.fudge import Fudge, fudge

SIDES = (("ada", "bo", "cid", "dan"), ("eve", "fay", "gil", "hob"))
TABLES, ROUNDS = 12, 10
EVENTS = 5_000
FIGHTER: dict[str, Any] = {
    "attributes": {"strength": "Good"},
    "resistance": "Good",
    "skills": {"blade": "Good"},
    "weapons": {"blade": {"name": "Blade", "skill": "blade", "class": "average"}},
    "armour": {"name": "Leather", "class": "light"},
}


class Hall:
    """A table with eight fighters of the GM's, and all of Fudge's switches as they are at first."""

    def __init__(self, store: Store) -> None:
        seats = {"master": Seat("Master", "gm")}
        engine = Engine([fudge], installed=False)
        self.session = engine.new(store, "bench", ["fudge"], seats=seats)
        for name in SIDES[0] + SIDES[1]:
            self.do("fudge.enter", actor=name, name=name.title(), sheet=FIGHTER)
        self.do("table.begin_scene")
        self.ready = self.do("table.begin_round").commit

    def do(self, kind: str, **fields: Any) -> Receipt:
        """Send a command as the GM."""
        return self.session.do({"type": kind, **fields}, "master")

    def melee(self) -> Receipt:
        """A round of four pairs: all roll, and then all blows fall."""
        pairs = zip(*SIDES, strict=True)
        bouts = [{"one": {"actor": one}, "others": [{"actor": other}]} for one, other in pairs]
        return self.do("fudge.melee", bouts=bouts)

    def settle(self) -> int:
        """Answer whatever is asked with its last choice; how many events that made."""
        made = 0
        while (asked := self.session.waiting) is not None:
            made += len(self.do("table.answer", answer=asked.choices[-1].id).events)
        return made


def fights() -> Iterator[Figure]:
    """A round through `Session.do` on a store in memory, up to what the GM is asked, if anything.

    In time of the processor, which does not count what else the machine does meanwhile. All eight
    are as good as new in each round: the session returns to before the last one.
    """
    times, events = [], []
    for _ in range(TABLES):
        hall = Hall(MemoryStore())
        hall.melee()
        hall.settle()
        gc.collect()
        gc.disable()
        for _ in range(ROUNDS):
            hall.do("table.return", to=hall.ready)
            started = time.process_time()
            receipt = hall.melee()
            times.append((time.process_time() - started) * 1e3)
            events.append(len(receipt.events))
            hall.settle()
        gc.enable()
    detail = (
        f"{statistics.median(events):.0f} events, records, tree and receipt; "
        f"best {min(times):.2f}, worst {max(times):.2f} ms"
    )
    value = statistics.median(times)
    yield at_most("round of Fudge, four against four, decided", value, 1, "ms", detail)


_FOURTEEN = """
import sys, time
import msgspec
from pathlib import Path
from rollbook import Engine, Seat
from rollbook.journal import SQLiteStore
from rollbook.plugins.fudge import Fudge, fudge
from rollbook.plugins.fudge.content.samples import samples
from rollbook.plugins.fudge.creation.auditing import audit
from rollbook.plugins.fudge.creation.samples import printed

begun = time.process_time()
engine = Engine([fudge], installed=False)
store = SQLiteStore(Path(sys.argv[1]), durability="normal")
options = {"fudge": {"powers": True, "legendary": "unlimited"}}
seats = {"master": Seat("Master", "gm")}
made = engine.new(store, "s", ["fudge"], seats=seats, options=options)
for name, sample in samples().items():
    assert audit(printed(sample)).skills.by_rule
    sheet = msgspec.to_builtins(sample.sheet)
    enter = {"type": "fudge.enter", "actor": name, "name": sample.name.en, "sheet": sheet}
    made.do(enter, "master")
store.close()
store = SQLiteStore(Path(sys.argv[1]))
assert len(engine.open(store).view().state[Fudge].characters) == 14
store.close()
print(time.process_time() - begun)
"""


def fourteen(folder: Path) -> Iterator[Figure]:
    """The sample characters: read, audited, brought in durably and loaded, in a new process."""
    times = []
    for run in range(5):
        argv = [sys.executable, "-c", _FOURTEEN, str(folder / f"fourteen{run}.db")]
        done = subprocess.run(argv, check=True, capture_output=True, text=True)
        times.append(float(done.stdout))
    detail = f"by the processor, nothing kept from before; best {min(times):.3f} s"
    value = statistics.median(times)
    yield at_most("the book's fourteen: made, audited and loaded", value, 0.5, "s", detail)


def evening(path: Path) -> int:
    """A journal of an evening in Fudge; how many events are on it.

    Rounds of four against four, in between people try things and contend, and the hurt are healed.
    """
    hall = Hall(SQLiteStore(path, durability="normal"))
    everybody = SIDES[0] + SIDES[1]
    events = 0

    def count(receipt: Receipt) -> None:
        nonlocal events
        events += len(receipt.events) + hall.settle()

    while events < EVENTS:
        count(hall.melee())
        for who, character in hall.session.view().state[Fudge].characters.items():
            if character.points:
                heal = {"source": "rest", "amount": 99, "rule": "FUD-240"}
                count(hall.do("fudge.heal", target=who, **heal))
        for who, other in pairwise(everybody):
            count(hall.do("fudge.attempt", actor=who, trait="blade"))
            sides = {"a": who, "b": other, "trait_a": "blade", "trait_b": "blade"}
            count(hall.do("fudge.contest", **sides))
    hall.session.store.close()
    return events


def folded(path: Path) -> int:
    """Fold that journal from its first record."""
    store = SQLiteStore(path, read_only=True)
    engine = Engine([fudge], installed=False)
    found = Session(engine, store, "bench", engine.rulebook(["fudge"]))
    found.timeline.advance(store.facts("bench"))
    there = len(found.view().state[Fudge].characters)
    store.close()
    return there


def evenings(folder: Path) -> Iterator[Figure]:
    """An evening of Fudge against as many events of the bare engine, both from the file."""
    ours, bare = folder / "evening.db", folder / "bare.db"
    events = evening(ours)
    made = session(bare, "normal")
    for _ in range(EVENTS // 4):
        made.do(Volley(actor="snorri", shots=4), "host")
    made.store.close()
    assert folded(ours) == 8
    assert rebuild(bare) == EVENTS
    ratio, mine, other = pairs(lambda: folded(ours), lambda: rebuild(bare), 15)
    rate = EVENTS / events * ratio  # the last round may go beyond
    detail = f"{mine / events * 1e6:.1f} against {other / EVENTS * 1e6:.1f} µs an event"
    yield at_least(
        "folding an evening of Fudge, of the bare engine's rate", 1 / rate, 1 / 3, "of it", detail
    )
