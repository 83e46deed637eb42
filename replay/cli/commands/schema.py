"""``rollbook schema``."""

from __future__ import annotations

import inspect
import re
import sys
from functools import reduce
from operator import or_
from typing import Any, get_args

import click
import msgspec

from ....core.deciding import whom
from ....core.errors import UnknownType
from ....core.messages import Command
from ....core.rulebook import Rulebook
from ...naming import command_type
from ...nearest import nearest
from .. import completing
from ..helping import examples
from ..out import Out, common, with_bases
from ..plain import table

_LIKE = re.compile(r"ields as of `(\w+)`")
_FIELD = re.compile(r"^ {4}(\w+): (.*)$")


@click.command(
    name="schema",
    epilog=examples(
        "rollbook schema fudge",
        "rollbook schema fudge exchange",
        "rollbook schema table spend --json",
    ),
)
@click.argument("rules", shell_complete=completing.rulesets)
@click.argument(
    "name", required=False, metavar="[COMMAND]", shell_complete=completing.own_commands
)  # fmt: skip
@common
def command(out: Out, rules: str, name: str | None) -> None:
    """List the commands of RULES, or the fields of one COMMAND.

    RULES is an installed ruleset, or table for what every session has; table.spend is the same
    as table spend. Beside each command stands who may send it. With --json it is JSON Schema.
    """
    if name is None and "." in rules:
        rules, _, name = rules.partition(".")
    if rules not in out.engine.catalogue:
        raise UnknownType(
            f"no ruleset {rules!r} is installed", hint=nearest(rules, out.engine.catalogue)
        )
    book = out.engine.rulebook(with_bases(out.engine, (rules,)))
    replaced = {tag for tag, (by, _) in book.replacements().items() if by == rules}
    own = {
        tag: kind
        for tag, kind in sorted(book.commands.items())
        if kind.message.ruleset == rules or tag in replaced
    }
    if name is None:
        if out.json:
            out.give({tag: msgspec.json.schema(kind) for tag, kind in own.items()})
        else:
            out.lines(
                table([(tag, first_line(kind), _may(book, tag)) for tag, kind in own.items()])
            )
        return
    kind = own.get(f"{rules}.{name}") or command_type(book, name)
    if out.json:
        out.give(msgspec.json.schema(kind))
    else:
        _say(out, kind, _may(book, kind.message.tag))


def _say(out: Out, kind: type[Command], may: str) -> None:
    out.say(out.bold(kind.message.tag) + f"  {may}")
    out.say(first_line(kind))
    texts = described(kind)
    rows = [
        (
            field.encode_name,
            type_text(field.type),
            "" if field.required or field.default is msgspec.UNSET else f"= {_default(field)}",
            texts.get(field.name, ""),
        )
        for field in msgspec.structs.fields(kind)
    ]
    out.lines(table(rows, indent=2))


def _may(book: Rulebook, tag: str) -> str:
    decider, _ = book.decider(tag)
    may = whom(decider.may)
    if may == "<lambda>":
        may = "whoever begins the session" if tag == "table.open" else "as its rules say"
    if tag in book.replacements():
        by, instead = book.replacements()[tag]
        may += f"; decided by {by} instead of {instead}"
    return f"({may})"


def first_line(kind: type[Command]) -> str:
    """What a command is for."""
    return (kind.__doc__ or "").strip().partition("\n")[0]


def described(kind: type[Command]) -> dict[str, str]:
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


def _default(field: Any) -> str:
    known = field.default is not msgspec.NODEFAULT
    default = field.default if known else field.default_factory()
    if isinstance(default, str) and default:
        return default
    return msgspec.json.encode(default).decode()
