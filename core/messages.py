"""Events and commands: what a session is made of, and the small metaclass they share.

An event is a fact; a command is what a seat, or a rule, wants done.
Both are frozen, keyword-only msgspec Structs tagged ``<ruleset>.<snake_name>``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

import msgspec
from msgspec import Struct, StructMeta

from .errors import RulebookError

TABLE = "table"
"""Name of the base ruleset, whose events are the vocabulary of all others."""

EVERYONE: tuple[str, ...] = ()
"""Audience of a record that nobody may not see; stored as empty text."""

FAMILIES = frozenset(f"{TABLE}.{name}" for name in ("weighed", "wounded", "healed"))
"""Tags of the table's events that others subclass, and that are never emitted as such."""

NAMING = ("actor", "target", "source", "for_", "sides", "targets", "winner")
"""Fields that name actors, alone or several."""

WITHIN = ("until", "start", "given_to", "given_by")
"""Fields with an actor of their own: by whose turns something lasts, whose pool it is."""

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class MessageInfo(Struct, frozen=True):
    """What the class keywords of an event or command say.

    Args:
        ruleset: who owns the type; empty for the two bases.
        tag: the record's ``type``.
        version: of the form of its body; an upcaster leads from each to the next.
        to: default audience, None where it is that of its cause.
        ledger: whether the event belongs to the ledger, which a return never takes back.
        family: the vocabulary's tag, own or inherited; empty outside the vocabulary.
        naming: its fields of `NAMING`.
        within: its fields of `WITHIN`.
    """

    ruleset: str = ""
    tag: str = ""
    version: int = 1
    to: tuple[str, ...] | None = None
    ledger: bool = False
    family: str = ""
    naming: tuple[str, ...] = ()
    within: tuple[str, ...] = ()


def snake(name: str) -> str:
    """``AllOutAttack`` as ``all_out_attack``."""
    return _HUMPS.sub("_", name).lower()


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class RecordMeta(StructMeta):
    """Makes events and commands; swallows ``ruleset= version= to= ledger=``.

    Raises:
        RulebookError: a subclass without ``ruleset=``, a field called ``type``,
            a ledger event of any ruleset but the table, or a version below 1.
    """

    def __new__(  # noqa: D102 -- the class says it
        mcls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        ruleset: str = "",
        version: int = 1,
        to: tuple[str, ...] | None = None,
        ledger: bool = False,
        **config: Any,
    ) -> Any:
        root = not any(isinstance(base, RecordMeta) for base in bases)
        if not root:
            if not ruleset:
                raise RulebookError(f"{name}: say which ruleset it belongs to: ruleset=…")
            if ledger and ruleset != TABLE:
                raise RulebookError(f"{ruleset}.{name}: only the table has ledger events")
            for base in bases:
                above: MessageInfo = getattr(base, "message", MessageInfo())
                if ruleset == TABLE or above.ruleset != TABLE:
                    continue
                if above.tag not in FAMILIES:
                    raise RulebookError(
                        f"{ruleset}.{name}: {above.tag} is the table's alone",
                        hint="only table.weighed, table.wounded and table.healed are subclassed",
                    )
            if version < 1:
                raise RulebookError(f"{ruleset}.{name}: versions count from 1")
            config.update(tag=f"{ruleset}.{snake(name)}", tag_field="type")
        config.setdefault("frozen", True)
        config.setdefault("kw_only", True)
        try:
            made: Any = super().__new__(mcls, name, bases, namespace, **config)
        except ValueError as error:
            if "tag_field" not in str(error):
                raise
            raise RulebookError(f"{ruleset}.{name}: no field may be called type") from error
        tag = "" if root else config["tag"]
        family = tag if ruleset == TABLE else ""
        for base in bases:
            family = family or getattr(base, "message", MessageInfo()).family
        naming, within = (
            tuple(f for f in made.__struct_fields__ if f in kind) for kind in (NAMING, WITHIN)
        )
        made.message = MessageInfo(ruleset, tag, version, to, ledger, family, naming, within)
        return made

    def __init__(cls, *args: Any, **keywords: Any) -> None:  # noqa: N805 -- a metaclass
        # StructMeta refuses keywords that it does not know; __new__ has used ours up.
        type.__init__(cls, *args)


class Event(Struct, metaclass=RecordMeta):
    """Base of every fact. Subclass with ``ruleset="…"``; say when it happens and in which units."""

    if TYPE_CHECKING:
        message: ClassVar[MessageInfo]


class Command(Struct, metaclass=RecordMeta, forbid_unknown_fields=True):
    """Base of every request. Subclass with ``ruleset="…"``; unknown fields are refused."""

    if TYPE_CHECKING:
        message: ClassVar[MessageInfo]


Message = Event | Command
"""Either of the two."""
