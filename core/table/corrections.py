"""Corrections: an earlier record of the table's own is put right by what undoes it, and no more.

What a system did is put right by that system's commands, with ``corrects=`` the record's number.
There is no override for everything: what neither reaches is the matter of a return.
"""

from __future__ import annotations

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

    A spend is given back at the price paid, to whoever paid it; a gain is taken back; an effect
    that still runs, or waits, ends.

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
    play.correct(command.corrects, Spent, Gained, EffectBegan, reason=command.reason)
    if isinstance(event, EffectBegan):
        play.emit(EffectEnded(id=event.id, why="corrected", rule=event.rule), to=to)
        return
    undone = Gained if isinstance(event, Spent) else Spent
    play.emit(
        undone(
            actor=event.actor,
            pool=event.pool,
            amount=event.amount,
            for_=event.for_,
            rule=event.rule,
        ),
        to=to,
    )


@rules.evolves(Corrected)
def corrected(table: Table, event: Corrected) -> Table:
    """Which commit put the record right."""
    return structs.replace(table, corrected={**table.corrected, str(event.seq): event.commit})
