"""Traits go up: by agreement, or for Experience Points (5.1, 5.2: FUD-249, 250, 252 to 254)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from ....core.asked import Choice
from ....core.messages import Command, Event
from ....core.modifiers import Modifier, tally
from ....core.permissions import gm, owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.pools import affordable
from ....core.telling import Telling
from ....core.vocabulary import Spent, Weighed
from ..ladder import lowest, result, top
from ..options import FudgeOptions
from ..paper import Difficulty
from ..state import ATTRIBUTES, Character, Fudge, TraitKind, character, runs
from ..traits.characters import alter, anew
from ..wording import because, called, trait
from .costs import EXPERIENCE, POINTS, RaiseCost, approval, price
from .steps import Grown, Step, step, written

rules = Rules(Fudge, FudgeOptions)

Method = Literal["points", "agreement", "award", "training"]


class Raise(Command, ruleset="fudge"):
    """Raise one trait by one level.

    Args:
        actor: whose.
        trait: its id; ``resistance`` for Damage Resistance, or a Power of his that has levels.
        kind: what it is, where the sheet does not have it yet.
        difficulty: of a skill that the sheet does not have yet.
        attribute: id of the attribute that the skill leans on, where attributes count (FUD-255).
        price: Experience Points that the GM asks instead of the table's (FUD-254).
    """

    actor: str
    trait: str
    kind: TraitKind = "skill"
    difficulty: Difficulty = "normal"
    attribute: str = ""
    price: int | None = None


class Reward(Command, ruleset="fudge"):
    """Raise one trait of somebody by one level, for nothing: the GM's reward (FUD-250).

    Args:
        actor: whose.
        trait: its id.
        reason: what for, in words.
        kind: what it is, where the sheet does not have it yet.
        difficulty: of a skill that the sheet does not have yet.
    """

    actor: str
    trait: str
    reason: str = ""
    kind: TraitKind = "skill"
    difficulty: Difficulty = "normal"


class Improved(Weighed, ruleset="fudge"):
    """A trait went up by one level.

    Args:
        actor: whose.
        trait: its id.
        kind: attribute, skill, or a Power with levels.
        before: rung before.
        after: rung after.
        method: paid with ``points``, by ``agreement``, as an ``award``, or by ``training``.
        cost: Experience Points paid.
        reason: in words, where somebody said so.
        rule: id of the rule.
    """

    actor: str
    trait: str
    kind: Grown
    before: int
    after: int
    method: Method
    cost: int = 0
    reason: str = ""
    rule: str = "FUD-252"


class Denied(Event, ruleset="fudge"):
    """The GM does not agree that somebody grows so.

    Args:
        actor: who.
        trait: id of the trait, Gift or Power.
        rule: id of the rule by which he was asked.
    """

    actor: str
    trait: str
    rule: str


# --- rules


@rules.decides(Raise, may=owner("actor"))
def raise_(c: Raise, play: Play) -> None:
    """One level at a time, for as much as this table asks. FUD-249, FUD-250, FUD-252, FUD-253.

    Powers with levels among them, psi not the least: FUD-113, FUD-125.
    """
    who = character(play, c.actor)
    taken = step(play, c.actor, c.trait, c.kind, c.difficulty)
    within(play, c.actor, taken, "$.trait")
    mode = play.options[FudgeOptions].development
    if mode == "training":
        play.refuse(
            "this table grows by training alone", rule="FUD-258", hint="fudge.train, by the GM"
        )
    if mode == "subjective":
        if agreed(play, c.actor, taken, "FUD-250"):
            improve(play, c.actor, taken, Improved(
                actor=c.actor, trait=taken.trait, kind=taken.kind, before=taken.before,
                after=taken.after, method="agreement", rule="FUD-250",
            ))  # fmt: skip
        return
    _paid(c, play, who, taken)


def by_training(play: Play) -> bool:
    """Whether points buy only what has been trained. FUD-258."""
    options = play.options[FudgeOptions]
    return options.development == "objective_training" and options.ep_needs_training


def _paid(c: Raise, play: Play, who: Character, taken: Step) -> None:
    """Pay for the step: all is known and agreed before a point is spent."""
    trained = play.state[Fudge].growth.trained.get(c.actor, ())
    if by_training(play) and taken.trait not in trained:
        play.refuse(
            f"{c.actor} has not trained {c.trait}", rule="FUD-258", hint="fudge.train, by the GM"
        )
    if c.price is not None and not runs(play, play.by):
        play.refuse("the GM says what it costs", rule="FUD-254", path="$.price")
    options = play.options[FudgeOptions]
    base = price(taken.kind, taken.after, options) if c.price is None else c.price
    if base < 0:
        play.refuse("nothing costs less than nothing", rule="FUD-254", path="$.price")

    def weigh(influence: str) -> tuple[Modifier, ...]:
        proposal = RaiseCost(
            actor=c.actor, pool=EXPERIENCE, amount=base, purpose=c.trait, trait=c.trait,
            kind=taken.kind, level=taken.after, influence=influence,
        )  # fmt: skip
        return play.modifiers(proposal) if c.price is None else ()

    def cost_with(influence: str) -> int:
        return max(0, tally(base, weigh(influence), POINTS))

    weighed = weigh(_leans(c, play, who, taken, cost_with))
    cost = max(0, tally(base, weighed, POINTS))
    payable(play, c.actor, cost, "FUD-252")
    again = taken.trait in play.state[Fudge].growth.raised.get(c.actor, ())
    if again and not agreed(play, c.actor, taken, "FUD-253"):
        return
    if options.raises_reviewed and not agreed(play, c.actor, taken, "FUD-254"):
        return
    rule = "FUD-113" if taken.kind == "power" else "FUD-252"
    if approval(taken.kind, taken.after, options) and c.price is None:
        asked = approved(play, c.actor, c.trait, cost, rule)
        if asked is None:
            return
        cost = asked
    improve(play, c.actor, taken, Improved(
        actor=c.actor, trait=taken.trait, kind=taken.kind, before=taken.before, after=taken.after,
        method="points", cost=cost, modifiers=weighed,
        rule=rule if c.price is None else "FUD-254",
    ))  # fmt: skip


@rules.decides(Reward, may=gm)
def reward(c: Reward, play: Play) -> None:
    """The GM may raise a trait for nothing; no other trait goes down for it. FUD-250."""
    taken = step(play, c.actor, c.trait, c.kind, c.difficulty)
    within(play, c.actor, taken, "$.trait")
    improve(play, c.actor, taken, Improved(
        actor=c.actor, trait=taken.trait, kind=taken.kind, before=taken.before, after=taken.after,
        method="award", reason=c.reason, rule="FUD-250",
    ))  # fmt: skip


def within(play: Play, actor: str, taken: Step, path: str) -> None:
    """Creation's limits bound no growth (FUD-249); the ladder does (FUD-004, FUD-006, FUD-120).

    So does what the campaign says of traits: all is refused before anything is asked or rolled.
    """
    options = play.options[FudgeOptions]
    own = options.ladder
    if taken.after < lowest(own):
        play.refuse(
            f"from {result(taken.before, own=own)} one level up does not reach the ladder",
            rule="FUD-004",
            path=path,
            hint="the GM writes it down: fudge.revise",
        )
    if taken.after > top(options.legendary, options.ladder):
        play.refuse(
            f"{taken.trait} stands as high as a trait may here",
            rule="FUD-006" if options.legendary == "off" else "FUD-120",
            path=path,
            hint="the option legendary allows more",
        )
    anew(play, actor, written(play, character(play, actor).sheet, taken))


def payable(play: Play, actor: str, cost: int, rule: str) -> None:
    """Refuse what somebody has not the points for."""
    has = affordable(play, actor, EXPERIENCE)
    if cost > has:
        play.refuse(f"{actor} has {has} of {cost} Experience Points", rule=rule, path="$.actor")


def _leans(c: Raise, play: Play, who: Character, taken: Step, costs: Callable[[str], int]) -> str:
    """The attribute that a skill leans on, as stated, or as the GM says. FUD-255, FUD-256.

    He is offered only those with which the step can be paid for.
    """
    if play.options[FudgeOptions].ep_attribute_influence == "none" or taken.kind != "skill":
        if c.attribute:
            play.refuse("attributes make nothing dearer here", rule="FUD-255", path="$.attribute")
        return ""
    attributes = _attributes(play, who)
    if c.attribute:
        if c.attribute not in (*attributes, *ATTRIBUTES):
            play.refuse(
                f"{c.actor} has no attribute {c.attribute}",
                rule="FUD-255",
                path="$.attribute",
                hint=f"one of {', '.join(attributes)}",
            )
        return c.attribute
    has = affordable(play, c.actor, EXPERIENCE)
    within_means = [name for name in ("", *attributes) if costs(name) <= has]
    if not within_means:
        payable(play, c.actor, min(map(costs, ("", *attributes))), "FUD-252")
    choices = [
        Choice("of", of=name) if name else Choice("none", label="no attribute")
        for name in within_means
    ]
    said = play.ask(
        f"Which attribute does {c.trait} lean on?",
        choices=choices,
        name="attribute",
        rule="FUD-255",
        standing=True,
        subject=f"{c.actor}:{c.trait}",
    )
    return said.of


def _attributes(play: Play, who: Character) -> list[str]:
    """Attributes of his, and those of the campaign, which are Fair if not stated. FUD-269."""
    listed = play.state[Fudge].campaign.traits
    own = {name for name, one in who.traits.items() if one.kind == "attribute"}
    there = {name for name, one in listed.items() if one.kind == "attribute"}
    return sorted(own | there)


_QUESTIONS = {
    "FUD-250": "May {name} raise {trait}, after all that it was used?",
    "FUD-253": "{name} has raised {trait} in this sitting already: once more?",
    "FUD-254": "Has {name} really used {trait}?",
}


def agreed(play: Play, actor: str, taken: Step, rule: str) -> bool:
    """Ask the GM; if he does not agree, that is said, and nothing is paid."""
    said = play.ask(
        _QUESTIONS[rule].format(name=_name(play, actor), trait=taken.trait),
        choices=(Choice("yes", rule=rule), Choice("no", rule=rule)),
        name="agreed",
        rule=rule,
    )
    if said.id == "no":
        play.emit(Denied(actor=actor, trait=taken.trait, rule=rule))
    return said.id == "yes"


def _name(play: Play, actor: str) -> str:
    found = play.table.actors.get(actor)
    return found.name if found else actor


def approved(play: Play, actor: str, what: str, least: int, rule: str = "FUD-252") -> int | None:
    """What the GM asks for a thing that needs his approval; None, and said, if he gives none."""
    said = play.ask(
        f"May {_name(play, actor)} have {what}?",
        choices=(Choice("yes", rule=rule), Choice("no", rule=rule)),
        name="approved",
        rule=rule,
    )
    if said.id == "no":
        play.emit(Denied(actor=actor, trait=what, rule=rule))
        return None
    most = max(least, affordable(play, actor, EXPERIENCE))
    if most == least:
        return least
    return play.ask(
        "For how many Experience Points?", of=int, ge=least, le=most, name="price", rule=rule
    )


def improve(play: Play, actor: str, taken: Step, event: Improved) -> None:
    """Record the step, pay for it, and work out the figures anew."""
    play.emit(event)
    if event.cost:
        play.emit(Spent(actor=actor, pool=EXPERIENCE, amount=event.cost, rule=event.rule))
    sheet = written(play, character(play, actor).sheet, taken)
    alter(play, actor, sheet, taken.trait, event.rule)


@rules.evolves(Improved)
def improved(s: Fudge, e: Improved) -> Fudge:
    """Remember that it has gone up in this sitting; a training for it is used."""
    growth = s.growth
    raised = (*growth.raised.get(e.actor, ()), e.trait)
    trained = tuple(t for t in growth.trained.get(e.actor, ()) if t != e.trait)
    growth = replace(
        growth,
        raised={**growth.raised, e.actor: raised},
        trained={**growth.trained, e.actor: trained},
    )
    return replace(s, growth=growth)


@rules.tells(Improved)
def tell_improved(e: Improved, telling: Telling) -> str:
    """Which trait, from where to where, and for what."""
    return telling.say(
        f"fudge.improved.{e.method}",
        name=telling.name(e.actor),
        trait=called(telling, e.actor, e.trait),
        before=trait(telling, e.before),
        after=trait(telling, e.after),
        cost=e.cost,
        because=because(telling, e.modifiers, POINTS),
        reason=e.reason,
    )


@rules.tells(Denied)
def tell_denied(e: Denied, telling: Telling) -> str:
    """Who asked, and for what."""
    what = called(telling, e.actor, e.trait)
    return telling.say("fudge.denied", name=telling.name(e.actor), trait=what)
