"""The line below the prompt: scene, round, whose turn it is, points, what is waited for. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.questions import waiting_for
from ...core.table.order import held_slots, waiting_slots
from ...core.telling import Words
from ...core.views import View
from ..transcript import clean


def pieces(view: View, seat: str, words: Words) -> list[str]:
    """What one view shows of how things stand, piece by piece.

    Args:
        view: of somebody at the keyboard.
        seat: that types: its actors' points are shown, and those of whoever has the turn.
        words: of the reader's language.
    """
    found = []
    table = view.table
    if table.scene:
        found.append(": ".join(filter(None, (words.say("replay.scene"), table.scene.title))))
    if table.round:
        found.append(_round(view, words))
    for actor in _shown(view, seat):
        points = ", ".join(
            f"{words.pool(name)} {pool.balance}"
            for name, pool in table.pools.get(actor, {}).items()
        )
        if points:
            found.append(f"{_name(view, actor, words)}: {points}")
    if table.pending:
        who = ", ".join(_name(view, one, words) for one in waiting_for(table.pending))
        found.append(words.say("play.waits", who=who))
    return [clean(piece) for piece in found]


def line(of_each: Iterable[Sequence[str]], more: Iterable[str] = ()) -> str:
    """The status line: of the pieces that each at the keyboard sees, those that all see.

    Args:
        of_each: pieces by view, first that of whoever types.
        more: that go before them.
    """
    first, *others = of_each
    return " · ".join([*more, *(piece for piece in first if all(piece in o for o in others))])


def _round(view: View, words: Words) -> str:
    now = view.table.round
    assert now is not None
    text = f"{words.say('replay.round')} {now.number}"
    if now.open:
        text += ", " + words.say("replay.acting", slot=_of_slot(view, now.open, words))
    ready = waiting_slots(now)
    if ready:
        slots = ", ".join(_of_slot(view, slot, words) for slot in ready)
        text += ", " + words.say("replay.next", slots=slots)
    if aside := (*now.paused, *held_slots(now)):
        slots = ", ".join(_of_slot(view, slot, words) for slot in aside)
        text += ", " + words.say("play.held", slots=slots)
    return text


def _of_slot(view: View, slot: str, words: Words) -> str:
    now = view.table.round
    found = now.slots.get(slot) if now else None
    return _name(view, found.actor, words) if found and found.actor else slot


def _shown(view: View, seat: str) -> list[str]:
    """Actors of the seat, then whoever has the turn, then the table itself."""
    own = [actor for actor in view.table.actors if seat in view.owners(actor)]
    return list(dict.fromkeys((*own, *view.table.turning, "")))


def _name(view: View, who: str, words: Words) -> str:
    if who in ("", "gm"):
        return words.say(f"table.who.{who or 'table'}")
    actor = view.table.actors.get(who)
    seat = view.ledger.seats.get(who)
    return actor.name if actor else seat.name if seat else who
