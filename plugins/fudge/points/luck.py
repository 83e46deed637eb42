"""What is remembered of somebody's Fudge Points beside how many he has."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Staked = Literal["shift", "three"]
"""What may be announced for a roll to come: levels up or down, or +3 without dice."""

Concerning = Literal["own", "other"]
"""Whose roll: the character's own, or one of somebody else's that concerns him."""

Asking = Literal["nothing", "own", "all"]
"""After which rolls a player is asked: none, his character's, or all that concern him too."""


class Stake(Struct, frozen=True):
    """What somebody has paid for, to happen at a roll to come.

    Args:
        use: what.
        levels: of a shift, up or down.
        roll: at whose roll.
        purpose: only at a roll for this; empty for the next one.
        cost: Fudge Points paid.
    """

    use: Staked
    levels: int = 0
    roll: Concerning = "own"
    purpose: str = ""
    cost: int = 0


class Luck(Struct, frozen=True):
    """What somebody has said about his Fudge Points.

    Args:
        first: number of the first sitting that he plays with them (FUD-034).
        stake: what is announced for a roll to come.
        asked: after which rolls he is asked.
    """

    first: int = 0
    stake: Stake | None = None
    asked: Asking = "nothing"
