"""Somebody who types at a terminal: the command line in a process behind a pseudo-terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Any

ENTER, TAB, CTRL_C, CTRL_D, UP = "\r", "\t", "\x03", "\x04", "\x1b[A"
APART, BACK = "\x1b[?1049h", "\x1b[?1049l"
ROWS, COLUMNS = 50, 120
_ESCAPE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[=>()][A-Z0-9]?|\x1b[A-Z]")
_HALF = re.compile(r"\x1b[^\x1b]*$")


class Display:
    """What a terminal of 50 rows shows: as much of one as a line editor makes use of."""

    def __init__(self) -> None:
        self.rows = self._empty()
        self.x = self.y = 0
        self._wraps = True
        self._other: tuple[list[list[str]], int, int] | None = None
        self._half = ""

    @property
    def text(self) -> str:
        """The rows, without blanks at their ends."""
        return "\n".join("".join(row).rstrip() for row in self.rows)

    def feed(self, text: str) -> int:
        """Show what is written; gives how often it was asked where the cursor stands."""
        text = self._half + text
        half = _HALF.search(text)
        self._half = half[0] if half and not _ESCAPE.match(half[0]) else ""
        text = text[: len(text) - len(self._half)]
        at = asked = 0
        while at < len(text):
            escape = _ESCAPE.match(text, at)
            if escape is None:
                self._put(text[at])
                at += 1
                continue
            at = escape.end()
            if escape[2]:
                asked += escape[2] == "n"
                self._move(escape[1], escape[2])
        return asked

    def _put(self, char: str) -> None:
        if char == "\r":
            self.x = 0
        elif char == "\n":
            self._down()
        elif char == "\b":
            self.x = max(0, self.x - 1)
        elif char.isprintable():
            if self.x == COLUMNS:
                self.x = 0 if self._wraps else COLUMNS - 1
                if self._wraps:
                    self._down()
            self.rows[self.y][self.x] = char
            self.x += 1

    def _down(self) -> None:
        if self.y == ROWS - 1:
            self.rows = [*self.rows[1:], [" "] * COLUMNS]
        else:
            self.y += 1

    def _move(self, given: str, what: str) -> None:
        first = given.partition(";")[0]
        n = int(first) if first.isdecimal() else 0
        if what in "ABCD":
            across = {"C": 1, "D": -1}.get(what, 0)
            down = {"A": -1, "B": 1}.get(what, 0)
            self.x = min(COLUMNS - 1, max(0, self.x + across * (n or 1)))
            self.y = min(ROWS - 1, max(0, self.y + down * (n or 1)))
        elif what == "H":
            second = given.partition(";")[2]
            self.y, self.x = max(n, 1) - 1, (int(second) if second.isdecimal() else 1) - 1
        elif what == "K":
            self.rows[self.y][self.x :] = [" "] * (COLUMNS - self.x)
        elif what == "J":
            if n == 0:
                self.rows[self.y][self.x :] = [" "] * (COLUMNS - self.x)
            for row in range(self.y + 1 if n == 0 else 0, ROWS):
                self.rows[row] = [" "] * COLUMNS
        elif given == "?7":
            self._wraps = what == "h"
        elif given == "?1049" and what == "h":
            self._other = self.rows, self.x, self.y
            self.rows, self.x, self.y = self._empty(), 0, 0
        elif given == "?1049" and self._other is not None:
            self.rows, self.x, self.y = self._other

    @staticmethod
    def _empty() -> list[list[str]]:
        return [[" "] * COLUMNS for _ in range(ROWS)]


class Typist:
    """Types lines, and waits for what the screen says.

    Args:
        arguments: of ``rollbook``.
        env: beside a plain environment in English.
    """

    def __init__(self, *arguments: Any, **env: str) -> None:
        mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        given = {"LANGUAGE": "", "LC_ALL": "C.UTF-8", "TERM": "xterm", "PYTHONUTF8": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rollbook", *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **given, **env},
            start_new_session=True,
        )
        os.close(theirs)
        self._terminal = mine
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._display = Display()
        self.written = ""
        self._seen = 0

    def waits_for(self, text: str, seconds: float = 20) -> str:
        """Read until a text is written that was not there before; gives what came before it."""
        ends = time.monotonic() + seconds
        while True:
            new = self.screen[self._seen :]
            if text in new:
                before = new.partition(text)[0]
                self._seen += len(before) + len(text)
                return before
            self._read_on(ends, text, new)

    def sees(self, text: str, seconds: float = 20) -> None:
        """Read until a text stands on the screen as it is now."""
        ends = time.monotonic() + seconds
        while text not in self._display.text:
            self._read_on(ends, text, self._display.text)

    def types(self, text: str, *, enter: bool = True) -> None:
        """Type a line, or, without Enter, a part of one."""
        os.write(self._terminal, (text + (ENTER if enter else "")).encode())

    def leaves(self, seconds: float = 20) -> int:
        """Read to the end; gives the exit code."""
        ends = time.monotonic() + seconds
        while self._read(ends - time.monotonic()):
            pass
        return self._process.wait(max(0.1, ends - time.monotonic()))

    @property
    def screen(self) -> str:
        """Everything written so far, without escapes."""
        return plain(self.written)

    @property
    def aloud(self) -> str:
        """What was written on the screen that all look at: the other one left out."""
        hidden = re.escape(APART) + ".*?" + re.escape(BACK)
        return plain(re.sub(hidden, "", self.written, flags=re.DOTALL))

    def _read_on(self, ends: float, text: str, instead: str) -> None:
        left = ends - time.monotonic()
        if left <= 0 or not self._read(left):
            raise AssertionError(f"never saw {text!r} in:\n{instead}")

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], max(0, seconds))
        if not ready:
            return False
        try:
            found = self._decoder.decode(os.read(self._terminal, 65536))
        except OSError:  # the other end is closed
            return False
        self.written += found
        for _ in range(self._display.feed(found)):
            at = f"\x1b[{self._display.y + 1};{self._display.x + 1}R"
            os.write(self._terminal, at.encode())
        return True

    def __enter__(self) -> Typist:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._terminal)


def plain(text: str) -> str:
    """A text without what moves the cursor or colours; an escape that is half read is left out."""
    return _HALF.sub("", _ESCAPE.sub("", text)).replace("\r", "")
