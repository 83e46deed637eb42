"""Timing two things side by side, so that what disturbs the machine disturbs both."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Figure(Struct, frozen=True):
    """One measured figure against its bar.

    Args:
        name: what is measured, against what.
        value: as measured.
        bar: what it has to meet.
        unit: of both.
        ok: whether it does.
        detail: the times behind a ratio.
    """

    name: str
    value: float
    bar: float
    unit: str
    ok: bool
    detail: str = ""


def timed(work: Callable[[], Any]) -> float:
    """Seconds that one call takes, with the collector held off."""
    gc.collect()
    gc.disable()
    started = time.perf_counter()
    work()
    took = time.perf_counter() - started
    gc.enable()
    return took


def pairs(
    ours: Callable[[], Any], theirs: Callable[[], Any], runs: int
) -> tuple[float, float, float]:
    """Median of ratios ours / theirs over alternating runs, and both medians in seconds."""
    mine, other = [], []
    for i in range(runs):
        first, second = (ours, theirs) if i % 2 == 0 else (theirs, ours)
        one, two = timed(first), timed(second)
        mine.append(one if i % 2 == 0 else two)
        other.append(two if i % 2 == 0 else one)
    ratios = [a / b for a, b in zip(mine, other, strict=True)]
    return statistics.median(ratios), statistics.median(mine), statistics.median(other)


def at_most(name: str, value: float, bar: float, unit: str, detail: str = "") -> Figure:
    """A figure that may not exceed its bar."""
    return Figure(name, round(value, 3), bar, unit, value <= bar, detail)


def at_least(name: str, value: float, bar: float, unit: str, detail: str = "") -> Figure:
    """A figure that has to reach its bar."""
    return Figure(name, round(value, 3), bar, unit, value >= bar, detail)
