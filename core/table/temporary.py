"""Points for a while: lent by an effect, spent before others, gone with it."""

from __future__ import annotations

from msgspec import structs

from ..audiences import said
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..until import Until, Uses
from ..vocabulary import EffectBegan, EffectEnded, Gained, Spent, Weighed
from .bounds import PoolClosed
from .pools import EMPTY, need_pool, put, seen_with
from .state import Table, TableOptions

rules = Rules(Table, TableOptions)

TEMPORARY = "table.temporary"
"""Kind of an effect that does nothing but lend points."""


class GainTemporary(Command, ruleset="table"):
    """Lend points to a pool: beyond its maximum, spent first, gone when their time is over.

    Args:
        actor: whose pool, or empty for the table's own.
        pool: its name.
        amount: points, at least 1.
        until: when what is left of them is gone.
        source: who or what lends them.
        rule: id of the rule that says so.
    """

    actor: str
    pool: str
    amount: int
    until: Until
    source: str = ""
    rule: str = ""


class Lapsed(Event, ruleset="table"):
    """Points that an effect lent, and that were left, went with it.

    Args:
        actor: whose pool loses them; empty for a pool of the table itself.
        pool: its name.
        amount: points, at least 1.
        before: balance before.
        after: balance after.
        effect: id of the effect that has ended.
    """

    actor: str
    pool: str
    amount: int
    before: int
    after: int
    effect: str


@rules.decides(GainTemporary, may=gm, to=seen_with)
def gain_temporary(command: GainTemporary, play: Play) -> None:
    """Points that are lent hang on an effect of their own."""
    if command.amount < 1:
        play.refuse("gain at least one point", path="$.amount", rule=command.rule)
    need_pool(play, command.actor, command.pool, rule=command.rule)
    if isinstance(command.until, Uses):
        play.refuse(
            "nothing uses such points but spending them", path="$.until", rule=command.rule,
            hint="say until when they last, as the end of the scene",
        )  # fmt: skip
    began = play.emit(
        EffectBegan(
            id=play.id("e"),
            actor=command.actor,
            kind=TEMPORARY,
            amount=command.amount,
            until=command.until,
            source=command.source,
            rule=command.rule,
        )
    )
    play.emit(
        Gained(
            actor=command.actor,
            pool=command.pool,
            amount=command.amount,
            effect=began.id,
            rule=command.rule,
        )
    )


@rules.reacts(EffectEnded)
def lapse_ended(event: EffectEnded, play: Play) -> None:
    """What it lent goes with it."""
    _lapse(play, event.id)


@rules.reacts(Weighed)
def lapse_used(event: Weighed, play: Play) -> None:
    """What is used up has ended too."""
    for used in event.used:
        if used.left <= 0:
            _lapse(play, used.effect)


def _lapse(play: Play, effect: str) -> None:
    for actor, pools in list(play.table.pools.items()):
        for name, pool in pools.items():
            if left := pool.lent.get(effect, 0):
                play.emit(
                    Lapsed(
                        actor=actor,
                        pool=name,
                        amount=left,
                        before=pool.balance,
                        after=pool.balance - left,
                        effect=effect,
                    ),
                    to=said(pool.seen_by),
                )


@rules.evolves(Lapsed)
def lapsed(table: Table, event: Lapsed) -> Table:
    """The balance that the event states; nothing is lent by that effect."""
    pool = table.pools.get(event.actor, {}).get(event.pool, EMPTY)
    lent = {effect: points for effect, points in pool.lent.items() if effect != event.effect}
    pool = structs.replace(pool, balance=event.after, lent=lent)
    return put(table, event.actor, event.pool, pool)


@rules.reacts(Spent)
def end_spent(event: Spent, play: Play) -> None:
    """An effect that has nothing left to lend ends, if lending is all it does."""
    for part in event.lent:
        if not part.after:
            _end_empty(play, part.effect, "spent")


@rules.reacts(PoolClosed)
def end_closed(event: PoolClosed, play: Play) -> None:
    """So does one whose points went with their pool."""
    for part in event.lent:
        _end_empty(play, part.effect, "pool closed")


def _end_empty(play: Play, name: str, why: str) -> None:
    effect = play.table.effects.get(name)
    if effect is None or effect.kind != TEMPORARY:
        return
    if any(name in pool.lent for pools in play.table.pools.values() for pool in pools.values()):
        return
    play.emit(EffectEnded(id=name, why=why, rule=effect.rule), to=said(effect.seen_by))
