"""Emitting: what an event's type needs when it is recorded, and which ruleset may speak it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from .messages import FAMILIES, TABLE, Event
from .vocabulary import VOCABULARY

Handler = Callable[..., Any]


class Spoken(NamedTuple):
    """What emitting an event of one type needs.

    Args:
        tag: of the type.
        decoder: of its bodies.
        completing: what fills in its outcome.
        guards: slices and what guards them.
        folding: slices and what folds it.
    """

    tag: str
    decoder: msgspec.json.Decoder[Any]
    completing: tuple[Handler, ...]
    guards: tuple[tuple[type, Handler], ...]
    folding: tuple[tuple[type, Handler], ...]


class Objection(NamedTuple):
    """Why a ruleset may not emit something, and what would do."""

    what: str
    hint: str


UNKNOWN = Objection("", "")
"""Not worked out yet."""


def objection(
    events: Mapping[str, type[Event]], ruleset: str, kind: type[Event]
) -> Objection | None:
    """Why a ruleset may not emit events of a type, or None.

    A ruleset emits its own events and the table's vocabulary; families only as subclasses.

    Args:
        events: of the rulebook in force, by tag.
        ruleset: that wants to emit.
        kind: of event.
    """
    info = kind.message
    if info.ruleset != ruleset and info.tag not in VOCABULARY:
        return Objection(
            f"{ruleset} may not emit {info.tag}", f"perform a command of {info.ruleset} instead"
        )
    if events.get(info.tag) is not kind:
        return Objection(
            f"{info.ruleset} does not know {info.tag}",
            "fold it, tell it, or list it in the ruleset's events",
        )
    if info.tag in FAMILIES or (info.tag == f"{TABLE}.rolled" and ruleset != TABLE):
        return Objection(
            f"{info.tag} is never emitted as such", "subclass it, or use play.roll and play.points"
        )
    return None
