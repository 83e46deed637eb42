"""Contests of more than two sides (4.5: FUD-159)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..damage.wounds import able
from ..ladder import Level
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import degree
from .aids import borne
from .checks import CONTEST, Circumstance, TraitCheck, lacking, needed, on_trait, stated
from .criticals import margin_critical
from .rolling import throw, together

rules = Rules(Fudge, FudgeOptions)

FEWEST = 3
"""Fewer sides than this have a contest of their own."""


class Rival(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a contest of several.

    Args:
        actor: who.
        trait: id of the trait that he rolls on.
        default: level of a trait that he lacks, as of an attempt (FUD-149).
    """

    actor: str
    trait: str
    default: Level | None = None


class Compete(Command, ruleset="fudge"):
    """Three or more act against each other, each on his own trait (FUD-159).

    Args:
        rivals: who, each with his trait.
        minimum: level that the best must also reach to win, or None (FUD-157).
        purpose: what for, in a word or two.
        situation: what else helps or hinders, each with its actor and reason.
    """

    rivals: tuple[Rival, ...]
    minimum: Level | None = None
    purpose: str = "contest"
    situation: tuple[Circumstance, ...] = ()


class Competed(Event, ruleset="fudge"):
    """A contest of several is decided.

    Args:
        results: Rolled Degree by actor.
        best: who has the best result: one, or several who tie.
        degrees: by actor, his Relative Degree seen by the best: how much better that one was.
        minimum: level that the best had to reach, or None.
        outcome: ``won``: the best has won; ``tie``: several are equally good, and between them
            all stays as it is; ``failed-minimum``: the best was not good enough.
        rule: id of the rule that decided.
    """

    results: dict[str, int]
    best: tuple[str, ...]
    degrees: dict[str, int]
    minimum: int | None
    outcome: Literal["won", "tie", "failed-minimum"]
    rule: str


def ranked(results: dict[str, int], minimum: int | None = None) -> Competed:
    """How a contest of several ends: each result is compared with the best. FUD-159, FUD-155, 157.

    Args:
        results: Rolled Degree by actor.
        minimum: level that the best has to reach, or None.
    """
    top = max(results.values())
    best = tuple(actor for actor, result in results.items() if result == top)
    low = minimum is not None and top < minimum
    return Competed(
        results=results,
        best=best,
        degrees={actor: top - result for actor, result in results.items()},
        minimum=minimum,
        outcome="failed-minimum" if low else "won" if len(best) == 1 else "tie",
        rule="FUD-157" if low else "FUD-159",
    )


@rules.decides(Compete, may=gm)
def compete(c: Compete, play: Play) -> None:
    """Each rolls once, and every two are compared as in a contest of two. FUD-159.

    FUD-243: a critical success beats whatever is none; FUD-244: the margin is over, or under, the
    best of the others.
    """
    actors = tuple(rival.actor for rival in c.rivals)
    if len(actors) < FEWEST:
        play.refuse(
            f"{len(actors)} sides", rule="FUD-159", path="$.rivals", hint="of two: fudge.contest"
        )
    for at, actor in enumerate(actors):
        able(play, actor, f"$.rivals[{at}].actor")
        if actor in actors[:at]:
            play.refuse(
                "nobody contests with himself", rule="FUD-154", path=f"$.rivals[{at}].actor"
            )
    own = play.options[FudgeOptions].ladder
    minimum = None if c.minimum is None else needed(c.minimum, "$.minimum", own=own)
    more = stated(borne(play, c.situation, actors), actors)
    modifiers: dict[str, tuple[Modifier, ...]] = {}
    for at, rival in enumerate(c.rivals):
        path = f"$.rivals[{at}].trait"
        default = lacking(play, rival.actor, rival.trait, rival.default, path)
        check = TraitCheck(actor=rival.actor, kind=CONTEST, trait=rival.trait)
        modifiers[rival.actor] = on_trait(play, check, "FUD-154", more[rival.actor], default)
    throws = [
        throw(play, actor, c.purpose, mods, rule="FUD-159", concerns=actors)
        for actor, mods in modifiers.items()
    ]
    results = dict(zip(modifiers, together(play, throws), strict=True))
    play.emit(ranked(results, minimum))
    for made, (actor, result) in zip(throws, results.items(), strict=True):
        if not made.critical:
            best = max(other for who, other in results.items() if who != actor)
            margin_critical(play, actor, made.roll, result, result - best)


@rules.tells(Competed)
def tell_competed(e: Competed, telling: Telling) -> str:
    """Who is best, and how the others fared."""
    names = ", ".join(telling.name(actor) for actor in e.best)
    others = ", ".join(
        f"{telling.name(actor)} {degree(telling, result)}"
        for actor, result in e.results.items()
        if actor not in e.best
    )
    return telling.say(
        f"fudge.competed.{e.outcome}{'' if others else '.all'}",
        best=names,
        result=degree(telling, e.results[e.best[0]]),
        others=others,
        minimum=degree(telling, e.minimum or 0),
    )
