"""Days, rests and the calendar: one clock, which stops wherever something is due."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct, to_builtins

from rollbook import Command, Event, Play, Rules, Ruleset, gm
from rollbook.core.calendar import Calendar, Month, Start
from rollbook.core.codec import encode
from rollbook.core.table.actors import RemoveActor
from rollbook.core.table.days import CalendarSet, Clock, DayEnded, EndDay, Rest, Rested, SetCalendar
from rollbook.core.table.pools import OpenPool, Spend
from rollbook.core.table.returns import Return
from rollbook.core.table.state import Table
from rollbook.core.table.time import AdvanceClock, ClockAdvanced, MomentReached, RefreshPools
from rollbook.core.until import At, DayEnd, RestEnd, SceneEnd, Until
from rollbook.core.vocabulary import CameDue, EffectBegan, EffectEnded, Gained, PutOff
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.replay import Recording, Transcript

DAY, HOUR = 86400, 3600


class Camp(Struct, frozen=True):
    """What was noted, each with what the clock showed."""

    noted: tuple[tuple[str, int], ...] = ()


class Plan(Command, ruleset="camp"):
    """Have something noted later, again and again if it says after how long.

    Args:
        what: to note.
        until: when.
        again: seconds after which it is put off anew, or 0.
        to: who knows of it, or everyone.
    """

    what: str
    until: Until
    again: int = 0
    to: str = "everyone"


class Note(Command, ruleset="camp"):
    """Note something."""

    what: str
    again: int = 0


class Noted(Event, ruleset="camp"):
    """Something was noted, with what the clock showed."""

    what: str
    clock: int


class Bless(Command, ruleset="camp"):
    """Lay an effect on ann."""

    until: Until
    to: str = "everyone"


rules = Rules(Camp)


@rules.decides(Plan, may=gm, to=lambda command, look: (command.to,))
def plan(command: Plan, play: Play) -> None:
    play.later(Note(what=command.what, again=command.again), command.until)


@rules.decides(Note, may=gm)
def note(command: Note, play: Play) -> None:
    play.emit(Noted(what=command.what, clock=play.table.clock))
    if command.what == "leaves":
        play.perform(RemoveActor(actor="bo"))
    if command.again:
        play.later(command, At(play.table.clock + command.again))


@rules.decides(Bless, may=gm, to=lambda command, look: (command.to,))
def bless(command: Bless, play: Play) -> None:
    play.emit(EffectBegan(id=play.id("e"), actor="ann", kind="x", until=command.until))


@rules.evolves(Noted)
def noted(camp: Camp, event: Noted) -> Camp:
    return Camp((*camp.noted, (event.what, event.clock)))


camp = Ruleset("camp", version="1.0.0", state=Camp, chapters=(rules,))


@pytest.fixture
def play() -> Scenario:
    return Scenario(camp, actors={"ann": "anna", "bo": "bert"})


def notes(play: Scenario) -> tuple[tuple[str, int], ...]:
    return play.session.view().state[Camp].noted


def happened(play: Scenario, *kinds: type) -> list[Any]:
    """Events of these kinds of the last command."""
    return [e.message for e in play.entries if isinstance(e.message, kinds)]


def test_what_is_due_sees_its_own_time_and_what_it_puts_off_is_in_time(play: Scenario) -> None:
    """Every hour, from one advance of ten and from ten of one alike."""
    one = play.given(Plan(what="bell", until=At(HOUR), again=HOUR))
    ten = play.copied()
    one.given(AdvanceClock(seconds=10 * HOUR))
    ten.given(*[AdvanceClock(seconds=HOUR)] * 10)
    expected = tuple(("bell", hour * HOUR) for hour in range(1, 11))
    assert notes(one) == notes(ten) == expected
    laws.hold(one.session)


def test_a_day_ends_at_midnight_between_what_is_due_before_and_after(play: Scenario) -> None:
    play.given(OpenPool(actor="ann", pool="mana", balance=0, refresh="day", to=3))
    for what, time in (("dawn", DAY + 1), ("dusk", DAY - 1), ("midnight", DAY)):
        play.given(Plan(what=what, until=At(time)))
    play.given(AdvanceClock(seconds=2 * DAY))
    assert [
        (e.what if isinstance(e, Noted) else (e.day, e.days) if isinstance(e, DayEnded) else "mana")
        for e in happened(play, Noted, DayEnded, Gained)
    ] == ["dusk", "midnight", (1, 1), "mana", "dawn", (2, 1)]
    assert notes(play) == (("dusk", DAY - 1), ("midnight", DAY), ("dawn", DAY + 1))


@pytest.mark.parametrize("parts", [(1,), (DAY - 1, 1, DAY, 5)])
def test_days_are_as_many_as_midnights_however_time_is_cut(
    play: Scenario, parts: tuple[int, ...]
) -> None:
    total = 40 * DAY + 7 * HOUR
    play.given(Bless(until=DayEnd(12)), Plan(what="x", until=At(20 * DAY + 1)))
    for part in parts:
        play.given(AdvanceClock(seconds=part))
    play.given(AdvanceClock(seconds=total - sum(parts)))
    ended = [e.message for e in play.session.log() if isinstance(e.message, DayEnded)]
    assert sum(e.days for e in ended) == 40
    assert [e.day for e in ended] == sorted({e.day for e in ended})
    assert ended[-1].day == 40
    assert all(e.day - before == e.days for before, e in zip([0, *[e.day for e in ended]], ended,
                                                             strict=False))  # fmt: skip


def test_a_century_in_which_nothing_is_due_is_one_record_of_days(play: Scenario) -> None:
    """And where something is, one more for each time; pools are full, once."""
    play.given(OpenPool(actor="ann", pool="mana", balance=0, refresh="day", to=3))
    play.given(AdvanceClock(seconds=36_500 * DAY))
    play.then(ClockAdvanced, DayEnded(day=36_500, days=36_500), Gained)
    play.given(Bless(until=DayEnd(100)), AdvanceClock(seconds=36_500 * DAY))
    days = happened(play, DayEnded)
    assert [(e.day, e.days) for e in days] == [
        (36_599, 99), (36_600, 1), (73_000, 36_400),
    ]  # fmt: skip
    assert len(play.entries) < 12


def test_the_day_can_be_ended_and_at_midnight_that_is_a_whole_day(play: Scenario) -> None:
    play.given(AdvanceClock(seconds=7 * HOUR), EndDay())
    assert play.session.view().table.clock == DAY
    play.given(EndDay())
    assert play.session.view().table.clock == 2 * DAY
    assert happened(play, DayEnded) == [DayEnded(day=2, days=1)]


def test_a_rest_fills_its_pools_and_ends_what_lasts_until_then(play: Scenario) -> None:
    for scope in ("rest", "day"):
        play.given(OpenPool(actor="ann", pool=scope, balance=0, refresh=scope, to=2))
    play.given(Bless(until=RestEnd()), Bless(until=RestEnd(2)))
    short = Rested(number=1, kind="short", of_kind=1)
    play.given(Rest(kind="short")).then(short, Gained, EffectEnded)
    pools = play.session.view().table.pools["ann"]
    assert (pools["rest"].balance, pools["day"].balance) == (2, 0)
    play.given(Rest()).then(Rested(number=2, kind="", of_kind=1), EffectEnded)


def test_what_lasts_until_a_rest_of_one_kind_outlasts_those_of_others(play: Scenario) -> None:
    """Two of a kind end what lasts for two of it, whatever lies between."""
    play.given(Rest(kind="long"))
    play.given(Bless(until=RestEnd(2, "long")), Bless(until=RestEnd(kind="short")))
    play.given(Rest(kind="night"), Rest(), Rest(kind="long"))
    assert len(play.session.view().table.effects) == 2
    play.given(Rest(kind="short")).then(Rested, EffectEnded)
    play.given(Rest(kind="short"), Rest(kind="night"))
    assert len(play.session.view().table.effects) == 1
    play.given(Rest(kind="long")).then(Rested, EffectEnded)
    laws.hold(play.session)


def test_a_duration_written_down_before_rests_had_kinds_is_of_any() -> None:
    assert msgspec.json.decode(b'{"when":"rest_end","n":2}', type=Until) == RestEnd(2, "")


def test_a_table_without_a_clock_still_fills_its_pools_by_hand(play: Scenario) -> None:
    """Pools alone: no day ends, and nothing that lasts until then."""
    play.given(OpenPool(actor="ann", pool="mana", balance=0, refresh="day", to=3))
    play.given(Bless(until=DayEnd()), RefreshPools(scope="day")).then(Gained)


@pytest.mark.parametrize("time", [0, 99, 100])
def test_what_the_clock_has_shown_already_is_no_date(play: Scenario, time: int) -> None:
    play.given(AdvanceClock(seconds=100))
    play.when(Bless(until=At(time))).refused("refused", path="$.until.time")
    play.when(Plan(what="x", until=At(time))).refused("refused", path="$.until.time")
    play.given(Bless(until=At(101)))


def test_what_takes_time_when_it_is_due_is_part_of_the_time_that_passes(play: Scenario) -> None:
    """A march of two hours begun in the first of ten leaves the clock at ten; of twelve, beyond."""

    def marched(seconds: int) -> int:
        march = Rules(Camp)

        @march.decides(Note, may=gm)
        def note(command: Note, play: Play) -> None:
            play.perform(AdvanceClock(seconds=seconds))

        @march.decides(Plan, may=gm)
        def plan(command: Plan, play: Play) -> None:
            play.later(Note(what=command.what), command.until)

        away = Scenario(Ruleset("camp", version="1.0.0", state=Camp, chapters=(march,)))
        away.given(Plan(what="march", until=At(HOUR)), AdvanceClock(seconds=10 * HOUR))
        laws.hold(away.session)
        days = [e.message for e in away.session.log() if isinstance(e.message, DayEnded)]
        assert sum(e.days for e in days) == away.session.view().table.clock // DAY
        return away.session.view().table.clock

    assert marched(2 * HOUR) == 10 * HOUR
    assert marched(12 * HOUR) == 13 * HOUR
    assert marched(3 * DAY) == 3 * DAY + HOUR


def test_what_hangs_on_somebody_whom_another_due_takes_away_is_not_done(play: Scenario) -> None:
    rules_ = Rules(Camp)

    @rules_.decides(Plan, may=gm)
    def plan(command: Plan, play: Play) -> None:
        play.later(Note(what="leaves"), command.until)
        play.later(Note(what="never"), command.until, actor="bo")
        play.later(Note(what="after"), command.until)

    rules_.decides(Note, may=gm)(note)
    rules_.evolves(Noted)(noted)
    camp_ = Ruleset("camp", version="1.0.0", state=Camp, chapters=(rules_,))
    for until, ends in ((At(5), AdvanceClock(seconds=9)), (RestEnd(), Rest())):
        play = Scenario(camp_, actors={"ann": "anna", "bo": "bert"})
        play.given(Plan(what="", until=until), ends)
        assert [what for what, _ in notes(play)] == ["leaves", "after"]
        assert play.session.view().table.later == {}
        laws.hold(play.session)


def evening(*secrets: Command) -> Scenario:
    """Ten days in which a bell rings once, and whatever else was prepared."""
    play = Scenario(camp, actors={"ann": "anna", "bo": "bert"})
    play.given(OpenPool(actor="ann", pool="mana", balance=0, refresh="day", to=3))
    play.given(Plan(what="bell", until=At(3 * DAY + HOUR)), *secrets)
    return play.given(AdvanceClock(seconds=HOUR), AdvanceClock(seconds=9 * DAY))


def as_seen(play: Scenario, viewer: str) -> list[Any]:
    """Log, board and projections of a viewer, but for the numbers of the records.

    How many records there are is no secret: who is not to know of some sees a gap.
    """
    view = play.session.view(viewer)
    log = [
        (e.commit, e.kind, e.message.message.tag, encode(e.message))
        for e in play.session.log(viewer=viewer)
        if e.commit
    ]
    return [log, laws.plain({Table: view.table, Camp: view.state[Camp]}), view.projections()]


@pytest.mark.parametrize("to", ["gm", "bert", "nobody"])
def test_nobody_can_tell_from_how_time_passes_that_something_secret_was_due(to: str) -> None:
    """Neither its moment nor that there was one; its own time is right for it all the same."""
    one = evening(
        Plan(what="ambush", until=At(2 * DAY + 5), to=to, again=DAY),
        Bless(until=DayEnd(5), to=to),
    )
    never = Plan(what="ambush", until=SceneEnd(), to=to), Bless(until=SceneEnd(), to=to)
    assert as_seen(one, "anna") == as_seen(evening(*never), "anna")
    ambushes = [clock for what, clock in notes(one) if what == "ambush"]
    assert ambushes == [n * DAY + 5 for n in range(2, 10)]
    stops = [e for e in one.session.log() if isinstance(e.message, MomentReached)]
    assert len(stops) == len(ambushes) + 1
    assert {e.to for e in stops} == {to}
    assert one.session.view().table.effects == {}
    laws.hold(one.session)


def test_those_who_know_of_different_secrets_at_one_moment_do_not_learn_of_each_other() -> None:
    theft = Plan(what="theft", until=At(DAY + 5), to="bert")
    one = evening(Plan(what="ambush", until=At(DAY + 5), to="gm"), theft)
    other = evening(Plan(what="ambush", until=SceneEnd(), to="gm"), theft)
    told = [
        [line.text for line in Transcript(Recording.of(play.session), viewer="bert")
         if line.kind == "event" and line.type != "table.moment_reached"]
        for play in (one, other)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert "theft" in [what for what, _ in notes(one)]
    assert as_seen(one, "anna") == as_seen(other, "anna")


# --- the calendar on the board

TEN = Calendar(
    name="Tens",
    months=(Month("Sowing", 10), Month("Noon", 1, week=False), Month("Reaping", 10)),
    weekdays=("One", "Two", "Three"),
    hours=10,
    start=Start(7, 1, 9, "Two"),
)
TEN_HOURS = 10 * HOUR


@pytest.mark.report(298)
def test_everything_that_is_said_of_time_follows_from_the_one_clock(play: Scenario) -> None:
    """The date, the number of the day, the days that ended and the log agree at every step."""
    play.given(SetCalendar(calendar=TEN))
    for seconds in (1, TEN_HOURS, 5, 7 * TEN_HOURS, 40 * TEN_HOURS + 9, TEN_HOURS - 15):
        play.given(AdvanceClock(seconds=seconds))
        view = play.session.view("anna")
        shown: Clock = view["clock"]
        assert shown.seconds == view.table.clock
        assert shown.day == view.table.clock // TEN_HOURS + 1 == view.table.days + 1
        assert shown.date is not None
        since = (shown.date.year - 7) * 21 + (0, 10, 11)[shown.date.month - 1] + shown.date.day - 9
        assert since == view.table.days
        time = (shown.date.hour * 60 + shown.date.minute) * 60 + shown.date.second
        assert time == view.table.clock % TEN_HOURS
        assert shown.month == ("Sowing", "Noon", "Reaping")[shown.date.month - 1]
        assert (shown.weekday == "") == (shown.month == "Noon")
    assert to_builtins(play.session.view()["clock"]) == to_builtins(view["clock"])


def test_without_a_calendar_a_day_has_24_hours_and_no_date(play: Scenario) -> None:
    play.given(AdvanceClock(seconds=DAY + 1))
    assert play.session.view()["clock"] == Clock(seconds=DAY + 1, day=2)


def test_a_calendar_that_cannot_be_is_refused_by_the_table(play: Scenario) -> None:
    wrong = {"name": "x", "months": [{"name": "m", "days": 0}]}
    play.when({"type": "table.set_calendar", "calendar": wrong})
    play.refused("invalid", path="$.calendar.months[0].days")
    assert play.session.view().table.calendar is None


def test_another_calendar_moves_nothing_that_is_put_off(play: Scenario) -> None:
    """Days get shorter: what lasted two of the old days lasts as long as it would have."""
    play.given(AdvanceClock(seconds=DAY + 1), Bless(until=DayEnd(2)))
    play.given(SetCalendar(calendar=TEN)).then(CalendarSet(calendar=TEN, days=2))
    play.given(Bless(until=DayEnd(2)), AdvanceClock(seconds=3 * DAY - DAY - 1))
    ended = [e.id for e in happened(play, EffectEnded)]
    assert len(ended) == 2
    play.given(Return(to=play.session.timeline.commits - 2))
    play.given(AdvanceClock(seconds=4 * TEN_HOURS - DAY - 1))
    assert [e.id for e in happened(play, EffectEnded)] == ended[:1]
    laws.hold(play.session)


def test_dates_are_told_where_the_setting_has_a_calendar(play: Scenario) -> None:
    play.given(AdvanceClock(seconds=60), SetCalendar(calendar=TEN), Bless(until=At(2 * TEN_HOURS)))
    play.given(Bless(until=DayEnd(3)), AdvanceClock(seconds=2 * TEN_HOURS + 65), EndDay())
    lines = [line.text for line in Transcript(Recording.of(play.session)) if line.text]
    for text in (
        "Time passes: the game clock shows 00:01:00.",
        "Days are counted by the calendar Tens: it is Two, 9 Sowing 7, 00:01.",
        "Ann: x, until Noon 7, 00:00. [e5.1]",
        "Ann: x, for 3 days. [e6.1]",
        "Time passes: it is Noon 7, 00:02:05.",
        "The day is over: Three, 10 Sowing 7.",
        "The day is over: Noon 7.",
    ):
        assert text in lines, text
    italian = [line.text for line in Transcript(Recording.of(play.session), lang="it")]
    assert "Ann: x, per 3 giorni. [e6.1]" in italian
    assert "Finisce il giorno: Three 10 Sowing 7." in italian


def test_a_return_takes_the_clock_the_days_and_the_calendar_back(play: Scenario) -> None:
    play.given(OpenPool(actor="ann", pool="mana", balance=3, refresh="day", to=3))
    before = laws.plain(play.session.timeline.slices)
    at = play.session.timeline.commits - 1
    play.given(Spend(actor="ann", pool="mana", amount=2), SetCalendar(calendar=TEN), Rest())
    play.given(EndDay(), Return(to=at))
    after = laws.plain(play.session.timeline.slices)
    assert {**after, "Ledger": b""} == {**before, "Ledger": b""}


def test_what_is_put_off_at_a_scenes_end_waits_for_the_next_scenes_end(play: Scenario) -> None:
    """One that puts itself off again is done once at each end, and never for ever."""
    repeated = Rules(Camp)

    @repeated.decides(Note, may=gm)
    def note(command: Note, play: Play) -> None:
        play.emit(Noted(what=command.what, clock=0))
        play.later(command, SceneEnd())

    repeated.evolves(Noted)(noted)
    play = Scenario(Ruleset("camp", version="1.0.0", state=Camp, chapters=(repeated,)))
    play.given(Note(what="x"))
    for ends in (1, 2, 3):
        play.given({"type": "table.begin_scene"}, {"type": "table.end_scene"})
        assert len(notes(play)) == 1 + ends
        assert len(happened(play, CameDue)) == len(happened(play, PutOff)) == 1
