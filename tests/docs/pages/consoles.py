"""The ``console`` blocks of a page, typed one after another as a reader would type them.

A page is run from a folder of its own in which ``docs`` stands, as it does in a checkout.
``…`` in a line that the page shows stands for any words, on a line of its own for any lines;
roots of receipts and times, which are new each time, are not compared.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

DOCS = Path(__file__).parents[3] / "docs"
PROGRAMS = {
    "rollbook": [str(Path(__file__).with_name("same_dice.py"))],
    "python": [],
    "sqlite-utils": ["-m", "sqlite_utils"],
}
_RECEIPT = re.compile(r"\b(\d{1,18}):[0-9a-f]{4,64}\b…?")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Typed(msgspec.Struct, frozen=True):
    """One command of a page, and what the page shows under it."""

    line: int
    command: str
    shown: tuple[str, ...]


def typed(page: str) -> Iterator[Typed]:
    """Every command in the console blocks of a page, in their order."""
    for block in _BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1)) + 1
        lines = block[1].splitlines()
        starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            last = start
            while lines[last].endswith("\\"):
                last += 1
            command = "\n".join(lines[start : last + 1]).removeprefix("$ ")
            yield Typed(first + start, command, tuple(lines[last + 1 : end]))


class Shell:
    """A shell in a folder, with the machine's own programs behind those of this checkout.

    Args:
        folder: an empty one, in which it runs.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.code = folder, 0
        programs = folder / ".programs"
        programs.mkdir(parents=True)
        for name, words in PROGRAMS.items():
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, *words])} "$@"\n')
            program.chmod(0o755)
        shutil.copytree(DOCS / "examples", folder / "docs" / "examples")
        for verifier in DOCS.glob("verify_*"):
            shutil.copy(verifier, folder / "docs")
        self._environment = {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "LANGUAGE": "en",
            "PYTHONUTF8": "1",
        }

    def type(self, command: str) -> list[str]:
        """What a command prints, errors too; its exit code is then in `code`, and in ``$?``."""
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.code})\n{command}"],
            cwd=self.folder, env=self._environment, encoding="utf-8", check=False, timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        self.code = done.returncode
        return [line.rstrip() for line in done.stdout.splitlines()]


def shows(page: tuple[str, ...], printed: list[str]) -> bool:
    """Whether what is printed is what the page shows."""
    wanted = "".join(
        r"(?:.*\n)*" if line == "…" else _wanted(line) + r"\n" for line in map(_same, page)
    )
    return re.fullmatch(wanted, "".join(f"{_same(line)}\n" for line in printed)) is not None


def _wanted(line: str) -> str:
    return ".*".join(map(re.escape, line.split("…")))


def _same(line: str) -> str:
    return _TIME.sub("TIME", _RECEIPT.sub(r"\1:ROOT", line)).rstrip()
