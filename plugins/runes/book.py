"""The runes that there are, and the switches."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...core.codec import convert
from ...core.until import SceneEnd, Until
from ..fudge import Level


class Rune(Struct, frozen=True, forbid_unknown_fields=True):
    """A rune: what it does, and what it takes.

    Args:
        work: ``harm``, ``heal``, ``ward``, ``mark`` (a blessing, or a curse) or ``ease``.
        cost: points of breath.
        difficulty: level that the carver has to reach.
        amount: points of wounds, of a ward or of breath, levels of a mark, alone ever below 0.
        margin: whether what the carver has beyond the difficulty is added.
        armour: of harm, whether armour protects.
        lasts: of what stays.
        luck: Fudge Points that it takes besides (RUN-013).
    """

    work: Literal["harm", "heal", "ward", "mark", "ease"]
    cost: Annotated[int, Meta(ge=1, le=9)]
    difficulty: Level
    amount: Annotated[int, Meta(ge=-3, le=9)] = 1
    margin: bool = False
    armour: bool = True
    lasts: Until = SceneEnd()
    luck: Annotated[int, Meta(ge=0, le=3)] = 0

    def __post_init__(self) -> None:
        if self.work != "mark" and self.amount < 1:
            raise ValueError("only a mark is worth less than one")


class Carvers(Struct, frozen=True):
    """Nothing: breath is a pool of the table's, and what wakes an effect."""


class RunesOptions(Struct, frozen=True):
    """What a table may have otherwise.

    Args:
        backlash: when a rune turns on its carver: never, by a mishap, or at each failure (RUN-006).
        blood: whether a carver short of breath may pay with wound points (RUN-011).
    """

    backlash: Literal["off", "mishap", "failure"] = "mishap"
    blood: bool = False


@cache
def runes() -> dict[str, Rune]:
    """What may be cut, by id."""
    text = files(__package__ or "").joinpath("content", "runes.toml").read_text(encoding="utf-8")
    found: dict[str, Rune] = convert(tomllib.loads(text), dict[str, Rune], "runes.toml")
    return found
