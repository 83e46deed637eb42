"""``rollbook schema``."""

from __future__ import annotations

import click
import msgspec

from ....core.deciding import whom
from ....core.errors import UnknownType
from ....core.messages import Command
from ....core.rulebook import Rulebook
from ...describing import default, described, first_line, type_text
from ...forms import within
from ...naming import command_type
from ...nearest import nearest
from .. import completing
from ..helping import examples
from ..out import Out, common, with_bases
from ..plain import table


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
    out.lines(_fields(kind))
    parts = {part: None for f in msgspec.structs.fields(kind) for part in within(f.type)}
    for part in parts:
        out.say()
        out.say(out.bold(part.__name__) + f"  {first_line(part)}")
        out.lines(_fields(part))


def _fields(kind: type[msgspec.Struct]) -> list[str]:
    texts = described(kind)
    rows = [
        (
            field.encode_name,
            type_text(field.type),
            "" if field.required or field.default is msgspec.UNSET else f"= {default(field)}",
            texts.get(field.name, ""),
        )
        for field in msgspec.structs.fields(kind)
    ]
    return table(rows, indent=2)


def _may(book: Rulebook, tag: str) -> str:
    decider, _ = book.decider(tag)
    may = whom(decider.may)
    if may == "<lambda>":
        may = "whoever begins the session" if tag == "table.open" else "as its rules say"
    if tag in book.replacements():
        by, instead = book.replacements()[tag]
        may += f"; decided by {by} instead of {instead}"
    return f"({may})"
