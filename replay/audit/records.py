"""``records``: every header of its form, numbers without gaps, each cause before its effect."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from ...core.auditing import AuditCheck, Audited, Finding
from ...core.records import Record

_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")
_SALT = re.compile(r"[0-9a-f]{32}\Z")


class _Body(Struct):
    type: str


class Records(AuditCheck):
    """Sequence and form of the records, without knowing any rule."""

    name = "records"

    def __init__(self) -> None:
        super().__init__()
        self._next = 0
        self._commit = 0
        self._keys: set[str] = set()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """Each record of one commit, and what stands between it and the last."""
        head = records[0]
        if head.commit != self._commit:
            yield _broken(head, f"commit {self._commit} is missing: commit {head.commit} follows")
        for record in records:
            self.covered += 1
            if record.seq != self._next:
                yield _broken(record, f"record {self._next} is missing: {record.seq} follows")
            self._next = record.seq + 1
            yield from self._form(audited, record, head)
        self._commit = head.commit + 1

    def _form(self, audited: Audited, record: Record, head: Record) -> Iterator[Finding]:
        first = record is head
        if record.session != audited.session:
            yield _broken(record, f"record {record.seq} is of session {record.session!r}")
        kinds = ("command",) if first else ("performed", "event")
        if record.kind not in kinds:
            yield _broken(record, f"record {record.seq} is {record.kind!r} where it stands")
        stamped = (bool(_AT.match(record.at)), bool(record.by))
        if stamped != (first, first) or (record.at and not first) or (record.key and not first):
            yield _broken(record, f"record {record.seq} has a time, author or key out of place")
        if record.cause is not None and not 0 <= record.cause < record.seq:
            yield _broken(record, f"record {record.seq} follows from {record.cause}")
        if not _SALT.match(record.salt):
            yield _broken(record, f"record {record.seq} has no salt of 32 hex digits")
        if record.key:
            if record.key in self._keys:
                yield _broken(record, f"record {record.seq} uses the key of another again")
            self._keys.add(record.key)
        try:
            tag = msgspec.json.decode(record.body, type=_Body).type
        except (msgspec.MsgspecError, UnicodeDecodeError):
            yield _broken(record, f"the body of record {record.seq} is no message")
        else:
            if tag != record.type:
                yield _broken(record, f"record {record.seq} says {record.type} and holds {tag}")

    def end(self, audited: Audited) -> Iterable[Finding]:
        """As many as the session says."""
        head = audited.store.head(audited.session)
        if (self._next, self._commit) != (head.size, head.commits):
            yield Finding(
                "broken",
                f"the session says {head.size} records in {head.commits} commits; "
                f"there are {self._next} in {self._commit}",
                seq=min(self._next, head.size),
            )


def _broken(record: Record, what: str) -> Finding:
    return Finding("broken", what, seq=record.seq, commit=record.commit)
