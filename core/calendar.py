"""Calendars: the date that a number of seconds on the game clock stands for, and back.

Everything is whole numbers, and no loop goes over years: leap years are counted by the cycle of
their rules. Years are numbered without a gap: before year 1 comes year 0, before that −1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import gcd, lcm

from msgspec import Struct

from .errors import Invalid

DAY = 24 * 60 * 60
"""Length of a day in seconds where no calendar says another."""

_MOST = 1000
_LONGEST_CYCLE = 100_000


class Month(Struct, frozen=True, forbid_unknown_fields=True):
    """A month, or days that stand between months.

    Args:
        name: for people.
        days: in a common year; 0 where it is in leap years alone.
        leap: days in a leap year, None for as many as ever.
        week: whether its days are days of the week; a feast outside it has no weekday.
    """

    name: str
    days: int
    leap: int | None = None
    week: bool = True


class LeapRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Which years are leap years, or none after all; the last rule that fits a year decides.

    Args:
        every: in every so many years.
        leap: whether these years are leap years.
        offset: a year that it fits.
    """

    every: int
    leap: bool = True
    offset: int = 0


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The day on which the game clock shows 0, at midnight.

    Args:
        year: its number.
        month: position among the calendar's months, from 1.
        day: of the month, from 1.
        weekday: its name; of a day outside the week, the name that comes next.
    """

    year: int = 1
    month: int = 1
    day: int = 1
    weekday: str = ""


class Calendar(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a setting counts its days.

    Args:
        name: for people.
        months: in their order, with the days between them.
        leap: rules for leap years, in the order of their exceptions; without any there are none.
        weekdays: names, in their order; none where there are no weeks.
        hours: of a day.
        minutes: of an hour.
        seconds: of a minute, as the game clock counts them.
        start: when the game clock shows 0.
    """

    name: str
    months: tuple[Month, ...]
    leap: tuple[LeapRule, ...] = ()
    weekdays: tuple[str, ...] = ()
    hours: int = 24
    minutes: int = 60
    seconds: int = 60
    start: Start = Start()


class Date(Struct, frozen=True):
    """A moment of a calendar.

    Args:
        year: its number.
        month: position among the calendar's months, from 1.
        day: of the month, from 1.
        weekday: position among the weekdays, from 1; 0 where the day has none.
        hour: of the day, from 0.
        minute: of the hour, from 0.
        second: of the minute, from 0.
    """

    year: int
    month: int = 1
    day: int = 1
    weekday: int = 0
    hour: int = 0
    minute: int = 0
    second: int = 0


def day_length(calendar: Calendar | None) -> int:
    """Seconds of a day, from midnight to midnight."""
    return calendar.hours * calendar.minutes * calendar.seconds if calendar else DAY


def is_leap(calendar: Calendar, year: int) -> bool:
    """Whether a year is a leap year."""
    fits = [rule.leap for rule in calendar.leap if (year - rule.offset) % rule.every == 0]
    return bool(fits and fits[-1])


def days_of(calendar: Calendar, year: int, month: int) -> int:
    """Days of a month in a year; ``month`` counts from 1."""
    return _days(calendar.months[month - 1], is_leap(calendar, year))


def date(calendar: Calendar, seconds: int) -> Date:
    """What a calendar shows when the game clock shows these seconds.

    Args:
        calendar: that `check` admits.
        seconds: on the game clock; below 0 for what was before it began.
    """
    passed, time = divmod(seconds, day_length(calendar))
    number = _number(calendar, calendar.start.year, calendar.start.month, calendar.start.day)
    year, rest = _year_of(calendar, number + passed)
    leap = is_leap(calendar, year)
    month = 1
    while rest >= (days := _days(calendar.months[month - 1], leap)):
        rest -= days
        month += 1
    hour, time = divmod(time, calendar.minutes * calendar.seconds)
    minute, second = divmod(time, calendar.seconds)
    weekday = _weekday(calendar, year, month, rest + 1)
    return Date(year, month, rest + 1, weekday, hour, minute, second)


