"""Who shoots or throws, when all about him has been checked (4.65)."""

from __future__ import annotations

from msgspec import Struct

from ....core.modifiers import Modifier
from ..state import Wielded


class Marksman(Struct, frozen=True):
    """Somebody who shoots, checked.

    Args:
        actor: who.
        target: at whom.
        trait: on which trait.
        weapon: with what.
        difficulty: level that hits.
        modifiers: of devices, and of aiming at a part.
        announced: most damage, or None.
        stun: whether it is meant to stun.
        part: of the body that it is aimed at, or empty.
        aimed: level that strikes there.
        exempt: whether no threshold protects from it.
        buys: whether Fudge Points buy it instead of a roll.
    """

    actor: str
    target: str
    trait: str
    weapon: Wielded
    difficulty: int
    modifiers: tuple[Modifier, ...] = ()
    announced: int | None = None
    stun: bool = False
    part: str = ""
    aimed: int = 0
    exempt: bool = False
    buys: bool = False

    @property
    def goal(self) -> int:
        """What it takes to do what he means to: to hit, and there where he aims. FUD-179."""
        return max(self.difficulty, self.aimed) if self.part else self.difficulty
