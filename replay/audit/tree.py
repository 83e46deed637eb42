"""``tree`` and ``receipts``: the Merkle tree built again from the stored bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from ...core.auditing import AuditCheck, Audited, Finding
from ...core.records import Commit, Record, leaf
from ...core.tree import Frontier, grow, root
from .findings import broken


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
            yield broken("no-root", head, commit=head.commit)
        elif said.no != head.commit:
            yield broken("root-of-other", head, commit=head.commit, other=said.no)
        elif (said.first, said.size) != (head.seq, records[-1].seq + 1):
            yield broken(
                "bounds", head, commit=said.no, first=said.first, last=said.size - 1,
                from_=head.seq, to=records[-1].seq,
            )  # fmt: skip
        elif said.root != root(self.frontier):
            yield broken("other-root", head, commit=said.no)

    def end(self, audited: Audited) -> Iterator[Finding]:
        """No commit is left over, and the session's own tree is this one."""
        for said in self._commits:
            yield structs.replace(broken("no-records", commit=said.no), commit=said.no)
        head = audited.store.head(audited.session)
        if head.root != root(self.frontier) or head.frontier != self.frontier:
            yield broken("other-tree")


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
        self._bad: list[tuple[int, int, int | None]] = []

    def begin(self, audited: Audited) -> Iterable[Finding]:
        """One of no records is compared before the first."""
        self._compare(0, self._kept.pop(0, ()), None)
        return ()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterable[Finding]:
        """Whether a receipt of just this size has just this root."""
        if not self._kept:  # nothing is left to compare, and every leaf costs a hash
            self._size += len(records)
            return ()
        for record in records:
            self._frontier = grow(self._frontier, self._size, (leaf(record),))
            self._size += 1
            roots = self._kept.pop(self._size, None)
            if roots is not None:
                self._compare(self._size, roots, record.commit)
        return ()

    def _compare(self, size: int, roots: Sequence[str], commit: int | None) -> None:
        found = root(self._frontier).hex()
        for said in roots:
            self.covered += 1
            if said == found:
                self._good = size
            else:
                self._bad.append((size, self._good, commit))

    def end(self, audited: Audited) -> Iterator[Finding]:
        """What was compared, once it is known which is the longest that holds.

        A receipt that differs from the log, and one as long or longer that does not, cannot be
        of one log.
        """
        for size, good, commit in self._bad:
            if self._good >= max(size, 1):
                finding = broken("receipt-refuted", size=size, longer=self._good)
            elif good:
                finding = broken("receipt-since", size=size, good=good - 1)
            else:
                finding = broken("receipt", size=size)
            yield structs.replace(finding, seq=good, commit=commit)
        for size, roots in sorted(self._kept.items()):
            self.covered += len(roots)
            yield structs.replace(
                broken("receipt-beyond", size=size, found=self._size), seq=self._size
            )
