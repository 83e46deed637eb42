"""Completion: from the file itself, whole words for click, and what bash puts where."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from rollbook.replay.cli import rollbook as commands
from rollbook.replay.cli.shells import Bash

from .tables import run


def found(args: list[str], incomplete: str) -> list[str]:
    """What click completes a word with."""
    complete = ShellComplete(commands, {}, "rollbook", "_ROLLBOOK_COMPLETE")
    return [item.value for item in complete.get_completions(args, incomplete)]


@pytest.mark.parametrize(
    ("args", "incomplete", "expected"),
    [
        (
            ["do", "FILE", "exchange"],
            "a=",
            [f"a={who}" for who in ("snorri", "brynhild", "anna", "bea", "master")],
        ),
        (["do", "FILE", "exchange"], "a=s", ["a=snorri"]),
        (
            ["do", "FILE", "exchange"],
            "manoeuvre_a=a",
            [f"manoeuvre_a={c}" for c in ("all-out-attack", "all-out-defence", "ask")],
        ),
        (["do", "FILE", "begin_round"], "repeat=", ["repeat=true", "repeat=false"]),
        (["do", "FILE", "exchange", "a=snorri"], "ann", ["announced_a=", "announced_b="]),
        (["log", "FILE", "--type"], "wou", ["wounded"]),
        (["log", "FILE", "--type"], "table.wou", ["table.wounded"]),
        (["show", "FILE", "--only"], "ch", ["chances", "checks"]),
        (["show", "FILE", "--only"], "wo", ["wound-track"]),
        (["show", "FILE", "--only"], "pow", ["power-kinds", "powers"]),
        (["schema"], "f", ["fudge"]),
        (["schema", "fudge"], "ex", ["exchange"]),
        (["schema", "table"], "sp", ["spend"]),
        (["rules"], "", ["fudge", "runes"]),
        (["rules", "fudge", "--rule"], "FUD-27", [f"FUD-27{n}" for n in range(7)]),
        (["rules", "fudge", "--kind"], "o", ["optional"]),
        (["new", "x.db", "--rules"], "", ["fudge", "runes"]),
        (["new", "x.db", "--seat"], "anna=p", ["anna=player"]),
        (["new", "x.db", "--seat"], "an", []),
        (["new", "x.db", "--calendar"], "", ["gregorian", "vale"]),
    ],
)  # fmt: skip
def test_every_place_is_completed(
    played: Path, args: list[str], incomplete: str, expected: list[str]
) -> None:
    args = [str(played) if arg == "FILE" else arg for arg in args]
    assert found(args, incomplete) == expected


def test_answers_are_completed_from_the_open_question(duel: Path) -> None:
    assert run("do", duel, "begin_scene").exit_code == 0
    assert run("do", duel, "begin_round").exit_code == 0
    assert run("do", duel, "exchange", "a=snorri", "b=brynhild", "manoeuvre_a=ask").exit_code == 0
    assert found(["answer", str(duel)], "all") == ["all-out-attack", "all-out-defence"]
    assert found(["answer", "no-such-file.db"], "") == []


def test_a_seat_is_offered_nobody_of_whom_it_may_not_know(duel: Path) -> None:
    """Named by id or name; whoever names none holds the file, and sees what it holds."""
    assert run("do", duel, "add_actor", "id=spy", "name=Mata", "seen_by=gm").exit_code == 0
    for seat, knows in (("bea", False), ("Bea", False), ("master", True), ("", True)):
        by = ["--by", seat] if seat else []
        offered = found(["do", str(duel), "rename_actor", *by], "actor=")
        assert "actor=snorri" in offered
        assert ("actor=spy" in offered) == knows, seat
        as_ = ["--as", seat] if seat else []
        assert ("spy" in found(["log", str(duel), *as_, "--actor"], "")) == knows, seat


@pytest.mark.parametrize(
    ("line", "breaks", "expected"),
    [
        ("do FILE exchange a=", " =:", ["plain,snorri", "plain,brynhild"]),
        ("do FILE exchange a=sn", " =:", ["plain,snorri"]),
        ("do FILE exchange a=sn", " ", ["plain,a=snorri"]),
        ("do FILE exchange 'a=sn", " =:", ["plain,snorri"]),
        ("do FILE exchange manoeuvre_a=ask", " =:", ["plain,ask"]),
        ("do FILE exchange man", " =:", ["open,manoeuvre_a=", "open,manoeuvre_b="]),
        ("do FILE add_note --by=an", " =:", ["plain,anna"]),
        ("do FILE add_note --by=an", " ", ["plain,--by=anna"]),
        ("show FILE --as ", " =:", ["plain,anna", "plain,bea", "plain,master"]),
    ],
)  # fmt: skip
def test_bash_is_given_what_stands_after_its_last_break(
    played: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    breaks: str,
    expected: list[str],
) -> None:
    monkeypatch.setenv("COMP_LINE", "rollbook " + line.replace("FILE", str(played)))
    monkeypatch.setenv("COMP_WORDBREAKS", breaks)
    complete = Bash(commands, {}, "rollbook", "_ROLLBOOK_COMPLETE")
    assert complete.complete().splitlines()[: len(expected)] == expected


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_in_bash_itself(played: Path) -> None:
    script = f"""
        rollbook() {{ {sys.executable} -m rollbook "$@"; }}
        compopt() {{ printf "compopt %s %s\\n" "$@"; }}
        env() {{ while [[ $1 == *=* ]]; do export "$1"; shift; done; "$@"; }}
        source <(_ROLLBOOK_COMPLETE=bash_source rollbook)
        try() {{
            local IFS=" "; COMPREPLY=(); COMP_LINE="$1"; COMP_POINT=${{#1}}
            _rollbook_completion rollbook
            echo "${{COMPREPLY[*]}}"
        }}
        try "rollbook do {played} exchange a=sn"
        try "rollbook do {played} exchange trait"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == [
        "snorri", *["compopt -o nospace"] * 2, "trait_a= trait_b=",
    ], done.stderr  # fmt: skip
