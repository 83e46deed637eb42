"""What is wrong with the form of a value, in plain words and with what would do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from ..core.errors import Invalid
from .nearest import nearest

_EXPECTED = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_ENUM = re.compile(r"Invalid enum value (.*)$")
_TAG = re.compile(r"Invalid value (.*)$")
_MISSING = re.compile(r"Object missing required field `([^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")
_STEP = re.compile(r"\.(\w+)|\[(.*?)\]")
_KINDS = {
    "array": "a list",
    "object": "an object",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}


def plainly(error: Invalid, kind: Any) -> Invalid:
    """The same error in plain words, where it is about a form.

    Args:
        error: as msgspec put it, with its path.
        kind: type of the whole that was read.
    """
    at = inside(kind, error.path)
    *_, name = ["the value", *(field for field, _ in _STEP.findall(error.path) if field)]
    prefix = error.what.partition(": ")[0] + ": " if ": " in error.what else ""
    if found := _EXPECTED.search(error.what):
        wanted, got = (_said(text) for text in found.groups())
        error.what = f"{prefix}{name} is {wanted}, not {got}"
        error.hint = error.hint or _form(found[1], name, at)
    elif (found := _ENUM.search(error.what)) or (found := _TAG.search(error.what)):
        value = found[1].strip("'`")
        known = choices(at)
        error.what = f"{prefix}{name} cannot be {value!r}"
        near = nearest(value, known, most=0)
        every = f"one of {', '.join(known)}" if known else ""
        error.hint = error.hint or "; ".join(filter(None, (near, every)))
    elif found := _MISSING.search(error.what):
        error.what = f"{prefix}{found[1]} is missing"
    elif found := _UNKNOWN.search(error.what):
        error.what = f"{prefix}there is no field {found[1]!r}"
        error.hint = error.hint or nearest(found[1], _fields(at), most=12)
    return error


def choices(kind: Any) -> tuple[str, ...]:
    """What a value may be, where that is one of a few texts; tags, where it is one of objects."""
    found: list[str] = []
    for part in parts(kind):
        if get_origin(part) is Literal:
            found += [str(option) for option in get_args(part)]
        elif isinstance(part, type) and issubclass(part, msgspec.Struct):
            tag = part.__struct_config__.tag
            found += [str(tag)] if tag is not None else []
        elif part is bool and found:  # beside words of its own
            found += ["true", "false"]
    return tuple(found)


def parts(kind: Any) -> Iterator[Any]:
    """The types that a type stands for: without annotations, each of a union that can be given."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from parts(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for option in get_args(kind):
            yield from parts(option)
    elif kind is not msgspec.UnsetType:
        yield kind


def takes(kind: Any, *wanted: Any) -> bool:
    """Whether a field takes nothing but these types, null aside."""
    found = [part for part in parts(kind) if part is not NoneType]
    return bool(found) and all(part in wanted or get_origin(part) in wanted for part in found)


def texts(kind: Any) -> bool:
    """Whether a field takes a list of texts."""
    return takes(kind, tuple, list) and all(
        get_args(part)[:1] == (str,) for part in parts(kind) if part is not NoneType
    )


def objects(kind: Any) -> bool:
    """Whether a field takes nothing but objects."""
    found = [part for part in parts(kind) if part is not NoneType]
    return bool(found) and all(_is_struct(part) or get_origin(part) is dict for part in found)


def within(kind: Any) -> tuple[type[msgspec.Struct], ...]:
    """The objects of which a field's value is made, outermost first, each once."""
    found: dict[type[msgspec.Struct], None] = {}
    _gather(kind, found)
    return tuple(found)


def _gather(kind: Any, found: dict[type[msgspec.Struct], None]) -> None:
    for part in parts(kind):
        if not _is_struct(part):
            for inner in get_args(part):
                _gather(inner, found)
        elif part not in found:
            found[part] = None
            for field in msgspec.structs.fields(part):
                _gather(field.type, found)


def shape(kind: Any) -> str:
    """How a value is written: its needed parts, and a mark where there may be more."""
    part = next((part for part in parts(kind) if part is not NoneType), None)
    if _is_struct(part):
        fields = msgspec.structs.fields(part)  # type: ignore[arg-type]
        said = [f'"{f.encode_name}":{shape(f.type)}' for f in fields if f.required]
        return "{" + ",".join([*said, *(["…"] if len(said) < len(fields) else [])]) + "}"
    if get_origin(part) in (tuple, list):
        return f"[{shape(get_args(part)[0])}]"
    if get_origin(part) is dict:
        return f'{{"…":{shape(get_args(part)[1])}}}'
    if part is bool:
        return "true"
    return "1" if part is int else '"…"'


def inside(kind: Any, path: str) -> Any:
    """The type of what stands at a path as ``$.sheet.weapons[...].name``; None where unknown."""
    for field, index in _STEP.findall(path.removeprefix("$")):
        kind = next(filter(None, (_step(part, field, index) for part in parts(kind))), None)
    return kind


def _step(kind: Any, field: str, index: str) -> Any:
    if field:
        fields = msgspec.structs.fields(kind) if _is_struct(kind) else ()
        return next((f.type for f in fields if f.encode_name == field), None)
    given = get_args(kind)
    if get_origin(kind) is dict:
        return given[1]
    if get_origin(kind) is tuple and given[-1] is not ... and index.isdecimal():
        return given[int(index)] if int(index) < len(given) else None
    return given[0] if given else None


def _fields(kind: Any) -> list[str]:
    structs = [part for part in parts(kind) if _is_struct(part)]
    return [f.encode_name for part in structs for f in msgspec.structs.fields(part)]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _said(text: str) -> str:
    return " or ".join(_KINDS.get(part, part) for part in text.split(" | "))


def _form(wanted: str, name: str, kind: Any) -> str:
    kinds = wanted.split(" | ")
    if "object" in kinds:
        tags = choices(kind)
        if tags:
            return f'as {{"type": "{tags[0]}"}}; types: {", ".join(tags)}'
        return f"from a file it is {name}=@{name}.toml"
    if "array" in kinds:
        return f'write {name}=["…"]' if texts(kind) else f"write {name}=[…]"
    return ""
