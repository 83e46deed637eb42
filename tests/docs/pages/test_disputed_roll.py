"""docs/disputed-roll.md, typed from top to bottom; and that the typist would notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from .consoles import DOCS, Shell, shows, typed

PAGE = (DOCS / "disputed-roll.md").read_text(encoding="utf-8")


def test_the_page_shows_what_happens(tmp_path: Path) -> None:
    """Each command in its order prints what stands under it; whatever fails, the page says so."""
    shell = Shell(tmp_path)
    commands = list(typed(PAGE))
    following = [each.command for each in commands[1:]]
    for each, after in zip(commands, [*following, ""], strict=True):
        printed = shell.type(each.command)
        place = "\n".join([f"line {each.line}: $ {each.command}", *printed])
        assert shows(each.shown, printed), place
        assert not shell.code or after == "echo $?", place


def test_the_page_goes_all_the_way() -> None:
    """From the evening to the proof and to both kinds of fraud."""
    words = [each.command.split()[:2] for each in typed(PAGE)]
    used = [command for program, command in words if program == "rollbook"]
    assert list(dict.fromkeys(used)) == [
        "new", "do", "explain", "audit", "what-if", "prove", "export", "verify",
    ]  # fmt: skip
    assert ["python", "docs/verify_roll.py"] in words


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        (("one", "three"), ["one", "two"]),
        (("one",), ["one", "two"]),
        (("one", "two"), ["one"]),
        (("…", "three"), ["one", "two"]),
        (("on… said",), ["one said so"]),
        (("commit 3 · receipt 4:ab12…",), ["commit 3 · receipt 5:" + "ab12" * 16]),
    ],
)
def test_what_is_not_printed_is_not_shown(shown: tuple[str, ...], printed: list[str]) -> None:
    assert not shows(shown, printed)


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        (("one", "…"), ["one", "two", "three"]),
        (("…", "three"), ["three"]),
        (("on… said",), ["one of them said"]),
        (("commit 3 · receipt 4:ab12…",), ["commit 3 · receipt 4:" + "cd34" * 16]),
        (("at 2026-11-30T20:15:00.000Z",), ["at 2027-01-02T03:04:05.678Z"]),
    ],
)
def test_an_ellipsis_stands_for_anything(shown: tuple[str, ...], printed: list[str]) -> None:
    assert shows(shown, printed)
