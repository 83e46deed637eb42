"""Verifying an export: leaves, tree, roots, receipts, and the dice where seeds are revealed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from ..core.errors import Unverified
from ..core.tree import Frontier, grow, root
from ..journal.verifying import Export, Whole
from .audit import BROKEN, CLEAN, UNKNOWN, Kept
from .drawn import Drawn, Place, Seeds
from .walk import Progress

_EVERY = 2000


class Verified(Struct, frozen=True):
    """What came of verifying an export.

    Args:
        session: its id.
        whose: seat whose export it is; empty for one of everything.
        size: number of records.
        commits: number of commits.
        root: of the tree over the records, hex.
        hidden: how many records are not shown.
        seals: how many commitments there are.
        faces: how many sealed rolls were drawn again and are the same.
        untold: how many sealed rolls have a seed that is not revealed.
        unsealed: how many rolls were real dice or bought.
        receipts: how many receipts were compared.
        line: number of the first line that does not verify, from 1; None where all do.
        broken: why it does not, in English; empty where all do.
    """

    session: str
    whose: str
    size: int
    commits: int
    root: str
    hidden: int = 0
    seals: int = 0
    faces: int = 0
    untold: int = 0
    unsealed: int = 0
    receipts: int = 0
    line: int | None = None
    broken: str = ""

    @property
    def code(self) -> int:
        """The exit code: verified, does not verify, or not wholly to be verified."""
        if self.broken:
            return BROKEN
        return UNKNOWN if self.hidden or self.untold else CLEAN


def verify(
    path: Path, *, receipts: Sequence[Kept] = (), progress: Progress | None = None
) -> Verified:
    """Verify an export against itself, and against receipts that were kept outside.

    It is read twice, in flat memory: a seed is revealed after the dice that it decided.

    Args:
        path: of the export.
        receipts: kept outside.
        progress: told now and then how far it is; a record counts half at each reading.

    Raises:
        NewerFormat: a newer Rollbook wrote it.
        NoSession: there is no such file.
        Unverified: its first line is not that of an export.
    """
    export = Export(path)
    head = export.header
    said = Verified(head.session, head.for_, head.size, head.commits, head.root)
    run = _Run(export, receipts, progress)
    line, broken = None, ""
    try:
        run.go()
    except Unverified as error:
        line, broken = run.line_of(error), error.what
    drawn = run.drawn
    return Verified(
        said.session, said.whose, said.size, said.commits, said.root, run.hidden,
        *((drawn.seals, drawn.faces, drawn.untold, drawn.unsealed) if drawn else (0, 0, 0, 0)),
        run.receipts, line, broken,
    )  # fmt: skip


class _Run:
    def __init__(self, export: Export, receipts: Sequence[Kept], progress: Progress | None) -> None:
        self.hidden = 0
        self.receipts = 0
        self.drawn: Drawn | None = None
        self._export = export
        self._progress = progress
        self._kept: dict[int, set[str]] = {}
        for receipt in receipts:
            self._kept.setdefault(receipt.size, set()).add(receipt.root.lower())

    def go(self) -> None:
        """Both readings.

        Raises:
            Unverified: at the first line that is not as it should be.
        """
        seeds = self._first()
        head = self._export.header
        self.drawn = Drawn(head.session, seeds, whole=not self.hidden)
        for whole in self._told(head.size):
            for line, record in enumerate(whole.records, whole.line):
                if record is not None and (wrong := self.drawn.hear(record)):
                    raise _at(line, f"record {record.seq}: {wrong}")

    def line_of(self, error: Unverified) -> int:
        """The number of the line that an error names."""
        return int(error.path.removeprefix("$.lines[").removesuffix("]")) + 1

    def _first(self) -> dict[Place, str]:
        """Tree and receipts, and the seeds that are revealed and are those that were sealed."""
        seeds = Seeds(self._export.header.session)
        frontier: Frontier = ()
        for whole in self._told(0):
            self.hidden += whole.records.count(None)
            frontier = self._compare(whole, frontier)
            for record in whole.records:
                if record is not None:
                    seeds.hear(record)
        size = self._export.header.size
        for beyond in sorted(self._kept):
            raise _at(1, f"a receipt holds {beyond} records; there are {size}")
        return seeds.fitting

    def _compare(self, whole: Whole, before: Frontier) -> Frontier:
        """Hold every receipt of a size within this commit against the tree of that size."""
        commit = whole.commit
        for size in [size for size in self._kept if commit.first < size <= commit.size]:
            grown = grow(before, commit.first, whole.leaves[: size - commit.first])
            roots = self._kept.pop(size)
            if roots != {root(grown).hex()}:
                line = whole.line + size - commit.first - 1
                raise _at(line, f"the first {size} records are not those of the receipt")
            self.receipts += 1
        return whole.frontier

    def _told(self, before: int) -> Iterator[Whole]:
        size = self._export.header.size
        for whole in self._export.commits():
            yield whole
            first, done = whole.commit.first, whole.commit.size
            if self._progress and (first // _EVERY != done // _EVERY or done == size):
                self._progress((before + done) // 2, size)


def _at(line: int, what: str) -> Unverified:
    return Unverified(f"line {line}: {what}", path=f"$.lines[{line - 1}]")
