"""Effects run until what ends them happens, once, and come back with a return."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.asked import Answered
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier
from rollbook.core.table.effects import effects
from rollbook.core.table.returns import Return
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
    Uses,
)
from rollbook.core.vocabulary import Dropped, EffectBegan, EffectEnded, Rolled, Weighed
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Brawl, Charm, Curse, Flurry, Strike
from rollbook.replay import Recording, Transcript

NEXT = {"type": "table.next_turn"}


@pytest.fixture
def fight(tavern: Scenario) -> Scenario:
    """A sitting, a scene and a round: ann, then bo and cy at once; nobody has acted."""
    keys = {"ann": [1], "bo": [2], "cy": [2]}
    slots = {f"s-{actor}": {"actor": actor, "key": key} for actor, key in keys.items()}
    tavern.given({"type": "table.begin_sitting"}, {"type": "table.begin_scene"})
    return tavern.given({"type": "table.begin_round", "slots": slots})


def running(play: Scenario) -> int:
    return len(play.session.view().table.effects)


def ended(play: Scenario) -> int:
    return sum(isinstance(e.message, EffectEnded) for e in play.session.log())


STEPS: dict[str, tuple[Until, int]] = {
    "the start of ann's next turn": (TurnStart("ann"), 1),
    "the start of ann's second turn": (TurnStart("ann", 2), 4),
    "the end of ann's next turn": (TurnEnd("ann"), 2),
    "the start of bo's turn": (TurnStart("bo"), 2),
    "the end of the second round": (RoundEnd(2), 7),
    "the end of this round": (RoundEnd(), 4),
    "the end of the first group": (GroupEnd(), 2),
}


@pytest.mark.report(134)
@pytest.mark.report(138)
@pytest.mark.parametrize("name", STEPS)
def test_an_effect_ends_when_its_time_has_come_and_once(fight: Scenario, name: str) -> None:
    """Whoever else acts before: it is on cy, and by ann's or bo's turns."""
    until, steps = STEPS[name]
    fight.given(Charm(actor="cy", kind="aim", until=until))
    for step in range(1, 9):
        fight.given(NEXT)
        assert running(fight) == (step < steps), f"after step {step}"
    assert ended(fight) == 1
    laws.hold(fight.session)


@pytest.mark.parametrize(
    ("until", "ending"),
    [
        (SceneEnd(), [{"type": "table.end_scene"}]),
        (SittingEnd(), [{"type": "table.end_scene"}, {"type": "table.end_sitting"}]),
        (At(60), [{"type": "table.advance_clock", "seconds": s} for s in (59, 1)]),
        (Good(), [NEXT, {"type": "table.end_sitting"}, {"type": "table.end_effect"}]),
    ],
)
def test_an_effect_ends_with_the_last_of_these_only(
    fight: Scenario, until: Until, ending: list[dict[str, Any]]
) -> None:
    fight.given(Charm(actor="cy", kind="aim", until=until))
    for command in ending:
        assert running(fight) == 1
        if command["type"] == "table.end_effect":
            command = {**command, "effect": next(iter(fight.session.view().table.effects))}
        fight.given(command)
    assert (running(fight), ended(fight)) == (0, 1)


def test_a_later_start_begins_the_count(fight: Scenario) -> None:
    fight.given(Charm(actor="ann", kind="aim", until=TurnEnd("ann"), start=TurnStart("bo")))
    fight.given(NEXT)
    fight.when(Strike(actor="ann", target="bo"), faces=(1, 2))
    assert fight.receipt
    assert fight.receipt.events[0].modifiers == ()  # type: ignore[attr-defined]
    for step in range(2, 6):
        fight.given(NEXT)
        assert running(fight) == (step < 5), f"after step {step}"


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(
    "start",
    [
        *(TurnStart("bo"), TurnStart("bo", 2), TurnEnd("bo"), TurnEnd("bo", 2), GroupEnd()),
        *(kind(n) for kind in (RoundEnd, SceneEnd, SittingEnd, RestEnd, DayEnd) for n in (1, 2)),
        *(RestEnd(1, "short"), RestEnd(2, "short"), At(90)),
    ],
    ids=str,
)
def test_an_effect_that_begins_later_is_told_with_when_it_begins(
    fight: Scenario, start: Until, lang: str
) -> None:
    """One that begins at once is told without; the words differ, and all of them are words."""
    told = []
    for begins in (None, start):
        fight.given(Charm(actor="ann", kind="aim", until=SceneEnd(), start=begins))
        lines = [line.text for line in Transcript(Recording.of(fight.session), lang=lang)]
        told.append(lines[-1].partition(" [")[0])
    head, _, until = told[0].partition(", ")
    begin, _, then = told[1].removeprefix(f"{head}, ").partition(", ")
    assert then.endswith(until)
    assert begin
    assert "table." not in begin
    assert then != until


def test_the_beginning_of_an_effect_is_told_in_words_of_the_game(fight: Scenario) -> None:
    fight.given(Charm(actor="ann", kind="aim", until=TurnEnd("ann"), start=RestEnd(1, "short")))
    for lang, words in (
        ("en", "once the next rest (short) is over, then until Ann's turn ends"),
        ("it", "dalla fine del prossimo riposo (short), poi fino alla fine del turno di Ann"),
    ):
        assert words in [*Transcript(Recording.of(fight.session), lang=lang)][-1].text


def test_a_use_is_spent_once_for_each_proposal(fight: Scenario) -> None:
    """Two uses, three strikes in one command: the third has no aim left."""
    fight.given(Charm(actor="ann", kind="aim", until=Uses(2), amount=5))
    fight.when(Flurry(actor="ann", targets=("cy", "cy", "cy")), faces=(1, 1))
    rolls = [e.message for e in fight.entries if isinstance(e.message, Rolled)]
    assert [(r.natural, r.total, [u.left for u in r.used]) for r in rolls] == [
        (2, 7, [1]),
    ]  # fmt: skip
    fight.answer("no", faces=(1, 1)).answer("no", faces=(1, 1))
    rolls = [e.message for e in fight.session.log() if isinstance(e.message, Rolled)]
    assert [(r.natural, r.total, [u.left for u in r.used]) for r in rolls] == [
        (2, 7, [1]), (2, 7, [0]), (2, 2, []),
    ]  # fmt: skip
    assert running(fight) == 0
    laws.hold(fight.session)


class Arms(Struct, frozen=True):
    """Nothing."""


class Swing(Command, ruleset="arms"):
    """Collect for proposals, then record what they brought in events as the plan says.

    Args:
        proposals: how many are made, all of ann's.
        events: which proposals' modifiers each event carries, by position; one may be left out.
    """

    proposals: int
    events: tuple[tuple[int, ...], ...]


class Swung(Weighed, ruleset="arms"):
    """Something was weighed."""


class Blessing(Command, ruleset="arms"):
    """Bless ann for so many uses."""

    uses: int


arms = Rules(Arms)


@arms.decides(Blessing, may=gm)
def blessing(command: Blessing, play: Play) -> None:
    play.emit(EffectBegan(id=play.id("e"), actor="ann", kind="b", until=Uses(command.uses)))


@arms.modifies(Check)
def twice(check: Check, look: Look) -> Iterator[Modifier]:
    """Two modifiers for each proposal: still one use."""
    for name, _ in effects(look, check.actor, "b"):
        yield Modifier(name, "ARM-001", "result", "add", 1)
        yield Modifier(name, "ARM-001", "damage", "add", 1)


@arms.decides(Swing, may=gm)
def swing(command: Swing, play: Play) -> None:
    found = [play.modifiers(Check(actor="ann", kind=str(i))) for i in range(command.proposals)]
    for each in command.events:
        play.emit(Swung(modifiers=tuple(m for i in each for m in found[i])))


@pytest.mark.parametrize(
    ("uses", "proposals", "events", "left"),
    [
        (3, 1, ((0,),), 2),
        (3, 2, ((0, 1),), 1),
        (3, 2, ((0,), (1,)), 1),
        (3, 2, ((0,),), 2),
        (3, 3, ((0, 2), (1,)), 0),
        (3, 3, ((0, 1, 2),), 0),
        (3, 1, ((0,), (0,)), 2),
        (3, 2, ((),), 3),
        (1, 2, ((0, 1),), 0),
        (1, 2, ((0,), (1,)), 0),
        (5, 4, ((0, 1), (2,), ()), 2),
    ],
)
def test_each_proposal_that_an_effect_answered_is_one_use_however_it_is_recorded(
    uses: int, proposals: int, events: tuple[tuple[int, ...], ...], left: int
) -> None:
    """In one event or in several, an answer in two of them once; what is dropped uses nothing."""
    play = Scenario(Ruleset("arms", version="1.0.0", state=Arms, chapters=(arms,), events=(Swung,)),
                    actors={"ann": "anna"})  # fmt: skip
    play.given(Blessing(uses=uses), Swing(proposals=proposals, events=events))
    found = [e.left for e in play.session.view().table.effects.values()]
    assert found == ([left] if left else [])
    laws.hold(play.session)


@pytest.mark.parametrize(
    ("uses", "proposals", "events", "helped"),
    [
        (1, 2, ((0,), (1,)), [1, 0]),
        (1, 2, ((1,), (0,)), [0, 1]),
        (1, 2, ((0, 1),), [1]),
        (2, 3, ((0, 1), (2,)), [2, 0]),
        (2, 3, ((0,), (2,)), [1, 0]),
        (1, 1, ((0,), (0,)), [1, 1]),
    ],
)
def test_an_effect_helps_no_more_proposals_than_it_has_uses(
    uses: int, proposals: int, events: tuple[tuple[int, ...], ...], helped: list[int]
) -> None:
    """However early all of them are made: each use is for the first that asks for it."""
    play = Scenario(Ruleset("arms", version="1.0.0", state=Arms, chapters=(arms,), events=(Swung,)),
                    actors={"ann": "anna"})  # fmt: skip
    play.given(Blessing(uses=uses)).when(Swing(proposals=proposals, events=events))
    swung = [e.message for e in play.entries if isinstance(e.message, Swung)]
    assert [sum(m.on == "result" for m in s.modifiers) for s in swung] == helped
    laws.hold(play.session)


def test_a_use_is_not_spent_by_a_command_that_is_refused(fight: Scenario) -> None:
    fight.given(Charm(actor="ann", kind="aim", until=Uses(1)))
    fight.when(Strike(actor="ann", target="nobody")).refused("refused")
    assert running(fight) == 1


@pytest.mark.report(141)
@pytest.mark.report(60)
def test_an_effect_that_has_ended_runs_again_after_a_return(fight: Scenario) -> None:
    fight.given(Charm(actor="ann", kind="aim", until=TurnEnd("ann"), amount=4))
    fight.given(Charm(actor="ann", kind="ward", until=Uses(3)), NEXT)
    before = laws.plain(fight.session.timeline.slices)
    at = fight.session.timeline.commits - 1
    fight.given(NEXT)
    assert running(fight) == 1
    fight.given(Return(to=at))
    after = laws.plain(fight.session.timeline.slices)
    assert {**after, "Ledger": b""} == {**before, "Ledger": b""}
    fight.when(Strike(actor="ann", target="bo"), faces=(1, 2))
    assert fight.session.waiting, "the aim makes 3 a 7"


@pytest.mark.report(139)
def test_what_hangs_on_somebody_who_leaves_ends_and_is_not_left_for_ever(fight: Scenario) -> None:
    fight.given(Charm(actor="bo", kind="aim", until=TurnEnd("ann")))
    fight.given(Charm(actor="ann", kind="aim", until=SceneEnd()))
    fight.given(Charm(actor="bo", kind="ward", until=SceneEnd()))
    fight.given(Curse(target="ann", amount=1, until=SceneEnd()))
    fight.given({"type": "table.remove_actor", "actor": "ann"})
    assert [e.kind for e in fight.session.view().table.effects.values()] == ["ward"]
    assert fight.session.view().table.later == {}
    assert sum(isinstance(e.message, Dropped) for e in fight.session.log()) == 1
    laws.hold(fight.session)


@pytest.mark.report(140)
def test_a_round_passes_once_however_many_are_out(fight: Scenario) -> None:
    for actor in ("bo", "cy"):
        fight.given({"type": "table.remove_actor", "actor": actor})
    fight.given(Charm(actor="ann", kind="aim", until=RoundEnd(2)), NEXT, NEXT)
    assert (fight.session.view().table.rounds, running(fight)) == (2, 1)
    fight.given(NEXT)
    assert (fight.session.view().table.rounds, running(fight)) == (3, 0)


def test_those_who_strike_at_once_both_land_their_blows(fight: Scenario) -> None:
    """Harm put off to the end of the group takes nobody's blow away. E32."""
    fight.given(NEXT, NEXT)
    fight.given(Curse(target="bo", amount=9, until=GroupEnd()))
    fight.given(Curse(target="cy", amount=9, until=GroupEnd()), NEXT)
    points = fight.session.view().state[Brawl].points
    assert (points["bo"], points["cy"]) == (10, 10), "cy has yet to act"
    fight.given(NEXT)
    points = fight.session.view().state[Brawl].points
    assert (points["bo"], points["cy"]) == (1, 1)
    laws.hold(fight.session)


