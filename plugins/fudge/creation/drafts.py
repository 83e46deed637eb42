"""A character that is being made: what he has, what it cost, and how far it has come."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ....core.errors import Refused
from ..ladder import FAIR
from ..paper import Sheet
from .costs import Kind, Ruling
from .limits import Limits, Swap

Status = Literal["draft", "submitted", "approved", "rejected"]
"""How far a character has come (FUD-029); one that was sent back is rejected, and goes on."""


TraitKind = Literal["attribute", "skill", "gift", "fault", "power"]
"""Of which kind a trait is; a Superfault is a Fault."""


def key(kind: Kind, name: str) -> str:
    """Under which a trait is kept: its id, of a Gift, Fault or Power with its kind before it."""
    return name if kind in ("attribute", "skill") else f"{kind}:{name}"


def id_of(kept: str) -> str:
    """The id of a trait that is kept under a key."""
    return kept.rpartition(":")[2]


class Entry(Struct, frozen=True):
    """What a trait cost, and why.

    Args:
        kind: of the trait.
        cost: attribute levels, skill levels, Gifts or Powers; of a Fault, what it pays in
            attribute levels.
        broad: whether it is a broad skill beside specific ones (FUD-064, FUD-065).
        studied: whether it is Non-Existent until something is paid for it (FUD-060).
        inside: id of the broad skill of which it is the only part that is learnt (FUD-066).
        rolled: rung that the dice gave, which cost nothing.
        ruling: what the GM made it cost.
    """

    kind: Kind
    cost: int = 0
    broad: bool = False
    studied: bool = False
    inside: str = ""
    rolled: int | None = None
    ruling: Ruling = Ruling()


Keeps = Literal["weakness", "trouble"]
"""What the GM keeps against somebody whom he lets be: two of the four ways of FUD-078."""


class Kept(Struct, frozen=True):
    """On what condition the GM lets somebody be what he is (FUD-078).

    Args:
        way: a weakness will be vital in every sitting, or trouble will find him first.
        trait: id of the weakness, or empty.
        notes: what the GM had to say to it.
    """

    way: Keeps
    trait: str = ""
    notes: str = ""


class Draft(Struct, frozen=True):
    """A character that is being made.

    Args:
        name: for people.
        player: seat that makes him; empty for the GM.
        limits: what he may be made of, as they were when he was begun.
        sheet: what is written so far.
        status: how far he has come.
        prose: what the player wrote of him (FUD-051).
        entries: what each trait cost, by id; of Gifts, Faults and Powers by kind and id, as
            ``power:telepathy``, since a skill may be called the same (FUD-088).
        rulings: what the GM makes traits cost, likewise, whether or not they are there.
        traded: what was bought with other kinds, and less than nothing what was given, by kind;
            of Faults in attribute levels.
        granted: what the GM gave beside the limits, by kind.
        attribute_slots: slots for attributes that were changed for others.
        skill_slots: likewise for skills.
        demanded: Faults that the GM wants beside those of the limits, which pay for nothing.
        vetoed: traits that he may not have, likewise.
        conditions: on which the GM lets him be what he is, and is reminded of (FUD-078).
        notes: of his last review.
    """

    name: str
    player: str = ""
    limits: Limits = Limits()
    sheet: Sheet = Sheet(resistance=FAIR)
    status: Status = "draft"
    prose: str = ""
    entries: dict[str, Entry] = {}
    rulings: dict[str, Ruling] = {}
    traded: dict[Kind, int] = {}
    granted: dict[Kind, int] = {}
    attribute_slots: Swap = Swap()
    skill_slots: Swap = Swap()
    demanded: int = 0
    vetoed: tuple[str, ...] = ()
    conditions: tuple[Kept, ...] = ()
    notes: str = ""


def kept(draft: Draft, trait: str, kind: TraitKind | Literal[""] = "") -> str:
    """Under which a draft keeps a trait.

    Args:
        draft: whose.
        trait: its id.
        kind: what it is; empty where that goes without saying.

    Raises:
        Refused: he has none of that id, or several.
    """
    found = [
        name
        for name, entry in draft.entries.items()
        if id_of(name) == trait and kind in ("", entry.kind)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        kinds = ", ".join(draft.entries[name].kind for name in found)
        raise Refused(f"which {trait}?", path="$.kind", rule="FUD-002", hint=f"one of {kinds}")
    known = ", ".join(sorted(draft.entries))
    raise Refused(
        f"{draft.name} has no {trait}",
        path="$.trait",
        rule="FUD-052",
        hint=f"one of {known}" if known else "",
    )
