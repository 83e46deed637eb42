"""The help of every command as it stands in ``docs/command-line.md``.

Write it there again with ``python -m tests.replay.helps``.
"""

from __future__ import annotations

from pathlib import Path

from rollbook.replay.cli.group import COMMANDS

from .tables import run

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
BEGIN, END = "<!-- help begins: written by tests/replay/helps.py -->", "<!-- help ends -->"


def helps() -> str:
    """Help of the group and of each command, as Markdown."""
    parts = [f"```text\n{run('--help').stdout}```\n"]
    for name in COMMANDS:
        text = run(name, "--help").stdout
        parts.append(f"### rollbook {name}\n\n```text\n{text}```\n")
    return "\n".join(parts)


def documented() -> str:
    """What the page has now."""
    return PAGE.read_text(encoding="utf-8").partition(f"{BEGIN}\n")[2].partition(END)[0]


def write() -> None:
    """Put today's help into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(f"{BEGIN}\n")
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{helps()}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    write()
