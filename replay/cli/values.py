"""Commands from words: ``exchange a=snorri b=brynhild`` as a command with its fields."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from ...core.errors import Invalid
from ...core.ids import is_id
from ...core.messages import Command
from ...core.rulebook import Rulebook
from ..forms import objects, parts, takes, texts
from ..naming import command_type
from ..nearest import nearest

_COMMIT = re.compile(r"c\d{1,9}")
_FILE = re.compile(r"[^@{].*\.(toml|json)")
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


def command_of(book: Rulebook, name: str, given: Iterable[str]) -> dict[str, Any]:
    """A command from its name and ``key=value`` texts, as a mapping with its ``type``.

    Raises:
        UnknownType: there is no such command.
        Invalid: a field is unknown, given twice, or not of the form ``key=value``.
    """
    kind = command_type(book, name)
    made = fields_of(kind, map(pair, given))
    missing = lacking(kind, made)
    if missing:
        raise Invalid(
            f"{kind.message.tag} needs {', '.join(missing)}",
            path=f"$.{missing[0]}",
            hint="see rollbook schema " + kind.message.tag.replace(".", " ", 1),
        )
    return {"type": kind.message.tag, **made}


def fields_of(kind: type[Command], given: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Fields of a command from what was typed for each.

    Args:
        kind: of the command.
        given: pairs of field and text.

    Raises:
        Invalid: a field is unknown, given twice, or names a file where it needs its content.
    """
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    made: dict[str, Any] = {}
    for key, value in given:
        if key not in fields:
            known = ", ".join(fields) or "none"
            raise Invalid(
                f"{kind.message.tag} has no field {key!r}",
                path=f"$.{key}",
                hint=nearest(key, fields, most=0) or f"its fields: {known}",
            )
        if key in made:
            raise Invalid(f"{key} is given twice", path=f"$.{key}")
        if (kind.message.tag, key) == ("table.return", "to") and _COMMIT.fullmatch(value):
            value = value[1:]
        if objects(fields[key]) and _FILE.fullmatch(value):
            raise Invalid(
                f"{kind.message.tag}: {key} is an object, not a file's name",
                path=f"$.{key}",
                hint=f"did you mean {key}=@{value}?",
            )
        made[key] = field_of(value, fields[key])
    return made


def lacking(kind: type[Command], made: Mapping[str, Any]) -> list[str]:
    """Fields that a command needs and has not been given, in their order."""
    fields = msgspec.structs.fields(kind)
    return [f.encode_name for f in fields if f.required and f.encode_name not in made]


def pair(text: str) -> tuple[str, str]:
    """``key=value`` as key and value.

    Raises:
        Invalid: there is no ``=`` in it.
    """
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise Invalid(f"{text!r} is not of the form key=value")
    return key.strip(), value


def field_of(value: str, kind: Any) -> Any:
    """A value of a field, with what its type makes plain.

    ``yes`` and ``no`` are truths where a truth is wanted, and one text, or several ids between
    commas, is a list where a list of texts is wanted.

    Args:
        value: as typed.
        kind: type of the field.

    Raises:
        Invalid: the file cannot be read.
    """
    typed = value.strip()
    if takes(kind, bool) and typed.casefold() in _TRUTH:
        return _TRUTH[typed.casefold()]
    if texts(kind) and not typed.startswith(("[", "@")) and typed != "null":
        several = typed.split(",")
        if all(is_id(one.strip()) for one in several):
            return [one.strip() for one in several]
        return [unicodedata.normalize("NFC", value)] if typed else []
    return value_of(value, text=is_text(kind))


def value_of(value: str, *, text: bool = False) -> Any:
    """A value as it was meant: ``@file`` its content, JSON what it says, else the text itself.

    Text is brought to Unicode normal form C, which some keyboards and shells do not give.

    Args:
        value: as typed; ``@@…`` is a text that begins with ``@``.
        text: whether only a text will do, so that ``7`` and ``true`` are texts.

    Raises:
        Invalid: the file cannot be read.
    """
    value = unicodedata.normalize("NFC", value)
    if value.startswith("@@"):
        return value[1:]
    if value.startswith("@") and len(value) > 1:
        return content(Path(value[1:]))
    if text:
        return value
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


def answer_of(value: str) -> Any:
    """An answer: a JSON list is faces, all else stays a text, which the question reads."""
    value = unicodedata.normalize("NFC", value)
    if value.startswith("["):
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value
    return value


def brought(answers: Iterable[str]) -> dict[str, Any]:
    """Answers that come along, by the name of their question.

    Raises:
        Invalid: one is not of the form ``name=value``.
    """
    return {name: answer_of(value) for name, value in map(pair, answers)}


def content(path: Path) -> Any:
    """What a ``.toml`` or ``.json`` file says; of any other file, its text.

    Raises:
        Invalid: it cannot be read.
    """
    try:
        raw = path.read_text(encoding="utf-8")
        if path.suffix == ".toml":
            return tomllib.loads(raw)
        return msgspec.json.decode(raw) if path.suffix == ".json" else raw
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{path} does not read: {error}") from error


def is_text(kind: Any) -> bool:
    """Whether a field's type takes nothing but text."""
    return all(
        part is str
        or (get_origin(part) is Literal and all(isinstance(o, str) for o in get_args(part)))
        for part in parts(kind)
    )
