"""What README.md shows is what happens."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text()
FILE = "build/demo/duel.db"


def rollbook(*arguments: str) -> str:
    """Standard output of the command line in a process of its own, in English."""
    done = subprocess.run(
        [sys.executable, "-m", "rollbook", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The journal that the demo leaves."""
    path = str(tmp_path_factory.mktemp("readme") / "duel.db")
    seats = [part for s in ("master=gm", "anna=player", "bea=player") for part in ("--seat", s)]
    rollbook("new", path, "--rules", "fudge", "--dice", "table", *seats)
    rollbook("run", path, str(ROOT / "docs" / "examples" / "duel.jsonl"))
    return path


def shown() -> Iterator[tuple[str, list[str]]]:
    """Each command that the README shows, with the lines it shows under it."""
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *output = part.rstrip("\n").split("\n")
            yield command, output


@pytest.mark.parametrize(("command", "output"), list(shown()), ids=lambda v: str(v)[:40])
def test_a_command_prints_what_the_readme_shows(command: str, output: list[str], duel: str) -> None:
    """Line by line; an ellipsis at the end stands for more."""
    name, *arguments = command.split()
    assert name == "rollbook"
    assert output, "a command without output shows nothing"
    printed = rollbook(*(duel if a == FILE else a for a in arguments), "--lang", "en").splitlines()
    if output[-1] == "…":
        output = output[:-1]
        assert len(printed) > len(output)
        printed = printed[: len(output)]
    assert [line.rstrip() for line in printed] == output


def test_the_transcript_at_the_top_is_of_the_duel(duel: str) -> None:
    (top,) = re.findall(r"```text\n(.*?)```", README, re.S)
    told = [line.strip() for line in rollbook("log", duel, "--lang", "en").splitlines()]
    assert [line for line in top.strip().splitlines() if line.strip() not in told] == []


def test_ten_lines_embed_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python block runs as it stands, and is as short as the README says."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    statements = [line for line in code.splitlines() if line and not line.startswith((" ", ")"))]
    assert len(statements) <= 10
    monkeypatch.chdir(tmp_path)
    seen: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), seen)
    assert (tmp_path / "evening.db").exists()


def test_every_page_that_the_readme_names_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
