"""`Until`: how long an effect runs, or when what was put off comes due."""

from __future__ import annotations

from msgspec import Struct


class Uses(Struct, frozen=True, tag="uses", tag_field="when"):
    """Until it has been used so many times."""

    n: int = 1


class TurnStart(Struct, frozen=True, tag="turn_start", tag_field="when"):
    """Until the n-th turn of this actor from now begins."""

    actor: str
    n: int = 1


class TurnEnd(Struct, frozen=True, tag="turn_end", tag_field="when"):
    """Until the n-th turn of this actor from now ends; a turn under way is the first."""

    actor: str
    n: int = 1


class GroupEnd(Struct, frozen=True, tag="group_end", tag_field="when"):
    """Until all who act at the same moment have acted."""


class RoundEnd(Struct, frozen=True, tag="round_end", tag_field="when"):
    """Until the n-th round from now ends; a round under way is the first."""

    n: int = 1


class SceneEnd(Struct, frozen=True, tag="scene_end", tag_field="when"):
    """Until the n-th scene from now ends; a scene under way is the first."""

    n: int = 1


class SittingEnd(Struct, frozen=True, tag="sitting_end", tag_field="when"):
    """Until the n-th evening from now ends; an evening under way is the first."""

    n: int = 1


class RestEnd(Struct, frozen=True, tag="rest_end", tag_field="when"):
    """Until the n-th rest from now is over: of one kind, as `Rest` names it, or of any."""

    n: int = 1
    kind: str = ""


class DayEnd(Struct, frozen=True, tag="day_end", tag_field="when"):
    """Until the n-th midnight from now on the game clock; the day under way is the first."""

    n: int = 1


class At(Struct, frozen=True, tag="at", tag_field="when"):
    """Until the game clock shows this time, in seconds."""

    time: int


class Good(Struct, frozen=True, tag="good", tag_field="when"):
    """For good: until something ends it by name."""


Until = (
    Uses
    | TurnStart
    | TurnEnd
    | GroupEnd
    | RoundEnd
    | SceneEnd
    | SittingEnd
    | RestEnd
    | DayEnd
    | At
    | Good
)
