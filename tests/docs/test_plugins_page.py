"""What the page for authors shows can be copied, and speaks of nothing that is not there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.plugins.testing import laws
from rollbook.replay.cli.group import COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")


def test_a_copy_of_every_block_passes_mypy_strict(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    copy = tmp_path / "rules_page.py"
    copy.write_text("\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.S)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", copy],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_every_command_of_the_command_line_that_it_names_is_there() -> None:
    named = set(re.findall(r"`rollbook ([a-z-]+)[^`]*`", PAGE))
    assert named <= set(COMMANDS)
    assert "`explain`" not in PAGE


def test_every_law_is_described() -> None:
    described = set(re.findall(r"`((?!rollbook_)[a-z_]+)\((?:session|one)\b", PAGE))
    others = {"plain", "digest", "cuts", "seen_by"}
    public = {
        name
        for name, value in vars(laws).items()
        if callable(value) and getattr(value, "__module__", "") == laws.__name__ and name[0] != "_"
    }
    assert public - others == described
