"""Calendars: every day of every year is reached once, and the way back leads to where it began."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from datetime import date as gregorian_date
from datetime import timedelta
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from rollbook.core.calendar import (
    Calendar,
    Date,
    LeapRule,
    Month,
    Start,
    check,
    date,
    day_length,
    days_of,
    is_leap,
    seconds,
)
from rollbook.core.errors import Invalid


def shipped(name: str) -> Calendar:
    text = (files("rollbook.core.table") / "calendars" / f"{name}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Calendar)


def shire() -> Calendar:
    """Thirty days a month, feasts between them, two of which have no weekday."""
    thirty = [Month(f"m{i}", 30) for i in range(1, 13)]
    lithe = [
        Month("1 Lithe", 1),
        Month("Midyear's Day", 1, week=False),
        Month("Overlithe", 0, leap=1, week=False),
        Month("2 Lithe", 1),
    ]
    return Calendar(
        name="Shire",
        months=(Month("2 Yule", 1), *thirty[:6], *lithe, *thirty[6:], Month("1 Yule", 1)),
        leap=(LeapRule(4), LeapRule(100, leap=False)),
        weekdays=("Ster", "Sun", "Mon", "Tre", "Hev", "Mer", "High"),
        start=Start(1418, 1, 1, "Ster"),
    )


def odd() -> Calendar:
    """Leap rules that cross each other, a leap month, short hours, and no weeks."""
    return Calendar(
        name="Odd",
        months=(Month("a", 5), Month("b", 0, leap=11), Month("c", 7, leap=3)),
        leap=(LeapRule(6, offset=5), LeapRule(4, leap=False, offset=1), LeapRule(10, offset=-3)),
        hours=3,
        minutes=7,
        seconds=11,
        start=Start(-8, 3, 2),
    )


CALENDARS = {
    "gregorian": shipped("gregorian"), "vale": shipped("vale"), "shire": shire(), "odd": odd(),
    "plain": Calendar(name="Plain", months=(Month("only", 10),), weekdays=("x", "y", "z"),
                      start=Start(weekday="z")),
}  # fmt: skip

every_calendar = pytest.mark.parametrize("calendar", CALENDARS.values(), ids=CALENDARS)


def leaps(calendar: Calendar, year: int) -> bool:
    """Said again, without the engine: the last rule that fits decides."""
    found = False
    for rule in calendar.leap:
        if year % rule.every == rule.offset % rule.every:
            found = rule.leap
    return found


def days(calendar: Calendar, first: int, last: int) -> Iterator[tuple[int, int, int, bool]]:
    """Each day of these years in order, told off by hand, and whether it is of the week."""
    for year in range(first, last):
        for i, month in enumerate(calendar.months, 1):
            many = month.days
            if leaps(calendar, year) and month.leap is not None:
                many = month.leap
            for day in range(1, many + 1):
                yield year, i, day, month.week


@pytest.mark.report(294)
@every_calendar
def test_ten_thousand_dates_come_back_and_a_step_there_and_back_changes_nothing(
    calendar: Calendar,
) -> None:
    chance = random.Random(294)
    for _ in range(10_000):
        moment = chance.randrange(-(10**13), 10**13)
        step = chance.randrange(400 * day_length(calendar))
        there = date(calendar, moment)
        assert seconds(calendar, there) == moment
        assert seconds(calendar, date(calendar, moment + step)) - step == moment


@pytest.mark.report(295)
@pytest.mark.report(299)
@every_calendar
def test_every_day_is_reached_once_and_weekdays_follow_each_other_without_a_gap(
    calendar: Calendar,
) -> None:
    """Leap days, days outside the week, and the years around 0 included."""
    length, names = day_length(calendar), len(calendar.weekdays)
    moment = seconds(calendar, Date(-9))
    last = 0
    for year, month, day, of_week in days(calendar, -9, 14):
        found = date(calendar, moment)
        assert (found.year, found.month, found.day) == (year, month, day)
        assert (found.hour, found.minute, found.second) == (0, 0, 0)
        assert (found.weekday > 0) == (of_week and names > 0)
        if found.weekday:
            assert not last or found.weekday == last % names + 1
            last = found.weekday
        end = date(calendar, moment + length - 1)
        assert (end.year, end.month, end.day, end.weekday) == (year, month, day, found.weekday)
        assert (end.hour, end.minute, end.second) == (
            calendar.hours - 1, calendar.minutes - 1, calendar.seconds - 1,
        )  # fmt: skip
        moment += length
    assert seconds(calendar, Date(14)) == moment


@pytest.mark.report(297)
@every_calendar
def test_years_far_off_have_as_many_days_as_their_rules_say(calendar: Calendar) -> None:
    """Years before 1 as well: before 1 comes 0, before that −1; each is as long as told by hand."""
    chance = random.Random(297)
    for _ in range(300):
        year = chance.choice((-1, 1)) * chance.randrange(10 ** chance.randrange(1, 12))
        told = sum(1 for _ in days(calendar, year, year + 1))
        assert is_leap(calendar, year) == leaps(calendar, year)
        assert sum(days_of(calendar, year, m + 1) for m in range(len(calendar.months))) == told
        apart = seconds(calendar, Date(year + 1)) - seconds(calendar, Date(year))
        assert apart == told * day_length(calendar)


@pytest.mark.report(294)
@pytest.mark.report(299)
def test_the_gregorian_calendar_is_that_of_the_standard_library() -> None:
    """Every day of 1895 to 2105, and ten thousand others of all the years that it knows."""
    first = gregorian_date(2000, 1, 1)
    chance = random.Random(299)
    near = (gregorian_date(1895, 1, 1) + timedelta(days=i) for i in range(76_700))
    far = (gregorian_date.fromordinal(chance.randrange(1, 3_652_060)) for _ in range(10_000))
    for day in (*near, *far):
        found = date(CALENDARS["gregorian"], (day - first).days * 86400)
        assert (found.year, found.month, found.day) == (day.year, day.month, day.day)
        assert found.weekday == day.isoweekday()


def test_a_date_a_thousand_million_years_off_costs_as_much_as_one_of_today() -> None:
    """No loop goes over years: one that did would not end."""
    calendar = CALENDARS["gregorian"]
    far = 10**9 * 400
    assert date(calendar, seconds(calendar, Date(2000 + far))) == structs.replace(
        date(calendar, 0), year=2000 + far
    )


@every_calendar
def test_the_clock_begins_with_the_day_that_the_calendar_says(calendar: Calendar) -> None:
    start = calendar.start
    shown = date(calendar, 0)
    assert (shown.year, shown.month, shown.day) == (start.year, start.month, start.day)
    if start.weekday:
        assert calendar.weekdays[shown.weekday - 1] == start.weekday


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        (Date(2001, 2, 29), "$.day"),
        (Date(1900, 2, 29), "$.day"),
        (Date(2000, 13), "$.month"),
        (Date(2000, 0), "$.month"),
        (Date(2000, 1, 0), "$.day"),
        (Date(2000, 1, 1, hour=24), "$.hour"),
        (Date(2000, 1, 1, minute=60), "$.minute"),
        (Date(2000, 1, 1, second=-1), "$.second"),
        (Date(2000, 1, 1, weekday=5), "$.weekday"),
    ],
)
def test_a_date_that_is_not_in_the_calendar_is_refused(wrong: Date, path: str) -> None:
    with pytest.raises(Invalid) as error:
        seconds(CALENDARS["gregorian"], wrong)
    assert error.value.path == path


def test_a_feast_of_leap_years_is_in_no_other_year() -> None:
    calendar = shire()
    overlithe = [month.name for month in calendar.months].index("Overlithe") + 1
    assert date(calendar, seconds(calendar, Date(1420, overlithe))).weekday == 0
    for year in (1419, 1500):
        with pytest.raises(Invalid, match=f"no Overlithe in the year {year}"):
            seconds(calendar, Date(year, overlithe))


A = (Month("a", 30),)


@pytest.mark.report(296)
@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"leap": (LeapRule(0),)}, "$.leap[0].every"),
        ({"leap": (LeapRule(4), LeapRule(-4))}, "$.leap[1].every"),
        ({"leap": (LeapRule(99_991), LeapRule(4))}, "$.leap"),
        ({"leap": (LeapRule(2),) * 9}, "$.leap"),
        ({"months": ()}, "$.months"),
        ({"months": (Month("a", 0),)}, "$.months[0].days"),
        ({"months": (*A, Month("b", -1))}, "$.months[1].days"),
        ({"months": (Month("a", 1, leap=-1),), "leap": (LeapRule(4),)}, "$.months[0].leap"),
        ({"months": (*A, Month("b", 0, leap=1))}, "$.months[1].days"),
        ({"months": (Month("a", 0, leap=1),), "leap": (LeapRule(4),)}, "$.months"),
        ({"months": (Month("a", 1, leap=0),), "leap": (LeapRule(4),)}, "$.months"),
        ({"months": (Month(" ", 1),)}, "$.months[0].name"),
        ({"months": (Month("a", 1001),)}, "$.months[0].days"),
        ({"name": ""}, "$.name"),
        ({"hours": 0}, "$.hours"),
        ({"minutes": -1}, "$.minutes"),
        ({"seconds": 0}, "$.seconds"),
        ({"weekdays": ("x", "x")}, "$.weekdays[1]"),
        ({"weekdays": ("x",), "start": Start(weekday="y")}, "$.start.weekday"),
        ({"weekdays": ("x",)}, "$.start.weekday"),
        ({"start": Start(weekday="x")}, "$.start.weekday"),
        ({"start": Start(month=2)}, "$.start.month"),
        ({"start": Start(day=31)}, "$.start.day"),
        ({"months": (Month("a", 1, week=False),), "weekdays": ("x",)}, "$.months"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused_by_name(change: dict[str, object], path: str) -> None:
    with pytest.raises(Invalid) as error:
        check(structs.replace(Calendar(name="c", months=A), **change))
    assert error.value.path == path
    assert error.value.what


@every_calendar
def test_what_is_shipped_and_tested_here_is_possible(calendar: Calendar) -> None:
    check(calendar)


rules = st.builds(LeapRule, st.integers(1, 12), st.booleans(), st.integers(-20, 20))
months = st.builds(Month, st.just("m"), st.integers(1, 9), st.none() | st.integers(0, 9),
                   st.booleans())  # fmt: skip


@given(
    st.lists(months, min_size=1, max_size=4),
    st.lists(rules, max_size=4),
    st.integers(0, 3),
    st.integers(-50, 50),
)
def test_whatever_the_rules_each_day_follows_the_one_before(
    made: list[Month], leap: list[LeapRule], weeks: int, year: int
) -> None:
    """Leap rules that cross in any way, leap years shorter than others, days outside the week."""
    names = ("x", "y", "z")[:weeks] if any(m.week for m in made) else ()
    calendar = Calendar(
        name="c",
        months=(Month("first", 1), *made),
        leap=tuple(leap),
        weekdays=names,
        hours=1,
        minutes=1,
        seconds=1,
        start=Start(year, 1, 1, names[-1] if names else ""),
    )
    check(calendar)
    moment = seconds(calendar, Date(year - 15))
    last = 0
    for each, month, day, of_week in days(calendar, year - 15, year + 15):
        found = date(calendar, moment)
        assert (found.year, found.month, found.day) == (each, month, day)
        if names and of_week:
            assert not last or found.weekday == last % len(names) + 1
            last = found.weekday
        else:
            assert found.weekday == 0
        moment += 1


def test_a_calendar_with_weekdays_says_on_which_it_starts() -> None:
    """The refusal says what is missing, not that nobody bears an empty name."""
    weekless = Calendar(name="x", months=(Month("only", 10),), weekdays=("Ster", "Sun"))
    with pytest.raises(Invalid, match="on which weekday the calendar starts") as caught:
        check(weekless)
    assert (caught.value.path, caught.value.hint) == ("$.start.weekday", "one of Ster, Sun")
