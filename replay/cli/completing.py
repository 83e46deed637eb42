"""Shell completion from the file itself: commands, their fields, seats, actors, sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, get_args

import click
import msgspec
from click.shell_completion import CompletionItem

from ...core.look import Look
from ...core.rulebook import Rulebook
from ...core.table.ledger import Ledger, Role
from ..forms import choices, takes
from ..naming import command_type
from ..recording import Recording, load
from ..who import find
from ..who import seats as everyone_seated

if TYPE_CHECKING:
    from ..catalogue import Rule


def sessions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of the file's sessions."""

    def find() -> Iterable[str]:
        from ...core.engine import Engine

        return Engine().store(_file(ctx), read_only=True).sessions()

    return _quietly(incomplete, find)


def seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of seats."""
    return _from(ctx, incomplete, lambda recording: recording.now.ledger.seats)


def actors(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of actors that are or were played by somebody, as far as the line's seat knows."""
    return _from(ctx, incomplete, lambda recording: _seen(ctx, recording).ledger.owners)


def types(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Types of events and commands, and families; short where no ruleset is begun."""

    def find(recording: Recording) -> Iterable[str]:
        return _tags(sorted((*recording.book.events, *recording.book.commands)), incomplete)

    return _from(ctx, incomplete, find)


def projections(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Names of what the rulesets project."""
    return _from(ctx, incomplete, lambda recording: sorted(recording.book.projections))


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Types of commands, short where that is enough."""

    def find(recording: Recording) -> Iterable[str]:
        return _tags(
            sorted(tag for tag in recording.book.commands if tag != "table.open"), incomplete
        )

    return _from(ctx, incomplete, find)


def fields(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Fields of the command; as values, choices where there are some, else actors and seats."""

    def find(recording: Recording) -> Iterable[str]:
        kind = command_type(recording.book, ctx.params["command"])
        known = {f.encode_name: f.type for f in msgspec.structs.fields(kind)}
        name, equals, _ = incomplete.partition("=")
        if equals:
            ledger = _seen(ctx, recording).ledger
            return [f"{name}={value}" for value in _values(ledger, known.get(name))]
        given = {text.partition("=")[0] for text in ctx.params.get("fields") or ()}
        return [f"{field}=" for field in known if field not in given]

    return _from(ctx, incomplete, find)


def answers(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Keys of the choices of the open question."""

    def find(recording: Recording) -> Iterable[str]:
        pending = _seen(ctx, recording, board=True).table.pending
        return [choice.key for choice in pending.asked.choices] if pending else []

    return _from(ctx, incomplete, find)


def rulesets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the installed rulesets."""

    def find() -> Iterable[str]:
        from ...core.engine import Engine

        every = [*Engine().catalogue]
        return every if param.name == "rules" and ctx.info_name == "schema" else every[1:]

    return _quietly(incomplete, find)


def calendars(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the calendars that come with the table."""
    from ..calendars import shipped

    return _quietly(incomplete, shipped)


def own_commands(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Commands of the ruleset that stands on the line."""

    def find() -> Iterable[str]:
        from ...core.engine import Engine
        from .out import with_bases

        engine, rules = Engine(), ctx.params["rules"]
        book: Rulebook = engine.rulebook(with_bases(engine, (rules,)))
        tags = (tag.partition(".") for tag in sorted(book.commands))
        return [name for of, _, name in tags if of == rules]

    return _quietly(incomplete, find)


def rule_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of the rules of the ruleset that stands on the line."""
    return _quietly(incomplete, lambda: [rule.id for rule in _catalogue(ctx)])


def rule_kinds(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of the rules of the ruleset that stands on the line."""
    return _quietly(incomplete, lambda: sorted({rule.kind for rule in _catalogue(ctx)}))


def roles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Roles, once the seat is named."""
    seat, equals, _ = incomplete.partition("=")
    return _items([f"{seat}={role}" for role in get_args(Role)] if equals else [], incomplete)


def _catalogue(ctx: click.Context) -> tuple[Rule, ...]:
    from ...core.engine import Engine
    from ..catalogue import catalogue

    return catalogue(Engine().catalogue[ctx.params.get("rules") or ctx.args[0]])


def _seen(ctx: click.Context, recording: Recording, *, board: bool = False) -> Look:
    """What the seat on the line may see; everything, for whoever holds the file and names none.

    Args:
        ctx: with the line so far.
        recording: that is looked into.
        board: whether the board is wanted too, which costs a fold.
    """
    from ..rebuild import rebuild

    who = ctx.params.get("viewer") or ctx.params.get("by") or ""
    viewer = find(who, everyone_seated(recording.now)) if who else ""
    return rebuild(recording, viewer=viewer) if viewer or board else recording.now


def _values(ledger: Ledger, kind: Any) -> Iterable[str]:
    if takes(kind, bool):
        return ("true", "false")
    return choices(kind) or (*ledger.owners, *ledger.seats)


def _tags(tags: list[str], incomplete: str) -> list[str]:
    if "." in incomplete:
        return tags
    return list(dict.fromkeys(tag.partition(".")[2] for tag in tags))


def _from(
    ctx: click.Context, incomplete: str, find: Callable[[Recording], Iterable[str]]
) -> list[CompletionItem]:
    def read() -> Iterable[str]:
        return find(load(_file(ctx), session=ctx.params.get("session") or ""))

    return _quietly(incomplete, read)


def _quietly(incomplete: str, find: Callable[[], Iterable[str]]) -> list[CompletionItem]:
    try:
        return _items(find(), incomplete)
    except Exception:  # completion never complains
        return []


def _file(ctx: click.Context) -> str:
    """The file on the line; click has not sorted it in while an option waits for its value."""
    return ctx.params.get("file") or ctx.args[0]


def _items(options: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(option) for option in options if option.startswith(incomplete)]
