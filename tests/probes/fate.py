"""FATE 2.0, so far as it asks after the dice: contests, invocations, fate points, compels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct, structs

from rollbook import Choice, Command, Event, Play, Rules, Ruleset, gm, owner
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier, tally
from rollbook.core.table.actors import AddActor
from rollbook.core.table.pools import OpenPool, affordable
from rollbook.core.vocabulary import CheckOpened, DieSet, Gained, Rolled, Settled, Spent, Weighed

DEGREES = ((7, "Perfect"), (5, "Significant"), (2, "Solid"), (1, "Competent"), (0, "Minimal"))
"""Least margin of each degree (FAT-047)."""


class FateOptions(Struct, frozen=True):
    """Optional rules.

    Args:
        compel_mode: ``fixed`` at the aspect's level, or ``bid`` up to it (FAT-067, FAT-068).
    """

    compel_mode: Literal["fixed", "bid"] = "fixed"


class Sheet(Struct, frozen=True):
    """Somebody's traits: skills on the ladder, and levels of aspects."""

    skills: dict[str, int] = {}
    aspects: dict[str, int] = {}


class Fate(Struct, frozen=True):
    """Sheets, by actor."""

    sheets: dict[str, Sheet] = {}


class Enter(Command, ruleset="fate"):
    """Bring somebody into play: sheet, boxes of aspects, fate points.

    Args:
        actor: id.
        sheet: traits.
        owners: seats that play him; nobody means the GM, whose pool then pays.
        points: fate points.
    """

    actor: str
    sheet: Sheet
    owners: tuple[str, ...] = ()
    points: int = 0


class Entered(Event, ruleset="fate"):
    """Somebody has a sheet."""

    actor: str
    sheet: Sheet


class Test(Command, ruleset="fate"):
    """Two sides test each other.

    Args:
        a: who begins it.
        b: the other side.
        skill: what both roll.
        aspects: whether the trait is an aspect, rolled like a skill (FAT-066).
        helpers: by side, others who may help it (FAT-079).
    """

    __test__ = False
    a: str
    b: str
    skill: str
    aspects: bool = False
    helpers: dict[str, tuple[str, ...]] = {}


class Judged(Weighed, ruleset="fate"):
    """A contest has an end: its degree, and everything that was bought for it.

    Args:
        check: id.
        margin: of success of one side, and of failure of the other.
        degree: in a word (FAT-047).
    """

    check: str
    margin: int
    degree: str


class Compel(Command, ruleset="fate"):
    """An aspect gets in its owner's way.

    Args:
        actor: who.
        aspect: which of his.
    """

    actor: str
    aspect: str


class Compelled(Event, ruleset="fate"):
    """A compel was accepted or bought off.

    Args:
        actor: who.
        aspect: which of his.
        accepted: whether he acts by it.
        points: fate points gained, or paid.
        rule: id of the rule.
    """

    actor: str
    aspect: str
    accepted: bool
    points: int
    rule: str


@dataclass
class Side:
    """One side of a contest, while it is decided: never kept."""

    actor: str
    roll: Rolled
    faces: list[int]
    bought: list[Modifier] = field(default_factory=list)

    @property
    def result(self) -> int:
        return tally(sum(self.faces), (*self.roll.modifiers, *self.bought), "result")


rules = Rules(Fate, FateOptions)


@rules.decides(Enter, may=gm)
def enter(command: Enter, play: Play) -> None:
    """Each level of an aspect is a box; fate points are the owner's own. FAT-061, FAT-074."""
    name = command.actor.title()
    play.perform(AddActor(id=command.actor, name=name, owners=command.owners))
    for aspect, level in command.sheet.aspects.items():
        play.perform(
            OpenPool(actor=command.actor, pool=f"aspect {aspect}", balance=level, maximum=level)
        )
    if command.owners:
        play.perform(OpenPool(actor=command.actor, pool="fate", balance=command.points))
    play.emit(Entered(actor=command.actor, sheet=command.sheet))


@rules.evolves(Entered)
def entered(state: Fate, event: Entered) -> Fate:
    """The sheet as it says."""
    return structs.replace(state, sheets={**state.sheets, event.actor: event.sheet})


