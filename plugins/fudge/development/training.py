"""Training: time, a teacher, and rolls of the will to learn (5.3: FUD-258 to 261)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ....core.calendar import day_length
from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.time import AdvanceClock
from ....core.telling import Telling
from ..actions.checks import TraitCheck, asked_for, lacking, on_trait
from ..actions.rolling import throw
from ..damage.wounds import VERY_HURT, able
from ..ladder import MEDIOCRE, Level
from ..options import FudgeOptions
from ..paper import Difficulty
from ..state import Fudge, TraitKind
from ..wording import degree, source
from .raising import Improved, by_training, improve, within
from .steps import step

rules = Rules(Fudge, FudgeOptions)

TRAINING = "training"
"""Kind of a roll by which somebody shows how much he wants to learn."""

TEACHING = "teaching"
"""Id of the skill that a teacher needs beside the one that he teaches (FUD-259)."""

_WEEK = 7
_MOST_ROLLS = 99


class Train(Command, ruleset="fudge"):
    """Somebody trains one trait; the GM says how long, with whom, and what is rolled.

    Args:
        actor: who.
        trait: its id.
        weeks: how long a course takes; whoever teaches himself takes longer (FUD-258).
        teacher: actor who teaches; empty where he teaches himself.
        rolls: how many rolls are asked (FUD-260); 0 for none.
        on: trait of these rolls.
        difficulty: level that a roll has to reach.
        motivation: bonus on each for a strong reason to learn, 0 to 2.
        fee: what the course costs, in words; the GM sees to it that it is paid (FUD-259).
        kind: what the trait is, where the sheet does not have it yet.
        hardness: difficulty of a skill that the sheet does not have yet.
    """

    actor: str
    trait: str
    weeks: Annotated[int, Meta(ge=1, le=9999)]
    teacher: str = ""
    rolls: Annotated[int, Meta(ge=0, le=_MOST_ROLLS)] = 0
    on: str = "willpower"
    difficulty: Level = MEDIOCRE
    motivation: Annotated[int, Meta(ge=0, le=2)] = 0
    fee: str = ""
    kind: TraitKind = "skill"
    hardness: Difficulty = "normal"


class Trained(Event, ruleset="fudge"):
    """A training is over.

    Args:
        actor: who.
        trait: its id.
        teacher: who taught, or empty.
        weeks: how long it took.
        results: levels rolled.
        difficulty: level that each had to reach.
        passed: how many did.
        required: how many had to.
        success: whether he has learnt it.
        rule: id of the rule.
        fee: what it cost, in words.
    """

    actor: str
    trait: str
    teacher: str
    weeks: int
    results: tuple[int, ...]
    difficulty: int
    passed: int
    required: int
    success: bool
    rule: str = "FUD-258"
    fee: str = ""


def required(rolls: int) -> int:
    """How many of these rolls have to succeed: at least half of them. FUD-260."""
    return -(-rolls // 2)


@rules.decides(Train, may=gm)
def train(c: Train, play: Play) -> None:
    """Time passes, rolls are made; half of them are enough. FUD-258, FUD-259, FUD-260, FUD-261."""
    mode = play.options[FudgeOptions].development
    if mode not in ("training", "objective_training"):
        play.refuse(
            "this table grows without training",
            rule="FUD-258",
            hint="the option development: training, or objective_training",
        )
    able(play, c.actor, worst=VERY_HURT)
    taken = step(play, c.actor, c.trait, c.kind, c.hardness)
    within(play, c.actor, taken, "$.trait")
    weeks = c.weeks
    if c.teacher:
        _taught(c, play)
    else:
        weeks *= play.options[FudgeOptions].self_taught_factor
    difficulty = asked_for(play, c.difficulty, "$.difficulty")
    if c.rolls:
        lacking(play, c.actor, c.on, None, "$.on")
        play.will_roll(c.actor, rule="FUD-260")
    play.perform(AdvanceClock(seconds=weeks * _WEEK * day_length(play.table.calendar)))
    results = tuple(_roll(c, play) for _ in range(c.rolls))
    passed = sum(result >= difficulty for result in results)
    success = passed >= required(c.rolls)
    play.emit(
        Trained(
            actor=c.actor,
            trait=taken.trait,
            teacher=c.teacher,
            weeks=weeks,
            results=results,
            difficulty=difficulty,
            passed=passed,
            required=required(c.rolls),
            success=success,
            rule="FUD-260" if c.rolls else "FUD-258",
            fee=c.fee,
        )
    )
    if success and not by_training(play):
        improve(play, c.actor, taken, Improved(
            actor=c.actor, trait=taken.trait, kind=taken.kind, before=taken.before,
            after=taken.after, method="training", rule="FUD-258",
        ))  # fmt: skip


def _taught(c: Train, play: Play) -> None:
    """A teacher has two skills: to teach, and what he teaches. FUD-259."""
    if c.teacher == c.actor:
        play.refuse(
            "nobody is his own teacher", rule="FUD-259", path="$.teacher", hint="leave it empty"
        )
    teacher = able(play, c.teacher, "$.teacher", VERY_HURT)
    for skill in (TEACHING, c.trait):
        if skill not in teacher.traits and skill not in teacher.powers:
            play.refuse(f"{c.teacher} has no {skill}", rule="FUD-259", path="$.teacher")


def _roll(c: Train, play: Play) -> int:
    check = TraitCheck(actor=c.actor, kind=TRAINING, trait=c.on)
    more = [Modifier("motivation", "FUD-260", "result", "add", c.motivation)] * bool(c.motivation)
    modifiers = on_trait(play, check, "FUD-260", more)
    return throw(play, c.actor, TRAINING, modifiers, rule="FUD-260").result


@rules.evolves(Trained)
def trained(s: Fudge, e: Trained) -> Fudge:
    """Remember what he may now pay for."""
    if not e.success:
        return s
    mine = (*s.growth.trained.get(e.actor, ()), e.trait)
    return replace(s, growth=replace(s.growth, trained={**s.growth.trained, e.actor: mine}))


@rules.tells(Trained)
def tell_trained(e: Trained, telling: Telling) -> str:
    """How long, with whom, and whether it helped."""
    end = "success" if e.success else "failure"
    places = {
        "name": telling.name(e.actor),
        "trait": source(telling, e.trait),
        "weeks": e.weeks,
        "teacher": telling.name(e.teacher) if e.teacher else "",
        "passed": e.passed,
        "rolls": len(e.results),
        "required": e.required,
        "difficulty": degree(telling, e.difficulty),
    }
    rolled = telling.say("fudge.trained.rolled", **places) if e.results else ""
    how = "taught" if e.teacher else "alone"
    said = telling.say(f"fudge.trained.{how}.{end}", rolled=rolled, **places)
    return f"{said} {telling.say('fudge.trained.fee', fee=e.fee)}" if e.fee else said
