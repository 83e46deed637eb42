"""What a field of a command may take: by its type, by its description, and by how things stand."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ...core.messages import Command
from ...core.telling import Words
from ...core.views import View
from ..describing import described
from ..forms import choices, objects, takes

_SEATS = re.compile(r"\bseats?\b")
_PEOPLE = re.compile(r"\b(actor|who|whom|whose|other|likewise)\b")
_NEW = re.compile(r"\bwill have\b")
_SUBJECTS = ("actor", "target")
_SIDE = re.compile(r"_(\w+)$")
_SHOWN = ("name", "title", "question", "balance", "actor", "kind")
_DEEP = 3


class Value(NamedTuple):
    """Something that a field may take, and what is said beside it."""

    text: str
    meta: str = ""


def values(
    kind: type[Command], name: str, look: View, words: Words, given: Mapping[str, str]
) -> list[Value]:
    """What a field may take, as far as that can be told.

    Args:
        kind: of the command.
        name: of the field.
        look: what the seat sees.
        words: of the reader's language.
        given: other fields, as typed.
    """
    form = next((f.type for f in msgspec.structs.fields(kind) if f.encode_name == name), None)
    if takes(form, bool):
        return [Value("yes"), Value("no")]
    if objects(form):
        return [Value("@")]
    if few := choices(form):
        return [Value(text) for text in few]
    text = described(kind).get(name, "")
    subject = _subject(name, given)
    if _SEATS.search(text):
        some = actors(look, words) if _PEOPLE.search(text) else []
        return [*some, *seats(look, words), *([Value("gm")] if "``gm``" in text else [])]
    stem = _SIDE.sub("", name)
    found = _named(look, f"{stem}s", subject)
    if _NEW.search(text):
        return []
    if stem == "actor":
        return actors(look, words)
    if found:
        return found
    if _PEOPLE.search(text):
        return actors(look, words)
    nouns = re.findall(r"[a-z]+", re.split(r"[,;:(]", text)[0])
    return next(filter(None, (_named(look, f"{noun}s", subject) for noun in nouns)), [])


def seats(look: View, words: Words) -> list[Value]:
    """Seats, with name and role."""
    return [
        Value(id, f"{seat.name}, {words.say(f'table.role.{seat.role}')}")
        for id, seat in look.ledger.seats.items()
    ]


def actors(look: View, words: Words) -> list[Value]:
    """Actors in play, with name and who plays them."""
    return [
        Value(id, ", ".join((actor.name, *look.ledger.owners.get(id, ()))))
        for id, actor in look.table.actors.items()
    ]


def files(typed: str) -> list[Value]:
    """Files that hold an object, and folders, as ``@path``; nothing where the folder is not."""
    folder, _, start = typed.removeprefix("@").rpartition("/")
    at = f"{folder}/" if folder or typed.startswith("@/") else ""
    try:
        there = sorted(os.scandir(Path(at or ".").expanduser()), key=lambda entry: entry.name)
    except OSError:
        return []
    return [
        Value(f"@{at}{entry.name}{'/' if entry.is_dir() else ''}")
        for entry in there
        if entry.name.startswith(start)
        and (start.startswith(".") or not entry.name.startswith("."))
        and (entry.is_dir() or entry.name.endswith((".toml", ".json")))
    ]


def _subject(name: str, given: Mapping[str, str]) -> str:
    """Whose thing a field names: of ``trait_a`` that of the field ``a``, else of the actor."""
    side = _SIDE.search(name)
    if side and side[1] in given:
        return given[side[1]]
    return next((given[field] for field in _SUBJECTS if field in given), "")


def _named(look: View, plural: str, subject: str) -> list[Value]:
    """Keys of the mappings that are called so anywhere in the state, of a subject's own first."""
    for slice_ in look.slices.values():
        for mapping in _mappings(slice_, plural, subject, _DEEP):
            own = mapping.get(subject)
            if isinstance(own, Mapping):
                return [Value(str(key), _meta(value)) for key, value in own.items()]
            if not any(isinstance(value, Mapping) for value in mapping.values()):
                return [Value(str(key), _meta(value)) for key, value in mapping.items()]
    return []


def _mappings(value: Any, plural: str, subject: str, deep: int) -> Iterator[Mapping[Any, Any]]:
    if not isinstance(value, Struct) or not deep:
        return
    for field in value.__struct_fields__:
        inner = getattr(value, field)
        if isinstance(inner, Mapping):
            if field == plural:
                yield inner
            else:
                yield from _mappings(inner.get(subject), plural, subject, deep - 1)
        else:
            yield from _mappings(inner, plural, subject, deep - 1)


def _meta(value: Any) -> str:
    return next((str(getattr(value, f)) for f in _SHOWN if getattr(value, f, "")), "")


def common(found: Iterable[list[Value]]) -> list[Value]:
    """Of what several would be offered, what all of them would be, in the order of the first."""
    first, *others = found
    known = [{value.text for value in other} for other in others]
    return [value for value in first if all(value.text in texts for texts in known)]
