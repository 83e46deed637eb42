"""Powers are used: so often a day, with what their use costs (3.1, 3.21, 3.22, 6.351).

FUD-084, 087, 088 and 090.
"""

from __future__ import annotations

from collections.abc import Iterable

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
from ..actions.checks import SITUATION
from ..actions.rolling import throw
from ..damage.wounds import Suffer, able
from ..ladder import FAIR, MEDIOCRE, Level
from ..options import FudgeOptions
from ..paper import Power
from ..state import Fudge
from ..wording import called

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
        skill: id of the skill that guides it, where more is wanted than the Power alone does.
        difficulty: level that the skill has to reach.
    """

    actor: str
    power: str
    purpose: str = ""
    skill: str = ""
    difficulty: Level = FAIR


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


@rules.decides(UsePower, may=owner("actor"))
def use_power(c: UsePower, play: Play) -> None:
    """So often a day, with what it costs; a skill is rolled only for what is fine.

    FUD-084, FUD-087, FUD-088, FUD-090.
    """
    who = able(play, c.actor)
    power = who.powers.get(c.power)
    if power is None:
        known = ", ".join(who.powers) or "he has none"
        play.refuse(f"{c.actor} has no Power {c.power}", rule="FUD-084", path="$.power", hint=known)
    before = play.state[Fudge].used.get(c.actor, {}).get(c.power, 0)
    proposal = PowerUse(actor=c.actor, pool=c.power, amount=1, purpose=c.purpose, power=c.power)
    weighed = play.modifiers(proposal)
    after = before + max(0, tally(1, weighed, USES))
    if power.uses is not None and after > power.uses:
        play.refuse(
            f"{c.power} is used up for today: {before} of {power.uses}", rule="FUD-090",
            path="$.power", hint="it comes back when the day is over: table.end_day",
        )  # fmt: skip
    rolls = [d for d in (UNRELIABLE, RISK) if d in power.drawbacks]
    met = CONDITION not in power.drawbacks or _met(c, play)
    if rolls:
        play.will_roll(c.actor, rule="FUD-087")
    works = met and _reliable(c, play, power)
    play.emit(
        PowerUsed(
            actor=c.actor, power=c.power, purpose=c.purpose, before=before, after=after,
            of=power.uses, works=works, drawbacks=power.drawbacks, modifiers=weighed,
            rule="FUD-080" if not power.drawbacks else "FUD-087",
        )
    )  # fmt: skip
    _cost(c, play, power)
    if works and c.skill:
        play.perform(
            Attempt(
                actor=c.actor, trait=c.skill, difficulty=c.difficulty, purpose=c.purpose or c.power
            )
        )


def _met(c: UsePower, play: Play) -> bool:
    """Whether what the Power needs is there: the GM says. FUD-087."""
    said = play.ask(
        f"Is everything there that {c.power} needs?",
        choices=(Choice("yes", rule="FUD-087"), Choice("no", rule="FUD-087")),
        name="condition",
        rule="FUD-087",
    )
    return said.id == "yes"


def _reliable(c: UsePower, play: Play, power: Power) -> bool:
    """What is not to be relied on works on a Situational Roll of Fair or better. FUD-087."""
    if UNRELIABLE not in power.drawbacks:
        return True
    return throw(play, c.actor, c.power, _situation(c, play), rule="FUD-087").result >= FAIR


def _situation(c: UsePower, play: Play) -> tuple[Modifier, ...]:
    return play.modifiers(Check(actor=c.actor, kind=SITUATION))


def _cost(c: UsePower, play: Play, power: Power) -> None:
    """It tires until one rests; a dangerous one hurts on Mediocre or worse. FUD-087."""
    if FATIGUE in power.drawbacks:
        play.emit(
            EffectBegan(
                id=play.id(TIRED), actor=c.actor, kind=TIRED, amount=1, until=RestEnd(1),
                rule="FUD-087",
            )
        )  # fmt: skip
    if RISK in power.drawbacks:
        harm = throw(play, c.actor, c.power, _situation(c, play), rule="FUD-087").result
        if harm <= MEDIOCRE:
            play.perform(Suffer(target=c.actor, source=c.power, amount=1, rule="FUD-087"))


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
