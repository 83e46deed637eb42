"""The authors' kit is opted into by one line, and says what is wrong in words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

from rollbook.core.play import Play
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import Brawl, Enter, Said, Strike, brawl, brawl_with

TEST = """
from rollbook.core.asked import Answered, Asked
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.toys import Enter, Hit, Hurt, Strike, brawl

def test_a_hit_takes_points(scenario):
    play = scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(4, 4)).then(Rolled, Asked)
    play.answer("no", "bert").then(Answered, Hurt, Hit)
    laws.hold(play.session)
"""


def test_one_line_opts_in(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["rollbook.plugins.testing"]\n')
    (tmp_path / "test_mine.py").write_text(TEST)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "."],
        cwd=tmp_path, env={**os.environ}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


@pytest.fixture
def play() -> Scenario:
    return Scenario(brawl, actors={"ann": "anna"}).given(Enter(actor="ann"))


def test_then_says_what_was_there_instead(play: Scenario) -> None:
    play.when(Enter(actor="ann", points=3))
    with pytest.raises(AssertionError, match=r"\['Entered'\] are not 2"):
        play.then(Enter, Enter)
    with pytest.raises(AssertionError, match="is not"):
        play.then(Strike)
    with pytest.raises(AssertionError, match="it was not refused"):
        play.refused("refused")


def test_refused_says_why_it_was_refused(play: Scenario) -> None:
    play.when(Enter(actor="zed"))
    with pytest.raises(AssertionError, match="there is no zed"):
        play.refused("waiting")
    with pytest.raises(AssertionError, match="BRA-001"):
        play.refused("refused", rule="BRA-009")
    with pytest.raises(AssertionError, match="refused: there is no zed"):
        play.then()
    with pytest.raises(AssertionError, match="nothing is asked"):
        play.waits("ann")


def test_fixed_surroundings_are_the_same_in_every_run() -> None:
    one, two, other = Fixed(), Fixed(), Fixed("other")
    assert [one.now(), one.random(40)] == [two.now(), two.random(40)]
    assert one.random(40) != one.random(40)
    assert other.random(40) != Fixed().random(40)


def test_a_law_that_does_not_hold_says_where(play: Scenario) -> None:
    """A state that was changed beside the records is found out."""
    slices = play.session.timeline.slices
    slices[Brawl] = structs.replace(slices[Brawl], said=("never said",))
    with pytest.raises(AssertionError):
        laws.live_is_refolded(play.session)


def test_a_decider_that_decides_otherwise_is_found_out() -> None:
    mood = iter(range(9))

    def moody(command: Strike, play: Play) -> None:
        play.emit(Said(text=f"mood {next(mood)}"))

    play = Scenario(brawl_with(Strike, moody), actors={"ann": "anna"})
    play.given(Strike(actor="ann", target="ann"))
    with pytest.raises(AssertionError, match="commit 2 is decided otherwise"):
        laws.decided_again_is_the_same(play.session)
