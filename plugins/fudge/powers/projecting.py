"""Powers that aim themselves: nobody rolls to hit, and whoever dodges well is spared (3.22)."""

from __future__ import annotations

from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened
from ..actions.checks import DODGE, Circumstance, TraitCheck, lacking, on_trait, stated
from ..actions.rolling import throw
from ..combat.entrants import may_announce
from ..combat.landing import land, over
from ..combat.rounds import in_round, rounds_only
from ..damage.enduring import helpless
from ..damage.harm import Strike
from ..damage.stun import may_stun
from ..damage.wounds import VERY_HURT, able
from ..ladder import GOOD, TERRIBLE, Level
from ..options import FudgeOptions
from ..state import Fudge, character
from ..traits.characters import Wield
from ..wording import called, degree
from .spending import comes_off, spendable

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
        unaware: whether he does not see it come, so that he does not dodge; nor does whoever is
            stunned, out cold or Incapacitated.
        announced: most damage that it will do, if its owner holds back (FUD-236).
        stun: whether it is meant to stun (FUD-237).
        exempt: whether no threshold protects from it (FUD-205).
    """

    actor: str
    power: str
    target: str
    dodge: str = "dodge"
    default: Level | None = None
    situation: tuple[Circumstance, ...] = ()
    unaware: bool = False
    announced: int | None = None
    stun: bool = False
    exempt: bool = False


class Projected(Event, ruleset="fudge"):
    """A Power that aims itself was turned on somebody.

    Args:
        check: id of the check.
        actor: who.
        power: its id.
        target: at whom.
        dodge: the target's Rolled Degree; Terrible where he does not dodge at all.
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
    nobody opposes (FUD-200). Who does not dodge at all fares as with a Terrible one.
    """
    rounds_only(play)
    who = able(play, c.actor, worst=VERY_HURT)
    weapon = who.weapons.get(c.power) if c.power in who.powers else None
    if weapon is None:
        play.refuse(f"{c.actor} has no Power {c.power} that strikes", rule=RULE, path="$.power")
    if c.actor == c.target:
        play.refuse(f"{c.actor} cannot strike himself", rule="FUD-154", path="$.target")
    character(play, c.target, "$.target")
    dodges = not (c.unaware or helpless(play, c.target))
    default = lacking(play, c.target, c.dodge, c.default, "$.dodge") if dodges else TERRIBLE
    more = stated(c.situation, (c.target,))[c.target]
    if c.announced is not None:
        may_announce(play, c.announced, "$.announced")
    if c.stun:
        may_stun(play)
    spendable(play, c.actor, c.power)
    if dodges:
        play.will_roll(c.target, rule=RULE)
    in_round(play, (c.actor,))
    if not comes_off(play, c.actor, c.power, weapon.name):
        return
    if who.wields != c.power:
        play.perform(Wield(actor=c.actor, weapon=c.power))
    check = play.id("x")
    play.emit(CheckOpened(id=check, sides=(c.target,), purpose=DODGE, rule=RULE))
    result = _dodged(play, c, check, more, default) if dodges else TERRIBLE
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
        blow = Strike(
            c.actor, c.target, GOOD - result, (GOOD, result), (), c.announced,
            stun=c.stun, exempt=c.exempt,
        )  # fmt: skip
        land(play, [(check, blow)])


def _dodged(play: Play, c: Project, check: str, more: tuple[Modifier, ...], default: int) -> int:
    proposal = TraitCheck(actor=c.target, kind=DODGE, against=c.actor, trait=c.dodge)
    modifiers = on_trait(play, proposal, RULE, more, default)
    return throw(play, c.target, DODGE, modifiers, of=check, rule=RULE).result


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
