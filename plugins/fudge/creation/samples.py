"""The book's fourteen characters, made ready for an audit (FUD-266 to FUD-268)."""

from __future__ import annotations

from msgspec.structs import replace

from ..content.samples import Sample, Total
from ..state import RESISTANCE
from .auditing import Printed
from .costs import Kind
from .limits import Swap, limits_for, swapped


def printed(sample: Sample, *, decided: bool = False) -> Printed:
    """A sample as its sheet is to be checked.

    Args:
        sample: of the book.
        decided: whether the limits are read as its sums bear them out, and its levels as its
            costs do, where the book contradicts itself; else as they are printed.
    """
    sheet, reading = sample.sheet, sample.decided if decided else None
    attributes = dict(sheet.attributes)
    if not sample.resistance_from and sheet.resistance is not None:
        attributes[RESISTANCE] = sheet.resistance  # an attribute of its own, and paid for
    levels = reading.levels if reading else {}
    skills = {name: levels.get(name, rung) for name, rung in sheet.skills.items()}
    limits = limits_for(sample, decided=decided)
    caps = swapped(limits.skill_caps, Swap(superb=reading.changed if reading else 0))
    found: dict[Kind, Total] = {
        "attribute": sample.stated.attributes,
        "skill": sample.stated.skills,
        "gift": sample.stated.gifts,
        "power": sample.stated.powers,
    }
    return Printed(
        sheet=replace(sheet, attributes=attributes, skills=skills),
        limits=replace(limits, skill_caps=caps),
        costs={**sample.printed.attributes, **sample.printed.skills},
        stated={kind: total.used for kind, total in found.items() if total.used is not None},
        free=sample.free,
    )
