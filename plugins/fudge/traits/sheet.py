"""A character on paper: a TOML file read into a typed sheet, and its figures worked out.

FUD-002, 006 and 010.
"""

from __future__ import annotations

import tomllib
from typing import Any, TypeVar

from ....core.codec import convert
from ....core.errors import Invalid, Refused
from ....core.ids import check_id
from ..damage.wounds import boxes
from ..ladder import LEGENDARY, SUPERB, TERRIBLE, Level, level, result
from ..options import FudgeOptions
from ..paper import Fault, Gift, Power, Sheet, WeaponSheet
from ..powers import bearing
from ..powers.scale import scales_on
from ..state import (
    ATTRIBUTES,
    Character,
    Trait,
    TraitKind,
    meant,
)
from .arms import armed, body, protection


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
    bearing.allowed(sheet, options, path)
    strength_scale, mass_scale = scales_on(sheet, options, path)
    traits = _traits(sheet, options, path)
    resistance = level(sheet.resistance, f"{path}.resistance")
    _allowed(resistance, options, f"{path}.resistance")
    weapons = {
        check_id(name, f"{path}.weapons"): armed(
            weapon, strength_scale, traits, options, f"{path}.weapons.{name}"
        )
        for name, weapon in sheet.weapons.items()
    }
    for name, weapon in sheet.weapons.items():
        if sheet.skills and weapon.skill not in traits:
            raise _unskilled(weapon, traits, f"{path}.weapons.{name}.skill")
    wields = sheet.wields or (next(iter(weapons)) if len(weapons) == 1 else "")
    weapons |= bearing.weapons(sheet, traits, strength_scale)
    if wields not in weapons and (wields or sheet.weapons):
        raise Invalid(
            f"{wields!r} is none of the weapons",
            path=f"{path}.wields",
            hint=f"one of {', '.join(weapons)}",
        )
    shield = protection(sheet.shield, "shield", path)
    return Character(
        traits=traits,
        resistance=resistance,
        boxes=boxes(resistance, options),
        weapons=weapons,
        wields=wields,
        defence=(
            *protection(sheet.armour, "armour", path),
            *shield,
            *body(sheet.tough_hide, mass_scale, traits),
        ),
        shield=sum(part.amount for part in shield),
        scale=strength_scale,
        mass_scale=mass_scale,
        speed_scale=sheet.speed_scale,
        race=sheet.race,
        gifts=_named(sheet.gifts, f"{path}.gifts"),
        faults=_named(sheet.faults, f"{path}.faults"),
        powers=_named(sheet.powers, f"{path}.powers"),
        sheet=sheet,
    )


T = TypeVar("T", Gift, Fault, Power)


def _named(traits: dict[str, T], path: str) -> dict[str, T]:
    """Gifts, Faults or Powers as they are written, each under a proper id."""
    return {check_id(name, f"{path}.{name}"): trait for name, trait in traits.items()}


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
            difficulty = sheet.difficulty.get(name, "normal") if kind == "skill" else "normal"
            found[name] = Trait(kind, value, name not in sheet.unhindered, difficulty)
    for name in sheet.difficulty:
        if name not in sheet.skills:
            raise Invalid(f"{name!r} is no skill of his", path=f"{path}.difficulty.{name}")
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
