"""One viewer's command line: nothing that he may not see, in answers, errors or hints."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rollbook import Ruleset
from rollbook.journal import SQLiteStore

from .tables import evening, run, sit_down, tavern

SECRET = "the ale is poisoned"


@pytest.fixture
def inn(tmp_path: Path, install: Callable[[Ruleset], None]) -> Iterator[Path]:
    """An evening with a secret of the GM's and Anna's, and a question to the GM alone."""
    install(tavern)
    path = tmp_path / "inn.db"
    session = sit_down(SQLiteStore(path))
    evening(session)
    session.do({"type": "tavern.whisper", "id": "ale", "text": SECRET}, "anna")
    session.do({"type": "tavern.vote"}, "master")
    yield path
    session.store.close()


LOOKS = (
    ("log",),
    ("log", "--raw"),
    ("log", "--json"),
    ("log", "--type", "whispered"),
    ("log", "--type", "tavern.whisperd"),
    ("log", "--actor", "ale"),
    ("show",),
    ("show", "--json"),
    ("show", "--at", "12", "--json"),
    ("show", "--only", "heard"),
    ("diff", "c3"),
    ("diff", "c3", "--json"),
    ("show", "--at", "999"),
)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_who_may_not_see_a_secret_is_shown_none_of_it(
    inn: Path, look: tuple[str, ...], lang: str
) -> None:
    done = run(look[0], inn, *look[1:], "--as", "bea", "--lang", lang)
    for text in (done.stdout, done.stderr):
        for word in (SECRET, "the ale is bad", "betray", "w1", '"ale"'):
            assert word not in text


def test_who_may_see_it_is_shown_it(inn: Path) -> None:
    for viewer in ("master", ""):
        asking = ("--as", viewer) if viewer else ()
        assert SECRET in run("log", inn, *asking).stdout
        shown = run("show", inn, *asking).stdout
        assert SECRET in shown
        assert "Does the innkeeper betray them?" in shown


def test_records_that_a_viewer_may_not_see_are_left_out_and_not_renumbered(inn: Path) -> None:
    all_, some = (
        [json.loads(line)["seq"] for line in run("log", inn, "--json", *who).stdout.splitlines()]
        for who in ((), ("--as", "bea"))
    )
    assert set(some) < set(all_)
    assert all_ == list(range(len(all_)))


def test_what_a_seat_did_is_told_as_that_seat_may_see_it(inn: Path) -> None:
    run("answer", inn, "yes", "--by", "master")
    done = run("do", inn, "whisper", "id=x", "text=secret plan", "--by", "bea")
    assert done.exit_code == 0
    assert "secret plan" not in done.stdout  # it is for the GM's eyes, and bea only sent it
    assert "receipt" in done.stdout
    asked = run("do", inn, "vote", "--by", "master", "--json")
    assert json.loads(asked.stdout)["waiting"]["question"] == "Does the innkeeper betray them?"


@pytest.mark.parametrize(
    "args",
    [
        ("do", "cut", "actor=ugo", "--by", "bea"),
        ("answer", "yes", "--by", "bea"),
        ("do", "begin_round", "--by", "bea"),
        ("do", "whisper", "id=x", "text=y", "--by", "bea"),
        ("do", "whisper", "id=x", "text=y", "--by", "bea", "--json"),
    ],
)
def test_a_refusal_does_not_quote_a_question_to_whom_it_is_secret(
    inn: Path, args: tuple[str, ...]
) -> None:
    done = run(args[0], inn, *args[1:])
    assert done.exit_code == 1
    assert "betray" not in done.stderr
    master = run("do", inn, "cut", "actor=ugo", "--by", "master")
    assert "waiting: Does the innkeeper betray them?" in master.stderr


def test_which_command_asks_and_since_when_is_for_whoever_may_see_that_command(
    inn: Path,
) -> None:
    """Bea is asked by a command of the GM's: what it is called would tell her who tempts her."""
    run("answer", inn, "yes", "--by", "master")
    assert run("do", inn, "tempt", "actor=pia", "--by", "master").exit_code == 0

    def waiting(viewer: str) -> tuple[str, str, bool]:
        asked = json.loads(run("show", inn, "--json", "--as", viewer).stdout)["waiting"]
        return asked["question"], asked["command"], asked["since"] != ""

    assert waiting("bea") == ("Do you take the purse?", "", False)
    assert waiting("master") == ("Do you take the purse?", "tavern.tempt", True)
    assert "tempt" not in run("show", inn, "--as", "bea").stdout


def test_a_viewer_without_a_seat_is_refused(inn: Path) -> None:
    for look in ("log", "show", "diff"):
        done = run(look, inn, "--as", "zoe")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "there is no seat 'zoe'; seats: anna, bea, master" in done.stderr


def test_with_its_plugin_gone_a_secret_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "inn.db"
    session = sit_down(SQLiteStore(path))
    session.do({"type": "tavern.whisper", "id": "ale", "text": SECRET}, "anna")
    done = run("log", path, "--as", "bea")
    assert done.exit_code == 0
    assert SECRET not in done.stdout
    assert "tavern.whispered" not in done.stdout
    assert "tavern.whispered" not in run("show", path, "--as", "bea").stdout


def test_logging_never_carries_a_secret(inn: Path) -> None:
    run("answer", inn, "yes", "--by", "master")
    for how in ("-v", "--log-json"):
        done = run("do", inn, "whisper", "id=x", f"text={SECRET}", "--by", "anna", how)
        assert "committed" in done.stderr
        assert SECRET not in done.stderr
