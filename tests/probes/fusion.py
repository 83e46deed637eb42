"""Fusion, so far as surplus successes buy effects that wait for their first use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from rollbook import Choice, Command, Event, Play, Rules, Ruleset, gm, owner
from rollbook.core import vocabulary
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Harm, Modifier, Proposal, tally
from rollbook.core.table.effects import effects
from rollbook.core.until import Uses
from rollbook.core.vocabulary import DieSet, EffectBegan, EffectEnded, Rolled, Weighed

CELLS = {
    "fisico": {
        "danno": 1, "rapida": 1, "trattenere": 1, "resistere.1": 1,
        "danni.d6": 2, "sbilanciare": 2, "insistere": 2, "adrenalina.1": 2,
        "resistere.2": 3, "spezzare": 3, "sopraffare": 3, "adrenalina.2": 3,
    },
    "sensi": {"eludere": 1, "guardia.1": 1, "vantaggio": 2, "guardia.2": 2},
    "volonta": {"sopraffare": 1, "ispirare.1": 1, "vantaggio": 2, "ispirare.2": 2},
    "intelletto": {"sapienza": 2, "vantaggio": 3},
}  # fmt: skip
"""What each attribute's list sells, and for how many successes."""

PENDING = {
    "resistere": "FUS-088",
    "guardia": "FUS-077",
    "eludere": "FUS-075",
    "ispirare": "FUS-080",
}
"""Effects that wait for their first use, each by its rule."""


class Body(Struct, frozen=True):
    """Somebody's attributes, guard and damage taken."""

    attributes: dict[str, int] = {}
    guard: int = 0
    hurt: int = 0


class Fusion(Struct, frozen=True):
    """Bodies by actor, and how far each is in a chain of rapid actions."""

    bodies: dict[str, Body] = {}
    chains: dict[str, int] = {}


class Embody(Command, ruleset="fusion"):
    """Give an actor attributes and a guard."""

    actor: str
    body: Body


class Embodied(Event, ruleset="fusion"):
    """An actor has a body."""

    actor: str
    body: Body


class Attempt(Command, ruleset="fusion"):
    """Try something: with one attribute or two, a skill, and a difficulty.

    Args:
        actor: who.
        attributes: one or two.
        skill: dice that it adds.
        difficulty: successes needed.
        rapid: whether it follows at once on what he did before.
    """

    actor: str
    attributes: tuple[str, ...]
    skill: int = 0
    difficulty: int = 1
    rapid: bool = False


class Attempted(Weighed, ruleset="fusion"):
    """An attempt came to its end.

    Args:
        actor: who.
        successes: dice that show enough.
        difficulty: successes needed.
        chain: number of this action in its chain, from 1.
    """

    actor: str
    successes: int
    difficulty: int
    chain: int


class Bought(Event, ruleset="fusion"):
    """A surplus bought something.

    Args:
        actor: who.
        cell: what.
        cost: successes.
        left: surplus after.
    """

    actor: str
    cell: str
    cost: int
    left: int


class Shoot(Command, ruleset="fusion"):
    """Shoot at somebody, who is harder to hit while on guard."""

    actor: str
    target: str


class Guard(Proposal, frozen=True, kw_only=True):
    """Somebody's guard is about to matter.

    Args:
        target: whose.
        ranged: whether it is a shot.
    """

    target: str
    ranged: bool


class Harmed(Command, ruleset="fusion"):
    """Something hurts somebody."""

    target: str
    source: str
    amount: int


class Hit(Weighed, ruleset="fusion"):
    """Damage as it was worked out: before, and after what resisted it."""

    target: str
    amount: int
    final: int


class Wounded(vocabulary.Wounded, ruleset="fusion"):
    """Damage was taken, in points."""


rules = Rules(Fusion)


@rules.decides(Embody, may=gm)
def embody(command: Embody, play: Play) -> None:
    """A body is what its sheet says."""
    play.emit(Embodied(actor=command.actor, body=command.body))


@rules.evolves(Embodied)
def embodied(state: Fusion, event: Embodied) -> Fusion:
    """The body as it says."""
    return structs.replace(state, bodies={**state.bodies, event.actor: event.body})