def seconds(calendar: Calendar, date: Date) -> int:
    """What the game clock shows at a date; below 0 before it began.

    Args:
        calendar: that `check` admits.
        date: its weekday may be left out.

    Raises:
        Invalid: the calendar has no such date.
    """
    _check_date(calendar, date.year, date.month, date.day, "$")
    for path, value, most in (
        ("hour", date.hour, calendar.hours),
        ("minute", date.minute, calendar.minutes),
        ("second", date.second, calendar.seconds),
    ):
        _within(value, 0, most - 1, f"$.{path}", f"the {path} {value}")
    weekday = _weekday(calendar, date.year, date.month, date.day)
    if date.weekday not in (0, weekday):
        raise Invalid(
            f"weekday {date.weekday} is not that of this date",
            path="$.weekday",
            hint=f"it is {weekday}" if weekday else "the day is outside the week",
        )
    start = calendar.start
    passed = _number(calendar, date.year, date.month, date.day)
    passed -= _number(calendar, start.year, start.month, start.day)
    time = (date.hour * calendar.minutes + date.minute) * calendar.seconds + date.second
    return passed * day_length(calendar) + time


def check(calendar: Calendar, path: str = "$") -> None:
    """Nothing in a calendar is impossible.

    Args:
        calendar: to look at.
        path: where it stands, for the error.

    Raises:
        Invalid: names the first thing that is, and what would do.
    """
    for name, value in (
        ("hours", calendar.hours), ("minutes", calendar.minutes), ("seconds", calendar.seconds),
    ):  # fmt: skip
        _within(value, 1, _MOST, f"{path}.{name}", name)
    _named(calendar.name, f"{path}.name")
    _check_months(calendar, path)
    _check_leap(calendar, path)
    _within(len(calendar.weekdays), 0, _MOST, f"{path}.weekdays", "the number of weekdays")
    for i, name in enumerate(calendar.weekdays):
        _named(name, f"{path}.weekdays[{i}]")
        if name in calendar.weekdays[:i]:
            raise Invalid(f"two weekdays are called {name}", path=f"{path}.weekdays[{i}]")
    start = calendar.start
    _check_date(calendar, start.year, start.month, start.day, f"{path}.start")
    if start.weekday not in (calendar.weekdays or ("",)):
        raise Invalid(
            f"no weekday is called {start.weekday!r}"
            if start.weekday
            else "on which weekday the calendar starts is not said",
            path=f"{path}.start.weekday",
            hint=f"one of {', '.join(calendar.weekdays)}" if calendar.weekdays else "leave it out",
        )


def _check_months(calendar: Calendar, path: str) -> None:
    _within(len(calendar.months), 1, _MOST, f"{path}.months", "the number of months")
    for i, month in enumerate(calendar.months):
        at = f"{path}.months[{i}]"
        _named(month.name, f"{at}.name")
        _within(month.days, 0, _MOST, f"{at}.days", f"days of {month.name}")
        _within(_days(month, True), 0, _MOST, f"{at}.leap", f"leap days of {month.name}")
        if not month.days and not (month.leap and calendar.leap):
            raise Invalid(f"{month.name} never has a day", path=f"{at}.days", hint="at least 1")
    for leap in (False, True) if calendar.leap else (False,):
        if not any(_days(month, leap) for month in calendar.months):
            which = "leap" if leap else "common"
            raise Invalid(f"a {which} year has no day", path=f"{path}.months")
    if calendar.weekdays and not any(month.week and month.days for month in calendar.months):
        raise Invalid("no day is a day of the week", path=f"{path}.months", hint="see week")


def _check_leap(calendar: Calendar, path: str) -> None:
    _within(len(calendar.leap), 0, 8, f"{path}.leap", "the number of leap rules")
    for i, rule in enumerate(calendar.leap):
        _within(
            rule.every, 1, _LONGEST_CYCLE, f"{path}.leap[{i}].every", "years between leap years"
        )
    if _cycle(calendar) > _LONGEST_CYCLE:
        raise Invalid(
            f"leap years come again only after {_cycle(calendar)} years",
            path=f"{path}.leap",
            hint=f"{_LONGEST_CYCLE} is the longest cycle",
        )


