"""How things stand after each commit, kept as differences from the commit before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from ...core.telling import Words
from ...core.views import View
from ..cli.plain import Text, short
from ..cli.playing import question_text
from ..cli.standing import Section, of_the_table, projected
from ..overview import Overview, overview
from ..recording import Recording

Row = tuple[str, ...]
"""One row of a section: ``t``, ``h`` or ``r`` for a line, the head or a row of a table, then how
deep it stands, then its text or cells."""

FIRST = ("table", "order", "actors", "pools", "effects", "rulings")
"""Sections of the table, in the order in which they are shown; projections follow by name."""

LAST = "pending"
"""The section of the open question, shown after all others."""


class Patch(Struct, frozen=True, array_like=True):
    """How one section changes.

    Args:
        section: its name.
        start: first row that changes.
        gone: rows that are no more.
        rows: that stand in their place.
    """

    section: str
    start: int
    gone: int
    rows: tuple[Row, ...]


class States:
    """The states of one session, in order.

    Args:
        recording: that is walked through.
        words: of the reader's language.
    """

    def __init__(self, recording: Recording, words: Words) -> None:
        self._recording = recording
        self._words = words
        self._titles: dict[str, str] = {}
        self._now: dict[str, tuple[Row, ...]] = {}
        self._made: dict[str, tuple[Any, tuple[Row, ...]]] = {}

    @property
    def now(self) -> Mapping[str, tuple[Row, ...]]:
        """Rows by section, as they stand after the last state that was taken."""
        return self._now

    def titles(self) -> dict[str, str]:
        """Title by name of every section that there ever was, in the order to be shown."""
        names = sorted(self._titles, key=_place)
        return {name: self._titles[name] for name in names}

    def take(self, view: View) -> tuple[Patch, ...]:
        """What has changed since the state before.

        Args:
            view: of the moment.
        """
        seen = overview(self._recording, view, asking=False)
        found = {s.name: self._rows(s) for s in self._sections(seen, view)}
        for name, projection in seen.projections.items():
            if name in view.rulebook.references:
                continue  # the same at each moment, and not what happened
            if rows := self._projected(name, projection):
                found[name] = rows
        patches = [
            _patch(name, self._now.get(name, ()), found.get(name, ()))
            for name in {**self._now, **found}
            if self._now.get(name) is not found.get(name)
        ]
        self._now = found
        return tuple(patches)

    def _sections(self, seen: Overview, view: View) -> Iterator[Section]:
        yield from of_the_table(seen, view, self._words)
        pending = view.table.pending
        if pending is not None:
            said = question_text(pending.asked, self._words)
            yield Section(LAST, self._words.say("report.pending"), (Text(0, said),))

    def _projected(self, name: str, projection: Any) -> tuple[Row, ...]:
        """The rows of a projection; what is as it was is not laid out anew."""
        kept = self._made.get(name)
        if kept is None or kept[0] != projection:
            section = projected(name, projection, self._words)
            kept = projection, self._rows(section) if section is not None else ()
            self._made[name] = kept
        return kept[1]

    def _rows(self, section: Section) -> tuple[Row, ...]:
        """The rows of a section: the very ones of before where they are the same."""
        self._titles[section.name] = section.title or self._words.say("report.scene")
        before, rows = self._now.get(section.name, ()), tuple(rows_of(section))
        return before if rows == before else rows


def rows_of(section: Section) -> Iterator[Row]:
    """The lines and tables of a section as rows."""
    for part in section.parts:
        depth = str(part.depth)
        if isinstance(part, Text):
            yield ("t", depth, part.text)
            continue
        if part.head:
            yield ("h", depth, *part.head)
        for cells in part.cells:
            yield ("r", depth, *map(short, cells))


def _place(name: str) -> tuple[int, str]:
    if name in FIRST:
        return FIRST.index(name), ""
    return (len(FIRST) + (name == LAST)), name


def _patch(name: str, before: tuple[Row, ...], after: tuple[Row, ...]) -> Patch:
    """The rows between what both have at their beginning and at their end."""
    start = _common(zip(before, after, strict=False))
    most = min(len(before), len(after)) - start
    end = min(most, _common(zip(reversed(before), reversed(after), strict=False)))
    return Patch(name, start, len(before) - start - end, after[start : len(after) - end])


def _common(pairs: Iterable[tuple[Row, Row]]) -> int:
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count
