"""Powers on a sheet: whether there are any here, and those that strike (3.1, 3.2, 3.23).

FUD-079, 080, 084 to 086, 089, 111, 127 and 129.
"""

from __future__ import annotations

from ....core.errors import Refused
from ..ladder import FAIR
from ..options import FudgeOptions
from ..paper import Sheet
from ..state import Part, Trait, Wielded
from ..traits.campaign import Campaign
from .kinds import admitted

THROWING = "throwing"
"""Skill that aims a Power which names none (FUD-088)."""


def allowed(sheet: Sheet, options: FudgeOptions, path: str, campaign: Campaign) -> None:
    """Refuse Powers where there are none, others than the campaign has, and too many of them.

    FUD-079, FUD-085, FUD-086, FUD-127.

    Args:
        sheet: what is written.
        options: of the table.
        path: where the sheet stands in the command.
        campaign: its list of traits.

    Raises:
        Refused: there are no Powers here, or not this one; it is tied to a Fault that he has not;
            or he has too many, each counted for what it is worth.
    """
    if not sheet.powers:
        return
    if not options.powers:
        raise Refused(
            "nobody has Powers at this table", path=f"{path}.powers", rule="FUD-079",
            hint="the option powers",
        )  # fmt: skip
    for name, power in sheet.powers.items():
        admitted(name, power, campaign, f"{path}.powers.{name}")
        if power.fault and power.fault not in sheet.faults:
            raise Refused(
                f"{name} is tied to {power.fault}, and he has no such Fault",
                path=f"{path}.powers.{name}.fault", rule="FUD-127",
                hint="write it among the Faults",
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
        if power.damage is None or power.broken:
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


def implanted(sheet: Sheet, path: str = "$") -> dict[str, int]:
    """Levels that devices in the body add to attributes, while they work. FUD-129.

    Only here do they come into anybody's figures: a sheet states attributes without them.

    Args:
        sheet: what is written.
        path: where the sheet stands in the command.

    Raises:
        Refused: what adds them is no implant, or the sheet does not name the attribute.
    """
    found: dict[str, int] = {}
    for name, gift in sheet.gifts.items():
        for attribute, levels in gift.bonus.items():
            place = f"{path}.gifts.{name}.bonus.{attribute}"
            if not gift.implant:
                raise Refused(
                    f"{name} is no implant, and adds to no attribute", path=place, rule="FUD-129",
                    hint="implant = true; or raise the attribute",
                )  # fmt: skip
            if attribute not in sheet.attributes:
                raise Refused(
                    f"{name} raises {attribute}, which the sheet does not have", path=place,
                    rule="FUD-129", hint=f"state what it is without {name}",
                )  # fmt: skip
            if not gift.broken:
                found[attribute] = found.get(attribute, 0) + levels
    return found
