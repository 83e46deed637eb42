"""Shell completion from the file itself: commands, their fields, seats, actors, sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from ..recording import Recording, load


def sessions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of the file's sessions."""
    from ...core.engine import Engine

    try:
        store = Engine().store(_file(ctx), read_only=True)
        return _items(store.sessions(), incomplete)
    except Exception:  # completion never complains
        return []


def seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of seats."""
    return _from(ctx, incomplete, lambda recording: recording.now.ledger.seats)


def actors(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of actors that are or were played by somebody."""
    return _from(ctx, incomplete, lambda recording: recording.now.ledger.owners)


def types(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Types of events and commands."""
    return _from(ctx, incomplete, lambda r: sorted((*r.book.events, *r.book.commands)))


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Types of commands, short where that is enough."""

    def find(recording: Recording) -> Iterable[str]:
        tags = sorted(tag for tag in recording.book.commands if tag != "table.open")
        return tags if "." in incomplete else [tag.partition(".")[2] for tag in tags]

    return _from(ctx, incomplete, find)


def fields(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Fields of the command, and actors and seats as their values."""

    def find(recording: Recording) -> Iterable[str]:
        from .values import command_type

        name, equals, _ = incomplete.partition("=")
        if equals:
            ledger = recording.now.ledger
            return [f"{name}={who}" for who in (*ledger.owners, *ledger.seats)]
        kind = command_type(recording.book, ctx.params["command"])
        return [f"{field}=" for field in kind.__struct_fields__]

    return _from(ctx, incomplete, find)


def _from(
    ctx: click.Context, incomplete: str, find: Callable[[Recording], Iterable[str]]
) -> list[CompletionItem]:
    try:
        recording = load(_file(ctx), session=ctx.params.get("session") or "")
        return _items(find(recording), incomplete)
    except Exception:  # completion never complains
        return []


def _file(ctx: click.Context) -> str:
    """The file on the line; click has not sorted it in while an option waits for its value."""
    return ctx.params.get("file") or ctx.args[0]


def _items(options: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(option) for option in options if option.startswith(incomplete)]
