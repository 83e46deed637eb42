"""What the book prints of Experience Points (5.2)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .reading import read


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the step that leads to a level."""

    to: int
    points: int


class Development(Struct, frozen=True, forbid_unknown_fields=True):
    """Costs and awards.

    Args:
        award_usual: points that good play brings in an evening.
        award_most: points that a perfect evening brings.
        attribute_factor: how many times dearer an attribute is than a skill.
        gift: least that a Gift costs.
        power: least that a Power costs.
        step: rows, lowest first.
    """

    award_usual: int
    award_most: int
    attribute_factor: int
    gift: int
    power: int
    step: tuple[Step, ...]

    def __post_init__(self) -> None:
        levels = [row.to for row in self.step]
        if levels != list(range(levels[0], levels[0] + len(levels))):
            raise ValueError("steps do not follow one another")


@cache
def development() -> Development:
    """The tables of FUD-251 and FUD-252."""
    return read("development", Development)
