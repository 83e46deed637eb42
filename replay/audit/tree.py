"""``tree`` and ``receipts``: the Merkle tree built again from the stored bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from ...core.auditing import AuditCheck, Audited, Finding
from ...core.records import Commit, Record, leaf
from ...core.tree import Frontier, grow, root


class Kept(Struct, frozen=True):
    """A receipt that somebody kept: number of records and root then, hex."""

    size: int
    root: str


class Tree(AuditCheck):
    """Every leaf hashed again, every commit's root, and the tree that the session says it has."""

    name = "tree"

    def __init__(self) -> None:
        super().__init__()
        self.frontier: Frontier = ()
        self._commits: Iterator[Commit] = iter(())

    def begin(self, audited: Audited) -> Iterable[Finding]:
        """The table of commits is read beside the records."""
        self._commits = iter(audited.store.commits(audited.session))
        return ()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """The root after a commit is the one that was given out."""
        self.frontier = grow(self.frontier, self.covered, map(leaf, records))
        self.covered += len(records)
        head = records[0]
        said = next(self._commits, None)
        if said is None:
            yield _broken(head, f"commit {head.commit} has no root")
        elif said.no != head.commit:
            yield _broken(head, f"the root of commit {head.commit} is that of commit {said.no}")
        elif (said.first, said.size) != (head.seq, records[-1].seq + 1):
            yield _broken(
                head,
                f"commit {said.no} says records {said.first} to {said.size - 1}; "
                f"it has {head.seq} to {records[-1].seq}",
            )
        elif said.root != root(self.frontier):
            yield _broken(head, f"the records up to commit {said.no} give another root")

    def end(self, audited: Audited) -> Iterator[Finding]:
        """No commit is left over, and the session's own tree is this one."""
        for said in islice(self._commits, 1):
            yield Finding("broken", f"commit {said.no} has no records", commit=said.no)
        head = audited.store.head(audited.session)
        if head.root != root(self.frontier) or head.frontier != self.frontier:
            yield Finding("broken", "the tree that the session says it has is another")


class Receipts(AuditCheck):
    """Receipts kept outside: what they vouch for is unchanged.

    Args:
        kept: in any order.
    """

    name = "receipts"
    unit = "receipts"

    def __init__(self, kept: Sequence[Kept] = ()) -> None:
        super().__init__()
        self._kept: dict[int, list[str]] = {}
        for receipt in kept:
            self._kept.setdefault(receipt.size, []).append(receipt.root.lower())
        self._frontier: Frontier = ()
        self._size = 0
        self._good = 0

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """Whether a receipt of just this size has just this root."""
        for record in records:
            self._frontier = grow(self._frontier, self._size, (leaf(record),))
            self._size += 1
            roots = self._kept.pop(self._size, None)
            if roots is not None:
                yield from self._compare(self._size, roots, record)

    def _compare(self, size: int, roots: Sequence[str], record: Record) -> Iterator[Finding]:
        found = root(self._frontier).hex()
        for said in roots:
            self.covered += 1
            if said == found:
                self._good = size
                continue
            since = f"; up to record {self._good - 1} all is as it was" if self._good else ""
            yield Finding(
                "broken",
                f"of the first {size} records something is not what the receipt holds{since}",
                seq=self._good,
                commit=record.commit,
            )

    def end(self, audited: Audited) -> Iterator[Finding]:
        """A receipt for more records than there are: the tail was cut off."""
        for size, roots in sorted(self._kept.items()):
            self.covered += len(roots)
            yield Finding(
                "broken",
                f"a receipt holds {size} records; there are {self._size}",
                seq=self._size,
            )


def _broken(record: Record, what: str) -> Finding:
    return Finding("broken", what, seq=record.seq, commit=record.commit)
