"""Powers that aim themselves: nobody rolls to hit, and whoever dodges well is spared (3.22)."""

from __future__ import annotations

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened
from ..actions.checks import DODGE, Circumstance, TraitCheck, lacking, on_trait, stated
from ..actions.rolling import throw
from ..combat.landing import land, over
from ..combat.rounds import in_round, rounds_only
from ..damage.harm import Strike
from ..damage.wounds import VERY_HURT, able
from ..ladder import GOOD, Level
from ..options import FudgeOptions
from ..state import Fudge, character
from ..traits.characters import Wield
from ..wording import called, degree
from .using import PowerUsed, UsePower

rules = Rules(Fudge, FudgeOptions)

RULE = "FUD-088"


class Project(Command, ruleset="fudge"):
    """Turn a Power that aims itself on somebody; the GM says that it does.

    Args:
        actor: who.
        power: its id; it has a damage of its own.
        target: actor.
        dodge: trait by which the target gets out of its way.
        default: level that counts where he lacks it (FUD-149).
        situation: what helps or hinders him, each with its reason.
    """

    actor: str
    power: str
    target: str
    dodge: str = "dodge"
    default: Level | None = None
    situation: tuple[Circumstance, ...] = ()


class Projected(Event, ruleset="fudge"):
    """A Power that aims itself was turned on somebody.

    Args:
        check: id of the check.
        actor: who.
        power: its id.
        target: at whom.
        dodge: the target's Rolled Degree.
        difficulty: level that would have spared him.
        hit: whether it did not.
        rule: id of the rule.
    """

    check: str
    actor: str
    power: str
    target: str
    dodge: int
    difficulty: int
    hit: bool
    rule: str = RULE


@rules.decides(Project, may=gm)
def project(c: Project, play: Play) -> None:
    """It hits unless the target dodges at Good or better; the less he does, the harder. FUD-088.

    The book gives such a blow no Base Damage; it is what the dodge lacks, as of an attack that
    nobody opposes (FUD-200).
    """
    rounds_only(play)
    who = able(play, c.actor, worst=VERY_HURT)
    weapon = who.weapons.get(c.power) if c.power in who.powers else None
    if weapon is None:
        play.refuse(f"{c.actor} has no Power {c.power} that strikes", rule=RULE, path="$.power")
    if c.actor == c.target:
        play.refuse(f"{c.actor} cannot strike himself", rule="FUD-154", path="$.target")
    character(play, c.target, "$.target")
    default = lacking(play, c.target, c.dodge, c.default, "$.dodge")
    more = stated(c.situation, (c.target,))[c.target]
    play.will_roll(c.target, rule=RULE)
    in_round(play, (c.actor,))
    came = play.perform(UsePower(actor=c.actor, power=c.power, purpose=weapon.name))
    if not all(event.works for event in came if isinstance(event, PowerUsed)):
        return
    if who.wields != c.power:
        play.perform(Wield(actor=c.actor, weapon=c.power))
    check = play.id("x")
    play.emit(CheckOpened(id=check, sides=(c.target,), purpose=DODGE, rule=RULE))
    proposal = TraitCheck(actor=c.target, kind=DODGE, against=c.actor, trait=c.dodge)
    modifiers = on_trait(play, proposal, RULE, more, default)
    result = throw(play, c.target, DODGE, modifiers, of=check, rule=RULE).result
    hit = result < GOOD
    over(play, check, {c.target: result}, abs(GOOD - result), c.actor if hit else c.target, RULE)
    play.emit(
        Projected(
            check=check,
            actor=c.actor,
            power=c.power,
            target=c.target,
            dodge=result,
            difficulty=GOOD,
            hit=hit,
        )
    )
    if hit:
        land(play, [(check, Strike(c.actor, c.target, GOOD - result, (GOOD, result)))])


@rules.tells(Projected)
def tell_projected(e: Projected, telling: Telling) -> str:
    """Who got out of its way; what hits is told by its blow."""
    if e.hit:
        return ""
    return telling.say(
        "fudge.projected",
        name=telling.name(e.actor),
        power=called(telling, e.actor, e.power),
        target=telling.name(e.target),
        result=degree(telling, e.dodge),
    )
