"""The sheets of everybody in play, and the campaign's list, as people read them (2.1, 2.3, 6.2)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ....core.look import Look
from ....core.rules import Rules
from ..options import FudgeOptions
from ..paper import Fault
from ..state import Character, Fudge, Part, Wielded, total
from .campaign import Campaign
from .gifts import fault_worth
from .standing import Paper, stands

rules = Rules(Fudge, FudgeOptions)

Shown = int | str
"""A level: its number, for which a reader's language has the word, or a word of the table's own."""


class FigureView(Struct, frozen=True):
    """A figure and what it is made of."""

    total: int
    parts: tuple[Part, ...]


class WeaponView(Struct, frozen=True):
    """A weapon: its name, skill, Attack Modifier, and whether it is in hand."""

    name: str
    skill: str
    attack: FigureView
    in_hand: bool


class BesideView(Struct, frozen=True):
    """A Gift, Fault or Power.

    Args:
        name: for people, or its id.
        level: step of a Gift, rung of a Power; None where it has none.
        worth: for how many of its kind it counts.
        note: what it does.
    """

    name: str
    level: int | None
    worth: int
    note: str


class SheetView(Struct, frozen=True):
    """A character's sheet.

    Args:
        actor: id.
        name: for people.
        attributes: levels by id: numbers, or words where the table has its own ladder (FUD-004).
        skills: likewise.
        resistance: Damage Resistance, likewise.
        weapons: each with its Attack Modifier.
        defence: Defence Modifier.
        race: id, or empty for the players' own.
        scales: Strength, Mass and Speed Scale, where they are not 0.
        gifts: each with its step, where it has steps (FUD-018).
        faults: each with the Faults that it counts for (FUD-022).
        powers: each with its level, where it has one.
        personality: what he is like, in words (FUD-025).
    """

    actor: str
    name: str
    attributes: dict[str, Shown]
    skills: dict[str, Shown]
    resistance: Shown
    weapons: tuple[WeaponView, ...]
    defence: FigureView
    race: str
    scales: dict[str, int]
    gifts: tuple[BesideView, ...]
    faults: tuple[BesideView, ...]
    powers: tuple[BesideView, ...]
    personality: dict[str, str]


class Sheets(Struct, frozen=True):
    """The sheets of everybody in play."""

    characters: tuple[SheetView, ...]


@rules.projects("sheet")
def sheets(look: Look, viewer: str) -> Sheets:
    """Traits and computed figures of each character, with the sources of each figure."""
    options = look.options[FudgeOptions]
    words = {value: word for word, value in options.ladder.items()}
    views = []
    for actor, who in look.state[Fudge].characters.items():
        found = look.table.actors.get(actor)
        views.append(_sheet(actor, found.name if found else actor, who, options, words))
    return Sheets(tuple(views))


def _sheet(
    actor: str, name: str, who: Character, options: FudgeOptions, words: Mapping[int, str]
) -> SheetView:
    levels: dict[str, dict[str, Shown]] = {
        kind: {n: words.get(t.level, t.level) for n, t in who.traits.items() if t.kind == kind}
        for kind in ("attribute", "skill")
    }
    scales = {
        "strength-scale": who.scale,
        "mass-scale": who.mass_scale,
        "speed-scale": who.speed_scale,
    }
    return SheetView(
        actor=actor,
        name=name,
        attributes=levels["attribute"],
        skills=levels["skill"],
        resistance=words.get(who.resistance, who.resistance),
        weapons=tuple(_weapon(w, n == who.wields) for n, w in who.weapons.items()),
        defence=FigureView(total(who.defence), who.defence),
        race=who.race,
        scales={which: scale for which, scale in scales.items() if scale},
        gifts=_gifts(who, options),
        faults=tuple(_fault(n, f, options) for n, f in who.faults.items()),
        powers=tuple(
            BesideView(p.name or n, p.level, p.worth, p.note) for n, p in who.powers.items()
        ),
        personality=who.sheet.personality,
    )


def _weapon(weapon: Wielded, in_hand: bool) -> WeaponView:
    attack = FigureView(total(weapon.attack), weapon.attack)
    return WeaponView(weapon.name, weapon.skill, attack, in_hand)


def _gifts(who: Character, options: FudgeOptions) -> tuple[BesideView, ...]:
    stepped = options.gift_model == "steps"
    return tuple(
        BesideView(g.name or n, g.level if stepped else None, g.worth, g.note)
        for n, g in who.gifts.items()
    )


def _fault(name: str, fault: Fault, options: FudgeOptions) -> BesideView:
    return BesideView(
        fault.name or name, None, fault_worth(fault, options.superfault_worth), fault.note
    )


# --- the campaign


class ListedView(Struct, frozen=True):
    """A trait on the list, with its default as a number; None where whoever lacks it has none."""

    trait: str
    kind: str
    difficulty: str
    default: int | None
    covers: tuple[str, ...]


class CampaignView(Struct, frozen=True):
    """What the campaign says of traits.

    Args:
        listed: traits on the list.
        whole: whether no other skill is in the game.
        resistance: attribute that Damage Resistance is taken from; empty for one of its own.
        without: kinds of traits that there are not.
        power_kinds: kinds of Powers that there are; none for all of them (FUD-085).
        powers_whole: whether no other Power is in the game.
        tone: of the campaign.
    """

    listed: tuple[ListedView, ...]
    whole: bool
    resistance: str
    without: tuple[str, ...]
    power_kinds: tuple[str, ...]
    powers_whole: bool
    tone: str


@rules.projects("campaign")
def campaign_view(look: Look, viewer: str) -> CampaignView:
    """The list of traits, and what holds for it. FUD-007."""
    campaign = look.state[Fudge].campaign
    return CampaignView(
        listed=tuple(_viewed(name, campaign) for name in sorted(campaign.traits)),
        whole=campaign.whole,
        resistance=campaign.resistance,
        without=campaign.without,
        power_kinds=campaign.power_kinds,
        powers_whole=campaign.powers_whole,
        tone=look.options[FudgeOptions].tone,
    )


def _viewed(name: str, campaign: Campaign) -> ListedView:
    listed = campaign.traits[name]
    found = stands(Paper({}), name, campaign, FudgeOptions())
    return ListedView(name, listed.kind, listed.difficulty, found.level, listed.covers)
