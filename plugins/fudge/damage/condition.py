"""How somebody is, beside his wound points: out cold, stunned, at rest, dying."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from .levels import INCAPACITATED, NEAR_DEATH


class Resting(Struct, frozen=True):
    """Somebody rests until his wounds have closed (FUD-240, FUD-242).

    Args:
        due: what the game clock shows when the next wound level closes, in seconds.
        period: seconds of rest for one wound level.
        treated: whether a healer has seen to it, so that nothing is rolled (FUD-242).
    """

    due: int
    period: int
    treated: bool = False


class Condition(Struct, frozen=True):
    """What hurts somebody, or keeps him down, without being a wound point.

    Args:
        conscious: whether he is awake.
        steady: whether he has stayed awake although Incapacitated, so that he may act (FUD-203).
        stun: points that only stun (FUD-237).
        nibbles: blows too small for his size that have not yet made a wound point (FUD-232).
        began: of somebody hurt in the round under way, his level at its beginning (FUD-228).
        dies_at: what the game clock shows when he dies unless helped; None if he does not.
        resting: if he rests until his wounds have closed.
        open: wound points that never close, by a thing of magic (FUD-275).
    """

    conscious: bool = True
    steady: bool = False
    stun: int = 0
    nibbles: int = 0
    began: int | None = None
    dies_at: int | None = None
    resting: Resting | None = None
    open: int = 0


def at_level(condition: Condition, level: int) -> Condition:
    """A condition at another wound level: what belonged to the old one is over. FUD-202, FUD-203.

    Args:
        condition: as it was.
        level: wound level now, 0 unhurt to 6 dead.
    """
    return replace(
        condition,
        conscious=condition.conscious and level < NEAR_DEATH,
        steady=condition.steady and level == INCAPACITATED,
        dies_at=condition.dies_at if level == NEAR_DEATH else None,
    )
