"""Every start with every end: what lasts from one moment to another does so, and ends once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Event, Play, Rules, Ruleset, gm
from rollbook.core.table.effects import effects
from rollbook.core.until import (
    At,
    DayEnd,
    Good,
    GroupEnd,
    RestEnd,
    RoundEnd,
    SceneEnd,
    SittingEnd,
    TurnEnd,
    TurnStart,
    Until,
)
from rollbook.core.vocabulary import CameDue, EffectBegan, EffectEnded, EffectStarted, OffStarted
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario


class Lasting(Struct, frozen=True):
    """What was done when it came due."""

    done: tuple[str, ...] = ()


class Lay(Command, ruleset="lasting"):
    """Lay an effect on somebody, and put something off for as long."""

    until: Until
    start: Until | None = None
    actor: str = "cy"


class Do(Command, ruleset="lasting"):
    """What was put off."""

    what: str = ""


class Done(Event, ruleset="lasting"):
    """It was done."""

    what: str


rules = Rules(Lasting)


@rules.decides(Lay, may=gm)
def lay(command: Lay, play: Play) -> None:
    until, start = command.until, command.start
    play.emit(EffectBegan(id=play.id("e"), actor=command.actor, kind="x", until=until, start=start))
    if not isinstance(until, Good):
        play.later(Do(), until, start=start)


@rules.decides(Do, may=gm)
def do(command: Do, play: Play) -> None:
    play.emit(Done(what=command.what))


@rules.evolves(Done)
def done(state: Lasting, event: Done) -> Lasting:
    return Lasting((*state.done, event.what))


lasting = Ruleset("lasting", version="1.0.0", state=Lasting, chapters=(rules,))

DAY = 86400
TURN_ANN, TURN_BO = ["begin ann"], ["begin bo"]
END_ANN, END_BO = ["end ann", "group"], ["end bo", "group", "round"]


def command(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"table.{name}", **fields}


SLOTS = {"a": {"actor": "ann", "key": [1]}, "b": {"actor": "bo", "key": [2]}}
NEXT, ROUND = command("next_turn"), command("begin_round", slots=SLOTS)
SCENE, SITTING = command("begin_scene"), command("begin_sitting")

EVENING: list[tuple[dict[str, Any], list[str]]] = [
    (NEXT, TURN_ANN),
    (NEXT, [*END_ANN, *TURN_BO]),
    (NEXT, [*END_BO, *TURN_ANN]),
    (command("rest"), ["rest"]),
    (NEXT, [*END_ANN, *TURN_BO]),
    (command("advance_clock", seconds=100), ["clock"]),
    (NEXT, [*END_BO, *TURN_ANN]),
    (command("end_day"), ["day"]),
    (command("end_scene"), [*END_ANN, "round", "scene"]),
    (SCENE, []),
    (ROUND, []),
    (NEXT, TURN_ANN),
    (NEXT, [*END_ANN, *TURN_BO]),
    (command("end_sitting"), [*END_BO, "scene", "sitting"]),
    (command("advance_clock", seconds=3 * DAY), ["day", "day", "day"]),
    (command("rest", kind="long"), ["rest"]),
    (SITTING, []),
    (SCENE, []),
    (ROUND, []),
    (NEXT, TURN_ANN),
    (NEXT, [*END_ANN, *TURN_BO]),
    (NEXT, [*END_BO, *TURN_ANN]),
    (command("end_sitting"), [*END_ANN, "round", "scene", "sitting"]),
]
"""Commands, and by hand what happens with each that anything could last until, in order."""

MOMENTS: dict[str, Until] = {
    "begin ann": TurnStart("ann"), "begin bo": TurnStart("bo"), "end ann": TurnEnd("ann"),
    "end bo": TurnEnd("bo"), "group": GroupEnd(), "round": RoundEnd(), "scene": SceneEnd(),
    "sitting": SittingEnd(), "rest": RestEnd(), "day": DayEnd(),
    "2 begin ann": TurnStart("ann", 2), "2 end bo": TurnEnd("bo", 2), "3 round": RoundEnd(3),
    "2 scene": SceneEnd(2), "2 sitting": SittingEnd(2), "2 rest": RestEnd(2), "2 day": DayEnd(2),
    "3 day": DayEnd(3), "clock": At(100),
}  # fmt: skip


def happenings() -> Iterator[tuple[int, str]]:
    """Everything that happens, with the number of its command."""
    for step, (_, names) in enumerate(EVENING):
        for name in names:
            yield step, name


ALL = list(happenings())


def nth(name: str, after: int) -> int:
    """Position of the moment among all that happens; beyond the end if it does not come."""
    times, what = name.split(" ", 1) if name[0].isdigit() else ("1", name)
    found = [i for i, (_, each) in enumerate(ALL) if i > after and each == what]
    return found[int(times) - 1] if len(found) >= int(times) else len(ALL)


def step(at: int) -> int:
    return ALL[at][0] if at < len(ALL) else len(EVENING)


def evening() -> Scenario:
    play = Scenario(lasting, actors={"ann": "anna", "bo": "bert", "cy": ""})
    return play.given(SITTING, SCENE, ROUND)


def expected(start: str, end: str) -> tuple[int, int]:
    """By which command it begins to run, and by which it ends."""
    if not start:
        return -1, step(nth(end, -1))
    first = nth(start, -1)
    if end == "clock":  # of the clock, not so much later: where that has passed, it is over
        return step(first), step(max(first, nth(end, -1)))
    return step(first), step(nth(end, first))


@pytest.mark.parametrize("end", MOMENTS)
@pytest.mark.parametrize("start", ["", *MOMENTS])
def test_what_lasts_from_one_moment_to_another_runs_between_them(start: str, end: str) -> None:
    """An effect, and a command put off for as long, whatever else happens in between."""
    play = evening().given(Lay(until=MOMENTS[end], start=MOMENTS.get(start)))
    begins, ends = expected(start, end)
    for number, (what, _) in enumerate(EVENING):
        play.given(what)
        look = play.session.view()
        assert len(look.table.effects) == (number < ends), number
        running = [name for name, _ in effects(look, "cy", "x")]
        assert len(running) == (begins <= number < ends), number
        assert len(look.state[Lasting].done) == (number >= ends), number
    kinds = [type(entry.message) for entry in play.session.log()]
    over = ends < len(EVENING)
    begun = bool(start) and begins < len(EVENING)
    assert [kinds.count(k) for k in (EffectEnded, CameDue)] == [over, over]
    assert [kinds.count(k) for k in (EffectStarted, OffStarted)] == [begun, begun]


def test_after_an_evening_of_everything_the_laws_hold() -> None:
    play = evening()
    for start in ("", *MOMENTS):
        for end in MOMENTS:
            play.given(Lay(until=MOMENTS[end], start=MOMENTS.get(start)))
    for what, _ in EVENING:
        play.given(what)
    laws.live_is_refolded(play.session)
    laws.snapshots_round_trip(play.session)
    laws.decided_again_is_the_same(play.session)
