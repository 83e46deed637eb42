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
    """Until the scene ends."""


class SittingEnd(Struct, frozen=True, tag="sitting_end", tag_field="when"):
    """Until the evening ends."""


class At(Struct, frozen=True, tag="at", tag_field="when"):
    """Until the game clock shows this time, in seconds."""

    time: int


class Good(Struct, frozen=True, tag="good", tag_field="when"):
    """For good: until something ends it by name."""


Until = Uses | TurnStart | TurnEnd | GroupEnd | RoundEnd | SceneEnd | SittingEnd | At | Good
