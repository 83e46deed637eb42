"""What a step costs in Experience Points (5.2: FUD-252, 255, 256)."""

from __future__ import annotations

from collections.abc import Iterable

from ....core import modifiers as core
from ....core.look import Look
from ....core.modifiers import Modifier
from ....core.rules import Rules
from ..content.development import development
from ..creation.limits import power_times
from ..ladder import GOOD, POOR, Custom, highest
from ..options import FudgeOptions
from ..state import Fudge, TraitKind
from ..traits.standing import level_on, on_paper
from .steps import Grown

rules = Rules(Fudge, FudgeOptions)

POINTS = "points"
"""Quantity: Experience Points that a step costs."""

EXPERIENCE = "experience"
"""Name of the pool."""

_BOOK: Custom = {}


class RaiseCost(core.Cost, frozen=True, kw_only=True):
    """Somebody is about to pay for a trait with Experience Points.

    ``amount`` is what the table says; modifiers are on ``points``.

    Args:
        trait: id of the trait, Gift or Power.
        kind: which of these: attribute, skill, gift or power.
        level: rung that it will stand at; 0 for a Gift or Power that is new.
        influence: id of the attribute that the skill leans on, or empty.
    """

    trait: str
    kind: str
    level: int = 0
    influence: str = ""


def row(to: int) -> int:
    """Which row of the table leads to a level, from 0; its ends hold for all beyond them."""
    steps = development().step
    return min(max(to - steps[0].to, 0), len(steps) - 1)


def step_cost(kind: TraitKind, to: int) -> int:
    """Points for the one step that leads to a level, before anything changes them. FUD-252."""
    table = development()
    return table.step[row(to)].points * (table.attribute_factor if kind == "attribute" else 1)


def price(kind: Grown, to: int, options: FudgeOptions) -> int:
    """Points for one step of a trait, or of a Power with levels. FUD-252; FUD-090, FUD-113.

    A level of a Power costs here what it costs whoever is made: as another Power, as a Gift, or
    as that step of an attribute or a skill; nothing where the GM gives levels as he likes.

    Args:
        kind: what goes up.
        to: level that the step leads to.
        options: of the table.
    """
    if kind != "power":
        return step_cost(kind, to)
    way, table = options.power_levels, development()
    if way in ("attribute", "skill"):
        return step_cost(way, to)
    return {"powers": table.power * power_times(options), "gift": table.gift}.get(way, 0)


def approval(kind: Grown, to: int, options: FudgeOptions) -> bool:
    """Whether the GM has to agree to a step: to a Power's as to a Power or Gift. FUD-252, FUD-113.

    Args:
        kind: what goes up.
        to: level that the step leads to.
        options: of the table.
    """
    dear = kind == "power" and options.power_levels not in ("attribute", "skill")
    return dear or needs_approval(to, options.ladder)


def needs_approval(to: int, own: Custom = _BOOK) -> bool:
    """Whether the GM has to agree: to all that lies above the ladder. FUD-252.

    Args:
        to: level that the step leads to.
        own: the table's own ladder, if it has one (FUD-004).
    """
    return to > highest(own)


def shifted(to: int, attribute: int) -> int:
    """Points for a skill's step where a high attribute makes it cheaper, a low one dearer. FUD-255.

    Args:
        to: level that the step leads to.
        attribute: level of the attribute that the skill leans on.
    """
    steps = development().step
    by = -1 if attribute >= GOOD else 1 if attribute <= POOR else 0
    return steps[min(max(row(to) + by, 0), len(steps) - 1)].points


def above(to: int, attribute: int, percent: int) -> int:
    """Points for a skill's step beyond the attribute it leans on, rounded up. FUD-256.

    Args:
        to: level that the step leads to.
        attribute: level of the attribute that the skill leans on.
        percent: of the table's points: 200 or 150.
    """
    points = step_cost("skill", to)
    return -(-points * percent // 100) if to > attribute else points


@rules.modifies(RaiseCost)
def influenced(cost: RaiseCost, look: Look) -> Iterable[Modifier]:
    """The attribute that a skill leans on makes it cheaper or dearer. FUD-255, FUD-256."""
    mode = look.options[FudgeOptions].ep_attribute_influence
    who = look.state[Fudge].characters.get(cost.actor)
    if mode == "none" or cost.kind != "skill" or who is None or not cost.influence:
        return
    options, campaign = look.options[FudgeOptions], look.state[Fudge].campaign
    paper = on_paper(who, look.state[Fudge].races, campaign)
    attribute = level_on(paper, cost.influence, campaign, options)
    if mode == "row_shift":
        new, rule = shifted(cost.level, attribute), "FUD-255"
    else:
        new, rule = above(cost.level, attribute, 200 if mode == "double" else 150), "FUD-256"
    if new != cost.amount:
        yield Modifier(cost.influence, rule, POINTS, "add", new - cost.amount)


@rules.modifies(RaiseCost)
def dearer(cost: RaiseCost, look: Look) -> Iterable[Modifier]:
    """A Fault may make some skills cost double, as at creation. FUD-257."""
    who = look.state[Fudge].characters.get(cost.actor)
    if who is None:
        return
    for name, fault in who.faults.items():
        if cost.trait in fault.doubles:
            yield Modifier(name, "FUD-257", POINTS, "add", cost.amount)
