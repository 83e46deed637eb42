"""Figures of what strangers check: one proof of a sealed roll."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from timing import Figure, at_most, timed

from rollbook import Engine, Seat
from rollbook.journal import SQLiteStore
from rollbook.replay.proving import prove
from rollbook.replay.recording import Recording

COMMANDS = 2_000
RUNS = 101
VERIFIER = Path(__file__).parent.parent.parent / "docs" / "verify_roll.py"


def proofs(folder: Path) -> Iterator[Figure]:
    """A sealed roll, its seal, two entropies and its reveal, checked by docs/verify_roll.py."""
    check = verifier()
    store = SQLiteStore(folder / "proofs.db", durability="normal")
    seats = {"host": Seat("Host", "host"), "gm-1": Seat("GM", "gm"), "anna": Seat("Anna", "player")}
    session = Engine().new(store, "proofs", ["fudge"], seats=seats)
    for who in ("gm-1", "anna"):
        size = store.head("proofs").size
        session.do({"type": "table.add_entropy", "text": f"by {who}", "size": size}, who)
    asked = {"type": "fudge.situational", "actor": "anna", "purpose": "the weather"}
    rolled = session.do(asked, "gm-1")
    for number in range(COMMANDS):
        session.do({"type": "table.add_note", "text": f"note {number}"}, "anna")
    session.do({"type": "table.open_epoch"}, "gm-1")
    session.do({"type": "table.reveal", "epoch": 0, "kind": "open"}, "host")
    [seq] = [entry.seq for entry in rolled.entries if entry.type == "table.rolled"]
    text, size = prove(Recording.of(session), seq).text, store.head("proofs").size
    store.close()

    def run() -> None:
        assert check(text, say=lambda said: None) == 0

    value = statistics.median(timed(run) for _ in range(RUNS)) * 1e3
    detail = f"{len(text)} bytes, of a log of {size} records"
    yield at_most("verifying the proof of a sealed roll", value, 5, "ms", detail)


def verifier() -> Callable[..., Any]:
    """The stand-alone verifier's function."""
    spec = spec_from_file_location("verify_roll", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., Any] = module.check
    return found
