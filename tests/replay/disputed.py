"""An evening that somebody will dispute: sealed dice, questions, secrets, a return; in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rollbook.core.engine import Engine
from rollbook.core.table.returns import Return
from rollbook.core.table.seals import AddEntropy, OpenEpoch, Reveal
from rollbook.core.table.seats import AddNote
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Sneak, Strike, Watch, brawl, charms
from rollbook.replay.audit import Audit, Kept, audit
from rollbook.replay.recording import load

ACTORS = {"ann": "anna", "bo": "bert"}
LUCK = {"type": "table.open_pool", "actor": "bo", "pool": "luck", "balance": 2, "maximum": 3}


def played(store: SQLiteStore, session: str = "s", *, strikes: int = 6) -> Scenario:
    """Two epochs of a brawl, the first of them revealed, with a bit of everything in them."""
    play = Scenario(brawl, charms, actors=ACTORS, store=store, sealed=True, session=session)
    play.given(AddEntropy(text="a walnut", size=play.store.head(session).size), by="anna")
    play.given(Enter(actor="ann"), Enter(actor="bo"), LUCK)
    play.session.do(AddNote(text="the lamp is lit"), "bert", key="lamp")
    for turn in range(strikes):
        who, whom = ("ann", "bo") if turn % 2 == 0 else ("bo", "ann")
        play.given(Strike(actor=who, target=whom))
        settle(play)
        if turn == 1:
            play.given(Watch(actor="bo"), Sneak(actor="ann", what="a coin"))
        if turn == 2:
            brought(play)
            play.given(Return(to=play.session.view().commit - 2, reason="too late"))
        if turn == 3:
            play.given(OpenEpoch())
            play.given(Reveal(epoch=0, kind="open"), Reveal(epoch=0, kind="secret"), by="host")
    play.given(AddNote(text="home"))
    return play


def brought(play: Scenario) -> None:
    """The GM strikes with the answer to the dodge brought along, until he hits."""
    unused = True
    while unused:
        strike = Strike(actor="bo", target="ann")
        unused = bool(play.session.do(strike, play.runs, answers={"dodge": "no"}).unused)
        settle(play)


def settle(play: Scenario) -> None:
    """Answer whatever is asked: nobody dodges, everybody spends luck, everybody falls hard."""
    said = {"Dodge?": "no", "Spend luck?": "yes"}
    while (waiting := play.session.waiting) is not None:
        play.answer(said.get(waiting.question, "hard"), play.runs)


def engine() -> Engine:
    """An engine that knows the brawl, and what is installed."""
    return Engine([brawl, charms])


def audited(path: Path, receipts: Sequence[tuple[int, str]] = (), session: str = "s") -> Audit:
    """An audit of the file as it is now."""
    made = engine()
    recording = load(path, session=session, engine=made, damaged=True)
    try:
        return audit(recording, made, receipts=[Kept(*receipt) for receipt in receipts])
    finally:
        recording.store.close()