def test_what_comes_due_may_ask_and_play_goes_on_from_there(fight: Scenario) -> None:
    fight.given(Curse(target="bo", amount=10, until=SceneEnd()))
    fight.given(Curse(target="cy", amount=1, until=SceneEnd()))
    fight.when({"type": "table.end_scene"}).waits("bo")
    fight.restart().answer("yes", "bert")
    assert isinstance(fight.entries[0].message, Answered)
    points = fight.session.view().state[Brawl].points
    assert (points["bo"], points["cy"]) == (1, 9)
    assert fight.session.view().table.later == {}
    laws.hold(fight.session)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"until": Uses(0)}, "$.until.n"),
        ({"until": RoundEnd(-1)}, "$.until.n"),
        ({"until": TurnEnd("zed")}, "$.until.actor"),
        ({"until": SceneEnd(), "start": Uses(1)}, "$.start"),
        ({"until": SceneEnd(), "start": Good()}, "$.start"),
        ({"until": SceneEnd(), "start": TurnStart("zed")}, "$.start.actor"),
        ({"until": SceneEnd(), "actor": "zed"}, "$.actor"),
    ],
)
def test_an_effect_that_could_never_begin_or_end_is_refused(
    fight: Scenario, fields: dict[str, Any], path: str
) -> None:
    fight.when(Charm(**{"actor": "ann", "kind": "aim", **fields})).refused("refused", path=path)


@pytest.mark.parametrize("until", [Uses(1), Good(), TurnEnd("zed"), RoundEnd(0)])
def test_what_would_never_come_due_cannot_be_put_off(fight: Scenario, until: Until) -> None:
    fight.when(Curse(target="ann", amount=1, until=until)).refused("refused")
    assert fight.session.view().table.later == {}
