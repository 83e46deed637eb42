"""Powers are used: so often a day, with what their use costs (3.1, 3.21, 3.22, 6.351).

FUD-084, 085, 087, 088, 090, 091, and 125 to 128.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ....core import modifiers as core
from ....core.asked import Choice
from ....core.look import Look
from ....core.messages import Command
from ....core.modifiers import Check, Modifier, tally
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.days import DayEnded
from ....core.table.effects import effects
from ....core.telling import Telling
from ....core.until import RestEnd
from ....core.vocabulary import EffectBegan, Weighed
from ..actions.attempts import Attempt
from ..actions.checks import SITUATION, lacking
from ..actions.difficulty import set_by_gm
from ..actions.rolling import throw
from ..damage.wounds import Suffer, able
from ..ladder import FAIR, MEDIOCRE, Level
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import called
from .psi import Held, held, reaches, steered, within

rules = Rules(Fudge, FudgeOptions)

USES = "uses"
"""Quantity: how many of the day's uses one use takes."""

FATIGUE, CONDITION, UNRELIABLE, RISK = "fatigue", "condition", "unreliable", "risk"
"""Drawbacks that this chapter acts on; any other is told, and the GM makes of it what he will."""

TIRED = "tired"
"""Kind of effect of whoever a Power has tired."""


class PowerUse(core.Cost, frozen=True, kw_only=True):
    """A Power is about to be used; modifiers on ``uses`` make that free, or dearer.

    Args:
        power: its id.
    """

    power: str


class UsePower(Command, ruleset="fudge"):
    """Use a Power; it needs no roll but for what is done with it finely (FUD-088).

    Args:
        actor: who.
        power: its id.
        purpose: what for, in a word or two.
        skill: id of the skill that guides it, where more is wanted than the Power alone does; its
            own id where it is rolled at its own level.
        difficulty: level that the skill has to reach, which is the GM's to say: Fair where he
            says nothing; where a player uses it he is asked, and may say that it takes no roll.
        ability: id of what is done with it, where a Power does several things (FUD-125).
        subjects: on how many at once it works.
    """

    actor: str
    power: str
    purpose: str = ""
    skill: str = ""
    difficulty: Level | None = None
    ability: str = ""
    subjects: Annotated[int, Meta(ge=1, le=999)] = 1


class PowerUsed(Weighed, ruleset="fudge"):
    """A Power was used.

    Args:
        actor: who.
        power: its id.
        purpose: what for.
        before: uses of this day before.
        after: uses of this day, this one included.
        of: how many he has a day; None for as many as he likes.
        works: whether it does anything.
        drawbacks: what its use costs, as on the sheet.
        rule: id of the rule that decided.
    """

    actor: str
    power: str
    purpose: str
    before: int
    after: int
    of: int | None
    works: bool
    drawbacks: tuple[str, ...]
    rule: str


INTRINSIC = Choice(id="no-roll", label="the Power does it without a roll", rule="FUD-088")
"""What the GM may say instead of a difficulty."""


@rules.decides(UsePower, may=owner("actor"))
def use_power(c: UsePower, play: Play) -> None:
    """So often a day, with what it costs; a skill is rolled only for what is fine.

    What a mind does finely takes the skill that steers it, and what goes beyond its first level
    takes a higher one. FUD-084, 085, 087, 088, 090, 091, and 125 to 128.
    """
    has = _has(c, play)
    power = has.power
    before, after, weighed = counted(play, c.actor, has, c.purpose)
    asked = within(play, has, c.ability, c.subjects)
    needs = _needs(c, play)
    rolls = [d for d in (UNRELIABLE, RISK) if d in power.drawbacks]
    met = _met(c, play, has) and (not asked or reaches(play, has, c.ability, c.actor))
    if rolls:
        play.will_roll(c.actor, rule="FUD-087")
    works = met and _reliable(c, play, has)
    play.emit(
        PowerUsed(
            actor=c.actor, power=has.name, purpose=_purpose(c, has), before=before, after=after,
            of=power.uses, works=works, drawbacks=power.drawbacks, modifiers=weighed,
            rule=_rule(c, has),
        )
    )  # fmt: skip
    _cost(c, play, has, before, after)
    if works and needs is not None:
        play.perform(
            Attempt(actor=c.actor, trait=c.skill, difficulty=needs, purpose=c.purpose or c.power)
        )


def counted(
    play: Play, actor: str, has: Held, purpose: str, path: str = "$.power"
) -> tuple[int, int, tuple[Modifier, ...]]:
    """Uses of today before and after one more, and what made that dearer or free. FUD-090.

    Args:
        play: of now.
        actor: whose.
        has: the Power.
        purpose: what for.
        path: where the command names it.

    Raises:
        Refused: so many are not left.
    """
    before = play.state[Fudge].used.get(actor, {}).get(has.name, 0)
    proposal = PowerUse(actor=actor, pool=has.name, amount=1, purpose=purpose, power=has.name)
    weighed = play.modifiers(proposal)
    after = before + max(0, tally(1, weighed, USES))
    if has.power.uses is not None and after > has.power.uses:
        play.refuse(
            f"{has.name} is used up for today: {before} of {has.power.uses}", rule="FUD-090",
            path=path, hint="it comes back when the day is over: table.end_day",
        )  # fmt: skip
    return before, after, weighed


