"""Two states compared in the game's own terms: who, what, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from ..core.messages import TABLE
from ..core.table.ledger import Ledger
from ..core.table.state import Table
from ..core.views import View

_BOOKKEEPING: dict[Any, frozenset[str]] = {
    Ledger: frozenset(("last", "parents", "epoch", "past", "widened")),
    Table: frozenset(("left", "rested")),
}
"""By slice, the fields that serve the engine and tell nobody anything of the game."""

_NOTHING: Any = object()


class Change(Struct, frozen=True):
    """One thing that differs.

    Args:
        ruleset: whose slice it stands in.
        who: actor that it concerns, or empty.
        what: path of the field within the slice, without the actor: ``pools.fate.balance``.
        how: ``added``, ``removed`` or ``changed``.
        before: as plain values; None where it was not there.
        after: likewise.
    """

    ruleset: str
    who: str
    what: str
    how: Literal["added", "removed", "changed"]
    before: Any = None
    after: Any = None


def diff(before: View, after: View) -> tuple[Change, ...]:
    """Everything that differs between two states of one session, by ruleset and field.

    Both are seen by the same viewer, or the difference would be of what each may see.
    """
    actors = before.table.actors.keys() | after.table.actors.keys()
    changes: list[Change] = []
    for ruleset, kind in _slices(after):
        one, other = (_plain(view.slices[kind]) for view in (before, after))
        for own in _BOOKKEEPING.get(kind, ()):
            one.pop(own, None)
            other.pop(own, None)
        for path, was, now in _differing(one, other, ()):
            who = next((step for step in path if step in actors), "")
            what = ".".join(step for step in path if step != who)
            changes.append(_change(ruleset, who, what, was, now))
    return tuple(changes)


def _plain(state: Any) -> Any:
    """A slice as plain values; options, which are kept encoded, as what they say."""
    return msgspec.to_builtins(state, enc_hook=msgspec.json.decode)


def _slices(view: View) -> Iterator[tuple[str, type]]:
    for ruleset in view.rulebook.rulesets:
        yield ruleset.name, ruleset.state
    yield TABLE, Ledger


def _change(ruleset: str, who: str, what: str, was: Any, now: Any) -> Change:
    if was is _NOTHING:
        return Change(ruleset, who, what, "added", None, now)
    if now is _NOTHING:
        return Change(ruleset, who, what, "removed", was, None)
    return Change(ruleset, who, what, "changed", was, now)


def _differing(
    one: Any, other: Any, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Paths at which two plain values differ, as deep as both are mappings or only grew."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        short = min(len(one), len(other))
        if one[:short] == other[:short]:
            one, other = dict(enumerate(one)), dict(enumerate(other))
    if not (isinstance(one, Mapping) and isinstance(other, Mapping)):
        if one != other:
            yield path, one, other
        return
    for key in [*one, *(key for key in other if key not in one)]:
        was, now = one.get(key, _NOTHING), other.get(key, _NOTHING)
        yield from _differing(was, now, (*path, str(key)))
