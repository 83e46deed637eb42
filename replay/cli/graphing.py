"""``rollbook log --graph``: the commits as a drawing, with words beside it."""

from __future__ import annotations

import shutil
import sys

from ..branches import Branched, branches
from ..graph import ASCII, LINES, Marks, draw, parents
from ..recording import Recording
from ..transcript import clean
from .out import Out
from .plain import width

_WIDE = 120
"""Columns of a line where nothing says how many there are."""


def graph(out: Out, recording: Recording, viewer: str, since: int, plain: bool) -> None:
    """Print the graph from the commit on that holds a record.

    Args:
        out: where to.
        recording: to draw.
        viewer: seat that looks; empty for whoever holds the journal.
        since: seq of that record.
        plain: whether to draw with ASCII whatever the output can show.
    """
    first = _holding(recording, since)
    found = branches(recording, lang=out.lang, viewer=viewer, since=first)
    if out.json:
        for each in found:
            out.give(each)
        return
    commits = recording.commits
    every = parents(commits, recording.now.ledger.parents)
    marks = ASCII if plain or not _shows(LINES) else LINES
    columns = shutil.get_terminal_size((_WIDE, 24)).columns
    begun = False
    for row in draw(every, _standing(every), marks):
        begun = begun or row.commit == first
        if not begun:
            continue
        if row.commit is None:
            out.say(row.rails)
        else:
            out.say(_line(row.rails, next(found), out, marks, columns))


def _line(rails: str, each: Branched, out: Out, marks: Marks, columns: int) -> str:
    arrow, sent, more = ("<-", ">", "...") if marks is ASCII else ("←", "▸", "…")
    number = f"c{each.commit}"
    to = f" {arrow} c{each.parent}" if each.returned else ""
    text = f"{clean(each.by)} {sent} {each.text}" if each.type else ""
    text = _cut(text, columns - width(f"{rails} {number}{to} "), more)
    body = text if each.stands else out.dim(text)
    return f"{rails} {out.bold(number)}{to} {body}".rstrip()


def _cut(text: str, room: int, end: str) -> str:
    """As much of a text as there is room for, in columns."""
    if width(text) <= room:
        return text
    while text and width(text) > room - len(end):
        text = text[:-1]
    return text.rstrip() + end


def _holding(recording: Recording, seq: int) -> int:
    """The number of the commit that holds a record; one past the last where there is none."""
    if seq >= recording.size:
        return recording.commits
    return next(iter(recording.facts(seq, seq + 1))).commit


def _standing(every: list[int | None]) -> set[int]:
    """The last commit and what it comes from."""
    found: set[int] = set()
    at: int | None = len(every) - 1 if every else None
    while at is not None:
        found.add(at)
        at = every[at]
    return found


def _shows(marks: Marks) -> bool:
    """Whether the output can show these marks."""
    try:
        "".join((*marks, "←▸…")).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
