"""How rules are written: a chapter's table of functions, and the ruleset that binds chapters.

A decorator adds its function to the chapter's own table and hands it back unchanged;
nothing is registered anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from msgspec import Struct

from .errors import RulebookError
from .messages import Command, Event
from .modifiers import Modifier, Proposal
from .permissions import Permission
from .switches import Excluded, Switches

if TYPE_CHECKING:
    from .dice import Reading
    from .look import Look
    from .play import Play
    from .telling import Telling

S = TypeVar("S", bound=Struct)
O = TypeVar("O", bound=Struct)  # noqa: E741 -- O for options
N = TypeVar("N", bound=Struct)  # a state without options
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Event)
P = TypeVar("P", bound=Proposal)
R = TypeVar("R")
Raw = dict[str, Any]


class NoOptions(Struct, frozen=True):
    """Of a ruleset without optional rules."""


class Decider(Struct, frozen=True):
    """One function that decides one command, and who may send it."""

    command: type[Command]
    function: Callable[[Any, Play], None]
    may: Permission
    instead_of: str = ""
    anytime: bool = False
    sent: bool = False
    to: Callable[[Any, Look], tuple[str, ...] | None] | None = None

    def audience_of(self, command: Command, look: Look) -> tuple[str, ...] | None:
        """Audience of one such command: its own, or its type's; None for everyone's."""
        own = self.to(command, look) if self.to is not None else None
        return command.message.to if own is None else own


class FoldClass(Protocol[R]):
    """What `Rules.folds` takes: history folded outside the state, such as luck."""

    def initial(self) -> R:
        """Value before the first record."""
        ...

    def handlers(self) -> Mapping[type[Event], Callable[[R, Any], R]]:
        """By event: (value, event) → value."""
        ...


class Rules(Generic[S, O]):
    """One chapter's rules, over one slice of state.

    Args:
        state: the frozen Struct that the ruleset owns.
        options: the frozen Struct of its optional rules, where it has any.
    """

    @overload
    def __init__(self: Rules[N, NoOptions], state: type[N]) -> None: ...
    @overload
    def __init__(self, state: type[S], options: type[O]) -> None: ...
    def __init__(self: Rules[Any, Any], state: type[Any], options: type[Any] = NoOptions) -> None:
        self.state = state
        self.options = options
        self.deciders: list[Decider] = []
        self.folding: list[tuple[type[Event], Callable[[Any, Any], Any]]] = []
        self.guards: list[tuple[type[Event], Callable[[Any, Any], None]]] = []
        self.completing: list[tuple[type[Event], Callable[[Any, Play], Any]]] = []
        self.reactions: list[tuple[type[Event], Callable[[Any, Play], None]]] = []
        self.modifying: list[tuple[type[Proposal], Callable[[Any, Look], Iterable[Modifier]]]] = []
        self.projections: dict[str, Callable[[Look, str], Struct]] = {}
        self.references: set[str] = set()
        self.histories: dict[str, FoldClass[Any]] = {}
        self.tellers: dict[type[Event], Callable[[Any, Telling], str]] = {}
        self.asides: dict[type[Event], bool] = {}
        self.upcasters: dict[tuple[str, int], Callable[[Raw], Raw]] = {}

    def decides(
        self,
        command: type[C],
        *,
        may: Permission,
        instead_of: str = "",
        anytime: bool = False,
        sent: bool = False,
        to: Callable[[C, Look], tuple[str, ...] | None] | None = None,
    ) -> Callable[[Callable[[C, Play], None]], Callable[[C, Play], None]]:
        """The function decides this command: refuse, then ask, then roll, then emit.

        Args:
            command: its type.
            may: who may send it.
            instead_of: name of the ruleset whose decider it replaces; ``play.original`` calls that.
            anytime: whether it is admitted while a question is open (notes and seats are).
            sent: whether only a seat sends it, and no rule may perform it.
            to: (command, look) → audience of one such command, as of a secret roll or of what
                it touches is a secret; None for its type's.
        """

        def add(function: Callable[[C, Play], None]) -> Callable[[C, Play], None]:
            self.deciders.append(Decider(command, function, may, instead_of, anytime, sent, to))
            return function

        return add

    def evolves(self, event: type[E]) -> Callable[[Callable[[S, E], S]], Callable[[S, E], S]]:
        """(slice, event) → slice: copies what the event says, computes no rule."""

        def add(function: Callable[[S, E], S]) -> Callable[[S, E], S]:
            self.folding.append((event, function))
            return function

        return add

    def admits(self, event: type[E]) -> Callable[[Callable[[S, E], None]], Callable[[S, E], None]]:
        """(slice, event): a guard that raises `Refused` at emit; never runs at fold."""

        def add(function: Callable[[S, E], None]) -> Callable[[S, E], None]:
            self.guards.append((event, function))
            return function

        return add

    def completes(
        self, event: type[E]
    ) -> Callable[[Callable[[E, Play], E]], Callable[[E, Play], E]]:
        """(event, play) → event: fills in an outcome at emit, as a pool's balance."""

        def add(function: Callable[[E, Play], E]) -> Callable[[E, Play], E]:
            self.completing.append((event, function))
            return function

        return add

    @overload
    def reacts(
        self, event: type[E], /
    ) -> Callable[[Callable[[E, Play], None]], Callable[[E, Play], None]]: ...
    @overload
    def reacts(
        self, event: type[E], other: type[F], /
    ) -> Callable[[Callable[[E | F, Play], None]], Callable[[E | F, Play], None]]: ...
    def reacts(
        self, *events: type[Event]
    ) -> Callable[[Callable[[Any, Play], None]], Callable[[Any, Play], None]]:
        """(event, play): further facts, when the decider that emitted it returns.

        Args:
            events: its type or family; a second one where the same follows from either.
        """

        def add(function: Callable[[Any, Play], None]) -> Callable[[Any, Play], None]:
            self.reactions.extend((event, function) for event in events)
            return function

        return add

    def modifies(
        self, proposal: type[P]
    ) -> Callable[
        [Callable[[P, Look], Iterable[Modifier]]], Callable[[P, Look], Iterable[Modifier]]
    ]:
        """(proposal, look) → modifiers."""

        def add(
            function: Callable[[P, Look], Iterable[Modifier]],
        ) -> Callable[[P, Look], Iterable[Modifier]]:
            self.modifying.append((proposal, function))
            return function

        return add

    def projects(
        self, name: str, *, reference: bool = False
    ) -> Callable[[Callable[[Look, str], R]], Callable[[Look, str], R]]:
        """(look, viewer) → Struct: what people and screens read of the state.

        Args:
            name: by which it is asked for; one for all rulesets in force.
            reference: whether it is a table to look things up in, which people are shown only
                when they ask for it by name.
        """

        def add(function: Callable[[Look, str], R]) -> Callable[[Look, str], R]:
            self._once(self.projections, name, "projections")
            self.projections[name] = function  # type: ignore[assignment]
            if reference:
                self.references.add(name)
            return function

        return add

    def folds(self, name: str) -> Callable[[type[R]], type[R]]:
        """A class with `initial` and `handlers`, run over the records that a viewer may see."""

        def add(made: type[R]) -> type[R]:
            self._once(self.histories, name, "folds")
            self.histories[name] = made()  # type: ignore[assignment]
            return made

        return add

    def tells(
        self, event: type[E], *, aside: bool = False
    ) -> Callable[[Callable[[E, Telling], str]], Callable[[E, Telling], str]]:
        """(event, telling) → one line in the reader's language; empty for nothing to say.

        Args:
            event: its type.
            aside: whether the line is for the log alone, as of what something else tells better,
                and is left out of the story that a player keeps.
        """

        def add(function: Callable[[E, Telling], str]) -> Callable[[E, Telling], str]:
            self._once(self.tellers, event, "tellers")
            self.tellers[event] = function
            self.asides[event] = aside
            return function

        return add

    def upcasts(
        self, tag: str, version: int
    ) -> Callable[[Callable[[Raw], Raw]], Callable[[Raw], Raw]]:
        """Raw mapping of this version → raw mapping of the next, run on read."""

        def add(function: Callable[[Raw], Raw]) -> Callable[[Raw], Raw]:
            self._once(self.upcasters, (tag, version), "upcasters")
            self.upcasters[tag, version] = function
            return function

        return add

    @staticmethod
    def _once(table: Mapping[Any, Any], key: Any, what: str) -> None:
        if key in table:
            raise RulebookError(f"two {what} in one chapter for {key}")


