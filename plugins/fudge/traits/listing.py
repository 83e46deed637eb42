"""The GM says which traits the campaign has, and what it does without (2.31 to 2.35, 2.4).

FUD-002, 009, 012 to 015, 017 to 019, 025, 028, 083 and 085.
"""

from __future__ import annotations

from msgspec.structs import replace

from ....core.errors import Invalid, Refused
from ....core.ids import check_id
from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..content import breadth
from ..content.traits import NamedKind
from ..ladder import level
from ..options import FudgeOptions
from ..powers.kinds import admitted
from ..state import Fudge
from ..wording import source
from .agreement import agreeing, not_otherwise
from .campaign import Breadth, Campaign, Kind, Listed, covering

rules = Rules(Fudge, FudgeOptions)

BREADTHS: tuple[Breadth, ...] = ("broad", "narrow", "narrow", "specific")
"""Steps of breadth of combat skills, from one for all to one for each weapon (FUD-015)."""


class ListTrait(Command, ruleset="fudge"):
    """Put a trait on the campaign's list, or say something else of one that is there.

    Args:
        trait: its id.
        listed: what it is here: kind, difficulty, breadth, what it covers; of a Power its kind,
            for how many it counts, the skill that steers it and what its levels bring.
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
        power_kinds: kinds of Powers that there are; none named for all of them (FUD-085).
        powers_whole: whether there is no Power that is not on the list (FUD-085).
    """

    whole: bool = False
    resistance: str = ""
    without: tuple[Kind, ...] = ()
    power_kinds: tuple[NamedKind, ...] = ()
    powers_whole: bool = False


class TraitsDescribed(Event, ruleset="fudge"):
    """Something holds for the campaign's list as a whole.

    Args:
        whole: whether it names every skill there is.
        resistance: attribute that Damage Resistance is taken from, or empty.
        without: kinds of traits that there are not.
        rule: id of the rule.
        power_kinds: kinds of Powers that there are; none for all of them.
        powers_whole: whether the list names every Power there is.
    """

    whole: bool
    resistance: str
    without: tuple[Kind, ...]
    rule: str = "FUD-009"
    power_kinds: tuple[NamedKind, ...] = ()
    powers_whole: bool = False


class ListCombatSkills(Command, ruleset="fudge"):
    """Put the combat skills on the list, as finely divided as this step says (FUD-015).

    Args:
        step: 1 for one skill that is all of combat, to 4 for one for each weapon.
    """

    step: int


# --- deciders


@rules.decides(ListTrait, may=gm)
def list_trait(c: ListTrait, play: Play) -> None:
    """Any trait may be of any kind; only what fits its kind may be said of it. FUD-009, FUD-014.

    A Power may count for several (FUD-083), and stand for narrower ones (FUD-085).
    """
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
    not_otherwise(play, c.trait, c.listed.kind)
    ends = c.listed.gift or c.listed.fault
    if ends and play.options[FudgeOptions].gift_model != "bipolar":
        play.refuse(
            "Gifts and Faults are no ends of a ladder at this table",
            rule="FUD-019",
            path="$.listed.gift" if c.listed.gift else "$.listed.fault",
            hint="the option gift_model=bipolar makes them so",
        )
    own = play.options[FudgeOptions].ladder
    bring = {
        name: level(rung, f"$.listed.abilities.{name}", own)
        for name, rung in c.listed.abilities.items()
    }
    listed = replace(c.listed, abilities=bring)
    _borne(play, replace(campaign, traits={**campaign.traits, c.trait: listed}))
    play.emit(TraitListed(trait=c.trait, listed=listed, rule=_rule(listed)))


def _borne(play: Play, campaign: Campaign) -> None:
    """Whoever is in play has no Power that the campaign would not have any more. FUD-085."""
    for actor, who in play.state[Fudge].characters.items():
        for name, power in who.powers.items():
            try:
                admitted(name, power, campaign, "$")
            except Refused:
                play.refuse(
                    f"{actor} has {name}, which would not be a Power here any more",
                    rule="FUD-085", path="$", hint=f"first change {actor}: fudge.revise",
                )  # fmt: skip


def _rule(listed: Listed) -> str:
    """The rule that lets a trait be as it is listed."""
    if listed.kind == "power":
        return "FUD-083" if listed.worth != 1 else "FUD-085"
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
    is_power = listed.kind == "power"
    is_beyond = is_power or (listed.kind == "attribute" and bool(listed.power))
    wrong = {
        "difficulty": listed.difficulty != "normal" and not is_skill,
        "studied": listed.studied and not is_skill,
        "breadth": bool(listed.breadth) and not is_skill,
        "covers": bool(listed.covers) and not is_ladder and not is_power,
        "steps": listed.steps > 1 and listed.kind != "gift",
        "gift": bool(listed.gift) and listed.kind != "attribute",
        "fault": bool(listed.fault) and listed.kind != "attribute",
        "power": bool(listed.power) and not is_beyond,
        "worth": listed.worth != 1 and not is_power,
        "skill": bool(listed.skill) and not is_beyond,
        "abilities": bool(listed.abilities) and not is_beyond,
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
    campaign = play.state[Fudge].campaign
    left = {name: listed for name, listed in campaign.traits.items() if name != c.trait}
    _borne(play, replace(campaign, traits=left))
    play.emit(TraitDropped(trait=c.trait))


@rules.decides(DescribeTraits, may=gm)
def describe_traits(c: DescribeTraits, play: Play) -> None:
    """Damage Resistance alone is needed, as an attribute of its own or as another. FUD-009.

    Which Powers there are is the GM's to say: by kinds, or one by one. FUD-085.
    """
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
    agreeing(play, c.resistance, c.without)
    for field, rule in (("without", "FUD-002"), ("power_kinds", "FUD-085")):
        if len(set(getattr(c, field))) < len(getattr(c, field)):
            play.refuse("a kind is named twice", rule=rule, path=f"$.{field}")
    for name, listed in campaign.traits.items():
        if listed.kind in c.without:
            play.refuse(
                f"{name} on the list is a {listed.kind}",
                rule="FUD-002",
                path="$.without",
                hint="take it off the list first: fudge.drop_trait",
            )
    _borne(play, replace(campaign, power_kinds=c.power_kinds, powers_whole=c.powers_whole))
    play.emit(
        TraitsDescribed(
            whole=c.whole, resistance=c.resistance, without=c.without,
            power_kinds=c.power_kinds, powers_whole=c.powers_whole,
        )
    )  # fmt: skip


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
    return _changed(
        s, whole=e.whole, resistance=e.resistance, without=e.without,
        power_kinds=e.power_kinds, powers_whole=e.powers_whole,
    )  # fmt: skip


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
    if e.power_kinds:
        powers = ", ".join(telling.say(f"fudge.power-kind.{kind}") for kind in e.power_kinds)
        said.append(telling.say("fudge.described.powers", kinds=powers))
    if e.powers_whole:
        said.append(telling.say("fudge.described.powers.whole"))
    return " ".join(said)
