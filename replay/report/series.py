"""Numbers over time, as pictures draw them: wound tracks and pools, returns included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from ...core.table.state import Pool
from ...core.vocabulary import Healed, Wounded

Kind = Literal["wounds", "points"]


class Series(Struct, frozen=True):
    """One number over time.

    Args:
        kind: ``wounds`` of a track, or ``points`` of a pool.
        who: actor it belongs to; empty for a pool of the table itself.
        what: name of the track or pool.
        points: (commit, value) wherever it changes; None from where it is no more.
        most: its maximum, where it has one.
    """

    kind: Kind
    who: str
    what: str
    points: tuple[tuple[int, int | None], ...]
    most: int | None = None


class Tracks:
    """Wound tracks and pools of one session, heard commit by commit.

    A wound track is whatever events of the families ``wounded`` and ``healed`` name, of whichever
    ruleset; after a return it is what it was after the commit that is returned to.
    """

    def __init__(self) -> None:
        self._wounds: dict[tuple[str, str], int] = {}
        self._boards: dict[int, dict[tuple[str, str], int]] = {}
        self._pools: Mapping[str, Mapping[str, Pool]] = {}
        self._found: dict[tuple[Kind, str, str], list[tuple[int, int | None]]] = {}
        self._most: dict[tuple[Kind, str, str], int | None] = {}

    def heard(self, event: object, commit: int) -> None:
        """An event that may wound or heal somebody.

        Args:
            event: as it was recorded.
            commit: that it belongs to.
        """
        if not isinstance(event, Wounded | Healed):
            return
        place = event.actor, event.track
        key: tuple[Kind, str, str] = ("wounds", *place)
        if key not in self._found:
            self._found[key] = [(commit - 1, event.before)]
        self._wounds = {**self._wounds, place: event.after}

    def close(self, commit: int, pools: Mapping[str, Mapping[str, Pool]], back: int | None) -> None:
        """A commit is whole.

        Args:
            commit: its number.
            pools: as they stand after it, by actor and name.
            back: the commit that it returns to, if it does.
        """
        if back is not None:
            before = max((c for c in self._boards if c <= back), default=None)
            self._wounds = self._boards[before] if before is not None else {}
        self._boards[commit] = self._wounds
        for kind, who, what in self._found:
            if kind == "wounds" and (who, what) in self._wounds:
                self._add((kind, who, what), commit, self._wounds[who, what])
            elif kind == "wounds":
                self._add((kind, who, what), commit, self._found[kind, who, what][0][1])
        if pools is not self._pools:
            self._pools_changed(commit, pools)

    def series(self) -> tuple[Series, ...]:
        """Everything heard: wounds first, then by whom and what."""
        return tuple(
            Series(kind, who, what, tuple(points), self._most.get((kind, who, what)))
            for (kind, who, what), points in sorted(
                self._found.items(), key=lambda item: (item[0][0] != "wounds", *item[0])
            )
        )

    def _pools_changed(self, commit: int, pools: Mapping[str, Mapping[str, Pool]]) -> None:
        for who in {**self._pools, **pools}:
            before, after = self._pools.get(who, {}), pools.get(who, {})
            if before is after:
                continue
            for what in {**before, **after}:
                pool = after.get(what)
                self._add(("points", who, what), commit, pool.balance if pool else None)
                if pool is not None:
                    self._most["points", who, what] = pool.maximum
        self._pools = pools

    def _add(self, key: tuple[Kind, str, str], commit: int, value: int | None) -> None:
        points = self._found.setdefault(key, [])
        if not points or points[-1][1] != value:
            points.append((commit, value))
