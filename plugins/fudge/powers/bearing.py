"""Powers on a sheet: whether there are any here, and those that strike (3.1, 3.2, 3.23).

FUD-079, 080, 084, 086 and 089.
"""

from __future__ import annotations

from ....core.errors import Refused
from ..ladder import FAIR
from ..options import FudgeOptions
from ..paper import Sheet
from ..state import Part, Trait, Wielded

THROWING = "throwing"
"""Skill that aims a Power which names none (FUD-088)."""


def allowed(sheet: Sheet, options: FudgeOptions, path: str) -> None:
    """Refuse Powers where there are none, and more than this table gives. FUD-079, FUD-086.

    Args:
        sheet: what is written.
        options: of the table.
        path: where the sheet stands in the command.

    Raises:
        Refused: there are no Powers here, or he has too many, each counted for what it is worth.
    """
    if not sheet.powers:
        return
    if not options.powers:
        raise Refused(
            "nobody has Powers at this table", path=f"{path}.powers", rule="FUD-079",
            hint="the option powers",
        )  # fmt: skip
    count = sum(power.worth for power in sheet.powers.values())
    if options.powers_most is not None and count > options.powers_most:
        raise Refused(
            f"{count} Powers", path=f"{path}.powers", rule="FUD-086",
            hint=f"the option powers_most allows {options.powers_most}",
        )  # fmt: skip


def weapons(sheet: Sheet, traits: dict[str, Trait], scale: int) -> dict[str, Wielded]:
    """Powers that strike are weapons: as a gun, or as one of melee, with its own damage. FUD-089.

    One of melee adds Strength, as any such weapon; one that aims itself is `Project`ed.

    Args:
        sheet: what is written.
        traits: worked out.
        scale: Strength Scale.
    """
    strength = traits["strength"].level if "strength" in traits else FAIR
    found = {}
    for name, power in sheet.powers.items():
        if power.damage is None:
            continue
        parts = [Part(power.name or name, "FUD-089", power.damage)]
        if power.melee:
            parts += [
                Part("strength", "FUD-211", strength),
                Part("strength-scale", "FUD-212", scale),
            ]
        found[name] = Wielded(
            name=power.name or name,
            skill=power.skill or THROWING,
            bonus=power.damage,
            attack=tuple(part for part in parts if part.amount),
            ranged=not power.melee,
        )
    return found
