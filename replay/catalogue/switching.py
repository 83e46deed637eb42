"""A ruleset's switches, as a table that chooses among them wants to read them."""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from ...core.rules import Ruleset
from ...core.telling import Words
from ..describing import described, type_text
from .citing import cited


class Exclusion(Struct, frozen=True):
    """Another switch that cannot stand beside this one, at certain values of both."""

    other: str
    why: str
    rule: str


class Switch(Struct, frozen=True):
    """One optional rule.

    Args:
        name: as ``--set`` and ``table.set_option`` take it.
        type: what may be given.
        default: for a table that does not set it.
        text: what it is for, in the reader's language where the ruleset has words for it.
        rules: ids that its description cites.
        excludes: what cannot stand beside it.
    """

    name: str
    type: str
    default: Any
    text: str
    rules: tuple[str, ...]
    excludes: tuple[Exclusion, ...] = ()


def switches(ruleset: Ruleset, words: Words) -> tuple[Switch, ...]:
    """Every switch of a ruleset, in the order of its options.

    Args:
        ruleset: of whose options the docstring describes each; another language has it as
            ``<ruleset>.option.<name>`` among its words.
        words: of the reader.
    """
    texts, standard = described(ruleset.options), ruleset.options()
    found = []
    for field in msgspec.structs.fields(ruleset.options):
        name = field.encode_name
        english = texts.get(field.name, "")
        found.append(
            Switch(
                name,
                _typed(field.type),
                getattr(standard, field.name),
                (words.find(f"{ruleset.name}.option.{name}") or english).replace("`", ""),
                tuple(sorted(cited(english))),
                _excluded(ruleset, name),
            )
        )
    return tuple(found)


def _excluded(ruleset: Ruleset, name: str) -> tuple[Exclusion, ...]:
    return tuple(
        Exclusion(e.other if e.switch == name else e.switch, e.why, e.rule)
        for e in ruleset.excludes
        if name in (e.switch, e.other)
    )


def _typed(kind: Any) -> str:
    """What one may give: yes or no, one of some words, a number between bounds, or either."""
    if kind is type(None):
        return "null"
    if get_origin(kind) in (Union, UnionType):
        return "|".join(_typed(one) for one in get_args(kind))
    known = msgspec.inspect.type_info(kind)
    if isinstance(known, msgspec.inspect.BoolType):
        return "true|false"
    if isinstance(known, msgspec.inspect.IntType):
        least, most = ("" if bound is None else str(bound) for bound in (known.ge, known.le))
        return f"{least}…{most}" if least or most else "int"
    return type_text(kind)
