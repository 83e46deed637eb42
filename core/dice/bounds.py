"""Bounds: the smallest and the largest value of a pool."""

from __future__ import annotations

from .counting import pool_counts
from .limits import DEFAULT
from .pool import Condition, Keep, Pool, Reading

Bounds = tuple[int | None, int | None]  # None where explosions leave no bound


def pool_bounds(pool: Pool) -> Bounds:
    """The smallest and the largest value of a pool.

    They are reached, but for a count that keeps or drops exploding dice: 0 to what may count.

    Raises:
        LimitExceeded: a reading has more combinations than the default limits allow.
    """
    if isinstance(pool.finish, Reading):
        counts = pool_counts(pool, DEFAULT)
        return min(counts), max(counts)
    faces: list[int] = list(pool.kind.faces)
    if pool.reroll and pool.reroll.until:
        lost = pool.reroll.condition.span(pool.kind)
        faces = [face for face in faces if face not in lost]
    worth = pool.finish.holds if isinstance(pool.finish, Condition) else int
    if pool.explode is None:
        kept = pool.keep.kept(pool.count) if pool.keep else pool.count
        values = [worth(face) for face in faces]
        return kept * min(values), kept * max(values)
    bursts = pool.explode.span(pool.kind)
    last = [face for face in faces if face not in bursts]
    if pool.keep:
        return _exploding_keep_bounds(pool, pool.keep, faces, last)
    more = [worth(face) for face in faces if face in bursts]
    ends = [worth(face) for face in last]
    return (
        None if min(more, default=0) < 0 else pool.count * min(ends),
        None if max(more, default=0) > 0 else pool.count * max(ends),
    )


def _exploding_keep_bounds(pool: Pool, keep: Keep, faces: list[int], last: list[int]) -> Bounds:
    if keep.how[0] == "d":
        rest = pool.count - keep.number
        low = 0 if pool.finish else rest * min(last)
        return (None if faces[0] < 0 and not pool.finish else low), None
    if pool.finish:
        return 0, keep.number
    if keep.how == "kh":
        return keep.number * min(last), keep.number * max(faces)
    return keep.number * min(faces), keep.number * max(last)
