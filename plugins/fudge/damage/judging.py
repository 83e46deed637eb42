"""Damage by the GM's judgement: five things to weigh, and a wound level (4.71: FUD-207)."""

from __future__ import annotations

from ....core.asked import Choice
from ....core.messages import Event
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..options import FudgeOptions
from ..state import Character, Fudge, character, total
from ..wording import degree, trait
from .levels import LEVELS, first_box

rules = Rules(Fudge, FudgeOptions)

_LABELS = ("Unhurt", "Scratch", "Hurt", "Very Hurt", "Incapacitated", "Near Death", "Dead")


class Assessed(Event, ruleset="fudge"):
    """A blow hit; before the GM says how bad it is, what speaks for and against.

    Args:
        check: id of the exchange.
        attacker: who hits.
        target: who is hit.
        attacker_result: his Rolled Degree.
        degree: by how much he won, manoeuvres counted.
        armour: points of the target's armour and shield.
        weapon: what he is hit with.
        deadliness: points of the weapon's size and edge; 0 for a gun.
        force: points of Strength behind it, or of a gun's own power.
        resistance: the target's Damage Resistance, a rung of the ladder.
        mass: points that his body takes off: Mass, Scale, a tough hide.
        rule: id of the rule.
    """

    check: str
    attacker: str
    target: str
    attacker_result: int
    degree: int
    armour: int
    weapon: str
    deadliness: int
    force: int
    resistance: int
    mass: int
    rule: str = "FUD-207"


_BODY = ("mass", "tough-hide", "mass-scale")


def assessed(
    check: str, attacker: str, target: str, result: int, degree: int, who: Character, hit: Character
) -> Assessed:
    """The five factors of a blow, as figures. FUD-207.

    Args:
        check: id of the exchange.
        attacker: id of who hits.
        target: id of who is hit.
        result: Rolled Degree of who hits.
        degree: Relative Degree, manoeuvres counted.
        who: the attacker.
        hit: the target.
    """
    weapon = who.weapons[who.wields]
    gun = any(part.rule == "FUD-201" for part in weapon.attack)
    body = sum(part.amount for part in hit.defence if part.source in _BODY)
    return Assessed(
        check=check,
        attacker=attacker,
        target=target,
        attacker_result=result,
        degree=degree,
        armour=total(hit.defence) - body,
        weapon=weapon.name,
        deadliness=0 if gun else weapon.bonus,
        force=total(weapon.attack) - (0 if gun else weapon.bonus),
        resistance=hit.resistance,
        mass=body,
    )


def judge(play: Play, of: Assessed, announced: int | None) -> int:
    """Ask the GM how bad the wound is, with all that there is to weigh shown. FUD-207, FUD-236.

    Args:
        play: of now.
        of: the five factors.
        announced: the worst wound level that the attacker will do, as announced before; or None.

    Returns:
        The wound level, 0 to 6.
    """
    play.emit(of)
    worst = len(LEVELS) - 1 if announced is None else min(announced, len(LEVELS) - 1)
    if worst == 0:
        return 0
    choices = [
        Choice(id=name, label=_LABELS[level], rule="FUD-207")
        for level, name in enumerate(LEVELS[: worst + 1])
    ]
    answer = play.ask("How bad is the wound?", choices=choices, name="wound-level", rule="FUD-207")
    return LEVELS.index(answer.id)


def boxes_for(play: Play, target: str, level: int, *, stun: bool) -> int:
    """Points that make a wound of this level, on top of what he has. FUD-207, FUD-202.

    A wound that is no worse than what he has fills one box more, so that a second scratch may
    bring him to Hurt; where it should not, the GM calls him unhurt by it.

    Args:
        play: of now.
        target: who is hit.
        level: of the wound.
        stun: whether it only stuns; what stuns him already counts then.
    """
    who = character(play, target)
    has = who.points + (who.condition.stun if stun else 0)
    return max(1, first_box(who.boxes, level) - has) if level else 0


@rules.tells(Assessed, aside=True)
def tell_assessed(e: Assessed, telling: Telling) -> str:
    """The five things to weigh, in the order of the rule."""
    return telling.say(
        "fudge.assessed",
        attacker=telling.name(e.attacker),
        target=telling.name(e.target),
        result=degree(telling, e.attacker_result),
        degree=telling.signed(e.degree),
        armour=e.armour,
        weapon=e.weapon,
        deadliness=telling.signed(e.deadliness),
        force=telling.signed(e.force),
        resistance=trait(telling, e.resistance, "f"),
        mass=telling.signed(e.mass),
    )
