"""What is not for everybody: whom a record names, and what it tells of, narrow who sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .audiences import both, sees
from .modifiers import Modifier
from .vocabulary import EffectEnded, Gained, Spent, Weighed

if TYPE_CHECKING:
    from .look import Look
    from .table.state import Table

NAMING = ("actor", "target", "source", "for_", "sides", "targets", "winner")
"""Fields of commands and events that name actors, alone or several."""

_WITHIN = ("until", "start", "given_to", "given_by")


def narrowed(to: str, message: Any, table: Table) -> str:
    """An audience no wider than that of whom and what a message tells of.

    It is that of an actor named in one of `NAMING`, by whose turns something lasts, or whose
    pool is the other half of a transfer; of the pool that is spent from or gained in; of the
    effect that ends; of the effects whose modifiers were weighed.

    Args:
        to: audience as stored, as it would be otherwise.
        message: command or event that is to be recorded.
        table: of now.
    """
    for own in _audiences(message, table):
        to = both(to, own)
    return to


def of_actors(names: Iterable[str], table: Table) -> Iterator[str]:
    """Audience, as stored, of each of these who is an actor, or was one that few knew of."""
    for name in names:
        actor = table.actors.get(name)
        yield actor.seen_by if actor is not None else table.left.get(name, "")


def unknown_to(viewer: str, look: Look) -> Iterator[str]:
    """Ids of actors, also of those who have left, of whom a viewer may not know."""
    for name in (*look.table.actors, *look.table.left):
        for own in of_actors((name,), look.table):
            if not sees(viewer, own, look):
                yield name


def of_sources(modifiers: Iterable[Modifier], table: Table) -> Iterator[str]:
    """Audience, as stored, of what each modifier comes from: an effect, or an actor."""
    for modifier in modifiers:
        effect = table.effects.get(modifier.source)
        if effect is not None:
            yield effect.seen_by
        else:
            yield from of_actors((modifier.source,), table)


def _audiences(message: Any, table: Table) -> Iterator[str]:
    yield from of_actors(_named(message), table)
    if isinstance(message, Spent | Gained):
        pool = table.pools.get(message.actor, {}).get(message.pool)
        if pool is not None:
            yield pool.seen_by
    elif isinstance(message, EffectEnded):
        effect = table.effects.get(message.id)
        if effect is not None:
            yield effect.seen_by
    elif isinstance(message, Weighed):
        yield from of_sources(message.modifiers, table)


def _named(message: Any) -> Iterator[str]:
    for field in NAMING:
        value = getattr(message, field, None)
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (one for one in value if isinstance(one, str))
    for field in _WITHIN:
        actor = getattr(getattr(message, field, None), "actor", None)
        if isinstance(actor, str):
            yield actor
