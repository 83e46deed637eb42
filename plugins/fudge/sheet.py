"""A character on paper: a TOML file read into a typed sheet, and its figures worked out.

FUD-006, 010, 201, 210 to 216 and 223 to 225.
"""

from __future__ import annotations

import tomllib
from typing import Annotated, Any

from msgspec import Meta, Struct

from ...core.codec import convert
from ...core.errors import Invalid, Refused
from ...core.ids import check_id
from . import content
from .ladder import FAIR, GREAT, LEGENDARY, SUPERB, TERRIBLE, Level, level, result
from .options import FudgeOptions
from .state import ATTRIBUTES, Character, Part, Trait, TraitKind, Wielded, meant
from .wounds import boxes

Points = Annotated[int, Meta(ge=0, le=999)]
"""Points that something adds: none or more; what is worse than nothing has rules of its own."""

Signed = Annotated[int, Meta(ge=-999, le=999)]
"""A figure either way; with these, no blow comes near the most that one command may hurt."""


class WeaponSheet(Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """A weapon as a sheet describes it; in TOML ``kind`` is written ``class``.

    Args:
        name: for people.
        skill: trait that it is used with.
        kind: weapon class of FUD-210, or empty for a gun; ``martial-arts`` follows the skill.
        sharp: whether its edge adds a point.
        magic: points that magic adds.
        gun: kind of gun of FUD-201, or empty; strength adds nothing to it.
        bonus: of a gun, in its range.
        ranged: whether it leaves the hand, as a bow; guns always are.
    """

    name: str
    skill: str
    kind: str = ""
    sharp: bool = False
    magic: Points = 0
    gun: str = ""
    bonus: int | None = None
    ranged: bool = False


class ProtectionSheet(Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """Armour or shield; in TOML ``kind`` is written ``class``.

    Args:
        name: for people.
        kind: class of FUD-214.
        points: where the class has a range; None for its least.
        magic: points that magic adds.
    """

    name: str
    kind: str
    points: Points | None = None
    magic: Points = 0


class Stated(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that somebody wrote on the sheet; they are checked against the computed ones.

    Args:
        attack: Attack Modifier with the weapon in hand.
        defence: Defence Modifier.
    """

    attack: Signed | None = None
    defence: Signed | None = None


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A character sheet; levels are words of the ladder in English or Italian, or numbers.

    Args:
        resistance: Damage Resistance.
        attributes: levels by id; ``strength`` counts for damage, Fair if not stated.
        skills: levels by id.
        unhindered: ids of traits that wounds do not affect.
        weapons: by id.
        wields: id of the weapon in hand; may be empty where there is only one, or none.
        armour: worn, if any.
        shield: carried, if any.
        tough_hide: points of that Gift.
        strength_scale: against the human norm 0.
        mass_scale: likewise.
        stated: figures written on the sheet.
    """

    resistance: Level
    attributes: dict[str, Level] = {}
    skills: dict[str, Level] = {}
    unhindered: tuple[str, ...] = ()
    weapons: dict[str, WeaponSheet] = {}
    wields: str = ""
    armour: ProtectionSheet | None = None
    shield: ProtectionSheet | None = None
    tough_hide: Points = 0
    strength_scale: Signed = 0
    mass_scale: Signed = 0
    stated: Stated = Stated()


def load_sheet(text: str) -> Sheet:
    """The sheet in a TOML file.

    Args:
        text: the file's content.

    Raises:
        Invalid: it is no TOML, or not a sheet; ``path`` says where.
    """
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"the sheet is no TOML: {error}") from error
    made: Sheet = convert(raw, Sheet, "sheet")
    return made


def figures(sheet: Sheet, options: FudgeOptions, path: str = "$") -> Character:
    """A character with every figure worked out from the sheet.

    Args:
        sheet: what is written.
        options: of the table: weapon table, boxes, limit of traits.
        path: where the sheet stands in the command.

    Raises:
        Invalid: a word that the ladder or a table does not know.
        Refused: a trait higher than this table allows, or below Terrible.
    """
    traits = _traits(sheet, options, path)
    resistance = level(sheet.resistance, f"{path}.resistance")
    _allowed(resistance, options, f"{path}.resistance")
    weapons = {
        check_id(name, f"{path}.weapons"): _weapon(
            weapon, sheet, traits, options, f"{path}.weapons.{name}"
        )
        for name, weapon in sheet.weapons.items()
    }
    for name, weapon in sheet.weapons.items():
        if sheet.skills and weapon.skill not in traits:
            raise _unskilled(weapon, traits, f"{path}.weapons.{name}.skill")
    wields = sheet.wields or (next(iter(weapons)) if len(weapons) == 1 else "")
    if wields not in weapons and (wields or weapons):
        raise Invalid(
            f"{wields!r} is none of the weapons",
            path=f"{path}.wields",
            hint=f"one of {', '.join(weapons)}",
        )
    shield = _protection(sheet.shield, "shield", path)
    return Character(
        traits=traits,
        resistance=resistance,
        boxes=boxes(resistance, options),
        weapons=weapons,
        wields=wields,
        defence=(*_protection(sheet.armour, "armour", path), *shield, *_body(sheet, traits)),
        shield=sum(part.amount for part in shield),
        scale=sheet.strength_scale,
    )


def _unskilled(weapon: WeaponSheet, traits: dict[str, Trait], path: str) -> Refused:
    """Where skills are stated, so is one that he lacks: a slip of the pen would cost him levels."""
    near = meant(weapon.skill, traits)
    state = f'state among the skills what he does without it: {weapon.skill} = "Poor"'
    return Refused(
        f"{weapon.name} is used with {weapon.skill!r}, which the sheet does not have",
        path=path,
        rule="FUD-149",
        hint=f"did you mean {near}? Else {state}" if near else state,
    )


def _traits(sheet: Sheet, options: FudgeOptions, path: str) -> dict[str, Trait]:
    found: dict[str, Trait] = {}
    kinds: tuple[tuple[TraitKind, str, dict[str, Level]], ...] = (
        ("attribute", "attributes", sheet.attributes),
        ("skill", "skills", sheet.skills),
    )
    for kind, where, levels in kinds:
        for name, stated in levels.items():
            place = f"{path}.{where}.{name}"
            check_id(name, place)
            if name in found:
                raise Invalid(f"{name} is an attribute and a skill", path=place, rule="FUD-002")
            value = level(stated, place)
            _allowed(value, options, place)
            if kind == "attribute":
                _no_slip(name, levels, place)
            found[name] = Trait(kind, value, name not in sheet.unhindered)
    for at, name in enumerate(sheet.unhindered):
        if name not in found:
            raise Invalid(f"{name!r} is no trait of his", path=f"{path}.unhindered[{at}]")
    return found


def _no_slip(name: str, stated: dict[str, Level], path: str) -> None:
    """An attribute that is nearly one that counts would leave that one at Fair, unnoticed."""
    near = "" if name in ATTRIBUTES else meant(name, ATTRIBUTES)
    if near and near not in stated:
        raise Refused(
            f"{name} is nearly {near}, which the sheet does not have",
            path=path,
            rule="FUD-010",
            hint=f"did you mean {near}? Else state both",
        )


def _allowed(value: int, options: FudgeOptions, path: str) -> None:
    highest = LEGENDARY if options.legendary == "legendary" else SUPERB
    if value > highest:
        raise Refused(
            f"no trait stands at {result(value)} here",
            path=path,
            rule="FUD-006",
            hint="the option legendary allows one level above Superb",
        )
    if value < TERRIBLE:
        raise Refused(
            f"no trait stands at {result(value)}",
            path=path,
            rule="FUD-141",
            hint="only results lie below Terrible",
        )


def _level_of(traits: dict[str, Trait], name: str, default: int) -> int:
    return traits[name].level if name in traits else default


def _weapon(
    weapon: WeaponSheet, sheet: Sheet, traits: dict[str, Trait], options: FudgeOptions, path: str
) -> Wielded:
    """Attack Modifier: weapon, edge, magic, strength and scale. FUD-210 to FUD-212."""
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
            Part("strength-scale", "FUD-212", sheet.strength_scale),
        )
    return Wielded(
        name=weapon.name,
        skill=weapon.skill,
        bonus=sum(part.amount for part in own),
        attack=tuple(part for part in (*own, *bearer) if part.amount),
        ranged=weapon.ranged or bool(weapon.gun),
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


def _protection(sheet: ProtectionSheet | None, what: str, path: str) -> tuple[Part, ...]:
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


def _body(sheet: Sheet, traits: dict[str, Trait]) -> tuple[Part, ...]:
    """Mass, Tough Hide and Mass Scale count in the Defence Modifier. FUD-214."""
    parts = (
        Part("mass", "FUD-214", _level_of(traits, "mass", FAIR)),
        Part("tough-hide", "FUD-214", sheet.tough_hide),
        Part("mass-scale", "FUD-214", sheet.mass_scale),
    )
    return tuple(part for part in parts if part.amount)
