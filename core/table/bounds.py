"""A pool's bounds, changed later, and its end."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType, structs

from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..vocabulary import Lent
from .pools import need_pool, put, seen_with
from .state import Pool, Refresh, Table, TableOptions

rules = Rules(Table, TableOptions)


class Bounds(Struct, frozen=True):
    """What a pool keeps to; each as of `OpenPool`."""

    minimum: int = 0
    maximum: int | None = None
    refresh: Refresh = ""
    to: int | None = None


class SetPool(Command, ruleset="table"):
    """Change a pool's bounds, as when somebody rises; what is not said stays as it is.

    Args:
        actor: whose pool, or empty for the table's own.
        pool: its name.
        minimum: it never falls below.
        maximum: it never rises above; null for no limit.
        refresh: scope at whose end it is filled up; empty for never.
        to: what it is filled up to; null leaves it as it is.
        rule: id of the rule that says so.
    """

    actor: str
    pool: str
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType | None = UNSET
    refresh: Refresh | UnsetType = UNSET
    to: int | UnsetType | None = UNSET
    rule: str = ""


class PoolChanged(Event, ruleset="table"):
    """A pool has other bounds; its balance is what it was.

    Args:
        actor: whose pool; empty for the table's own.
        pool: its name.
        before: bounds before.
        after: bounds now.
        rule: id of the rule.
    """

    actor: str
    pool: str
    before: Bounds
    after: Bounds
    rule: str = ""


class ClosePool(Command, ruleset="table"):
    """Do away with a pool; points left in it are gone.

    Args:
        actor: whose pool, or empty for the table's own.
        pool: its name.
        why: in a word.
    """

    actor: str
    pool: str
    why: str = ""


class PoolClosed(Event, ruleset="table"):
    """A pool is no more.

    Args:
        actor: whose pool it was; empty for the table's own.
        pool: its name.
        before: balance that went with it.
        lent: by effect, what that lent of the balance.
        why: in a word.
    """

    actor: str
    pool: str
    before: int
    lent: tuple[Lent, ...] = ()
    why: str = ""


@rules.decides(SetPool, may=gm, to=seen_with)
def set_pool(command: SetPool, play: Play) -> None:
    """The points that last must lie within the new bounds, and so must what it is filled up to."""
    pool = need_pool(play, command.actor, command.pool, rule=command.rule)
    before = Bounds(pool.minimum, pool.maximum, pool.refresh, pool.to)
    given = {
        field: value
        for field in Bounds.__struct_fields__
        if (value := getattr(command, field)) is not UNSET
    }
    after = structs.replace(before, **given)
    if after == before:
        play.refuse(
            "nothing would change", rule=command.rule, hint="say minimum, maximum, refresh or to"
        )
    _fit(play, command, pool, after)
    play.emit(
        PoolChanged(
            actor=command.actor, pool=command.pool, before=before, after=after, rule=command.rule
        )
    )


def _fit(play: Play, command: SetPool, pool: Pool, after: Bounds) -> None:
    """Refuse what would leave the balance, or what it is filled up to, outside the bounds."""
    low, high, to, rule = after.minimum, after.maximum, after.to, command.rule
    whose = command.actor or "the table"
    if high is not None and high < low:
        path = "$.minimum" if command.maximum is UNSET else "$.maximum"
        play.refuse(
            "the maximum is below the minimum", path=path, rule=rule,
            hint=f"the minimum would be {low}, the maximum {high}",
        )  # fmt: skip
    has = f"{whose} has {pool.lasting} {command.pool}"
    if pool.lasting < low:
        play.refuse(
            f"{has}, which is below a minimum of {low}", path="$.minimum", rule=rule,
            hint=f"a minimum of {pool.lasting} would do, or a gain of {low - pool.lasting} first",
        )  # fmt: skip
    if high is not None and pool.lasting > high:
        play.refuse(
            f"{has}, which is above a maximum of {high}", path="$.maximum", rule=rule,
            hint=f"a maximum of {pool.lasting} would do, or {pool.lasting - high} spent first",
        )  # fmt: skip
    if to is not None and (to < low or (high is not None and to > high)):
        bound = "minimum" if to < low else "maximum"
        path = f"$.{bound}" if command.to is UNSET else "$.to"
        play.refuse(
            f"it is filled up to {to}, and the {bound} would be {low if to < low else high}",
            path=path, rule=rule, hint="say to what it is filled up as well",
        )  # fmt: skip


@rules.evolves(PoolChanged)
def pool_changed(table: Table, event: PoolChanged) -> Table:
    """The bounds that the event states."""
    pool = table.pools.get(event.actor, {}).get(event.pool, Pool())
    return put(table, event.actor, event.pool, structs.replace(pool, **structs.asdict(event.after)))


@rules.decides(ClosePool, may=gm, to=seen_with)
def close_pool(command: ClosePool, play: Play) -> None:
    """What is left is said, and gone."""
    pool = need_pool(play, command.actor, command.pool)
    lent = tuple(Lent(effect, points, 0) for effect, points in pool.lent.items())
    play.emit(
        PoolClosed(
            actor=command.actor,
            pool=command.pool,
            before=pool.balance,
            lent=lent,
            why=command.why,
        )
    )


@rules.evolves(PoolClosed)
def pool_closed(table: Table, event: PoolClosed) -> Table:
    """Every pool but that."""
    own = {k: v for k, v in table.pools.get(event.actor, {}).items() if k != event.pool}
    rest = {k: v for k, v in table.pools.items() if k != event.actor}
    return structs.replace(table, pools={**rest, event.actor: own} if own else rest)
