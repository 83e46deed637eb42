"""Luck against exact expectation: counted by brute force, corrected, and silent on few rolls."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.table.ledger import Charter
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Sneak, Watch, brawl, charms
from rollbook.replay.recording import Recording
from rollbook.replay.stats import Stats, stats
from rollbook.replay.stats.chance import chi_square, chi_square_tail, corrected, sum_tail

from .tables import run

D6 = dict.fromkeys(range(1, 7), 1)
TWO_D6 = {total: 6 - abs(total - 7) for total in range(2, 13)}


def watching(faces: list[int], charter: Charter | None = None, **more: Any) -> Scenario:
    """Ann looks around, once for each face."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, charter=charter, **more)
    for face in faces:
        play.when(Watch(actor="ann"), faces=(face,))
    play.end()
    return play


def counted(play: Scenario, **how: str) -> Stats:
    return stats(Recording.of(play.session), **how)


@pytest.mark.parametrize(
    ("freedom", "critical"),
    [(1, 3.841459), (2, 5.991465), (5, 11.070498), (9, 16.918978), (19, 30.143527)],
)
def test_the_tail_of_chi_square_is_that_of_the_printed_tables(
    freedom: int, critical: float
) -> None:
    """The values of the usual tables for one in twenty."""
    assert chi_square_tail(critical, freedom) == pytest.approx(0.05, rel=1e-5)
    assert chi_square_tail(0, freedom) == 1
    assert chi_square_tail(1000, freedom) < 1e-100


@given(st.lists(st.sampled_from(("d6", "2d6")), min_size=1, max_size=4), st.data())
def test_the_chance_of_a_sum_is_counted_out(kinds: list[str], data: st.DataObject) -> None:
    """By going through every combination there is."""
    ways = {"d6": D6, "2d6": TWO_D6}
    everything: dict[int, int] = {}
    for combination in product(*(ways[kind].items() for kind in kinds)):
        cases = 1
        for _, count in combination:
            cases *= count
        total = sum(value for value, _ in combination)
        everything[total] = everything.get(total, 0) + cases
    whole = sum(everything.values())
    mean = Fraction(sum(t * c for t, c in everything.items()), whole)
    total = data.draw(st.sampled_from(sorted(everything)))
    far = sum(c for t, c in everything.items() if abs(t - mean) >= abs(total - mean))
    chance, exact = sum_tail(total, [(ways[kind], 1) for kind in kinds])
    assert exact
    assert chance == pytest.approx(far / whole)


def test_a_sum_of_very_many_rolls_has_the_tail_of_the_normal_curve() -> None:
    """Two standard deviations off: 4.55 in a hundred."""
    spread = (100_000 * 35 / 12) ** 0.5
    chance, exact = sum_tail(round(350_000 + 2 * spread), [(D6, 100_000)])
    assert not exact
    assert chance == pytest.approx(0.0455, abs=0.001)


def test_chances_are_corrected_for_looking_often() -> None:
    """Holm by hand: the least three times, the next twice, the last once, never falling."""
    assert corrected([0.04, 0.01, 0.03]) == pytest.approx((0.06, 0.03, 0.06))
    assert corrected([]) == ()


def test_fair_dice_are_seldom_called_uneven() -> None:
    """Of 2000 honest samples about one in a hundred lies in the last hundredth."""
    random = Random(7)
    low = 0
    for _ in range(2000):
        counts = [0] * 6
        for _ in range(120):
            counts[random.randrange(6)] += 1
        low += chi_square_tail(chi_square(counts, [20.0] * 6), 5) < 0.01
    assert 5 <= low <= 40  # 20 expected, spread 4.4


def test_luck_is_the_sum_against_the_mean_of_just_these_dice() -> None:
    play = watching([6, 1, 4])
    play.when(Sneak(actor="ann", what="x"), faces=(2,))
    everything = next(row for row in counted(play).luck if not row.purpose)
    assert (everything.rolls, everything.total, everything.expected) == (4, 13, 14.0)
    assert everything.spread == pytest.approx((4 * 35 / 12) ** 0.5)
    by_purpose = {row.purpose: row.rolls for row in counted(play).luck if row.purpose}
    assert by_purpose == {"notice": 3, "sneak": 1}


def test_nothing_is_said_of_few_rolls() -> None:
    """29 sixes are as telling as they are few; with the thirtieth they are unusual."""
    (few,) = counted(watching([6] * 29)).luck
    assert (few.verdict, few.corrected) == ("few", None)
    enough = counted(watching([6] * 30))
    assert [row.verdict for row in enough.luck] == ["unusual"]
    (faces,) = enough.faces
    assert (faces.counts[6], faces.counts[1], faces.expected) == (30, 0, 5.0)
    assert faces.verdict == "unusual"


def test_even_dice_are_ordinary() -> None:
    found = counted(watching([1, 2, 3, 4, 5, 6] * 10))
    assert [row.verdict for row in found.luck] == ["ordinary"]
    assert [row.verdict for row in found.faces] == ["ordinary"]


def test_rolls_taken_back_and_real_dice_are_counted_apart() -> None:
    play = watching([6, 6, 6])
    play.given({"type": "table.return", "to": play.store.head("s").commits - 3})
    groups = {row.group: row.rolls for row in counted(play).luck}
    assert groups == {"sealed": 1, "returned": 2}
    real = Scenario(brawl, charms, actors={"ann": "anna"}, charter=Charter(dice="table")).given(
        {"type": "table.begin_scene"}, Enter(actor="ann")
    )
    real.when(Watch(actor="ann"), answers={"dice:ann:notice": [5]})
    assert [row.group for row in counted(real).luck] == ["real"]


def test_a_player_counts_what_he_may_see() -> None:
    """The watch is rolled behind the screen."""
    play = watching([3, 4])
    assert counted(play, viewer="anna").luck == ()
    assert counted(play, viewer="gm1").luck == counted(play).luck
    assert counted(play, actor="bo").luck == ()


def test_the_command_line_draws_faces_and_speaks_italian(played: Path) -> None:
    """The printed duel has 13 rolls of two dice, too few to say anything."""
    text = run("stats", played).stdout
    assert "d6: 26 dice, each face expected 4.3 times" in text
    assert "█" in text
    assert "too few to say" in text
    assert "Dadi veri" in run("stats", played, "--lang", "it").stdout
    plain = json.loads(run("stats", played, "--actor", "snorri", "--json").stdout)
    assert {row["actor"] for row in plain["luck"]} == {"snorri"}
    assert sum(sum(f["counts"].values()) for f in plain["faces"]) == 2 * 7
    wrong = run("stats", played, "--actor", "snori")
    assert (wrong.exit_code, "snorri" in wrong.stderr) == (2, True)


def test_what_was_rolled_for_is_said_in_the_readers_language(duel: Path) -> None:
    italian = run("stats", duel, "--lang", "it").stdout
    assert "uno scambio di colpi" in italian
    assert not re.search(r"\b(exchange|damage)\b", italian)
    assert "an exchange of blows" in run("stats", duel).stdout
