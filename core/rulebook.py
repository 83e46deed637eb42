"""The rulebook of a session: its rulesets compiled once into dicts from type to functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from .codec import PLAIN, convert, decode, decoder
from .dice import Reading
from .emitting import UNKNOWN, Handler, Objection, Spoken, objection
from .errors import Invalid, RulebookError, UnknownType
from .look import Slices
from .messages import TABLE, Command, Event
from .modifiers import Modifier, Proposal
from .ordering import extended, ordered
from .permissions import Owner
from .rules import Decider, FoldClass, NoOptions, Ruleset
from .switches import Switches
from .table.ledger import Ledger
from .table.state import Table

_RETURNS = (f"{TABLE}.returned", f"{TABLE}.withdrawn")


class Rulebook:
    """Rulesets in force, in order: the table, the system, its extensions.

    Args:
        rulesets: the base first; then dependency before dependent, then by name.

    Raises:
        RulebookError: two claim the same tag, command, projection or reading (naming both);
            an extension without what it extends; an unknown or foreign handler.
    """

    def __init__(self, rulesets: Iterable[Ruleset]) -> None:
        self.rulesets = ordered(tuple(rulesets))
        self.names = tuple(r.name for r in self.rulesets)
        self.extensions = frozenset(r.name for r in self.rulesets if r.extends)
        self.table, self.ledger = Table, Ledger
        self.commands: dict[str, type[Command]] = {}
        self.events: dict[str, type[Event]] = {}
        self.projections: dict[str, Handler] = {}
        self.references: set[str] = set()
        self.histories: dict[str, FoldClass[Any]] = {}
        self.readings: Mapping[str, Reading] = {}
        self._switches = {r.name: Switches(r.name, r.options, r.excludes) for r in self.rulesets}
        self._typed: tuple[Mapping[str, msgspec.Raw] | None, Slices] = (None, Slices({}))
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        self._deciders: dict[str, list[tuple[Decider, str]]] = {}
        self._folding: dict[str, tuple[tuple[type, Handler], ...]] = {}
        self._reach: dict[str, frozenset[str]] = {}
        self._owners: dict[tuple[str, Any], str] = {}
        self._spoken: dict[type[Event], Spoken] = {}
        self._objections: dict[tuple[str, type[Event]], Objection | None] = {}
        self._tags: dict[str, type[Command] | type[Event]] = {}
        self._upcasters: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
        self._compile()

    # --- what the engine asks

    def decoder(self, tag: str) -> msgspec.json.Decoder[Any]:
        """The one decoder of a command's or event's type.

        Raises:
            UnknownType: no ruleset in force has it.
        """
        found = self._decoders.get(tag)
        if found is None:
            raise UnknownType(
                f"no ruleset in force has {tag!r}",
                path="$.type",
                hint=f"in force: {', '.join(self.names)}",
            )
        return found

    def decider(self, tag: str, level: int = 0) -> tuple[Decider, str]:
        """Decider of a command and its ruleset; level 1 is what level 0 replaces.

        Raises:
            UnknownType: no ruleset in force decides it.
        """
        chain = self._deciders.get(tag, [])
        if level >= len(chain):
            raise UnknownType(
                f"no ruleset in force has a command {tag!r}",
                path="$.type",
                hint=f"in force: {', '.join(self.names)}",
            )
        return chain[level]

    def replacements(self) -> dict[str, tuple[str, str]]:
        """By command: the ruleset whose decider acts, and the one whose it replaces."""
        return {t: (c[0][1], c[1][1]) for t, c in self._deciders.items() if len(c) > 1}

    def spoken(self, kind: type[Event]) -> Spoken:
        """Everything that emitting an event of this type needs."""
        found = self._spoken.get(kind)
        if found is None:
            tag = kind.message.tag
            found = self._spoken[kind] = Spoken(
                tag,
                self.decoder(tag),
                self._completing(kind),
                self._guards(kind),
                self.folding(tag),
            )
        return found

    def objection(self, ruleset: str, kind: type[Event]) -> Objection | None:
        """Why a ruleset may not emit events of a type, or None (law 5 of the design)."""
        found = self._objections.get((ruleset, kind), UNKNOWN)
        if found is UNKNOWN:
            found = objection(self.events, ruleset, kind)
            self._objections[ruleset, kind] = found
        return found

    def folding(self, tag: str) -> tuple[tuple[type, Handler], ...]:
        """Slices and handlers that fold an event, base first."""
        return self._folding.get(tag, ())

    def family(self, family: str) -> type[Event] | None:
        """The vocabulary's type behind a family, to read what nobody here knows."""
        return self.events.get(family)

    def reactions(self, kind: type[Event]) -> tuple[tuple[str, Handler], ...]:
        """Rulesets and handlers that answer an event, base before extension.

        Nothing answers a return: what it would bring about would not be on the board returned to.
        """
        return () if kind.message.tag in _RETURNS else self._reactions(kind)

    def modifying(
        self, kind: type[Proposal]
    ) -> tuple[Callable[[Any, Any], Iterable[Modifier]], ...]:
        """Handlers that answer a proposal, base before extension."""
        return self._modifying(kind)

    def reach(self, ruleset: str) -> frozenset[str]:
        """Rulesets whose commands this one may perform: itself, what it extends, the table."""
        return self._reach[ruleset]

    def options(self, encoded: Mapping[str, msgspec.Raw]) -> Slices:
        """Options in force, typed, from the raw ones on the board, which seldom change."""
        known, typed = self._typed
        if known is not encoded:
            typed = Slices({s.kind: s.decoded(encoded.get(of)) for of, s in self._switches.items()})
            self._typed = (encoded, typed)
        return typed

    def readable_options(
        self, ruleset: str, given: Mapping[str, Any]
    ) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Of options as recorded, those that hold with today's ruleset, and names of the others."""
        return self._switches[ruleset].readable(given)

    def check_options(self, ruleset: str, given: Mapping[str, Any]) -> Struct:
        """A ruleset's options with these set.

        Raises:
            Invalid: no such ruleset, no such option, or not a value of it.
            Refused: two of them exclude each other.
        """
        switches = self._switches.get(ruleset)
        if switches is None:
            raise Invalid(f"no ruleset {ruleset!r} is in force", hint=", ".join(self.names))
        return switches.check(given)

    def upcast(self, tag: str, version: int, raw: dict[str, Any]) -> dict[str, Any]:
        """A raw mapping of an older version as one of the newest."""
        newest = self.events[tag].message.version
        if version > newest:
            raise UnknownType(
                f"{tag} is of version {version}, and what is installed knows {newest}",
                hint="install a newer one",
            )
        while version < newest:
            step = self._upcasters.get((tag, version))
            if step is None:
                raise UnknownType(f"nothing leads from version {version} of {tag} to the next")
            raw = step(raw)
            version += 1
        return raw

    def read(self, tag: str, version: int, body: bytes) -> Any:
        """A stored message, brought up to its newest version.

        Raises:
            UnknownType: no ruleset in force has it, or nothing leads up from its version.
            Invalid: it is not of its declared form.
        """
        decoder = self.decoder(tag)
        known = self.events.get(tag)
        if known is None or version == known.message.version:
            return decode(decoder, body, tag)
        return convert(self.upcast(tag, version, decode(PLAIN, body, tag)), known, tag)

    def slices(self) -> dict[type, Any]:
        """Every slice as it is before the first record."""
        first: dict[type, Any] = {Table: Table(), Ledger: Ledger()}
        for ruleset in self.rulesets[1:]:
            first[ruleset.state] = ruleset.state()
        return first

    # --- compiling

    def _compile(self) -> None:
        self._types()
        chapters = [(r, c) for r in self.rulesets for c in r.chapters]
        for ruleset in self.rulesets:
            self._reach[ruleset.name] = self._reached(ruleset)
            for event in ruleset.known_events():
                if event.message.ruleset == ruleset.name:
                    self._claim(event)
                    self.events[event.message.tag] = event
        for ruleset in self.rulesets:
            for event in ruleset.known_events():
                self._known(event, ruleset)
        self._compile_deciders()
        for ruleset, chapter in chapters:
            self._merge(self.projections, chapter.projections, ruleset.name, "projection")
            self.references |= chapter.references
            self._merge(self.histories, chapter.histories, ruleset.name, "fold")
            self._merge(self._upcasters, chapter.upcasters, ruleset.name, "upcaster")
            if chapter.state not in (ruleset.state, Ledger if ruleset.name == TABLE else None):
                raise RulebookError(f"a chapter of {ruleset.name} is over {chapter.state.__name__}")
        readings: dict[str, Reading] = {}
        for ruleset in self.rulesets:
            self._merge(readings, {r.name: r for r in ruleset.readings}, ruleset.name, "reading")
        self.readings = readings
        for tag, kind in {**self.events, **self.commands}.items():
            self._decoders[tag] = decoder(kind, tag)
        self._tables(chapters)

    def _types(self) -> None:
        owners: dict[type[Struct], str] = {Ledger: TABLE}
        for ruleset in self.rulesets:
            for kind in (ruleset.state, ruleset.options):
                other = owners.setdefault(kind, ruleset.name)
                if other != ruleset.name and kind is not NoOptions:
                    raise RulebookError(
                        f"{other} and {ruleset.name} both own {kind.__name__}",
                        hint="each has a type of its own for its state and for its options",
                    )

    def _tables(self, chapters: Sequence[tuple[Ruleset, Any]]) -> None:
        folds = [(e, c.state, f) for _, c in chapters for e, f in c.folding]
        for event, state, _ in folds:
            if event.message.ledger and state is not Ledger:
                raise RulebookError(f"{event.message.tag} belongs to the ledger, not to a board")
        for tag, kind in self.events.items():
            found = [(_depth(kind, e), s, f) for e, s, f in folds if issubclass(kind, e)]
            found.sort(key=lambda item: -item[0])
            self._folding[tag] = tuple((s, f) for _, s, f in found)
        guards = [(e, (c.state, f)) for _, c in chapters for e, f in c.guards]
        completing = [(e, f) for _, c in chapters for e, f in c.completing]
        reactions = [(e, (r.name, f)) for r, c in chapters for e, f in c.reactions]
        for event, (name, _) in reactions:
            if event.message.tag in _RETURNS:
                raise RulebookError(f"{name} reacts to {event.message.tag}, which nothing may")
        modifying = [(p, f) for _, c in chapters for p, f in c.modifying]
        self._guards = _dispatch(guards)
        self._completing = _dispatch(completing)
        self._reactions = _dispatch(reactions)
        self._modifying = _dispatch(modifying)
        self._tellers = _dispatch([(e, f) for _, c in chapters for e, f in c.tellers.items()])
        self._asides = _dispatch([(e, a) for _, c in chapters for e, a in c.asides.items()])

    def teller(self, kind: type[Event]) -> Handler | None:
        """What tells an event: the most particular, of the last ruleset that has one."""
        found = self._tellers(kind)
        return found[-1] if found else None

    def aside(self, kind: type[Event]) -> bool:
        """Whether the line of whatever tells an event is for the log alone."""
        found = self._asides(kind)
        return bool(found and found[-1])

    def _compile_deciders(self) -> None:
        chosen: dict[str, list[tuple[Decider, str]]] = {}
        for ruleset in self.rulesets:
            for decider in (d for c in ruleset.chapters for d in c.deciders):
                tag = decider.command.message.tag
                may = decider.may
                if ruleset.name != TABLE and (decider.anytime or decider.sent):
                    raise RulebookError(
                        f"{tag} is {ruleset.name}'s: only the table's come any time"
                    )
                if isinstance(may, Owner) and may.field not in decider.command.__struct_fields__:
                    raise RulebookError(f"{tag} has no field {may.field!r} to be owned")
                self._claim(decider.command)
                self.commands[tag] = decider.command
                chain = chosen.setdefault(tag, [])
                if not decider.instead_of:
                    if chain:
                        raise RulebookError(
                            f"{chain[0][1]} and {ruleset.name} both decide {tag}",
                            hint='replace a decider with instead_of="…"',
                        )
                    if decider.command.message.ruleset != ruleset.name:
                        raise RulebookError(f"{ruleset.name} decides {tag}, which is not its own")
                elif not chain or chain[-1][1] != decider.instead_of:
                    has = f"{chain[-1][1]}'s decider" if chain else "no decider"
                    raise RulebookError(
                        f"{ruleset.name} replaces {tag} of {decider.instead_of}, which has {has}"
                    )
                elif len(chain) > 1:
                    raise RulebookError(f"{chain[0][1]} and {ruleset.name} both replace {tag}")
                if chain:
                    replaced = chain[0][0]
                    if replaced.sent:
                        raise RulebookError(f"{ruleset.name} replaces {tag}, which is the engine's")
                    decider = structs.replace(decider, anytime=replaced.anytime)
                chain.insert(0, (decider, ruleset.name))
        self._deciders = chosen

    def _reached(self, ruleset: Ruleset) -> frozenset[str]:
        reach = {ruleset.name, TABLE}
        base = extended(ruleset)
        while base:
            reach.add(base)
            base = next((extended(r) for r in self.rulesets if r.name == base), "")
        return frozenset(reach)

    def _claim(self, kind: type[Command] | type[Event]) -> None:
        """One tag, one type, be it a command or an event."""
        tag = kind.message.tag
        other = self._tags.setdefault(tag, kind)
        if other is not kind:
            raise RulebookError(
                f"{other.__module__}.{other.__name__} and {kind.__module__}.{kind.__name__} "
                f"are both called {tag}"
            )

    def _known(self, event: type[Event], ruleset: Ruleset) -> None:
        tag = event.message.tag
        if tag and self.events.get(tag) is not event:
            raise RulebookError(
                f"{ruleset.name} speaks of {tag}, which no ruleset in force has",
                hint=f"in force: {', '.join(self.names)}",
            )

    def _merge(
        self, into: dict[Any, Any], more: Mapping[Any, Any], ruleset: str, what: str
    ) -> None:
        owners = self._owners
        for key, value in more.items():
            if key in into:
                raise RulebookError(f"{owners[what, key]} and {ruleset} both have the {what} {key}")
            into[key] = value
            owners[what, key] = ruleset


def _depth(kind: type, base: type) -> int:
    """How far above a type its base stands in its order of bases."""
    return kind.__mro__.index(base)


def _dispatch(entries: Sequence[tuple[type, Any]]) -> Callable[[type], tuple[Any, ...]]:
    """From a type to the entries of it and its bases, bases first, else in their order."""

    @cache
    def find(kind: type) -> tuple[Any, ...]:
        found = [(_depth(kind, e), item) for e, item in entries if issubclass(kind, e)]
        return tuple(item for _, item in sorted(found, key=lambda f: -f[0]))

    return find
