"""The wound track as people and screens read it (4.723)."""

from __future__ import annotations

from msgspec import Struct

from ....core.calendar import Date, date
from ....core.look import Look
from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from .levels import LEVELS, filled

rules = Rules(Fudge, FudgeOptions)


class LevelView(Struct, frozen=True):
    """One row of a wound track: level, its boxes, and how many are filled."""

    level: str
    boxes: int
    filled: int


class TrackView(Struct, frozen=True):
    """Somebody's wound track.

    Args:
        actor: id.
        name: for people.
        resistance: Damage Resistance, a rung of the ladder.
        rows: Scratch to Near Death.
        points: wound points taken.
        level: name of the wound level now.
        penalty: on traits that wounds affect.
        stun: points that only stun.
        conscious: whether he is awake.
        nibbles: blows too small for his size that have not yet made a wound point.
        next_healing: what the game clock shows when rest next closes a wound level, in seconds;
            None where he does not rest.
        heals_on: that day, where the setting has a calendar.
        dies_at: what the game clock shows when he dies unless helped, in seconds; or None.
    """

    actor: str
    name: str
    resistance: int
    rows: tuple[LevelView, ...]
    points: int
    level: str
    penalty: int
    stun: int = 0
    conscious: bool = True
    nibbles: int = 0
    next_healing: int | None = None
    heals_on: Date | None = None
    dies_at: int | None = None


class WoundTrack(Struct, frozen=True):
    """The wound tracks of everybody in play."""

    characters: tuple[TrackView, ...]


@rules.projects("wound-track")
def wound_track(look: Look, viewer: str) -> WoundTrack:
    """Boxes per level, filled ones, level and penalty of each, and how he is beside them."""
    views = []
    for actor, who in look.state[Fudge].characters.items():
        marks = zip(LEVELS[1:], who.boxes, filled(who.boxes, who.points), strict=False)
        found = look.table.actors.get(actor)
        condition = who.condition
        due = condition.resting.due if condition.resting else None
        calendar = look.table.calendar
        view = TrackView(
            actor=actor,
            name=found.name if found else actor,
            resistance=who.resistance,
            rows=tuple(LevelView(*mark) for mark in marks),
            points=who.points,
            level=LEVELS[who.level],
            penalty=who.penalty,
            stun=condition.stun,
            conscious=condition.conscious,
            nibbles=condition.nibbles,
            next_healing=due,
            heals_on=None if due is None or calendar is None else date(calendar, due),
            dies_at=condition.dies_at,
        )
        views.append(view)
    return WoundTrack(tuple(views))
