"""Figures of the page of a long session: how long it takes to write, and how large it is."""

from __future__ import annotations

import statistics
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

from timing import Figure, at_most, timed

from rollbook import Engine, Entry, Seat
from rollbook.core.vocabulary import Wounded
from rollbook.journal import SQLiteStore
from rollbook.replay import load
from rollbook.replay.report import page, report
from rollbook.replay.words import words

EVENTS = 20_000
SHEETS = Path(__file__).parent.parent.parent / "docs" / "examples"


def reports(folder: Path) -> Iterator[Figure]:
    """A fight in Fudge of 20,000 events, healed, paid for, and taken back at times."""
    journal, target = folder / "report.db", folder / "report.html"
    fight(journal)
    engine = Engine()
    counted = []

    def write() -> None:
        recording = load(journal, engine=engine)
        made = report(recording, engine)
        counted.append(len(made.entries))
        with target.open("w", encoding="utf-8") as file:
            file.writelines(page(made, words(recording.book)))

    times, waited = [], []
    for _ in range(3):
        started = time.process_time()
        waited.append(timed(write))
        times.append(time.process_time() - started)
    detail = f"{counted[0]} records; by the processor; by the clock {min(waited):.1f} s at best"
    yield at_most("report of 20,000 events", statistics.median(times), 10, "s", detail)
    size = target.stat().st_size / 2**20
    yield at_most("page of a report of 20,000 events", size, 15, "MiB", "one file, nothing beside")


def fight(path: Path) -> None:
    """Play rounds until there are so many events."""
    store = SQLiteStore(path, durability="normal")
    seats = {"host": Seat("Host", "host"), "gm-1": Seat("GM", "gm"), "anna": Seat("Anna", "player")}
    session = Engine().new(
        store, "fight", ["fudge"], seats=seats, options={"fudge": {"criticals": "off"}}
    )

    events = 0

    def do(tag: str, **fields: object) -> tuple[Entry, ...]:
        nonlocal events
        receipt = session.do({"type": tag, **fields}, "gm-1")
        events += sum(entry.kind == "event" for entry in receipt.entries)
        return receipt.entries

    for actor in ("snorri", "brynhild"):
        sheet = tomllib.loads((SHEETS / f"{actor}.toml").read_text(encoding="utf-8"))
        do("fudge.enter", actor=actor, name=actor.title(), sheet=sheet, owners=["anna"])
        do("table.open_pool", actor=actor, pool="fate", balance=5, maximum=9)
    do("table.begin_scene", title="A long fight")
    rounds = 0
    while events < EVENTS:
        rounds += 1
        do("table.begin_round", repeat=False)
        for entry in do("fudge.exchange", a="snorri", b="brynhild"):
            hurt = entry.message
            if isinstance(hurt, Wounded):
                boxes = hurt.after - hurt.before
                do("fudge.heal", target=hurt.actor, source="herbs", amount=boxes, rule="FUD-242")
        do("table.spend", actor="snorri", pool="fate", amount=1)
        do("table.gain", actor="snorri", pool="fate", amount=1)
        do("table.end_round")
        if rounds % 100 == 0:
            do("table.return", to=session.view().commit - 1)
            do("table.end_round")
    store.close()
