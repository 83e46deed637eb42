"""Figures of the dice: a sealed roll with its event, exact odds, hostile text."""

from __future__ import annotations

import time
from collections.abc import Iterator

import d20  # type: ignore[import-untyped]
from dyce import H
from timing import Figure, at_least, at_most, pairs

from rollbook.core.dice import Sealed, evaluate, key, odds, parse
from rollbook.core.errors import RollbookError
from rollbook.core.vocabulary import Rolled, SealedDraw

ROLLS = 2000

HOSTILE = (
    "100000000d6", "1d6e>=1", "d1e=1", "(" * 800 + "1d6" + ")" * 800, "9" * 5000,
    "99999999999999999999d99999999999999999999", "1d6!", "1d10000e=1", "1d6ro<=6e>=1",
    "1d6ru<=6", "1000d6ru<=5", "-" * 400 + "1", "1d6" + "+1d6" * 1200, "d" * 500,
    "1000d10000kh999", "1d6[" + "x" * 480, "\x00" * 400, "²d6", "1d6" * 100,
    "999999999*999999999*999999999", "1e400", "0x10d6", "1d6;drop table", "1d-6",
)  # fmt: skip


def rolls() -> Iterator[Figure]:
    """Parse (cached), seal, roll and make the event of 4dF, against d20 rolling 4d6."""
    secret = key(b"s" * 32, [b"entropy"])

    def ours() -> None:
        for i in range(ROLLS):
            dice = parse("4dF")
            source = Sealed(secret, "bench", 0, "snorri", i)
            outcome = evaluate(dice, source)
            Rolled(
                id="r1.1", actor="snorri", purpose="attack", notation=dice.notation,
                draw=SealedDraw(0, "open", "snorri", i), dice=outcome.dice,
                natural=outcome.value, total=outcome.value,
            )  # fmt: skip

    ratio, mine, other = pairs(ours, lambda: [d20.roll("4d6") for _ in range(ROLLS)], 15)
    detail = f"{mine / ROLLS * 1e6:.1f} against {other / ROLLS * 1e6:.1f} µs"
    yield at_least(
        "sealed 4dF with its event, times as fast as d20's 4d6", 1 / ratio, 1.5, "×", detail
    )


def chances() -> Iterator[Figure]:
    """Exact odds of 4dF against 4dF, against dyce."""
    dice = parse("4dF")

    def ours() -> None:
        for _ in range(200):
            one = odds(dice)
            one.against(one)

    def theirs() -> None:
        for _ in range(200):
            one = 4 @ H((-1, 0, 1))
            _ = one - one

    ratio, mine, other = pairs(ours, theirs, 15)
    detail = f"{mine / 200 * 1e6:.0f} against {other / 200 * 1e6:.0f} µs"
    yield at_most("exact odds of 4dF against 4dF, against dyce", ratio, 1.0, "×", detail)


def hostile() -> Iterator[Figure]:
    """The slowest refusal of hostile dice text."""
    slowest = 0.0
    for text in HOSTILE:
        started = time.perf_counter()
        refused = False
        try:
            odds(parse(text))
        except RollbookError:
            refused = True
        assert refused, text
        slowest = max(slowest, time.perf_counter() - started)
    yield at_most(
        "hostile dice text, slowest refusal", slowest * 1e3, 10.0, "ms", f"{len(HOSTILE)} texts"
    )
