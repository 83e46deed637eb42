"""A trait is struck from the sheet of a character who is being made (2.6)."""

from __future__ import annotations

from typing import Literal

from ....core.messages import Command
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import source
from .begun import DraftChanged, changeable, drafter, translated, without
from .drafts import TraitKind, kept
from .taking import unburdened

rules = Rules(Fudge, FudgeOptions)


class StrikeTrait(Command, ruleset="fudge"):
    """Strike a trait off the sheet of a character who is being made, and get back what it cost.

    Args:
        actor: id that he will have.
        trait: its id; empty for all of them.
        kind: what it is, where several of his traits have that id.
    """

    actor: str
    trait: str = ""
    kind: TraitKind | Literal[""] = ""


class TraitStruck(DraftChanged, ruleset="fudge"):
    """A trait is off the sheet of a character who is being made.

    Args:
        trait: its id; empty for all of them.
    """

    trait: str


@rules.decides(StrikeTrait, may=drafter)
def strike(c: StrikeTrait, play: Play) -> None:
    """What the dice gave stays; all else stands at its default again. FUD-052."""
    draft = changeable(play, c.actor, play.by)
    translated(play, draft, play.by)
    fixed = [name for name, entry in draft.entries.items() if entry.rolled is not None]
    if c.trait:
        names = [kept(draft, c.trait, c.kind)]
    else:
        names = [name for name in draft.entries if name not in fixed]
    if c.trait and names[0] in fixed:
        play.refuse(
            f"the dice gave {c.trait}", path="$.trait", rule="FUD-075",
            hint="set it where they left it",
        )  # fmt: skip
    before = draft
    for name in names:
        draft = without(draft, name)
    draft = unburdened(play, c.actor, before, draft)
    play.emit(TraitStruck(actor=c.actor, draft=draft, trait=c.trait))


@rules.tells(TraitStruck)
def tell_struck(e: TraitStruck, telling: Telling) -> str:
    """What is off the sheet."""
    key = "fudge.draft.struck" if e.trait else "fudge.draft.struck.all"
    return telling.say(key, name=e.draft.name, trait=source(telling, e.trait))
