"""The kit swallows nothing: what a test or an author did not expect makes it fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from rollbook import Command, Event, Rules, Ruleset, gm
from rollbook.core.errors import AuthorError, Invalid, Refused
from rollbook.core.look import Look
from rollbook.core.play import Play
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario, scenarios
from rollbook.plugins.testing.toys import Brawl, Enter, Said, Strike, Watch, brawl, brawl_with

NOBODY = Enter(actor="zed")


@pytest.fixture
def play() -> Scenario:
    return Scenario(brawl, actors={"ann": "anna"}).given(Enter(actor="ann"))


USES: dict[str, Callable[[Scenario], object]] = {
    "given": lambda p: p.given({"type": "table.begin_scene"}),
    "given nothing": lambda p: p.given(),
    "when": lambda p: p.when(Watch(actor="ann"), faces=(3,)),
    "answer": lambda p: p.answer("yes"),
    "then": lambda p: p.then(Rolled),
    "entries": lambda p: p.entries,
    "waits": lambda p: p.waits("ann"),
    "session": lambda p: p.session.view(),
    "restart": lambda p: p.restart(),
    "reopened": lambda p: p.reopened(),
    "copied": lambda p: p.copied(),
    "end": lambda p: p.end(),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_the_next_use_raises_what_nobody_claimed_and_only_once(
    play: Scenario, use: Callable[[Scenario], object]
) -> None:
    size = play.session.timeline.size
    play.when(NOBODY)
    with pytest.raises(Refused, match="there is no zed") as raised:
        use(play)
    assert "expects it" in raised.value.__notes__[0]
    play.end()
    assert play.session.timeline.size == size


def test_what_is_claimed_is_not_raised(play: Scenario) -> None:
    play.when(NOBODY).refused("refused", rule="BRA-001")
    play.when(NOBODY)
    assert isinstance(play.error, Refused)
    play.given(Enter(actor="ann"))
    assert play.error is None
    play.end()


def test_an_authors_error_is_no_refusal_to_be_passed_over() -> None:
    def broken(command: Strike, play: Play) -> None:
        raise KeyError("the author forgot")

    play = Scenario(brawl_with(Strike, broken), actors={"ann": "anna"})
    strike = Strike(actor="ann", target="ann")
    play.when(strike)
    with pytest.raises(AuthorError, match="the author forgot"):
        play.given()
    with pytest.raises(AssertionError, match="the author forgot"):
        play.when(strike).refused("refused")
    play.when(strike).refused("author")


def test_faces_that_no_die_took_are_named(play: Scenario) -> None:
    with pytest.raises(AssertionError, match=r"faces left over: \[5, 6\]"):
        play.when(Watch(actor="ann"), faces=(4, 5, 6))
    play.when(Watch(actor="ann"), faces=(4, 5, 6), spare=True).then(Rolled, Said)
    with pytest.raises(AssertionError, match=r"faces left over: \[1\]"):
        play.when(Strike(actor="ann", target="ann"), faces=(6, 6, 1))
    with pytest.raises(AssertionError, match=r"faces left over: \[2\]"):
        play.answer("no", faces=(2,))


def test_what_was_refused_leaves_no_faces_for_the_next(play: Scenario) -> None:
    play.when(NOBODY, faces=(4,)).refused("refused")
    with pytest.raises(Invalid, match="a face is missing"):
        play.given(Watch(actor="ann"))


def test_the_last_command_counts_too() -> None:
    with pytest.raises(Refused, match="there is no zed"), scenarios() as make:
        make(brawl).when(NOBODY)
    with scenarios() as make:
        make(brawl).when(NOBODY).refused("refused")


MINE = """
from rollbook.plugins.testing.toys import Enter, brawl

def test_bare(scenario):
    scenario(brawl).when(Enter(actor="zed"))

def test_claimed(scenario):
    scenario(brawl).when(Enter(actor="zed")).refused("refused")
"""


def test_the_fixture_fails_a_test_that_ends_with_a_failure(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["rollbook.plugins.testing"]\n')
    (tmp_path / "test_mine.py").write_text(MINE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout
    assert "ERROR test_mine.py::test_bare" in done.stdout
    assert "there is no zed" in done.stdout
    assert "2 passed, 1 error" in done.stdout


class Doors(Struct, frozen=True):
    """How often each was passed."""

    passed: dict[str, int] = {}


class Build(Command, ruleset="doors"):
    """Build a door that nobody knows of."""


class Pass(Command, ruleset="doors"):
    """Go through it."""


class Built(Event, ruleset="doors", to=("gm",)):
    """There is a door."""

    door: str


class Passed(Event, ruleset="doors"):
    """Somebody came out of a wall; so many times by now."""

    door: str
    times: int


def doors(fold: Callable[[Doors, Passed], Doors], show: Callable[[Look, str], Doors]) -> Ruleset:
    rules = Rules(Doors)

    @rules.decides(Build, may=gm)
    def build(command: Build, play: Play) -> None:
        play.emit(Built(door="oak"))

    @rules.decides(Pass, may=gm)
    def go(command: Pass, play: Play) -> None:
        play.emit(Passed(door="oak", times=play.state[Doors].passed["oak"] + 1))

    @rules.evolves(Built)
    def built(doors: Doors, event: Built) -> Doors:
        return Doors({**doors.passed, event.door: 0})

    rules.evolves(Passed)(fold)
    rules.projects("oak")(show)
    return Ruleset("doors", version="1", state=Doors, chapters=(rules,))


def copying(doors: Doors, event: Passed) -> Doors:
    return Doors({**doors.passed, event.door: event.times})


def counting(doors: Doors, event: Passed) -> Doors:
    return Doors({**doors.passed, event.door: doors.passed[event.door] + 1})


def known(look: Look, viewer: str) -> Doors:
    return look.state[Doors]


def sure(look: Look, viewer: str) -> Doors:
    return Doors({"oak": look.state[Doors].passed["oak"]})


def test_a_fold_that_needs_what_is_hidden_is_named_with_event_and_seat() -> None:
    play = Scenario(doors(counting, known)).given(Build())
    laws.hold(play.session)
    play.given(Pass())
    with pytest.raises(
        AssertionError, match=r"the fold of doors\.passed \(record 6\) raises KeyError\('oak'\)"
    ) as raised:
        laws.hold(play.session)
    assert "in the view of anna" in str(raised.value)
    laws.view_is_filtered_journal(play.session, "gm1")
    laws.hold(Scenario(doors(copying, known)).given(Build(), Pass()).session)


def test_a_projection_that_needs_what_is_hidden_is_named_with_its_seat() -> None:
    play = Scenario(doors(copying, sure)).given(Build())
    with pytest.raises(AssertionError, match=r"the projection oak raises KeyError.* view of anna"):
        laws.hold(play.session)


def test_a_slice_that_no_ruleset_in_force_has_is_named_with_those_that_are() -> None:
    look = Scenario(doors(copying, known)).session.view()
    assert Brawl not in look.state
    with pytest.raises(AuthorError, match="has Brawl; there are Doors, Ledger, Table"):
        look.state[Brawl]
    with pytest.raises(AuthorError, match="no ruleset in force has 'oak'"):
        look.state["oak"]  # type: ignore[index]

    def asks(command: Strike, play: Play) -> None:
        play.state[Doors]

    play = Scenario(brawl_with(Strike, asks), actors={"ann": "anna"})
    play.when(Strike(actor="ann", target="ann")).refused("author")
    assert "has Doors" in str(play.error)
