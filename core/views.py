"""Views: the state as one viewer may see it, and what a seat may do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from .audiences import sees_record
from .chain import chain, on
from .deciding import whom
from .entries import CommandInfo
from .errors import Refused
from .look import Look
from .messages import TABLE, Command
from .permissions import SEATED
from .rules import Decider
from .store import Store
from .timeline import Timeline

_RULE = re.compile(r"\b[A-Z]{3}-\d{3}\b")

_UNSETTLING = frozenset(
    f"{TABLE}.{name}"
    for name in ("revealed", "owners_given", "role_given", "seat_added", "returned", "withdrawn")
)
"""Events after which a viewer's state has to be folded anew."""


class View(Look):
    """A moment as a viewer sees it.

    Args:
        slices: by type, folded from what the viewer may see.
        timeline: it was folded for.
        viewer: seat; empty for whoever holds the journal.
        commit: number of the last commit it shows.
        size: number of records it stands on.
    """

    __slots__ = ("commit", "size", "viewer")

    def __init__(
        self, slices: Mapping[type, Any], timeline: Timeline, viewer: str, commit: int, size: int
    ) -> None:
        super().__init__(slices, timeline.book)
        self.viewer = viewer
        self.commit = commit
        self.size = size

    @property
    def slices(self) -> Mapping[type, Any]:
        """Every slice, by type."""
        return self._slices

    def __getitem__(self, projection: str) -> Any:
        """A projection by name, as this viewer sees it.

        Raises:
            Refused: no ruleset in force has it.
        """
        found = self.rulebook.projections.get(projection)
        if found is None:
            raise Refused(
                f"nothing projects {projection!r}",
                hint=", ".join(sorted(self.rulebook.projections)),
            )
        return found(self, self.viewer)

    def projections(self) -> dict[str, Any]:
        """Every projection, by name, sorted."""
        return {name: self[name] for name in sorted(self.rulebook.projections)}


def seen(timeline: Timeline, store: Store, session: str, viewer: str, kept: View | None) -> View:
    """The present as a viewer may see it.

    Args:
        timeline: at the head.
        store: to read the records from.
        session: its id.
        viewer: seat, or empty for whoever holds the journal.
        kept: the viewer's last view, which is folded further where that suffices.

    Raises:
        Refused: there is no such seat.
    """
    head, size = timeline.commits - 1, timeline.size
    if not viewer:
        return View(dict(timeline.slices), timeline, viewer, head, size)
    now = Look(timeline.slices, timeline.book)
    known(viewer, now)
    if kept is not None and kept.size == size:
        return kept
    slices = timeline.book.slices() if kept is None else dict(kept.slices)
    first = kept.size if kept is not None else 0
    spans = chain(head, timeline.ledger.parents)
    for fact in store.facts(session, first, size):
        if first and fact.type in _UNSETTLING:
            return seen(timeline, store, session, viewer, None)
        if sees_record(viewer, fact.seq, fact.to, now):
            timeline.folder.fact(slices, fact, board=on(spans, fact.commit))
    return View(slices, timeline, viewer, head, size)


def stood(timeline: Timeline, commit: int) -> View:
    """The board after a commit, for whoever holds the journal.

    Raises:
        Refused: there is no such commit.
    """
    if not isinstance(commit, int) or not 0 <= commit < timeline.commits:
        raise Refused(
            f"there is no commit {commit}", path="$.commit", hint=f"0 to {timeline.commits - 1}"
        )
    return View(timeline.board(commit), timeline, "", commit, 0)


def known(viewer: str, look: Look) -> None:
    """Make sure that a viewer has a seat, or holds the journal.

    Raises:
        Refused: there is no such seat.
    """
    if viewer and not look.role(viewer):
        raise Refused(f"there is no seat {viewer!r}", hint=f"seats: {', '.join(look.ledger.seats)}")


def offered(view: View, only: tuple[type[Command], ...] | None) -> tuple[CommandInfo, ...]:
    """Commands that a seat may send now, by its role and by what the table waits for.

    Args:
        view: what the seat sees.
        only: types that are admitted now, or None for all.
    """
    book, pending = view.rulebook, view.table.pending
    found = []
    for tag, kind in sorted(book.commands.items()):
        decider, _ = book.decider(tag)
        if tag == f"{TABLE}.open" or (pending and not decider.anytime):
            continue
        if tag == f"{TABLE}.answer" and (not pending or view.role(view.viewer) not in SEATED):
            continue
        if (only is not None and kind not in only) or not admitted(decider.may, view.viewer, view):
            continue
        found.append(described(decider))
    return tuple(found)


@lru_cache(maxsize=512)
def described(decider: Decider) -> CommandInfo:
    """A command as it is offered: whom it is for, and the rules that its decider names."""
    text = (decider.command.__doc__ or "").strip()
    return CommandInfo(
        type=decider.command.message.tag,
        help=text.splitlines()[0] if text else "",
        may=whom(decider.may),
        rule=tuple(sorted(set(_RULE.findall(decider.function.__doc__ or "")))),
        schema=msgspec.json.schema(decider.command),
    )


def admitted(may: Any, who: str, look: Look) -> bool:
    """Whether a permission admits a seat to some such command, whatever its fields."""
    admits = getattr(may, "admits", None)
    return bool(admits(who, look)) if admits is not None else look.role(who) in SEATED
