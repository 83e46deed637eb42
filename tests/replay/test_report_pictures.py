"""Pictures and kin: a line where the number is, bars as tall as counts, causes as explained."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.replay import load
from rollbook.replay.explain import explain
from rollbook.replay.recording import Recording
from rollbook.replay.report.pictures import MOST_FACES, bars, curve, spread

from .pages import given as handed
from .pages import parsed, written
from .tables import evening, run, sit_down

NODE = shutil.which("node")
LAST = 50


@st.composite
def changes(draw: st.DrawFn) -> list[tuple[int, int | None]]:
    """(commit, value) in order, no value twice in a row."""
    commits = sorted(draw(st.sets(st.integers(0, LAST), min_size=1, max_size=12)))
    points: list[tuple[int, int | None]] = []
    for n, commit in enumerate(commits):
        value = draw(st.integers(-20, 40) if n == 0 else st.none() | st.integers(-20, 40))
        if not points or points[-1][1] != value:
            points.append((commit, value))
    return points


def drawn(path: str) -> list[tuple[float, float, float]]:
    """Level stretches of a path: from x, to x, at y."""
    found, x, y = [], 0.0, 0.0
    for letter, numbers in re.findall(r"([MHV])([-\d. ]+)", path):
        given = [float(n) for n in numbers.split()]
        if letter == "M":
            x, y = given
        elif letter == "V":
            [y] = given
        else:
            found.append((x, given[0], y))
            [x] = given
    return found


@given(changes(), st.none() | st.integers(1, 60))
def test_the_line_is_where_the_number_is(
    points: list[tuple[int, int | None]], most: int | None
) -> None:
    """At every half commit: higher numbers higher, equal ones level, none where there is none."""
    lines = parsed(curve(points, LAST, most, "x", "points"))
    path = next(e for e in lines.all("path") if e.attributes["class"] == "line").attributes["d"]
    stretches = drawn(path)
    at: dict[int, set[float]] = {}
    for half in range(LAST):
        x = 40 + (640 - 40 - 12) * (half + 0.5) / LAST
        value = next((v for c, v in reversed(points) if c <= half), None)
        here = {y for left, right, y in stretches if left <= x <= right}
        assert len(here) == (value is not None), (half, value)
        if value is not None:
            at.setdefault(value, set()).update(here)
    assert all(len(ys) == 1 for ys in at.values())
    heights = [next(iter(at[value])) for value in sorted(at)]
    assert heights == sorted(heights, reverse=True)


@given(st.dictionaries(st.integers(1, 20), st.integers(0, 500), min_size=2, max_size=20))
def test_bars_are_as_tall_as_the_counts(counts: dict[int, int]) -> None:
    whole = parsed(bars(counts, sum(counts.values()) / len(counts), "x"))
    tall = [float(e.attributes["height"]) for e in whole.all("rect")]
    most = max(1, *counts.values())
    for count, height in zip(counts.values(), tall, strict=True):
        assert height == pytest.approx(max(tall) * count / most, abs=0.11)
    told = [e.text for e in whole.all("text")]
    assert told == [str(n) for face, count in counts.items() for n in (count, face)]


def test_a_die_of_very_many_faces_has_no_bars() -> None:
    assert bars(dict.fromkeys(range(MOST_FACES + 1), 1), 1.0, "x") == ""
    assert bars(dict.fromkeys(range(MOST_FACES), 1), 1.0, "x") != ""


@given(st.floats(-12, 12))
def test_a_sum_below_the_mean_lies_to_the_left_and_within_the_picture(far: float) -> None:
    whole = parsed(spread(far, "x"))
    x = float(whole.all("circle")[0].attributes["cx"])
    assert 0 <= x <= 120
    if abs(far) > 0.05:
        assert (x < 60) == (far < 0)
    band = whole.all("rect")[0].attributes
    inside = float(band["x"]) <= x <= float(band["x"]) + float(band["width"])
    if abs(abs(far) - 1) > 0.05:
        assert inside == (abs(far) < 1)


def test_titles_of_pictures_are_text() -> None:
    whole = parsed(curve([(0, 1)], 3, None, "<b>x</b> & y", "points"))
    assert whole.all("title")[0].text == "<b>x</b> & y"
    assert not whole.all("b")


@pytest.mark.skipif(NODE is None, reason="there is no node on the PATH")
@pytest.mark.parametrize("viewer", ["", "bea"])
def test_the_page_finds_the_kin_of_a_record_as_explain_does(played: Path, viewer: str) -> None:
    """For every record of the printed duel and of an evening with a return and a question."""
    session = sit_down()
    evening(session)
    session.do({"type": "tavern.vote"}, "master")
    session.do({"type": "table.answer", "answer": "yes"}, "master")
    inn = Recording.of(session)
    pages = [(inn, written(session, viewer))]
    if not viewer:
        out = played.parent / "kin.html"
        run("report", played, "-o", out)
        pages.append((load(played), out.read_text(encoding="utf-8")))
    for recording, text in pages:
        data = handed(parsed(text))
        for seq, kin in zip(data["seq"], by_script(data), strict=True):
            found = explain(recording, seq, viewer=viewer)
            assert kin == {
                "root": found.command.seq,
                **{
                    name: [step.seq for step in getattr(found, name)]
                    for name in ("path", "questions", "beside", "followed", "changed")
                },
            }, seq


def by_script(data: Any) -> list[dict[str, Any]]:
    """What the page's own script says of each record."""
    script = (files("rollbook.replay.report") / "kin.js").read_text(encoding="utf-8")
    ask = (
        "const data = JSON.parse(require('fs').readFileSync(0));"
        "console.log(JSON.stringify(data.seq.map((seq) => kinOf(data, seq))))"
    )
    assert NODE is not None
    done = subprocess.run(
        [NODE, "-e", f"{script}\n{ask}"],
        input=json.dumps(data), capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
