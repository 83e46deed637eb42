"""Filling: fields of commands that only the surroundings can know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from .dice import commitment
from .messages import Command
from .store import Seed, Store
from .table.opening import Adopt
from .table.seals import KINDS, OpenEpoch, Reveal
from .table.showing import ShowActor

if TYPE_CHECKING:
    from .looking import Looking


class Seeds:
    """The seeds of a session, read from its store when one is wanted that is not known yet.

    Args:
        store: where they are kept.
        session: its id.
    """

    def __init__(self, store: Store, session: str) -> None:
        self._store = store
        self._session = session
        self._known: dict[tuple[int, str], bytes] = {}

    def get(self, place: tuple[int, str]) -> bytes | None:
        """The seed of an epoch and kind; None where the store has none."""
        if place not in self._known:
            for seed in self._store.seeds(self._session):
                self.keep(seed)
        return self._known.get(place)

    def keep(self, seed: Seed) -> None:
        """Know a seed that was just appended."""
        self._known[seed.epoch, seed.kind] = seed.seed


FILLED = (Adopt, OpenEpoch, Reveal)
"""Commands whose fields the session fills in."""

UNTYPED: Mapping[type[Command], str] = {
    Adopt: "rulesets",
    OpenEpoch: "commitments",
    Reveal: "seed",
    ShowActor: "records",
}
"""By command, the field that nobody types: the session fills it in, or once did."""


def filled(command: Command, session: Looking) -> tuple[Command, Sequence[Seed]]:
    """The command with its fields filled in, and new seeds to keep beside its commit."""
    if isinstance(command, Adopt):
        return structs.replace(command, rulesets=session.engine.in_force(session.book)), ()
    if isinstance(command, OpenEpoch):
        now = session.timeline.ledger.epoch
        commitments, seeds = new_seals(session, now.number + 1 if now else 0)
        return OpenEpoch(commitments=commitments), seeds
    if isinstance(command, Reveal):
        seed = (session.seeds.get((command.epoch, command.kind)) or b"").hex()
        return structs.replace(command, seed=seed), ()
    return command, ()


def bare(command: Command) -> Command:
    """The command without what the session fills in, or once did, to tell two of them apart."""
    field = UNTYPED.get(type(command))
    if field is None:
        return command
    given = {k: v for k, v in structs.asdict(command).items() if k != field}
    return type(command)(**given)


def new_seals(session: Looking, epoch: int) -> tuple[dict[str, str], Sequence[Seed]]:
    """Commitments of an epoch, by kind, hex, and the seeds behind them."""
    random = session.engine.surroundings.random
    seeds = [Seed(epoch, kind, random(32)) for kind in KINDS]
    return {s.kind: commitment(session.name, epoch, s.kind, s.seed).hex() for s in seeds}, seeds
