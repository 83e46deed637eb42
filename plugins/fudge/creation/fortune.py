"""The dice say what somebody is like: attributes, skills, Gifts and Faults (2.8).

FUD-075 to FUD-077.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core.ids import check_id
from ....core.messages import Command
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..content.creation import creation
from ..ladder import TERRIBLE
from ..options import FudgeOptions
from ..paper import Difficulty, Fault, Gift
from ..state import RESISTANCE, Fudge
from ..wording import source, trait
from .begun import DraftChanged, changeable, drafter
from .drafts import Draft, Entry, key
from .writing import paid

rules = Rules(Fudge, FudgeOptions)

Table = Literal["attribute", "skill", "gift", "fault"]


class RollTrait(Command, ruleset="fudge"):
    """Let the dice say where a trait of a character who is being made stands, or which he has.

    Args:
        actor: id that he will have.
        kind: which table: attribute, skill, gift or fault.
        trait: id of the attribute or skill; empty for a Gift or Fault, which the dice choose.
        difficulty: of a skill.
    """

    actor: str
    kind: Table
    trait: str = ""
    difficulty: Difficulty = "normal"


class TraitRolled(DraftChanged, ruleset="fudge"):
    """The dice have given somebody who is being made a trait.

    Args:
        kind: which table.
        trait: id of the trait.
        total: what the dice came to.
        level: rung of an attribute or skill; None for a Gift or Fault.
        rule: id of the rule.
    """

    kind: Table
    trait: str
    total: int
    level: int | None
    rule: str


RULES: dict[Table, str] = {
    "attribute": "FUD-075",
    "skill": "FUD-076",
    "gift": "FUD-077",
    "fault": "FUD-077",
}


def rolled_attribute(total: int) -> int:
    """The rung of an attribute by the sum of two dice, 2 to 12. FUD-075."""
    return creation().dice.attribute[total - 2]


def rolled_skill(total: int, twelve: Literal["fair", "terrible"] = "fair") -> int:
    """The rung of a skill by the sum of two dice, 2 to 12. FUD-076.

    Args:
        total: of the dice.
        twelve: what a 12 means, which the book prints twice.
    """
    if total == 12 and twelve == "terrible":
        return TERRIBLE
    return creation().dice.skill[total - 2]


def chances(kind: Literal["gift", "fault"], options: FudgeOptions) -> tuple[str, ...]:
    """Ids of the Gifts or Faults that one die chooses from, from 1; the GM's come last. FUD-077."""
    dice = creation().dice
    if kind == "gift":
        return (*dice.gift, *options.rand_gifts)
    return (*dice.fault, *options.rand_faults)


@rules.decides(RollTrait, may=drafter)
def roll_trait(c: RollTrait, play: Play) -> None:
    """Two dice for an attribute or a skill; one for a Gift or a Fault (FUD-077)."""
    draft = changeable(play, c.actor, play.by)
    rule = RULES[c.kind]
    if draft.limits.method != "random":
        play.refuse(
            "the dice have no say in it", path="$.actor", rule=rule,
            hint="begin with method=random, or set the option creation",
        )  # fmt: skip
    if c.kind in ("attribute", "skill"):
        _on_ladder(c, play, draft)
    else:
        _chosen(c, play, draft)


def _who(play: Play, draft: Draft) -> str:
    return draft.player or play.by


