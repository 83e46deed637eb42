"""Free Traits: what somebody forgot when he was made, and remembers in play (2.7).

FUD-073 and FUD-074.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core.asked import Choice
from ....core.ids import check_id
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.actors import ActorRemoved
from ....core.telling import Telling
from ..ladder import SUPERB, Level, highest, level, result
from ..options import FudgeOptions
from ..paper import Difficulty, Fault, Gift, Power, Sheet
from ..state import RESISTANCE, Character, Fudge, character, fighting
from ..traits.characters import alter
from ..traits.sheet import figures
from ..wording import source, trait
from .checking import cap_rule, counts
from .limits import Limits, Slotted, Swap, by_level, limits_of, swapped

rules = Rules(Fudge, FudgeOptions)

FreeKind = Literal["attribute", "skill", "gift", "fault", "power"]


class DefineTrait(Command, ruleset="fudge"):
    """Define a trait of somebody in play that was forgotten, at no cost, if the GM agrees.

    Args:
        actor: who.
        trait: its id.
        kind: what it is.
        level: where it stands, of an attribute or a skill; else left out.
        difficulty: of a skill.
        name: for people; empty for the book's word of the id.
        note: what it does, in words.
    """

    actor: str
    trait: str
    kind: FreeKind = "skill"
    level: Level | None = None
    difficulty: Difficulty = "normal"
    name: str = ""
    note: str = ""


class FreeTraitDefined(Event, ruleset="fudge"):
    """A Free Trait stands on somebody's sheet.

    Args:
        actor: whose.
        trait: its id.
        kind: what it is.
        level: where it stands, of an attribute or a skill.
        used: Free Traits that he has defined now.
        left: how many more he may.
        rule: id of the rule.
    """

    actor: str
    trait: str
    kind: FreeKind
    level: int | None
    used: int
    left: int
    rule: str = "FUD-073"


class FreeTraitDenied(Event, ruleset="fudge"):
    """The GM did not agree to a Free Trait; nothing is used up.

    Args:
        actor: who asked.
        trait: for which.
        rule: id of the rule.
    """

    actor: str
    trait: str
    rule: str = "FUD-073"


def free_traits_left(look: Look, actor: str) -> int:
    """How many Free Traits somebody may still define. FUD-073."""
    used = look.state[Fudge].free_traits.get(actor, 0)
    return max(0, look.options[FudgeOptions].free_traits - used)


@rules.decides(DefineTrait, may=owner("actor"))
def define(c: DefineTrait, play: Play) -> None:
    """Each has so many, however he was made; in a fight only a kind GM agrees. FUD-073."""
    who = character(play, c.actor)
    left = free_traits_left(play, c.actor)
    if not left:
        play.refuse(f"{c.actor} has no Free Trait left", path="$.actor", rule="FUD-073")
    check_id(c.trait, "$.trait")
    c, sheet = _as_listed(c, play), who.sheet
    if c.trait == RESISTANCE or any(c.trait in held for held in _held(sheet)):
        play.refuse(
            f"{c.actor} has {c.trait} already", path="$.trait", rule="FUD-073",
            hint="a Free Trait is one that was never defined",
        )  # fmt: skip
    rung = _rung(c, play)
    figures(_with(sheet, c, rung), play.options[FudgeOptions], "$", play.state[Fudge].campaign)
    if rung is not None and c.kind in ("attribute", "skill"):
        _room(c, play, who, "attribute" if c.kind == "attribute" else "skill", rung)
    in_fight = fighting(play, c.actor)
    question = (
        "Define a Free Trait in the middle of a fight?" if in_fight else "Is this Free Trait his?"
    )
    choices = (
        Choice("define", label="yes, it is his", rule="FUD-073"),
        Choice("not-now", label="no", rule="FUD-073"),
    )
    name = "free-trait-in-fight" if in_fight else "free-trait"
    said = play.ask(question, choices=choices, name=name, rule="FUD-073")
    if said.id == "not-now":
        play.emit(FreeTraitDenied(actor=c.actor, trait=c.trait))
        return
    alter(play, c.actor, _with(sheet, c, rung), c.trait, "FUD-073")
    used = play.state[Fudge].free_traits.get(c.actor, 0) + 1
    play.emit(
        FreeTraitDefined(
            actor=c.actor, trait=c.trait, kind=c.kind, level=rung, used=used, left=left - 1
        )
    )


def _as_listed(c: DefineTrait, play: Play) -> DefineTrait:
    """How hard a skill is to learn is as the campaign's list has it. FUD-059."""
    listed = play.state[Fudge].campaign.traits.get(c.trait)
    if listed and listed.kind == c.kind == "skill":
        return replace(c, difficulty=listed.difficulty)
    return c


