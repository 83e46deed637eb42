"""A table that plays Fudge with runes, with faces that the test gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rollbook.core.entries import Receipt
from rollbook.core.messages import Event
from rollbook.core.table.pools import balance
from rollbook.plugins.fudge import Character, Fudge, fudge
from rollbook.plugins.runes import runes
from rollbook.plugins.testing.scenario import Scenario

SHIFTS = {-4: (6, 4), -3: (6, 3), -2: (6, 2), -1: (6, 1), 0: (5, 5), 1: (1, 6), 2: (2, 6)}
SHIFTS |= {3: (3, 6), 4: (4, 6)}
"""Faces of the two dice that come to a shift: the lower counts, the second die below 0."""

SEATS = {"master": "gm", "anna": "player", "bea": "player"}
BLADE = {"blade": {"name": "Blade", "skill": "blade", "class": "average"}}
E = TypeVar("E", bound=Event)


class Workshop:
    """A session with Ada, who cuts runes, and Bob in light armour, who does not.

    Args:
        skill: level of Ada's skill with runes.
        fudges: options of Fudge.
        options: of the runes.
    """

    def __init__(
        self, skill: str = "Fair", fudges: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        given = {"fudge": fudges or {}, "runes": options}
        self.scenario = Scenario(fudge, runes, seats=SEATS, options=given)
        self.session = self.scenario.session
        self.enter("ada", "anna", skills={"blade": "Fair", "runes": skill})
        self.enter("bob", "bea", armour={"name": "Leather", "class": "light"})

    def enter(self, actor: str, owner: str, **sheet: Any) -> None:
        """Bring somebody in: Fair with a blade, but for what is given."""
        whole = {"resistance": "Fair", "skills": {"blade": "Fair"}, "weapons": BLADE} | sheet
        command = {"type": "fudge.enter", "actor": actor, "name": actor.title(), "sheet": whole}
        self.do(command | {"owners": [owner]})

    def do(self, command: Mapping[str, Any], *shifts: int, by: str = "master") -> Receipt:
        """Send a command; the dice then show these shifts, one for each roll."""
        faces = [face for shift in shifts for face in SHIFTS[shift]]
        self.scenario.when(command, by, faces=faces)
        if self.scenario.error is not None:
            raise self.scenario.error
        assert self.scenario.receipt is not None
        return self.scenario.receipt

    def cut(self, rune: str, *shifts: int, target: str = "", **fields: Any) -> Receipt:
        """Ada cuts a rune; the dice show these shifts."""
        command = {"type": "runes.cut", "actor": "ada", "rune": rune, "target": target}
        return self.do(command | fields, *shifts, by="anna")

    def fight(self, ada: int, bob: int, *damage: int) -> Receipt:
        """Ada and Bob cross blades once."""
        return self.do({"type": "fudge.exchange", "a": "ada", "b": "bob"}, ada, bob, *damage)

    def breath(self, actor: str = "ada") -> int:
        """Points of breath that somebody has now."""
        return balance(self.session.view(), actor, "breath")

    def character(self, actor: str) -> Character:
        """Somebody's state now."""
        return self.session.view().state[Fudge].characters[actor]


def all_of(receipt: Receipt, kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [e for e in receipt.events if isinstance(e, kind)]


def of(receipt: Receipt, kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = all_of(receipt, kind)
    return found
