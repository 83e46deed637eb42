"""The slice that Fudge owns: who is in play, what he can do, and how badly he is hurt."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...core.errors import Refused
from ...core.look import Look

TraitKind = Literal["attribute", "skill"]

ATTRIBUTES = ("strength", "mass")
"""Attributes that Fudge itself reckons with: everybody has them, Fair if not stated (FUD-010)."""


class Trait(Struct, frozen=True):
    """A term that describes a character, on the ladder.

    Args:
        kind: attribute or skill.
        level: rung, 0 for Fair.
        hindered: whether wounds logically affect it (FUD-202).
        difficulty: of a skill, how hard it is to learn (FUD-027).
    """

    kind: TraitKind
    level: int
    hindered: bool = True
    difficulty: Difficulty = "normal"


Difficulty = Literal["easy", "normal", "hard", "very-hard"]
"""How hard a skill is to learn, FUD-027; most are normal."""


class Gift(Struct, frozen=True, forbid_unknown_fields=True):
    """A Gift: what somebody has or has not, beside the ladder (FUD-017).

    Args:
        name: for people; empty for the content's word of its id.
        level: step on a scale of its own, where the table gives Gifts such scales (FUD-018).
        worth: Gifts that it counts for.
        note: what it does, in words.
    """

    name: str = ""
    level: int = 1
    worth: Annotated[int, Meta(ge=0, le=99)] = 1
    note: str = ""


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """A Fault: what restricts somebody, or sets others against him (FUD-021).

    Args:
        name: for people; empty for the content's word of its id.
        worth: Faults that it counts for; None for the table's worth, one for a Fault.
        superfault: whether it is a Superfault (FUD-022).
        mandatory: whether the table demands it, so that it pays for nothing (FUD-270).
        note: what it does, in words.
    """

    name: str = ""
    worth: Annotated[int, Meta(ge=0, le=99)] | None = None
    superfault: bool = False
    mandatory: bool = False
    note: str = ""


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A Supernormal Power: what no known human can do (FUD-080).

    Args:
        name: for people; empty for the content's word of its id.
        level: rung of the ladder, where the Power has one.
        worth: Powers that it counts for.
        uses: how often a day; None for as often as he likes (FUD-090).
        damage: what it adds to a blow, of a Power that attacks (FUD-089).
        drawbacks: what its use costs, in words (FUD-087).
        note: what it does, in words.
    """

    name: str = ""
    level: int | None = None
    worth: Annotated[int, Meta(ge=0, le=99)] = 1
    uses: Annotated[int, Meta(ge=0, le=999)] | None = None
    damage: Annotated[int, Meta(ge=-99, le=99)] | None = None
    drawbacks: tuple[str, ...] = ()
    note: str = ""


class Part(Struct, frozen=True):
    """One contribution to a computed figure.

    Args:
        source: what it comes from: ``strength``, or the name of a weapon or armour.
        rule: id of the rule that counts it.
        amount: points of damage, given or taken off.
    """

    source: str
    rule: str
    amount: int


class Wielded(Struct, frozen=True):
    """A weapon in somebody's hands.

    Args:
        name: for people.
        skill: trait that it is used with.
        bonus: damage of the weapon itself, without its bearer; compared by FUD-178.
        attack: Attack Modifier, part by part.
        ranged: whether it leaves the hand, or never was in reach (FUD-169).
    """

    name: str
    skill: str
    bonus: int
    attack: tuple[Part, ...]
    ranged: bool = False


class Character(Struct, frozen=True):
    """Somebody in play, with every figure computed.

    Args:
        traits: by id.
        resistance: Damage Resistance, as a rung of the ladder.
        boxes: wound boxes in Scratch, Hurt, Very Hurt, Incapacitated and Near Death.
        weapons: by id.
        wields: id of the weapon in hand.
        defence: Defence Modifier, part by part.
        shield: points of the shield, 0 for none.
        scale: Strength Scale.
        points: wound points taken.
        level: wound level, 0 unhurt to 6 dead.
        penalty: on traits that wounds affect, 0 or less.
        race: id of his race, or empty for the players' own (FUD-094).
        mass_scale: Mass Scale.
        speed_scale: Speed Scale.
        gifts: by id.
        faults: by id, Superfaults among them.
        powers: by id.
    """

    traits: dict[str, Trait]
    resistance: int
    boxes: tuple[int, ...]
    weapons: dict[str, Wielded]
    wields: str
    defence: tuple[Part, ...] = ()
    shield: int = 0
    scale: int = 0
    points: int = 0
    level: int = 0
    penalty: int = 0
    race: str = ""
    mass_scale: int = 0
    speed_scale: int = 0
    gifts: dict[str, Gift] = {}
    faults: dict[str, Fault] = {}
    powers: dict[str, Power] = {}


class Fudge(Struct, frozen=True):
    """Fudge's slice of the board.

    Args:
        characters: in play, by actor.
    """

    characters: dict[str, Character] = {}


def total(parts: tuple[Part, ...]) -> int:
    """The figure that these parts add up to."""
    return sum(part.amount for part in parts)


def meant(name: str, known: Iterable[str]) -> str:
    """The trait that a mistyped name probably means; empty where none is near."""
    found = get_close_matches(name, sorted(known), n=1, cutoff=0.7)
    return found[0] if found else ""


def character(look: Look, actor: str, path: str = "$.actor") -> Character:
    """Somebody in play.

    Args:
        look: of now.
        actor: who.
        path: where the command names him.

    Raises:
        Refused: Fudge knows nobody by that id.
    """
    found = look.state[Fudge].characters.get(actor)
    if found is None:
        raise Refused(f"{actor} is not in play", path=path, hint="bring a sheet: fudge.enter")
    return found
