"""Harm that is no blow: a spell, a fall, a trap, by rules of any ruleset (4.72: FUD-208)."""

from __future__ import annotations

from ....core.messages import Command
from ....core.modifiers import Modifier, tally
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Weighed
from ..options import FudgeOptions
from ..state import Fudge, character
from ..wording import because, counted
from .harm import CALCULATED, DAMAGE, Harm
from .wounds import MOST, Suffer

rules = Rules(Fudge, FudgeOptions)


class Inflict(Command, ruleset="fudge"):
    """Hurt somebody otherwise than by a blow: a spell, a fall, a trap; what protects him counts.

    Args:
        target: actor.
        source: who or what hurts him.
        amount: points that come at him, 1 to 999999.
        armour: whether his Defence Modifier counts; wards always do.
        rule: id of the rule that hurts.
        exempt: whether no threshold protects from it, as it is no ordinary combat (FUD-205).
        tags: what it is besides, for rules of any ruleset to know it by: ``magic``…
    """

    target: str
    source: str
    amount: int
    armour: bool = True
    rule: str = "FUD-208"
    exempt: bool = False
    tags: tuple[str, ...] = ()


class Harmed(Weighed, ruleset="fudge", kw_only=True):
    """Something that is no blow comes at somebody; the wound that it leaves follows.

    Args:
        source: who or what hurts.
        target: who is hurt.
        amount: what comes at him, in points.
        calculated: what armour, body and wards leave of it.
        final: wound points, after any limit.
        rule: id of the rule that hurts.
        tags: what it is besides.
    """

    source: str
    target: str
    amount: int
    calculated: int
    final: int
    rule: str
    tags: tuple[str, ...] = ()


@rules.decides(Inflict, may=gm)
def inflict(c: Inflict, play: Play) -> None:
    """What protects the target counts, and is used up where it has so many uses. FUD-208."""
    if c.amount < 1:
        play.refuse(f"{c.amount} points hurt nobody", rule=c.rule, path="$.amount")
    if c.amount > MOST:
        play.refuse("nothing hurts that much", rule=c.rule, path="$.amount", hint=f"1 to {MOST}")
    character(play, c.target, "$.target")
    harm = Harm(
        source=c.source, target=c.target, amount=c.amount, armour=c.armour, tags=c.tags
    )  # fmt: skip
    least = Modifier("no-damage", "FUD-208", DAMAGE, "at_least", 0)
    weighed = (*play.modifiers(harm), least)
    calculated = tally(c.amount, weighed, CALCULATED)
    final = tally(calculated, weighed, DAMAGE)
    play.emit(
        Harmed(
            source=c.source,
            target=c.target,
            amount=c.amount,
            calculated=calculated,
            final=final,
            rule=c.rule,
            tags=c.tags,
            modifiers=weighed,
        )
    )
    if final > 0:
        suffer = Suffer(
            target=c.target, source=c.source, amount=final, rule=c.rule, exempt=c.exempt,
            tags=c.tags,
        )  # fmt: skip
        play.perform(suffer)


@rules.tells(Harmed)
def tell_harmed(e: Harmed, telling: Telling) -> str:
    """How much comes at whom, what stands against it, and what is left."""
    against = because(telling, e.modifiers, CALCULATED)
    return telling.say(
        "fudge.harmed" if e.final > 0 else "fudge.harmed.nothing",
        target=telling.name(e.target),
        source=telling.name(e.source),
        amount=counted(telling, e.amount),
        points=counted(telling, e.final),
        because=telling.say("fudge.harmed.because", because=against) if against else "",
    )
