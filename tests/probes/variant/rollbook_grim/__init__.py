"""Grim: a variant of Fudge. Deep wounds do not heal by a word; they fester."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, structs

from rollbook import Event, Play, Rules, Ruleset, gm, hookimpl
from rollbook.core.look import Look
from rollbook.plugins.fudge import Fudge, Heal

VERY_HURT = 3
"""Wound level from which on wounds fester."""


class Grim(Struct, frozen=True):
    """How often wounds of each have festered, by actor."""

    festered: dict[str, int] = {}


class Scars(Struct, frozen=True):
    """What people read: how often wounds have festered, by name."""

    times: dict[str, int]


class Festered(Event, ruleset="grim"):
    """A wound was too deep to heal.

    Args:
        actor: whose.
        level: his wound level.
        times: how often that has happened to him, this time included.
    """

    actor: str
    level: int
    times: int


rules = Rules(Grim)


@rules.decides(Heal, may=gm, instead_of="fudge")
def heal(command: Heal, play: Play) -> None:
    """Whoever is very hurt or worse does not get better by this; others do by Fudge's rule."""
    who = play.state[Fudge].characters.get(command.target)
    if who is None or who.level < VERY_HURT:
        play.original(command)
        return
    times = play.state[Grim].festered.get(command.target, 0) + 1
    play.emit(Festered(actor=command.target, level=who.level, times=times))


@rules.evolves(Festered)
def festered(state: Grim, event: Festered) -> Grim:
    """The number that the event says."""
    return structs.replace(state, festered={**state.festered, event.actor: event.times})


@rules.projects("grim-scars")
def scars(look: Look, viewer: str) -> Scars:
    """By name, those who have any."""
    return Scars({look.table.actors[a].name: n for a, n in look.state[Grim].festered.items()})


grim = Ruleset(
    "grim",
    version="1.2.0",
    state=Grim,
    chapters=(rules,),
    extends="fudge>=0.1,<1",
    package="rollbook_grim",
    title="Grim",
)


@hookimpl
def rollbook_rulesets() -> Iterable[Ruleset]:
    """The one ruleset of this package."""
    yield grim
