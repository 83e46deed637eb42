"""Commands as their docstrings describe them: what each is for, and each of its fields."""

from __future__ import annotations

import inspect
import re
import sys
from functools import reduce
from operator import or_
from typing import Any, get_args

import msgspec

from ..core.messages import Command

_LIKE = re.compile(r"ields as of `(\w+)`")
_FIELD = re.compile(r"^ {4}(\w+): (.*)$")


def first_line(kind: type[Command]) -> str:
    """What a command is for."""
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
    """A field's type as people read it: what may be given for it."""
    if given := [part for part in get_args(kind) if part is not msgspec.UnsetType]:
        kind = reduce(or_, given) if msgspec.UnsetType in get_args(kind) else kind
    text = kind.__name__ if isinstance(kind, type) and not hasattr(kind, "__args__") else str(kind)
    text = re.sub(r"\btyping\.|\b[a-z_]+(?:\.[a-z_]+)*\.(?=[A-Z])", "", text)
    return re.sub(r"Literal\[(.*?)\]", lambda m: m[1].replace("'", "").replace(", ", "|"), text)


def default(field: Any) -> str:
    """What an optional field is where it is left out, as people would type it."""
    known = field.default is not msgspec.NODEFAULT
    default = field.default if known else field.default_factory()
    if isinstance(default, str) and default:
        return default
    return msgspec.json.encode(default).decode()
