"""What is not for everybody: whom a record names, and what it tells of, narrow who sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .audiences import both, sees
from .messages import MessageInfo
from .modifiers import Modifier
from .vocabulary import EffectEnded, Gained, Spent, Weighed

if TYPE_CHECKING:
    from .look import Look
    from .table.state import Table

_TELLING = (Weighed, EffectEnded, Spent, Gained)


def narrowed(to: str, message: Any, table: Table) -> str:
    """An audience no wider than that of whom and what a message tells of.

    It is that of an actor named in a field of `NAMING`, by whose turns something lasts, or whose
    pool is the other half of a transfer; of the pool that is spent from or gained in; of the
    effect that ends; of the effects whose modifiers were weighed.

    Args:
        to: audience as stored, as it would be otherwise.
        message: command or event that is to be recorded.
        table: of now.
    """
    # Asked of every record there is, so that most, which name nobody hidden, cost but a look.
    info: MessageInfo = message.message
    for field in info.naming:
        value = getattr(message, field)
        if isinstance(value, str):
            if own := of_actor(value, table):
                to = both(to, own)
        elif isinstance(value, tuple):
            for own in of_actors((one for one in value if isinstance(one, str)), table):
                to = both(to, own)
    for field in info.within:
        actor = getattr(getattr(message, field), "actor", None)
        if isinstance(actor, str):
            to = both(to, of_actor(actor, table))
    if isinstance(message, _TELLING):
        for own in _of_content(message, table):
            to = both(to, own)
    return to


def of_actors(names: Iterable[str], table: Table) -> Iterator[str]:
    """Audience, as stored, of each of these who is an actor, or was one that few knew of."""
    for name in names:
        yield of_actor(name, table)


def of_actor(name: str, table: Table) -> str:
    """Audience, as stored, of an actor, or of one who was there and few knew of."""
    actor = table.actors.get(name)
    return actor.seen_by if actor is not None else table.left.get(name, "")


def unknown_to(viewer: str, look: Look) -> Iterator[str]:
    """Ids of actors, also of those who have left, of whom a viewer may not know."""
    table = look.table
    for name, actor in table.actors.items():
        if actor.seen_by and not sees(viewer, actor.seen_by, look):
            yield name
    for name, own in table.left.items():
        if name not in table.actors and not sees(viewer, own, look):
            yield name


def of_sources(modifiers: Iterable[Modifier], table: Table) -> Iterator[str]:
    """Audience, as stored, of what each modifier comes from: an effect, or an actor."""
    for modifier in modifiers:
        effect = table.effects.get(modifier.source)
        if effect is not None:
            yield effect.seen_by
        else:
            yield of_actor(modifier.source, table)


def _of_content(message: Any, table: Table) -> Iterator[str]:
    """Audience, as stored, of what one of `_TELLING` tells of beside whom it names."""
    if isinstance(message, Weighed):
        yield from of_sources(message.modifiers, table)
    elif isinstance(message, EffectEnded):
        effect = table.effects.get(message.id)
        if effect is not None:
            yield effect.seen_by
    else:
        pool = table.pools.get(message.actor, {}).get(message.pool)
        if pool is not None:
            yield pool.seen_by
