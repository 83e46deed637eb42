"""Pools in words: what is spent, gained, lent and lapses, and bounds that change."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from ..rules import Rules
from ..telling import Telling
from ..vocabulary import Gained, Spent
from .bounds import Bounds, PoolChanged, PoolClosed
from .pools import PoolOpened
from .state import Table, TableOptions
from .temporary import Lapsed
from .wording import name, places, reason

rules = Rules(Table, TableOptions)

Told = PoolOpened | Spent | Gained | Lapsed | PoolChanged | PoolClosed


def _places(telling: Telling, e: Told) -> dict[str, Any]:
    """The event's fields, the pool by its word for so many points."""
    amount = e.amount if isinstance(e, Spent | Gained) else None
    return {**places(telling, e), "pool": telling.pool(e.pool, amount)}


@rules.tells(PoolOpened, aside=True)
def tell_opened(e: PoolOpened, telling: Telling) -> str:
    """Whose, and its name."""
    return telling.say("table.pool-opened", **_places(telling, e))


@rules.tells(Spent)
def tell_spent(e: Spent, telling: Telling) -> str:
    """How much, what of it was lent, to whom it went, and what is left."""
    key = "table.spent.given" if e.given_to else "table.spent.for" if e.for_ else "table.spent"
    lent = sum(part.before - part.after for part in e.lent)
    said = telling.say("table.spent.lent", amount=lent) if lent else ""
    to = name(telling, e.given_to.actor) if e.given_to else ""
    return telling.say(key, **{**_places(telling, e), "lent": said, "to": to})


@rules.tells(Gained)
def tell_gained(e: Gained, telling: Telling) -> str:
    """How much, from whom or for how long, and what there is now."""
    key = "table.gained.lent" if e.effect else "table.gained"
    key = "table.gained.given" if e.given_by else key
    giver = name(telling, e.given_by.actor) if e.given_by else ""
    return telling.say(key, **{**_places(telling, e), "giver": giver})


@rules.tells(Lapsed)
def tell_lapsed(e: Lapsed, telling: Telling) -> str:
    """How much is gone, and what is left."""
    return telling.say("table.lapsed", **_places(telling, e))


@rules.tells(PoolChanged)
def tell_changed(e: PoolChanged, telling: Telling) -> str:
    """Each bound that is another, before and after."""
    before, after = structs.asdict(e.before), structs.asdict(e.after)
    changes = ", ".join(
        telling.say(
            f"table.bound.{field}",
            before=_bound(telling, before[field]),
            after=_bound(telling, after[field]),
        )
        for field in Bounds.__struct_fields__
        if before[field] != after[field]
    )
    return telling.say("table.pool-changed", **{**_places(telling, e), "changes": changes})


def _bound(telling: Telling, value: int | str | None) -> str:
    """A number, a scope in words, or a dash where there is none."""
    if isinstance(value, str) and value:
        return telling.say(f"table.scope.{value}")
    return "–" if value is None or value == "" else str(value)


@rules.tells(PoolClosed)
def tell_closed(e: PoolClosed, telling: Telling) -> str:
    """Whose, and what went with it."""
    return telling.say(
        "table.pool-closed", **{**_places(telling, e), "why": reason(telling, e.why)}
    )
