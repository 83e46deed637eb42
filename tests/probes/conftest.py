"""A table for rules systems that the engine has never heard of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import pytest

from rollbook import Command, Engine, Receipt, Ruleset, Seat, Session
from rollbook.core.asked import AnswerValue
from rollbook.core.memory import MemoryStore
from rollbook.core.store import Store
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.ledger import Charter
from rollbook.core.table.pools import balance
from rollbook.plugins.testing.laws import hold
from rollbook.plugins.testing.scenario import Hand

T = TypeVar("T")

SEATS = {
    "master": Seat("The Master", "gm"),
    "anna": Seat("Anna", "player"),
    "bea": Seat("Bea", "player"),
}


class Bench:
    """One session; every command may be sent through an engine that was built just for it.

    Args:
        rulesets: in force: a system and its extensions.
        fresh: whether a new engine opens the session before each command.
        options: by ruleset.
        store: where it is kept; in memory where none is given.
        charter: what the table allows.
    """

    def __init__(
        self,
        rulesets: Iterable[Ruleset],
        *,
        fresh: bool = False,
        options: Mapping[str, Mapping[str, Any]] | None = None,
        store: Store | None = None,
        charter: Charter | None = None,
    ) -> None:
        self.rulesets = tuple(rulesets)
        self.fresh = fresh
        self.hand = Hand()
        self.store = store or MemoryStore()
        names = [r.name for r in self.rulesets]
        self.session: Session = self._engine().new(
            self.store, "probe", names, seats=SEATS, options=options, charter=charter
        )

    def _engine(self) -> Engine:
        return Engine(self.rulesets, installed=False, dice=self.hand)

    def do(
        self,
        command: Command | Mapping[str, Any],
        by: str = "master",
        *,
        faces: Iterable[int] = (),
        answers: Mapping[str, Any] | None = None,
    ) -> Receipt:
        """Send a command; the dice that it throws show these faces, and no others."""
        if self.fresh:
            self.session = self._engine().open(self.store)
        self.hand.faces = list(faces)
        receipt = self.session.do(command, by, answers=answers)
        assert not self.hand.faces, f"faces were left over: {self.hand.faces}"
        return receipt

    def answer(
        self, value: AnswerValue, by: str = "master", *, faces: Iterable[int] = ()
    ) -> Receipt:
        """Answer the open question."""
        return self.do(Answer(answer=value), by, faces=faces)

    def join(self, actor: str, owner: str = "", **pools: int) -> None:
        """Bring somebody into play with pools that hold so many points."""
        owners = [owner] if owner else []
        self.do({"type": "table.add_actor", "id": actor, "name": actor.title(), "owners": owners})
        for pool, points in pools.items():
            opened = {"type": "table.open_pool", "actor": actor, "pool": pool, "balance": points}
            self.do(opened)

    def balance(self, actor: str, pool: str) -> int:
        """Points in a pool now."""
        return balance(self.session.view(), actor, pool)

    def choices(self) -> dict[str, tuple[int, str]]:
        """Cost and rule of everything that may be chosen now."""
        waiting = self.session.waiting
        assert waiting is not None
        return {choice.key: (choice.cost, choice.rule) for choice in waiting.choices}

    def every(self, kind: type[T]) -> list[T]:
        """Every event of a type, in order; those too that a return took back."""
        return [e.message for e in self.session.log() if isinstance(e.message, kind)]

    def last(self, kind: type[T]) -> T:
        """The last event of a type."""
        return self.every(kind)[-1]

    def audited(self) -> None:
        """Every law of the kit holds: refolded, decided again, cut by snapshots."""
        hold(self.session)


@pytest.fixture
def bench() -> Callable[..., Bench]:
    """A table for the rulesets of a test: ``bench([fate])``, ``bench([fate], fresh=True)``."""
    return Bench
