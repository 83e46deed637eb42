"""`Look`: state and options to read and nothing else; what modifiers and projections get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import AuthorError
from .permissions import SEATED

if TYPE_CHECKING:
    from .rulebook import Rulebook
    from .table.ledger import Ledger
    from .table.state import Table

T = TypeVar("T")


class Slices:
    """Values by their type: ``slices[Fudge]`` is typed as ``Fudge``.

    A type that no ruleset in force has is an `AuthorError`, which names those that are there.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[type, Any]) -> None:
        self._values = values

    def __getitem__(self, kind: type[T]) -> T:
        try:
            found: T = self._values[kind]
        except KeyError:
            raise _unknown(kind, self._values) from None
        return found

    def __contains__(self, kind: type) -> bool:
        return kind in self._values


def _unknown(kind: object, values: Mapping[type, Any]) -> AuthorError:
    known = ", ".join(sorted(each.__qualname__ for each in values))
    name = getattr(kind, "__qualname__", repr(kind))
    return AuthorError(f"no ruleset in force has {name}", hint=f"there are {known}")


class Look:
    """A read-only view of one moment.

    Args:
        slices: of board and ledger, by type.
        book: the rulebook in force, which knows the options' types.
    """

    __slots__ = ("_book", "_slices", "_state")

    def __init__(self, slices: Mapping[type, Any], book: Rulebook) -> None:
        self._slices = slices
        self._state = Slices(slices)
        self._book = book

    @property
    def state(self) -> Slices:
        """Each ruleset's slice, as it is now."""
        return self._state

    @property
    def options(self) -> Slices:
        """Each ruleset's options in force."""
        book = self._book
        return book.options(self._slices[book.table].options)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook in force."""
        return self._book

    @property
    def table(self) -> Table:
        """Actors, pools, effects, turns: the table's board."""
        found: Table = self._slices[self._book.table]
        return found

    @property
    def ledger(self) -> Ledger:
        """Seats, seals, charter: what a return never takes back."""
        found: Ledger = self._slices[self._book.ledger]
        return found

    def role(self, seat: str) -> str:
        """Role of a seat, or empty when there is no such seat."""
        found = self.ledger.seats.get(seat)
        return found.role if found else ""

    def owners(self, actor: str) -> tuple[str, ...]:
        """Seats that play this actor; a seat owns itself."""
        ledger = self.ledger
        return (actor,) if actor in ledger.seats else ledger.owners.get(actor, ())

    def may_speak_for(self, by: str, who: str) -> bool:
        """Whether a seat may act or answer for an actor, a seat or ``gm``: its own, or as GM."""
        return by in self.owners(who) or (self.role(by) in ("gm", "host") and self.stands_in(who))

    def stands_in(self, who: str) -> bool:
        """Whether who runs the table may act for somebody whom others play: as the charter says.

        For whom nobody plays, or only who looks on, the GM always does.
        """
        if self.ledger.charter.on_behalf == "gm":
            return True
        return not any(self.role(seat) in SEATED for seat in self.owners(who))
