"""docs/command-line.md: what it tells to type can be typed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from .consoles import DOCS, Shell, typed

PAGE = (DOCS / "command-line.md").read_text(encoding="utf-8")
LEFT_OUT = re.compile(r"…|_ROLLBOOK_COMPLETE")
"""A root that a reader has to fill in, and completion, which is tested by itself."""


def test_every_command_of_the_page_can_be_typed(tmp_path: Path) -> None:
    """In order and in one folder, with the files beside that it speaks of."""
    shell = Shell(tmp_path)
    (calendar,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "north.toml").write_text(calendar, encoding="utf-8")
    commands = [each.command for each in typed(PAGE) if not LEFT_OUT.search(each.command)]
    for command in commands:
        if "damaged.db" in command:
            shutil.copy(tmp_path / "duel.db", tmp_path / "damaged.db")
        printed = shell.type(command)
        assert shell.code == 0, "\n".join([f"$ {command}", *printed])
        if command.startswith("rollbook run"):
            (tmp_path / "chat.txt").write_text("\n".join(printed), encoding="utf-8")
    assert len(commands) > 15
