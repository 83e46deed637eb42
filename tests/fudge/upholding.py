"""Not a test: what holds at every record of a session of Fudge, reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable

from rollbook.core.look import Look
from rollbook.core.messages import Event
from rollbook.core.session import Session
from rollbook.core.table.state import Table
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import (
    Altered,
    Character,
    Entered,
    Fudge,
    FudgeOptions,
    Healed,
    PowerUsed,
    Wounded,
)
from rollbook.plugins.fudge.points.shifting import Bent
from rollbook.plugins.testing import laws

from .inventing import DEAD

DICE = {"low": 4, "difference": 4, "sum7": 4, "npc": 3, "judged": 1}
"""How far the dice of Fudge go either way, by the word of their reading."""

POOLS = ("fudge-points", "experience")
"""Pools of Fudge's own, which never owe anything."""


def uphold(session: Session) -> None:
    """Fold a session record by record and hold each against the rules of the book.

    Raises:
        AssertionError: one does not hold; says of which record.
    """
    parents = session.timeline.ledger.parents
    for timeline, commit, _ in laws.cuts(session):
        slices = dict(timeline.slices)
        moved = str(commit.no) in parents  # a return sets the board back, as the laws see to
        for fact in session.store.facts(session.name, commit.first, commit.size):
            before = dict(slices)
            timeline.folder.fact(slices, fact, board=not moved)
            if fact.kind != "event":
                continue
            event = session.book.decoder(fact.type).decode(fact.body)
            try:
                _record(event, Look(before, session.book), Look(slices, session.book))
            except AssertionError as error:
                raise AssertionError(f"record {fact.seq}, {event}: {error}") from error


def _record(event: Event, before: Look, after: Look) -> None:
    if isinstance(event, Rolled):
        rolled(event)
    if isinstance(event, Bent):
        bent(event, before.options[FudgeOptions])
    if isinstance(event, PowerUsed):
        assert 0 <= event.before <= event.after
        assert event.of is None or event.after <= event.of
    if isinstance(event, Entered | Altered):
        on_the_ladder(event.character, before.options[FudgeOptions])
    was, now = before.state[Fudge], after.state[Fudge]
    if was is not now:
        stands(now, after.table)
        for actor in {**was.characters, **now.characters}:
            wounds_move(event, actor, was.characters.get(actor), now.characters.get(actor))
    if before.table is not after.table:
        points_are_owed_by_nobody(after.table)
        stands(now, after.table)


# --- totals


def rolled(event: Rolled) -> None:
    """A total is its dice and what is added to them; the dice go no further than the book's."""
    reading = event.notation.rpartition(" ")[2]
    if reading in DICE:
        assert abs(event.natural) <= DICE[reading]
    on_result = [m for m in event.modifiers if m.on == "result"]
    assert all(m.op == "add" for m in on_result)
    assert event.total == event.natural + sum(m.amount for m in on_result)
    assert all(abs(m.amount) <= 3 for m in on_result if m.rule == "FUD-145")


def bent(event: Bent, options: FudgeOptions) -> None:
    """A roll is bent by what is paid for it, and by no more than one roll bears."""
    assert event.after == event.before + event.levels
    if event.rule == "FUD-038":
        assert 1 <= abs(event.levels) <= options.fp_b_max


def on_the_ladder(who: Character, options: FudgeOptions) -> None:
    """Whatever is written on a sheet is a rung of the table's ladder, or Legendary where it may."""
    rungs = options.ladder.values() or range(-3, 4)
    above = {"off": 0, "legendary": 1, "unlimited": 999}[options.legendary]
    for name, trait in who.traits.items():
        assert min(rungs) <= trait.level <= max(rungs) + above, f"{name} is {trait.level}"


# --- wounds


def wounds_move(event: Event, actor: str, was: Character | None, now: Character | None) -> None:
    """Boxes are marked by wounds alone, and rubbed out by healing alone."""
    if was is None or now is None or was is now:
        return
    if was.points != now.points:
        assert isinstance(event, Wounded | Healed), f"{actor}: {was.points} to {now.points}"
        assert event.actor == actor
        assert (event.before, event.after) == (was.points, now.points)
        assert (now.points > was.points) == isinstance(event, Wounded)
    if was.boxes != now.boxes:
        assert isinstance(event, Altered), f"{actor} has other boxes"
    if was.condition.stun != now.condition.stun:
        assert not isinstance(event, Wounded | Healed)


def level_of(boxes: Iterable[int], points: int) -> int:
    """The level whose box the last point fills: each fills the lowest that is free."""
    level = 0
    for level, room in enumerate(boxes, 1):
        if points <= room:
            return level if points else 0
        points -= room
    return level + 1


def stands(fudge: Fudge, table: Table) -> None:
    """What holds of everybody in play at any moment."""
    for actor, who in fudge.characters.items():
        assert actor in table.actors, f"{actor} is in play and not at the table"
        assert who.points >= 0
        assert who.condition.stun >= 0
        assert who.condition.nibbles >= 0
        dead = who.level == DEAD  # who stays so, whatever boxes are written on his sheet
        assert dead or who.level == level_of(who.boxes, who.points), (
            f"{actor}: {who.boxes} {who.points} {who.level}"
        )
        assert who.penalty == -min(2, max(0, who.level - 1))
        assert not who.wields or who.wields in who.weapons
    for actor, uses in fudge.used.items():
        assert all(count >= 0 for count in uses.values()), actor
    if fudge.fight is not None:
        fighters = fudge.fight.fighters
        assert len(set(fighters)) == len(fighters)
        assert set(fighters) <= set(fudge.characters) & set(table.actors)
        assert len(set(fudge.fight.acted)) == len(fudge.fight.acted)
    assert all(count >= 0 for count in fudge.free_traits.values())


# --- points


def points_are_owed_by_nobody(table: Table) -> None:
    """Neither Fudge Points nor Experience Points are ever less than none."""
    for actor, pools in table.pools.items():
        for name in POOLS:
            held = pools.get(name)
            assert held is None or held.balance >= 0, f"{actor} has {held} {name}"
