"""Figures of the table: a round of many with many effects, begun, walked and ended."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from msgspec import Struct
from timing import Figure, at_most

from rollbook import Command, Engine, MemoryStore, Play, Rules, Ruleset, Seat, Session, gm
from rollbook.core.table.actors import AddActor
from rollbook.core.table.time import BeginScene
from rollbook.core.table.turns import BeginRound, NextTurn, SlotSpec
from rollbook.core.until import Good, RoundEnd, SceneEnd, TurnEnd, TurnStart, Until, Uses
from rollbook.core.vocabulary import EffectBegan

ACTORS, EFFECTS, RUNS = 40, 100, 15


class Crowd(Struct, frozen=True):
    """Nothing."""


class Enchant(Command, ruleset="crowd"):
    """Let every effect begin."""


def lasting(n: int) -> Until:
    """How long the n-th effect lasts: some end within the round, some with it, some later."""
    actor, other = f"a{n % ACTORS}", f"a{n * 7 % ACTORS}"
    ends: tuple[Until, ...] = (
        TurnEnd(actor), TurnStart(actor), RoundEnd(), TurnEnd(other), TurnEnd(actor, 2),
        TurnStart(other, 3), RoundEnd(2), SceneEnd(), Uses(2), Good(),
    )  # fmt: skip
    return ends[n % len(ends)]


def enchant(command: Enchant, play: Play) -> None:
    """On everybody, by turns."""
    for n in range(EFFECTS):
        play.emit(EffectBegan(id=f"e{n}", actor=f"a{n % ACTORS}", kind="spell", until=lasting(n)))


def crowded() -> Session:
    """A scene of forty under a hundred spells, in memory."""
    rules = Rules(Crowd)
    rules.decides(Enchant, may=gm)(enchant)
    crowd = Ruleset("crowd", version="1.0.0", state=Crowd, chapters=(rules,))
    engine = Engine([crowd], installed=False)
    session = engine.new(MemoryStore(), "bench", ["crowd"], seats={"gm1": Seat("GM", "gm")})
    for n in range(ACTORS):
        session.do(AddActor(id=f"a{n}", name=f"A{n}"), "gm1")
    session.do(BeginScene(), "gm1")
    session.do(Enchant(), "gm1")
    return session


def walk(session: Session) -> None:
    """The round begun, each turn begun and ended, and the round ended."""
    slots = {f"s{n}": SlotSpec(actor=f"a{n}", key=(n // 2,)) for n in range(ACTORS)}
    session.do(BeginRound(slots=slots, repeat=False, keys=("initiative",)), "gm1")
    for _ in range(ACTORS + 1):
        session.do(NextTurn(), "gm1")
    assert session.view().table.round is None


def rounds() -> Iterator[Figure]:
    """A whole round, through `Session.do` on a store in memory: all but the disk.

    In time of the processor, which does not count what else the machine does meanwhile.
    """
    times, ended = [], 0
    for _ in range(RUNS):
        session = crowded()
        assert len(session.view().table.effects) == EFFECTS
        started = time.process_time()
        walk(session)
        times.append((time.process_time() - started) * 1e3)
        ended = EFFECTS - len(session.view().table.effects)
    best, median = min(times), statistics.median(times)
    detail = f"{ended} of {EFFECTS} effects end; best {best:.1f} ms; in memory, tree and receipts"
    yield at_most("round of 40 slots with 100 effects, walked", median, 20, "ms", detail)