@rules.modifies(Check)
def chained(check: Check, look: Look) -> Iterator[Modifier]:
    """Two dice less for each rapid action before; never below none, never above twelve."""
    steps = look.state[Fusion].chains.get(check.actor, 0)
    if steps:
        yield Modifier("chain", "FUS-042", "pool", "add", -2 * steps)
    yield Modifier("nothing", "FUS-039", "pool", "at_least", 0)
    yield Modifier("twelve", "FUS-038", "pool", "at_most", 12)


@rules.modifies(Guard)
def guarded(guard: Guard, look: Look) -> Iterator[Modifier]:
    """A guard that was bought serves the next attack, and only a shot by its number. FUS-077."""
    for name, effect in effects(look, guard.target, "guardia"):
        amount = effect.amount if guard.ranged else 0
        yield Modifier(name, "FUS-077", "difficulty", "add", amount)


@rules.modifies(Harm)
def resisted(harm: Harm, look: Look) -> Iterator[Modifier]:
    """All that resists works together, and what is too much is lost. FUS-088."""
    for name, effect in effects(look, harm.target, "resistere"):
        yield Modifier(name, "FUS-088", "damage", "add", -effect.amount)
    yield Modifier("nothing", "FUS-088", "damage", "at_least", 0)


def throw(play: Play, command: Attempt) -> Rolled:
    """The pool of dice of one attempt; without dice there is no success (FUS-039)."""
    body = play.state[Fusion].bodies[command.actor]
    dice = command.skill + sum(body.attributes[a] for a in command.attributes)
    threshold = 3 + len(command.attributes)
    mods = play.modifiers(Check(actor=command.actor, kind="+".join(command.attributes)))
    pool = tally(dice, mods, "pool")
    if not pool:
        return play.points(0, command.actor, "attempt", mods, rule="FUS-039")
    return play.roll(f"{pool}d6>={threshold}", command.actor, "attempt", mods, rule="FUS-038")


@rules.decides(Attempt, may=owner("actor"))
def attempt(command: Attempt, play: Play) -> None:
    """The surplus over the difficulty is spent at once, by whoever rolled. FUS-058."""
    if not 1 <= len(command.attributes) <= 2:
        play.refuse("one attribute, or two", path="$.attributes", rule="FUS-038")
    chain = 1 + (play.state[Fusion].chains.get(command.actor, 0) if command.rapid else 0)
    if not command.rapid:
        play.emit(ChainBroken(actor=command.actor))
    roll = throw(play, command)
    successes = roll.total + inspired(play, command, roll)
    play.emit(
        Attempted(
            actor=command.actor,
            successes=successes,
            difficulty=command.difficulty,
            chain=chain,
        )
    )
    spend(play, command, successes - command.difficulty)


class ChainBroken(Event, ruleset="fusion"):
    """A new action begins: the chain of rapid ones starts anew."""

    actor: str


@rules.evolves(ChainBroken)
def chain_broken(state: Fusion, event: ChainBroken) -> Fusion:
    """No step counts any more."""
    return structs.replace(state, chains={**state.chains, event.actor: 0})


@rules.evolves(Attempted)
def attempted(state: Fusion, event: Attempted) -> Fusion:
    """One step more in the chain."""
    return structs.replace(state, chains={**state.chains, event.actor: event.chain})


def inspired(play: Play, command: Attempt, roll: Rolled) -> int:
    """Successes gained by throwing failed dice again, at the first occasion. FUS-080."""
    gained = 0
    for name, effect in list(effects(play, command.actor, "ispirare")):
        failed = [i for i, die in enumerate(roll.dice) if die.face < 3 + len(command.attributes)]
        again = failed[: effect.amount]
        play.emit(EffectEnded(id=name, why="used", rule="FUS-080"))
        if not again:
            continue
        threshold = 3 + len(command.attributes)
        new = play.roll(f"{len(again)}d6>={threshold}", command.actor, "ispirare", rule="FUS-080")
        gained += new.total
        for die, face in zip(again, new.dice, strict=True):
            play.emit(
                DieSet(
                    roll=roll.id,
                    die=die,
                    before=roll.dice[die].face,
                    after=face.face,
                    actor=command.actor,
                    rule="FUS-080",
                )
            )
    return gained


