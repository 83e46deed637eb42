"""Gifts, Faults and Powers are taken by a character who is being made (2.63, 2.64, 3.2).

FUD-067, 070 to 072, 083 and 270.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from ....core.ids import check_id
from ....core.messages import Command
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..ladder import Level, level
from ..options import FudgeOptions
from ..paper import Fault, Gift, Power
from ..state import Fudge
from .begun import DraftChanged, changeable, drafter, runs, translated
from .costs import Kind, Ruling
from .drafts import Draft, Entry, key
from .writing import named, paid, permitted

rules = Rules(Fudge, FudgeOptions)

Few = Annotated[int, Meta(ge=0, le=99)]
"""A small number, none or more."""


class TakeTrait(Command, ruleset="fudge"):
    """Give a character who is being made a Gift, a Fault, a Superfault or a Power.

    Args:
        actor: id that he will have.
        trait: its id.
        kind: which of them it is.
        name: for people; empty for the book's word of the id.
        worth: Gifts, Faults or Powers that it counts for, where the GM sends this; None for the
            usual.
        level: step of a Gift, or rung of a Power, where it has one.
        uses: how often a day a Power may be used.
        damage: what a Power that attacks adds to a blow.
        drawbacks: what using a Power brings with it, in words.
        mandatory: whether the table demands the Fault, so that it pays for nothing (FUD-270).
        doubles: ids of skills that the Fault makes cost twice as much, now and later.
        note: what it does, in words.
    """

    actor: str
    trait: str
    kind: Literal["gift", "fault", "superfault", "power"]
    name: str = ""
    worth: Few | None = None
    level: Level | None = None
    uses: Annotated[int, Meta(ge=0, le=999)] | None = None
    damage: Annotated[int, Meta(ge=-99, le=99)] | None = None
    drawbacks: tuple[str, ...] = ()
    mandatory: bool = False
    doubles: tuple[str, ...] = ()
    note: str = ""


class TraitTaken(DraftChanged, ruleset="fudge"):
    """A character who is being made has a Gift, Fault, Superfault or Power.

    Args:
        trait: its id.
        kind: which of them it is.
        cost: Gifts or Powers that it costs; of a Fault, attribute levels that it pays.
    """

    trait: str
    kind: Literal["gift", "fault", "superfault", "power"]
    cost: int


@rules.decides(TakeTrait, may=drafter)
def take(c: TakeTrait, play: Play) -> None:
    """Gifts beyond the free ones and Powers are paid for, Faults pay. FUD-067, FUD-070, FUD-072."""
    draft = changeable(play, c.actor, play.by)
    translated(play, draft, play.by)
    check_id(c.trait, "$.trait")
    kind: Kind = "fault" if c.kind == "superfault" else c.kind
    name = key(kind, c.trait)
    permitted(play, draft, name)
    for field in ("mandatory", "doubles"):
        if getattr(c, field) and kind != "fault":
            play.refuse("only a Fault does that", path=f"$.{field}", rule="FUD-021")
    if c.worth is not None and not runs(play, play.by):
        play.refuse(
            "the GM says what it counts for",
            path="$.worth",
            rule="FUD-083" if kind == "power" else "FUD-071",
            hint="leave it out; the GM rules it: fudge.price_trait",
        )
    if kind == "power" and not play.options[FudgeOptions].powers:
        play.refuse(
            "nobody has Supernormal Powers here", path="$.kind", rule="FUD-079",
            hint="the option powers",
        )  # fmt: skip
    made = _taken(draft, c)
    entry = Entry(kind, ruling=draft.rulings.get(name, Ruling()))
    made, modifiers = paid(play, c.actor, made, c.trait, entry)
    for skill in _dearer(draft, made):
        made, more = paid(play, c.actor, made, skill, made.entries[skill])
        modifiers += more
    play.emit(
        TraitTaken(
            actor=c.actor,
            draft=made,
            trait=c.trait,
            kind=c.kind,
            cost=made.entries[name].cost,
            modifiers=modifiers,
        )
    )


def _dearer(before: Draft, after: Draft) -> tuple[str, ...]:
    """Skills that a Fault makes dear which did not before, or no longer does."""
    one, other = (
        {skill for fault in draft.sheet.faults.values() for skill in fault.doubles}
        for draft in (before, after)
    )
    return tuple(sorted((one ^ other) & after.sheet.skills.keys()))


def unburdened(play: Play, actor: str, before: Draft, after: Draft) -> Draft:
    """A draft after something was struck, its skills at what they cost without that."""
    for skill in _dearer(before, after):
        after, _ = paid(play, actor, after, skill, after.entries[skill])
    return after


def _taken(draft: Draft, c: TakeTrait) -> Draft:
    sheet = draft.sheet
    if c.kind == "gift":
        step = 1 if c.level is None else level(c.level, "$.level")
        gift = Gift(name=c.name, level=step, worth=1 if c.worth is None else c.worth, note=c.note)
        return replace(draft, sheet=replace(sheet, gifts={**sheet.gifts, c.trait: gift}))
    if c.kind == "power":
        power = Power(
            name=c.name,
            level=None if c.level is None else level(c.level, "$.level", draft.limits.ladder),
            worth=1 if c.worth is None else c.worth,
            uses=c.uses,
            damage=c.damage,
            drawbacks=c.drawbacks,
            note=c.note,
        )
        return replace(draft, sheet=replace(sheet, powers={**sheet.powers, c.trait: power}))
    fault = Fault(
        name=c.name,
        worth=c.worth,
        superfault=c.kind == "superfault",
        mandatory=c.mandatory,
        doubles=c.doubles,
        note=c.note,
    )
    return replace(draft, sheet=replace(sheet, faults={**sheet.faults, c.trait: fault}))


@rules.tells(TraitTaken, aside=True)
def tell_taken(e: TraitTaken, telling: Telling) -> str:
    """What he has now."""
    return telling.say(
        f"fudge.trait_taken.{e.kind}", name=e.draft.name, trait=named(telling, e.draft, e.trait)
    )
