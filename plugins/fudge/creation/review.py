"""A character is shown to the GM, who takes him into play, or sends him back (2.5, 2.9).

FUD-029 and FUD-078.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from ....core.asked import Choice
from ....core.errors import RollbookError
from ....core.messages import Command
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.pools import balance
from ....core.telling import Telling
from ....core.vocabulary import Gained, Spent
from ..ladder import level
from ..options import FudgeOptions
from ..paper import Fault, Gift, Power, Sheet
from ..state import Fudge
from ..traits.characters import Enter, alter
from ..traits.sheet import figures
from ..wording import source, trait
from .begun import DraftChanged, changeable, draft_of, drafter, without
from .checking import checked
from .drafts import Draft, Keeps, Kept, TraitKind, kept
from .findings import Finding, plain
from .taking import unburdened
from .writing import named

rules = Rules(Fudge, FudgeOptions)

Way = Literal["another-fault", "veto", "weakness", "trouble", "suggestion"]
"""What the GM does about a character: four ways against excess (FUD-078), or he suggests more."""

POOL = "fudge-points"


class SubmitDraft(Command, ruleset="fudge"):
    """Show the GM a character who is made.

    Args:
        actor: id that he will have.
        plea: why something that is wrong by the figures should stand; the GM says if it does.
    """

    actor: str
    plea: str = ""


class DraftSubmitted(DraftChanged, ruleset="fudge"):
    """A character is before the GM.

    Args:
        findings: what is wrong with him by the figures.
        plea: why it should stand all the same.
    """

    findings: tuple[Finding, ...]
    plea: str


class ApproveDraft(Command, ruleset="fudge"):
    """Take a character who was shown into play.

    Args:
        actor: id that he will have.
        ruling: why he stands although something is wrong by the figures; he is refused otherwise.
    """

    actor: str
    ruling: str = ""


class DraftApproved(DraftChanged, ruleset="fudge"):
    """A character has been taken into play.

    Args:
        findings: what stands although it is wrong by the figures.
        ruling: why.
    """

    findings: tuple[Finding, ...]
    ruling: str


class RejectDraft(Command, ruleset="fudge"):
    """Find a character too strong, or too weak: the GM is asked what is to be done, and how.

    Args:
        actor: id that he will have.
        notes: what the GM has to say to it.
        trait: id of the trait that is vetoed, or of the weakness that will be vital.
        kind: what it is, where several of his traits have that id.
        way: what is done; empty to be asked.
    """

    actor: str
    notes: str = ""
    trait: str = ""
    kind: TraitKind | Literal[""] = ""
    way: Way | Literal[""] = ""


class DraftRejected(DraftChanged, ruleset="fudge"):
    """The GM has found something in a character, and has said what is to be done.

    Args:
        way: what is done: a Fault more, a veto, a weakness that will be vital, trouble that he
            will draw, or a suggestion what he could have beside.
        trait: id of the trait that it is about, or empty.
        notes: what the GM says.
        rule: id of the rule.
    """

    way: Way
    trait: str
    notes: str
    rule: str


class Revise(Command, ruleset="fudge"):
    """Change the sheet of somebody in play, as the GM may with every character.

    Args:
        actor: who.
        sheet: what it says now; wound points stay as they are.
        reason: why, in a word or two.
    """

    actor: str
    sheet: Sheet
    reason: str


WAYS: tuple[Choice, ...] = (
    Choice("another-fault", label="one Fault more, which pays for nothing", rule="FUD-078"),
    Choice("veto", label="that trait is not allowed", rule="FUD-078"),
    Choice("weakness", label="let it be, and make a weakness vital in play", rule="FUD-078"),
    Choice("trouble", label="let it be, and let trouble come to him first", rule="FUD-078"),
    Choice("suggestion", label="suggest what he lacks", rule="FUD-029"),
)
"""What the GM may choose to do about a character."""


@rules.decides(SubmitDraft, may=drafter)
def submit(c: SubmitDraft, play: Play) -> None:
    """What is wrong by the figures is put right first, or pleaded for. FUD-029, FUD-052."""
    draft = changeable(play, c.actor, play.by)
    if draft.status == "submitted":
        play.refuse(f"{c.actor} is before the GM already", path="$.actor", rule="FUD-029")
    findings = checked(draft)
    if findings and not c.plea:
        play.refuse(
            "; ".join(plain(one) for one in findings),
            path="$.actor",
            rule=findings[0].rule,
            hint="put it right, or say in plea why it should stand",
        )
    campaign = play.state[Fudge].campaign
    figures(draft.sheet, play.options[FudgeOptions], "$.sheet", campaign)
    made = replace(draft, status="submitted", notes=c.plea)
    play.emit(DraftSubmitted(actor=c.actor, draft=made, findings=findings, plea=c.plea))


@rules.decides(ApproveDraft, may=gm)
def approve(c: ApproveDraft, play: Play) -> None:
    """He comes into play as anybody does whose sheet is brought. FUD-029."""
    draft = draft_of(play, c.actor)
    if draft.status != "submitted":
        play.refuse(
            f"{c.actor} has not been shown", path="$.actor", rule="FUD-029",
            hint="fudge.submit_draft",
        )  # fmt: skip
    findings = checked(draft)
    if findings and not c.ruling:
        play.refuse(
            "; ".join(plain(one) for one in findings),
            path="$.ruling",
            rule=findings[0].rule,
            hint="say in ruling why it stands, or send him back",
        )
    owners = (draft.player,) if draft.player else ()
    kind = "pc" if draft.player else "npc"
    made = replace(draft, status="approved", notes=c.ruling)
    play.emit(DraftApproved(actor=c.actor, draft=made, findings=findings, ruling=c.ruling))
    entering = Enter(
        actor=c.actor,
        name=draft.name,
        sheet=draft.sheet,
        owners=owners,
        kind=kind,
        ruling=c.ruling,
    )
    try:
        play.perform(entering)
    except RollbookError as error:
        error.hint = error.hint or "change him first: fudge.equip_draft, fudge.set_trait"
        raise
    _settle(c.actor, draft, play, c.ruling)


def _settle(actor: str, draft: Draft, play: Play, ruling: str) -> None:
    """Fudge Points that were given are gone, those that were bought are his. FUD-069."""
    more = draft.traded.get("fudge-point", 0) + draft.granted.get("fudge-point", 0)
    if not more or POOL not in play.table.pools.get(actor, {}):
        return
    if more > 0:
        play.emit(Gained(actor=actor, pool=POOL, amount=more, rule="FUD-069"))
        return
    paid = min(-more, balance(play, actor, POOL))
    if paid < -more and not ruling:
        play.refuse(
            f"{actor} gave {-more} Fudge Points for Gifts, and has {paid}",
            path="$.ruling",
            rule="FUD-069",
            hint="say in ruling why it stands, or send him back",
        )
    if paid:
        play.emit(Spent(actor=actor, pool=POOL, amount=paid, rule="FUD-069"))


@rules.decides(RejectDraft, may=gm)
def reject(c: RejectDraft, play: Play) -> None:
    """Four ways to limit excess; or the GM suggests what is missing. FUD-078, FUD-029."""
    draft = draft_of(play, c.actor)
    if draft.status == "approved":
        play.refuse(f"{c.actor} is in play", path="$.actor", rule="FUD-029", hint="fudge.revise")
    if c.trait:
        kept(draft, c.trait, c.kind)
    offered = WAYS if c.trait else tuple(way for way in WAYS if way.id != "veto")
    way = (
        c.way
        or play.ask(
            "What is to be done about this character?",
            choices=offered,
            name="limit",
            rule="FUD-078",
        ).id
    )
    if way == "veto" and not c.trait:
        play.refuse("what is vetoed?", path="$.trait", rule="FUD-078", hint="name the trait")
    made = unburdened(play, c.actor, draft, _limited(draft, c, way))
    play.emit(
        DraftRejected(
            actor=c.actor,
            draft=made,
            way=_WAYS[way],
            trait=c.trait,
            notes=c.notes,
            rule="FUD-029" if way == "suggestion" else "FUD-078",
        )
    )


_WAYS: dict[str, Way] = {
    "another-fault": "another-fault",
    "veto": "veto",
    "weakness": "weakness",
    "trouble": "trouble",
    "suggestion": "suggestion",
}


_KEEPS: dict[str, Keeps] = {"weakness": "weakness", "trouble": "trouble"}


def _limited(draft: Draft, c: RejectDraft, way: str) -> Draft:
    """What becomes of him: two ways send him back, two are kept for the evenings to come."""
    keeps = _KEEPS.get(way)
    if keeps:
        return replace(draft, conditions=(*draft.conditions, Kept(keeps, c.trait, c.notes)))
    back = replace(draft, status="rejected", notes=c.notes)
    if way == "another-fault":
        return replace(back, demanded=back.demanded + 1)
    if way == "veto":
        name = kept(draft, c.trait, c.kind)
        return replace(without(back, name), vetoed=(*back.vetoed, name))
    return back


@rules.decides(Revise, may=gm)
def revise(c: Revise, play: Play) -> None:
    """The GM may change every character after he was made. FUD-029."""
    if not c.reason:
        play.refuse("why?", path="$.reason", rule="FUD-029", hint="a word or two")
    alter(play, c.actor, c.sheet, c.reason, "FUD-029")


@rules.tells(DraftSubmitted, aside=True)
def tell_submitted(e: DraftSubmitted, telling: Telling) -> str:
    """That he is before the GM, and what is pleaded."""
    key = "fudge.draft.submitted.plea" if e.plea else "fudge.draft.submitted"
    return telling.say(key, name=e.draft.name, plea=e.plea)


@rules.tells(DraftApproved)
def tell_approved(e: DraftApproved, telling: Telling) -> str:
    """That the GM agrees, and to whom: his traits from the best to the worst."""
    key = "fudge.draft.approved.ruling" if e.ruling else "fudge.draft.approved"
    sheet = " ".join(_described(telling, e.draft.sheet))
    return telling.say(key, name=e.draft.name, ruling=e.ruling, sheet=sheet)


def _described(telling: Telling, sheet: Sheet) -> Iterator[str]:
    """A sheet in words: levels with what stands at each, then what has none."""
    traits = {name: level(value) for name, value in {**sheet.attributes, **sheet.skills}.items()}
    for rung in sorted(set(traits.values()), reverse=True):
        names = ", ".join(source(telling, name) for name, at in traits.items() if at == rung)
        yield f"{trait(telling, rung)}: {names}."
    for what in ("gifts", "powers", "faults"):
        held: dict[str, Gift | Power | Fault] = getattr(sheet, what)
        if held:
            names = ", ".join(one.name or source(telling, name) for name, one in held.items())
            yield telling.say(f"fudge.sheet.{what}", names=names)


@rules.tells(DraftRejected)
def tell_rejected(e: DraftRejected, telling: Telling) -> str:
    """What the GM wants of him."""
    notes = telling.say("fudge.draft.notes", notes=e.notes) if e.notes else ""
    what = named(telling, e.draft, e.trait)
    key = f"fudge.draft.limited.{e.way}"
    if e.way == "weakness" and not e.trait:
        key = "fudge.draft.limited.weakness.some"
    return telling.say(key, name=e.draft.name, trait=what, notes=notes)
