"""An evening of subjective play."""

from __future__ import annotations

from pathlib import Path

from rollbook import Seat

from .keeping import Party

SEATS = {
    "master": Seat("Ottavia", "gm"),
    "lena": Seat("Lena", "player"),
    "tullio": Seat("Tullio", "player"),
    "ines": Seat("Ines", "player"),
}


def play(path: Path) -> Party:
    """Play it into a file."""
    party = Party(path, SEATS, creation="subjective_narrative")
    party.do("begin_draft", "lena", actor="marna", name="Marna Vell")
    party.keep_receipt("Made")
    return party
