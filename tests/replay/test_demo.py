"""The demonstration: played, told, rebuilt from the file, and still the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.replay import load, rebuild
from rollbook.replay.cli.group import COMMANDS

from .tables import EXAMPLES, run


@pytest.mark.parametrize(
    ("lang", "says", "stands"),
    [
        ("en", "Brynhild takes 4 wound points from Snorri", "it stands."),
        ("it", "Brynhild subisce 4 punti ferita da Snorri", "regge."),
    ],
)
def test_the_demonstration_tells_the_duel_and_stands(
    tmp_path: Path, lang: str, says: str, stands: str
) -> None:
    demonstrate(tmp_path, lang)
    told = demonstrate(tmp_path, lang)  # the file is made afresh each time
    assert says in told
    assert told.count("Brynhild  ") == 5
    assert stands in told
    view = rebuild(load(tmp_path / "build" / "demo" / "duel.db"))
    assert [who.points for who in view["wound-track"].characters] == [5, 5]


@pytest.mark.parametrize(
    ("lang", "verdict", "boxes"),
    [
        ("en", "Verdict: all that can be checked is as it should be.", "5 of 10 boxes full"),
        ("it", "Verdetto: tutto ciò che si può controllare è come deve essere.", "5 su 10"),
    ],
)
def test_it_ends_with_the_verdict_the_decisive_wound_and_the_report(
    tmp_path: Path, lang: str, verdict: str, boxes: str
) -> None:
    """In this order, each below the line that one would type for it."""
    told = demonstrate(tmp_path, lang)
    parts = told.split("\n$ rollbook ")[1:]
    assert [part.split()[0] for part in parts] == [
        name for name in ("audit", "explain", "report") if name in COMMANDS
    ]
    audit, explained = parts[:2]
    assert audit.strip().endswith(verdict)
    file = tmp_path / "build" / "demo" / "duel.db"
    assert explained.splitlines()[0] == f"explain build/demo/duel.db {decisive(file)}"
    assert boxes in explained
    for part in parts[2:]:
        assert "build/demo/duel.html" in part.partition("\n")[2]
        assert file.with_suffix(".html").exists()


def decisive(file: Path) -> int:
    """Record of the wound that leaves the worst penalty."""
    wounds = [record for record in load(file).records() if record.family == "table.wounded"]
    return min(wounds, key=lambda record: int(json.loads(record.body)["penalty"])).seq


def test_what_it_says_to_try_next_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line.strip() for line in demonstrate(tmp_path, "en").splitlines()]
    tries = [line.partition(" #")[0].split()[1:] for line in lines if line.startswith("rollbook ")]
    assert len(tries) == 5
    for words in tries:
        tried = run(*words)
        assert tried.exit_code == 0, (words, tried.stderr)


def demonstrate(folder: Path, lang: str) -> str:
    """Run the demonstration in a folder; gives what it prints."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / "demo.py", lang],
        capture_output=True,
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        timeout=60,
        check=True,
    )
    assert done.stderr == b""
    return done.stdout.decode()
