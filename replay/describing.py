"""Commands as their docstrings describe them: what each is for, and each of its fields."""

from __future__ import annotations

import inspect
import re
import sys
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from ..core.messages import Command

_LIKE = re.compile(r"ields as of `(\w+)`")
_FIELD = re.compile(r"^ {4}(\w+): (.*)$")


def first_line(kind: type[msgspec.Struct]) -> str:
    """What a command, or an object of a field of it, is for."""
    return (kind.__doc__ or "").strip().partition("\n")[0]


def described(kind: type[msgspec.Struct]) -> dict[str, str]:
    """What its docstring says of each field."""
    found: dict[str, str] = {}
    last = ""
    like = _LIKE.search(kind.__doc__ or "")
    if like:
        found |= described(getattr(sys.modules[kind.__module__], like[1], Command))
    _, _, args = inspect.cleandoc(kind.__doc__ or "").partition("Args:\n")
    for line in args.splitlines():
        field = _FIELD.match(line)
        if field:
            last = field[1]
            found[last] = field[2]
        elif last and line.strip():
            found[last] += f" {line.strip()}"
    return found


def type_text(kind: Any) -> str:
    """A field's type as people read it: what may be given for it, bounds of numbers included."""
    found: dict[str, None] = {}
    for part in get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,):
        if part is not msgspec.UnsetType:
            found[_part_text(part)] = None
    last = [text for text in ("None",) if text in found]
    return " | ".join([text for text in found if text and text != "None"] + last)


def _part_text(part: Any) -> str:
    origin, given = get_origin(part), get_args(part)
    if origin is Annotated:
        return f"{type_text(given[0])}{_bounds(given[1:])}"
    if origin is Literal:
        return "|".join(str(option) for option in given if option != "")
    if origin in (Union, UnionType):
        return type_text(part)
    if origin is None or not given:
        return "None" if part is NoneType else getattr(part, "__name__", str(part))
    inner = ", ".join("..." if one is ... else type_text(one) for one in given)
    return f"{getattr(origin, '__name__', origin)}[{inner}]"


def _bounds(notes: tuple[Any, ...]) -> str:
    """Bounds of a number, as `` 0…99``; empty where there are none."""
    for note in notes:
        if isinstance(note, msgspec.Meta) and (note.ge is not None or note.le is not None):
            least, most = ("" if n is None else str(n) for n in (note.ge, note.le))
            return f" {least}…{most}"
    return ""


def default(field: Any) -> str:
    """What an optional field is where it is left out, as people would type it."""
    known = field.default is not msgspec.NODEFAULT
    default = field.default if known else field.default_factory()
    if isinstance(default, str) and default:
        return default
    return msgspec.json.encode(default).decode()
