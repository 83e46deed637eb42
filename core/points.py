"""Points that come and go; part of the vocabulary, which offers these again."""

from __future__ import annotations

from msgspec import Struct

from .messages import Event


class Place(Struct, frozen=True):
    """A pool: whose, empty for the table's own, and its name."""

    actor: str
    pool: str


class Lent(Struct, frozen=True):
    """Points of one pool that an effect lends, around a change.

    Args:
        effect: its id.
        before: points of its that were left before.
        after: points of its that are left after.
    """

    effect: str
    before: int
    after: int


class Spent(Event, ruleset="table"):
    """Points left a pool: those that are lent first, then those that last.

    Args:
        actor: whose pool pays; empty for a pool of the table itself.
        pool: its name.
        amount: points, at least 0.
        before: balance before; filled when emitted.
        after: balance after; filled when emitted.
        for_: on whose behalf, where another pays.
        rule: id of the rule.
        lasting: whether only points that last will do.
        lent: what it took of each effect's points, the oldest first; filled when emitted.
        given_to: the pool that gains them, where they change hands.
    """

    actor: str
    pool: str
    amount: int
    before: int | None = None
    after: int | None = None
    for_: str = ""
    rule: str = ""
    lasting: bool = False
    lent: tuple[Lent, ...] = ()
    given_to: Place | None = None


class Gained(Event, ruleset="table"):
    """Points came into a pool, for good or for as long as an effect runs.

    Args:
        actor: whose pool gains; empty for a pool of the table itself.
        pool: its name.
        amount: points, at least 0.
        before: balance before; filled when emitted.
        after: balance after; filled when emitted.
        for_: on whose behalf.
        rule: id of the rule.
        effect: id of the running effect that lends them, empty for points that last.
        lent: what that effect lends, before and after; filled when emitted.
        given_by: the pool that they left, where they change hands.
    """

    actor: str
    pool: str
    amount: int
    before: int | None = None
    after: int | None = None
    for_: str = ""
    rule: str = ""
    effect: str = ""
    lent: tuple[Lent, ...] = ()
    given_by: Place | None = None
