"""Given, when, then: a session in memory, its dice in the test's hand.

Example:
    play = scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(4, 4)).then(Rolled, Asked)
    play.answer("no", "bert").then(Answered, Hurt, Hit)
    play.when(Strike(actor="ann", target="zed"), "anna").refused("refused")

A failure that a test does not expect fails it: what `when` or `answer` ran into is kept, and the
next use of the scenario raises it, unless `refused` or a look at `error` has claimed it. The
fixture ``scenario`` raises at the end of the test what was claimed by nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any, Protocol

from ...core.dice import Dice, Injected, Outcome, evaluate
from ...core.engine import Engine
from ...core.entries import Entry, Question, Receipt
from ...core.errors import RollbookError
from ...core.memory import MemoryStore
from ...core.messages import Command
from ...core.out import Limits
from ...core.records import leaf
from ...core.rolling import DiceSource, SealKind, next_draw
from ...core.rules import Ruleset
from ...core.session import Session
from ...core.store import Store
from ...core.surroundings import System
from ...core.table.actors import AddActor
from ...core.table.inquiry import Answer
from ...core.table.ledger import Charter, Ledger, Seat
from ...core.tree import Frontier, grow
from ...core.vocabulary import Draw

SEATS: Mapping[str, str] = {
    "host": "host", "gm1": "gm", "anna": "player", "bert": "player", "eve": "observer",
}  # fmt: skip
"""Seats of a scenario unless others are given, by role."""

EMPTY: Frontier = ()


class Fixed(System):
    """Surroundings that are the same in every run: a clock in steps, bytes from a counter.

    Args:
        word: from which the bytes are made.
    """

    def __init__(self, word: str = "rollbook") -> None:
        self._word = word
        self._drawn = 0
        self._moment = datetime(2026, 1, 31, 18, tzinfo=UTC)

    def now(self) -> datetime:
        """A second after the last time."""
        self._moment += timedelta(seconds=1)
        return self._moment

    def random(self, n: int) -> bytes:
        """The next bytes; no two calls give the same."""
        made = b""
        while len(made) < n:
            self._drawn += 1
            made += sha256(f"{self._word}.{self._drawn}".encode()).digest()
        return made[:n]

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        """Files as they were when this process first read them."""
        yield from _read_once(package)


@cache
def _read_once(package: str) -> tuple[tuple[str, bytes], ...]:
    return tuple(System().files(package))


class Hand:
    """Dice that fall as the test says, in the order thrown; the streams count as ever."""

    def __init__(self) -> None:
        self.faces: list[int] = []

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        """The next faces in the hand."""
        at = next_draw(ledger, kind, stream)
        source = Injected(tuple(self.faces))
        outcome = evaluate(dice, source)
        del self.faces[: len(self.faces) - source.left]
        return at, outcome


class Scenario:
    """One session to play in a test.

    Args:
        rulesets: the system and its extensions.
        seats: role by seat.
        actors: owner by actor; empty for the GM's.
        charter: what the table allows.
        options: by ruleset.
        store: where it is kept; in memory unless given.
        sealed: whether the dice are the engine's own instead of the test's.
        session: its id.
        engine: further arguments of `Engine`.
    """

    def __init__(
        self,
        *rulesets: Ruleset,
        seats: Mapping[str, str] = SEATS,
        actors: Mapping[str, str] | None = None,
        charter: Charter | None = None,
        options: Mapping[str, Mapping[str, Any]] | None = None,
        store: Store | None = None,
        sealed: bool = False,
        session: str = "s",
        limits: Limits | None = None,
        **engine: Any,
    ) -> None:
        self.hand = Hand()
        self.rulesets = rulesets
        self.store: Store = MemoryStore() if store is None else store
        self.sealed = sealed
        self.receipt: Receipt | None = None
        self._error: RollbookError | None = None
        self._unclaimed: RollbookError | None = None
        engine.setdefault("surroundings", Fixed())
        self.engine = self.made(limits=limits, **engine)
        self._session: Session = self.engine.new(
            self.store,
            session,
            [r.name for r in rulesets],
            seats={k: Seat(k.title(), role) for k, role in seats.items()},  # type: ignore[arg-type]
            charter=charter,
            options=options,
        )
        for actor, owner in (actors or {}).items():
            owners = (owner,) if owner else ()
            self.given(AddActor(id=actor, name=actor.title(), owners=owners), by=self.runs)

    def made(self, **engine: Any) -> Engine:
        """An engine with the scenario's rulesets and dice, and nothing installed."""
        dice: DiceSource | None = None if self.sealed else self.hand
        return Engine(self.rulesets, installed=False, dice=dice, **engine)

    @property
    def session(self) -> Session:
        """The session that is played."""
        self.end()
        return self._session

    @session.setter
    def session(self, session: Session) -> None:
        self._session = session

    @property
    def error(self) -> RollbookError | None:
        """What the last command ran into, if it did; whoever looks has claimed it."""
        self._unclaimed = None
        return self._error

    def end(self) -> None:
        """Raise what the last command ran into, where neither `refused` nor `error` claimed it.

        Every use of the scenario begins with this, and so ends the fixture; call it at the end
        of a test that makes its scenario itself.
        """
        error, self._unclaimed = self._unclaimed, None
        if error is not None:
            error.add_note("raised by the last command; `refused` or a look at `error` expects it")
            raise error

    @property
    def runs(self) -> str:
        """The first seat that runs the table."""
        seats = self._session.timeline.ledger.seats
        return next(name for name, s in seats.items() if s.role in ("gm", "host"))

    def given(self, *commands: Command | Mapping[str, Any], by: str = "") -> Scenario:
        """Commands that must succeed."""
        self.end()
        self._error = None
        for command in commands:
            self.receipt = self._session.do(command, by or self.runs)
        return self

    def when(
        self,
        command: Command | Mapping[str, Any],
        by: str = "",
        *,
        faces: Iterable[int] = (),
        spare: bool = False,
        answers: Mapping[str, Any] | None = None,
        **sent: Any,
    ) -> Scenario:
        """The command that the test is about: its receipt or its error is kept.

        Args:
            command: what is sent.
            by: its seat; who runs the table unless given.
            faces: how dice fall until the command ends, is refused or waits.
            spare: whether there may be more faces than dice.
            answers: brought along, by name of the question.
            sent: further arguments of `Session.do`.

        Raises:
            AssertionError: faces are left over.
            RollbookError: what the command before ran into, unless that was claimed.
        """
        self.end()
        self.hand.faces = list(faces)
        self.receipt = self._error = None
        try:
            self.receipt = self._session.do(command, by or self.runs, answers=answers, **sent)
        except RollbookError as error:
            self._error = self._unclaimed = error
        left, self.hand.faces = self.hand.faces, []
        assert spare or not left or self._error, f"faces left over: {left}"
        return self

    def answer(
        self,
        value: Any,
        by: str = "",
        *,
        faces: Iterable[int] = (),
        spare: bool = False,
        **rest: Any,
    ) -> Scenario:
        """Answer the open question; as `when`, with what else an `Answer` says."""
        return self.when(Answer(answer=value, **rest), by, faces=faces, spare=spare)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Records of the last command but for the command itself."""
        self.end()
        assert self._error is None, f"refused: {self._error}"
        assert self.receipt is not None, "nothing was done"
        return self.receipt.entries[1:]

    def then(self, *expected: Any) -> Scenario:
        """The last command left exactly these, in order: each a type, or a whole message."""
        found = [e.message for e in self.entries]
        shown = [type(m).__name__ for m in found]
        assert len(found) == len(expected), f"{shown} are not {len(expected)}"
        for message, wanted in zip(found, expected, strict=True):
            same = isinstance(message, wanted) if isinstance(wanted, type) else message == wanted
            assert same, f"{message} is not {wanted}; all: {shown}"
        return self

    def refused(self, code: str, *, rule: str = "", path: str = "") -> Scenario:
        """The last command was refused by this code (and rule, and path), and left nothing."""
        error = self.error
        assert error is not None, "it was not refused"
        assert error.code == code, f"{error.code}: {error}"
        assert not rule or error.rule == rule, f"{error.rule} is not {rule}"
        assert not path or error.path == path, f"{error.path} is not {path}"
        assert self.store.head(self._session.name).size == self._session.timeline.size
        return self

    def waits(self, *who: str) -> Question:
        """The last command waits for these; gives the question."""
        question = self.session.waiting
        assert question is not None, "nothing is asked"
        assert question.waiting_for == who, f"waiting for {question.waiting_for}"
        return question

    def reopened(self, **engine: Any) -> Session:
        """The same session as a fresh engine opens it."""
        engine.setdefault("surroundings", Fixed("reopened"))
        return self.made(**engine).open(self.store, self.session.name)

    def copied(self) -> Scenario:
        """Another scenario upon a copy of the records so far, as a fresh engine opens them."""
        other = copy(self)
        other.store, other.hand = MemoryStore(), Hand()
        name, frontier = self.session.name, EMPTY
        seeds = self.store.seeds(name)
        for commit in self.store.commits(name):
            records = list(self.store.records(name, commit.first, commit.size))
            frontier = grow(frontier, commit.first, map(leaf, records))
            with other.store.write(name, new=commit.no == 0) as tx:
                tx.append(records, commit, frontier, () if commit.no else seeds)
        return other.restart()

    def restart(self) -> Scenario:
        """Play on with the session as a fresh engine opens it."""
        self.session = self.reopened()
        return self


@contextmanager
def scenarios() -> Iterator[MakeScenario]:
    """Makes scenarios, and raises in the end what none of their tests claimed."""
    made: list[Scenario] = []

    def make(*rulesets: Ruleset, **given: Any) -> Scenario:
        made.append(Scenario(*rulesets, **given))
        return made[-1]

    yield make
    for play in made:
        play.end()


class MakeScenario(Protocol):
    """What the fixture ``scenario`` gives: makes a `Scenario` as that class does."""

    def __call__(self, *rulesets: Ruleset, **given: Any) -> Scenario:
        """A new scenario."""
        ...
