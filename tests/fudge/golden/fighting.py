"""Fights as golden sessions play them: what the dice show stands beside the command, in short."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rollbook.core.entries import Receipt

from .keeping import Party

PURPOSES = {
    "exchange": "exchange",
    "melee": "exchange",
    "attack": "attack",
    "shoot": "shot",
    "project": "dodge",
    "next_round": "initiative",
    "hold_on": "consciousness",
    "endure": "will",
    "treat": "healing",
    "observe": "perception",
}
"""What most of a command's dice are thrown for."""


class Arena(Party):
    """A party that fights: dice are written as ``velka +2, hask -1, velka damage 0``."""

    def __init__(self, path: Path, *at: Any, **more: Any) -> None:
        super().__init__(path, *at, **more)
        self.path = path
        self._throws = 0

    def act(
        self,
        command: str,
        rolls: str = "",
        /,
        *,
        by: str = "master",
        answers: Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> Receipt:
        """Send a command with its dice; it waits for nobody.

        Args:
            command: its type, of Fudge where no ruleset is named.
            rolls: actor, what for if not what such a command is for, and shift; or faces after
                ``#``, as ``#6.4``. Several throws by one for the same come in their order.
            by: seat that sends it.
            answers: by the name of the question.
            fields: of the command.
        """
        dice: dict[str, list[str]] = {}
        for actor, purpose, shown in self._read(rolls, PURPOSES.get(command, "")):
            dice.setdefault(f"{actor}:{purpose}", []).append(shown)
        return self.finish(command, by, dice=dice, answers=answers, **fields)

    def thrown(self, rolls: str) -> Receipt:
        """Answer one after the other what a command that goes on asks to be thrown."""
        thrown = [self._answered(*roll) for roll in self._read(rolls, "exchange")]
        assert thrown[-1].waiting is None, thrown[-1].waiting
        return thrown[-1]

    def _answered(self, actor: str, purpose: str, shown: str) -> Receipt:
        waiting = self.session.waiting
        assert waiting is not None, f"nobody asks {actor} to throw"
        assert waiting.name.partition("#")[0] == f"dice:{actor}:{purpose}", waiting.name
        return self.answer(shown)

    def switch(self, **options: Any) -> None:
        """Play by other switches from here on."""
        for option, value in options.items():
            self.finish("table.set_option", of="fudge", option=option, value=value)

    def _read(self, rolls: str, usual: str) -> list[tuple[str, str, str]]:
        found = []
        for roll in filter(None, (part.strip() for part in rolls.split(","))):
            actor, *purpose, shown = roll.split()
            found.append((actor, purpose[0] if purpose else usual, self._faces(shown)))
        return found

    def _faces(self, shown: str) -> str:
        """Faces that give a shift by the lower die; now these, now those that give the same."""
        if shown.startswith("#"):
            return shown[1:].replace(".", " ")
        shift = int(shown)
        self._throws += 1
        if not shift:
            return f"{self._throws % 6 + 1} {self._throws % 6 + 1}"
        lower = abs(shift)
        higher = lower + 1 + self._throws % (6 - lower)
        return f"{lower} {higher}" if shift > 0 else f"{higher} {lower}"
