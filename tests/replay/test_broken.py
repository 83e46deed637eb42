"""Plugins that do not work, or are not there: reading goes on, playing says what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Play, Rules, Ruleset, anyone, gm, hookimpl
from rollbook.core import plugging
from rollbook.core.look import Look
from rollbook.journal import SQLiteStore
from rollbook.plugins.fudge import Suffer

from .tables import evening, run, sit_down, tavern


class Grit(Struct, frozen=True):
    """Nothing."""


class GritOptions(Struct, frozen=True):
    """No switch."""


class Brood(Command, ruleset="gritty"):
    """Look grim."""


grim = Rules(Grit, GritOptions)


@grim.decides(Brood, may=anyone)
def brood(command: Brood, play: Play) -> None:
    """Nothing comes of it."""


@grim.decides(Suffer, may=gm, instead_of="fudge")
def suffer(command: Suffer, play: Play) -> None:
    """As ever."""
    play.original(command)


gritty = Ruleset(
    "gritty", version="1.0.0", state=Grit, options=GritOptions, chapters=(grim,),
    extends="fudge>=0.1",
)  # fmt: skip


class Point:
    """An entry point that gives, or raises, what it is told to."""

    dist = None

    def __init__(self, name: str, found: Any) -> None:
        self.name = name
        self.found = found

    def load(self) -> Any:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


class Failing:
    """A plugin whose rulesets cannot be had."""

    @hookimpl
    def rollbook_rulesets(self) -> list[Ruleset]:
        raise ZeroDivisionError("by design")


class Clashing:
    """A plugin that brings what another brings."""

    @hookimpl
    def rollbook_rulesets(self) -> list[Ruleset]:
        return [Ruleset("fudge", version="9.0.0", state=Grit, options=GritOptions, chapters=())]


@pytest.mark.parametrize("found", [ImportError("no such thing"), Failing(), Clashing()])
def test_a_broken_plugin_keeps_nobody_from_reading(
    played: Path, monkeypatch: pytest.MonkeyPatch, found: Any
) -> None:
    installed = plugging.points()
    told = {args: run(*args) for args in (("log", played), ("show", played), ("diff", played))}
    monkeypatch.setattr(plugging, "points", lambda: [*installed, Point("zz-broken", found)])
    for args, before in told.items():
        done = run(*args)
        assert (done.exit_code, done.stdout) == (0, before.stdout), done.stderr
        assert done.stderr.startswith("warning: the plugin zz-broken does not load")
        assert "rollbook plugins" in done.stderr
        assert done.stderr.count("\n") == 1
    done = run("do", played, "begin_scene")
    assert (done.exit_code, "; rollbook plugins lists" in done.stderr) == (5, True)
    assert done.stderr.count("\n") == 1


def test_a_ruleset_that_cannot_be_compiled_is_as_good_as_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Callable[[Ruleset], None]
) -> None:
    session = sit_down(SQLiteStore(tmp_path / "inn.db"))
    evening(session)
    session.store.close()
    chapters = (*tavern.chapters, *tavern.chapters)  # each decider twice
    install(
        Ruleset("tavern", version="1.0.0", state=tavern.state, options=tavern.options,
                chapters=chapters)
    )  # fmt: skip
    for command in ("log", "show", "diff"):
        done = run(command, tmp_path / "inn.db")
        assert done.exit_code == 0, done.stderr
        assert "warning: the ruleset tavern does not work and is left out" in done.stderr


def test_a_projection_that_fails_leaves_the_others(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(look: Look, viewer: str) -> Any:
        raise KeyError("by design")

    from rollbook.replay import load

    recording = load(played)
    monkeypatch.setitem(recording.book.projections, "sheet", fail)
    monkeypatch.setattr("rollbook.replay.cli.out.load", lambda *a, **k: recording)
    done = run("show", played)
    assert done.exit_code == 0
    assert "warning: the projection sheet fails and is left out" in done.stderr
    assert "(wound-track)" in done.stdout


def test_what_is_not_installed_is_installed_or_given_up_by_name(tmp_path: Path) -> None:
    session = sit_down(SQLiteStore(tmp_path / "inn.db"))
    session.store.close()
    done = run("do", tmp_path / "inn.db", "begin_scene")
    assert "not installed: tavern; install it, or go on without it" in done.stderr
    assert 'table.adopt without=["tavern"]' in done.stderr
    assert done.exit_code == 3
    assert "without=[…]" in run("show", tmp_path / "inn.db").stdout
    assert run("do", tmp_path / "inn.db", "adopt", 'without=["tavern"]').exit_code == 0
    assert run("do", tmp_path / "inn.db", "begin_scene").exit_code == 0


def test_an_extension_brings_what_it_extends_and_says_what_it_replaces(
    tmp_path: Path, install: Callable[[Ruleset], None]
) -> None:
    install(gritty)
    done = run("new", tmp_path / "x.db", "--rules", "gritty")
    assert done.exit_code == 0, done.stderr
    assert run("do", tmp_path / "x.db", "brood").exit_code == 0
    listed = run("schema", "gritty").stdout
    assert "gritty.brood" in listed
    assert "fudge.suffer" in listed
    assert "decided by gritty instead of fudge" in listed
    assert "instead of" not in run("schema", "fudge").stdout


def test_plugins_say_what_they_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plugin:
        @hookimpl
        def rollbook_rulesets(self) -> list[Ruleset]:
            return [gritty]

    monkeypatch.setattr(
        "rollbook.replay.cli.commands.plugins.points", lambda: [Point("gritty", Plugin())]
    )
    assert "gritty replaces: fudge.suffer" in run("plugins").stdout
    assert '"replaces":["fudge.suffer"]' in run("plugins", "--json").stdout


def test_diff_says_a_question_and_a_character_on_one_line(duel: Path) -> None:
    entered = run("diff", duel, "c0", "c2").stdout
    (line,) = [line for line in entered.splitlines() if line.startswith("snorri    Characters")]
    assert "traits (2)" in line
    assert len(line) < 200
    for command in ("begin_scene", "begin_round"):
        run("do", duel, command)
    run("do", duel, "exchange", "a=snorri", "b=brynhild", "manoeuvre_a=ask")
    assert run("diff", duel).stdout == "table  question  – → How do you fight this round?\n"
