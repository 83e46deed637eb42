"""A fight begins, people join and leave it, and it ends (4.61, 4.62: FUD-163, 168, 172, 174)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.time import AdvanceClock, BeginScene, SceneEnded
from ....core.table.turns import EndRound
from ....core.telling import Telling
from ..actions.checks import asked_for
from ..ladder import Level
from ..options import FudgeOptions
from ..state import Fight, Fudge, character
from .rounds import FighterJoined, leave, need_fight

rules = Rules(Fudge, FudgeOptions)


class Minimum(Struct, frozen=True, forbid_unknown_fields=True):
    """What it takes somebody to hit another, as the GM states it (FUD-172).

    Args:
        attacker: actor.
        target: actor.
        level: a word or a number.
    """

    attacker: str
    target: str
    level: Level


class BeginFight(Command, ruleset="fudge"):
    """A fight breaks out, in the scene that is under way, or one that begins with it.

    Args:
        fighters: ids of those who are in it; others join when they first fight.
        minimums: what it takes to hit, where it does not follow from their sizes (FUD-172).
    """

    fighters: tuple[str, ...]
    minimums: tuple[Minimum, ...] = ()


class FightBegan(Event, ruleset="fudge"):
    """A fight has begun.

    Args:
        fight: who is in it, and what it takes to hit.
        rule: id of the rule.
    """

    fight: Fight
    rule: str


class JoinFight(Command, ruleset="fudge"):
    """Somebody joins the fight that is on.

    Args:
        actor: who.
    """

    actor: str


class LeaveFight(Command, ruleset="fudge"):
    """Somebody is out of the fight.

    Args:
        actor: who.
        how: in a word: ``flee``, ``surrender``…
    """

    actor: str
    how: str = ""


class EndFight(Command, ruleset="fudge"):
    """The fight is over."""


class FightEnded(Event, ruleset="fudge"):
    """A fight is over.

    Args:
        fight: its id.
        fighters: ids of those who were in it to the end.
    """

    fight: str
    fighters: tuple[str, ...]


# --- rules


@rules.decides(BeginFight, may=gm)
def begin_fight(c: BeginFight, play: Play) -> None:
    """One fight at a time; its kind is the table's. FUD-163, 168, 172."""
    if play.state[Fudge].fight is not None:
        play.refuse("a fight is on", rule="FUD-168", hint="end it first: fudge.end_fight")
    for at, actor in enumerate(c.fighters):
        character(play, actor, f"$.fighters[{at}]")
    if len(set(c.fighters)) < len(c.fighters):
        play.refuse("somebody is named twice", path="$.fighters", rule="FUD-168")
    minima: dict[str, dict[str, int]] = {}
    for at, one in enumerate(c.minimums):
        for field, actor in (("attacker", one.attacker), ("target", one.target)):
            character(play, actor, f"$.minimums[{at}].{field}")
        level = asked_for(play, one.level, f"$.minimums[{at}].level")
        minima.setdefault(one.attacker, {})[one.target] = level
    if play.table.scene is None:
        play.perform(BeginScene())
    system = play.options[FudgeOptions].combat_system
    fight = Fight(play.id("fight"), c.fighters, system=system, minima=minima)
    play.emit(FightBegan(fight=fight, rule="FUD-163" if system == "subjective" else "FUD-168"))


@rules.decides(JoinFight, may=gm)
def join_fight(c: JoinFight, play: Play) -> None:
    """Whoever is in play may join."""
    character(play, c.actor)
    if c.actor in need_fight(play).fighters:
        play.refuse(f"{c.actor} is in the fight already", path="$.actor")
    play.emit(FighterJoined(actor=c.actor))


@rules.decides(LeaveFight, may=gm)
def leave_fight(c: LeaveFight, play: Play) -> None:
    """Flight, surrender, or whatever else ends it for one of them. FUD-174."""
    if c.actor not in need_fight(play).fighters:
        play.refuse(f"{c.actor} is not in the fight", path="$.actor", rule="FUD-174")
    leave(play, c.actor, c.how)


@rules.decides(EndFight, may=gm)
def end_fight(c: EndFight, play: Play) -> None:
    """The round under way ends with it, and has taken its time if anybody fought in it. FUD-168."""
    fought = need_fight(play).acted
    seconds = play.options[FudgeOptions].round_seconds
    if play.table.round is not None:
        play.perform(EndRound())
        if fought and seconds:
            play.perform(AdvanceClock(seconds=seconds))
    _over(play)


def _over(play: Play) -> None:
    fight = play.state[Fudge].fight
    if fight is not None:
        play.emit(FightEnded(fight=fight.id, fighters=fight.fighters))


@rules.reacts(SceneEnded)
def scene_over(e: SceneEnded, play: Play) -> None:
    """A fight does not outlast its scene."""
    _over(play)


# --- folds


@rules.evolves(FightBegan)
def fight_began(s: Fudge, e: FightBegan) -> Fudge:
    """Copy the fight."""
    return replace(s, fight=e.fight)


@rules.evolves(FightEnded)
def fight_ended(s: Fudge, e: FightEnded) -> Fudge:
    """No fight is on."""
    return replace(s, fight=None)


# --- telling


@rules.tells(FightBegan)
def tell_began(e: FightBegan, telling: Telling) -> str:
    """Who fights."""
    names = ", ".join(telling.name(actor) for actor in e.fight.fighters)
    return telling.say("fudge.fight.began", names=names)


@rules.tells(FightEnded)
def tell_ended(e: FightEnded, telling: Telling) -> str:
    """That it is over."""
    return telling.say("fudge.fight.ended")
