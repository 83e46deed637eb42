"""What the GM makes traits cost, and what he grants beside the limits.

FUD-058, 063, 071 and 083.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from ....core.ids import check_id
from ....core.messages import Command
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..options import FudgeOptions
from ..state import Fudge
from .begun import DraftChanged, draft_of
from .costs import Kind, Ruling
from .drafts import TraitKind, id_of, kept, key
from .writing import named, paid

rules = Rules(Fudge, FudgeOptions)


class PriceTrait(Command, ruleset="fudge"):
    """Rule what a trait costs one who is being made, or what a Fault of his pays.

    Args:
        actor: id that he will have.
        trait: its id.
        kind: what it is, where he does not have it yet, or has several of that id.
        times: what it costs by the book is taken as often; 0 for nothing.
        plus: and so many levels, Gifts or Powers are added, or less; of a Fault, attribute levels
            (FUD-071).
        why: in words.
    """

    actor: str
    trait: str
    kind: TraitKind | Literal[""] = ""
    times: Annotated[int, Meta(ge=0, le=9)] = 1
    plus: Annotated[int, Meta(ge=-99, le=99)] = 0
    why: str = ""


class TraitPriced(DraftChanged, ruleset="fudge"):
    """The GM has ruled what a trait costs.

    Args:
        trait: its id.
        before: what it cost; None where it is not on the sheet.
        after: what it costs.
        why: in words.
    """

    trait: str
    before: int | None
    after: int | None
    why: str


class GrantLevels(Command, ruleset="fudge"):
    """Give whoever is being made more than the limits do, or less.

    Args:
        actor: id that the character will have.
        kind: of what; of Faults, attribute levels.
        amount: how many, less than nothing to take them.
        why: in words.
    """

    actor: str
    kind: Kind
    amount: Annotated[int, Meta(ge=-999, le=999)]
    why: str = ""


class LevelsGranted(DraftChanged, ruleset="fudge"):
    """The GM gave somebody who is being made more than the limits do, or less.

    Args:
        kind: of what.
        before: what had been granted of it.
        after: what is.
        why: in words.
    """

    kind: Kind
    before: int
    after: int
    why: str


@rules.decides(PriceTrait, may=gm)
def price_trait(c: PriceTrait, play: Play) -> None:
    """A grave Fault pays more, a mild one less; some Powers are dearer. FUD-071, FUD-083.

    So is a skill of a broad group, or one that the GM makes dear; and what the GM does not let
    anybody profit from by lowering it costs nothing (FUD-063).
    """
    draft = draft_of(play, c.actor)
    if draft.status == "approved":
        play.refuse(f"{c.actor} is in play", path="$.actor", rule="FUD-029")
    check_id(c.trait, "$.trait")
    ruling = Ruling(c.times, c.plus, c.why)
    there = any(id_of(name) == c.trait for name in draft.entries)
    name = kept(draft, c.trait, c.kind) if there or not c.kind else key(c.kind, c.trait)
    made = replace(draft, rulings={**draft.rulings, name: ruling})
    entry = draft.entries.get(name)
    modifiers: tuple[Modifier, ...] = ()
    if entry:
        made, modifiers = paid(play, c.actor, made, c.trait, replace(entry, ruling=ruling))
    play.emit(
        TraitPriced(
            actor=c.actor,
            draft=made,
            trait=c.trait,
            before=entry.cost if entry else None,
            after=made.entries[name].cost if entry else None,
            why=c.why,
            modifiers=modifiers,
        )
    )


@rules.decides(GrantLevels, may=gm)
def grant(c: GrantLevels, play: Play) -> None:
    """The GM may give any number of levels. FUD-058."""
    draft = draft_of(play, c.actor)
    if draft.status == "approved":
        play.refuse(f"{c.actor} is in play", path="$.actor", rule="FUD-029")
    if not c.amount:
        play.refuse("nothing is given or taken", path="$.amount", rule="FUD-058")
    if not draft.limits.counted:
        play.refuse("nothing is counted here", path="$.kind", rule="FUD-052")
    before = draft.granted.get(c.kind, 0)
    after = before + c.amount
    made = replace(draft, granted={**draft.granted, c.kind: after})
    play.emit(
        LevelsGranted(actor=c.actor, draft=made, kind=c.kind, before=before, after=after, why=c.why)
    )


@rules.tells(TraitPriced)
def tell_priced(e: TraitPriced, telling: Telling) -> str:
    """What it costs by the GM's word."""
    key = "fudge.trait_priced.why" if e.why else "fudge.trait_priced"
    if e.after is None:
        key = "fudge.trait_priced.later"
    return telling.say(
        key, name=e.draft.name, trait=named(telling, e.draft, e.trait), cost=e.after, why=e.why
    )


@rules.tells(LevelsGranted)
def tell_granted(e: LevelsGranted, telling: Telling) -> str:
    """What he has beside the limits."""
    return telling.say(
        "fudge.levels_granted.why" if e.why else "fudge.levels_granted",
        name=e.draft.name,
        amount=telling.signed(e.after),
        kind=telling.say(f"fudge.account.{e.kind}"),
        why=e.why,
    )
