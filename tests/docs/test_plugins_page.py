"""What the pages for authors show can be copied, and speaks of nothing that is not there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rollbook.plugins.testing import laws
from rollbook.replay.cli.group import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("plugins.md", "plugins/table.md", "plugins/extending.md", "plugins/testing.md")
TEXT = "\n".join((DOCS / page).read_text(encoding="utf-8") for page in PAGES)


def test_every_page_for_authors_is_read() -> None:
    """In the order in which they go on from one another, which the first one says."""
    named = re.findall(r"\]\((plugins/[a-z]+\.md)\)", (DOCS / PAGES[0]).read_text(encoding="utf-8"))
    assert list(dict.fromkeys(named)) == list(PAGES[1:])
    assert {f"plugins/{page.name}" for page in (DOCS / "plugins").glob("*.md")} == set(PAGES[1:])


def test_a_copy_of_every_block_passes_mypy_strict(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    copy = tmp_path / "rules_page.py"
    copy.write_text(
        "\n".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)), encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", copy],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_every_command_of_the_command_line_that_it_names_is_there() -> None:
    named = set(re.findall(r"`rollbook ([a-z-]+)[^`]*`", TEXT))
    assert named <= set(COMMANDS)


def test_every_law_is_described() -> None:
    described = set(re.findall(r"`((?!rollbook_)[a-z_]+)\((?:session|one)\b", TEXT))
    others = {"plain", "digest", "cuts", "seen_by"}
    public = {
        name
        for name, value in vars(laws).items()
        if callable(value) and getattr(value, "__module__", "") == laws.__name__ and name[0] != "_"
    }
    assert public - others == described
