"""What a thing is to whoever has it: a weapon among his, worn, or carried (6.5: FUD-273).

FUD-149, 170, 210, 214 and 273.
"""

from __future__ import annotations

from msgspec.structs import replace

from ....core.play import Play
from ..paper import ProtectionSheet, Sheet, WeaponSheet
from ..state import Character, Fudge, character, meant
from ..traits.arms import protection
from ..traits.characters import Wielding, alter
from .belongings import Works

_USED = "FUD-273"


def fits(works: Works) -> None:
    """Refuse a thing that is armour, or a shield, of a class that there is not. FUD-214.

    Args:
        works: how it plays.

    Raises:
        Invalid: no class of that name, or not with so many points.
    """
    protection(works.armour, "armour", "$.works")
    protection(works.shield, "shield", "$.works")


def may_bear(play: Play, owner: str, thing: str, works: Works, skill: str, path: str) -> None:
    """Whoever is to have a thing is in play, and can use it. FUD-149, FUD-170, FUD-214.

    A weapon takes a skill; armour and a shield count once each.

    Args:
        play: of now.
        owner: who is to have it.
        thing: actor that it is.
        works: how it plays.
        skill: trait that he is to use it with as a weapon, or empty.
        path: where the command names him.

    Raises:
        Refused: he is not in play, is the thing, cannot use it, or wears or carries another.
    """
    who = character(play, owner, path)
    if owner == thing:
        play.refuse(f"{thing} cannot be its own", rule=_USED, path=path)
    for worn, another in ((works.armour, who.sheet.armour), (works.shield, who.sheet.shield)):
        if worn is not None and another is not None:
            play.refuse(
                f"{owner} has {another.name} already", rule="FUD-214", path=path,
                hint="one armour and one shield count: fudge.revise takes the other off",
            )  # fmt: skip
    if works.weapon is not None:
        _may_wield(play, who, owner, thing, _skill(who, works.weapon, skill), path)


def _may_wield(play: Play, who: Character, owner: str, thing: str, skill: str, path: str) -> None:
    if thing in who.weapons:
        play.refuse(f"{owner} has a weapon {thing} already", rule="FUD-210", path=path)
    if not skill:
        skills = ", ".join(name for name, one in who.traits.items() if one.kind == "skill")
        play.refuse(
            f"with which skill does {owner} use it?", rule="FUD-170", path="$.skill",
            hint=f"one of {skills}" if skills else "he has none",
        )  # fmt: skip
    if who.sheet.skills and skill not in who.traits:
        near = meant(skill, who.traits)
        play.refuse(
            f"{owner} has no {skill}", rule="FUD-149", path="$.skill",
            hint=f"did you mean {near}?" if near else "name a trait of his",
        )  # fmt: skip


def _skill(who: Character, weapon: WeaponSheet, skill: str) -> str:
    in_hand = who.weapons.get(who.wields)
    return skill or weapon.skill or (in_hand.skill if in_hand else "")


def bear(play: Play, owner: str, thing: str, works: Works, skill: str) -> None:
    """It stands on its owner's sheet as what it is to him, and his figures follow. FUD-210, 214.

    Args:
        play: of now.
        owner: who has it; nothing is written where nobody does.
        thing: actor that it is.
        works: how it plays.
        skill: trait that he uses it with as a weapon, or empty.
    """
    if not owner or not (works.weapon or works.armour or works.shield):
        return
    who, own = character(play, owner), play.table.actors[thing].name
    sheet = who.sheet
    if works.weapon is not None:
        name = works.weapon.name or own
        weapon = replace(works.weapon, name=name, skill=_skill(who, works.weapon, skill))
        wields = sheet.wields or who.wields or thing
        sheet = replace(sheet, weapons={**sheet.weapons, thing: weapon}, wields=wields)
    if works.armour is not None:
        sheet = replace(sheet, armour=_worn(works.armour, thing, own))
    if works.shield is not None:
        sheet = replace(sheet, shield=_worn(works.shield, thing, own))
    alter(play, owner, sheet, (works.weapon.name if works.weapon else "") or own, _USED)


def _worn(sheet: ProtectionSheet, thing: str, name: str) -> ProtectionSheet:
    return replace(sheet, name=sheet.name or name, thing=thing)


def borne(sheet: Sheet, thing: str) -> bool:
    """Whether a thing stands on somebody's sheet as a weapon, as armour or as a shield.

    Args:
        sheet: whose it is.
        thing: actor that it is.
    """
    worn = any(one is not None and one.thing == thing for one in (sheet.armour, sheet.shield))
    return worn or thing in sheet.weapons


def disarm(play: Play, owner: str, thing: str, rule: str) -> None:
    """A thing arms and protects somebody no more; whoever had it in hand has nothing there.

    Args:
        play: of now.
        owner: who; nobody where it was nobody's.
        thing: actor that it is.
        rule: id of the rule that takes it from him.
    """
    who = play.state[Fudge].characters.get(owner)
    if who is None or not borne(who.sheet, thing):
        return
    sheet = who.sheet
    left = {name: weapon for name, weapon in sheet.weapons.items() if name != thing}
    if who.wields == thing:
        play.emit(Wielding(actor=owner, weapon=""))
    if thing in sheet.weapons:
        wields = sheet.wields if sheet.wields in left else next(iter(left), "")
        sheet = replace(sheet, weapons=left, wields=wields)
    armour, shield = (
        None if one is not None and one.thing == thing else one
        for one in (sheet.armour, sheet.shield)
    )
    alter(play, owner, replace(sheet, armour=armour, shield=shield), thing, rule)
