"""What people read of characters that are being made: the ledger, slots, and what is wrong."""

from __future__ import annotations

from msgspec import Struct

from ....core.look import Look
from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from .accounts import accounts, overall
from .checking import checked, counts
from .costs import KINDS, Kind
from .drafts import Draft, Keeps, Kept, Status
from .findings import Finding
from .free import free_traits_left
from .limits import Method, Slotted, by_level, swapped
from .trading import slots

rules = Rules(Fudge, FudgeOptions)


class AccountView(Struct, frozen=True):
    """Levels of one kind; of Faults, in attribute levels.

    Args:
        kind: of what.
        income: what there is: free, granted, bought, less what was given away.
        spent: what the traits cost.
        balance: what is left.
    """

    kind: Kind
    income: int
    spent: int
    balance: int


class SlotView(Struct, frozen=True):
    """Traits at one high level: how many there are, and how many there may be."""

    kind: Slotted
    rung: int
    used: int
    most: int


class DraftView(Struct, frozen=True):
    """The ledger of one character that is being made.

    Args:
        actor: id that he will have.
        name: for people.
        player: seat that makes him.
        method: how he is made.
        status: how far he has come.
        accounts: of each kind where levels are counted.
        overall: the balance of all of them, in skill levels.
        costs: of each trait, by id.
        slots: where there is an end to them.
        findings: what is still wrong.
        conditions: on which the GM lets him be what he is (FUD-078).
        notes: of his last review.
    """

    actor: str
    name: str
    player: str
    method: Method
    status: Status
    accounts: tuple[AccountView, ...]
    overall: int
    costs: dict[str, int]
    slots: tuple[SlotView, ...]
    findings: tuple[Finding, ...]
    conditions: tuple[Kept, ...]
    notes: str


class FreeView(Struct, frozen=True):
    """Free Traits that somebody in play may still define (FUD-073)."""

    actor: str
    name: str
    left: int


class KeptView(Struct, frozen=True):
    """What the GM keeps against the excess of somebody in play, every evening (FUD-078)."""

    actor: str
    name: str
    way: Keeps
    trait: str
    notes: str


class CreationLedger(Struct, frozen=True):
    """Everybody who is being made, and of those in play Free Traits and what the GM keeps."""

    drafts: tuple[DraftView, ...]
    free_traits: tuple[FreeView, ...]
    kept: tuple[KeptView, ...]


@rules.projects("creation-ledger")
def creation_ledger(look: Look, viewer: str) -> CreationLedger:
    """What each character in the making has, costs and still lacks. FUD-052."""
    state = look.state[Fudge]
    views = tuple(
        _view(actor, draft) for actor, draft in state.drafts.items() if draft.status != "approved"
    )
    free: list[FreeView] = []
    kept: list[KeptView] = []
    for actor in state.characters:
        if actor in state.things:
            continue
        found = look.table.actors.get(actor)
        name = found.name if found else actor
        free.append(FreeView(actor, name, free_traits_left(look, actor)))
        draft = state.drafts.get(actor)
        for one in draft.conditions if draft else ():
            kept.append(KeptView(actor, name, one.way, one.trait, one.notes))
    return CreationLedger(views, tuple(free), tuple(kept))


def _view(actor: str, draft: Draft) -> DraftView:
    found = accounts(draft)
    rows = tuple(
        AccountView(kind, one.balance + one.spent, one.spent, one.balance)
        for kind in KINDS
        if (one := found[kind]).balance or one.spent or one.free
    )
    return DraftView(
        actor=actor,
        name=draft.name,
        player=draft.player,
        method=draft.limits.method,
        status=draft.status,
        accounts=rows,
        overall=overall(found, draft.limits.fudge_point),
        costs={name: entry.cost for name, entry in draft.entries.items()},
        slots=(*_slots(draft, "attribute"), *_slots(draft, "skill")),
        findings=checked(draft),
        conditions=draft.conditions,
        notes=draft.notes,
    )


def _slots(draft: Draft, kind: Slotted) -> tuple[SlotView, ...]:
    most = by_level(swapped(*slots(draft, kind)))
    used = counts(draft.sheet, kind, draft.limits.ladder)
    return tuple(
        SlotView(kind, rung, used[rung], cap) for rung, cap in most.items() if cap is not None
    )