def purse(look: Look, actor: str) -> str:
    """Whose pool pays for somebody: his own, or the table's for whom the GM plays. FAT-074."""
    return actor if "fate" in look.table.pools.get(actor, {}) else ""


def trait(look: Look, actor: str, command: Test) -> Modifier:
    """The starting value: a skill, or an aspect at its level (FAT-005, FAT-066)."""
    sheet = look.state[Fate].sheets[actor]
    if command.aspects:
        level = sheet.aspects.get(command.skill, 0)
        return Modifier(command.skill, "FAT-066", "result", "add", level)
    return Modifier(command.skill, "FAT-005", "result", "add", sheet.skills.get(command.skill, 0))


def throw(play: Play, side: Side, check: str) -> None:
    """Throw all four again: the old roll is void, its modifiers are not chosen anew. FAT-061."""
    side.roll = play.roll(
        "4dF",
        side.actor,
        "re-roll",
        side.roll.modifiers,
        of=check,
        replaces=side.roll.id,
        rule="FAT-061",
    )
    side.faces = [die.face for die in side.roll.dice]


@rules.decides(Test, may=owner("a"))
def test(command: Test, play: Play) -> None:
    """Both roll once; the lower side speaks first, then by turns, until both pass. FAT-046."""
    pair = (command.a, command.b)
    for at, who in zip("ab", pair, strict=True):
        if who not in play.state[Fate].sheets:
            play.refuse(f"{who} has no sheet", path=f"$.{at}", rule="FAT-046")
    check = play.id("c")
    play.emit(CheckOpened(id=check, sides=pair, purpose=command.skill, rule="FAT-046"))
    sides = []
    for who, foe in (pair, pair[::-1]):
        proposal = Check(actor=who, kind=command.skill, against=foe)
        mods = (trait(play, who, command), *play.modifiers(proposal))
        roll = play.roll("4dF", who, command.skill, mods, of=check, rule="FAT-002")
        sides.append(Side(who, roll, [die.face for die in roll.dice]))
    first, second = sides
    speaker, other = (first, second) if first.result < second.result else (second, first)
    passed = 0
    while passed < 2:
        helpers = command.helpers.get(speaker.actor, ())
        passed = 0 if speaks(play, check, speaker, other, helpers) else passed + 1
        speaker, other = other, speaker
    settle(play, check, first, second)


def settle(play: Play, check: str, first: Side, second: Side) -> None:
    """The difference is the winner's success and the loser's failure. FAT-007, FAT-047."""
    margin = first.result - second.result
    winner = "" if not margin else (first if margin > 0 else second).actor
    results = {side.actor: side.result for side in (first, second)}
    degree = next(word for least, word in DEGREES if abs(margin) >= least)
    play.emit(Settled(id=check, results=results, margin=abs(margin), winner=winner, rule="FAT-047"))
    bought = (*first.bought, *second.bought)
    play.emit(Judged(check=check, margin=abs(margin), degree=degree, modifiers=bought))


def speaks(play: Play, check: str, own: Side, other: Side, helpers: Iterable[str]) -> bool:
    """One side's turn to speak; False if it passes."""
    move = play.ask(
        f"{own.result} against {other.result}",
        to=own.actor,
        choices=moves(play, own, other, helpers),
        name=f"move-{own.actor}",
        rule="FAT-046",
    )
    if move.id == "pass":
        return False
    if move.id == "help":
        said = play.ask(
            f"Help {own.actor}?",
            to=move.of,
            choices=(Choice("help", cost=2, pool="fate", rule="FAT-079"), Choice("decline")),
            name=f"help-{move.of}",
            rule="FAT-079",
        )
        if said.id == "decline":
            return True
    payer = move.of if move.id == "help" else own.actor
    whose = purse(play, payer) if move.pool == "fate" else own.actor
    for_ = own.actor if whose != own.actor else ""
    play.emit(Spent(actor=whose, pool=move.pool, amount=move.cost, for_=for_, rule=move.rule))
    if move.id == "reroll":
        throw(play, own, check)
    elif move.id == "plus":
        turn(play, own)
    elif move.id == "counter":
        other.bought = [m for m in other.bought if m.source != move.of]
    else:
        source = f"{payer}.{len(own.bought)}"
        own.bought.append(Modifier(source, move.rule, "result", "add", 1))
    return True


