"""``records``: every header of its form, numbers without gaps, each cause before its effect."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct, structs

from ...core.auditing import AuditCheck, Audited, Finding
from ...core.records import Record
from .findings import broken

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
            yield broken("commit-missing", head, commit=self._commit, next=head.commit)
        for record in records:
            self.covered += 1
            if record.seq != self._next:
                yield broken("record-missing", record, missing=self._next)
            self._next = record.seq + 1
            yield from self._form(audited, record, head)
        self._commit = head.commit + 1

    def _form(self, audited: Audited, record: Record, head: Record) -> Iterator[Finding]:
        first = record is head
        if record.session != audited.session:
            yield broken("other-session", record, session=record.session)
        kinds = ("command",) if first else ("performed", "event")
        if record.kind not in kinds:
            yield broken("kind", record, kind=record.kind)
        stamped = (bool(_AT.match(record.at)), bool(record.by))
        if stamped != (first, first) or (record.at and not first) or (record.key and not first):
            yield broken("stamp", record)
        if record.cause is not None and not 0 <= record.cause < record.seq:
            yield broken("cause", record, cause=record.cause)
        if not _SALT.match(record.salt):
            yield broken("salt", record)
        if record.key:
            if record.key in self._keys:
                yield broken("key-twice", record)
            self._keys.add(record.key)
        try:
            tag = msgspec.json.decode(record.body, type=_Body).type
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            yield broken("no-message", record)
        else:
            if tag != record.type:
                yield broken("other-type", record, type=record.type, holds=tag)

    def end(self, audited: Audited) -> Iterable[Finding]:
        """As many as the session says, and at least the one that opens it."""
        head = audited.store.head(audited.session)
        if (self._next, self._commit) != (head.size, head.commits):
            other = broken(
                "count", size=head.size, commits=head.commits,
                found=self._next, in_commits=self._commit,
            )  # fmt: skip
            yield structs.replace(other, seq=min(self._next, head.size))
        if not self.covered:
            yield broken("empty")
