"""Who stays awake, and whose will is stronger than his wounds (4.7: FUD-203, 204, 237)."""

from __future__ import annotations

from ....core.errors import Refused
from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.until import SceneEnd
from ....core.vocabulary import EffectBegan
from ..actions.checks import Circumstance, TraitCheck, asked_for, lacking, on_trait, stated
from ..actions.rolling import Throw, simple, throw
from ..content.harm import harm
from ..ladder import FAIR, GREAT, Level
from ..options import FudgeOptions
from ..points.success import bought
from ..state import Character, Fudge, character
from ..traits.characters import Altered
from ..wording import degree
from .enduring import ENDURANCE, disregarded
from .stun import (
    CameTo,
    Stunned,
    conditioned,
    knock_out,
    out_by_stun,
    recover,
)
from .wounds import (
    HURT,
    INCAPACITATED,
    NEAR_DEATH,
    RESISTING,
    Healed,
    Wounded,
)

rules = Rules(Fudge, FudgeOptions)


class HoldOn(Command, ruleset="fudge"):
    """Somebody Incapacitated tries to stay conscious: he has to before he does anything.

    Args:
        actor: who.
        trait: id of a trait like Constitution; empty for the first such that he has.
        difficulty: level to reach, a word or a number: Fair, unless the GM is lenient (FUD-203).
        situation: what helps or hinders, each with its reason.
        points: whether whoever plays him is asked if Fudge Points are to buy it instead of a
            roll (FUD-037).
    """

    actor: str
    trait: str = ""
    difficulty: Level = FAIR
    situation: tuple[Circumstance, ...] = ()
    points: bool = False


class HeldOn(Event, ruleset="fudge"):
    """Somebody Incapacitated has stayed conscious, or not.

    Args:
        actor: who.
        roll: id of the roll; empty where Fudge Points bought it instead (FUD-037).
        result: Rolled Degree.
        difficulty: level to reach.
        conscious: whether he is awake, and may now drag himself along.
        rule: id of the rule.
    """

    actor: str
    roll: str
    result: int
    difficulty: int
    conscious: bool
    rule: str = "FUD-203"


class Endure(Command, ruleset="fudge"):
    """Somebody sets his will against his wounds, if the GM lets him.

    Args:
        actor: who.
        trait: id of a trait like Willpower; empty for the first such that he has.
        difficulty: level to reach, a word or a number: a high one, Great by default (FUD-204).
        levels: by how many wound levels they count as lighter until the scene ends, 1 or 2.
        situation: what helps or hinders, each with its reason.
        points: whether whoever plays him is asked if Fudge Points are to buy it instead of a
            roll (FUD-037).
    """

    actor: str
    trait: str = ""
    difficulty: Level = GREAT
    levels: int = 1
    situation: tuple[Circumstance, ...] = ()
    points: bool = False


class Endured(Event, ruleset="fudge"):
    """Somebody has set his will against his wounds; where he prevails, an effect follows.

    Args:
        actor: who.
        roll: id of the roll; empty where Fudge Points bought it instead (FUD-037).
        result: Rolled Degree.
        difficulty: level to reach.
        success: whether his will was stronger.
        levels: by how many wound levels they now count as lighter, 0 where his will fails.
        rule: id of the rule.
    """

    actor: str
    roll: str
    result: int
    difficulty: int
    success: bool
    levels: int
    rule: str = "FUD-204"


class Rouse(Command, ruleset="fudge"):
    """Enough time has passed: somebody comes to, and what only stunned him is gone.

    Args:
        actor: who.
    """

    actor: str


def of_body(who: Character, trait: str) -> str:
    """The trait on which a body resists: as stated, or the first like Constitution. FUD-203."""
    return trait or _first(who, harm().constitution)


def _first(who: Character, names: tuple[str, ...]) -> str:
    return next((name for name in names if name in who.traits), names[0])


def resist(
    play: Play,
    actor: str,
    trait: str,
    purpose: str,
    rule: str,
    situation: tuple[Circumstance, ...] = (),
    *,
    difficulty: int | None = None,
    buys: bool = False,
) -> Throw:
    """Roll against one's own wounds: their penalty does not count, the difficulty does.

    Args:
        play: of now.
        actor: who.
        trait: id of the trait; an attribute that he lacks is Fair (FUD-026).
        purpose: what for.
        rule: id of the rule that asks for it.
        situation: what helps or hinders.
        difficulty: level to reach, where there is one.
        buys: whether Fudge Points buy it instead of a roll (FUD-037).
    """
    more = stated(situation, (actor,))[actor]
    check = TraitCheck(actor=actor, kind=RESISTING, trait=trait)
    modifiers = on_trait(play, check, rule, more, FAIR)
    if difficulty is not None:
        return simple(play, actor, purpose, modifiers, difficulty, rule=rule, bought=buys)
    return throw(play, actor, purpose, modifiers, rule=rule)


# --- rules


@rules.decides(HoldOn, may=gm)
def hold_on(c: HoldOn, play: Play) -> None:
    """On a trait like Constitution against Fair, or he is out cold. FUD-203."""
    who = character(play, c.actor)
    if who.level != INCAPACITATED:
        play.refuse(f"{c.actor} is not Incapacitated", rule="FUD-203", path="$.actor")
    if not who.condition.conscious:
        play.refuse(f"{c.actor} is out cold already", rule="FUD-203", path="$.actor")
    if who.condition.steady:
        play.refuse(f"{c.actor} has stayed awake already", rule="FUD-203", path="$.actor")
    difficulty = asked_for(play, c.difficulty, "$.difficulty")
    trait = of_body(who, c.trait)
    if c.trait:
        lacking(play, c.actor, c.trait, None, "$.trait")
    buys = c.points and bought(play, c.actor, difficulty)
    roll = resist(
        play, c.actor, trait, "consciousness", "FUD-203", c.situation,
        difficulty=difficulty, buys=buys,
    )  # fmt: skip
    play.emit(
        HeldOn(
            actor=c.actor,
            roll=roll.roll,
            result=roll.result,
            difficulty=difficulty,
            conscious=roll.result >= difficulty,
        )
    )


