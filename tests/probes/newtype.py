"""NewType, so far as one roll is read twice: before the weapon for fumbles, after it for blows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs

from rollbook import Command, Event, Play, Rules, Ruleset, gm, owner
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier, Proposal, tally
from rollbook.core.vocabulary import Rolled, Weighed

WEAPONS = {"dagger": -2, "long sword": 0, "two-handed sword": 1, "shotgun": 3, "crossbow": 1}
"""Bonus of each weapon; it comes after the fumble test (NEW-141)."""


class NewTypeOptions(Struct, frozen=True):
    """Optional rules.

    Args:
        attack_cap: an attack is worth the weapon's bonus and seven at most (NEW-155).
    """

    attack_cap: bool = False


class NewType(Struct, frozen=True):
    """Levels and armour, by actor."""

    levels: dict[str, int] = {}
    armour: dict[str, int] = {}


class Rate(Command, ruleset="newtype"):
    """Say how good somebody is, and what he wears."""

    actor: str
    level: int
    armour: int = 0


class Rated(Event, ruleset="newtype"):
    """Somebody's level and armour."""

    actor: str
    level: int
    armour: int


class Attack(Command, ruleset="newtype"):
    """Attack somebody.

    Args:
        actor: who.
        target: whom.
        weapon: with what.
        defends: whether the target tries to defend himself.
        aim: what aiming adds.
    """

    actor: str
    target: str
    weapon: str
    defends: bool = False
    aim: int = 0


class Fumbled(Event, ruleset="newtype"):
    """Something went very wrong.

    Args:
        actor: whose.
        base: result before any weapon, below 0.
        band: how wrong.
        effect: as the GM says.
    """

    actor: str
    base: int
    band: str
    effect: str


class Attacked(Weighed, ruleset="newtype"):
    """An attack was made.

    Args:
        actor: who.
        target: whom.
        base: before the weapon.
        total: with it, and under the cap.
        defence: what stood against it.
        damage: what is left.
    """

    actor: str
    target: str
    base: int
    total: int
    defence: int
    damage: int


class Armour(Proposal, frozen=True, kw_only=True):
    """Armour is about to matter: whose, and against which weapon."""

    target: str
    weapon: str


class Blow(Check, frozen=True, kw_only=True):
    """An attack about to be made: with what, and how well aimed."""

    weapon: str
    aim: int


rules = Rules(NewType, NewTypeOptions)


@rules.decides(Rate, may=gm)
def rate(command: Rate, play: Play) -> None:
    """As the sheet says."""
    play.emit(Rated(actor=command.actor, level=command.level, armour=command.armour))


@rules.evolves(Rated)
def rated(state: NewType, event: Rated) -> NewType:
    """As the sheet says."""
    return structs.replace(
        state,
        levels={**state.levels, event.actor: event.level},
        armour={**state.armour, event.actor: event.armour},
    )


@rules.modifies(Check)
def level(check: Check, look: Look) -> Iterator[Modifier]:
    """Everybody's own level, before the fumble test."""
    yield Modifier("level", "NEW-026", "result", "add", look.state[NewType].levels[check.actor])


@rules.modifies(Blow)
def armed(blow: Blow, look: Look) -> Iterator[Modifier]:
    """Aim comes before the fumble test, the weapon after it, the cap last. NEW-141, NEW-156."""
    bonus = WEAPONS[blow.weapon]
    if blow.aim:
        yield Modifier("aim", "NEW-156", "result", "add", blow.aim)
    yield Modifier(blow.weapon, "NEW-141", "total", "add", bonus)
    if look.options[NewTypeOptions].attack_cap:
        yield Modifier(blow.weapon, "NEW-155", "total", "at_most", bonus + 7)


@rules.modifies(Armour)
def pierced(armour: Armour, look: Look) -> Iterator[Modifier]:
    """Armour counts two less against a crossbow, and never below nothing. NEW-136."""
    if armour.weapon == "crossbow":
        yield Modifier("crossbow", "NEW-136", "armour", "add", -2)
        yield Modifier("nothing", "NEW-136", "armour", "at_least", 0)


def band(base: int) -> str:
    """How wrong a result below 0 goes: NEW-027 to NEW-029."""
    return "mild" if base == -1 else "moderate" if base >= -4 else "disastrous"


def fumbles(play: Play, roll: Rolled) -> None:
    """Below 0 before any weapon: the GM says what that does, with the dice on the table."""
    if roll.total < 0:
        effect = play.ask(
            f"{roll.actor}: {roll.purpose} at {roll.total}. What happens?",
            of=str,
            name=f"fumble-{roll.actor}",
            rule="NEW-026",
        )
        play.emit(Fumbled(actor=roll.actor, base=roll.total, band=band(roll.total), effect=effect))


@rules.decides(Attack, may=owner("actor"))
def attack(command: Attack, play: Play) -> None:
    """Attack against the better of defence and armour. NEW-088, NEW-141."""
    if command.weapon not in WEAPONS:
        play.refuse(f"nobody makes a {command.weapon}", path="$.weapon", rule="NEW-141")
    blow = Blow(
        actor=command.actor,
        kind="attack",
        against=command.target,
        weapon=command.weapon,
        aim=command.aim,
    )
    mods = [*play.modifiers(blow)]
    roll = play.roll("d6-d6", command.actor, "attack", mods, rule="NEW-026")
    fumbles(play, roll)
    total = tally(roll.total, mods, "total")
    defended = 0  # NEW-084
    if command.defends:
        check = Check(actor=command.target, kind="defence", against=command.actor)
        defence = play.roll("d6-d6", command.target, "defence", play.modifiers(check))
        fumbles(play, defence)
        defended = max(0, defence.total)  # NEW-085
    mods += play.modifiers(Armour(target=command.target, weapon=command.weapon))
    worn = tally(play.state[NewType].armour[command.target], mods, "armour")
    mods.append(Modifier("armour", "NEW-088", "defence", "at_least", worn))
    stood = tally(defended, mods, "defence")
    play.emit(
        Attacked(
            actor=command.actor,
            target=command.target,
            base=roll.total,
            total=total,
            defence=stood,
            damage=max(0, total - stood),
            modifiers=tuple(mods),
        )
    )


newtype = Ruleset(
    "newtype",
    version="0.0.1",
    state=NewType,
    options=NewTypeOptions,
    chapters=(rules,),
    events=(Fumbled, Attacked),
)
