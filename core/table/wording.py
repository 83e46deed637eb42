"""Words that the telling of the table's events shares: names, reasons, durations, game time."""

from __future__ import annotations

from typing import Any

from ..messages import Event
from ..telling import Telling
from ..until import Until

_NAMED = frozenset(("actor", "by", "seat", "source", "for_"))
"""Fields that hold an actor or a seat."""


def name(telling: Telling, who: str) -> str:
    """Name of an actor, a seat, the GM or the table."""
    if who in ("", "gm"):
        return telling.say(f"table.who.{who or 'table'}")
    return telling.name(who)


def listed(telling: Telling, who: tuple[str, ...]) -> str:
    """Names in the order given."""
    return ", ".join(name(telling, one) for one in who)


def places(telling: Telling, event: Event) -> dict[str, Any]:
    """The event's fields, with names for ids of actors and seats."""
    found = {field: getattr(event, field) for field in event.__struct_fields__}
    return {k: name(telling, v) if k in _NAMED else v for k, v in found.items()}


def reason(telling: Telling, why: str) -> str:
    """A reason, as what is added to a line; nothing where there is none."""
    return telling.say("table.because", why=why) if why else ""


def until(telling: Telling, end: Until) -> str:
    """How long something lasts."""
    kind = str(end.__struct_config__.tag)
    n = getattr(end, "n", 1)
    key = f"table.until.{kind}" + (".many" if n != 1 else "")
    actor = name(telling, getattr(end, "actor", ""))
    return telling.say(key, n=n, actor=actor, time=clock(getattr(end, "time", 0)))


def clock(seconds: int) -> str:
    """Game time, as ``1d 02:03:04``."""
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    text = f"{hours:02d}:{rest // 60:02d}:{rest % 60:02d}"
    return f"{days}d {text}" if days else text


def own_name(question: str) -> str:
    """A question's name without the number that tells it from others of one command."""
    return question.partition("#")[0]