@rules.decides(Endure, may=gm)
def endure(c: Endure, play: Play) -> None:
    """On a trait like Willpower against a high difficulty. FUD-204.

    Whoever was Incapacitated is then no worse than Very Hurt, and may do what those may.
    """
    if not play.options[FudgeOptions].will_over_pain:
        play.refuse("no will is stronger than wounds here", rule="FUD-204",
                    hint="the option will_over_pain")  # fmt: skip
    who = character(play, c.actor)
    if not HURT <= who.level <= INCAPACITATED or not who.condition.conscious:
        play.refuse(
            f"{c.actor} has no wound to disregard", rule="FUD-204", path="$.actor",
            hint="Hurt, Very Hurt or Incapacitated, and awake",
        )  # fmt: skip
    if disregarded(play, c.actor):
        play.refuse(
            f"{c.actor} disregards his wounds already", rule="FUD-204", path="$.actor",
            hint="until the scene ends; or end the effect first: table.end_effect",
        )  # fmt: skip
    if c.levels not in (1, 2):
        play.refuse(f"{c.levels} levels", rule="FUD-204", path="$.levels", hint="1 or 2")
    difficulty = asked_for(play, c.difficulty, "$.difficulty")
    if c.trait:
        lacking(play, c.actor, c.trait, None, "$.trait")
    trait = c.trait or _first(who, harm().will)
    buys = c.points and bought(play, c.actor, difficulty)
    roll = resist(
        play, c.actor, trait, "will", "FUD-204", c.situation, difficulty=difficulty, buys=buys
    )
    success = roll.result >= difficulty
    play.emit(
        Endured(
            actor=c.actor,
            roll=roll.roll,
            result=roll.result,
            difficulty=difficulty,
            success=success,
            levels=c.levels if success else 0,
        )
    )
    if success:
        play.emit(
            EffectBegan(
                id=play.id("endurance"),
                actor=c.actor,
                kind=ENDURANCE,
                amount=c.levels,
                until=SceneEnd(),
                source=trait,
                rule="FUD-204",
            )
        )


@rules.decides(Rouse, may=gm)
def rouse(c: Rouse, play: Play) -> None:
    """Whoever was knocked out needs nothing but time; Near Death is another matter. FUD-237."""
    who = character(play, c.actor)
    if who.condition.conscious and not who.condition.stun:
        play.refuse(f"{c.actor} is awake, and clear of head", rule="FUD-237", path="$.actor")
    if who.level >= NEAR_DEATH:
        raise Refused(
            f"no time alone wakes {c.actor}", rule="FUD-202", path="$.actor", hint="fudge.treat"
        )
    cleared(play, c.actor)


def cleared(play: Play, actor: str) -> None:
    """Time does what it does for whoever was stunned or knocked out. FUD-237."""
    who = character(play, actor)
    if who.condition.stun:
        recover(play, actor, "time", who.condition.stun, "FUD-237")
    if not who.condition.conscious and who.level < NEAR_DEATH:
        play.emit(CameTo(actor=actor, rule="FUD-237"))


@rules.reacts(Stunned)
def down_by_stun(e: Stunned, play: Play) -> None:
    """Stun and wounds together reach Incapacitated: out cold. FUD-237."""
    _down(play, e.actor, e.source)


@rules.reacts(Wounded)
def down_by_wounds(e: Wounded, play: Play) -> None:
    """Likewise where a wound fills up what stun has begun. FUD-237."""
    _down(play, e.actor, e.source)


def _down(play: Play, actor: str, source: str) -> None:
    who = play.state[Fudge].characters.get(actor)
    if who is not None and who.level < NEAR_DEATH and out_by_stun(who):
        knock_out(play, actor, source, "stun", "FUD-237")


@rules.reacts(Healed)
def up_again(e: Healed, play: Play) -> None:
    """Whoever is no longer Incapacitated, by wounds or by stun, comes to. FUD-203, FUD-237."""
    _up(play, e.actor)


@rules.reacts(Altered)
def other_boxes(e: Altered, play: Play) -> None:
    """Likewise where the same wounds, or the same stun, weigh more or less. FUD-203, FUD-237."""
    if e.level_before is not None:
        _down(play, e.actor, "wounds")
        if e.character.level < e.level_before:
            _up(play, e.actor)


def _up(play: Play, actor: str) -> None:
    who = play.state[Fudge].characters.get(actor)
    if who is None or who.condition.conscious or out_by_stun(who):
        return
    if who.level < INCAPACITATED:
        play.emit(CameTo(actor=actor, rule="FUD-203"))


@rules.evolves(HeldOn)
def held_on(s: Fudge, e: HeldOn) -> Fudge:
    """Copy whether he is awake."""
    return conditioned(s, e.actor, conscious=e.conscious, steady=e.conscious)


# --- telling


@rules.tells(HeldOn)
def tell_held_on(e: HeldOn, telling: Telling) -> str:
    """Whether he is awake."""
    return telling.say(
        "fudge.held-on" if e.conscious else "fudge.held-on.not",
        name=telling.name(e.actor),
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty),
    )


@rules.tells(Endured)
def tell_endured(e: Endured, telling: Telling) -> str:
    """Whether his will was stronger, and by how much he disregards his wounds."""
    return telling.say(
        "fudge.endured" if e.success else "fudge.endured.not",
        name=telling.name(e.actor),
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty),
        levels=e.levels,
    )
