"""What certain things do: they break, burn, will, and hurt some worse (6.5: FUD-274, FUD-275)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import Check, Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..actions.checks import SITUATION
from ..actions.contests import Contest, Contested
from ..actions.rolling import throw
from ..combat.ranged import may_shoot
from ..combat.shots import Shoot
from ..damage.harm import CALCULATED, Harm
from ..damage.healing import HEALING, Healing
from ..damage.stun import conditioned
from ..damage.wounds import Healed, Wounded, able
from ..ladder import FAIR, Level
from ..options import FudgeOptions
from ..state import Fudge, character
from ..traits.characters import Wield
from ..wording import degree
from .bearing import disarm
from .belongings import Belonging
from .equipment import useful

rules = Rules(Fudge, FudgeOptions)

PARRY, KINDLE = "parry", "kindle"


class StrainThing(Command, ruleset="fudge"):
    """See whether a thing that is old and worn breaks while it parries: every few rounds, say.

    Args:
        thing: actor that it is.
    """

    thing: str


class ThingStrained(Event, ruleset="fudge"):
    """A worn thing was put to the test by a parry.

    Args:
        thing: actor that it is.
        owner: whose it is.
        roll: id of the roll.
        result: a level.
        breaks_at: level at which it breaks, or worse.
        broken: whether it broke.
        rule: id of the rule.
    """

    thing: str
    owner: str
    roll: str
    result: int
    breaks_at: int
    broken: bool
    rule: str = "FUD-274"


class Kindle(Command, ruleset="fudge"):
    """Try to have a thing do what it does only now and then, as flames of a sword.

    Args:
        thing: actor that it is.
        target: actor at whom it is then turned; empty for nobody.
        distance: how far off he is, in metres.
        difficulty: level that hits, beside his dodge.
        answer: what he does: ``none`` if he is unaware of it, else ``dodge``.
    """

    thing: str
    target: str = ""
    distance: int = 1
    difficulty: Level = FAIR
    answer: Literal["none", "dodge"] = "dodge"


class Kindled(Event, ruleset="fudge"):
    """A thing was to do what it does only now and then.

    Args:
        thing: actor that it is.
        power: id of its Power.
        roll: id of the roll.
        result: a level.
        needed: level that it takes.
        works: whether it did.
        rule: id of the rule.
    """

    thing: str
    power: str
    roll: str
    result: int
    needed: int
    works: bool
    rule: str = "FUD-275"


class Sway(Command, ruleset="fudge"):
    """A thing with a will of its own contends with whoever has it.

    Args:
        thing: actor that it is.
        default: level of the trait that stands against it, where he lacks it (FUD-149).
    """

    thing: str
    default: Level | None = None


class Swayed(Event, ruleset="fudge"):
    """A thing with a will of its own has contended with its owner.

    Args:
        thing: actor that it is.
        owner: whose it is.
        obeys: whether he does what it wants.
        rule: id of the rule.
    """

    thing: str
    owner: str
    obeys: bool
    rule: str = "FUD-275"


class LeftOpen(Event, ruleset="fudge"):
    """Some of somebody's wound points never close.

    Args:
        actor: who.
        thing: that struck him; empty where they became fewer.
        before: how many did not before.
        after: how many do not now.
        rule: id of the rule.
    """

    actor: str
    thing: str
    before: int
    after: int
    rule: str = "FUD-275"


# --- rules


@rules.decides(StrainThing, may=gm)
def strain(c: StrainThing, play: Play) -> None:
    """A Situational Roll: Mediocre or worse breaks the old sword of the book. FUD-274."""
    found = useful(play, c.thing)
    limit = found.works.breaks_at
    if limit is None:
        play.refuse(f"{c.thing} does not break by parrying", rule="FUD-274", path="$.thing")
    roll = _situation(play, c.thing, found, PARRY, "FUD-274")
    broken = roll[1] <= limit
    play.emit(
        ThingStrained(
            thing=c.thing, owner=found.owner, roll=roll[0], result=roll[1], breaks_at=limit,
            broken=broken,
        )
    )  # fmt: skip
    if broken:
        disarm(play, found.owner, c.thing, "FUD-274")


def _situation(
    play: Play, thing: str, found: Belonging, purpose: str, rule: str
) -> tuple[str, int]:
    """A Situational Roll about a thing: id of the roll, and the level. FUD-144."""
    weighed = play.modifiers(Check(actor=thing, kind=SITUATION))
    concerns = (found.owner,) if found.owner else ()
    made = throw(play, thing, purpose, weighed, rule=rule, concerns=concerns, trait=False)
    return made.roll, made.result


@rules.decides(Kindle, may=gm)
def kindle(c: Kindle, play: Play) -> None:
    """The flames of the book come at Good or better; it shoots on its own skill. FUD-275."""
    found = useful(play, c.thing)
    need, power = found.works.fires_from, found.works.power
    if need is None:
        play.refuse(f"{c.thing} needs no roll for what it does", rule="FUD-275", path="$.thing")
    shot = _aimed(c, play, found) if c.target else None
    roll, result = _situation(play, c.thing, found, KINDLE, "FUD-275")
    works = result >= need
    play.emit(
        Kindled(thing=c.thing, power=power, roll=roll, result=result, needed=need, works=works)
    )
    if works and shot is not None:
        play.perform(shot)


def _aimed(c: Kindle, play: Play, found: Belonging) -> Shoot:
    """The shot that follows; refuses what it cannot do, before any die is thrown."""
    reach, power = found.works.reach, found.works.power
    thing = able(play, c.thing, "$.thing")
    if power not in thing.weapons:
        play.refuse(
            f"nobody has said what {power} of {c.thing} does to whoever it hits",
            rule="FUD-089", path="$.thing", hint=f"fudge.bring_thing damage.{power}=…",
        )  # fmt: skip
    if reach is not None and c.distance > reach:
        play.refuse(
            f"{c.target} is {c.distance} metres off", rule="FUD-275", path="$.distance",
            hint=f"{c.thing} reaches {reach}",
        )  # fmt: skip
    if thing.wields != power:
        play.perform(Wield(actor=c.thing, weapon=power))
    shot = Shoot(
        attacker=c.thing, target=c.target, difficulty=c.difficulty, answer=c.answer
    )  # fmt: skip
    may_shoot(play, shot)
    return shot


@rules.decides(Sway, may=gm)
def sway(c: Sway, play: Play) -> None:
    """Its skill against his will: where it wins, he does what it was made for. FUD-275."""
    found = useful(play, c.thing)
    if not found.works.will:
        play.refuse(f"{c.thing} has no will of its own", rule="FUD-275", path="$.thing")
    if not found.owner:
        play.refuse(f"nobody has {c.thing}", rule="FUD-275", path="$.thing")
    contest = Contest(
        a=c.thing, b=found.owner, trait_a=found.works.will, trait_b=found.works.opposed_by,
        purpose=found.works.will, default=c.default,
    )  # fmt: skip
    decided = next(e for e in play.perform(contest) if isinstance(e, Contested))
    play.emit(Swayed(thing=c.thing, owner=found.owner, obeys=decided.outcome == "a"))


@rules.modifies(Harm)
def bane(harm: Harm, look: Look) -> Iterable[Modifier]:
    """A weapon may be worse for some: three more against Trolls. FUD-275."""
    state = look.state[Fudge]
    found, target = state.things.get(harm.weapon), state.characters.get(harm.target)
    if found is None or target is None or found.owner != harm.source:
        return
    points = found.works.bane.get(target.race, 0)
    if points:
        yield Modifier(harm.weapon, "FUD-275", CALCULATED, "add", points)


@rules.reacts(Wounded)
def stays_open(e: Wounded, play: Play) -> None:
    """What such a sword cuts never heals. FUD-275."""
    found = play.state[Fudge].things.get(e.weapon)
    if found is None or not found.works.never_close or found.owner != e.source:
        return
    before = character(play, e.actor).condition.open
    after = before + e.after - e.before
    play.emit(LeftOpen(actor=e.actor, thing=e.weapon, before=before, after=after))


@rules.reacts(Healed)
def closed_after_all(e: Healed, play: Play) -> None:
    """Whoever heals him beyond that, by his own ruling, has closed them after all. FUD-275."""
    before = character(play, e.actor).condition.open
    if e.after < before:
        play.emit(LeftOpen(actor=e.actor, thing="", before=before, after=e.after))


@rules.modifies(Healing)
def unhealing(healing: Healing, look: Look) -> Iterable[Modifier]:
    """No healing gets at wounds that never close. FUD-275."""
    who = look.state[Fudge].characters.get(healing.actor)
    if who is not None and who.condition.open:
        left = max(0, who.points - who.condition.open)
        yield Modifier("open-wounds", "FUD-275", HEALING, "at_most", left)


@rules.evolves(ThingStrained)
def thing_strained(s: Fudge, e: ThingStrained) -> Fudge:
    """Copy whether it is broken."""
    found = s.things.get(e.thing)
    if found is None or not e.broken:
        return s
    return replace(s, things={**s.things, e.thing: replace(found, broken=True)})


@rules.evolves(LeftOpen)
def left_open(s: Fudge, e: LeftOpen) -> Fudge:
    """Copy how many never close."""
    return conditioned(s, e.actor, open=e.after)


# --- telling


@rules.tells(ThingStrained)
def tell_strained(e: ThingStrained, telling: Telling) -> str:
    """Whether it holds."""
    return telling.say(
        "fudge.thing.broken" if e.broken else "fudge.thing.holds",
        thing=telling.name(e.thing),
        result=degree(telling, e.result),
    )


@rules.tells(Kindled)
def tell_kindled(e: Kindled, telling: Telling) -> str:
    """Whether it does what it can."""
    return telling.say(
        "fudge.thing.kindled" if e.works else "fudge.thing.dark",
        thing=telling.name(e.thing),
        result=degree(telling, e.result),
        needed=degree(telling, e.needed),
    )


@rules.tells(Swayed)
def tell_swayed(e: Swayed, telling: Telling) -> str:
    """Who has his way."""
    return telling.say(
        "fudge.thing.obeyed" if e.obeys else "fudge.thing.defied",
        thing=telling.name(e.thing),
        owner=telling.name(e.owner),
    )


@rules.tells(LeftOpen)
def tell_open(e: LeftOpen, telling: Telling) -> str:
    """How many points never close."""
    return telling.say(
        "fudge.thing.open" if e.after else "fudge.thing.closed",
        name=telling.name(e.actor),
        points=e.after,
    )
