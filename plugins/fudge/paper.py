"""What stands on a sheet, as it is written: traits, arms, Gifts, Faults and Powers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .content.traits import PowerKind
from .ladder import Level

Points = Annotated[int, Meta(ge=0, le=999)]
"""Points that something adds: none or more; what is worse than nothing has rules of its own."""

Signed = Annotated[int, Meta(ge=-999, le=999)]
"""A figure either way; with these, no blow comes near the most that one command may hurt."""


Piercing = Literal["", "half", "ignore"]
"""What a weapon against the huge does with the Scale of whoever it hits (FUD-233)."""


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
        thrown: of one that leaves the hand, whether the hand throws it (FUD-198).
        piercing: whether it halves the Scale of whoever it hits, or ignores it, as a whaling
            harpoon or an elephant gun does (FUD-233).
        scaled: of a gun, whether it was made to its bearer's size, so that his Scale counts, as
            a giant's pistol or a sprite's bazooka (FUD-212).
    """

    name: str
    skill: str
    kind: str = ""
    sharp: bool = False
    magic: Points = 0
    gun: str = ""
    bonus: int | None = None
    ranged: bool = False
    thrown: bool = False
    piercing: Piercing = ""
    scaled: bool = False


class ProtectionSheet(Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """Armour or shield; in TOML ``kind`` is written ``class``.

    Args:
        name: for people.
        kind: class of FUD-214.
        points: where the class has a range; None for its least.
        magic: points that magic adds.
        thing: id of the thing with traits of its own that it is, if it is one (FUD-273).
    """

    name: str
    kind: str
    points: Points | None = None
    magic: Points = 0
    thing: str = ""


Bonus = Annotated[int, Meta(ge=1, le=9)]
"""Levels that a device in the body adds to an attribute."""


Difficulty = Literal["easy", "normal", "hard", "very-hard"]
"""How hard a skill is to learn, FUD-027; most are normal."""


class Gift(Struct, frozen=True, forbid_unknown_fields=True):
    """A Gift: what somebody has or has not, beside the ladder (FUD-017).

    Args:
        name: for people; empty for the content's word of its id.
        level: step on a scale of its own, where the table gives Gifts such scales (FUD-018).
        worth: Gifts that it counts for; one that raises attributes costs as that (FUD-129).
        note: what it does, in words.
        implant: whether it is a device in the body (FUD-128).
        bonus: of an implant, levels that it adds to attributes, by id; the sheet has them at what
            they are without it (FUD-129).
        compensated: whether it brings a skill level, since it may break down (FUD-129).
        broken: whether it does not work.
    """

    name: str = ""
    level: int = 1
    worth: Annotated[int, Meta(ge=0, le=99)] = 1
    note: str = ""
    implant: bool = False
    bonus: dict[str, Bonus] = {}
    compensated: bool = False
    broken: bool = False


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """A Fault: what restricts somebody, or sets others against him (FUD-021).

    Args:
        name: for people; empty for the content's word of its id.
        worth: Faults that it counts for; None for the table's worth, one for a Fault.
        superfault: whether it is a Superfault (FUD-022).
        mandatory: whether the table demands it, so that it pays for nothing (FUD-270).
        doubles: ids of skills that cost double for it, at creation and later (FUD-257).
        note: what it does, in words.
    """

    name: str = ""
    worth: Annotated[int, Meta(ge=0, le=99)] | None = None
    superfault: bool = False
    mandatory: bool = False
    doubles: tuple[str, ...] = ()
    note: str = ""


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A Supernormal Power: what no known human can do (FUD-080).

    Args:
        name: for people; empty for the content's word of its id.
        level: rung of the ladder, where the Power has one.
        worth: Powers that it counts for.
        uses: how often a day; None for as often as he likes (FUD-090).
        skill: skill that guides it, or aims it where it attacks (FUD-088).
        melee: whether it strikes in reach, as fangs, or like a gun (FUD-089).
        damage: what it adds to a blow, of a Power that attacks (FUD-089).
        drawbacks: what its use costs, in words (FUD-087).
        note: what it does, in words.
        kind: magic, psi and so on; empty for what the campaign's list or the book says (FUD-081).
        fault: id of the Fault that it is tied to, as of whom flies but when drugged (FUD-127).
        scale: Scale that it gives to Strength, of super strength (FUD-111).
        broken: of a device in the body, whether it does not work (FUD-128).
    """

    name: str = ""
    level: int | None = None
    worth: Annotated[int, Meta(ge=0, le=99)] = 1
    uses: Annotated[int, Meta(ge=0, le=999)] | None = None
    skill: str = ""
    melee: bool = False
    damage: Annotated[int, Meta(ge=-99, le=99)] | None = None
    drawbacks: tuple[str, ...] = ()
    note: str = ""
    kind: PowerKind = ""
    fault: str = ""
    scale: Annotated[int, Meta(ge=1, le=99)] | None = None
    broken: bool = False


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
        resistance: Damage Resistance; None where the campaign takes it from an attribute
            (FUD-009).
        attributes: levels by id; ``strength`` counts for damage, Fair if not stated.
        skills: levels by id.
        unhindered: ids of traits that wounds do not affect.
        weapons: by id.
        wields: id of the weapon in hand; may be empty where there is only one, or none.
        armour: worn, if any.
        shield: carried, if any.
        tough_hide: points of that Gift; 0 for one for each step of it, if it is among the gifts.
        strength_scale: against the human norm 0; where it is one with that of Mass, either may
            be stated for both (FUD-100).
        mass_scale: likewise.
        speed_scale: likewise.
        race: id of his race; empty for the players' own.
        difficulty: of skills by id, where it is not normal (FUD-027).
        gifts: by id.
        faults: by id, Superfaults among them.
        powers: by id.
        stated: figures written on the sheet.
        personality: what somebody is like, by id, in words; it is free, and the GM says when it
            counts (FUD-025).
    """

    resistance: Level | None = None
    attributes: dict[str, Level] = {}
    skills: dict[str, Level] = {}
    unhindered: tuple[str, ...] = ()
    weapons: dict[str, WeaponSheet] = {}
    wields: str = ""
    armour: ProtectionSheet | None = None
    shield: ProtectionSheet | None = None
    tough_hide: Points = 0
    strength_scale: Signed | None = None
    mass_scale: Signed | None = None
    speed_scale: Signed = 0
    race: str = ""
    difficulty: dict[str, Difficulty] = {}
    gifts: dict[str, Gift] = {}
    faults: dict[str, Fault] = {}
    powers: dict[str, Power] = {}
    stated: Stated = Stated()
    personality: dict[str, str] = {}
