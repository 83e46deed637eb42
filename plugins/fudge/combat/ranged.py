"""Shots and throws: at whom does not see them come, dodges, or shoots back (4.65).

FUD-162, 179, 196 to 201.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ....core.asked import Choice
from ....core.errors import Refused
from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened
from ..actions.checks import (
    DODGE,
    SHOT,
    Circumstance,
    TraitCheck,
    asked_for,
    lacking,
    on_trait,
    rollable,
    stated,
)
from ..actions.rolling import Throw, compared, throw
from ..content.combat import combat
from ..damage.harm import Strike
from ..damage.stun import may_stun
from ..damage.wounds import VERY_HURT, able
from ..ladder import FAIR, Level
from ..options import FudgeOptions
from ..state import Fudge, Wielded, character
from ..wording import degree
from .aiming import landed
from .entrants import Aim, Entrant, Fighter, aimed_at, may_announce
from .landing import land, over
from .rounds import in_round, rounds_only
from .unopposed import base, settle

rules = Rules(Fudge, FudgeOptions)

Answer = Literal["none", "dodge", "shoot-back", "ask"]

ANSWERS = (
    Choice(id="dodge", label="dodge", rule="FUD-197"),
    Choice(id="shoot-back", label="do not dodge, but shoot back", rule="FUD-199"),
)
"""What somebody who sees a shot come may do."""


class Shoot(Command, ruleset="fudge"):
    """Shoot or throw something at somebody.

    Args:
        attacker: actor.
        target: actor.
        difficulty: level that hits, by distance, light and position, Fair by default.
        answer: what the target does: ``none`` if he is unaware of it, ``dodge``,
            ``shoot-back``, or ``ask`` to ask whoever plays him.
        difficulty_back: level that hits if he shoots back; None for the same.
        trait: what is rolled on; empty for the skill of the weapon.
        dodge: what the target dodges on; empty for Dodge or Agility, whichever he has.
        thrown: whether it is thrown, though the weapon in hand is none for it.
        devices: what betters the aim itself, as a laser sight (FUD-196).
        situation: what helps or hinders the target's dodge, each with its reason (FUD-145).
        announced: most damage that the shot will do (FUD-236).
        stun: whether it is meant to stun (FUD-237).
        aim: part of the body that it is aimed at (FUD-179).
        exempt: whether no threshold protects from it (FUD-205).
    """

    attacker: str
    target: str
    difficulty: Level = FAIR
    answer: Answer = "dodge"
    difficulty_back: Level | None = None
    trait: str = ""
    dodge: str = ""
    thrown: bool = False
    devices: tuple[Circumstance, ...] = ()
    situation: tuple[Circumstance, ...] = ()
    announced: int | None = None
    stun: bool = False
    aim: Aim | None = None
    exempt: bool = False


class Shot(Event, ruleset="fudge"):
    """A shot at somebody who dodged is decided.

    Args:
        check: id of the check.
        attacker: who shot.
        target: at whom.
        result: Rolled Degree of the shot.
        dodge: of the dodge.
        difficulty: level that the shot had to reach besides.
        outcome: ``hit``; ``dodged``: the dodge was as good or better; ``missed``: the shot was
            better than the dodge, but did not reach the difficulty.
        rule: id of the rule.
    """

    check: str
    attacker: str
    target: str
    result: int
    dodge: int
    difficulty: int
    outcome: Literal["hit", "dodged", "missed"]
    rule: str = "FUD-197"


class Marksman(Struct, frozen=True):
    """Somebody who shoots, checked.

    Args:
        actor: who.
        target: at whom.
        trait: on which trait.
        weapon: with what.
        difficulty: level that hits.
        modifiers: of devices, and of aiming at a part.
        announced: most damage, or None.
        stun: whether it is meant to stun.
        part: of the body that it is aimed at, or empty.
        aimed: level that strikes there.
        exempt: whether no threshold protects from it.
    """

    actor: str
    target: str
    trait: str
    weapon: Wielded
    difficulty: int
    modifiers: tuple[Modifier, ...] = ()
    announced: int | None = None
    stun: bool = False
    part: str = ""
    aimed: int = 0
    exempt: bool = False


def outcome(shot: int, dodge: int, difficulty: int) -> Literal["hit", "dodged", "missed"]:
    """How a shot ends at somebody who dodges. FUD-197."""
    if shot <= dodge:
        return "dodged"
    return "hit" if shot >= difficulty else "missed"


# --- rules


@rules.decides(Shoot, may=gm)
def shoot(c: Shoot, play: Play) -> None:
    """Unaware, dodging or shooting back. FUD-162, 196, 197, 199."""
    one = may_shoot(play, c)
    situation = stated(c.situation, (c.target,))[c.target]
    answer = _answered(play, c)
    if answer == "none":
        in_round(play, (c.attacker,))
        check = _opened(play, (c.attacker,), "FUD-196")
        land(play, _simple(play, check, one, "FUD-196"))
    elif answer == "dodge":
        dodge, default = _dodging(play, c)
        in_round(play, (c.attacker,))
        _contested(play, one, dodge, default, situation)
    else:
        other = _back(play, c)
        in_round(play, (c.attacker, c.target))
        check = _opened(play, (c.attacker, c.target), "FUD-199")
        blows = _simple(play, check, one, "FUD-199")
        land(play, blows + _simple(play, check, other, "FUD-199"))


def may_shoot(play: Play, c: Shoot) -> Marksman:
    """Whoever shoots, checked: what cannot be is refused before anybody is asked or rolls.

    Args:
        play: of now.
        c: the shot.

    Raises:
        Refused: the shooter cannot, or the target could not do what is said of him.
    """
    rounds_only(play)
    if c.attacker == c.target:
        play.refuse(f"{c.attacker} cannot shoot himself", rule="FUD-154", path="$.target")
    character(play, c.target, "$.target")
    _his_turn(play, c.attacker)
    if c.answer == "none" and c.situation:
        play.refuse(
            "whoever is unaware of a shot does nothing that could be helped or hindered",
            rule="FUD-196", path="$.situation",
            hint="light, distance and position are the difficulty's; a laser sight is a device",
        )  # fmt: skip
    stated(c.situation, (c.target,))
    _may_answer(play, c)
    return _marksman(play, c)


def _his_turn(play: Play, actor: str) -> None:
    """Where initiative is rolled for, each shoots in his own turn. FUD-162."""
    fight = play.state[Fudge].fight
    rolled = play.options[FudgeOptions].initiative == "roll"
    if not rolled or fight is None or actor not in fight.fighters:
        return
    if actor not in play.table.turning:
        who = ", ".join(play.table.turning)
        play.refuse(
            f"it is not the turn of {actor}",
            rule="FUD-162",
            path="$.attacker",
            hint=f"it is that of {who}" if who else "fudge.next_round, then table.next_turn",
        )


def _marksman(play: Play, c: Shoot) -> Marksman:
    who = able(play, c.attacker, "$.attacker", VERY_HURT)
    weapon = who.weapons.get(who.wields)
    if weapon is None or not (weapon.ranged or c.thrown):
        play.refuse(
            f"{c.attacker} has nothing in hand to shoot with", rule="FUD-169",
            path="$.attacker", hint="fudge.wield; or thrown=true throws what is in hand",
        )  # fmt: skip
    if c.trait:
        lacking(play, c.attacker, c.trait, None, "$.trait")
    else:
        rollable(play, c.attacker, weapon.skill, "$.attacker")
    if c.announced is not None:
        may_announce(play, c.announced, "$.announced")
    if c.stun:
        may_stun(play)
    if c.aim is not None and not c.aim.part:
        play.refuse("a shot aimed at nothing", rule="FUD-179", path="$.aim.part")
    difficulty = asked_for(play, c.difficulty, "$.difficulty", "FUD-196")
    devices = stated(c.devices, (c.attacker,), "devices", "FUD-196")[c.attacker]
    aim = Entrant(Fighter(c.attacker, aim=c.aim), "$.attacker", "$.{}")
    aimed = aimed_at(play, aim)
    if c.aim:
        devices += (Modifier("aimed-blow", "FUD-179", "result", "add", -1),)
    return Marksman(
        c.attacker, c.target, c.trait or weapon.skill, weapon, difficulty, devices, c.announced,
        c.stun, c.aim.part if c.aim else "", aimed, c.exempt,
    )  # fmt: skip


def _may_answer(play: Play, c: Shoot) -> None:
    """Refuse what the target cannot do, before anybody is asked. FUD-162, FUD-197, FUD-199."""
    if c.answer == "shoot-back" and play.options[FudgeOptions].initiative == "roll":
        play.refuse(
            "where initiative is rolled for, each shoots in his own turn", rule="FUD-162",
            path="$.answer", hint="dodge now, and fudge.shoot in his turn",
        )  # fmt: skip
    if c.answer in ("dodge", "ask"):
        able(play, c.target, "$.target", VERY_HURT)
        _dodging(play, c)
    if c.answer == "shoot-back":
        _back(play, c)
    if c.difficulty_back is not None:
        asked_for(play, c.difficulty_back, "$.difficulty_back", "FUD-199")
    dodges = () if c.answer == "none" else (c.target,)
    play.will_roll(c.attacker, *dodges, rule="FUD-197" if dodges else "FUD-196")


def _answered(play: Play, c: Shoot) -> str:
    """What the target does; he is asked where the GM leaves it to him. FUD-197, FUD-199."""
    if c.answer != "ask":
        return c.answer
    said = play.ask(
        "Somebody shoots at you: what do you do?", to=c.target, name="answer", rule="FUD-199",
        choices=ANSWERS if _can_shoot_back(play, c) else ANSWERS[:1],
    )  # fmt: skip
    return said.id


def _can_shoot_back(play: Play, c: Shoot) -> bool:
    try:
        _back(play, c)
    except Refused:
        return False
    return play.options[FudgeOptions].initiative != "roll"


def _dodging(play: Play, c: Shoot) -> tuple[str, int]:
    """The trait that he dodges on, and its level where he lacks it. FUD-197."""
    traits = character(play, c.target).traits
    if c.dodge:
        return c.dodge, lacking(play, c.target, c.dodge, None, "$.dodge")
    known = [name for name in combat().traits.dodge if name in traits]
    name = known[0] if known else combat().traits.dodge[0]
    return name, lacking(play, c.target, name, None, "$.dodge")


def _back(play: Play, c: Shoot) -> Marksman:
    """Whoever shoots back does not dodge. FUD-199."""
    who = able(play, c.target, "$.target", VERY_HURT)
    weapon = who.weapons.get(who.wields)
    if weapon is None or not weapon.ranged:
        play.refuse(
            f"{c.target} has nothing in hand to shoot back with",
            rule="FUD-199", path="$.answer", hint="dodge",
        )  # fmt: skip
    rollable(play, c.target, weapon.skill, "$.target")
    back = c.difficulty if c.difficulty_back is None else c.difficulty_back
    difficulty = asked_for(play, back, "$.difficulty_back", "FUD-199")
    return Marksman(c.target, c.attacker, weapon.skill, weapon, difficulty)


def _opened(play: Play, sides: tuple[str, ...], rule: str) -> str:
    check = play.id("x")
    play.emit(CheckOpened(id=check, sides=sides, purpose=SHOT, rule=rule))
    return check


def _shot(play: Play, check: str, one: Marksman, rule: str) -> Throw:
    proposal = TraitCheck(actor=one.actor, kind=SHOT, against=one.target, trait=one.trait)
    modifiers = on_trait(play, proposal, "FUD-170", one.modifiers)
    return throw(play, one.actor, SHOT, modifiers, of=check, rule=rule)


def _hit(
    play: Play, check: str, one: Marksman, margin: int, results: tuple[int, int]
) -> list[tuple[str, Strike]]:
    hit = Strike(
        one.actor, one.target, margin, results, (), one.announced,
        stun=one.stun, exempt=one.exempt, part=one.part if results[0] >= one.aimed else "",
    )  # fmt: skip
    landed(play, check, hit, one.part, one.aimed)
    return [(check, hit)]


def _simple(play: Play, check: str, one: Marksman, rule: str) -> list[tuple[str, Strike]]:
    """A shot that nobody dodges. FUD-196, FUD-199; its Base Damage by FUD-200."""
    result = _shot(play, check, one, rule).result
    settle(play, check, one.actor, one.target, result, one.difficulty, rule)
    margin = base(result, one.difficulty)
    if margin is None:
        return []
    found = _hit(play, check, one, margin, (result, one.difficulty))
    return [(check, replace(hit, opposed=False)) for _, hit in found]


def _contested(
    play: Play, one: Marksman, dodge: str, default: int, situation: tuple[Modifier, ...]
) -> None:
    """A shot against a dodge; the difficulty is what it takes besides. FUD-197, FUD-198."""
    check = _opened(play, (one.actor,), "FUD-197")
    more = list(situation)
    if one.weapon.ranged and not one.weapon.thrown:
        less = play.options[FudgeOptions].dodge_propelled
        more.append(Modifier("propelled", "FUD-198", "result", "add", less))
    proposal = TraitCheck(actor=one.target, kind=DODGE, against=one.actor, trait=dodge)
    modifiers = on_trait(play, proposal, "FUD-197", more, default)
    result, dodged = compared(
        play,
        _shot(play, check, one, "FUD-197"),
        throw(play, one.target, DODGE, modifiers, of=check, rule="FUD-197"),
    )
    how = outcome(result, dodged, one.difficulty)
    best = "" if result == dodged else one.actor if result > dodged else one.target
    results = {one.actor: result, one.target: dodged}
    over(play, check, results, abs(result - dodged), best, "FUD-197")
    play.emit(
        Shot(
            check=check,
            attacker=one.actor,
            target=one.target,
            result=result,
            dodge=dodged,
            difficulty=one.difficulty,
            outcome=how,
        )
    )
    if how == "hit":
        land(play, _hit(play, check, one, result - dodged, (result, dodged)))


@rules.tells(Shot)
def tell_shot(e: Shot, telling: Telling) -> str:
    """A shot that goes by; one that hits is told by its blow."""
    if e.outcome == "hit":
        return ""
    return telling.say(
        f"fudge.shot.{e.outcome}",
        attacker=telling.name(e.attacker),
        target=telling.name(e.target),
        result=degree(telling, e.result),
        dodge=degree(telling, e.dodge),
        difficulty=degree(telling, e.difficulty),
    )
