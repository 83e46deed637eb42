"""Figures of what people look at: a player's view of a long campaign."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from shooting import RANGE, Range, Volley
from timing import Figure, at_most, timed

from rollbook import Engine, Seat
from rollbook.journal import SQLiteStore

EVENTS = 20_000
PER_COMMAND = 50
RUNS = 21


def views(folder: Path) -> Iterator[Figure]:
    """One player's view after each command, on a session of 20,000 events; one after a return."""
    store = SQLiteStore(folder / "views.db", durability="normal")
    seats = {"host": Seat("Host", "host"), "anna": Seat("Anna", "player")}
    made = Engine([RANGE], installed=False).new(store, "views", ["range"], seats=seats)
    volley = Volley(actor="snorri", shots=PER_COMMAND)
    for _ in range(EVENTS // PER_COMMAND):
        made.do(volley, "host")
    cold = timed(lambda: made.view("anna"))
    warm = []
    for _ in range(RUNS):
        made.do(volley, "host")
        warm.append(timed(lambda: made.view("anna")))
    made.do({"type": "table.return", "to": EVENTS // PER_COMMAND}, "host")
    back = timed(lambda: made.view("anna"))
    assert made.view("anna").state[Range].shots == EVENTS
    store.close()
    detail = (
        f"folded anew, as the first time and after a return: {cold * 1e3:.0f}, {back * 1e3:.0f} ms"
    )
    value = statistics.median(warm) * 1e3
    yield at_most("view of a player, warm, on 20,000 events", value, 5, "ms", detail)
