"""Whom a name means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    with pytest.raises(Invalid, match=r"'elan' may be any of several.*fog \(Élan\), f2 \(ÉLAN\)"):
        find("elan", NAMED)


@pytest.mark.report(119)
def test_a_whole_name_counts_before_the_beginning_of_another() -> None:
    """Also where the other came first, and where only case tells that it is the whole name."""
    named = {"a1": "Daniel", "a2": "Dan", "a3": "Danilo", "a4": "Bea"}
    assert find("Dan", named) == find("dan", named) == "a2"
    assert find("Danie", named) == find("DANIE", named) == "a1"
    assert find("b", named) == "a4"
    for several in ("Da", "d", "Dani"):
        begin = [id for id, name in named.items() if name.lower().startswith(several.lower())]
        with pytest.raises(Invalid) as raised:
            find(several, named)
        assert raised.value.hint == ", ".join(f"{id} ({named[id]})" for id in begin)
    assert find("Daniela", named) == "Daniela"


@given(
    st.dictionaries(st.text("ab1", min_size=1, max_size=3), st.text("abÀ", max_size=4), max_size=5),
    st.text("abà", max_size=4),
)
def test_what_is_found_is_what_was_meant_or_begins_so(named: dict[str, str], text: str) -> None:
    try:
        found = find(text, named)
    except Invalid:
        return  # which several it lists is another test's
    if found in named:
        plain = text.replace("à", "a")
        names = (found, named[found].lower().replace("à", "a"))
        assert any(name.startswith(plain) for name in names)
    else:
        assert found == text


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


def test_who_looks_may_begin_a_name_and_who_sends_names_it_whole(inn: Path) -> None:
    assert run("show", inn, "--as", "ann").stdout == run("show", inn, "--as", "anna").stdout
    done = run("do", inn, "add_note", "text=hello", "--by", "ann")
    assert (done.exit_code, "did you mean anna?" in done.stderr) == (1, True)


def test_nobody_of_that_name_is_an_error_with_the_nearest(inn: Path) -> None:
    done = run("log", inn, "--actor", "ugoo")
    assert (done.exit_code, "did you mean ugo?" in done.stderr) == (2, True)


def test_run_refuses_an_unknown_onlooker_before_it_does_anything(inn: Path) -> None:
    done = run("run", inn, "-", "--as", "zoe", stdin='{"command":{"type":"table.begin_scene"}}')
    assert (done.exit_code, done.stdout) == (2, "")
    assert "A scene begins" not in run("log", inn).stdout


@pytest.mark.report(119)
def test_dan_may_join_where_daniel_plays_and_each_is_found(inn: Path) -> None:
    for id, name in (("daniel", "Daniel"), ("a7", "Dan")):
        assert run("do", inn, "add_actor", f"id={id}", f"name={name}").exit_code == 0
        assert run("do", inn, "tavern.cut", f"actor={id}").exit_code == 0
    told = [run("log", inn, "--actor", who).stdout for who in ("Dan", "Danie", "dan")]
    assert "Dan is hurt" in told[0]
    assert "Daniel" not in told[0]
    assert "Daniel is hurt" in told[1]
    assert "Dan is" not in told[1]
    assert told[2] == told[0]
    done = run("log", inn, "--actor", "da")
    assert (done.exit_code, "daniel (Daniel), a7 (Dan)" in done.stderr) == (2, True)
