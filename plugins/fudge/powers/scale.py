"""Scale: how races differ in Strength, Mass and Speed (3.3: FUD-093 to 109, 111)."""

from __future__ import annotations

from fractions import Fraction

from ....core.errors import Invalid, Refused
from ..content.scale import scales
from ..options import FudgeOptions
from ..paper import Sheet

SUPER_STRENGTH = "super-strength"
"""Id of the Power that gives Strength a Scale of its own (FUD-111)."""

MOST = 60
"""Farthest Scale that numbers are worked out for; nobody is that far from anybody."""


def multiplier(scale: int) -> Fraction:
    """How many times the norm of Scale 0 that is: the table, and its progression beyond. FUD-105.

    Args:
        scale: -60 to 60.

    Raises:
        Invalid: it lies farther from 0.
    """
    if abs(scale) > MOST:
        raise Invalid(f"no Scale is {scale}", rule="FUD-105", hint=f"-{MOST} to {MOST}")
    table = scales()
    found = table.multiplier.get(scale)
    return table.beyond**scale if found is None else found


def strength(level: int, scale: int = 0) -> Fraction:
    """How many times as much as a Fair one of Scale 0 somebody lifts and carries. FUD-095, FUD-109.

    Args:
        level: rung of his Strength.
        scale: his Strength Scale.
    """
    return scales().strength_level ** level * multiplier(scale)


def speed(level: int, scale: int = 0) -> Fraction:
    """Kilometres an hour that somebody keeps up for a while. FUD-102, FUD-103.

    Args:
        level: rung of his Speed.
        scale: his Speed Scale.
    """
    return scales().kmh * scales().speed_level ** level * multiplier(scale)


def sprint(level: int, scale: int = 0) -> Fraction:
    """Metres that somebody runs in a round of three seconds. FUD-103."""
    return scales().sprint_metres * scales().speed_level ** level * multiplier(scale)


def as_human(level: int, scale: int) -> int:
    """The level of pure Strength that this would be at Scale 0. FUD-096, FUD-107."""
    return level + scale


def scale_of(times: Fraction, yardstick: int = 0) -> int:
    """The Scale of a race whose average member is so many times as strong as a yardstick. FUD-106.

    The nearest number of the table counts; of two that are as near, the one farther from 0.

    Args:
        times: more than 0.
        yardstick: rung of whoever it was measured by: as strong as twenty warriors, who are Good.

    Raises:
        Invalid: nobody is so many times as strong.
    """
    if times <= 0:
        raise Invalid(f"{times} times as strong is nothing", rule="FUD-106", hint="more than 0")
    table = scales().multiplier
    return min(table, key=lambda scale: (abs(table[scale] - times), -abs(scale))) + yardstick


def human_level(racial: int, bonus: int) -> int:
    """What a level among one's own race is among humans. FUD-115."""
    return racial + bonus


def scales_on(sheet: Sheet, options: FudgeOptions, path: str) -> tuple[int, int]:
    """Strength Scale and Mass Scale of a sheet. FUD-093, FUD-100 to FUD-102, FUD-111.

    A Power of super strength gives its own Strength Scale, and no Mass where the two are apart.

    Args:
        sheet: what is written; where the two are one, either may be left out.
        options: of the table.
        path: where the sheet stands in the command.

    Raises:
        Refused: this table has no such Scale, or Strength and Mass differ where they may not.
    """
    strong, heavy = _strong(sheet, path), sheet.mass_scale
    if sheet.speed_scale and not options.speed:
        raise Refused(
            "nobody's Speed counts at this table", path=f"{path}.speed_scale", rule="FUD-102",
            hint="the option speed",
        )  # fmt: skip
    if options.scale == "split":
        return strong or 0, heavy or 0
    if options.scale == "off" and (strong or heavy):
        raise Refused(
            "there is no Scale at this table", path=f"{path}.strength_scale", rule="FUD-093",
            hint="the option scale: unified, or split",
        )  # fmt: skip
    if None not in (strong, heavy) and strong != heavy:
        raise Refused(
            f"Strength Scale {strong} and Mass Scale {heavy} are one Scale here",
            path=f"{path}.mass_scale", rule="FUD-100",
            hint="state one of them; or the option scale: split (FUD-101)",
        )  # fmt: skip
    one = strong if strong is not None else heavy
    return one or 0, one or 0


def lent(name: str, stated: int | None, options: FudgeOptions, path: str) -> int | None:
    """The Scale that a Power gives Strength: the GM's, where one Power pays for it. FUD-111.

    Args:
        name: id of the Power.
        stated: what a player states; None for nothing.
        options: of the table.
        path: where it stands in the command.

    Raises:
        Refused: he states another than whoever takes such a Power has here.
    """
    named = name == SUPER_STRENGTH and options.scale != "off"
    if options.superstrength != "power" or (stated is None and not named):
        return stated
    scale = options.superstrength_scale
    if stated not in (None, scale):
        raise Refused(
            f"whoever is so strong here has Scale {scale}", path=path, rule="FUD-111",
            hint="leave it out; the option superstrength_scale is the GM's",
        )  # fmt: skip
    return scale


def _strong(sheet: Sheet, path: str) -> int | None:
    """Strength Scale: as stated, or of a Power; the two do not contradict each other. FUD-111."""
    found = {name: power.scale for name, power in sheet.powers.items() if power.scale is not None}
    for name, scale in found.items():
        if sheet.strength_scale not in (None, scale):
            raise Refused(
                f"{name} gives Strength Scale {scale}, and {sheet.strength_scale} is stated",
                path=f"{path}.powers.{name}.scale", rule="FUD-111", hint="state one of them",
            )  # fmt: skip
    return max(found.values()) if found else sheet.strength_scale
