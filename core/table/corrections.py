"""Corrections: an earlier record of the table's own is put right by what undoes it, and no more.

What a system did is put right by that system's commands, with ``corrects=`` the record's number.
There is no override for everything: what neither reaches is the matter of a return.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ..audiences import said
from ..messages import Command
from ..past import knowing
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..vocabulary import Corrected, EffectBegan, EffectEnded, Gained, Spent
from .state import Table, TableOptions

rules = Rules(Table, TableOptions)


class Correct(Command, ruleset="table"):
    """Undo one spend, gain or effect, and nothing that came after it.

    A spend is given back at the price paid, to whoever paid it, points that are lent included as
    long as what lends them runs: of those of an effect that has ended nothing would be left now.
    A gain is taken back; an effect that still runs, or waits, ends.

    Args:
        corrects: seq of the record, as the log numbers it.
        reason: in words.
    """

    corrects: int
    reason: str


@rules.decides(Correct, may=gm)
def correct(command: Correct, play: Play) -> None:
    """Each record once; bounds of pools hold as ever."""
    if not command.reason.strip():
        play.refuse("say why", path="$.reason")
    entry = play.earlier(command.corrects, Spent, Gained, EffectBegan)
    to = said(knowing(play, entry))
    event = entry.message
    if isinstance(event, EffectBegan) and event.id not in play.table.effects:
        play.refuse(f"the effect {event.id} has ended", path="$.corrects", rule=event.rule)
    if isinstance(event, Spent | Gained):
        _alone(command.corrects, event, play)
    play.correct(command.corrects, Spent, Gained, EffectBegan, reason=command.reason)
    if isinstance(event, EffectBegan):
        play.emit(EffectEnded(id=event.id, why="corrected", rule=event.rule), to=to)
        return
    for undone in tuple(_undone(event, play.table)):
        play.emit(undone, to=to)


def _alone(seq: int, event: Spent | Gained, play: Play) -> None:
    """Refuse what is not undone alone: half a transfer, or points that hang on an effect."""
    if event.given_to if isinstance(event, Spent) else event.given_by:
        play.refuse(
            f"record {seq} is half of a transfer", path="$.corrects", rule=event.rule,
            hint="have the points given back: table.transfer",
        )  # fmt: skip
    if isinstance(event, Gained) and event.effect:
        play.refuse(
            f"the points of record {seq} are lent by {event.effect}", path="$.corrects",
            rule=event.rule, hint="end that effect, or put its beginning right",
        )  # fmt: skip
    if event.lent and not any(_undone(event, play.table)):
        play.refuse(
            f"all points of record {seq} were lent, and what lent them has ended",
            path="$.corrects", rule=event.rule,
            hint="lend them again, or return to before it",
        )  # fmt: skip


def _undone(event: Spent | Gained, table: Table) -> Iterator[Spent | Gained]:
    """What gives a spend back, to each effect that runs its own, or takes a gain back."""
    who, pool, for_, rule = event.actor, event.pool, event.for_, event.rule
    if isinstance(event, Gained):
        yield Spent(
            actor=who, pool=pool, amount=event.amount, for_=for_, rule=rule, lasting=True
        )  # fmt: skip
        return
    lasting = event.amount
    for part in event.lent:
        points = part.before - part.after
        lasting -= points
        if part.effect in table.effects:
            yield Gained(
                actor=who, pool=pool, amount=points, for_=for_, rule=rule, effect=part.effect
            )  # fmt: skip
    if lasting or not event.lent:
        yield Gained(actor=who, pool=pool, amount=lasting, for_=for_, rule=rule)


@rules.evolves(Corrected)
def corrected(table: Table, event: Corrected) -> Table:
    """Which commit put the record right."""
    return structs.replace(table, corrected={**table.corrected, str(event.seq): event.commit})
