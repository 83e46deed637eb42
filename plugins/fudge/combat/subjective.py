"""Fights in segments of three rolls, told rather than counted (4.61: FUD-163 to 167)."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.errors import Invalid
from ....core.messages import Command, Event
from ....core.modifiers import tally
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened, Weighed
from ..actions.checks import MOST, Circumstance, TraitCheck, lacking, on_trait, stated
from ..actions.rolling import throw
from ..damage.harm import Strike
from ..damage.wounds import able
from ..ladder import FAIR, Level, level
from ..options import FudgeOptions
from ..state import Fudge, character
from ..wording import because, degree, shifted
from .entrants import Fighter, ready
from .landing import land, over
from .rounds import need_fight

rules = Rules(Fudge, FudgeOptions)

SEGMENT = "segment"
"""Kind of a check on how somebody fares in a segment."""

ROLLS = 3
"""Rolls whose mean says how somebody fares (FUD-165)."""


class BeginSegment(Command, ruleset="fudge"):
    """A fight comes to its next dramatic moment: the guards at the gate, then their captain.

    Args:
        title: what it is about, in words.
    """

    title: str


class SegmentBegan(Event, ruleset="fudge"):
    """A segment of a fight has begun.

    Args:
        number: from 1 in each fight.
        title: what it is about.
        rule: id of the rule.
    """

    number: int
    title: str
    rule: str = "FUD-166"


class Fare(Command, ruleset="fudge"):
    """See how somebody fares in this segment of the fight.

    Args:
        actor: who.
        intention: what he means to do, in words; empty asks the player who plays him.
        trait: what he rolls on; empty asks the GM, who then knows the intention.
        situation: what his plan and the circumstances are worth, each with its reason; -3 to +3
            altogether.
    """

    actor: str
    intention: str = ""
    trait: str = ""
    situation: tuple[Circumstance, ...] = ()


class Land(Command, ruleset="fudge"):
    """Somebody's blow lands in this segment, as the rolls have shown; its harm is weighed as ever.

    Args:
        attacker: who hits, with the weapon in hand.
        target: whom.
        result: how the attacker has fared, a level.
        against: how the target has, a level below that; Fair where nobody rolled.
        announced: most damage that the blow does, where the punch is pulled (FUD-236).
        stun: whether it is meant to stun (FUD-237).
        exempt: whether no threshold protects from it (FUD-205).
    """

    attacker: str
    target: str
    result: Level
    against: Level = FAIR
    announced: int | None = None
    stun: bool = False
    exempt: bool = False


class Fared(Weighed, ruleset="fudge"):
    """Three rolls have said how somebody fares in a segment.

    Args:
        actor: who.
        intention: what he meant to do.
        trait: on which trait.
        segment: number of the segment, 0 where the fight has none.
        rolls: ids of the three rolls.
        shifts: what each showed.
        sum: of the three; a third of it is their mean.
        rounded: the mean, to the nearest number.
        modifier: what plan and circumstances were worth.
        result: level that says how he fares.
        rule: id of the rule.
    """

    actor: str
    intention: str
    trait: str
    segment: int
    rolls: tuple[str, ...]
    shifts: tuple[int, ...]
    sum: int
    rounded: int
    modifier: int
    result: int
    rule: str = "FUD-165"


def mean(shifts: tuple[int, ...]) -> int:
    """The mean of three rolls, to the nearest number; of thirds none lies in the middle. FUD-165.

    Args:
        shifts: what each showed.

    Raises:
        Invalid: they are not three.
    """
    if len(shifts) != ROLLS:
        raise Invalid(f"a mean of {len(shifts)} rolls", rule="FUD-165", hint=f"of {ROLLS}")
    return (2 * sum(shifts) + ROLLS) // (2 * ROLLS)


def _segments_only(play: Play) -> None:
    if play.options[FudgeOptions].combat_system != "subjective":
        play.refuse(
            "this table fights in rounds",
            rule="FUD-163",
            hint="the option combat_system=subjective has segments",
        )


@rules.decides(BeginSegment, may=gm)
def begin_segment(c: BeginSegment, play: Play) -> None:
    """One moment after the other. FUD-166."""
    _segments_only(play)
    fight = need_fight(play, "FUD-166")
    if not c.title:
        play.refuse("what is this moment about?", rule="FUD-166", path="$.title")
    play.emit(SegmentBegan(number=fight.segment + 1, title=c.title))


@rules.decides(Fare, may=gm)
def fare(c: Fare, play: Play) -> None:
    """Intention, trait, modifier; then the mean of three rolls. FUD-163, 164, 165, 167."""
    _segments_only(play)
    who = able(play, c.actor)
    situation = stated(c.situation, (c.actor,))[c.actor]
    worth = sum(modifier.amount for modifier in situation)
    if abs(worth) > MOST:
        play.refuse(
            f"plan and circumstances are worth {worth:+d}",
            rule="FUD-164",
            path="$.situation",
            hint=f"-{MOST} to +{MOST} altogether",
        )
    if c.trait:
        lacking(play, c.actor, c.trait, None, "$.trait")
    elif not who.traits:
        play.refuse(f"{c.actor} has no traits", rule="FUD-163", path="$.trait")
    intention = c.intention
    if not intention and play.owners(c.actor):
        intention = play.ask("What do you do?", to=c.actor, name="intention", rule="FUD-163")
    trait = c.trait
    if not trait:
        trait = play.ask("On which trait?", choices=who.traits, name="trait", rule="FUD-163")
    check = TraitCheck(actor=c.actor, kind=SEGMENT, trait=trait)
    plan = [replace(m, rule="FUD-164") if m.rule == "FUD-145" else m for m in situation]
    modifiers = on_trait(play, check, "FUD-163", plan)
    throws = [throw(play, c.actor, SEGMENT, (), rule="FUD-165", trait=False) for _ in range(ROLLS)]
    shifts = tuple(thrown.result for thrown in throws)
    fight = play.state[Fudge].fight
    play.emit(
        Fared(
            actor=c.actor,
            intention=intention,
            trait=trait,
            segment=fight.segment if fight else 0,
            rolls=tuple(thrown.roll for thrown in throws),
            shifts=shifts,
            sum=sum(shifts),
            rounded=mean(shifts),
            modifier=worth,
            result=tally(mean(shifts), modifiers, "result"),
            modifiers=modifiers,
        )
    )


@rules.decides(Land, may=gm)
def land_blow(c: Land, play: Play) -> None:
    """By how much he fared better is the Relative Degree of his blow. FUD-163, FUD-207, FUD-209."""
    _segments_only(play)
    entrant = Fighter(c.attacker, announced=c.announced, stun=c.stun, exempt=c.exempt)
    ready(play, entrant, "$.attacker", "$.{}")
    if c.attacker == c.target:
        play.refuse(f"{c.attacker} cannot strike himself", rule="FUD-154", path="$.target")
    character(play, c.target, "$.target")
    own = play.options[FudgeOptions].ladder
    results = level(c.result, "$.result", own), level(c.against, "$.against", own)
    degree_ = results[0] - results[1]
    if degree_ <= 0:
        play.refuse(
            f"{c.attacker} fared no better than {c.target}", rule="FUD-171", path="$.result",
            hint="a blow lands where one fares better than the other",
        )  # fmt: skip
    check = play.id("x")
    play.emit(CheckOpened(id=check, sides=(c.attacker, c.target), purpose=SEGMENT, rule="FUD-163"))
    fared = {c.attacker: results[0], c.target: results[1]}
    over(play, check, fared, degree_, c.attacker, "FUD-163")
    hit = Strike(
        c.attacker, c.target, degree_, results, (), c.announced, stun=c.stun, exempt=c.exempt
    )
    land(play, [(check, hit)])


@rules.evolves(SegmentBegan)
def segment_began(s: Fudge, e: SegmentBegan) -> Fudge:
    """Copy its number and title."""
    if s.fight is None:
        return s
    return replace(s, fight=replace(s.fight, segment=e.number, title=e.title))


@rules.tells(SegmentBegan)
def tell_segment(e: SegmentBegan, telling: Telling) -> str:
    """What it is about."""
    return telling.say("fudge.segment", number=e.number, title=e.title)


@rules.tells(Fared)
def tell_fared(e: Fared, telling: Telling) -> str:
    """What he meant to do, the three rolls, and how he fares."""
    return telling.say(
        "fudge.fared" if e.intention else "fudge.fared.silent",
        name=telling.name(e.actor),
        intention=e.intention,
        shifts=", ".join(shifted(telling, shift) for shift in e.shifts),
        rounded=shifted(telling, e.rounded),
        because=because(telling, e.modifiers),
        result=degree(telling, e.result),
    )
