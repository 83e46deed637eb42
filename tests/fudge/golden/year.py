"""A year of development: four people of a hill town, six sittings, and what becomes of them.

Experience for points, by agreement, and after training; a Gift, a Power, a Fault that is overcome;
wounds that close over weeks; by a calendar of the table's own, with dice that were sealed before
they were thrown and that everybody can check since.
"""

from __future__ import annotations

import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

from rollbook import Charter, Seat
from rollbook.core import table
from rollbook.plugins.testing.scenario import Fixed

from .keeping import Party

SEATS = {
    "ottavia": Seat("Ottavia", "gm"),
    "lena": Seat("Lena", "player"),
    "tullio": Seat("Tullio", "player"),
    "ines": Seat("Ines", "player"),
    "nico": Seat("Nico", "player"),
}
OPTIONS: dict[str, Any] = {"powers": True, "healing_roll": True, "fp_refresh": 1}
DAY = 24 * 3600
WEEK = 7 * DAY
CALENDAR = Path(table.__file__).parent / "calendars" / "vale.toml"


class Apart(Fixed):
    """Chance that is the same in every run; what is written between them moves no seed."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self._of = word
        self._seeds = 0
        self.sealing = 2

    def random(self, n: int) -> bytes:
        """Two seeds where an epoch is about to be sealed, else the next bytes."""
        if not self.sealing:
            return super().random(n)
        self.sealing -= 1
        self._seeds += 1
        return sha256(f"{self._of}, seed {self._seeds}".encode()).digest()[:n]


def play(path: Path) -> Party:
    """Play it into a file."""
    charter = Charter(entropy=True)
    chance = Apart("the stone")
    party = Party(path, SEATS, charter, surroundings=chance, **OPTIONS)
    _seal(party, "the kettle sings", "four crows", "a left-handed glove", "snow on the sill")
    _town(party)
    _thawing(party)
    _ploughing(party)
    _haymaking(party)
    chance.sealing = 2
    party.do("table.open_epoch")
    for kind in ("open", "secret"):
        party.do("table.reveal", epoch=0, kind=kind)
    party.keep_receipt("The first dice are open to all")
    _seal(party, "plum jam", "the dog next door", "nineteen", "a button, blue")
    _gathering(party)
    _mists(party)
    _frost(party)
    chance.sealing = 2
    party.do("table.open_epoch")
    for epoch in (1, 2):
        for kind in ("open", "secret"):
            party.do("table.reveal", epoch=epoch, kind=kind)
    party.keep_receipt("The year is over")
    return party


def _seal(party: Party, *chance: str) -> None:
    """Each player mixes in what he likes, citing what stood there before."""
    for seat, text in zip(("lena", "tullio", "ines", "nico"), chance, strict=True):
        party.do("table.add_entropy", seat, text=text, size=party.session.view().size)


def _town(party: Party) -> None:
    """Who lives there, on the first day of Thawing."""
    calendar = tomllib.loads(CALENDAR.read_text(encoding="utf-8"))
    party.do("table.set_calendar", calendar=calendar)
    _enter(
        party, "wenna", "Wenna Thrale", "lena",
        attributes={"perception": "Good", "health": "Good", "willpower": "Good"},
        skills={"tracking": "Good", "bow": "Fair", "camping": "Fair"},
        faults={"fear-of-the-dark": {}},
    )  # fmt: skip
    _enter(
        party, "dorrin", "Dorrin Ask", "tullio", resistance="Good",
        attributes={"strength": "Great", "health": "Fair", "willpower": "Fair"},
        skills={"smith": "Great", "club": "Fair"},
    )  # fmt: skip
    _enter(
        party, "tamsel", "Tamsel Ode", "ines",
        attributes={"willpower": "Great", "intelligence": "Good"},
        skills={"spellcasting": "Mediocre", "herb-lore": "Fair"},
        difficulty={"spellcasting": "very-hard"},
        faults={"magic-at-double-cost": {"doubles": ["spellcasting"]}},
    )  # fmt: skip
    _enter(
        party, "bastian", "Bastian Leck", "nico",
        attributes={"charm": "Good", "strength": "Fair"},
        skills={"persuasion": "Good", "music": "Fair"},
        gifts={"beautiful-voice": {}},
    )  # fmt: skip
    sheet = {"resistance": "Fair", "skills": {"teaching": "Superb", "bow": "Great"}}
    party.do("enter", actor="gerta", name="Gerta Vimm", kind="npc", sheet=sheet)


def _enter(party: Party, actor: str, name: str, owner: str, **sheet: Any) -> None:
    sheet = {"resistance": "Fair"} | sheet
    party.do("enter", actor=actor, name=name, owners=[owner], sheet=sheet)


def _sitting(party: Party, title: str) -> None:
    party.do("table.begin_sitting")
    party.do("table.begin_scene", title=title)


def _end(party: Party, days: int) -> None:
    """The evening ends, and so many days go by until the next."""
    party.do("table.end_sitting")
    party.keep_receipt(f"Sitting {party.session.view().table.sittings}")
    if days:
        party.do("table.advance_clock", seconds=days * DAY)


def _earn(party: Party, reason: str, **points: int) -> None:
    for actor, amount in points.items():
        party.do("award", actor=actor, amount=amount, reason=reason)


def _thawing(party: Party) -> None:
    """The first sitting: wolves, and the first points. Dorrin is Very Hurt, and lies down."""
    _sitting(party, "The thaw brings the wolves down")
    party.finish(
        "attempt", actor="wenna", trait="tracking", difficulty="Good", purpose="the pack's trail"
    )
    party.finish("suffer", target="dorrin", source="the grey she-wolf", amount=6)
    party.do("table.add_note", "tullio", text="Between the sheep and her there was only Dorrin.")
    _earn(party, "nobody ran", wenna=3, tamsel=3, dorrin=2)
    _earn(party, "for talking to a wolf", bastian=4)
    party.do("raise", "lena", actor="wenna", trait="bow")
    party.do("raise", "nico", actor="bastian", trait="persuasion")
    party.do("raise", "ines", actor="tamsel", trait="herb-lore")
    party.finish("convalesce", actor="dorrin")
    _end(party, 42)


def _ploughing(party: Party) -> None:
    """The second: a spell at double cost, and experience that turns into luck."""
    _sitting(party, "A plough turns up a stone with a face")
    seen = [{"amount": -1, "reason": "she has seen such a face before"}]
    party.finish("react", npc="gerta", actor="tamsel", about="the stone", situation=seen)
    party.do("table.add_note", "ines", to=["gm"], text="Tamsel puts the stone under her bed.")
    _earn(party, "the stone is ours", wenna=3, dorrin=3, tamsel=4, bastian=2)
    party.do("raise", "ines", actor="tamsel", trait="spellcasting")
    party.do("raise", "lena", actor="wenna", trait="tracking")
    party.do("trade_points", "tullio", actor="dorrin")
    _end(party, 63)


def _haymaking(party: Party) -> None:
    """The third: for one season they grow as they agree."""
    _change(party, "subjective")
    _sitting(party, "Nine wagons of hay and one fiddle")
    party.do("raise", "lena", actor="wenna", trait="camping")
    party.answer("yes")
    party.do("raise", "tullio", actor="dorrin", trait="health")
    party.answer("no")
    party.do("table.add_note", "tullio", text="A smith, the GM says, sleeps when others run.")
    party.do("reward", actor="bastian", trait="music", reason="they still sing it in the barns")
    _end(party, 56)


def _gathering(party: Party) -> None:
    """The fourth: points again, but only for what was trained; twelve weeks of it and more."""
    _change(party, "objective_training")
    _sitting(party, "After the apples, the archery butts")
    _earn(party, "a quiet month, well used", wenna=4, dorrin=3, tamsel=4, bastian=3)
    party.finish(
        "train", actor="wenna", trait="bow", weeks=10, teacher="gerta", rolls=5, on="willpower",
        difficulty="Mediocre", motivation=1,
    )  # fmt: skip
    party.do("raise", "lena", actor="wenna", trait="bow")
    party.finish("train", actor="dorrin", trait="club", weeks=3, rolls=3)
    party.do("raise", "tullio", actor="dorrin", trait="club")
    party.do("table.add_note", text="Gerta has not said one word of praise. She has left her bow.")
    _end(party, 0)


def _mists(party: Party) -> None:
    """The fifth: a fall through the ice, a night in the dark."""
    _change(party, "objective")
    _sitting(party, "The mill pond, and who is under it")
    party.finish("suffer", target="wenna", source="the ice", amount=4)
    party.finish(
        "attempt", actor="wenna", trait="willpower", difficulty="Fair", purpose="a night alone",
        situation=[{"amount": -1, "reason": "fear of the dark"}],
    )  # fmt: skip
    party.do(
        "table.add_note", "lena",
        text="She came home before midnight. Next evening she went out again.",
    )  # fmt: skip
    _earn(party, "for one night", wenna=3, dorrin=3, tamsel=4, bastian=4)
    party.finish("convalesce", actor="wenna")
    _end(party, 28)


def _frost(party: Party) -> None:
    """The sixth: what a year of saving is spent on."""
    _sitting(party, "The stone with the face opens its eyes")
    _earn(party, "a year", wenna=3, tamsel=3, bastian=3, dorrin=2)
    mind = {"name": "Speech of stones", "note": "What lies long enough, answers her."}
    party.do("acquire", "ines", actor="tamsel", trait="speech-of-stones", power=mind)
    party.answer("yes")
    party.answer(12)
    party.do("table.add_note", "ines", text="It says what it has been waiting for: her name.")
    party.do("acquire", "nico", actor="bastian", trait="very-brave", gift={})
    party.answer("yes")
    party.answer(6)
    party.do("raise", "nico", actor="bastian", trait="strength")
    party.do("raise", "tullio", actor="dorrin", trait="smith")
    party.do("table.spend", "lena", actor="wenna", pool="experience", amount=6)
    sheet = party.character("wenna").sheet
    plain = {
        "resistance": sheet.resistance,
        "attributes": sheet.attributes,
        "skills": sheet.skills,
    }
    party.do("revise", actor="wenna", sheet=plain, reason="she sleeps without a lamp")
    _end(party, 64)


def _change(party: Party, development: str) -> None:
    party.do("table.set_option", of="fudge", option="development", value=development)
