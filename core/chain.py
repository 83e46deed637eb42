"""The chain: which commits the board is folded from, computed from the returns alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple


class Span(NamedTuple):
    """Commits first ≤ no ≤ last, all on the chain."""

    first: int
    last: int

    def __contains__(self, no: object) -> bool:
        return isinstance(no, int) and self.first <= no <= self.last


def chain(head: int, parents: Mapping[str, int]) -> tuple[Span, ...]:
    """The chain that ends with a commit, as spans in ascending order.

    Args:
        head: number of the commit.
        parents: by number of a return's commit, the commit whose board it restored; every
            other commit follows the one before it.
    """
    jumps = sorted(int(no) for no in parents)
    spans = []
    last = head
    while True:
        at = bisect_right(jumps, last)
        if not at:
            spans.append(Span(0, last))
            return tuple(reversed(spans))
        jump = jumps[at - 1]
        spans.append(Span(jump, last))
        last = parents[str(jump)]


def on(spans: tuple[Span, ...], no: int) -> bool:
    """Whether a commit is on a chain."""
    return any(span.first <= no <= span.last for span in spans)
