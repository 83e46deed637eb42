"""Filling: fields of commands that only the surroundings can know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from .dice import commitment
from .messages import Command
from .store import Seed
from .table.opening import Adopt
from .table.seals import KINDS, OpenEpoch, Reveal

if TYPE_CHECKING:
    from .looking import Looking

FILLED = (Adopt, OpenEpoch, Reveal)
"""Commands whose fields the session fills in."""


def filled(command: Command, session: Looking) -> tuple[Command, Sequence[Seed]]:
    """The command with its fields filled in, and new seeds to keep beside its commit."""
    if isinstance(command, Adopt):
        return structs.replace(command, rulesets=session.engine.in_force(session.book)), ()
    if isinstance(command, OpenEpoch):
        now = session.timeline.ledger.epoch
        commitments, seeds = new_seals(session, now.number + 1 if now else 0)
        return OpenEpoch(commitments=commitments), seeds
    if isinstance(command, Reveal):
        seed = session.seeds.get((command.epoch, command.kind), b"").hex()
        return structs.replace(command, seed=seed), ()
    return command, ()


def bare(command: Command) -> Command:
    """The command without what the session filled in, to tell whether two are the same."""
    if isinstance(command, Adopt):
        return Adopt(without=command.without)
    if isinstance(command, OpenEpoch):
        return OpenEpoch()
    if isinstance(command, Reveal):
        hidden: Command = structs.replace(command, seed="")
        return hidden
    return command


def new_seals(session: Looking, epoch: int) -> tuple[dict[str, str], Sequence[Seed]]:
    """Commitments of an epoch, by kind, hex, and the seeds behind them."""
    random = session.engine.surroundings.random
    seeds = [Seed(epoch, kind, random(32)) for kind in KINDS]
    return {s.kind: commitment(session.name, epoch, s.kind, s.seed).hex() for s in seeds}, seeds