def _on_ladder(c: RollTrait, play: Play, draft: Draft) -> None:
    """FUD-075 for attributes, FUD-076 for skills; the level costs nothing."""
    kind: Literal["attribute", "skill"] = "attribute" if c.kind == "attribute" else "skill"
    if not c.trait:
        listed = [n for n, one in play.state[Fudge].campaign.traits.items() if one.kind == kind]
        play.refuse(
            f"which {kind} the dice decide is to be said", path="$.trait", rule=RULES[kind],
            hint=f"one of {', '.join(listed)}" if listed else "name it by its id",
        )  # fmt: skip
    check_id(c.trait, "$.trait")
    if c.trait in draft.entries:
        play.refuse(
            f"{c.trait} is there already", path="$.trait", rule=RULES[kind],
            hint="each trait is rolled once, and first",
        )  # fmt: skip
    if c.trait in draft.vetoed:
        play.refuse(f"the GM does not allow {c.trait}", path="$.trait", rule="FUD-078")
    difficulty = _listed(c, play)
    _reaching(play, draft, kind)
    total = play.roll("2d6", _who(play, draft), c.trait, rule=RULES[kind]).total
    options = play.options[FudgeOptions]
    if kind == "attribute":
        value = rolled_attribute(total)
        attributes = {**draft.sheet.attributes, c.trait: value}
        sheet = replace(draft.sheet, attributes=attributes)
        if c.trait == RESISTANCE:
            sheet = replace(sheet, resistance=value)
    else:
        value = rolled_skill(total, options.rand_skill_12)
        sheet = replace(draft.sheet, skills={**draft.sheet.skills, c.trait: value})
        if difficulty != "normal":
            sheet = replace(sheet, difficulty={**sheet.difficulty, c.trait: difficulty})
    made = replace(draft, sheet=sheet)
    made, modifiers = paid(play, c.actor, made, c.trait, Entry(kind, rolled=value))
    play.emit(
        TraitRolled(
            actor=c.actor,
            draft=made,
            kind=kind,
            trait=c.trait,
            total=total,
            level=value,
            rule=RULES[kind],
            modifiers=modifiers,
        )
    )


def _listed(c: RollTrait, play: Play) -> Difficulty:
    """How hard the trait is to learn; what the campaign's list says holds. FUD-009, FUD-059."""
    listed = play.state[Fudge].campaign.traits.get(c.trait)
    if listed is None:
        return c.difficulty
    if listed.kind != c.kind:
        play.refuse(
            f"{c.trait} is a {listed.kind} in this campaign", path="$.kind", rule="FUD-009",
            hint="the campaign's list says what it is",
        )  # fmt: skip
    if c.difficulty not in ("normal", listed.difficulty):
        play.refuse(
            f"{c.trait} is {listed.difficulty} to learn in this campaign", path="$.difficulty",
            rule="FUD-059", hint="leave it out",
        )  # fmt: skip
    return listed.difficulty


def _reaching(play: Play, draft: Draft, kind: Literal["attribute", "skill"]) -> None:
    """The dice give no level that is not on the table's own ladder. FUD-004."""
    table, limits = getattr(creation().dice, kind), draft.limits
    if min(table) < limits.least or max(table) > limits.most:
        play.refuse(
            "the dice would give levels that this ladder does not have",
            path="$.kind",
            rule=RULES[kind],
            hint=f"they go from {min(table)} to {max(table)}: write the level down instead",
        )


def _chosen(c: RollTrait, play: Play, draft: Draft) -> None:
    """What he has already is rolled again. FUD-077."""
    kind: Literal["gift", "fault"] = "gift" if c.kind == "gift" else "fault"
    if c.trait:
        play.refuse("the dice choose which", path="$.trait", rule="FUD-077")
    names = chances(kind, play.options[FudgeOptions])
    free = [name for name in names if key(kind, name) not in (*draft.entries, *draft.vetoed)]
    if not free:
        play.refuse("he has all that the dice could give", path="$.kind", rule="FUD-077")
    name, total = "", 0
    while name not in free:
        total = play.roll(f"1d{len(names)}", _who(play, draft), kind, rule="FUD-077").total
        name = names[total - 1]
    sheet = draft.sheet
    if kind == "gift":
        sheet = replace(sheet, gifts={**sheet.gifts, name: Gift()})
    else:
        sheet = replace(sheet, faults={**sheet.faults, name: Fault()})
    made, modifiers = paid(play, c.actor, replace(draft, sheet=sheet), name, Entry(kind))
    play.emit(
        TraitRolled(
            actor=c.actor,
            draft=made,
            kind=kind,
            trait=name,
            total=total,
            level=None,
            rule="FUD-077",
            modifiers=modifiers,
        )
    )


@rules.tells(TraitRolled)
def tell_rolled(e: TraitRolled, telling: Telling) -> str:
    """What the dice gave."""
    named = source(telling, e.trait)
    if e.level is None:
        return telling.say(f"fudge.trait_taken.{e.kind}", name=e.draft.name, trait=named)
    level = trait(telling, e.level, "f")
    return telling.say("fudge.trait_rolled", name=e.draft.name, trait=named, after=level)
