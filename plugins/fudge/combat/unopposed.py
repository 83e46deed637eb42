"""Blows at somebody who does not fight back, each a Simple Action (4.62: FUD-160, 175, 200)."""

from __future__ import annotations

from typing import Literal

from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened
from ..actions.checks import ATTACK, Circumstance, TraitCheck, asked_for, on_trait, stated
from ..actions.rolling import simple
from ..damage.harm import Strike
from ..ladder import POOR, Level, lowest
from ..options import FudgeOptions
from ..points.pool import SUCCESS, need
from ..points.success import bought, offered
from ..state import Fudge, character
from ..wording import degree
from .aiming import landed
from .entrants import Aim, Fighter, aimed_at, larger, ready, ruled, size
from .landing import land, over
from .rounds import in_round, rounds_only

rules = Rules(Fudge, FudgeOptions)


class Attack(Command, ruleset="fudge"):
    """Strike somebody who does not fight back: unaware, stunned, or not minding it.

    Args:
        attacker: actor.
        target: actor.
        why: why he does not.
        difficulty: level that hits; None for Poor, or the worst there is where the table's own
            ladder does not go as low.
        trait: what he rolls on; empty for the skill of his weapon.
        announced: most damage that he will do, if he pulls his punch (FUD-236).
        stun: whether he means to stun (FUD-237).
        aim: part of the body that he aims at (FUD-179).
        exempt: whether no threshold protects from it (FUD-205).
        situation: what else helps or hinders, each with its reason (FUD-145).
        points: whether whoever plays the attacker is asked if Fudge Points are to buy it instead
            of a roll (FUD-037).
    """

    attacker: str
    target: str
    why: Literal["unaware", "stunned", "ignores"] = "unaware"
    difficulty: Level | None = None
    trait: str = ""
    announced: int | None = None
    stun: bool = False
    aim: Aim | None = None
    exempt: bool = False
    situation: tuple[Circumstance, ...] = ()
    points: bool = False


class Attacked(Event, ruleset="fudge"):
    """Somebody struck or shot at one who did not defend himself.

    Args:
        check: id of the check.
        attacker: who.
        target: at whom.
        result: Rolled Degree.
        difficulty: level that hits.
        hit: whether it did.
        rule: id of the rule.
    """

    check: str
    attacker: str
    target: str
    result: int
    difficulty: int
    hit: bool
    rule: str


def base(result: int, difficulty: int) -> int | None:
    """Base Damage where nobody defends: result less difficulty; None where it misses. FUD-200."""
    return result - difficulty if result >= difficulty else None


@rules.decides(Attack, may=gm)
def attack(c: Attack, play: Play) -> None:
    """A Simple Action: a result that reaches the difficulty hits. FUD-160, 175, 200."""
    rounds_only(play)
    fighter = Fighter(
        c.attacker, trait=c.trait, announced=c.announced, stun=c.stun, aim=c.aim, exempt=c.exempt
    )
    entrant = ready(play, fighter, "$.attacker", "$.{}")
    if c.attacker == c.target:
        play.refuse(f"{c.attacker} cannot strike himself", rule="FUD-154", path="$.target")
    character(play, c.target, "$.target")
    difficulty = (
        max(POOR, lowest(play.options[FudgeOptions].ladder))
        if c.difficulty is None
        else asked_for(play, c.difficulty, "$.difficulty", "FUD-175")
    )
    more = list(stated(c.situation, (c.attacker,))[c.attacker])
    if c.points:
        need(play, SUCCESS, "FUD-037")
    aimed = aimed_at(play, entrant)
    goal = max(difficulty, aimed) if c.aim else difficulty
    sold = c.points and (not ruled(c.aim) or offered(play, c.attacker, goal))
    buys = sold and bought(play, c.attacker, goal)
    in_round(play, (c.attacker,))
    if c.aim:
        more.append(Modifier("aimed-blow", "FUD-179", "result", "add", -1))
    if larger(size(play, c.attacker), size(play, c.target)):
        more.append(Modifier("larger-weapon", "FUD-178", "result", "add", 1))
    check = play.id("x")
    play.emit(CheckOpened(id=check, sides=(c.attacker,), purpose="attack", rule="FUD-175"))
    proposal = TraitCheck(actor=c.attacker, kind=ATTACK, against=c.target, trait=entrant.trait)
    modifiers = on_trait(play, proposal, "FUD-170", more)
    result = simple(
        play, c.attacker, "attack", modifiers, goal if buys else difficulty, rule="FUD-175",
        of=check, concerns=(c.target,), bought=buys,
    ).result  # fmt: skip
    degree_ = base(result, difficulty)
    settle(play, check, c.attacker, c.target, result, difficulty, "FUD-175")
    if degree_ is not None:
        part = c.aim.part if c.aim and result >= aimed else ""
        hit = Strike(
            c.attacker, c.target, degree_, (result, difficulty), (), c.announced,
            stun=c.stun, exempt=c.exempt, part=part, opposed=False,
        )  # fmt: skip
        landed(play, check, hit, c.aim.part if c.aim else "", aimed)
        land(play, [(check, hit)])


def settle(
    play: Play, check: str, attacker: str, target: str, result: int, difficulty: int, rule: str
) -> None:
    """Say whether a blow or shot that nobody defended against has hit; its check is over.

    Args:
        play: of now.
        check: id of the check.
        attacker: who.
        target: at whom.
        result: Rolled Degree.
        difficulty: level that hits.
        rule: id of the rule.
    """
    hit = result >= difficulty
    margin, winner = (result - difficulty, attacker) if hit else (0, "")
    over(play, check, {attacker: result}, margin, winner, rule)
    play.emit(
        Attacked(
            check=check,
            attacker=attacker,
            target=target,
            result=result,
            difficulty=difficulty,
            hit=hit,
            rule=rule,
        )
    )


@rules.tells(Attacked)
def tell_attacked(e: Attacked, telling: Telling) -> str:
    """A miss; what hits is told by its blow."""
    if e.hit:
        return ""
    return telling.say(
        "fudge.attacked.missed",
        attacker=telling.name(e.attacker),
        target=telling.name(e.target),
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty),
    )
