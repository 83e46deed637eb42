"""Pools: points that are spent and gained, guarded when the fact is emitted."""

from __future__ import annotations

from msgspec import structs

from ..audiences import said
from ..errors import Refused
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..vocabulary import Gained, Spent
from .state import Pool, Refresh, Table, TableOptions

rules = Rules(Table, TableOptions)

EMPTY = Pool()


class OpenPool(Command, ruleset="table"):
    """Give an actor, or the table, a pool of points.

    Args:
        actor: id, or empty for a pool of the table itself.
        pool: its name.
        balance: points to begin with.
        minimum: it never falls below.
        maximum: it never rises above.
        refresh: scope at whose end it is filled up.
        to: what it is filled up to.
    """

    actor: str
    pool: str
    balance: int = 0
    minimum: int = 0
    maximum: int | None = None
    refresh: Refresh = ""
    to: int | None = None


class PoolOpened(Event, ruleset="table"):
    """There is a new pool, with its bounds; its first points come as `Gained`.

    ``seen_by`` is its audience as stored; it is filled when emitted.
    """

    actor: str
    pool: str
    minimum: int
    maximum: int | None
    refresh: Refresh
    to: int | None
    seen_by: str = ""


class Spend(Command, ruleset="table"):
    """Take points from a pool.

    Args:
        actor: whose pool pays.
        pool: its name.
        amount: points, at least 1.
        for_: on whose behalf, where another pays.
        rule: id of the rule that says so.
    """

    actor: str
    pool: str
    amount: int
    for_: str = ""
    rule: str = ""


class Gain(Command, ruleset="table"):
    """Add points to a pool; fields as of `Spend`."""

    actor: str
    pool: str
    amount: int
    for_: str = ""
    rule: str = ""


def balance(look: Look, actor: str, pool: str) -> int:
    """Points in a pool now; 0 where there is none."""
    return look.table.pools.get(actor, {}).get(pool, EMPTY).balance


def affordable(look: Look, actor: str, pool: str) -> int:
    """Points that may be spent from a pool: its balance above its minimum."""
    found = look.table.pools.get(actor, {}).get(pool)
    return found.balance - found.minimum if found else 0


@rules.decides(OpenPool, may=gm)
def open_pool(command: OpenPool, play: Play) -> None:
    """A pool is opened once for whoever is in play."""
    if command.actor and command.actor not in play.table.actors:
        play.refuse(f"there is no actor {command.actor!r}", path="$.actor")
    if command.pool in play.table.pools.get(command.actor, {}):
        play.refuse(f"{command.actor or 'the table'} has {command.pool} already", path="$.pool")
    if command.maximum is not None and command.maximum < command.minimum:
        play.refuse("the maximum is below the minimum", path="$.maximum")
    for field, points in (("balance", command.balance), ("to", command.to)):
        if points is not None and points < command.minimum:
            play.refuse(f"{points} is below the minimum", path=f"$.{field}")
        if points is not None and command.maximum is not None and points > command.maximum:
            play.refuse(f"{points} is above the maximum", path=f"$.{field}")
    play.emit(
        PoolOpened(
            actor=command.actor,
            pool=command.pool,
            minimum=command.minimum,
            maximum=command.maximum,
            refresh=command.refresh,
            to=command.to,
        )
    )
    if command.balance > 0:
        play.emit(Gained(actor=command.actor, pool=command.pool, amount=command.balance))
    elif command.balance < 0:
        play.emit(Spent(actor=command.actor, pool=command.pool, amount=-command.balance))


@rules.completes(PoolOpened)
def complete_opened(event: PoolOpened, play: Play) -> PoolOpened:
    """Its audience, for its refreshes."""
    return structs.replace(event, seen_by=play.emitting_to)


@rules.evolves(PoolOpened)
def pool_opened(table: Table, event: PoolOpened) -> Table:
    """The pool, empty."""
    pool = Pool(0, event.minimum, event.maximum, event.refresh, event.to, event.seen_by)
    return put(table, event.actor, event.pool, pool)


def seen_with(command: Spend | Gain, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the pool: only he learns that it changes."""
    pool = look.table.pools.get(command.actor, {}).get(command.pool, EMPTY)
    return said(pool.seen_by) if pool.seen_by else None


@rules.decides(Spend, may=gm, to=seen_with)
def spend(command: Spend, play: Play) -> None:
    """A spend by hand."""
    if command.amount < 1:
        play.refuse("spend at least one point", path="$.amount")
    play.emit(
        Spent(
            actor=command.actor,
            pool=command.pool,
            amount=command.amount,
            for_=command.for_,
            rule=command.rule,
        )
    )


@rules.decides(Gain, may=gm, to=seen_with)
def gain(command: Gain, play: Play) -> None:
    """A gain by hand."""
    if command.amount < 1:
        play.refuse("gain at least one point", path="$.amount")
    play.emit(
        Gained(
            actor=command.actor,
            pool=command.pool,
            amount=command.amount,
            for_=command.for_,
            rule=command.rule,
        )
    )


@rules.completes(Spent)
def complete_spent(event: Spent, play: Play) -> Spent:
    """Balance before and after."""
    before = balance(play, event.actor, event.pool)
    return structs.replace(event, before=before, after=before - event.amount)


@rules.completes(Gained)
def complete_gained(event: Gained, play: Play) -> Gained:
    """Balance before and after."""
    before = balance(play, event.actor, event.pool)
    return structs.replace(event, before=before, after=before + event.amount)


@rules.admits(Spent)
def admit_spent(table: Table, event: Spent) -> None:
    """No pool falls below its minimum, by any path."""
    pool = _bounded(table, event)
    if pool.balance - event.amount < pool.minimum:
        raise Refused(
            f"{event.actor or 'the table'} has {pool.balance} {event.pool}, "
            f"and would need {event.amount + pool.minimum}",
            rule=event.rule,
            path="$.amount",
        )


@rules.admits(Gained)
def admit_gained(table: Table, event: Gained) -> None:
    """No pool rises above its maximum, by any path."""
    pool = _bounded(table, event)
    if pool.maximum is not None and pool.balance + event.amount > pool.maximum:
        raise Refused(
            f"{event.actor or 'the table'} holds {pool.maximum} {event.pool} at most",
            rule=event.rule,
            path="$.amount",
            hint=f"{pool.maximum - pool.balance} would do",
        )


def _bounded(table: Table, event: Spent | Gained) -> Pool:
    if event.amount < 0:
        raise Refused("an amount is never negative", rule=event.rule, path="$.amount")
    pool = table.pools.get(event.actor, {}).get(event.pool)
    if pool is None:
        raise Refused(
            f"{event.actor or 'the table'} has no {event.pool}",
            rule=event.rule,
            path="$.pool",
            hint="open the pool first",
        )
    return pool


@rules.evolves(Spent)
def spent(table: Table, event: Spent) -> Table:
    """The balance that the event states."""
    return _balanced(table, event)


@rules.evolves(Gained)
def gained(table: Table, event: Gained) -> Table:
    """The balance that the event states."""
    return _balanced(table, event)


def _balanced(table: Table, event: Spent | Gained) -> Table:
    pool = table.pools.get(event.actor, {}).get(event.pool, EMPTY)
    after = pool.balance if event.after is None else event.after
    return put(table, event.actor, event.pool, structs.replace(pool, balance=after))


def put(table: Table, actor: str, name: str, pool: Pool) -> Table:
    """The table with one pool as given."""
    own = {**table.pools.get(actor, {}), name: pool}
    return structs.replace(table, pools={**table.pools, actor: own})
