"""Points that change hands: out of one pool and into another, both or neither."""

from __future__ import annotations

from ..messages import Command
from ..permissions import owner
from ..play import Play
from ..rules import Rules
from ..vocabulary import Gained, Place, Spent
from .pools import need_known, need_pool, seen_with
from .state import Table, TableOptions

rules = Rules(Table, TableOptions)


class Transfer(Command, ruleset="table"):
    """Give points of one pool to another; points that are lent are not given away.

    Args:
        actor: whose pool pays.
        pool: its name.
        to: whose pool gains; empty for the table's own.
        amount: points, at least 1.
        to_pool: name of the pool that gains, where it is another.
        rule: id of the rule that says so.
    """

    actor: str
    pool: str
    to: str
    amount: int
    to_pool: str = ""
    rule: str = ""


@rules.decides(Transfer, may=owner("actor"), to=seen_with)
def transfer(command: Transfer, play: Play) -> None:
    """One half tells of the other, so that both pools are known to the same people."""
    c = command
    name, path = c.to_pool or c.pool, "$.to_pool" if c.to_pool else "$.to"
    if c.amount < 1:
        play.refuse("give at least one point", path="$.amount", rule=c.rule)
    pays = need_pool(play, c.actor, c.pool, rule=c.rule)
    need_known(play, c.to, "$.to", c.rule)
    gains = need_pool(play, c.to, name, path, c.rule)
    if (c.actor, c.pool) == (c.to, name):
        play.refuse("that is one and the same pool", path=path, rule=c.rule)
    if pays.seen_by != gains.seen_by:
        play.refuse(
            "the two pools are not known to the same people", path=path, rule=c.rule,
            hint="spend from the one and gain in the other",
        )  # fmt: skip
    payer, payee = Place(c.actor, c.pool), Place(c.to, name)
    play.emit(
        Spent(
            actor=c.actor,
            pool=c.pool,
            amount=c.amount,
            rule=c.rule,
            lasting=True,
            given_to=payee,
        )
    )
    play.emit(Gained(actor=c.to, pool=name, amount=c.amount, rule=c.rule, given_by=payer))
