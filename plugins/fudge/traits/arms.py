"""Arms on a sheet: Attack Modifier of each weapon, Defence Modifier of what protects.

FUD-201 and 210 to 216.
"""

from __future__ import annotations

from ....core.errors import Invalid, Refused
from .. import content
from ..content.traits import faults, gifts
from ..ladder import FAIR, GREAT
from ..options import FudgeOptions
from ..paper import ProtectionSheet, Sheet, WeaponSheet
from ..state import Part, Trait, Wielded


def _level_of(traits: dict[str, Trait], name: str, default: int) -> int:
    return traits[name].level if name in traits else default


def armed(
    weapon: WeaponSheet, scale: int, traits: dict[str, Trait], options: FudgeOptions, path: str
) -> Wielded:
    """Attack Modifier: weapon, edge, magic, strength and scale. FUD-210 to FUD-212, 230.

    A weapon is of its bearer's Scale, so that Scale counts once (FUD-108); a gun is not.

    Args:
        weapon: as the sheet describes it.
        scale: its bearer's Strength Scale.
        traits: its bearer's.
        options: of the table.
        path: where it stands in the command.
    """
    if bool(weapon.gun) == bool(weapon.kind):
        raise Invalid("a weapon has either a class or a gun", path=f"{path}.class", rule="FUD-210")
    own = _gun(weapon, path) if weapon.gun else _classed(weapon, traits, options, path)
    if weapon.magic:
        own = (*own, Part(f"{weapon.name}: magic", "FUD-234", weapon.magic))
    bearer: tuple[Part, ...] = ()
    if not weapon.gun:
        strength = _level_of(traits, "strength", FAIR)
        bearer = (
            Part("strength", "FUD-211", strength),
            Part("strength-scale", "FUD-212", scale),
        )
    return Wielded(
        name=weapon.name,
        skill=weapon.skill,
        bonus=sum(part.amount for part in own),
        attack=tuple(part for part in (*own, *bearer) if part.amount),
        ranged=weapon.ranged or weapon.thrown or bool(weapon.gun),
        thrown=weapon.thrown,
        piercing=weapon.piercing,
    )


def _gun(weapon: WeaponSheet, path: str) -> tuple[Part, ...]:
    span = content.weapons().gun.get(weapon.gun)
    if span is None:
        raise Invalid(
            f"no gun is called {weapon.gun!r}",
            path=f"{path}.gun",
            rule="FUD-201",
            hint=f"one of {', '.join(content.weapons().gun)}",
        )
    bonus = span.least if weapon.bonus is None else weapon.bonus
    if not span.holds(bonus):
        raise Invalid(
            f"a {span.name} is no {bonus:+d}", path=f"{path}.bonus", rule="FUD-201", hint=str(span)
        )
    return (Part(weapon.name, "FUD-201", bonus),)


_TRAINED, _MASTERED = "martial-arts", "martial-arts-great"


def _classed(
    weapon: WeaponSheet, traits: dict[str, Trait], options: FudgeOptions, path: str
) -> tuple[Part, ...]:
    table = content.weapons()
    kind = weapon.kind
    if kind == _TRAINED:
        skill = _level_of(traits, weapon.skill, FAIR - 1)
        kind = "unarmed" if skill < FAIR else _MASTERED if skill >= GREAT else kind
    elif kind == _MASTERED:
        raise Refused(
            f"{kind} follows from the skill",
            path=f"{path}.class",
            rule="FUD-210",
            hint=f'state class = "{_TRAINED}"',
        )
    found = table.classes.get(kind)
    if found is None:
        raise Invalid(
            f"no weapon class is called {kind!r}",
            path=f"{path}.class",
            rule="FUD-210",
            hint=f"one of {', '.join(name for name in table.classes if name != _MASTERED)}",
        )
    printed = options.weapon_table == "as_printed"
    parts = [Part(weapon.name, "FUD-210", found.as_printed if printed else found.corrected)]
    if options.weapon_table == "milder":
        parts.append(Part("milder-weapons", "FUD-216", -1))
    if weapon.sharp:
        parts.append(Part(f"{weapon.name}: edge", "FUD-210", table.edge))
    return tuple(parts)


def protection(sheet: ProtectionSheet | None, what: str, path: str) -> tuple[Part, ...]:
    """What armour or a shield counts for in the Defence Modifier. FUD-214."""
    if sheet is None:
        return ()
    table = content.armour().armour if what == "armour" else content.armour().shield
    span = table.get(sheet.kind)
    if span is None:
        raise Invalid(
            f"no {what} is called {sheet.kind!r}",
            path=f"{path}.{what}.class",
            rule="FUD-214",
            hint=f"one of {', '.join(table)}",
        )
    points = span.least if sheet.points is None else sheet.points
    if not span.holds(points):
        raise Invalid(
            f"{span.name}: {points:+d}", path=f"{path}.{what}.points", rule="FUD-214",
            hint=str(span),
        )  # fmt: skip
    parts = (
        Part(sheet.name, "FUD-214", points),
        Part(f"{sheet.name}: magic", "FUD-214", sheet.magic),
    )
    return tuple(part for part in parts if part.amount)


def body(sheet: Sheet, mass_scale: int, traits: dict[str, Trait]) -> tuple[Part, ...]:
    """Mass, Tough Hide and Mass Scale decide how much a blow does. FUD-097, FUD-098, 214, 230.

    The book's Gifts and Faults count as it says: a tough hide by its steps, unless its points are
    written down, and a body that is heavy or light for its kind where nothing else says how heavy
    it is. FUD-023, FUD-024.
    """
    born = _inborn(sheet)
    hide = born.pop("tough-hide", 0)
    stated = "mass" in sheet.attributes
    mass = _level_of(traits, "mass", FAIR) or (0 if stated else sum(born.values()))
    parts = (
        Part("mass", "FUD-214", mass),
        Part("tough-hide", "FUD-214", sheet.tough_hide or hide),
        Part("mass-scale", "FUD-214", mass_scale),
    )
    return tuple(part for part in parts if part.amount)


def _inborn(sheet: Sheet) -> dict[str, int]:
    """Points of defence by Gift or Fault, of those that add some or take some off."""
    found = {}
    for name, gift in sheet.gifts.items():
        entry = gifts().get(name)
        if entry and entry.defence:
            found[name] = entry.defence * (gift.level if entry.levelled else 1)
    for name in sheet.faults:
        entry = faults().get(name)
        if entry and entry.defence:
            found[name] = entry.defence
    return found
