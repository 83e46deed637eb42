"""A race, as a table describes it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..paper import Sheet


class Race(Struct, frozen=True, forbid_unknown_fields=True):
    """A race: its Scale, and what its members have more or less of than the players' own.

    Args:
        name: for people.
        strength: Strength Scale.
        mass: Mass Scale; the same where Scale is not split (FUD-100).
        speed: Speed Scale.
        bonus: levels that a trait of its members lies above what is written of them among
            themselves, by id of the trait (FUD-115).
        note: in words, as that its Scale is density and not size (FUD-099).
        many: ids of those in ``bonus`` that take in very many skills (FUD-118).
    """

    name: str
    strength: int = 0
    mass: int = 0
    speed: int = 0
    bonus: dict[str, int] = {}
    note: str = ""
    many: tuple[str, ...] = ()


def bred(sheet: Sheet, race: Race | None) -> Sheet:
    """A sheet with the Scale of its race, where it states none of its own. FUD-093, FUD-107.

    Args:
        sheet: what is written.
        race: as the table has described it; None where it has not.
    """
    if race is None:
        return sheet
    stated = sheet.strength_scale is not None or sheet.mass_scale is not None
    return replace(
        sheet,
        strength_scale=sheet.strength_scale if stated else race.strength or None,
        mass_scale=sheet.mass_scale if stated else race.mass or None,
        speed_scale=sheet.speed_scale or race.speed,
    )
