"""What the GM keeps against somebody's excess comes back to him every evening (2.9: FUD-078)."""

from __future__ import annotations

from ....core.messages import Event
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.time import SittingBegan
from ....core.telling import Telling
from ..options import FudgeOptions
from ..state import Fudge
from .drafts import Keeps, Kept
from .writing import named

rules = Rules(Fudge, FudgeOptions)


class Reminded(Event, ruleset="fudge", to=("gm",)):
    """The GM is reminded of what he let somebody be who is too strong, and on which condition.

    Args:
        actor: who.
        way: a weakness of his will be vital this evening, or trouble will find him first.
        trait: id of the weakness, or empty.
        notes: what the GM had to say to it.
        rule: id of the rule.
    """

    actor: str
    way: Keeps
    trait: str = ""
    notes: str = ""
    rule: str = "FUD-078"


@rules.reacts(SittingBegan)
def remind(e: SittingBegan, play: Play) -> None:
    """A weakness matters at least once in each sitting; trouble looks for him first. FUD-078."""
    state = play.state[Fudge]
    for actor, draft in state.drafts.items():
        if draft.status == "approved" and actor in state.characters:
            for kept in draft.conditions:
                play.emit(_reminded(actor, kept))


def _reminded(actor: str, kept: Kept) -> Reminded:
    return Reminded(actor=actor, way=kept.way, trait=kept.trait, notes=kept.notes)


@rules.tells(Reminded, aside=True)
def tell_reminded(e: Reminded, telling: Telling) -> str:
    """Of whom, and of what."""
    draft = telling.look.state[Fudge].drafts.get(e.actor)
    known = named(telling, draft, e.trait) if draft and e.trait else e.trait
    key = f"fudge.reminded.{e.way}"
    if e.way == "weakness" and not e.trait:
        key = "fudge.reminded.weakness.some"
    return telling.say(
        key,
        name=telling.name(e.actor),
        trait=known,
        notes=telling.say("fudge.draft.notes", notes=e.notes) if e.notes else "",
    )