def spend(play: Play, command: Attempt, surplus: int) -> None:
    """One question for each purchase, until nothing is left, wanted or affordable."""
    bought: list[str] = []
    while affordable := list(cells(command.attributes, surplus, bought)):
        said = play.ask(
            f"{surplus} left",
            to=command.actor,
            choices=(Choice("enough"), *affordable),
            name="side",
            rule="FUS-058",
        )
        if said.id == "enough":
            return
        surplus -= said.cost
        bought.append(said.id)
        play.emit(Bought(actor=command.actor, cell=said.id, cost=said.cost, left=surplus))
        kind, _, amount = said.id.partition(".")
        if kind in PENDING:
            to = command.actor
            if kind == "ispirare":
                to = play.ask(
                    "Who follows the example?",
                    to=command.actor,
                    choices=[a for a in play.table.actors if a != command.actor],
                    name="whom",
                    rule="FUS-080",
                )
            play.emit(
                EffectBegan(
                    id=play.id("e"),
                    actor=to,
                    kind=kind,
                    amount=int(amount or 1),
                    until=Uses(1),
                    source=command.actor,
                    rule=PENDING[kind],
                )
            )


def cells(attributes: Iterable[str], surplus: int, bought: list[str]) -> Iterator[Choice]:
    """What the lists of the attributes rolled sell for what is left, each cell once. FUS-059."""
    prices: dict[str, int] = {}
    for attribute in attributes:
        for cell, cost in CELLS.get(attribute, {}).items():
            prices[cell] = min(cost, prices.get(cell, cost))
    for cell, cost in prices.items():
        if cost <= surplus and cell not in bought:
            yield Choice(cell, cost=cost, rule="FUS-059")


@rules.decides(Shoot, may=owner("actor"))
def shoot(command: Shoot, play: Play) -> None:
    """The target's guard is the difficulty (FUS-133); what it avoids is not rolled (FUS-075)."""
    for name, _ in list(effects(play, command.target, "eludere")):
        said = play.ask("Avoid it?", to=command.target, choices=("yes", "no"), rule="FUS-075")
        if said == "yes":
            play.emit(EffectEnded(id=name, why="used", rule="FUS-075"))
            return
    play.emit(ChainBroken(actor=command.actor))
    mods = (
        *play.modifiers(Check(actor=command.actor, kind="shot", against=command.target)),
        *play.modifiers(Guard(target=command.target, ranged=True)),
    )
    body = play.state[Fusion].bodies
    pool = tally(body[command.actor].attributes["sensi"], mods, "pool")
    roll = play.roll(f"{pool}d6>=4", command.actor, "shot", mods, rule="FUS-133")
    difficulty = tally(body[command.target].guard, mods, "difficulty")
    play.emit(Attempted(actor=command.actor, successes=roll.total, difficulty=difficulty, chain=1))


@rules.decides(Harmed, may=gm)
def harmed(command: Harmed, play: Play) -> None:
    """Damage is weighed once; what it used up is used up by that."""
    harm = Harm(source=command.source, target=command.target, amount=command.amount)
    mods = play.modifiers(harm)
    final = tally(command.amount, mods, "damage")
    play.emit(Hit(target=command.target, amount=command.amount, final=final, modifiers=mods))
    before = play.state[Fusion].bodies[command.target].hurt
    if final:
        play.emit(
            Wounded(
                actor=command.target,
                track="vita",
                before=before,
                after=before + final,
                source=command.source,
            )
        )


@rules.evolves(Wounded)
def wounded(state: Fusion, event: Wounded) -> Fusion:
    """Damage as it says."""
    body = structs.replace(state.bodies[event.actor], hurt=event.after)
    return structs.replace(state, bodies={**state.bodies, event.actor: body})


fusion = Ruleset(
    "fusion",
    version="0.0.1",
    state=Fusion,
    chapters=(rules,),
    events=(Bought, Hit),
)