def _check_date(calendar: Calendar, year: int, month: int, day: int, path: str) -> None:
    _within(month, 1, len(calendar.months), f"{path}.month", f"the month {month}")
    name, days = calendar.months[month - 1].name, days_of(calendar, year, month)
    if not days:
        raise Invalid(f"there is no {name} in the year {year}", path=f"{path}.month")
    _within(day, 1, days, f"{path}.day", f"the day {day} of {name} {year}")


def _within(value: int, least: int, most: int, path: str, what: str) -> None:
    if not least <= value <= most:
        raise Invalid(f"{what} cannot be", path=path, hint=f"{least} to {most}")


def _named(name: str, path: str) -> None:
    if not name.strip():
        raise Invalid("a name is needed", path=path)


def _days(month: Month, leap: bool) -> int:
    return month.leap if leap and month.leap is not None else month.days


def _cycle(calendar: Calendar) -> int:
    """Years after which leap years come again."""
    return lcm(*(rule.every for rule in calendar.leap))


def _leaps_before(calendar: Calendar, year: int) -> int:
    """Leap years from year 0 to before this one; of a year below 0, the negative of those after."""
    rules = calendar.leap
    return sum(
        _decided(year, rule.offset % rule.every, rule.every, rules[i + 1 :])
        for i, rule in enumerate(rules)
        if rule.leap
    )


def _decided(year: int, first: int, every: int, later: tuple[LeapRule, ...]) -> int:
    """How many of these years before ``year`` no later rule fits."""
    found = -((first - year) // every)
    for i, rule in enumerate(later):
        both = _meet(first, every, rule.offset, rule.every)
        if both is not None:
            found -= _decided(year, *both, later[i + 1 :])
    return found


def _meet(first: int, every: int, other: int, step: int) -> tuple[int, int] | None:
    """The years in two series, as a series, by the Chinese remainder theorem; None for none."""
    common = gcd(every, step)
    if (other - first) % common:
        return None
    both = every // common * step
    times = (other - first) // common * pow(every // common, -1, step // common)
    return (first + every * (times % (step // common))) % both, both


def _before(calendar: Calendar, year: int, *, week: bool = False) -> int:
    """Days from the first of year 0 to the first of this year; of the week alone, if asked."""
    months = [m for m in calendar.months if m.week or not week]
    common = sum(m.days for m in months)
    extra = sum(_days(m, True) for m in months) - common
    return common * year + (extra * _leaps_before(calendar, year) if extra else 0)


def _year_of(calendar: Calendar, number: int) -> tuple[int, int]:
    """The year of a day that is counted from the first of year 0, and the days before it."""
    cycle = _cycle(calendar)
    length = _before(calendar, cycle)
    cycles, rest = divmod(number, length)
    year = rest * cycle // length  # nearly always right, where leap days lie evenly
    if not _before(calendar, year) <= rest < _before(calendar, year + 1):
        year = bisect_right(range(cycle), rest, key=lambda each: _before(calendar, each)) - 1
    return cycles * cycle + year, rest - _before(calendar, year)


def _earlier(calendar: Calendar, year: int, month: int) -> Iterator[tuple[Month, int]]:
    leap = is_leap(calendar, year)
    for each in calendar.months[: month - 1]:
        yield each, _days(each, leap)


def _number(calendar: Calendar, year: int, month: int, day: int) -> int:
    """A day counted from the first of year 0, which is 0."""
    earlier = sum(days for _, days in _earlier(calendar, year, month))
    return _before(calendar, year) + earlier + day - 1


def _of_week(calendar: Calendar, year: int, month: int, day: int) -> int:
    """Days of the week from the first of year 0 to before this day."""
    earlier = sum(days for each, days in _earlier(calendar, year, month) if each.week)
    now = day - 1 if calendar.months[month - 1].week else 0
    return _before(calendar, year, week=True) + earlier + now


def _weekday(calendar: Calendar, year: int, month: int, day: int) -> int:
    if not calendar.weekdays or not calendar.months[month - 1].week:
        return 0
    start = calendar.start
    passed = _of_week(calendar, year, month, day)
    passed -= _of_week(calendar, start.year, start.month, start.day)
    return (calendar.weekdays.index(start.weekday) + passed) % len(calendar.weekdays) + 1
