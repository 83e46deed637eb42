"""A character on paper: a TOML file read into a typed sheet, and its figures worked out.

FUD-002, 004, 006, 009, 010, 012, 120 and 129.
"""

from __future__ import annotations

import tomllib
from typing import Any

from ....core.codec import convert
from ....core.errors import Invalid, Refused
from ....core.ids import check_id
from ..damage.wounds import boxes
from ..ladder import FAIR, GOOD, MEDIOCRE, Level, highest, level, lowest, result, top
from ..options import FudgeOptions
from ..paper import Sheet, WeaponSheet
from ..powers import bearing
from ..powers.scale import scales_on
from ..state import (
    ATTRIBUTES,
    RESISTANCE,
    Character,
    Trait,
    TraitKind,
    meant,
)
from .arms import armed, body, protection
from .campaign import Campaign
from .gifts import sorted_out
from .standing import level_of

_ANY = Campaign()


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


def figures(
    sheet: Sheet, options: FudgeOptions, path: str = "$", campaign: Campaign = _ANY
) -> Character:
    """A character with every figure worked out from the sheet.

    Args:
        sheet: what is written.
        options: of the table: ladder, weapon table, boxes, limit of traits.
        path: where the sheet stands in the command.
        campaign: the list of traits, if there is one.

    Raises:
        Invalid: a word that the ladder or a table does not know.
        Refused: a trait higher than this table allows, or below its worst; or one that the
            campaign does not have so.
    """
    _ids(sheet, path)
    sorted_out(sheet, options, campaign, path)
    bearing.allowed(sheet, options, path, campaign)
    strength_scale, mass_scale = scales_on(sheet, options, path)
    traits = _traits(sheet, options, path)
    resistance = _resistance(sheet, traits, options, campaign, f"{path}.resistance")
    muscle = _reckoned(traits, options, campaign)
    weapons = {
        check_id(name, f"{path}.weapons"): armed(
            weapon, strength_scale, muscle, options, f"{path}.weapons.{name}"
        )
        for name, weapon in sheet.weapons.items()
    }
    for name, weapon in sheet.weapons.items():
        if sheet.skills and weapon.skill not in traits:
            raise _unskilled(weapon, traits, f"{path}.weapons.{name}.skill")
    wields = sheet.wields or (next(iter(weapons)) if len(weapons) == 1 else "")
    weapons |= bearing.weapons(sheet, muscle, strength_scale)
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
            *body(sheet, mass_scale, muscle),
        ),
        shield=sum(part.amount for part in shield),
        scale=strength_scale,
        mass_scale=mass_scale,
        sheet=sheet,
    )


def _resistance(
    sheet: Sheet, traits: dict[str, Trait], options: FudgeOptions, campaign: Campaign, path: str
) -> int:
    """Damage Resistance: as it stands on the sheet, or the attribute that it is here. FUD-009."""
    source = campaign.resistance or (RESISTANCE if RESISTANCE in traits else "")
    if sheet.resistance is None and not source:
        raise Refused(
            "the sheet has no Damage Resistance, the one trait that nobody does without",
            path=path,
            rule="FUD-009",
            hint=f"state it, or {RESISTANCE} among the attributes, or let fudge.describe_traits say"
            " which attribute it is",
        )
    taken = level_of(traits, source, campaign, options) if source else FAIR
    if sheet.resistance is None:
        return taken
    stated = level(sheet.resistance, path, options.ladder)
    _allowed(stated, options, path)
    if source and stated != taken:
        raise Refused(
            f"Damage Resistance is {source} here, which is {result(taken, own=options.ladder)}",
            path=path,
            rule="FUD-009",
            hint="leave it out",
        )
    return stated


def _reckoned(
    traits: dict[str, Trait], options: FudgeOptions, campaign: Campaign
) -> dict[str, Trait]:
    """With Strength and Mass also where a merged attribute stands for them. FUD-012.

    Mass is no worse than Mediocre then, nor better than Good (FUD-100).
    """
    merged = {
        name: Trait("attribute", level_of(traits, name, campaign, options))
        for name in ATTRIBUTES
        if name not in traits and campaign.traits
    }
    if "mass" in merged:
        mass = merged["mass"].level
        merged["mass"] = Trait("attribute", min(GOOD, max(MEDIOCRE, mass)))
    return {**traits, **merged}


def _ids(sheet: Sheet, path: str) -> None:
    """Gifts, Faults and Powers stand under proper ids."""
    for where in ("gifts", "faults", "powers"):
        for name in getattr(sheet, where):
            check_id(name, f"{path}.{where}.{name}")


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
    implanted = bearing.implanted(sheet, path)
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
            value = level(stated, place, options.ladder)
            _allowed(value, options, place)
            if kind == "attribute":
                _no_slip(name, levels, place)
                _within_a_race(name, value, place)
                value += implanted.get(name, 0)
                _allowed(value, options, place)
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


def _within_a_race(name: str, value: int, path: str) -> None:
    """Within a race Mass varies little: from Mediocre to Good. FUD-100."""
    if name == "mass" and not MEDIOCRE <= value <= GOOD:
        raise Refused(
            "within a race Mass is Mediocre, Fair or Good", path=path, rule="FUD-100",
            hint="what is heavier or lighter than that is of another Mass Scale",
        )  # fmt: skip


def _allowed(value: int, options: FudgeOptions, path: str) -> None:
    """Traits stand on the ladder, or above it as far as the table lets them. FUD-006, FUD-120."""
    own = options.ladder
    best = top(options.legendary, own)
    if value > best:
        above = best > highest(own)
        raise Refused(
            f"no trait stands at {result(value, own=own)} here",
            path=path,
            rule="FUD-120" if above else "FUD-006",
            hint="the option legendary=unlimited allows any number of levels"
            if above
            else "the option legendary allows one level above Superb",
        )
    if value < lowest(own):
        raise Refused(
            f"no trait stands at {result(value, own=own)}",
            path=path,
            rule="FUD-141",
            hint=f"only results lie below {result(lowest(own), own=own)}",
        )
