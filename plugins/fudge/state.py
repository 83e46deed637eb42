"""The slice that Fudge owns: who is in play, what he can do, and how badly he is hurt."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal

from msgspec import Struct

from ...core.errors import Refused
from ...core.look import Look
from .actions.critical import Criticals
from .content.words import word
from .creation.drafts import Draft
from .damage.condition import Condition
from .development.growth import Growth
from .examples.belongings import Belonging
from .ladder import FAIR
from .paper import Difficulty, Fault, Gift, Piercing, Power, Sheet
from .points.luck import Luck
from .powers.race import Race
from .powers.settled import Settled
from .traits.campaign import Campaign

TraitKind = Literal["attribute", "skill"]

ATTRIBUTES = ("strength", "mass")
"""Attributes that Fudge itself reckons with: everybody has them, Fair if not stated (FUD-010)."""


RESISTANCE = "damage-resistance"
"""Id of the attribute that is Damage Resistance, where it stands among the attributes (FUD-009)."""


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
        thrown: of one that does, whether the hand throws it, so that it is easier to dodge.
        piercing: whether it halves the Scale of whoever it hits, or ignores it (FUD-233).
    """

    name: str
    skill: str
    bonus: int
    attack: tuple[Part, ...]
    ranged: bool = False
    thrown: bool = False
    piercing: Piercing = ""


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
        mass_scale: Mass Scale.
        sheet: what is written of him, from which all other figures are worked out anew when he
            changes.
        condition: how he is beside his wound points: stunned, out cold, at rest.
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
    mass_scale: int = 0
    sheet: Sheet = Sheet(resistance=FAIR)
    condition: Condition = Condition()

    @property
    def race(self) -> str:
        """Id of his race, or empty for the players' own (FUD-094)."""
        return self.sheet.race

    @property
    def speed_scale(self) -> int:
        """Speed Scale."""
        return self.sheet.speed_scale

    @property
    def gifts(self) -> dict[str, Gift]:
        """Gifts by id."""
        return self.sheet.gifts

    @property
    def faults(self) -> dict[str, Fault]:
        """Faults by id, Superfaults among them."""
        return self.sheet.faults

    @property
    def powers(self) -> dict[str, Power]:
        """Powers by id."""
        return self.sheet.powers


class Fight(Struct, frozen=True):
    """A fight that is on, in rounds (FUD-168) or in segments (FUD-166).

    Args:
        id: of this fight.
        fighters: actors that take part.
        round: number of the round in its scene, 0 before the first.
        system: objective or subjective.
        minima: level that it takes to hit, by attacker and target, where the GM has stated it
            (FUD-172).
        acted: who has fought in this round.
        declared: manoeuvre of this round, by actor; who is not here fights as usual.
        outnumbered: what facing several takes off somebody in this round, 0 or less (FUD-187).
        segment: number of the segment, 0 before the first.
        title: of the segment.
    """

    id: str
    fighters: tuple[str, ...] = ()
    round: int = 0
    system: Literal["objective", "subjective"] = "objective"
    minima: dict[str, dict[str, int]] = {}
    acted: tuple[str, ...] = ()
    declared: dict[str, str] = {}
    outnumbered: dict[str, int] = {}
    segment: int = 0
    title: str = ""


class Fudge(Struct, frozen=True):
    """Fudge's slice of the board.

    Args:
        characters: in play, by actor.
        fight: the fight that is on, if any.
        growth: what development remembers from one evening to the next.
        drafts: characters that are being made, or were, by the id that they have or will have.
        free_traits: Free Traits that have been defined, by actor (FUD-073).
        races: races that the table has described, by id.
        settled: what the GM has settled about magic and miracles.
        used: how often each Power was used today, by actor (FUD-090).
        luck: what those with Fudge Points have said about them, by actor.
        criticals: the last of each, and the GM's tables of them.
        campaign: what the campaign says of traits.
        things: things with traits of their own, by the actor that each is (FUD-273).
    """

    characters: dict[str, Character] = {}
    fight: Fight | None = None
    growth: Growth = Growth()
    drafts: dict[str, Draft] = {}
    free_traits: dict[str, int] = {}
    races: dict[str, Race] = {}
    used: dict[str, dict[str, int]] = {}
    settled: Settled = Settled()
    luck: dict[str, Luck] = {}
    criticals: Criticals = Criticals()
    campaign: Campaign = Campaign()
    things: dict[str, Belonging] = {}


def total(parts: tuple[Part, ...]) -> int:
    """The figure that these parts add up to."""
    return sum(part.amount for part in parts)


def meant(name: str, known: Iterable[str]) -> str:
    """The trait that a mistyped name probably means; empty where none is near.

    What the book calls a trait, in either language, means that trait.
    """
    ids = sorted(known)
    said = name.casefold()
    for one in ids:
        if said in (word(one).casefold(), word(one, "it").casefold()):
            return one
    found = get_close_matches(name, ids, n=1, cutoff=0.7)
    return found[0] if found else ""


def runs(look: Look, by: str) -> bool:
    """Whether a seat runs the table."""
    return look.role(by) in ("gm", "host")


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


def fighting(look: Look, actor: str) -> bool:
    """Whether somebody takes part in a fight that is on."""
    fight = look.state[Fudge].fight
    return fight is not None and actor in fight.fighters
