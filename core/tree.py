"""The Merkle tree of RFC 6962, grown leaf by leaf from its frontier.

A frontier is the roots of the perfect subtrees that make up the tree, largest first:
all that is needed to append and to know the root, in O(log n).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

Frontier = tuple[bytes, ...]

EMPTY_ROOT = sha256(b"").digest()
"""Root of a tree without leaves (RFC 6962, 2.1)."""


def node(left: bytes, right: bytes) -> bytes:
    """Hash of an inner node, domain-separated from leaves by 0x01."""
    return sha256(b"\x01" + left + right).digest()


def grow(frontier: Frontier, size: int, leaves: Iterable[bytes]) -> Frontier:
    """The frontier after appending leaves.

    Args:
        frontier: of the tree so far.
        size: number of leaves of the tree so far.
        leaves: leaf hashes, in order.
    """
    peaks = list(frontier)
    for right in leaves:
        merged = size
        while merged & 1:
            right = sha256(b"\x01" + peaks.pop() + right).digest()
            merged >>= 1
        peaks.append(right)
        size += 1
    return tuple(peaks)


def root(frontier: Frontier) -> bytes:
    """Root of the tree that has this frontier, 32 bytes."""
    if not frontier:
        return EMPTY_ROOT
    result = frontier[-1]
    for peak in frontier[-2::-1]:
        result = sha256(b"\x01" + peak + result).digest()
    return result


def pack(frontier: Frontier) -> bytes:
    """The frontier as one text of bytes, for a store to keep."""
    return b"".join(frontier)


def unpack(packed: bytes) -> Frontier:
    """The frontier that `pack` made."""
    return tuple(packed[i : i + 32] for i in range(0, len(packed), 32))
