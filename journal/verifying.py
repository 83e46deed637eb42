"""Reading an export: commit by commit, each verified before it is given, in flat memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn, TypeVar

import msgspec

from ..core.errors import NewerFormat, NoSession, Unverified
from ..core.records import FORMAT, Commit, Record, leaf
from ..core.tree import Frontier, grow, root
from .exporting import EXPORT, FORMS, Ended, Header, Hidden, Line, Shown, written

_HASH = 64
_KNOWN = "rollbook export "
_BELOW: tuple[type[Shown | Hidden | Ended], ...] = (Shown, Hidden, Ended)
_LONGEST = 1 << 28
"""Bytes of a line beyond which it is none: a file that is one endless line is not read whole."""

_L = TypeVar("_L", bound=Line)


class Whole(NamedTuple):
    """One commit of an export.

    Args:
        commit: its number, first record, size and root.
        records: those that are shown, in order, None where one is hidden.
        leaves: of all of them.
        frontier: of the tree after it.
        line: number of its first line, from 1; its records stand on this and the next ones.
    """

    commit: Commit
    records: tuple[Record | None, ...]
    leaves: tuple[bytes, ...]
    frontier: Frontier
    line: int


class Export:
    """An export in a file.

    Args:
        path: of the file.

    Raises:
        NoSession: there is no such file.
        NewerFormat: a newer Rollbook wrote it.
        Unverified: its first line is not that of an export.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._opened() as file:
            self.header = self._header(file)

    def commits(self) -> Iterator[Whole]:
        """Each commit in order; it has been verified when it is given.

        Raises:
            Unverified: names the first line that is not what it should be, and why.
        """
        with self._opened() as file:
            if self._header(file) != self.header:
                _bad(1, "the file has changed since it was opened")
            yield from _Reading(self.header, file).commits()

    def _opened(self) -> BinaryIO:
        try:
            return self.path.open("rb")
        except OSError as error:
            raise NoSession(f"{self.path} cannot be read: {error.strerror}") from error

    def _header(self, file: BinaryIO) -> Header:
        raw = file.readline(_LONGEST)
        header = _line(raw, 1, (Header,), hint="an export is what rollbook export writes")
        if header.export != EXPORT:
            if header.export.startswith(_KNOWN):
                raise NewerFormat(
                    f"{self.path} is a {header.export!r}; this Rollbook knows {EXPORT!r}",
                    hint="read it with the Rollbook that wrote it, or a newer one",
                )
            _bad(1, f"it is no export: {header.export!r}")
        if header.format != FORMAT:
            _bad(1, f"its records are of the format {header.format!r}, not {FORMAT!r}")
        if not _is_hash(header.root) or header.size < 1 or header.commits < 1:
            _bad(1, "no session has such a size, number of commits or root")
        return header


class _Reading:
    """One pass over the lines behind the header."""

    def __init__(self, header: Header, file: BinaryIO) -> None:
        self._header = header
        self._file = file
        self._number = 1
        self._size = 0
        self._commits = 0
        self._frontier: Frontier = ()

    def commits(self) -> Iterator[Whole]:
        """Whole commits, up to the one that the header ends with."""
        head = self._header
        while raw := self._file.readline(_LONGEST):
            yield self._commit(raw)
        number = self._number
        if (self._size, self._commits) != (head.size, head.commits):
            _bad(
                number + 1,
                f"the export ends after {self._size} records in {self._commits} commits; "
                f"its first line says {head.size} in {head.commits}",
            )
        if root(self._frontier).hex() != head.root:
            _bad(1, "its root is not that of the records below")

    def _commit(self, raw: bytes) -> Whole:
        begun, first = self._number + 1, self._size
        records: list[Record | None] = []
        leaves: list[bytes] = []
        while True:
            self._number += 1
            line: Shown | Hidden | Ended = _line(raw, self._number, _BELOW)
            if isinstance(line, Ended):
                break
            record, mark = self._record(line, not leaves)
            records.append(record)
            leaves.append(mark)
            self._frontier = grow(self._frontier, self._size, (mark,))
            self._size += 1
            raw = self._file.readline(_LONGEST)
            if not raw:
                _bad(self._number + 1, f"the export ends within commit {self._commits}")
        self._end(line, first)
        commit = Commit(line.commit, first, line.size, bytes.fromhex(line.root))
        return Whole(commit, tuple(records), tuple(leaves), self._frontier, begun)

    def _record(self, line: Shown | Hidden, first: bool) -> tuple[Record | None, bytes]:
        number = self._number
        if line.seq != self._size:
            _bad(number, f"record {self._size} is missing: {line.seq} follows")
        if line.commit != self._commits:
            _bad(number, f"record {line.seq} is of commit {line.commit}, not {self._commits}")
        if isinstance(line, Hidden):
            if not self._header.for_:
                _bad(number, f"record {line.seq} is hidden in an export of everything")
            if not _is_hash(line.leaf):
                _bad(number, f"the leaf of record {line.seq} is no hash")
            return None, bytes.fromhex(line.leaf)
        if (line.kind == "command") != first or line.kind not in ("command", "performed", "event"):
            _bad(number, f"record {line.seq} is {line.kind!r} where it stands")
        record = line.record(self._header.session)
        return record, leaf(record)

    def _end(self, line: Ended, first: int) -> None:
        number = self._number
        if line.commit != self._commits:
            _bad(number, f"commit {line.commit} ends where {self._commits} should")
        if line.size != self._size or self._size == first:
            _bad(number, f"commit {line.commit} says {line.size} records; there are {self._size}")
        if root(self._frontier).hex() != line.root:
            _bad(number, f"the records up to commit {line.commit} give another root")
        self._commits += 1


def _line(raw: bytes, number: int, kinds: Sequence[type[_L]], hint: str = "") -> _L:
    """What a line says, if it is one of these and written in the one way it can be."""
    try:
        found: Any = msgspec.json.decode(raw)
        kind = FORMS.get(tuple(found)) if isinstance(found, dict) else None
        if kind is None or kind not in kinds:
            _bad(number, "it is no line of an export here", hint)
        line = msgspec.convert(found, kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        _bad(number, f"it does not read: {error}", hint)
    if written(line) + b"\n" != raw:
        _bad(number, "it is not written as an export writes it", hint)
    made: _L = line
    return made


def _is_hash(text: str) -> bool:
    return len(text) == _HASH and not set(text) - set("0123456789abcdef")


def _bad(number: int, what: str, hint: str = "") -> NoReturn:
    raise Unverified(f"line {number}: {what}", path=f"$.lines[{number - 1}]", hint=hint)
