"""A table that plays Fudge, with faces that the test gives."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from rollbook.core.engine import Engine
from rollbook.core.entries import Question, Receipt
from rollbook.core.memory import MemoryStore
from rollbook.core.messages import Event
from rollbook.core.session import Session
from rollbook.core.store import Store
from rollbook.core.table.ledger import Charter, Seat
from rollbook.core.telling import Telling, Words
from rollbook.plugins.fudge import Character, Fudge, fudge
from rollbook.plugins.testing.scenario import Fixed, Hand
from rollbook.replay.words import catalog

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SHIFTS = {-4: (6, 4), -3: (6, 3), -2: (6, 2), -1: (6, 1), 0: (5, 5), 1: (1, 6), 2: (2, 6)}
SHIFTS |= {3: (3, 6), 4: (4, 6)}


class Tavern:
    """A session of Fudge with a master, anna and bea."""

    def __init__(self, session: Session, hand: Hand) -> None:
        self.session = session
        self.hand = hand

    def do(
        self,
        command: Mapping[str, Any],
        *shifts: int,
        by: str = "master",
        answers: Mapping[str, Any] | None = None,
    ) -> Receipt:
        """Send a command; the dice then show these shifts, one for each roll."""
        self.hand.faces = [face for shift in shifts for face in SHIFTS[shift]]
        receipt = self.session.do(command, by, answers=answers)
        assert receipt.waiting or not self.hand.faces, "dice were left over"
        return receipt

    def enter(self, actor: str, owner: str = "", **changes: Any) -> Receipt:
        """Bring somebody in: a fighter at Fair with an average weapon, but for what is given."""
        ruling = changes.pop("ruling", "")
        sheet: dict[str, Any] = {
            "resistance": "Fair",
            "skills": {"blade": "Fair"},
            "weapons": {"blade": {"name": "Blade", "skill": "blade", "class": "average"}},
        }
        sheet |= changes
        if "weapons" not in changes and "blade" not in sheet["skills"]:
            del sheet["weapons"]  # a weapon's skill is stated
        command = {"type": "fudge.enter", "actor": actor, "name": actor.title(), "sheet": sheet}
        return self.do(command | {"owners": [owner] if owner else [], "ruling": ruling})

    def duellists(self) -> Tavern:
        """Snorri and Brynhild, from their sheets."""
        for actor, owner in (("snorri", "anna"), ("brynhild", "bea")):
            sheet = tomllib.loads((EXAMPLES / f"{actor}.toml").read_text(encoding="utf-8"))
            command = {"type": "fudge.enter", "actor": actor, "name": actor.title()}
            self.do(command | {"owners": [owner], "sheet": sheet})
        return self

    def exchange(self, *shifts: int, **fields: Any) -> Receipt:
        """One round between the two duellists."""
        command = {"type": "fudge.exchange", "a": "snorri", "b": "brynhild"}
        return self.do(command | fields, *shifts)

    @property
    def question(self) -> Question:
        """What is asked now."""
        found = self.session.waiting
        assert found is not None, "nothing is asked"
        return found

    def character(self, actor: str) -> Character:
        """Somebody's state now."""
        return self.session.view().state[Fudge].characters[actor]


def sit_down(charter: Charter | None = None, store: Store | None = None, **options: Any) -> Tavern:
    """Open a session, in memory unless a store is given."""
    hand = Hand()
    engine = Engine([fudge], installed=False, dice=hand, surroundings=Fixed())
    seats = {
        "master": Seat("The Master", "gm"),
        "anna": Seat("Anna", "player"),
        "bea": Seat("Bea", "player"),
    }
    session = engine.new(
        store or MemoryStore(),
        "duel",
        ["fudge"],
        seats=seats,
        charter=charter,
        options={"fudge": options},
    )
    return Tavern(session, hand)


E = TypeVar("E", bound=Event)


def all_of(receipt: Receipt, kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [e for e in receipt.events if isinstance(e, kind)]


def of(receipt: Receipt, kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = all_of(receipt, kind)
    return found


def told(tavern: Tavern, receipt: Receipt, lang: str = "en") -> list[str]:
    """What a reader is told of a command, each event that Fudge has words for in a line."""
    words = {x: catalog("rollbook.plugins.fudge", x) for x in ("en", lang)}
    telling = Telling(Words(lang, words[lang], words["en"]), tavern.session.view())
    book = tavern.session.book
    tellers = [(book.teller(type(event)), event) for event in receipt.events]
    ours = [(t, e) for t, e in tellers if t and t.__module__.startswith("rollbook.plugins.fudge")]
    return [line for tell, event in ours if (line := tell(event, telling))]


def script() -> list[dict[str, Any]]:
    """The printed duel as a script, its sheets read in."""
    lines = (EXAMPLES / "duel.jsonl").read_text(encoding="utf-8").splitlines()

    def filled(value: Any) -> Any:
        if isinstance(value, dict):
            if set(value) == {"@file"}:
                return tomllib.loads((EXAMPLES / value["@file"]).read_text(encoding="utf-8"))
            return {key: filled(inner) for key, inner in value.items()}
        return value

    return [filled(json.loads(line)) for line in lines]
