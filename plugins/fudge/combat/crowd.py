"""One against several: what a group rolls, what comes of it, and hordes (4.64: FUD-187 to 195)."""

from __future__ import annotations

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Weighed
from ..content.combat import combat
from ..ladder import lowest
from ..options import FudgeOptions
from ..paper import ProtectionSheet, Sheet, WeaponSheet
from ..state import Fudge
from ..traits.characters import Enter
from ..wording import degree, shifted

rules = Rules(Fudge, FudgeOptions)

_MOST = 99  # of a horde that comes in at once
_PAIR = 2


class GroupRolled(Weighed, ruleset="fudge"):
    """One roll stands for a whole group of the GM's.

    Args:
        check: id of the exchange.
        roll: id of the roll.
        natural: what it showed.
        counts: what it counts for, one nearer to zero.
        results: Rolled Degree of each, on his own trait, by actor.
        rule: id of the rule.
    """

    check: str
    roll: str
    natural: int
    counts: int
    results: dict[str, int]
    rule: str = "FUD-194"


class Surrounded(Event, ruleset="fudge"):
    """A round of one against several has an outcome.

    Args:
        check: id of the exchange.
        actor: who fights alone.
        result: his Rolled Degree.
        opponents: that of each other, by actor.
        may_hit: ids of those of whom he could hit one.
        struck: ids of those whom he hits.
        by: ids of those who hit him.
        rule: id of the rule that lets him hit, or not.
    """

    check: str
    actor: str
    result: int
    opponents: dict[str, int]
    may_hit: tuple[str, ...]
    struck: tuple[str, ...]
    by: tuple[str, ...]
    rule: str


class Muster(Command, ruleset="fudge"):
    """Bring a horde into play: each Poor at fighting and at taking damage (FUD-189).

    Args:
        name: of one of them; each is called by it and his number.
        number: how many, 1 to 99.
        weapon: what each has in hand; its skill is Poor.
        armour: what each wears, if anything.
    """

    name: str
    number: int
    weapon: WeaponSheet
    armour: ProtectionSheet | None = None


@rules.decides(Muster, may=gm)
def muster(c: Muster, play: Play) -> None:
    """A sheet for each, Poor in what counts, or the worst of a ladder that is shorter. FUD-189."""
    if not play.options[FudgeOptions].mooks:
        play.refuse("this table has no hordes", rule="FUD-189", hint="the option mooks has them")
    if not 1 <= c.number <= _MOST:
        play.refuse(f"a horde of {c.number}", rule="FUD-189", path="$.number", hint=f"1 to {_MOST}")
    mook, worst = combat().mook, lowest(play.options[FudgeOptions].ladder)
    sheet = Sheet(
        resistance=max(worst, mook.resistance),
        skills={c.weapon.skill: max(worst, mook.skill)},
        weapons={"weapon": c.weapon},
        wields="weapon",
        armour=c.armour,
    )
    for number in range(1, c.number + 1):
        actor = play.id("mook")
        play.perform(Enter(actor=actor, name=f"{c.name} {number}", sheet=sheet, kind="npc"))


@rules.tells(GroupRolled)
def tell_group(e: GroupRolled, telling: Telling) -> str:
    """What one roll came to for each."""
    return telling.say(
        "fudge.group",
        counts=shifted(telling, e.counts),
        results=_each(telling, e.results),
    )


@rules.tells(Surrounded)
def tell_surrounded(e: Surrounded, telling: Telling) -> str:
    """How one fared among several."""
    how = "both" if e.struck and e.by else "hits" if e.struck else "hit" if e.by else "held"
    return telling.say(
        f"fudge.surrounded.{how}",
        name=telling.name(e.actor),
        result=degree(telling, e.result),
        others=_each(telling, e.opponents),
        struck=_names(telling, e.struck),
        by=_names(telling, e.by),
    )


def _each(telling: Telling, results: dict[str, int]) -> str:
    if len(results) > _PAIR and len(set(results.values())) == 1:
        return telling.say("fudge.each", result=degree(telling, next(iter(results.values()))))
    said = (f"{telling.name(who)} {degree(telling, n)}" for who, n in results.items())
    return ", ".join(said)


def _names(telling: Telling, who: tuple[str, ...]) -> str:
    names = [telling.name(one) for one in who]
    if len(names) < 2:
        return "".join(names)
    return telling.say("fudge.and", some=", ".join(names[:-1]), last=names[-1])
