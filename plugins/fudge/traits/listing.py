"""The GM says which traits the campaign has, and what it does without (2.31 to 2.35, 2.4).

FUD-002, 009, 011 to 019, 025 and 028.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core.errors import Invalid
from ....core.ids import check_id
from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..content import breadth
from ..content.traits import attributes, skills
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import source
from .campaign import Breadth, Campaign, Kind, Listed, covering
from .gifts import held_as, traits_of
from .standing import level_of

rules = Rules(Fudge, FudgeOptions)

BREADTHS: tuple[Breadth, ...] = ("broad", "narrow", "narrow", "specific")
"""Steps of breadth of combat skills, from one for all to one for each weapon (FUD-015)."""


class ListTrait(Command, ruleset="fudge"):
    """Put a trait on the campaign's list, or say something else of one that is there.

    Args:
        trait: its id.
        listed: what it is here: kind, difficulty, breadth, what it covers.
    """

    trait: str
    listed: Listed


class TraitListed(Event, ruleset="fudge"):
    """A trait is on the campaign's list.

    Args:
        trait: its id.
        listed: what it is.
        rule: id of the rule.
    """

    trait: str
    listed: Listed
    rule: str = "FUD-009"


class DropTrait(Command, ruleset="fudge"):
    """Take a trait off the campaign's list; who has it on his sheet keeps it (FUD-030).

    Args:
        trait: its id.
    """

    trait: str


class TraitDropped(Event, ruleset="fudge"):
    """A trait is no longer on the campaign's list.

    Args:
        trait: its id.
        rule: id of the rule.
    """

    trait: str
    rule: str = "FUD-009"


class DescribeTraits(Command, ruleset="fudge"):
    """Say of the whole list what holds for it; what is not named is as it was at first.

    Args:
        whole: whether no skill is in the game that is not on the list (FUD-148).
        resistance: id of the attribute that Damage Resistance is taken from; empty where it is
            one of its own (FUD-009).
        without: kinds of traits that this campaign does without (FUD-002).
    """

    whole: bool = False
    resistance: str = ""
    without: tuple[Kind, ...] = ()


class TraitsDescribed(Event, ruleset="fudge"):
    """Something holds for the campaign's list as a whole.

    Args:
        whole: whether it names every skill there is.
        resistance: attribute that Damage Resistance is taken from, or empty.
        without: kinds of traits that there are not.
        rule: id of the rule.
    """

    whole: bool
    resistance: str
    without: tuple[Kind, ...]
    rule: str = "FUD-009"


class ListCombatSkills(Command, ruleset="fudge"):
    """Put the combat skills on the list, as finely divided as this step says (FUD-015).

    Args:
        step: 1 for one skill that is all of combat, to 4 for one for each weapon.
    """

    step: int


class ListGroup(Command, ruleset="fudge"):
    """Put a group of the book's attributes or skills on the list; what is there already stays.

    Args:
        kind: which of the two menus.
        group: its id, as ``body`` or ``athletic``.
        without: ids of those that this campaign leaves out.
    """

    kind: Literal["attribute", "skill"]
    group: str
    without: tuple[str, ...] = ()


# --- deciders


@rules.decides(ListTrait, may=gm)
def list_trait(c: ListTrait, play: Play) -> None:
    """Any trait may be of any kind; only what fits its kind may be said of it. FUD-009, FUD-014."""
    check_id(c.trait, "$.trait")
    campaign = play.state[Fudge].campaign
    _fits(c.trait, c.listed, campaign)
    if c.listed.kind in campaign.without:
        play.refuse(
            f"this campaign has no {c.listed.kind}s",
            rule="FUD-002",
            path="$.listed.kind",
            hint="fudge.describe_traits says what it does without",
        )
    if c.listed.steps > 1 and play.options[FudgeOptions].gift_model != "steps":
        play.refuse(
            "Gifts have no steps at this table",
            rule="FUD-018",
            path="$.listed.steps",
            hint="the option gift_model=steps gives them scales of their own",
        )
    _borne(play, c.trait, c.listed.kind)
    ends = c.listed.gift or c.listed.fault
    if ends and play.options[FudgeOptions].gift_model != "bipolar":
        play.refuse(
            "Gifts and Faults are no ends of a ladder at this table",
            rule="FUD-019",
            path="$.listed.gift" if c.listed.gift else "$.listed.fault",
            hint="the option gift_model=bipolar makes them so",
        )
    play.emit(TraitListed(trait=c.trait, listed=c.listed, rule=_rule(c.listed)))


def _borne(play: Play, trait: str, kind: Kind, path: str = "$.listed.kind") -> None:
    """Nobody in play has the trait as one of another kind, with which his sheet would be wrong."""
    bipolar = play.options[FudgeOptions].gift_model == "bipolar"
    for actor, who in play.state[Fudge].characters.items():
        for had in held_as(who.sheet, trait):
            if had != kind and not (bipolar and kind == "attribute" and had in ("gift", "fault")):
                play.refuse(
                    f"{actor} has {trait} as a {had}",
                    rule="FUD-009",
                    path=path,
                    hint="change his sheet first: fudge.revise",
                )


def _rule(listed: Listed) -> str:
    """The rule that lets a trait be as it is listed."""
    if listed.covers:
        return "FUD-012" if listed.kind == "attribute" else "FUD-014"
    if listed.gift or listed.fault:
        return "FUD-019"
    if listed.steps > 1:
        return "FUD-018"
    return "FUD-028" if listed.studied else "FUD-009"


def _fits(trait: str, listed: Listed, campaign: Campaign) -> None:
    """What is said of a trait makes sense for its kind, and nothing covers itself."""
    is_skill, is_ladder = listed.kind == "skill", listed.kind in ("attribute", "skill")
    wrong = {
        "difficulty": listed.difficulty != "normal" and not is_skill,
        "studied": listed.studied and not is_skill,
        "breadth": bool(listed.breadth) and not is_skill,
        "covers": bool(listed.covers) and not is_ladder,
        "steps": listed.steps > 1 and listed.kind != "gift",
        "gift": bool(listed.gift) and listed.kind != "attribute",
        "fault": bool(listed.fault) and listed.kind != "attribute",
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            raise Invalid(
                f"{trait} is a {listed.kind}, of which no {field} is said",
                path=f"$.listed.{field}",
                rule="FUD-002",
            )
    above = (trait, *covering(campaign, trait))
    for at, narrow in enumerate(listed.covers):
        check_id(narrow, f"$.listed.covers[{at}]")
        if narrow in above:
            raise Invalid(
                f"{trait} would cover itself", path=f"$.listed.covers[{at}]", rule="FUD-014"
            )


@rules.decides(DropTrait, may=gm)
def drop_trait(c: DropTrait, play: Play) -> None:
    """No trait has to be there. FUD-009."""
    if c.trait not in play.state[Fudge].campaign.traits:
        play.refuse(f"{c.trait} is not on the list", path="$.trait")
    play.emit(TraitDropped(trait=c.trait))


@rules.decides(DescribeTraits, may=gm)
def describe_traits(c: DescribeTraits, play: Play) -> None:
    """Damage Resistance alone is needed, as an attribute of its own or as another. FUD-009."""
    campaign = play.state[Fudge].campaign
    if c.resistance:
        check_id(c.resistance, "$.resistance")
        listed = campaign.traits.get(c.resistance)
        if listed and listed.kind != "attribute":
            play.refuse(
                f"{c.resistance} is a {listed.kind}, and everybody has Damage Resistance",
                rule="FUD-009",
                path="$.resistance",
                hint="name an attribute",
            )
    if len(set(c.without)) < len(c.without):
        play.refuse("a kind of trait is named twice", rule="FUD-002", path="$.without")
    _agreeing(c, play)
    for name, listed in campaign.traits.items():
        if listed.kind in c.without:
            play.refuse(
                f"{name} on the list is a {listed.kind}",
                rule="FUD-002",
                path="$.without",
                hint="take it off the list first: fudge.drop_trait",
            )
    play.emit(TraitsDescribed(whole=c.whole, resistance=c.resistance, without=c.without))


def _agreeing(c: DescribeTraits, play: Play) -> None:
    """Everybody in play is as the list says now, or is changed before it does. FUD-002, FUD-009."""
    options = play.options[FudgeOptions]
    campaign = play.state[Fudge].campaign
    for actor, who in play.state[Fudge].characters.items():
        kinds = [kind for kind in c.without if traits_of(who.sheet, kind)]
        if kinds:
            play.refuse(
                f"{actor} has a {kinds[0]}",
                rule="FUD-002",
                path="$.without",
                hint="change his sheet first: fudge.revise",
            )
        if not c.resistance or who.sheet.resistance is None:
            continue
        if level_of(who.traits, c.resistance, campaign, options) != who.resistance:
            play.refuse(
                f"{actor} stands elsewhere on {c.resistance} than his Damage Resistance does",
                rule="FUD-009",
                path="$.resistance",
                hint="change his sheet first: fudge.revise",
            )


@rules.decides(ListCombatSkills, may=gm)
def list_combat_skills(c: ListCombatSkills, play: Play) -> None:
    """One skill for all fighting, or narrower ones, down to one for each weapon. FUD-015."""
    if not 1 <= c.step <= len(BREADTHS):
        play.refuse(f"there is no step {c.step}", rule="FUD-015", path="$.step", hint="1 to 4")
    for trait, skill in breadth.combat().items():
        if skill.step == c.step:
            covers = breadth.below(trait)
            listed = Listed(kind="skill", breadth=BREADTHS[c.step - 1], covers=covers)
            play.emit(TraitListed(trait=trait, listed=listed, rule="FUD-015"))


@rules.decides(ListGroup, may=gm)
def list_group(c: ListGroup, play: Play) -> None:
    """The book's menus, of which a table takes what it likes. FUD-011, FUD-016."""
    menu, rule = (attributes(), "FUD-011") if c.kind == "attribute" else (skills(), "FUD-016")
    campaign = play.state[Fudge].campaign
    if c.kind in campaign.without:
        play.refuse(f"this campaign has no {c.kind}s", rule="FUD-002", path="$.kind")
    if c.group not in menu:
        play.refuse(
            f"no group is called {c.group!r}",
            rule=rule,
            path="$.group",
            hint=f"one of {', '.join(menu)}",
        )
    group = menu[c.group].traits
    for at, name in enumerate(c.without):
        if name not in group:
            play.refuse(f"{name} is not in it", rule=rule, path=f"$.without[{at}]")
    wanted = [name for name in group if name not in (*campaign.traits, *c.without)]
    if not wanted:
        play.refuse("all of it is on the list, or left out", rule=rule, path="$.group")
    for name in wanted:
        _borne(play, name, c.kind, "$.group")
    for name in wanted:
        play.emit(TraitListed(trait=name, listed=Listed(kind=c.kind), rule=rule))


