"""Attributes and skills of a character who is being made, each at its level and with its cost.

FUD-006, 044, 050, 055, 056, 059 to 061, 063 to 066 and 269.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core.ids import check_id
from ....core.messages import Command
from ....core.modifiers import Modifier, tally
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..ladder import Level, highest, level, result, top
from ..options import FudgeOptions
from ..paper import Difficulty
from ..state import ATTRIBUTES, RESISTANCE, Fudge, runs
from ..wording import source, trait
from .accounts import price
from .begun import DraftChanged, changeable, drafter, translated
from .costs import COST, Ruling, TraitCost
from .drafts import Draft, Entry, id_of, key

rules = Rules(Fudge, FudgeOptions)


class SetTrait(Command, ruleset="fudge"):
    """Set an attribute or a skill of a character who is being made: raise it, or lower it.

    Args:
        actor: id that he will have.
        trait: its id.
        level: where it stands then, a word of the ladder or a number.
        kind: attribute or skill; empty for what it is on his sheet, else a skill, but for
            ``strength``, ``mass`` and ``damage-resistance``, which are attributes.
        difficulty: of a skill, how hard it is to learn.
        broad: whether it is a broad skill where specific ones stand beside it (FUD-064, FUD-065).
        studied: whether it is Non-Existent until a level is spent on it (FUD-060).
        inside: id of the broad skill of which he learns this part alone (FUD-066).
    """

    actor: str
    trait: str
    level: Level
    kind: Literal["", "attribute", "skill"] = ""
    difficulty: Difficulty | None = None
    broad: bool | None = None
    studied: bool | None = None
    inside: str | None = None


class TraitSet(DraftChanged, ruleset="fudge"):
    """An attribute or skill of a character who is being made stands at a level.

    Args:
        trait: its id.
        before: rung where it stood; None where it was not on the sheet.
        after: rung where it stands.
        cost: attribute or skill levels that it costs in all.
    """

    trait: str
    before: int | None
    after: int
    cost: int


@rules.decides(SetTrait, may=drafter)
def set_trait(c: SetTrait, play: Play) -> None:
    """Any level by the free methods (FUD-044), else for levels. FUD-055, FUD-056, FUD-061, FUD-063.

    A skill that is written beside a broad one is the exception to it (FUD-050); an attribute
    that nobody writes down is Fair (FUD-269).
    """
    draft = changeable(play, c.actor, play.by)
    translated(play, draft, play.by)
    check_id(c.trait, "$.trait")
    value = level(c.level, "$.level", draft.limits.ladder)
    old = draft.entries.get(c.trait)
    c = _as_listed(c, play, draft)
    kind = _ladder_kind(c, draft, old, play)
    permitted(play, draft, c.trait)
    _bounded(play, draft, kind, value)
    entry = Entry(
        kind,
        broad=(old.broad if old else False) if c.broad is None else c.broad,
        studied=(old.studied if old else False) if c.studied is None else c.studied,
        inside=(old.inside if old else "") if c.inside is None else c.inside,
        rolled=old.rolled if old else None,
        ruling=draft.rulings.get(c.trait, Ruling()),
    )
    _fielded(play, draft, c.trait, entry, value)
    made = _written(draft, c, kind, value)
    made, modifiers = paid(play, c.actor, made, c.trait, entry)
    play.emit(
        TraitSet(
            actor=c.actor,
            draft=made,
            trait=c.trait,
            before=_stood(draft, c.trait),
            after=value,
            cost=made.entries[c.trait].cost,
            modifiers=modifiers,
        )
    )


def _as_listed(c: SetTrait, play: Play, draft: Draft) -> SetTrait:
    """What the campaign's list says of a trait holds for all who have it. FUD-009, FUD-059."""
    listed = play.state[Fudge].campaign.traits.get(c.trait)
    if listed is None:
        return c
    kind = listed.kind
    if kind not in ("attribute", "skill") or c.kind not in ("", kind):
        play.refuse(
            f"{c.trait} is a {kind} in this campaign", path="$.kind", rule="FUD-009",
            hint="the campaign's list says what it is",
        )  # fmt: skip
    if kind == "attribute":
        return replace(c, kind=kind)
    if c.difficulty not in (None, listed.difficulty):
        play.refuse(
            f"{c.trait} is {listed.difficulty} to learn in this campaign", path="$.difficulty",
            rule="FUD-059", hint="leave it out",
        )  # fmt: skip
    broad = listed.breadth == "broad" and draft.limits.broad_times > 1
    return replace(
        c,
        kind=kind,
        difficulty=listed.difficulty,
        studied=listed.studied or c.studied,
        broad=broad or c.broad,
    )


def _ladder_kind(
    c: SetTrait, draft: Draft, old: Entry | None, play: Play
) -> Literal["attribute", "skill"]:
    if old is None:
        reckoned = c.trait in (*ATTRIBUTES, RESISTANCE)  # Fudge itself has these as attributes
        return c.kind or ("attribute" if reckoned else "skill")
    if c.kind and c.kind != old.kind:
        play.refuse(
            f"{c.trait} is a trait of another kind", path="$.kind", rule="FUD-002",
            hint=f"{old.kind}; else strike it first: fudge.strike_trait",
        )  # fmt: skip
    return "attribute" if old.kind == "attribute" else "skill"


