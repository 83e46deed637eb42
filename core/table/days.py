"""Days and rests, and the calendar by which a setting names its days."""

from __future__ import annotations

from msgspec import Struct, structs

from ..calendar import Calendar, Date, check, date, day_length
from ..look import Look
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from .state import Table, TableOptions
from .time import AdvanceClock, ClockAdvanced, refresh

rules = Rules(Table, TableOptions)
midnights = Rules(Table, TableOptions)
"""After what is due by the clock, so that a day ends when that is done."""


class SetCalendar(Command, ruleset="table"):
    """Say by which calendar the setting counts its days.

    Args:
        calendar: the whole of it.
    """

    calendar: Calendar


class CalendarSet(Event, ruleset="table"):
    """Days are counted by this calendar from now on.

    Args:
        calendar: the whole of it, so that reading looks nothing up.
        days: days that are over by it; filled when emitted.
    """

    calendar: Calendar
    days: int = 0


class EndDay(Command, ruleset="table"):
    """The day ends: the clock goes on to midnight."""


class DayEnded(Event, ruleset="table"):
    """One day or several are over, and what is due by midnight is done.

    A midnight has a record of its own where the clock stops at it, or stops before the next:
    where something that everyone knows of is due. Days between which nothing is due end together.

    Args:
        day: number of the last of them, from 1 for the day on which the clock showed 0.
        days: how many ended, at least 1; rules that act day by day act so often.
    """

    day: int
    days: int = 1


class Rest(Command, ruleset="table"):
    """Everybody rests: pools of the rest are filled up, and what lasts until a rest ends.

    The clock stays as it is; what a rest takes is said by `AdvanceClock`.

    Args:
        kind: in the system's terms, as ``short``.
    """

    kind: str = ""


class Rested(Event, ruleset="table"):
    """A rest is over.

    Args:
        number: from 1 in the session.
        kind: as of `Rest`.
        of_kind: from 1 among those of its kind.
    """

    number: int
    kind: str = ""
    of_kind: int = 0


class Clock(Struct, frozen=True):
    """What screens show of game time; all of it follows from the one clock.

    Args:
        seconds: on the game clock.
        day: number of the day under way, from 1.
        calendar: name of the setting's, or empty.
        date: by that calendar.
        month: its name, or empty.
        weekday: its name, or empty.
    """

    seconds: int
    day: int
    calendar: str = ""
    date: Date | None = None
    month: str = ""
    weekday: str = ""


@rules.decides(SetCalendar, may=gm)
def set_calendar(command: SetCalendar, play: Play) -> None:
    """Any that is possible; what lasts by days already ends when it would have."""
    check(command.calendar, "$.calendar")
    play.emit(CalendarSet(calendar=command.calendar))


@rules.completes(CalendarSet)
def complete_calendar(event: CalendarSet, play: Play) -> CalendarSet:
    """How many days are over by it."""
    return structs.replace(event, days=play.table.clock // day_length(event.calendar))


@rules.evolves(CalendarSet)
def calendar_set(table: Table, event: CalendarSet) -> Table:
    """The calendar as the event says."""
    return structs.replace(table, calendar=event.calendar, days=event.days)


@rules.decides(EndDay, may=gm)
def end_day(command: EndDay, play: Play) -> None:
    """To the next midnight; where it is midnight now, a whole day passes."""
    length = day_length(play.table.calendar)
    play.perform(AdvanceClock(seconds=length - play.table.clock % length))


@midnights.reacts(ClockAdvanced)
def at_midnight(event: ClockAdvanced, play: Play) -> None:
    """Every midnight that the clock has passed, also where it first showed it to some alone."""
    length = day_length(play.table.calendar)
    day = event.after // length
    days = day - max(play.table.days, event.before // length)
    if days > 0:
        play.emit(DayEnded(day=day, days=days))


@rules.evolves(DayEnded)
def day_ended(table: Table, event: DayEnded) -> Table:
    """The last day that is over."""
    return structs.replace(table, days=event.day)


@rules.reacts(DayEnded)
def refresh_day(event: DayEnded, play: Play) -> None:
    """Pools of the day; they are full after one day as after several."""
    refresh(play, "day")


@rules.decides(Rest, may=gm)
def rest(command: Rest, play: Play) -> None:
    """A rest is over when it is said."""
    kind, table = command.kind, play.table
    play.emit(Rested(number=table.rests + 1, kind=kind, of_kind=table.rested.get(kind, 0) + 1))


@rules.evolves(Rested)
def rested(table: Table, event: Rested) -> Table:
    """One rest more."""
    of_kinds = {**table.rested, event.kind: event.of_kind}
    return structs.replace(table, rests=event.number, rested=of_kinds)


@rules.reacts(Rested)
def refresh_rest(event: Rested, play: Play) -> None:
    """Pools of the rest."""
    refresh(play, "rest")


@rules.projects("clock")
def clock(look: Look, viewer: str) -> Clock:
    """Game time, with its date where there is a calendar."""
    table = look.table
    calendar = table.calendar
    if calendar is None:
        return Clock(table.clock, table.midnights + 1)
    now = date(calendar, table.clock)
    return Clock(
        table.clock,
        table.midnights + 1,
        calendar.name,
        now,
        calendar.months[now.month - 1].name,
        calendar.weekdays[now.weekday - 1] if now.weekday else "",
    )
