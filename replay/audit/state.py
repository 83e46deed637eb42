"""``state`` and ``snapshots``: the log folds, and what is kept of it is what it folds to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from ...core.auditing import AuditCheck, Audited, Finding
from ...core.codec import ENCODER
from ...core.errors import RollbookError
from ...core.records import Record
from ...core.store import Snapshot
from .findings import broken, unknown


class State(AuditCheck):
    """Every event that something installed knows is read whole and folded; others are counted."""

    name = "state"

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """Types that nothing installed has, and fields that its events of a type have not."""
        for record in records:
            if audited.timeline is not None:
                self.covered += 1
            if record.type in audited.book.events:
                left = _unread(audited, record)
                if left:
                    yield unknown("fields", record, type=record.type, fields=", ".join(left))
            elif record.type not in audited.book.commands:
                yield unknown("foreign", record, type=record.type)


def _unread(audited: Audited, record: Record) -> list[str]:
    """Paths in an event's body that are passed over when it is read."""
    try:
        made = ENCODER.encode(audited.read(record))
    except RollbookError:
        return []  # it is not read at all, which is found where it is folded
    if made == record.body:
        return []
    raw = audited.book.upcast(record.type, record.version, msgspec.json.decode(record.body))
    return list(_beyond(raw, msgspec.json.decode(made), ""))


def _beyond(raw: Any, made: Any, at: str) -> Iterator[str]:
    """What there is in one value and not in the other."""
    match raw, made:
        case dict(), dict():
            for key, value in raw.items():
                path = f"{at}.{key}" if at else key
                if key in made:
                    yield from _beyond(value, made[key], path)
                else:
                    yield path
        case list(), list():
            for i, value in enumerate(made):
                yield from _beyond(raw[i], value, f"{at}[{i}]")


class Snapshots(AuditCheck):
    """Snapshots that an engine would begin from are what the records before them fold to.

    Args:
        digests: of the installed rulesets by name, and of the ledger; others are never used.
    """

    name = "snapshots"
    unit = "snapshots"

    def __init__(self, digests: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._digests = digests or {}
        self._kept: dict[int, Snapshot] = {}

    def begin(self, audited: Audited) -> Iterable[Finding]:
        """Every snapshot whose digests fit, from the last to the first."""
        store, session, digests = audited.store, audited.session, self._digests
        if not digests:
            return ()
        commit = store.head(session).commits - 1
        while (found := store.snapshot(session, commit, digests)) is not None:
            self._kept[found.commit] = found
            commit = found.commit - 1
        return ()

    def after(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """The snapshot of this commit, if there is one."""
        found = self._kept.pop(records[0].commit, None)
        if found is None or audited.timeline is None:
            return
        self.covered += 1
        made = audited.timeline.snapshot(self._digests)
        names = sorted(n for n in made.slices if made.slices[n] != found.slices.get(n))
        if names or made.size != found.size:
            which = ", ".join(names) or "size"
            other = broken("snapshot", commit=found.commit, names=which)
            yield structs.replace(other, commit=found.commit)

    def end(self, audited: Audited) -> Iterator[Finding]:
        """None is of a commit that there is not."""
        for commit in sorted(self._kept):
            yield unknown("snapshot-alone", commit=commit)
