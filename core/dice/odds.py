"""Exact odds: integer counts of every total, never a float and never a sample."""

from __future__ import annotations

from fractions import Fraction
from operator import mul

import msgspec

from .counting import Counts, combined, convolved, pool_counts
from .limits import DEFAULT, Limits
from .pool import Pool
from .tree import Dice, Node, Number, Product, Sum


class Odds(msgspec.Struct, frozen=True):
    """How often each total comes up among ``whole`` equally likely cases.

    Args:
        counts: cases by total; only totals that can come up, ascending.
        whole: all cases together.
    """

    counts: Counts
    whole: int

    def minus(self, other: Odds, limits: Limits = DEFAULT) -> Odds:
        """The odds of this total less the other, thrown independently: the margin.

        Raises:
            LimitExceeded: the count takes more steps than ``limits.combinations``.
        """
        flipped = {-total: cases for total, cases in reversed(other.counts.items())}
        return Odds(convolved(self.counts, flipped, limits), self.whole * other.whole)

    def against(self, other: Odds, limits: Limits = DEFAULT) -> Odds:
        """The margin of an opposed roll, as ``minus``: above 0 a win, 0 a tie."""
        return self.minus(other, limits)

    def plus(self, constant: int) -> Odds:
        """The odds of the total with a constant added."""
        return Odds({t + constant: cases for t, cases in self.counts.items()}, self.whole)

    def exactly(self, total: int) -> Fraction:
        """The chance of this total."""
        return Fraction(self.counts.get(total, 0), self.whole)

    def at_least(self, total: int) -> Fraction:
        """The chance of this total or more."""
        return Fraction(sum(c for t, c in self.counts.items() if t >= total), self.whole)

    def at_most(self, total: int) -> Fraction:
        """The chance of this total or less."""
        return Fraction(sum(c for t, c in self.counts.items() if t <= total), self.whole)

    @property
    def mean(self) -> Fraction:
        """The average total."""
        return Fraction(sum(t * c for t, c in self.counts.items()), self.whole)


def odds(dice: Dice, limits: Limits = DEFAULT) -> Odds:
    """The exact odds of an expression.

    Args:
        dice: the expression.
        limits: of these, ``combinations`` bounds the steps.

    Raises:
        Invalid: it explodes, so that its totals have no end.
        LimitExceeded: the count takes more steps than the limit, naming it.

    Source: the counting of keep and drop follows from the multinomial theorem.
    """
    counts = _node(dice.root, limits)
    return Odds(counts, sum(counts.values()))


def _node(node: Node, limits: Limits) -> Counts:
    match node:
        case Number():
            return {node.value: 1}
        case Pool():
            return pool_counts(node, limits)
        case Sum():
            total = {0: 1}
            for part in node.parts:
                counts = _node(part.node, limits)
                if part.sign < 0:
                    counts = {-value: cases for value, cases in reversed(counts.items())}
                total = convolved(total, counts, limits)
            return total
        case Product():
            total = {1: 1}
            for factor in node.factors:
                total = combined(total, _node(factor, limits), mul, limits)
            return total
