"""Powers, psi and implants of somebody who is made: what is wrong with them, and what levels cost.

FUD-087, 090, 091, 110, 111, 113, 124, 127 to 129.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..content.traits import PowerKind, kinds
from ..paper import Power, Sheet
from ..powers.costs import Price, levelled_price
from ..powers.kinds import device, kind_of, mental
from .findings import Finding
from .limits import Limits


def beyond_humans(sheet: Sheet, limits: Limits) -> Iterator[Finding]:
    """What is wrong with Powers, psi and implants; it may be pleaded for, as anything. FUD-029.

    Args:
        sheet: what is written.
        limits: under which the character is made.
    """
    for name, power in sheet.powers.items():
        kind = kind_of(name, power)
        if kind == "psi":
            yield from _psi(name, power, limits)
        if limits.power_usage == "daily" and power.uses is None:
            yield Finding("no-daily-uses", "FUD-090", name, 0, 1)
        if limits.power_usage == "drawbacks" and not power.drawbacks:
            yield Finding("no-drawback", "FUD-087", name, 0, 1)
        yield from _dear(name, power, kind, limits)
    for name in sheet.attributes:
        if mental(name) and limits.psi != "attributes":
            yield Finding("psi-attribute", "FUD-091", name, 1, 0)
    yield from _implants(sheet, limits)


def _psi(name: str, power: Power, limits: Limits) -> Iterator[Finding]:
    """Psi is Powers, with levels or without, or it is attributes. FUD-091, FUD-124."""
    if limits.psi == "attributes":
        yield Finding("psi-power", "FUD-091", name, 1, 0)
    elif limits.psi == "simple" and power.level is not None:
        yield Finding("psi-level", "FUD-124", name, power.level, 0)


def _dear(name: str, power: Power, kind: PowerKind, limits: Limits) -> Iterator[Finding]:
    """A superpower costs a Power, one that is far beyond the others two. FUD-127."""
    if limits.counted and kind == "superpower":
        most = max(kinds()[kind].times)
        if power.worth > most:
            yield Finding("dear-superpower", "FUD-127", name, power.worth, most)


def _implants(sheet: Sheet, limits: Limits) -> Iterator[Finding]:
    """With levels to spend, a device that does what no body can is bought as a Power. FUD-128.

    Or as a Gift, where the table has it so; one that only raises an attribute always stands among
    the Gifts (FUD-129).
    """
    if not limits.counted:
        return
    for name, gift in sheet.gifts.items():
        if limits.implants == "powers" and device(name, gift) and not gift.bonus:
            yield Finding("implant-gift", "FUD-128", name, 1, 0)
    for name, power in sheet.powers.items():
        if limits.implants == "gifts" and device(name, power):
            yield Finding("implant-power", "FUD-128", name, 1, 0)


def steps(level: int, limits: Limits) -> int:
    """Levels of a Power that are paid for by themselves; fewer give back only levels. FUD-113.

    Args:
        level: rung of the Power.
        limits: under which the character is made; the first level is the Power's own.
    """
    above = level - (level if limits.power_base is None else limits.power_base)
    return above if limits.power_levels in ("attribute", "skill") else max(0, above)


def dues(sheet: Sheet, limits: Limits) -> Price:
    """What stands beside the prices of traits: levels of Powers, Scale, what implants add.

    FUD-090, FUD-110, FUD-113, FUD-129.

    Args:
        sheet: what is written.
        limits: under which the character is made.
    """
    due = Price()
    if not limits.counted:
        return due
    for power in sheet.powers.values():
        if power.level is not None:
            step = levelled_price(steps(power.level, limits), limits.power_levels)
            # the first level is what the Power itself costs; as another Power, each more is as dear
            due += replace(step, powers=(step.powers - 1) * limits.power_times)
        if power.scale is not None and limits.superstrength == "scale":
            due += Price(attributes=power.scale, gifts=power.scale if limits.mass else 0)
    raised = sum(sum(gift.bonus.values()) for gift in sheet.gifts.values())
    return due + Price(attributes=raised)


def compensation(sheet: Sheet) -> int:
    """Skill levels that the GM gave for implants which may break down. FUD-129."""
    return sum(gift.compensated for gift in sheet.gifts.values())
