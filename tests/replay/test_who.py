"""Whom a name means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook import Ruleset
from rollbook.core.errors import Invalid
from rollbook.journal import SQLiteStore
from rollbook.replay.who import find

from .tables import run, sit_down, tavern

NAMED = {"ela": "Éla", "e2": "Ela Rossi", "ugo": "UGO", "u2": "ugo", "fog": "Élan", "f2": "ÉLAN"}


@pytest.mark.report(277)
def test_a_name_is_found_as_written_and_else_without_case_and_accents() -> None:
    assert find("Éla", NAMED) == "ela"
    assert find("E\u0301la", NAMED) == "ela"
    assert find("Ela rossi", NAMED) == "e2"
    assert find("UGO", NAMED) == "ugo"
    assert find("ugo", NAMED) == "ugo"  # an id counts before the name of another
    assert find("élan", {"x": "Elan"}) == "x"
    assert find("zoe", NAMED) == "zoe"


@pytest.mark.report(277)
def test_where_only_folding_finds_it_and_it_finds_several_that_is_an_error() -> None:
    with pytest.raises(Invalid, match=r"'elan' may be any of several.*fog, f2"):
        find("elan", NAMED)


@pytest.fixture
def inn(tmp_path: Path, install: Callable[[Ruleset], None]) -> Path:
    install(tavern)
    session = sit_down(SQLiteStore(tmp_path / "inn.db"))
    session.do({"type": "table.rename_actor", "actor": "ugo", "name": "Élan"}, "master")
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    session.store.close()
    return tmp_path / "inn.db"


def test_options_take_names(inn: Path) -> None:
    by_name = run("log", inn, "--actor", "elan")
    assert by_name.stdout == run("log", inn, "--actor", "ugo").stdout
    assert "Élan is hurt by knife" in by_name.stdout
    assert run("show", inn, "--as", "ANNA").stdout == run("show", inn, "--as", "anna").stdout
    assert run("do", inn, "add_note", "text=hello", "--by", "Bea").exit_code == 0


def test_nobody_of_that_name_is_an_error_with_the_nearest(inn: Path) -> None:
    done = run("log", inn, "--actor", "ugoo")
    assert (done.exit_code, "did you mean ugo?" in done.stderr) == (2, True)


def test_run_refuses_an_unknown_onlooker_before_it_does_anything(inn: Path) -> None:
    done = run("run", inn, "-", "--as", "zoe", stdin='{"command":{"type":"table.begin_scene"}}')
    assert (done.exit_code, done.stdout) == (2, "")
    assert "A scene begins" not in run("log", inn).stdout
