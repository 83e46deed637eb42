"""Words of a typed line, with where each stands: quotations and JSON keep their spaces."""

from __future__ import annotations

import re
from typing import NamedTuple

_KEY = re.compile(r"[a-z_][a-z0-9_]*=")
_CLOSING = {"[": "]", "{": "}"}


class Token(NamedTuple):
    """One word of a line.

    Args:
        start: column of its first character, from 0.
        end: column after its last.
        text: without quotation marks.
        key: of ``key=value``, else empty.
        closed: whether its quotation or bracket ends on the line.
    """

    start: int
    end: int
    text: str
    key: str = ""
    closed: bool = True

    @property
    def value(self) -> str:
        """What stands after ``key=``; all of it where there is no key."""
        return self.text[len(self.key) + 1 :] if self.key else self.text


def tokens(line: str) -> list[Token]:
    """The words of a line.

    An apostrophe inside a word is a letter; a quotation begins a word, or follows ``key=``.
    What begins with a bracket goes on to its counterpart.
    """
    found = []
    at = 0
    while (at := _blank(line, at)) < len(line):
        token = _token(line, at)
        found.append(token)
        at = token.end
    return found


def quoted(text: str) -> str:
    """A text as one word of a line: in quotation marks where it needs them."""
    if text and text[0] not in "\"'[{" and not any(char.isspace() for char in text):
        return text
    if text[:1] in _CLOSING and _bracket(text, 0) == len(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _token(line: str, start: int) -> Token:
    named = _KEY.match(line, start)
    key = named[0] if named else ""
    at = start + len(key)
    closed = True
    text = ""
    first = line[at : at + 1]
    if first in ('"', "'") and first:
        text, at, closed = _quoted(line, at)
    elif first in _CLOSING:
        end = _bracket(line, at)
        closed = end is not None
        end = len(line) if end is None else end
        text, at = line[at:end], end
    rest = re.compile(r"\S*").match(line, at)
    assert rest is not None  # it matches nothing, too
    return Token(start, rest.end(), f"{key}{text}{rest[0]}", key[:-1], closed)


def _blank(line: str, at: int) -> int:
    while at < len(line) and line[at].isspace():
        at += 1
    return at


def _quoted(line: str, at: int) -> tuple[str, int, bool]:
    """A quotation's text, the column after it, and whether it ends; a backslash hides a mark."""
    mark, text = line[at], ""
    at += 1
    while at < len(line):
        if line[at] == "\\" and line[at + 1 : at + 2] in (mark, "\\"):
            at += 1
        elif line[at] == mark:
            return text, at + 1, True
        text += line[at]
        at += 1
    return text, at, False


def _bracket(line: str, at: int) -> int | None:
    """The column after the bracket's counterpart; None where there is none."""
    open_: list[str] = []
    while at < len(line):
        char = line[at]
        if char == '"':
            _, at, closed = _quoted(line, at)
            if not closed:
                return None
            continue
        if char in _CLOSING:
            open_.append(_CLOSING[char])
        elif char in "]}":
            if open_.pop() != char:
                return None
            if not open_:
                return at + 1
        at += 1
    return None