# --- folds


def _changed(s: Fudge, **fields: object) -> Fudge:
    return replace(s, campaign=replace(s.campaign, **fields))


@rules.evolves(TraitListed)
def listed_(s: Fudge, e: TraitListed) -> Fudge:
    """Take the trait as it is stated."""
    return _changed(s, traits={**s.campaign.traits, e.trait: e.listed})


@rules.evolves(TraitDropped)
def dropped(s: Fudge, e: TraitDropped) -> Fudge:
    """It is not there any more."""
    return _changed(s, traits={k: v for k, v in s.campaign.traits.items() if k != e.trait})


@rules.evolves(TraitsDescribed)
def described(s: Fudge, e: TraitsDescribed) -> Fudge:
    """Take over what holds for the list."""
    return _changed(s, whole=e.whole, resistance=e.resistance, without=e.without)


# --- what people are told


@rules.tells(TraitListed)
def tell_listed(e: TraitListed, telling: Telling) -> str:
    """What is on the list now, as what."""
    covers = ", ".join(source(telling, name) for name in e.listed.covers)
    return telling.say(
        "fudge.listed.covers" if covers else "fudge.listed",
        trait=e.listed.name or source(telling, e.trait),
        kind=telling.say(f"fudge.kind.{e.listed.kind}"),
        covers=covers,
    )


@rules.tells(TraitDropped)
def tell_dropped(e: TraitDropped, telling: Telling) -> str:
    """What is no longer on it."""
    return telling.say("fudge.dropped", trait=source(telling, e.trait))


@rules.tells(TraitsDescribed)
def tell_described(e: TraitsDescribed, telling: Telling) -> str:
    """What holds for the list."""
    said = [telling.say(f"fudge.described.{'whole' if e.whole else 'open'}")]
    if e.resistance:
        said.append(telling.say("fudge.described.resistance", trait=source(telling, e.resistance)))
    if e.without:
        kinds = ", ".join(telling.say(f"fudge.kinds.{kind}") for kind in e.without)
        said.append(telling.say("fudge.described.without", kinds=kinds))
    return " ".join(said)
