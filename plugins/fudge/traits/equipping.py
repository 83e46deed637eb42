"""Armour put on, arms taken up or laid aside while the game goes on (4.72: FUD-210, FUD-214)."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.messages import Command
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ..options import FudgeOptions
from ..paper import ProtectionSheet, Sheet, WeaponSheet
from ..state import Fudge, character
from .characters import alter

rules = Rules(Fudge, FudgeOptions)

_WORN = ("armour", "shield")


class Equip(Command, ruleset="fudge"):
    """Somebody puts on armour, takes up arms, or lays them aside; his figures follow.

    Args:
        actor: who.
        weapons: by id, which he has from now on; one of the same id goes.
        armour: what he wears from now on.
        shield: what he carries from now on.
        without: what he lays aside: ``armour``, ``shield``, ids of weapons.
    """

    actor: str
    weapons: dict[str, WeaponSheet] = {}
    armour: ProtectionSheet | None = None
    shield: ProtectionSheet | None = None
    without: tuple[str, ...] = ()


@rules.decides(Equip, may=gm)
def equip(c: Equip, play: Play) -> None:
    """Attack and Defence Modifier are worked out anew when arms change. FUD-210, FUD-214.

    He keeps in hand what he has in hand, if he still has it.
    """
    who = character(play, c.actor)
    sheet = who.sheet
    _has_it(play, c, sheet)
    if not (c.weapons or c.armour or c.shield or c.without):
        play.refuse("nothing is taken up or laid aside", path="$", rule="FUD-214")
    left = {name: one for name, one in sheet.weapons.items() if name not in c.without}
    weapons = {**left, **c.weapons}
    held = who.wields if who.wields in (*weapons, *sheet.powers) else next(iter(weapons), "")
    made = replace(
        sheet,
        weapons=weapons,
        wields=held,
        armour=c.armour or (None if "armour" in c.without else sheet.armour),
        shield=c.shield or (None if "shield" in c.without else sheet.shield),
    )
    alter(play, c.actor, made, _said(c, sheet), "FUD-210" if c.weapons else "FUD-214")


def _has_it(play: Play, c: Equip, sheet: Sheet) -> None:
    """Refuse to lay aside what he has not, or what he takes up."""
    has = [*sheet.weapons, *(what for what in _WORN if getattr(sheet, what))]
    taken = [*c.weapons, *(what for what in _WORN if getattr(c, what))]
    for at, what in enumerate(c.without):
        if what in taken or what not in has:
            play.refuse(
                f"{c.actor} takes up {what}" if what in taken else f"{c.actor} has no {what}",
                rule="FUD-214", path=f"$.without[{at}]",
                hint=f"one of {', '.join(has)}" if has else "he has nothing to lay aside",
            )  # fmt: skip


def _said(c: Equip, sheet: Sheet) -> str:
    """What changes, by the names that people gave it: ``+ Chain mail, − Shield``."""
    named = {name: weapon.name for name, weapon in sheet.weapons.items()}
    named |= {what: worn.name for what in _WORN if (worn := getattr(sheet, what))}
    new = [weapon.name for weapon in c.weapons.values()]
    new += [worn.name for worn in (c.armour, c.shield) if worn]
    return ", ".join([*(f"+ {name}" for name in new), *(f"− {named[what]}" for what in c.without)])
