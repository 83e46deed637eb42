"""Histories: what `Rules.folds` folds, over what a viewer may see, and never stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .entries import Entry
from .errors import Refused
from .rulebook import Rulebook


def history(book: Rulebook, entries: Iterable[Entry], name: str) -> Any:
    """One history, of everything that ever happened, what returns took back included.

    Args:
        book: the rulebook in force.
        entries: in order, as `Session.log` gives them to a viewer.
        name: of the history.

    Raises:
        Refused: no ruleset in force has it.
    """
    fold = book.histories.get(name)
    if fold is None:
        known = ", ".join(sorted(book.histories))
        raise Refused(f"there is no history {name!r}", hint=known or "no ruleset folds one")
    handlers = fold.handlers()
    value = fold.initial()
    for entry in entries:
        for kind, handler in handlers.items():
            if isinstance(entry.message, kind):
                value = handler(value, entry.message)
    return value
