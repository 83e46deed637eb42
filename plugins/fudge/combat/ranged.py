"""Shots and throws: at whom does not see them come, dodges, or shoots back (4.65).

FUD-162, 179, 196 to 201.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened
from ..actions.checks import (
    DODGE,
    SHOT,
    TraitCheck,
    asked_for,
    lacking,
    on_trait,
    stated,
)
from ..actions.rolling import compared, simple, throw
from ..content.combat import combat
from ..damage.harm import Strike
from ..damage.stun import dazed, may_stun
from ..damage.wounds import VERY_HURT, able
from ..options import FudgeOptions
from ..points.pool import SUCCESS, need
from ..points.success import bought, offered, payable
from ..powers.spending import comes_off, spendable
from ..state import Fudge, character
from ..wording import degree
from .aiming import landed
from .answering import answered, fits, may_shoot_back
from .entrants import Entrant, Fighter, aimed_at, may_announce, ruled
from .landing import land, over
from .marksmen import Marksman
from .rounds import in_round, rounds_only
from .shots import Shoot, Shot, outcome
from .unopposed import base, settle

rules = Rules(Fudge, FudgeOptions)

# --- rules


@rules.decides(Shoot, may=gm)
def shoot(c: Shoot, play: Play) -> None:
    """Unaware, dodging or shooting back. FUD-162, 196, 197, 199."""
    _fitting(play, c)
    situation = stated(c.situation, (c.target,))[c.target]
    dodging = _dodging(play, c) if c.answer in ("dodge", "ask") else None
    back = c.answer == "shoot-back" or (c.answer == "ask" and may_shoot_back(play, c))
    other = _back(play, c) if back else None
    if c.points or c.points_back:
        need(play, SUCCESS, "FUD-037")
    if c.points_back and other:
        payable(play, other.actor, other.goal)
    one = _marksman(play, c)
    sold = c.points and (not ruled(c.aim) or offered(play, one.actor, one.goal))
    if sold:
        payable(play, one.actor, one.goal)
    answer = answered(play, c)
    if answer == "none":
        one = _buying(play, sold, one)
        in_round(play, (c.attacker,))
        _unopposed(play, (one,), "FUD-196")
    elif dodging and answer == "dodge":
        in_round(play, (c.attacker,))
        _contested(play, one, *dodging, situation)
    elif other:
        one, other = _buying(play, sold, one), _buying(play, c.points_back, other)
        in_round(play, (c.attacker, c.target))
        play.will_roll(*(x.actor for x in (one, other) if not x.buys), rule="FUD-199")
        _unopposed(play, (one, other), "FUD-199")


def _devices(play: Play, c: Shoot) -> dict[str, tuple[Modifier, ...]]:
    """What betters the aim of either; where nobody is named, of who shoots first. FUD-196."""
    named = [replace(device, actor=device.actor or c.attacker) for device in c.devices]
    found = stated(named, (c.attacker, c.target), "devices", "FUD-196")
    if found[c.target] and c.answer not in ("shoot-back", "ask"):
        at = next(n for n, device in enumerate(named) if device.actor == c.target)
        play.refuse(
            f"{c.target} does not shoot back",
            rule="FUD-196", path=f"$.devices[{at}].actor", hint="answer=shoot-back",
        )  # fmt: skip
    return found


def _buying(play: Play, asked: bool, one: Marksman) -> Marksman:
    """With what whoever plays him says: a shot that nobody dodges is for sale. FUD-037."""
    return replace(one, buys=asked and bought(play, one.actor, one.goal))


def _fitting(play: Play, c: Shoot) -> None:
    """Refuse what could not be before anybody is asked."""
    rounds_only(play)
    if c.attacker == c.target:
        play.refuse(f"{c.attacker} cannot shoot himself", rule="FUD-154", path="$.target")
    character(play, c.target, "$.target")
    _his_turn(play, c.attacker)
    fits(play, c)


def may_shoot(play: Play, c: Shoot) -> None:
    """Refuse a shot that could not be made, where dice are thrown before it.

    Args:
        play: of now.
        c: the shot, at somebody who dodges it or is unaware.

    Raises:
        Refused: the shooter cannot, or the target could not dodge.
    """
    _fitting(play, c)
    _marksman(play, c)
    if c.answer == "dodge":
        _dodging(play, c)


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
    if dazed(play, c.attacker):
        play.refuse(f"{c.attacker} is stunned", rule="FUD-175", path="$.attacker")
    weapon = who.weapons.get(who.wields)
    if weapon is None or not (weapon.ranged or c.thrown):
        play.refuse(
            f"{c.attacker} has nothing in hand to shoot with",
            rule="FUD-169",
            path="$.attacker",
            hint="fudge.wield; or thrown=true throws what is in hand",
        )
    if c.trait:
        lacking(play, c.attacker, c.trait, None, "$.trait")
    if c.announced is not None:
        may_announce(play, c.announced, "$.announced")
    if c.stun:
        may_stun(play)
    if c.aim is not None and not c.aim.part:
        play.refuse("a shot aimed at nothing", rule="FUD-179", path="$.aim.part")
    difficulty = asked_for(play, c.difficulty, "$.difficulty", "FUD-196")
    devices = _devices(play, c)[c.attacker]
    aim = Entrant(Fighter(c.attacker, aim=c.aim), "$.attacker", "$.{}")
    aimed = aimed_at(play, aim)
    if c.aim:
        devices += (Modifier("aimed-blow", "FUD-179", "result", "add", -1),)
    return Marksman(
        c.attacker, c.target, c.trait or weapon.skill, weapon, difficulty, devices, c.announced,
        c.stun, c.aim.part if c.aim else "", aimed, c.exempt,
        power=spendable(play, c.attacker, who.wields, "$.attacker"),
    )  # fmt: skip


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
    back = c.difficulty if c.difficulty_back is None else c.difficulty_back
    difficulty = asked_for(play, back, "$.difficulty_back", "FUD-199")
    devices = _devices(play, c)[c.target]
    power = spendable(play, c.target, who.wields, "$.answer")
    return Marksman(c.target, c.attacker, weapon.skill, weapon, difficulty, devices, power=power)


def _opened(play: Play, sides: tuple[str, ...], rule: str) -> str:
    check = play.id("x")
    play.emit(CheckOpened(id=check, sides=sides, purpose=SHOT, rule=rule))
    return check


def _weighed(play: Play, one: Marksman) -> tuple[Modifier, ...]:
    """All that counts in a shot. FUD-170."""
    proposal = TraitCheck(actor=one.actor, kind=SHOT, against=one.target, trait=one.trait)
    return on_trait(play, proposal, "FUD-170", one.modifiers)


def _hit(
    play: Play, check: str, one: Marksman, margin: int, results: tuple[int, int]
) -> list[tuple[str, Strike]]:
    hit = Strike(
        one.actor, one.target, margin, results, (), one.announced,
        stun=one.stun, exempt=one.exempt, part=one.part if results[0] >= one.aimed else "",
    )  # fmt: skip
    landed(play, check, hit, one.part, one.aimed)
    return [(check, hit)]


def _unopposed(play: Play, marksmen: Sequence[Marksman], rule: str) -> None:
    """Shots that nobody dodges, of those whose Powers do not fail them; then they land."""
    shooting = [one for one in marksmen if comes_off(play, one.actor, one.power, one.weapon.name)]
    if shooting:
        check = _opened(play, tuple(one.actor for one in shooting), rule)
        land(play, [blow for one in shooting for blow in _simple(play, check, one, rule)])


def _simple(play: Play, check: str, one: Marksman, rule: str) -> list[tuple[str, Strike]]:
    """A shot that nobody dodges. FUD-196, FUD-199; its Base Damage by FUD-200."""
    level = one.goal if one.buys else one.difficulty
    result = simple(
        play, one.actor, SHOT, _weighed(play, one), level, rule=rule, of=check,
        concerns=(one.target,), bought=one.buys,
    ).result  # fmt: skip
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
    play.will_roll(one.actor, one.target, rule="FUD-197")
    if not comes_off(play, one.actor, one.power, one.weapon.name):
        return
    check = _opened(play, (one.actor,), "FUD-197")
    more = list(situation)
    if one.weapon.ranged and not one.weapon.thrown:
        less = play.options[FudgeOptions].dodge_propelled
        more.append(Modifier("propelled", "FUD-198", "result", "add", less))
    proposal = TraitCheck(actor=one.target, kind=DODGE, against=one.actor, trait=dodge)
    modifiers = on_trait(play, proposal, "FUD-197", more, default)
    both = one.actor, one.target
    result, dodged = compared(
        play,
        throw(play, one.actor, SHOT, _weighed(play, one), of=check, rule="FUD-197", concerns=both),
        throw(play, one.target, DODGE, modifiers, of=check, rule="FUD-197", concerns=both),
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
