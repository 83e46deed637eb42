"""How unlikely a result is: exact where that can be counted, and corrected for looking often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, exp, lgamma, log, sqrt

MOST_STEPS = 3_000_000
"""Additions that a sum of dice is counted out with; beyond them it is as good as normal."""

_ENOUGH = 1e-12


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> float:
    """Pearson's statistic: how far counts lie from what is expected of them."""
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Chance that Pearson's statistic is at least so great by chance alone.

    The regularised incomplete gamma function Q(freedom / 2, statistic / 2), by its series below
    its mean and by Lentz's continued fraction above (Abramowitz and Stegun 6.5.29, 6.5.31).

    Args:
        statistic: as of `chi_square`.
        freedom: degrees of freedom, at least 1.
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        return max(0.0, 1 - scale * _series(a, x))
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * _ENOUGH:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    result, i = d, 0
    while True:
        i += 1
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        result *= d * c
        if abs(d * c - 1) < _ENOUGH:
            return result


def sum_tail(total: int, rolls: Sequence[tuple[Mapping[int, int], int]]) -> tuple[float, bool]:
    """Two-sided chance of a sum of rolls at least as far from the mean as this one.

    Args:
        total: sum of what was rolled.
        rolls: (ways by value, how often it was rolled) of each kind of roll.

    Returns:
        The chance, and whether it was counted out exactly; else it is the normal tail.
    """
    mean, variance = moments(rolls)
    far = abs(total - mean)
    if variance == 0:
        return 1.0, True
    work = 0
    span = 1
    for ways, times in rolls:
        width = max(ways) - min(ways)
        for _ in range(times):
            work += span * len(ways)
            span += width
            if work > MOST_STEPS:
                return erfc(far / sqrt(2 * variance)), False
    chances = {0: 1.0}
    for ways, times in rolls:
        whole = sum(ways.values())
        for _ in range(times):
            more: dict[int, float] = {}
            for value, chance in chances.items():
                for rolled, count in ways.items():
                    more[value + rolled] = more.get(value + rolled, 0.0) + chance * count / whole
            chances = more
    close = 1e-9 * (1 + far)  # a mean is no whole number, and floats round
    return min(1.0, sum(c for v, c in chances.items() if abs(v - mean) >= far - close)), True


def moments(rolls: Sequence[tuple[Mapping[int, int], int]]) -> tuple[float, float]:
    """Mean and variance of a sum of rolls."""
    mean = variance = 0.0
    for ways, times in rolls:
        whole = sum(ways.values())
        one = sum(value * count for value, count in ways.items()) / whole
        square = sum(value * value * count for value, count in ways.items()) / whole
        mean += times * one
        variance += times * (square - one * one)
    return mean, variance


def corrected(chances: Sequence[float]) -> tuple[float, ...]:
    """Each chance for having looked so often (Holm 1979): the least times all, and so on."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found = [1.0] * len(chances)
    least = 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, chances[i] * (len(chances) - rank)))
        found[i] = least
    return tuple(found)
