"""At which level somebody stands on a trait, and by which rule: one answer for every roll.

FUD-010, 012, 013, 019, 020, 026 to 028, 050, 084, 148 and 149.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from ....core.errors import Refused
from ....core.look import Look
from ..content.traits import powers
from ..ladder import FAIR, MEDIOCRE, POOR, TERRIBLE, highest, lowest
from ..options import FudgeOptions
from ..paper import Difficulty, Fault, Gift, Power
from ..powers.kinds import mental
from ..powers.race import Race
from ..state import ATTRIBUTES, Character, Fudge, Trait, character
from .campaign import Campaign, covering

DEFAULTS: Mapping[Difficulty, int] = {
    "easy": MEDIOCRE,
    "normal": POOR,
    "hard": TERRIBLE,
    "very-hard": TERRIBLE - 1,
}
"""Levels of a skill that nobody has written down, by difficulty (FUD-027)."""


class Standing(Struct, frozen=True):
    """Where somebody stands on a trait.

    Args:
        level: that counts; None where the trait does not exist for him, so that no roll is
            possible (FUD-028).
        rule: id of the rule that says so; empty for a trait of his own.
        by: id of the trait that the level is of: itself, or the broader one that covers it.
        kind: of that trait: attribute, skill, gift, fault or power.
        hindered: whether wounds logically affect it.
    """

    level: int | None
    rule: str
    by: str
    kind: str
    hindered: bool = True

    @property
    def own(self) -> bool:
        """Whether the sheet names the trait, or a broader one that covers it."""
        return self.rule in ("", "FUD-050", "FUD-012", "FUD-013", "FUD-019")


class Paper(Struct, frozen=True):
    """What stands on one sheet, as far as a standing depends on it.

    Args:
        traits: attributes and skills.
        gifts: Gifts.
        faults: Faults.
        powers: Powers.
        bonus: levels by race, by id of the trait (FUD-115).
    """

    traits: Mapping[str, Trait]
    gifts: Mapping[str, Gift] = {}
    faults: Mapping[str, Fault] = {}
    powers: Mapping[str, Power] = {}
    bonus: Mapping[str, int] = {}


def stands(
    paper: Paper, trait: str, campaign: Campaign, options: FudgeOptions, others: Iterable[str] = ()
) -> Standing:
    """The level of a trait on one sheet, by what is nearest to it.

    The trait itself; else the narrowest listed trait that covers it and is on the sheet
    (FUD-050); else an end of a ladder that a Gift or a Fault marks (FUD-019); else the default
    of its kind.

    Args:
        paper: what is on the sheet.
        trait: id of the trait.
        campaign: the list of traits.
        options: of the table.
        others: attributes that anybody else's sheet names: what one has, all have (FUD-010).
    """
    found = _written(paper, trait, "")
    if found:
        return found
    end = _end(paper, trait, campaign, options)
    if end is not None:
        return Standing(end, "FUD-019", trait, "attribute")
    kind = _kind(trait, campaign, others)
    for broad in covering(campaign, trait):
        above = _written(paper, broad, _covered(kind, campaign.traits[broad].kind))
        if above:
            return above
    return _bent(paper, _default(trait, kind, campaign))


def _written(paper: Paper, trait: str, rule: str) -> Standing | None:
    own = paper.traits.get(trait)
    if own:
        return Standing(own.level, rule, trait, own.kind, own.hindered)
    power = paper.powers.get(trait)
    if power and power.level is not None:
        return Standing(power.level, rule, trait, "power")
    return None


def _covered(narrow: str, broad: str) -> str:
    """By which rule a broader trait stands for a narrower one."""
    if broad == "attribute":
        return "FUD-012" if narrow == "attribute" else "FUD-013"
    return "FUD-050"


def _end(paper: Paper, trait: str, campaign: Campaign, options: FudgeOptions) -> int | None:
    listed = campaign.traits.get(trait)
    if listed is None or options.gift_model != "bipolar":
        return None
    if listed.gift and listed.gift in paper.gifts:
        return highest(options.ladder)
    if listed.fault and listed.fault in paper.faults:
        return lowest(options.ladder)
    return None


def _kind(trait: str, campaign: Campaign, others: Iterable[str]) -> str:
    """What a trait is: as listed, or as others have it; else a Power of the book's, or a skill.

    A Power is not there for whoever has not written it down (FUD-084).
    """
    listed = campaign.traits.get(trait)
    if listed:
        return listed.kind
    if trait in ATTRIBUTES or trait in others:
        return "attribute"
    return "power" if trait in powers() else "skill"


def _default(trait: str, kind: str, campaign: Campaign) -> Standing:
    if kind == "attribute" and mental(trait, campaign):
        return Standing(None, "FUD-084", trait, kind)  # psi is not there unless it is stated
    if kind == "attribute":
        return Standing(FAIR, "FUD-010", trait, kind)
    if kind != "skill":
        rule = "FUD-020" if kind == "gift" else "FUD-028"
        if trait not in campaign.traits:  # a Power that the book names and nobody lists
            rule = "FUD-084"
        return Standing(None, rule, trait, kind)
    listed = campaign.traits.get(trait)
    if listed is None:
        return Standing(POOR, "FUD-149", trait, kind)
    if listed.studied:
        return Standing(None, "FUD-028", trait, kind)
    return Standing(DEFAULTS[listed.difficulty], "FUD-027", trait, kind)


def _bent(paper: Paper, found: Standing) -> Standing:
    """What is not written of somebody he has as his race does, bonus and all. FUD-115."""
    bonus = paper.bonus.get(found.by, 0)
    if found.level is None or not bonus:
        return found
    return replace(found, level=found.level + bonus, rule="FUD-115")


def on_paper(who: Character, races: Mapping[str, Race], campaign: Campaign) -> Paper:
    """What stands on the sheet of somebody in play.

    Args:
        who: he.
        races: that the table has described, by id.
        campaign: its list of traits, by which a bonus on a whole field reaches what that covers.
    """
    race = races.get(who.race)
    if race is None:
        return Paper(who.traits, who.gifts, who.faults, who.powers)
    fields = {
        narrow: levels
        for name, levels in race.bonus.items()
        if name in campaign.traits
        for narrow in campaign.traits[name].covers
    }
    return Paper(who.traits, who.gifts, who.faults, who.powers, {**fields, **race.bonus})


def standing(look: Look, actor: str, trait: str, path: str = "$.trait") -> Standing:
    """At which level somebody in play stands on a trait, and by which rule.

    Args:
        look: of now.
        actor: who.
        trait: id of the trait.
        path: where the command names it.

    Raises:
        Refused: he is not in play, or what is named has no level: a Gift (FUD-017), a Fault, or
            a Power that he simply has.
    """
    who = character(look, actor)
    slice_ = look.state[Fudge]
    if trait in who.traits:  # far the commonest, so it costs nothing
        return Standing(who.traits[trait].level, "", trait, who.traits[trait].kind,
                        who.traits[trait].hindered)  # fmt: skip
    levelless = trait in who.gifts or trait in who.faults or (
        trait in who.powers and who.powers[trait].level is None
    )  # fmt: skip
    if levelless and trait not in slice_.campaign.traits:
        raise Refused(
            f"{trait} is nothing to roll on: it has no level on the ladder",
            path=path,
            rule="FUD-017",
            hint="name the trait that it helps, and state in the situation what it adds",
        )
    others = {
        name
        for whose, other in slice_.characters.items()
        if whose not in slice_.things  # a sword has an edge, and nobody else
        for name, one in other.traits.items()
        if one.kind == "attribute"
    }
    paper = on_paper(who, slice_.races, slice_.campaign)
    return stands(paper, trait, slice_.campaign, look.options[FudgeOptions], sorted(others))


def level_of(
    traits: Mapping[str, Trait], trait: str, campaign: Campaign, options: FudgeOptions
) -> int:
    """Level of an attribute that figures are reckoned from: Strength, Mass; Fair if not stated.

    Args:
        traits: on the sheet.
        trait: id of the attribute.
        campaign: the list of traits, where a broader attribute may stand for it (FUD-012).
        options: of the table.
    """
    return level_on(Paper(traits), trait, campaign, options)


def level_on(paper: Paper, trait: str, campaign: Campaign, options: FudgeOptions) -> int:
    """Level of an attribute of somebody, his race's bonus and all; Fair if not stated. FUD-115.

    Args:
        paper: what is on his sheet.
        trait: id of the attribute.
        campaign: the list of traits.
        options: of the table.
    """
    found = stands(paper, trait, campaign, options, (trait,)).level
    return FAIR if found is None else found
