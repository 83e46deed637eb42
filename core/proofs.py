"""Proofs over the Merkle tree of RFC 6962: that a leaf is in it, and that it has only grown.

A proof is a row of hashes, each the root over a span of leaves. `inclusion` and `consistency` say
which spans, so that one pass over the leaves (`roots`) finds the hashes of many proofs at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hmac import compare_digest
from itertools import islice

from .errors import Invalid
from .tree import Frontier, grow, node, root

Span = tuple[int, int]
"""Leaves with first ≤ index < stop."""

_WIDTH = 1000


def inclusion(index: int, size: int) -> tuple[Span, ...]:
    """The spans of an inclusion proof, from the leaf's sibling to the root's child.

    Args:
        index: of the leaf.
        size: number of leaves of the tree.

    Raises:
        Invalid: the tree has no such leaf.

    RFC 6962, 2.1.1.
    """
    if not 0 <= index < size:
        raise Invalid(f"a tree of {size} leaves has no leaf {index}")
    spans, (first, stop) = [], (0, size)
    while stop - first > 1:
        middle = first + _half(stop - first)
        if index < middle:
            spans.append((middle, stop))
            stop = middle
        else:
            spans.append((first, middle))
            first = middle
    return tuple(reversed(spans))


def consistency(old: int, size: int) -> tuple[Span, ...]:
    """The spans of a proof that a tree has grown out of a smaller one; none where both are one.

    Args:
        old: number of leaves of the smaller tree, at least 1.
        size: number of leaves of the greater.

    Raises:
        Invalid: it cannot have grown so.

    RFC 6962, 2.1.2.
    """
    if not 1 <= old <= size:
        raise Invalid(f"a tree of {size} leaves has not grown out of one of {old}")
    spans, (first, stop) = [], (0, size)
    while old < stop:
        middle = first + _half(stop - first)
        if old <= middle:
            spans.append((middle, stop))
            stop = middle
        else:
            spans.append((first, middle))
            first = middle
    if first:  # else it is the smaller tree itself, whose root the verifier has
        spans.append((first, stop))
    return tuple(reversed(spans))


def roots(spans: Iterable[Span], leaves: Iterable[bytes]) -> dict[Span, bytes]:
    """The root over each span, in one pass and flat memory.

    Args:
        spans: none of them empty; they may overlap.
        leaves: of the whole tree from its first, at least as far as the spans reach.

    Raises:
        Invalid: there are fewer leaves.
    """
    found: dict[Span, Frontier] = dict.fromkeys(spans, ())
    marks = sorted({mark for span in found for mark in span})
    stream, at = iter(leaves), 0
    for mark in marks:
        while at < mark:
            stop = min(at + _WIDTH, mark)
            batch = list(islice(stream, stop - at))
            if len(batch) < stop - at:
                raise Invalid(f"there are {at + len(batch)} leaves, not {marks[-1]}")
            for first, end in found:
                if first <= at and stop <= end:
                    found[first, end] = grow(found[first, end], at - first, batch)
            at = stop
    return {span: root(frontier) for span, frontier in found.items()}


def included(leaf: bytes, index: int, size: int, hashes: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows that this leaf stands here in the tree of this root.

    Args:
        leaf: its hash.
        index: its place, from 0.
        size: number of leaves of the tree.
        hashes: the proof.
        root: of the tree.
    """
    if not 0 <= index < size:
        return False
    spans = inclusion(index, size)
    if len(spans) != len(hashes):
        return False
    made = leaf
    for (first, _), sibling in zip(spans, hashes, strict=True):
        made = node(made, sibling) if first > index else node(sibling, made)
    return compare_digest(made, root)


def consistent(old: int, old_root: bytes, size: int, root: bytes, hashes: Sequence[bytes]) -> bool:
    """Whether the proof shows that the one tree has grown out of the other.

    Args:
        old: number of leaves of the smaller tree.
        old_root: its root.
        size: number of leaves of the greater.
        root: its root.
        hashes: the proof.
    """
    if not 1 <= old <= size:
        return False
    spans = consistency(old, size)
    if len(spans) != len(hashes):
        return False
    before = after = old_root
    rest = list(zip(spans, hashes, strict=True))
    if old < size and old & (old - 1):  # not one whole subtree: the proof begins with its last
        _, before = rest.pop(0)
        after = before
    for (first, _), sibling in rest:
        if first >= old:
            after = node(after, sibling)
        else:
            before, after = node(sibling, before), node(sibling, after)
    return compare_digest(before, old_root) and compare_digest(after, root)


def _half(count: int) -> int:
    """The largest power of two below a count of at least 2."""
    return 1 << ((count - 1).bit_length() - 1)
