"""docs/fudge.md, typed from top to bottom."""

from __future__ import annotations

import re
from pathlib import Path

from .consoles import DOCS, Shell, shows, typed

PAGE = (DOCS / "fudge.md").read_text(encoding="utf-8")


def test_the_page_shows_what_happens(tmp_path: Path) -> None:
    """Each command in its order prints what stands under it, and none is refused."""
    shell = Shell(tmp_path)
    for each in typed(PAGE):
        printed = shell.type(each.command)
        place = "\n".join([f"line {each.line}: $ {each.command}", *printed])
        assert shows(each.shown, printed), place
        assert not shell.code, place


def test_the_page_goes_from_the_switches_to_what_was_learnt() -> None:
    """Through making a character, a fight and its wounds."""
    said = [each.command for each in typed(PAGE)]
    sent = re.findall(r"rollbook do \S+ (\w+)", "\n".join(said))
    steps = ["set_option", "begin_draft", "approve_draft", "attempt", "exchange", "treat", "raise"]
    assert [step for step in dict.fromkeys(sent) if step in steps] == steps