class Ruleset(Struct, frozen=True, eq=False):
    """One rules system, or one extension of it.

    Args:
        name: prefix of its tags, ``[a-z0-9_-]+``.
        version: ``major.minor.patch``.
        state: the slice it owns: a frozen Struct that can be made without arguments.
        options: its optional rules, each a field with a default.
        excludes: which of them exclude each other, and when.
        chapters: tables of its rules, in the order of its book.
        extends: what must be present and comes before it, as ``fudge>=1,<2``; empty for a system.
        package: importable name of the package whose files are its digest; empty where there is
            none, as at a prompt: such a ruleset is ``unsourced``.
        readings: named ways to read dice that its notation may use.
        events: own events that no handler names, so that they are known all the same.
        title: for people.
        names: what an id of its content is called: (id, language) → words, empty for an id that
            it does not have. People are shown these where they would read the id.

    Raises:
        RulebookError: state or options are not frozen, or have a field without a default; an
            exclusion names no option, or the defaults exclude each other.
    """

    name: str
    version: str
    state: type[Struct]
    options: type[Struct] = NoOptions
    chapters: tuple[Rules[Any, Any], ...] = ()
    extends: str = ""
    package: str = ""
    readings: tuple[Reading, ...] = ()
    events: tuple[type[Event], ...] = ()
    title: str = ""
    excludes: tuple[Excluded, ...] = ()
    names: Callable[[str, str], str] | None = None

    def __post_init__(self) -> None:
        for kind in (self.state, self.options):
            if not kind.__struct_config__.frozen:
                raise RulebookError(f"{self.name}: {kind.__name__} is not frozen")
            try:
                kind()
            except TypeError as error:
                raise RulebookError(
                    f"{self.name}: {kind.__name__} cannot be made without arguments",
                    hint="give every field a default",
                ) from error
        Switches(self.name, self.options, self.excludes)  # which refuses what cannot hold

    def known_events(self) -> tuple[type[Event], ...]:
        """Every event type that its chapters or ``events`` name, once each."""
        named: dict[type[Event], None] = dict.fromkeys(self.events)
        for chapter in self.chapters:
            for table in (chapter.folding, chapter.guards, chapter.completing, chapter.reactions):
                named.update((entry[0], None) for entry in table)
            named.update(dict.fromkeys(chapter.tellers))
        return tuple(named)
