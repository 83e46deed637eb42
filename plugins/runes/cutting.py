"""Runes are cut: paid for, rolled, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.look import Look
from ...core.messages import Command
from ...core.modifiers import Cost, Modifier, tally
from ...core.permissions import owner
from ...core.play import Play
from ...core.rules import Rules
from ...core.table.effects import effects
from ...core.table.pools import OpenPool, affordable
from ...core.telling import Telling
from ...core.vocabulary import EffectBegan, Spent, Weighed
from .. import fudge
from .book import Carvers, Rune, RunesOptions, runes

rules = Rules(Carvers, RunesOptions)
SKILL, BREATH, COST = "runes", "breath", "cost"
_TAGS, _LEAST, _MISHAP = (fudge.MAGIC,), 3, -3
_BACKLASH = {"off": -999, "mishap": _MISHAP, "failure": -1}


class Cut(Command, ruleset="runes"):
    """Cut a rune.

    Args:
        actor: who cuts it.
        rune: its id.
        target: whom it is for or against; empty for himself.
        blood: whether wound points pay for the breath that he lacks (RUN-011).
    """

    actor: str
    rune: str
    target: str = ""
    blood: bool = False


class RuneCut(Weighed, ruleset="runes", kw_only=True):
    """A rune was cut and paid for; what it does follows.

    Args:
        actor: who cut it.
        rune: which.
        target: for or against whom.
        cost: what it took, in points of breath, those that blood paid included.
        roll: id of the roll.
        result: Rolled Degree.
        difficulty: level that it took.
        success: whether it wakes.
        mishap: whether it went so badly that it may turn on him.
        rule: id of the rule.
    """

    actor: str
    rune: str
    target: str
    cost: int
    roll: str
    result: int
    difficulty: int
    success: bool
    mishap: bool
    rule: str = "RUN-004"


class RuneCost(Cost, frozen=True, kw_only=True):
    """A rune is about to be paid for, in points of breath; modifiers are on ``cost``."""


@rules.reacts(fudge.Entered, fudge.Altered)
def breathe(e: fudge.Entered | fudge.Altered, play: Play) -> None:
    """Whoever has the skill has breath for a day: 3, and one a level above Fair. RUN-002."""
    skill = e.character.traits.get(SKILL)
    if skill and BREATH not in play.table.pools.get(e.actor, {}):
        n = _LEAST + max(0, skill.level)
        pool = OpenPool(actor=e.actor, pool=BREATH, balance=n, maximum=n, refresh="day", to=n)
        play.perform(pool)


@rules.decides(Cut, may=owner("actor"))
def cut(c: Cut, play: Play) -> None:
    """Paid for whether it wakes or not, it wakes where the skill reaches it. RUN-001, 004, 006."""
    who, known = fudge.able(play, c.actor), runes()
    if SKILL not in who.traits:
        play.refuse(f"{c.actor} has no skill {SKILL}", rule="RUN-001", path="$.actor")
    if c.rune not in known:
        hint = f"one of {', '.join(known)}"
        play.refuse(f"there is no rune {c.rune}", rule="RUN-001", path="$.rune", hint=hint)
    rune, target = known[c.rune], c.target or c.actor
    if not fudge.character(play, target, "$.target").points and rune.work == "heal":
        play.refuse(f"{target} is unhurt", rule="RUN-009", path="$.target")
    cost, weighed = pay(play, c, rune)
    kind, level = f"rune-{c.rune}", rune.difficulty
    trial = fudge.Attempt(
        actor=c.actor, trait=SKILL, difficulty=level, purpose=kind, target=target, tags=_TAGS
    )
    made = next(e for e in play.perform(trial) if isinstance(e, fudge.Attempted))
    margin = made.margin or 0
    play.emit(
        RuneCut(
            actor=c.actor, rune=c.rune, target=target, cost=cost, roll=made.roll,
            result=made.result, difficulty=made.result - margin, success=margin >= 0,
            mishap=margin <= _MISHAP, modifiers=weighed,
        )
    )  # fmt: skip
    if margin >= 0:
        wake(play, c.actor, kind, rune, target, rune.amount + (margin if rune.margin else 0))
    elif cost and margin <= _BACKLASH[play.options[RunesOptions].backlash]:
        # What has gone badly costs its carver as many wound points as breath: RUN-006.
        back = fudge.Suffer(target=c.actor, source=kind, amount=cost, rule="RUN-006", tags=_TAGS)
        play.perform(back)


def wake(play: Play, by: str, kind: str, rune: Rune, on: str, n: int) -> None:
    """It hurts, heals, or begins to act. RUN-005, RUN-007 to 010."""
    if rune.work == "harm":
        harm = fudge.Inflict(
            source=by, target=on, amount=n, armour=rune.armour, rule="RUN-005", tags=_TAGS
        )
        play.perform(harm)
    elif rune.work == "heal":
        play.perform(fudge.Mend(target=on, source=kind, amount=n, rule="RUN-009", healer=by))
    else:
        rule = {"ward": "RUN-007", "mark": "RUN-008", "ease": "RUN-010"}[rune.work]
        play.emit(
            EffectBegan(
                id=play.id(kind), actor=on, kind=kind, amount=n, until=rune.lasts, source=by,
                rule=rule,
            )
        )  # fmt: skip


def pay(play: Play, c: Cut, rune: Rune) -> tuple[int, tuple[Modifier, ...]]:
    """Breath first, blood for the rest; and luck. Gives cost and modifiers. RUN-003, 011, 013."""
    kind = f"rune-{c.rune}"
    weighed = play.modifiers(RuneCost(actor=c.actor, pool=BREATH, amount=rune.cost, purpose=c.rune))
    cost, has = max(0, tally(rune.cost, weighed, COST)), affordable(play, c.actor, BREATH)
    allowed = play.options[RunesOptions].blood
    if c.blood and not allowed:
        play.refuse("nobody pays in blood", rule="RUN-011", path="$.blood", hint="the option blood")
    if cost > has and not c.blood:
        hint = "blood=true pays with wounds" if allowed else "it comes back with the day"
        what = f"{c.actor} has {has} breath, and would need {cost}"
        play.refuse(what, rule="RUN-003", path="$.rune", hint=hint)
    if rune.luck:
        play.perform(fudge.Pay(actor=c.actor, use=kind, amount=rune.luck, rule="RUN-013"))
    if (breath := min(cost, has)) > 0:
        play.emit(Spent(actor=c.actor, pool=BREATH, amount=breath, rule="RUN-003"))
    if cost > has:
        play.perform(fudge.Suffer(target=c.actor, source=kind, amount=cost - has, rule="RUN-011"))
    return cost, weighed


@rules.tells(RuneCut)
def tell_cut(e: RuneCut, telling: Telling) -> str:
    """Who cuts what, how well, and whether it wakes."""
    on = telling.say("runes.cut.on", target=telling.name(e.target))
    return telling.say(
        f"runes.cut.{'success' if e.success else 'mishap' if e.mishap else 'failure'}",
        name=telling.name(e.actor), rune=telling.say(f"runes.rune.{e.rune}"), cost=e.cost,
        on="" if e.target == e.actor else on,
        result=fudge.degree(telling, e.result), difficulty=fudge.degree(telling, e.difficulty),
    )  # fmt: skip


def awake(look: Look, actor: str, work: str) -> Iterator[tuple[str, int]]:
    """Each rune of a kind that acts on somebody: id of the effect, amount."""
    for name, rune in runes().items():
        if rune.work == work:
            for effect, running in effects(look, actor, f"rune-{name}"):
                yield effect, running.amount


@rules.modifies(fudge.Harm)
def warded(harm: fudge.Harm, look: Look) -> Iterable[Modifier]:
    """A ward is armour against what comes next. RUN-007."""
    for effect, amount in awake(look, harm.target, "ward"):
        yield Modifier(effect, "RUN-007", fudge.CALCULATED, "add", -amount)


@rules.modifies(fudge.TraitCheck)
def marked(check: fudge.TraitCheck, look: Look) -> Iterable[Modifier]:
    """Blessings and curses count on everything that is done with a trait. RUN-008."""
    for effect, amount in awake(look, check.actor, "mark"):
        yield Modifier(effect, "RUN-008", "result", "add", amount)


@rules.modifies(RuneCost)
def eased(cost: RuneCost, look: Look) -> Iterable[Modifier]:
    """The next rune costs less breath, but never less than one point. RUN-010."""
    for effect, amount in awake(look, cost.actor, "ease"):
        yield Modifier(effect, "RUN-010", COST, "add", -amount)
        yield Modifier(effect, "RUN-010", COST, "at_least", 1)
