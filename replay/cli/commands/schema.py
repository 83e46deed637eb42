"""``rollbook schema``."""

from __future__ import annotations

import inspect
import re
from typing import Any

import click
import msgspec

from ....core.deciding import whom
from ....core.errors import UnknownType
from ....core.messages import Command
from ....core.rulebook import Rulebook
from ...nearest import nearest
from ..helping import examples
from ..out import Out, common
from ..plain import short, table
from ..values import command_type

_FIELD = re.compile(r"^ {4}(\w+): (.*)$")


@click.command(
    name="schema",
    epilog=examples(
        "rollbook schema fudge",
        "rollbook schema fudge exchange",
        "rollbook schema table spend --json",
    ),
)
@click.argument("rules")
@click.argument("name", required=False, metavar="[COMMAND]")
@common
def command(out: Out, rules: str, name: str | None) -> None:
    """List the commands of RULES, or the fields of one COMMAND.

    RULES is an installed ruleset, or table for what every session has. With --json it is JSON
    Schema.
    """
    if rules not in out.engine.catalogue:
        raise UnknownType(
            f"no ruleset {rules!r} is installed", hint=nearest(rules, out.engine.catalogue)
        )
    ruleset = out.engine.catalogue[rules]
    base = re.split(r"[<>=,\s]", ruleset.extends, maxsplit=1)[0]
    book = out.engine.rulebook([rules, base] if base else [rules])
    own = {t: c for t, c in sorted(book.commands.items()) if c.message.ruleset == rules}
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
            "" if field.required else f"= {_default(field)}",
            texts.get(field.name, ""),
        )
        for field in msgspec.structs.fields(kind)
    ]
    out.lines(table(rows, indent=2))


def _may(book: Rulebook, tag: str) -> str:
    decider, _ = book.decider(tag)
    return f"({whom(decider.may)})"


def first_line(kind: type[Command]) -> str:
    """What a command is for."""
    return (kind.__doc__ or "").strip().partition("\n")[0]


def described(kind: type[Command]) -> dict[str, str]:
    """What its docstring says of each field."""
    found: dict[str, str] = {}
    last = ""
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
    """A field's type as people read it."""
    text = kind.__name__ if isinstance(kind, type) and not hasattr(kind, "__args__") else str(kind)
    text = re.sub(r"\btyping\.|\b[a-z_]+(?:\.[a-z_]+)*\.(?=[A-Z])", "", text)
    return re.sub(r"Literal\[(.*?)\]", lambda m: m[1].replace("'", "").replace(", ", "|"), text)


def _default(field: Any) -> str:
    if field.default is not msgspec.NODEFAULT:
        return short(field.default) or '""'
    return short(field.default_factory())
