"""Exact odds: integer counts of every total, never a float and never a sample."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import comb

import msgspec

from ..errors import Invalid, LimitExceeded
from .limits import DEFAULT, Limits
from .pool import Condition, Keep, Pool, Reading
from .tree import Dice, Node, Number, Product, Sum

Counts = dict[int, int]


class Odds(msgspec.Struct, frozen=True):
    """How often each total comes up among ``whole`` equally likely cases.

    Args:
        counts: cases by total; only totals that can come up, ascending.
        whole: all cases together.
    """

    counts: Counts
    whole: int

    def minus(self, other: Odds) -> Odds:
        """The odds of this total less the other, thrown independently: the margin."""
        flipped = {-total: cases for total, cases in reversed(other.counts.items())}
        return Odds(_convolved(self.counts, flipped, DEFAULT), self.whole * other.whole)

    def against(self, other: Odds) -> Odds:
        """The margin of an opposed roll, as ``minus``: above 0 a win, 0 a tie."""
        return self.minus(other)

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
                total = _convolved(total, counts, limits)
            return total
        case Product():
            total = {1: 1}
            for factor in node.factors:
                total = _combined(total, _node(factor, limits), _product, limits)
            return total


def pool_counts(pool: Pool, limits: Limits) -> Counts:
    """Cases by value of one pool.

    Raises:
        Invalid: it explodes.
        LimitExceeded: it takes too many steps.
    """
    if pool.explode:
        raise Invalid(
            f"{pool} explodes: its totals have no end, so there are no exact odds",
            hint="ask for the odds of the same dice without e",
        )
    weights = _weights(pool)
    if isinstance(pool.finish, Reading):
        return _enumerated(pool, weights, limits)
    worth = pool.finish.holds if isinstance(pool.finish, Condition) else _itself
    if pool.keep is None or pool.keep.kept(pool.count) == pool.count:
        values: Counts = {}
        for face, weight in weights.items():
            value = int(worth(face))
            values[value] = values.get(value, 0) + weight
        return _power(dict(sorted(values.items())), pool.count, limits)
    return _kept(pool.count, pool.keep, weights, worth, limits)


def _weights(pool: Pool) -> Counts:
    """Cases by the face a die comes to rest on, re-rolls included."""
    faces, reroll = pool.kind.faces, pool.reroll
    if reroll is None:
        return dict.fromkeys(faces, 1)
    lost = reroll.condition.span(pool.kind)
    if reroll.until:
        return {face: 1 for face in faces if face not in lost}
    size = len(faces)
    return {face: len(lost) + (0 if face in lost else size) for face in faces}


def _power(values: Counts, count: int, limits: Limits) -> Counts:
    """The sum of ``count`` independent values: a power of a polynomial, packed into one integer."""
    if count == 1:
        return values
    low, high = min(values), max(values)
    slot = _slot(sum(values.values()) ** count)
    size = (high - low) * count + 1
    _within(size * slot, limits)
    packed = sum(cases << (value - low) * slot * 8 for value, cases in values.items())
    return _unpacked(packed**count, low * count, size, slot)


def _convolved(one: Counts, other: Counts, limits: Limits) -> Counts:
    """The sum of two independent values."""
    if len(one) == 1 or len(other) == 1:
        single, many = (one, other) if len(one) == 1 else (other, one)
        [(shift, factor)] = single.items()
        return {value + shift: cases * factor for value, cases in many.items()}
    low, low_other = min(one), min(other)
    size = max(one) - low + max(other) - low_other + 1
    if size > 8 * (len(one) + len(other)):
        return _combined(one, other, _sum, limits)
    slot = _slot(sum(one.values()) * sum(other.values()))
    _within(size * slot, limits)
    left = _packed(one, low, slot)
    right = _packed(other, low_other, slot)
    return _unpacked(left * right, low + low_other, size, slot)


def _packed(counts: Counts, low: int, slot: int) -> int:
    room = bytearray((max(counts) - low + 1) * slot)
    for value, cases in counts.items():
        at = (value - low) * slot
        room[at : at + slot] = cases.to_bytes(slot, "little")
    return int.from_bytes(room, "little")


def _unpacked(packed: int, low: int, size: int, slot: int) -> Counts:
    room = packed.to_bytes(size * slot, "little")
    if slot == 1:
        cases = list(room)
    elif slot <= 8:
        cases = memoryview(room).cast("H" if slot == 2 else "I" if slot == 4 else "Q").tolist()
    else:
        cases = [int.from_bytes(room[at : at + slot], "little") for at in range(0, len(room), slot)]
    return {value: number for value, number in enumerate(cases, low) if number}


def _slot(whole: int) -> int:
    """Bytes that hold any count up to the whole: 1, 2, 4, 8 or more."""
    needed = (whole.bit_length() + 7) // 8
    return 1 << (needed - 1).bit_length() if needed <= 8 else needed


def _combined(
    one: Counts, other: Counts, operation: Callable[[int, int], int], limits: Limits
) -> Counts:
    _within(len(one) * len(other), limits)
    total: Counts = {}
    for a, cases in one.items():
        for b, more in other.items():
            value = operation(a, b)
            total[value] = total.get(value, 0) + cases * more
    return dict(sorted(total.items()))


def _kept(
    count: int, keep: Keep, weights: Mapping[int, int], worth: Callable[[int], int], limits: Limits
) -> Counts:
    """Keep and drop: faces from the side that stays, with how many dice show each."""
    kept = keep.kept(count)
    _within(len(weights) ** 2 * (count + 1) ** 2 * (kept + 1) // 4, limits)
    placed: list[Counts] = [{} for _ in range(count + 1)]
    placed[0] = {0: 1}
    for face in sorted(weights, reverse=keep.high):
        after = [dict(counts) for counts in placed]
        value, weight = int(worth(face)), weights[face]
        for before, counts in enumerate(placed[:count]):
            ways = 1
            for more in range(1, count - before + 1):
                ways = comb(count - before, more) * weight**more
                gain = value * min(more, max(0, kept - before))
                target = after[before + more]
                for total, cases in counts.items():
                    target[total + gain] = target.get(total + gain, 0) + cases * ways
        placed = after
    return dict(sorted(placed[count].items()))


def _enumerated(pool: Pool, weights: Mapping[int, int], limits: Limits) -> Counts:
    """Readings: every combination of faces."""
    # compared before the power is formed, which may be huge
    steps = 1
    for _ in range(pool.count):
        steps *= len(weights)
        _within(steps * pool.count, limits)
    total: Counts = {}
    for faces in product(weights, repeat=pool.count):
        alive = [True] * pool.count
        pool.keep_from(faces, alive)
        value = pool.read([face for face, there in zip(faces, alive, strict=True) if there])
        cases = 1
        for face in faces:
            cases *= weights[face]
        total[value] = total.get(value, 0) + cases
    return dict(sorted(total.items()))


def _within(steps: int, limits: Limits) -> None:
    if steps > limits.combinations:
        raise LimitExceeded(
            f"exact odds take about {steps} steps; the limit combinations is {limits.combinations}",
            hint="ask for fewer dice or sides",
        )


def _itself(face: int) -> int:
    return face


def _sum(a: int, b: int) -> int:
    return a + b


def _product(a: int, b: int) -> int:
    return a * b
