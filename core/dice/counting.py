"""Counting cases: pools and independent sums, in whole numbers only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import comb
from operator import add

from ..errors import Invalid, LimitExceeded
from .limits import Limits
from .pool import Condition, Keep, Pool, Reading

Counts = dict[int, int]


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
    return _unpacked(_packed(values, low, slot) ** count, low * count, size, slot)


def convolved(one: Counts, other: Counts, limits: Limits) -> Counts:
    """The sum of two independent values."""
    if len(one) == 1 or len(other) == 1:
        single, many = (one, other) if len(one) == 1 else (other, one)
        [(shift, factor)] = single.items()
        return {value + shift: cases * factor for value, cases in many.items()}
    low, low_other = min(one), min(other)
    size = max(one) - low + max(other) - low_other + 1
    if size > 8 * (len(one) + len(other)):
        return combined(one, other, add, limits)
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


def combined(
    one: Counts, other: Counts, operation: Callable[[int, int], int], limits: Limits
) -> Counts:
    """Two independent values under any operation: every pair."""
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
    values = {int(worth(face)) for face in weights}
    totals = (max(values) - min(values)) * kept + 1
    _within(len(weights) * count * (count + 1) // 2 * totals, limits)
    placed: list[Counts] = [{} for _ in range(count + 1)]
    placed[0] = {0: 1}
    for face in sorted(weights, reverse=keep.high):
        after = [dict(counts) for counts in placed]
        value, weight = int(worth(face)), weights[face]
        for before, counts in enumerate(placed[:count]):
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
