"""Rounds of a fight, one after the other, and who has fought in each (4.62).

FUD-161 to 163, 168, 174.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.actors import ActorRemoved
from ....core.table.time import AdvanceClock
from ....core.table.turns import BeginRound, EndRound, RoundBegan, RoundEnded, SlotSpec
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened
from ..actions.checks import TraitCheck, on_trait
from ..actions.rolling import throw
from ..content.combat import combat
from ..ladder import FAIR
from ..options import FudgeOptions
from ..state import Fight, Fudge, character
from .manoeuvres import Declared

rules = Rules(Fudge, FudgeOptions)

INITIATIVE = "initiative"
"""Kind of the roll for who shoots first."""

PURPOSES = ("exchange", "attack", "shot")
"""Purposes of checks by which somebody has had his round."""


class FighterJoined(Event, ruleset="fudge"):
    """Somebody is now in the fight: who."""

    actor: str


class FighterLeft(Event, ruleset="fudge"):
    """Somebody is no longer in the fight.

    Args:
        actor: who.
        how: in a word.
        rule: id of the rule.
    """

    actor: str
    how: str = ""
    rule: str = "FUD-174"


class NextRound(Command, ruleset="fudge"):
    """The next round of the fight begins, and time passes; it does so by itself when it must.

    Who shoots first is rolled for, where the table has initiative (FUD-162).
    """


# --- for other chapters and modules


def need_fight(play: Play, rule: str = "FUD-168") -> Fight:
    """The fight that is on.

    Raises:
        Refused: there is none.
    """
    fight = play.state[Fudge].fight
    if fight is None:
        play.refuse("no fight is on", rule=rule, hint="begin one: fudge.begin_fight")
    return fight


def rounds_only(play: Play) -> None:
    """Refuse what belongs to rounds at a table that fights in segments. FUD-163, FUD-168."""
    if play.options[FudgeOptions].combat_system == "subjective":
        play.refuse(
            "this table fights in segments of three rolls, not in rounds",
            rule="FUD-168",
            hint="fudge.fare; or the option combat_system=objective",
        )


def in_round(play: Play, actors: Iterable[str]) -> None:
    """See that a round is on in which these have not fought, if they are in a fight. FUD-168.

    Whoever fights along with somebody who is in the fight joins it. Nothing is refused any more
    after this, since dice may fall for initiative.
    """
    fight = play.state[Fudge].fight
    who = tuple(actors)
    if fight is None or not any(actor in fight.fighters for actor in who):
        return
    for actor in who:
        if actor not in fight.fighters:
            play.emit(FighterJoined(actor=actor))
    if play.table.round is None or any(actor in fight.acted for actor in who):
        next_round(play)


def next_round(play: Play) -> None:
    """End the round that is on, let its time pass, and begin the next. FUD-168, FUD-162."""
    options = play.options[FudgeOptions]
    fight = need_fight(play)
    if play.table.round is not None:
        play.perform(EndRound())
    if fight.round and options.round_seconds:
        play.perform(AdvanceClock(seconds=options.round_seconds))
    slots = {}
    if options.initiative == "roll":
        slots = {actor: SlotSpec(actor=actor, key=(-rolled,)) for actor, rolled in _first(play)}
    keys = (INITIATIVE,) if slots else ()
    play.perform(BeginRound(slots=slots, keys=keys, repeat=False))


def _first(play: Play) -> Iterable[tuple[str, int]]:
    """What each rolled for initiative; equals act together. FUD-162."""
    for actor in need_fight(play).fighters:
        traits = character(play, actor).traits
        known = [name for name in combat().traits.initiative if name in traits]
        trait = known[0] if known else INITIATIVE
        check = TraitCheck(actor=actor, kind=INITIATIVE, trait=trait)
        modifiers = on_trait(play, check, "FUD-162", (), FAIR)
        yield actor, throw(play, actor, INITIATIVE, modifiers, rule="FUD-162", trait=False).result


def leave(play: Play, actor: str, how: str) -> None:
    """Somebody gets out of the fight that is on, if he is in it. FUD-174."""
    fight = play.state[Fudge].fight
    if fight is not None and actor in fight.fighters:
        play.emit(FighterLeft(actor=actor, how=how))


# --- rules


@rules.decides(NextRound, may=gm)
def begin_next_round(c: NextRound, play: Play) -> None:
    """A round ends where the next begins. FUD-162, FUD-168."""
    rounds_only(play)
    need_fight(play)
    if play.table.scene is None:
        play.refuse("no scene is under way", hint="begin one: table.begin_scene")
    next_round(play)


@rules.reacts(RoundEnded)
def goes_on(e: RoundEnded, play: Play) -> None:
    """When everybody has shot, who is first is rolled for anew. FUD-162."""
    fight = play.state[Fudge].fight
    rolled = play.options[FudgeOptions].initiative == "roll"
    if e.goes_on and rolled and fight is not None and play.table.round is None:
        next_round(play)


# --- folds


@rules.evolves(FighterJoined)
def fighter_joined(s: Fudge, e: FighterJoined) -> Fudge:
    """One more."""
    if s.fight is None or e.actor in s.fight.fighters:
        return s
    return replace(s, fight=replace(s.fight, fighters=(*s.fight.fighters, e.actor)))


@rules.evolves(FighterLeft)
def fighter_left(s: Fudge, e: FighterLeft) -> Fudge:
    """One less."""
    return _without(s, e.actor)


@rules.evolves(ActorRemoved)
def fighter_removed(s: Fudge, e: ActorRemoved) -> Fudge:
    """Whoever has left the table has left the fight."""
    return _without(s, e.actor)


def _without(s: Fudge, actor: str) -> Fudge:
    if s.fight is None or actor not in s.fight.fighters:
        return s
    left = tuple(one for one in s.fight.fighters if one != actor)
    return replace(s, fight=replace(s.fight, fighters=left))


@rules.evolves(RoundBegan)
def round_began(s: Fudge, e: RoundBegan) -> Fudge:
    """A new round: nobody has fought or declared anything."""
    if s.fight is None:
        return s
    fresh = replace(s.fight, round=e.number, acted=(), declared={}, outnumbered={})
    return replace(s, fight=fresh)


@rules.evolves(CheckOpened)
def check_opened(s: Fudge, e: CheckOpened) -> Fudge:
    """These have now fought in this round."""
    if s.fight is None or e.purpose not in PURPOSES:
        return s
    more = tuple(a for a in e.sides if a in s.fight.fighters and a not in s.fight.acted)
    return replace(s, fight=replace(s.fight, acted=(*s.fight.acted, *more)))


@rules.evolves(Declared)
def has_declared(s: Fudge, e: Declared) -> Fudge:
    """Copy what they have shown."""
    if s.fight is None:
        return s
    fight = replace(
        s.fight,
        declared={**s.fight.declared, **e.manoeuvres},
        outnumbered={**s.fight.outnumbered, **e.outnumbered},
    )
    return replace(s, fight=fight)


# --- telling


@rules.tells(FighterJoined)
def tell_joined(e: FighterJoined, telling: Telling) -> str:
    """Who joins."""
    return telling.say("fudge.fight.joined", name=telling.name(e.actor))


@rules.tells(FighterLeft)
def tell_left(e: FighterLeft, telling: Telling) -> str:
    """Who is out of it."""
    key = f"fudge.fight.left.{e.how}"
    name = telling.name(e.actor)
    said = telling.say(key, name=name)
    return telling.say("fudge.fight.left", name=name) if said == key else said