def permitted(play: Play, draft: Draft, name: str) -> None:
    """Refuse what the GM has vetoed. FUD-078."""
    if name in draft.vetoed:
        play.refuse(f"the GM does not allow {id_of(name)}", path="$.trait", rule="FUD-078")


def _bounded(play: Play, draft: Draft, kind: Literal["attribute", "skill"], value: int) -> None:
    """Nobody begins beyond the ladder, but who is Legendary by the GM's own hand. FUD-006."""
    own, limits = draft.limits.ladder, draft.limits
    best = top(play.options[FudgeOptions].legendary, own)
    if limits.least <= value <= (best if runs(play, play.by) else limits.most):
        return
    legendary = highest(own) < value <= best
    above, below = result(highest(own), own=own), result(limits.least, own=own)
    rule = "FUD-055" if kind == "attribute" else "FUD-061"
    play.refuse(
        f"nobody begins above {above} or below {below}",
        path="$.level",
        rule="FUD-006" if legendary else rule,
        hint="the GM may write it, and rule why it stands"
        if legendary
        else "characters grow beyond that in play",
    )


def _fielded(play: Play, draft: Draft, name: str, entry: Entry, value: int) -> None:
    """Broad and specific skills stand together as the table lets them. FUD-064 to FUD-066."""
    limits = draft.limits
    if entry.broad and limits.counted and limits.broad_times == 1:
        play.refuse(
            "all skills take in equally much here", path="$.broad", rule="FUD-064",
            hint="the option skill_breadth=mixed_double lets broad ones stand beside others",
        )  # fmt: skip
    if entry.broad and limits.broad_most is not None and value > limits.broad_most:
        play.refuse(
            f"{name} takes in what others do apart: it ends at Good", path="$.level",
            rule="FUD-065", hint="raise the specific ones",
        )  # fmt: skip
    together = [name] if entry.inside in draft.entries else []
    together += [part for part, other in draft.entries.items() if other.inside == name]
    if together and limits.counted and limits.broad_most is None:
        play.refuse(
            f"{together[0]} is the only part of it that is learnt: the rest stays at its default",
            path="$.trait",
            rule="FUD-066",
            hint="the option skill_breadth=mixed_triple lets both stand",
        )


def _written(draft: Draft, c: SetTrait, kind: Literal["attribute", "skill"], value: int) -> Draft:
    sheet = draft.sheet
    if kind == "attribute":
        made = replace(sheet, attributes={**sheet.attributes, c.trait: value})
        if c.trait == RESISTANCE:
            made = replace(made, resistance=value)
        return replace(draft, sheet=made)
    made = replace(sheet, skills={**sheet.skills, c.trait: value})
    if c.difficulty is not None:
        others = {name: how for name, how in sheet.difficulty.items() if name != c.trait}
        own = {} if c.difficulty == "normal" else {c.trait: c.difficulty}
        made = replace(made, difficulty={**others, **own})
    return replace(draft, sheet=made)


def _stood(draft: Draft, name: str) -> int | None:
    found = draft.sheet.attributes.get(name, draft.sheet.skills.get(name))
    return None if found is None else level(found, own=draft.limits.ladder)


def paid(
    play: Play, actor: str, made: Draft, name: str, entry: Entry
) -> tuple[Draft, tuple[Modifier, ...]]:
    """A draft with what one of its traits costs, and what changed that cost.

    Args:
        play: of now.
        actor: id that the character will have.
        made: with the trait on its sheet.
        name: id of the trait.
        entry: of it, without its cost.
    """
    sheet = made.sheet
    rung = _stood(made, name) if entry.kind in ("attribute", "skill") else None
    if entry.kind == "power":
        rung = sheet.powers[name].level
    amount = price(sheet, name, made.limits, entry)
    proposal = TraitCost(actor=actor, kind=entry.kind, trait=name, level=rung, amount=amount)
    modifiers = play.modifiers(proposal)
    cost = tally(amount, modifiers, COST)
    entries = {**made.entries, key(entry.kind, name): replace(entry, cost=cost)}
    return replace(made, entries=entries), modifiers


@rules.tells(TraitSet, aside=True)
def tell_set(e: TraitSet, telling: Telling) -> str:
    """Where it stands, and for what."""
    named = source(telling, e.trait)
    places = {"name": e.draft.name, "trait": named, "after": trait(telling, e.after, "f")}
    if not e.draft.limits.counted:
        return telling.say("fudge.trait_set.free", **places)
    unit = "attribute" if e.trait in e.draft.sheet.attributes else "skill"
    return telling.say(f"fudge.trait_set.{unit}", cost=e.cost, **places)


def named(telling: Telling, draft: Draft, name: str) -> str:
    """A trait in the reader's words: what the sheet calls it, else the book's word of its id."""
    sheet = draft.sheet
    for held in (sheet.gifts.get(name), sheet.faults.get(name), sheet.powers.get(name)):
        if held and held.name:
            return held.name
    return source(telling, name)
