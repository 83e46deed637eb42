"""Pools: points that are spent and gained, guarded when the fact is emitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import structs

from ..audiences import said, sees
from ..errors import Refused
from ..hidden import narrowed
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm, owner
from ..play import Play
from ..rules import Rules
from ..vocabulary import Gained, Lent, Spent
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
    """Take points from a pool: those that are lent first, the oldest before the others.

    Args:
        actor: whose pool pays.
        pool: its name.
        amount: points, at least 1.
        for_: actor or seat on whose behalf, where another pays.
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
    """Points that may be spent from a pool: what is above its minimum, and what it is lent."""
    found = look.table.pools.get(actor, {}).get(pool)
    return usable(look.table, found) - found.minimum if found else 0


def usable(table: Table, pool: Pool) -> int:
    """Points that last, and those whose effect still runs; what it leaves is about to lapse."""
    return pool.lasting + sum(n for effect, n in pool.lent.items() if effect in table.effects)


class OfPool(Protocol):
    """A command about one pool."""

    @property
    def actor(self) -> str:
        """Whose pool."""
        ...

    @property
    def pool(self) -> str:
        """Its name."""
        ...


def with_actor(command: OpenPool, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the actor: only he learns of his pools."""
    actor = look.table.actors.get(command.actor)
    return said(actor.seen_by) if actor and actor.seen_by else None


@rules.decides(OpenPool, may=gm, to=with_actor)
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


def seen_with(command: OfPool, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the pool, and of whom it changes for: only he learns that it does."""
    pool = look.table.pools.get(command.actor, {}).get(command.pool, EMPTY)
    return said(narrowed(pool.seen_by, command, look.table)) if pool.seen_by else None


def need_pool(play: Play, actor: str, pool: str, path: str = "$.pool", rule: str = "") -> Pool:
    """A pool that there is, as far as whoever sends the command may know.

    Raises:
        Refused: there is none, or none that the sender knows of: in the same words.
    """
    found = play.table.pools.get(actor, {}).get(pool)
    if found is None or (play.sent and not sees(play.by, found.seen_by, play)):
        raise _missing(actor, pool, path, rule)
    return found


def need_known(play: Play, who: str, path: str, rule: str = "") -> None:
    """Somebody in play, a seat or the GM, as far as whoever sends the command may know.

    Raises:
        Refused: nobody is called so, or nobody that the sender knows of: in the same words.
    """
    actor = play.table.actors.get(who)
    if actor and play.sent and not sees(play.by, actor.seen_by, play):
        raise _nobody(who, path, rule)
    _need_somebody(play, who, path, rule)


def _need_somebody(play: Play, who: str, path: str, rule: str) -> None:
    known = who in play.table.actors or who in play.ledger.seats
    if not known and who not in ("", "gm"):
        raise _nobody(who, path, rule)


def _nobody(who: str, path: str, rule: str) -> Refused:
    return Refused(f"nobody is called {who!r}", path=path, rule=rule)


def _missing(actor: str, pool: str, path: str, rule: str) -> Refused:
    return Refused(
        f"{actor or 'the table'} has no {pool}", rule=rule, path=path, hint="open the pool first"
    )


@rules.decides(Spend, may=owner("actor"), to=seen_with)
def spend(command: Spend, play: Play) -> None:
    """A spend by hand: of one's own points, or by the GM."""
    if command.amount < 1:
        play.refuse("spend at least one point", path="$.amount")
    need_pool(play, command.actor, command.pool, rule=command.rule)
    need_known(play, command.for_, "$.for_", command.rule)
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
    need_pool(play, command.actor, command.pool, rule=command.rule)
    need_known(play, command.for_, "$.for_", command.rule)
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
    """Balance before and after, and whose lent points it takes."""
    _need_somebody(play, event.for_, "$.for_", event.rule)
    pool = play.table.pools.get(event.actor, {}).get(event.pool, EMPTY)
    lent = () if event.lasting else tuple(_taken(play.table, pool, event.amount))
    after = pool.balance - event.amount
    event = structs.replace(event, before=pool.balance, after=after, lent=lent)
    if not play.may_tell(pool.seen_by):
        _quietly(lambda: admit_spent(play.table, event), event.rule)
    return event


def _taken(table: Table, pool: Pool, amount: int) -> Iterator[Lent]:
    """What is taken of each effect's points, the oldest first, as far as they go."""
    for effect, points in pool.lent.items():
        part = min(points, amount) if effect in table.effects else 0
        if part > 0:
            amount -= part
            yield Lent(effect, points, points - part)


@rules.completes(Gained)
def complete_gained(event: Gained, play: Play) -> Gained:
    """Balance before and after, and what its effect lends."""
    _need_somebody(play, event.for_, "$.for_", event.rule)
    pool = play.table.pools.get(event.actor, {}).get(event.pool, EMPTY)
    before, had = pool.balance, pool.lent.get(event.effect, 0)
    lent = (Lent(event.effect, had, had + event.amount),) if event.effect else ()
    event = structs.replace(event, before=before, after=before + event.amount, lent=lent)
    if not play.may_tell(pool.seen_by):
        _quietly(lambda: admit_gained(play.table, event), event.rule)
    return event


def _quietly(guard: Callable[[], None], rule: str) -> None:
    """Who may not know of a pool is told neither its name nor its balance by what it refuses."""
    try:
        guard()
    except Refused:
        raise Refused("that cannot be done now", rule=rule) from None


@rules.admits(Spent)
def admit_spent(table: Table, event: Spent) -> None:
    """No pool falls below its minimum, by any path."""
    pool = _bounded(table, event)
    has = pool.lasting if event.lasting else usable(table, pool)
    if has - event.amount < pool.minimum:
        lasting = " that last" if event.lasting and pool.lent else ""
        raise Refused(
            f"{event.actor or 'the table'} has {has} {event.pool}{lasting}, "
            f"and would need {event.amount + pool.minimum}",
            rule=event.rule,
            path="$.amount",
            hint=f"{has - pool.minimum} would do" if has > pool.minimum else "",
        )


@rules.admits(Gained)
def admit_gained(table: Table, event: Gained) -> None:
    """Points that last stay within the maximum, by any path; what lends others runs."""
    pool = _bounded(table, event)
    if event.effect:
        effect = table.effects.get(event.effect)
        if effect is None or effect.start is not None:
            raise Refused(
                f"no effect {event.effect} runs", rule=event.rule, path="$.effect",
                hint="points are lent for as long as an effect runs: begin it first",
            )  # fmt: skip
    elif pool.maximum is not None and pool.lasting + event.amount > pool.maximum:
        raise Refused(
            f"{event.actor or 'the table'} holds {pool.maximum} {event.pool} at most",
            rule=event.rule,
            path="$.amount",
            hint=f"{pool.maximum - pool.lasting} would do",
        )


def _bounded(table: Table, event: Spent | Gained) -> Pool:
    if event.amount < 0:
        raise Refused("an amount is never negative", rule=event.rule, path="$.amount")
    pool = table.pools.get(event.actor, {}).get(event.pool)
    if pool is None:
        raise _missing(event.actor, event.pool, "$.pool", event.rule)
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
    lent = {**pool.lent, **{part.effect: part.after for part in event.lent}}
    lent = {effect: points for effect, points in lent.items() if points}
    return put(table, event.actor, event.pool, structs.replace(pool, balance=after, lent=lent))


def put(table: Table, actor: str, name: str, pool: Pool) -> Table:
    """The table with one pool as given."""
    own = {**table.pools.get(actor, {}), name: pool}
    return structs.replace(table, pools={**table.pools, actor: own})
