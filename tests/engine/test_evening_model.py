"""Whole evenings at random: every command of the table at once, by anybody, also out of place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rollbook.core.audiences import sees_record
from rollbook.core.errors import AuthorError, RollbookError, StoreError
from rollbook.core.look import Look
from rollbook.core.records import Record
from rollbook.core.session import Session
from rollbook.core.table.state import Table
from rollbook.journal.exporting import export
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.replay.audit import audit
from rollbook.replay.recording import Recording
from rollbook.replay.verify import verify

from .evening import (
    ACTIONS,
    ALL,
    DELAYED,
    MAGIC,
    NAMES,
    OWNERS,
    PAST,
    PERSONS,
    POOLS,
    RULESETS,
    SEATS,
    TABLE,
    TIME,
    TURNS,
    Fields,
    answered,
    made,
    switched,
)  # fmt: skip

CHANCE = st.integers(0, 2**64 - 1).map(Random)
BY = ("gm1", "gm1", "gm1", "gm1", "gm1", "gm1", "anna", "bert", "eve")


class Evening(RuleBasedStateMachine):
    """What is sent is made up in `evening`; what it leads to is held to the laws."""

    @initialize(word=st.sampled_from(("ash", "birch", "cedar")), hall=st.booleans())
    def begin(self, word: str, hall: bool) -> None:
        self.play = Scenario(
            *RULESETS, seats=SEATS, actors=OWNERS, sealed=True, surroundings=Fixed(word)
        )
        self.play.given(*({"type": "brawl.enter", "actor": a, "points": 9} for a in OWNERS))
        self.play.given({"type": "table.add_actor", "id": "spy", "name": "M", "seen_by": ["gm"]})
        for actor in ("ann", "bo", "spy"):
            pool = {"type": "table.open_pool", "actor": actor, "pool": "luck", "balance": 2}
            self.play.given(pool)
        self.play.given({"type": "table.begin_sitting"}, {"type": "table.begin_scene"})
        if hall:
            slots = {f"s{i}": {"actor": a, "key": [i // 2]} for i, a in enumerate(NAMES[:4])}
            slots["s4"] = {"side": "us", "key": [2]}
            self.play.given({"type": "table.begin_round", "slots": slots})
        self.other = self.play.reopened()

    def send(self, command: dict[str, Any], by: str) -> bool:
        store, session = self.play.store, self.play.session
        head, waiting = store.head("s"), session.waiting
        before = laws.plain(session.timeline.slices)
        self.play.when(command, by)
        error = self.play.error
        if error is None:
            return True
        assert not isinstance(error, AuthorError | StoreError), f"{command} by {by}: {error!r}"
        assert error.code != RollbookError.code
        assert error.what
        assert store.head("s") == head
        assert session.waiting == waiting
        assert laws.plain(session.timeline.slices) == before
        self.tells_no_secret(command, by, error)
        return False

    def tells_no_secret(self, command: dict[str, Any], by: str, error: RollbookError) -> None:
        """A refusal names nothing that its sender neither names nor may know of."""
        session = self.play.session
        text = " ".join((error.what, error.hint, error.path))
        secret = ids(session.timeline.table) - ids(session.view(by).table)
        told = (secret & words(text)) - words(str(command))
        if told:  # a rule of the toys' may have named somebody aloud
            told -= words(" ".join(str(entry.message) for entry in session.log(viewer=by)))
        assert not told, f"{by} is told of {told}: {text}"

    def some(self, chance: Random, commands: Mapping[str, Fields]) -> None:
        by = chance.choice(BY)
        self.send(made(chance, self.play.session, commands), by)

    @rule(chance=CHANCE)
    def time(self, chance: Random) -> None:
        self.some(chance, TIME)

    @rule(chance=CHANCE)
    def turns(self, chance: Random) -> None:
        self.some(chance, TURNS)

    @rule(chance=CHANCE)
    def pools(self, chance: Random) -> None:
        self.some(chance, POOLS)

    @rule(chance=CHANCE)
    def persons(self, chance: Random) -> None:
        self.some(chance, PERSONS)

    @rule(chance=CHANCE)
    def table(self, chance: Random) -> None:
        self.some(chance, TABLE)

    @rule(chance=CHANCE)
    def past(self, chance: Random) -> None:
        self.some(chance, PAST)

    @rule(chance=CHANCE)
    def actions(self, chance: Random) -> None:
        self.some(chance, ACTIONS)

    @rule(chance=CHANCE)
    def magic(self, chance: Random) -> None:
        self.some(chance, MAGIC)

    @rule(chance=CHANCE)
    def fight_on(self, chance: Random) -> None:
        table = self.play.session.timeline.table
        if table.scene is None:
            self.send({"type": "table.begin_scene"}, "gm1")
        elif table.round is None:
            begin = "table.begin_round"
            self.send(made(chance, self.play.session, {begin: TURNS[begin]}), "gm1")
        else:
            self.some(chance, {**TURNS, **DELAYED})

    @rule()
    def next(self) -> None:
        self.send({"type": "table.next_turn"}, "gm1")

    @rule(chance=CHANCE)
    def charter(self, chance: Random) -> None:
        self.send(switched(chance), "gm1")

    @precondition(lambda self: self.play.session.waiting is not None)
    @rule(chance=CHANCE)
    def answer(self, chance: Random) -> None:
        question = self.play.session.waiting
        assert question
        self.send(*answered(chance, self.play.session, question))

    @precondition(lambda self: self.play.session.waiting is not None)
    @rule()
    def withdraw(self) -> None:
        assert self.send({"type": "table.withdraw", "reason": "supper"}, "gm1")

    @rule()
    def turn_to_another_process(self) -> None:
        self.play.session, self.other = self.other, self.play.session

    @rule()
    def restart(self) -> None:
        before = laws.plain(self.play.session.view().slices)
        if self.play.session.waiting is None:
            self.play.session.close()
        self.play.restart()
        assert laws.plain(self.play.session.timeline.slices) == before

    def teardown(self) -> None:
        if not hasattr(self, "play"):
            return
        session = self.play.session
        session.view()
        laws.hold(session)
        found = audit(Recording.of(session), self.play.engine)
        assert found.code == 0, [r for r in found.results if r.grade]
        with TemporaryDirectory() as place:
            path = Path(place) / "e.jsonl"
            for seat in ("", "anna", "eve"):
                sees = partial(shown, session, seat) if seat else None
                path.write_bytes(b"".join(export(self.play.store, "s", whose=seat, sees=sees)))
                assert not verify(path).broken


def words(text: str) -> set[str]:
    return {word.strip(".") for word in re.findall(r"[\w.-]+", text)}


def ids(table: Table) -> set[str]:
    """Of everything on a board that somebody may not know of."""
    slots = table.round.slots if table.round else {}
    return {*table.actors, *slots, *table.effects, *table.later, *table.checks}


def shown(session: Session, seat: str, record: Record) -> bool:
    look = Look(session.timeline.slices, session.book)
    return sees_record(seat, record.seq, record.to, look)


def test_the_evening_knows_every_command() -> None:
    """Whatever command there is comes in it, but for those that only rules perform."""
    book = Scenario(*RULESETS).session.book
    apart = {"table.open", "table.answer", "table.change_charter"}
    inner = {"table.end_turn", "table.reach_moment"}
    assert set(book.commands) == {*ALL, *apart, *inner}


def test_whatever_a_table_does_at_once_refolds_decides_again_and_audits_clean() -> None:
    """Refusals are typed and leave nothing; records say all; exports verify."""
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=150,
            stateful_step_count=40,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