def turn(play: Play, side: Side) -> None:
    """Turn the lowest die to plus. FAT-061."""
    die = side.faces.index(min(side.faces))
    play.emit(
        DieSet(
            roll=side.roll.id,
            die=die,
            before=side.faces[die],
            after=1,
            actor=side.actor,
            rule="FAT-061",
        )
    )
    side.faces[die] = 1


def moves(play: Play, own: Side, other: Side, helpers: Iterable[str]) -> Iterator[Choice]:
    """What is legal, useful and affordable, with its price; the rest is not offered."""
    yield Choice("pass")
    for aspect in play.state[Fate].sheets[own.actor].aspects:
        pool = f"aspect {aspect}"
        if affordable(play, own.actor, pool):
            yield Choice("reroll", of=aspect, cost=1, pool=pool, rule="FAT-061")
            if min(own.faces) < 1:  # useless on a plus
                yield Choice("plus", of=aspect, cost=1, pool=pool, rule="FAT-061")
    mine = affordable(play, purse(play, own.actor), "fate")
    if mine >= 1 and all(m.rule != "FAT-074" for m in own.bought):
        yield Choice("point", cost=1, pool="fate", rule="FAT-074")
    for bonus in other.bought:
        cost = 2 if bonus.rule == "FAT-079" else 1
        if mine >= cost:
            yield Choice("counter", of=bonus.source, cost=cost, pool="fate", rule="FAT-077")
    for helper in helpers:
        has_helped = any(m.source.startswith(f"{helper}.") for m in own.bought)
        if not has_helped and affordable(play, purse(play, helper), "fate") >= 2:
            yield Choice("help", of=helper, cost=2, pool="fate", rule="FAT-079")


@rules.decides(Compel, may=gm)
def compel(command: Compel, play: Play) -> None:
    """At the aspect's level, or bid for point by point, the GM first. FAT-067, FAT-068."""
    sheet = play.state[Fate].sheets.get(command.actor, Sheet())
    level = sheet.aspects.get(command.aspect, 0)
    if not level:
        play.refuse(f"{command.actor} has no {command.aspect}", path="$.aspect", rule="FAT-067")
    bid = play.options[FateOptions].compel_mode == "bid"
    rule = "FAT-068" if bid else "FAT-067"
    for points in range(1 if bid else level, level + 1):
        can = affordable(play, command.actor, "fate") >= points  # who cannot pay accepts
        take = Choice("accept", label=f"gain {points}", rule=rule)
        resist = Choice("resist", cost=points, pool="fate", rule=rule)
        said = play.ask(
            f"{command.aspect} for {points}",
            to=command.actor,
            choices=(take, resist) if can else (take,),
            name="bid",
            rule=rule,
        )
        accepted = said == take
        if not accepted and points < level and raised(play, command, points):
            continue
        pays(play, command, accepted, points, rule)
        return


def raised(play: Play, command: Compel, points: int) -> bool:
    """Whether the GM raises instead of taking what is on the table. FAT-068."""
    said = play.ask(
        f"{command.actor} pushes {points}", choices=("fold", "raise"), name="raise", rule="FAT-068"
    )
    return said == "raise"


def pays(play: Play, command: Compel, accepted: bool, points: int, rule: str) -> None:
    """The points change hands, and what came of it is said."""
    kind = Gained if accepted else Spent
    play.emit(kind(actor=command.actor, pool="fate", amount=points, rule=rule))
    play.emit(
        Compelled(
            actor=command.actor, aspect=command.aspect, accepted=accepted, points=points, rule=rule
        )
    )


fate = Ruleset(
    "fate",
    version="0.0.1",
    state=Fate,
    options=FateOptions,
    chapters=(rules,),
    events=(Judged, Compelled),
)
