"""Plain text for people: tables and nested values, the same on a terminal and in a file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..transcript import clean
from .labels import Labels

FULL, EMPTY = "■", "□"
_BRIEF, _LONG = 72, 160
_NOTHING: tuple[Any, ...] = ("", None, [], (), {})


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def table(rows: Iterable[Sequence[Any]], *, head: Sequence[str] = (), indent: int = 0) -> list[str]:
    """Rows as lines with aligned columns; numbers to the right."""
    cells = [[short(cell) for cell in row] for row in rows]
    numbers = [
        all(isinstance(row[i], int) for row in rows) for i in range(len(cells[0]) if cells else 0)
    ] if isinstance(rows, Sequence) else []  # fmt: skip
    whole = [list(head), *cells] if head and cells else cells
    if not whole:
        return []
    wide = [max(width(row[i]) for row in whole) for i in range(len(whole[0]))]
    lines = []
    for row in whole:
        filled = [
            " " * (wide[i] - width(cell)) + cell
            if i < len(numbers) and numbers[i]
            else cell + " " * (wide[i] - width(cell))
            for i, cell in enumerate(row)
        ]
        lines.append((" " * indent + "  ".join(filled)).rstrip())
    return lines


def short(value: Any) -> str:
    """A value on one line."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{clean(str(k))} {short(v) or '–'}" for k, v in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(short(v) for v in value) or "–"
    return short(msgspec.to_builtins(value))


def brief(value: Any) -> str:
    """A value on one line that is not too long: of what has many parts, how many each has."""
    text = short(value)
    if not isinstance(value, Mapping) or len(text) <= _BRIEF:
        return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"
    asked = value.get("asked", value)
    if isinstance(asked, Mapping) and isinstance(asked.get("question"), str):
        return clean(asked["question"])
    parts = [
        f"{clean(str(k))} {short(v)}" if _scalar(v) else f"{clean(str(k))} ({len(v)})"
        for k, v in value.items()
        if v not in _NOTHING
    ]
    text = ", ".join(parts)
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


class Text(NamedTuple):
    """A line of a nested value: how deep it stands, and what it says."""

    depth: int
    text: str


class Rows(NamedTuple):
    """A table within a nested value: how deep it stands, its head and its cells."""

    depth: int
    head: tuple[str, ...]
    cells: tuple[tuple[Any, ...], ...]


def tree(
    value: Any, indent: int = 0, labels: Labels | None = None, field: str = ""
) -> Iterator[str]:
    """A nested value as indented lines, lists of like things as tables, boxes as marks.

    Args:
        value: of any type that stands in a projection.
        indent: columns before each line.
        labels: words for fields and values; what is there as it stands where left out.
        field: that holds the value.
    """
    for part in parts(value, labels, field):
        pad = indent + 2 * part.depth
        if isinstance(part, Text):
            yield " " * pad + part.text
        else:
            yield from table(part.cells, head=part.head, indent=pad)


def parts(
    value: Any, labels: Labels | None = None, field: str = "", depth: int = 0
) -> Iterator[Text | Rows]:
    """A nested value as the lines and tables that `tree` prints, without what is empty.

    Args:
        value: of any type that stands in a projection.
        labels: words for fields and values; what is there as it stands where left out.
        field: that holds the value.
        depth: of the outermost.
    """
    plain = msgspec.to_builtins(value)
    if isinstance(plain, Mapping):
        for key, inner in plain.items():
            if inner in _NOTHING:
                continue
            name, at = _key(key, labels, field), _inner(key, labels, field)
            if _flat(inner):
                yield Text(depth, f"{name}: {_line(inner, labels, at)}")
            else:
                yield Text(depth, name)
                yield from parts(inner, labels, at, depth + 1)
    elif _rows(plain):
        yield _table([_marked(row) for row in plain], labels, depth)
    elif isinstance(plain, list | tuple):
        for inner in plain:
            if isinstance(inner, Mapping):
                yield from _item(inner, labels, depth)
            else:
                yield Text(depth, _line(inner, labels, field))
    else:
        yield Text(depth, _line(plain, labels, field))


def _table(rows: Sequence[Mapping[str, Any]], labels: Labels | None, depth: int) -> Rows:
    said = [key for key in rows[0] if any(row[key] not in _NOTHING for row in rows)]
    keys = said or list(rows[0])  # a column in which nothing stands is left out
    cells = (tuple(labels.value(row[k], k) if labels else row[k] for k in keys) for row in rows)
    return Rows(depth, tuple(_key(key, labels, "") for key in keys), tuple(cells))


def _marked(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row with its boxes drawn, where it has some and says how many are filled."""
    boxes, filled = row.get("boxes"), row.get("filled")
    if not isinstance(boxes, int) or not isinstance(filled, int) or not 0 <= filled <= boxes <= 50:
        return row
    marks = FULL * filled + EMPTY * (boxes - filled)
    return {key: marks if key == "boxes" else v for key, v in row.items() if key != "filled"}


def _item(value: Mapping[str, Any], labels: Labels | None, depth: int) -> Iterator[Text | Rows]:
    """One thing of a list: its name, or first field, stands as a heading."""
    first = next(iter(value), "")
    by = next((key for key in ("name", "id") if value.get(key)), first)
    title = value.get(by, "")
    yield Text(depth, short(labels.value(title, by) if labels else title))
    rest = {k: v for k, v in value.items() if k not in (by, "name")}
    yield from parts(rest, labels, "", depth + 1)


def _key(key: Any, labels: Labels | None, field: str) -> str:
    return labels.key(key, field) if labels else clean(str(key))


def _inner(key: Any, labels: Labels | None, field: str) -> str:
    """The field that a value belongs to: keys of a mapping of data are no fields."""
    return field if labels and labels.holds_data(field) else str(key)


def _line(value: Any, labels: Labels | None, field: str) -> str:
    if labels is None:
        return short(value)
    if isinstance(value, Mapping):
        pairs = (
            (_key(k, labels, field), short(labels.value(v, _inner(k, labels, field))))
            for k, v in value.items()
        )
        return ", ".join(f"{k} {v or '–'}" for k, v in pairs) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(short(labels.value(v, field)) for v in value) or "–"
    return short(labels.value(value, field))


def _flat(value: Any) -> bool:
    """Whether a value reads well on one line."""
    if isinstance(value, Mapping):
        return all(_scalar(v) for v in value.values()) and len(value) <= 8
    if isinstance(value, list | tuple):
        return all(_scalar(v) for v in value)
    return True


def _rows(value: Any) -> bool:
    """Whether a value is a list of like mappings of what fits in a cell."""
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and all(isinstance(row, Mapping) and row.keys() == value[0].keys() for row in value)
        and all(_scalar(cell) for row in value for cell in row.values())
    )


def _scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