def _has(c: UsePower, play: Play) -> Held:
    """The Power as he has it; one that is not stated is not there, a broken device does nothing."""
    who = able(play, c.actor)
    has = held(who, c.power, play.state[Fudge].campaign, play.options[FudgeOptions])
    if has is None:
        known = ", ".join(who.powers) or "he has none"
        play.refuse(f"{c.actor} has no Power {c.power}", rule="FUD-084", path="$.power", hint=known)
    if has.name in who.powers and not play.options[FudgeOptions].powers:
        play.refuse("nobody has Powers at this table", rule="FUD-079", hint="the option powers")
    if has.power.broken:
        play.refuse(
            f"{has.name} does not work", rule="FUD-128", path="$.power",
            hint="once it is mended: fudge.break_implant broken=false",
        )  # fmt: skip
    steered(play, has, c.skill)
    if c.skill:  # what the roll on it would refuse comes before any die
        lacking(play, c.actor, c.skill, None, "$.skill")
    return has


def _needs(c: UsePower, play: Play) -> int | None:
    """What the skill has to reach, as the GM says; None where the Power does it alone. FUD-088."""
    if not c.skill:
        return None
    what = f"{c.power}, by {c.skill}"
    return set_by_gm(play, c.difficulty, what, "$.difficulty", (INTRINSIC,))


def _purpose(c: UsePower, has: Held) -> str:
    """What for: as said, else what of its abilities, or which part of it, was used."""
    return c.purpose or c.ability or (c.power if c.power != has.name else "")


def _rule(c: UsePower, has: Held) -> str:
    """Id of the rule by which it was used so."""
    if has.psi and c.skill:
        return "FUD-126"
    if c.ability or c.subjects > 1:
        return "FUD-125"
    return "FUD-080" if not has.power.drawbacks else "FUD-087"


def _met(c: UsePower, play: Play, has: Held) -> bool:
    """Whether what the Power needs is there, and its Fault lets him: the GM says. FUD-087, 127."""
    if has.power.fault and not _yes(
        play, "Does the Fault that the Power is tied to let it work now?", "tied", "FUD-127"
    ):
        return False
    return CONDITION not in has.power.drawbacks or _yes(
        play, f"Is everything there that {c.power} needs?", "condition", "FUD-087"
    )


def _yes(play: Play, question: str, name: str, rule: str) -> bool:
    choices = (Choice("yes", rule=rule), Choice("no", rule=rule))
    return play.ask(question, choices=choices, name=name, rule=rule).id == "yes"


def _reliable(c: UsePower, play: Play, has: Held) -> bool:
    """What is not to be relied on works on a Situational Roll of Fair or better. FUD-087."""
    if UNRELIABLE not in has.power.drawbacks:
        return True
    situation = _situation(c, play, has)
    made = throw(play, c.actor, has.name, situation, rule="FUD-087", trait=False)
    return made.result >= FAIR


def _situation(c: UsePower, play: Play, has: Held) -> tuple[Modifier, ...]:
    """The higher psi stands, the less care it takes, and the less it harms. FUD-125."""
    better = Modifier(has.name, "FUD-125", "result", "add", has.steps)
    others = play.modifiers(Check(actor=c.actor, kind=SITUATION))
    return (better, *others) if has.steps else others


def _cost(c: UsePower, play: Play, has: Held, before: int, after: int) -> None:
    """It tires until one rests; a dangerous one hurts on Mediocre or worse. FUD-087.

    Psi of a higher level tires less: each level more lets it be used once more before it does
    (FUD-125).
    """
    uses = has.steps + 1
    if FATIGUE in has.power.drawbacks and (uses == 1 or after // uses > before // uses):
        play.emit(
            EffectBegan(
                id=play.id(TIRED), actor=c.actor, kind=TIRED, amount=1, until=RestEnd(1),
                rule="FUD-087",
            )
        )  # fmt: skip
    if RISK in has.power.drawbacks:
        situation = _situation(c, play, has)
        made = throw(play, c.actor, has.name, situation, rule="FUD-087", trait=False)
        if made.result <= MEDIOCRE:
            play.perform(Suffer(target=c.actor, source=has.name, amount=1, rule="FUD-087"))


@rules.modifies(Check)
def tired(check: Check, look: Look) -> Iterable[Modifier]:
    """Whoever a Power has tired does all things worse by a level for each time. FUD-087."""
    if check.kind == SITUATION:
        return
    for name, effect in effects(look, check.actor, TIRED):
        yield Modifier(name, "FUD-087", "result", "add", -effect.amount)


@rules.evolves(PowerUsed)
def power_used(s: Fudge, e: PowerUsed) -> Fudge:
    """Copy how often it was used today."""
    mine = {**s.used.get(e.actor, {}), e.power: e.after}
    return replace(s, used={**s.used, e.actor: mine})


@rules.evolves(DayEnded)
def day_ended(s: Fudge, e: DayEnded) -> Fudge:
    """A new day: every Power has all its uses again. FUD-090."""
    return replace(s, used={})


@rules.tells(PowerUsed)
def tell_power_used(e: PowerUsed, telling: Telling) -> str:
    """Which, for what, and how many uses are left."""
    left = "" if e.of is None else telling.say("fudge.power.left", after=e.after, of=e.of)
    power = called(telling, e.actor, e.power)
    return telling.say(
        "fudge.power.used" if e.works else "fudge.power.failed",
        name=telling.name(e.actor),
        power=power,
        purpose=telling.say("fudge.purpose", purpose=e.purpose)
        if e.purpose not in ("", power)
        else "",
        left=left,
    )
