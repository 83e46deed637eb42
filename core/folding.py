"""Folding: facts onto slices. Consults no die, no clock, no content and no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from .codec import convert, invalid
from .errors import RollbookError, Unreadable
from .messages import TABLE
from .records import Fact
from .rulebook import Rulebook
from .table.ledger import Act, Ledger

Slices = dict[type, Any]
Handlers = tuple[tuple[type, Callable[[Any, Any], Any]], ...]

QUIET = frozenset(f"{TABLE}.{name}" for name in ("add_note", "add_seat", "give_role", "give_actor"))
"""Commands that are no acts: they take nobody's return away."""


class Reading(NamedTuple):
    """How events of one type are read and folded.

    Args:
        decode: from a body to the event.
        handlers: slices and the functions that fold it, in order.
        version: of the bodies that ``decode`` reads.
    """

    decode: Callable[[Any], Any]
    handlers: Handlers
    version: int


UNREAD = Reading(lambda body: None, (), -1)
"""Of a type that has not been met yet: no record has this version."""


class Folder:
    """Folds records of one rulebook, each event by its own type's decoder.

    Events of types that no ruleset in force has are folded by their family, if the
    vocabulary has it, and otherwise passed over: they stay in the journal as they are.

    Args:
        book: the rulebook in force.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.entries: dict[str, Reading] = {}

    def facts(self, slices: Slices, facts: Iterable[Fact], *, board: bool = True) -> None:
        """Fold facts into slices, in place.

        Args:
            slices: by type; replaced one by one.
            facts: in order.
            board: whether the board is folded too, or the ledger alone.
        """
        for fact in facts:
            self.fact(slices, fact, board=board)

    def fact(self, slices: Slices, fact: Fact, *, board: bool = True) -> None:
        """Fold one fact.

        Raises:
            Unreadable: its body is not of its recorded type, or nothing leads up to that.
        """
        if fact.kind != "event":
            if fact.kind == "command":
                self.command(slices, fact.type, fact.by, fact.commit)
            return
        entry = self.entries.get(fact.type) or self._entry(fact.type, fact.family)
        decode, handlers, version = entry
        if not board:
            handlers = tuple(each for each in handlers if each[0] is Ledger)
        if not handlers:
            return
        try:
            event = decode(fact.body) if fact.version == version else self._older(fact)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise unreadable(fact, error) from error
        for kind, fold in handlers:
            slices[kind] = fold(slices[kind], event)

    def command(self, slices: Slices, tag: str, by: str, commit: int) -> None:
        """Remember the last act, which its player may take back."""
        if tag not in QUIET:
            slices[Ledger] = acted(slices[Ledger], by, commit)

    def _entry(self, tag: str, family: str) -> Reading:
        known = self.book.events.get(tag)
        if known is not None:
            handlers = self.book.folding(tag)
            made = Reading(self.book.decoder(tag).decode, handlers, known.message.version)
        else:
            base = self.book.family(family) if family else None
            if base is None:
                return Reading(lambda body: None, (), 0)
            read = _by_family(base)
            # The version of a foreign type is its own; its family's form is what is read.
            return Reading(read, self.book.folding(family), -1)
        self.entries[tag] = made
        return made

    def _older(self, fact: Fact) -> Any:
        known = self.book.events.get(fact.type)
        if known is None:
            base = self.book.family(fact.family)
            assert base is not None  # _entry gave no handlers otherwise
            return _by_family(base)(fact.body)
        try:
            raw = self.book.upcast(fact.type, fact.version, msgspec.json.decode(fact.body))
            return convert(raw, known, fact.type)
        except Exception as error:  # an upcaster is its author's code
            raise unreadable(fact, error) from error


def acted(ledger: Ledger, by: str, commit: int) -> Ledger:
    """The ledger after somebody has acted."""
    return structs.replace(ledger, last=Act(by, commit, diced=ledger.last.diced))


def unreadable(fact: Fact, error: Exception) -> Unreadable:
    """A record that today's rulesets do not read as what it was recorded as."""
    why = error.what if isinstance(error, RollbookError) else _plain(error)
    return Unreadable(
        f"record {fact.seq} does not read as {fact.type}: {why}",
        path=f"$.records[{fact.seq}]",
        hint="install what reads it; until then there is only reading, up to that record",
    )


def _plain(error: Exception) -> str:
    if isinstance(error, msgspec.MsgspecError | UnicodeDecodeError):
        return invalid(error, "").what.removeprefix(": ")
    return repr(error)  # an upcaster is its author's code


def _by_family(base: type[Any]) -> Callable[[Any], Any]:
    def read(body: bytes) -> Any:
        raw = msgspec.json.decode(body)
        raw.pop("type", None)
        return msgspec.convert({**raw, "type": base.message.tag}, base)

    return read
