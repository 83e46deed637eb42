"""Pieces of HTML: whatever is written at the table is data, and is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from ..transcript import clean
from .states import Row


def said(text: object) -> str:
    """Text as it may stand anywhere in a page, between tags or in an attribute."""
    return escape(clean(str(text)), quote=True)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], depth: str = "0") -> Iterator[str]:
    """A table; its cells are markup already.

    Args:
        head: titles of the columns, as text; none where empty.
        rows: cells, as markup; the first of each names its row.
        depth: how far it stands in.
    """
    yield f'<div class="wide d{depth}"><table>'
    if head:
        cells = "".join(f'<th scope="col">{said(title)}</th>' for title in head)
        yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    for first, *others in rows:
        cells = "".join(f"<td>{cell}</td>" for cell in others)
        yield f'<tr><th scope="row">{first}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def rows(found: Iterable[Row]) -> Iterator[str]:
    """The rows of a section of a state: lines as paragraphs, what belongs together as a table."""
    for is_text, some in groupby(found, lambda row: row[0] == "t"):
        if is_text:
            for _, depth, text in some:
                yield f'<p class="d{depth}">{said(text)}</p>'
            continue
        yield from _tables(list(some))


def _tables(some: Sequence[Row]) -> Iterator[str]:
    """One table from each head on."""
    starts = [i for i, row in enumerate(some) if row[0] == "h" or i == 0]
    for start, end in zip(starts, [*starts[1:], len(some)], strict=True):
        titled = some[start][0] == "h"
        head = some[start][2:] if titled else ()
        body = some[start + titled : end]
        cells = ([said(cell) for cell in row[2:]] for row in body)
        yield from table(head, cells, some[start][1])
