"""The book's fourteen characters, made ready for an audit (FUD-266 to FUD-268)."""

from __future__ import annotations

from msgspec.structs import replace

from ..content.creation import Caps
from ..content.samples import Sample, Total
from ..ladder import FAIR
from ..powers.kinds import device, mental
from .auditing import Printed
from .begun import RESISTANCE
from .costs import Kind
from .limits import Limits


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
    found: dict[Kind, Total] = {
        "attribute": sample.stated.attributes,
        "skill": sample.stated.skills,
        "gift": sample.stated.gifts,
        "power": sample.stated.powers,
    }
    return Printed(
        sheet=replace(sheet, attributes=attributes, skills=skills),
        limits=limits_for(sample, decided=decided),
        costs={**sample.printed.attributes, **sample.printed.skills},
        stated={kind: total.used for kind, total in found.items() if total.used is not None},
        free=sample.free,
    )


def limits_for(sample: Sample, *, decided: bool = False) -> Limits:
    """The limits under which a sample was made (FUD-267).

    Args:
        sample: of the book.
        decided: as of `printed`.
    """
    given, reading = sample.limits, sample.decided if decided else None
    levels, superb, great = given.skill_levels, given.superb, given.great
    if sample.decided and sample.decided.skill_levels is not None:
        levels = sample.decided.skill_levels  # two numbers are printed, and the sums say which
    if reading:
        superb = superb if reading.superb is None else reading.superb
        great = great if reading.great is None else reading.great
    gifts = sample.sheet.gifts.items()
    return Limits(
        attributes=given.attributes,
        attribute_levels=given.attribute_levels,
        skill_levels=levels,
        gifts=given.gifts,
        powers=given.powers or 0,
        skill_caps=Caps(superb, great, given.good),
        mandatory=given.mandatory_faults,
        power_base=_base(sample),
        psi="attributes" if any(mental(name) for name in sample.sheet.attributes) else "simple",
        implants="gifts" if any(device(name, gift) for name, gift in gifts) else "powers",
        bonus=given.bonus,
    )


def _base(sample: Sample) -> int | None:
    """Powers with a rung of their own are raised from the lowest at which one stands (FUD-090)."""
    rungs = [power.level for power in sample.sheet.powers.values() if power.level is not None]
    return min(rungs, default=None) if rungs and min(rungs) < FAIR else None
