"""One moment of a session as people and screens read it: scene, round, pools, the open question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ..core.entries import Question
from ..core.table.ledger import Seat
from ..core.table.order import waiting_slots
from ..core.table.state import Actor, Pool, Round, Ruling, Running, Scene
from ..core.views import View
from .installed import why
from .recording import Recording
from .waiting import question


class Overview(Struct, frozen=True):
    """What a viewer sees of a moment.

    Args:
        session: its id.
        size: number of records that it stands on.
        commit: number of the last commit among them.
        viewer: seat that looks; empty for whoever holds the journal.
        seats: by id.
        owners: by actor, the seats that play it.
        sitting: number of the evening under way, 0 between evenings.
        scene: under way, if any.
        round: under way, if any.
        next: slots that have yet to act, in order.
        clock: game time in seconds.
        actors: by id.
        pools: by actor (empty for the table's own), then by name.
        effects: by id.
        rulings: standing, by ``rule/name/subject``.
        waiting: the open question, if any.
        projections: what the rulesets show, by name.
        foreign: by type, how many records nothing installed knows; they are not in the state.
        missing: rulesets of the session that are not installed.
        failed: projections that do not work, with what each raises.
    """

    session: str
    size: int
    commit: int
    viewer: str
    seats: dict[str, Seat]
    owners: dict[str, tuple[str, ...]]
    sitting: int
    scene: Scene | None
    round: Round | None
    next: tuple[str, ...]
    clock: int
    actors: dict[str, Actor]
    pools: dict[str, dict[str, Pool]]
    effects: dict[str, Running]
    rulings: dict[str, Ruling]
    waiting: Question | None
    projections: dict[str, Any]
    foreign: dict[str, int] = {}
    missing: tuple[str, ...] = ()
    failed: dict[str, str] = {}


def overview(
    recording: Recording,
    view: View,
    foreign: Mapping[str, int] | None = None,
    *,
    asking: bool = True,
) -> Overview:
    """Everything there is to see in a view.

    Args:
        recording: that the view was folded from.
        view: of a moment, as somebody sees it.
        foreign: by type, how many records the fold passed over.
        asking: whether the open question is wanted, which has to be looked up in the log.
    """
    table, ledger = view.table, view.ledger
    projections, failed = _projected(view)
    return Overview(
        session=recording.name,
        size=view.size,
        commit=view.commit,
        viewer=view.viewer,
        seats=ledger.seats,
        owners=ledger.owners,
        sitting=table.sitting,
        scene=table.scene,
        round=table.round,
        next=waiting_slots(table.round) if table.round else (),
        clock=table.clock,
        actors=table.actors,
        pools=table.pools,
        effects=table.effects,
        rulings=table.rulings,
        waiting=question(recording, view) if asking else None,
        projections=projections,
        foreign=dict(foreign or {}),
        missing=recording.missing,
        failed=failed,
    )


def _projected(view: View) -> tuple[dict[str, Any], dict[str, str]]:
    """What each ruleset shows; one that fails keeps nobody from seeing the others."""
    found: dict[str, Any] = {}
    failed: dict[str, str] = {}
    for name in sorted(view.rulebook.projections):
        try:
            found[name] = view[name]
        except Exception as error:  # whatever a plugin's projection may raise
            failed[name] = why(error)
    return found, failed