def _held(sheet: Sheet) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(held)
        for held in (sheet.attributes, sheet.skills, sheet.gifts, sheet.faults, sheet.powers)
    )


def _rung(c: DefineTrait, play: Play) -> int | None:
    wanted = c.kind in ("attribute", "skill")
    if wanted and c.level is None:
        play.refuse("at which level?", path="$.level", rule="FUD-073")
    if c.level is not None and c.kind in ("gift", "fault"):
        play.refuse(f"a {c.kind} has no level of the ladder", path="$.level", rule="FUD-017")
    if c.level is None:
        return None
    own = play.options[FudgeOptions].ladder
    rung = level(c.level, "$.level", own)
    if rung > highest(own) and play.table.actors[c.actor].kind == "pc":
        play.refuse(
            "nobody begins Legendary, nor has forgotten that he is",
            path="$.level",
            rule="FUD-006",
            hint=f"{result(highest(own), own=own)} or less; he may grow so in play",
        )
    return rung


def _room(c: DefineTrait, play: Play, who: Character, kind: Slotted, rung: int) -> None:
    """Where as many stand at that level as may, no Free Trait does. FUD-074."""
    limits, swap = _limits(play, c.actor, kind)
    caps = limits.attribute_caps if kind == "attribute" else limits.skill_caps
    own = play.options[FudgeOptions].ladder
    most = by_level(swapped(caps, swap)).get(min(rung, SUPERB))
    number = counts(who.sheet, kind, own).get(min(rung, SUPERB), 0)
    if most is not None and number >= most:
        play.refuse(
            f"{number} of {most} {kind}s stand at {result(rung, own=own)}",
            path="$.level",
            rule="FUD-074",
            hint=f"{result(rung - 1, own=own)} or less: {cap_rule(limits, kind)} counts here too",
        )


def _limits(look: Look, actor: str, kind: Slotted) -> tuple[Limits, Swap]:
    """Limits that he was made by; the table's where nobody made him here."""
    draft = look.state[Fudge].drafts.get(actor)
    if draft is None or draft.status != "approved":
        return limits_of(look.options[FudgeOptions]), Swap()
    return draft.limits, draft.attribute_slots if kind == "attribute" else draft.skill_slots


def _with(sheet: Sheet, c: DefineTrait, rung: int | None) -> Sheet:
    if c.kind == "attribute" and rung is not None:
        return replace(sheet, attributes={**sheet.attributes, c.trait: rung})
    if c.kind == "skill" and rung is not None:
        own = {} if c.difficulty == "normal" else {c.trait: c.difficulty}
        return replace(
            sheet,
            skills={**sheet.skills, c.trait: rung},
            difficulty={**sheet.difficulty, **own},
        )
    if c.kind == "gift":
        gift = Gift(name=c.name, note=c.note)
        return replace(sheet, gifts={**sheet.gifts, c.trait: gift})
    if c.kind == "fault":
        fault = Fault(name=c.name, note=c.note)
        return replace(sheet, faults={**sheet.faults, c.trait: fault})
    power = Power(name=c.name, level=rung, note=c.note)
    return replace(sheet, powers={**sheet.powers, c.trait: power})


@rules.evolves(FreeTraitDefined)
def defined(s: Fudge, e: FreeTraitDefined) -> Fudge:
    """Copy how many he has defined."""
    return replace(s, free_traits={**s.free_traits, e.actor: e.used})


@rules.evolves(ActorRemoved)
def removed(s: Fudge, e: ActorRemoved) -> Fudge:
    """Whoever has left takes his Free Traits and his draft with him."""
    if e.actor not in s.free_traits and e.actor not in s.drafts:
        return s
    return replace(
        s,
        free_traits={who: used for who, used in s.free_traits.items() if who != e.actor},
        drafts={who: draft for who, draft in s.drafts.items() if who != e.actor},
    )


@rules.tells(FreeTraitDefined)
def tell_defined(e: FreeTraitDefined, telling: Telling) -> str:
    """What he has always had, and how many more there may be."""
    places = {"name": telling.name(e.actor), "trait": source(telling, e.trait), "left": e.left}
    if e.level is None:
        return telling.say("fudge.free_trait", **places)
    return telling.say("fudge.free_trait.level", level=trait(telling, e.level, "f"), **places)


@rules.tells(FreeTraitDenied)
def tell_denied(e: FreeTraitDenied, telling: Telling) -> str:
    """That the GM did not agree."""
    name = telling.name(e.actor)
    return telling.say("fudge.free_trait.denied", name=name, trait=source(telling, e.trait))
