"""What README.md shows is what happens."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from rollbook import Engine, MemoryStore, Seat
from rollbook.core.vocabulary import Rolled

from .consoles import DOCS, Shell, Typed, shows, typed

README = (DOCS.parent / "README.md").read_text(encoding="utf-8")
EMBEDDING, RULES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def demonstrated(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell where the demonstration has been run."""
    shell = Shell(tmp_path_factory.mktemp("readme"))
    shell.type("python docs/examples/demo.py")
    assert shell.code == 0
    return shell


@pytest.mark.parametrize("each", list(typed(README)), ids=lambda each: each.command[:40])
def test_a_command_prints_what_the_readme_shows(each: Typed, demonstrated: Shell) -> None:
    assert each.shown, "a command without output shows nothing"
    printed = demonstrated.type(each.command)
    assert shows(each.shown, printed), "\n".join(printed)
    assert demonstrated.code == 0


def test_the_transcript_at_the_top_is_of_the_duel(demonstrated: Shell) -> None:
    (top,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    log = demonstrated.type("rollbook log build/demo/duel.db")
    told = {line.strip() for line in log}
    assert [line for line in top.strip().splitlines() if line.strip() not in told] == []


def test_five_statements_embed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They run as they stand, in an empty folder, and end with a receipt."""
    assert len(ast.parse(EMBEDDING).body) == 5
    monkeypatch.chdir(tmp_path)
    seen: dict[str, object] = {}
    exec(compile(EMBEDDING, "README.md", "exec"), seen)
    assert (tmp_path / "evening.db").exists()
    assert re.fullmatch(r"-?\d \d+:[0-9a-f]{64}\n", capsys.readouterr().out)


def test_ten_statements_write_rules() -> None:
    """They are a ruleset that can be played as it stands."""
    assert len(ast.parse(RULES).body) <= 10
    seen: dict[str, Any] = {}
    exec(compile(RULES, "README.md", "exec"), seen)
    engine = Engine([seen["horseshoes"]], installed=False)
    seats = {"master": Seat("The Master", "gm"), "anna": Seat("Anna", "player")}
    session = engine.new(MemoryStore(), "fair", ["horseshoes"], seats=seats)
    receipts = [session.do({"type": "horseshoes.throw"}, "anna") for _ in range(12)]
    rolls = [e.total for r in receipts for e in r.events if isinstance(e, Rolled)]
    assert len(rolls) == 12
    assert session.view().state[seen["Fair"]].points == sum(total >= 7 for total in rolls)
