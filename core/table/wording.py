"""Words that the telling of the table's events shares: names, reasons, durations, game time."""

from __future__ import annotations

from typing import Any

from ..asked import AnswerValue
from ..calendar import date, days_of
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


def cause(telling: Telling, why: str) -> str:
    """A reason that rules give in a word, in the reader's language and in brackets."""
    return reason(telling, telling.words.recorded("why", why.replace(" ", "-"), why))


def places(telling: Telling, event: Event) -> dict[str, Any]:
    """The event's fields, with names for ids of actors and seats."""
    found = {field: getattr(event, field) for field in event.__struct_fields__}
    return {k: name(telling, v) if k in _NAMED else v for k, v in found.items()}


def reason(telling: Telling, why: str) -> str:
    """A reason, as what is added to a line; nothing where there is none."""
    return telling.say("table.because", why=why) if why else ""


def until(telling: Telling, end: Until, start: Until | None = None) -> str:
    """How long something lasts, and when it begins where that is later."""
    lasts = _moment(telling, "until", end)
    if start is None:
        return lasts
    span = telling.words.find(f"table.next.{end.__struct_config__.tag}") if start == end else ""
    return span or telling.say("table.later", start=_moment(telling, "from", start), until=lasts)


def _moment(telling: Telling, which: str, end: Until) -> str:
    kind = str(end.__struct_config__.tag)
    n = getattr(end, "n", 1)
    key = f"table.{which}.{kind}" + (".many" if n != 1 else "")
    if kind == "at" and telling.look.table.calendar:
        key += ".date"
    of_kind = getattr(end, "kind", "")
    return telling.say(
        f"{key}.kind" if of_kind else key,
        n=n,
        kind=of_kind,
        actor=name(telling, getattr(end, "actor", "")),
        time=when(telling, getattr(end, "time", 0)),
    )


def when(telling: Telling, seconds: int) -> str:
    """A moment of game time: its date where the setting has a calendar, else the clock."""
    if telling.look.table.calendar is None:
        return clock(telling, seconds)
    return telling.say(
        "table.moment", day=day(telling, seconds), time=time_of_day(telling, seconds)
    )


def day(telling: Telling, seconds: int) -> str:
    """The day of a moment by the setting's calendar; a feast of one day is called by its name."""
    calendar = telling.look.table.calendar
    assert calendar is not None
    found = date(calendar, seconds)
    feast = days_of(calendar, found.year, found.month) == 1
    key = "table.date" + (".feast" if feast else "") + (".week" if found.weekday else "")
    return telling.say(
        key,
        weekday=calendar.weekdays[found.weekday - 1] if found.weekday else "",
        day=found.day,
        month=calendar.months[found.month - 1].name,
        year=found.year,
    )


def time_of_day(telling: Telling, seconds: int) -> str:
    """The time of a moment by the setting's calendar, without seconds where there are none."""
    calendar = telling.look.table.calendar
    assert calendar is not None
    found = date(calendar, seconds)
    text = f"{found.hour:02d}:{found.minute:02d}"
    return f"{text}:{found.second:02d}" if found.second else text


def clock(telling: Telling, seconds: int) -> str:
    """Game time, as ``1d 02:03:04`` with the reader's letter for days."""
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    text = f"{hours:02d}:{rest // 60:02d}:{rest % 60:02d}"
    return telling.say("table.days-and-time", days=days, time=text) if days else text


def chosen(telling: Telling, answer: AnswerValue, label: str) -> str:
    """An answer in words: of a choice its label, else what was answered."""
    if not label:
        return str(answer)
    return telling.words.recorded("choice", str(answer).partition(":")[0], label)


def own_name(question: str) -> str:
    """A question's name without the number that tells it from others of one command."""
    return question.partition("#")[0]
