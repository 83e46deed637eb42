"""Calendars from the command line: by name, from a file, and shown as dates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .tables import run

NEW = ("--rules", "fudge", "--seat", "master=gm", "--seat", "anna=player")

NORTH = """
name = "North"
hours = 20
months = [{name = "Snow", days = 40}, {name = "Sun", days = 41}]
[start]
year = 312
month = 1
day = 40
"""


def test_a_session_may_begin_with_a_calendar_and_shows_its_dates(tmp_path: Path) -> None:
    path = tmp_path / "vale.db"
    begun = run("new", path, *NEW, "--calendar", "vale")
    assert begun.exit_code == 0, begun.stderr
    assert run("do", path, "advance_clock", "seconds=30600").exit_code == 0
    assert "Date: Breadday, 1 Thawing 1, 08:30; day 1" in run("show", path).stdout
    assert "Data: Breadday 1 Thawing 1, 08:30; giorno 1" in run("show", path, "--lang", "it").stdout
    assert "it is Breadday, 1 Thawing 1, 08:30." in run("log", path).stdout
    shown = json.loads(run("show", path, "--only", "clock", "--json").stdout)["clock"]
    assert (shown["seconds"], shown["month"], shown["date"]["hour"]) == (30600, "Thawing", 8)


def test_a_calendar_of_ones_own_is_a_file_at_first_or_later(tmp_path: Path) -> None:
    file = tmp_path / "north.toml"
    file.write_text(NORTH, encoding="utf-8")
    first, later = tmp_path / "first.db", tmp_path / "later.db"
    assert run("new", first, *NEW, "--calendar", file).exit_code == 0
    assert run("new", later, *NEW).exit_code == 0
    assert run("do", later, "set_calendar", f"calendar=@{file}").exit_code == 0
    for path in (first, later):
        assert run("do", path, "end_day").exit_code == 0
        assert "Date: 1 Sun 312, 00:00; day 2" in run("show", path).stdout
        assert "The day is over: 40 Snow 312." in run("log", path).stdout


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("vael", "", "did you mean vale?"),
        ("moon.toml", "", "cannot be read"),
        ("bad.toml", "name = ", "does not read"),
        ("bad.toml", "name = 'x'\nmonths = []", "$.months"),
        ("bad.toml", NORTH.replace("hours = 20", "leap = [{every = 0}]"), "$.leap[0].every"),
        ("bad.toml", NORTH.replace("hours = 20", "ours = 20"), "ours"),
    ],
)
def test_what_is_no_calendar_is_refused_and_no_session_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if text:
        Path(name).write_text(text, encoding="utf-8")
    none = run("new", "x.db", *NEW, "--calendar", name)
    assert (none.exit_code, says in none.stderr) == (2, True), none.stderr
    assert not Path("x.db").exists()


def test_without_a_calendar_the_clock_is_shown_in_seconds(tmp_path: Path) -> None:
    path = tmp_path / "plain.db"
    assert run("new", path, *NEW).exit_code == 0
    assert run("do", path, "advance_clock", "seconds=90").exit_code == 0
    assert "Game clock, in seconds: 90" in run("show", path).stdout
