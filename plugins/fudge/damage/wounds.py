"""Wounds: boxes, levels and what they cost (4.7 and 4.723: FUD-176, 202, 223 to 225)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ....core import vocabulary
from ....core.look import Look
from ....core.messages import Command
from ....core.modifiers import Check, Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from .. import content
from ..actions.checks import FIGHTING, SITUATION, TraitCheck
from ..options import FudgeOptions
from ..state import Character, Fudge, character
from ..wording import counted, healed_or_hurt

rules = Rules(Fudge, FudgeOptions)

TRACK = "wounds"
"""Name of the one track of Fudge; its unit is the wound point, one box each."""

LEVELS = ("unhurt", "scratch", "hurt", "very-hurt", "incapacitated", "near-death", "dead")
"""Wound levels by number, FUD-202."""

UNHURT, SCRATCH, HURT, VERY_HURT, INCAPACITATED, NEAR_DEATH, DEAD = range(7)

_PENALTIES = (0, 0, -1, -2, -2, -2, -2)
# The book prints none beyond Very Hurt; whoever the GM lets act in a worse state keeps that one.

MOST = 999_999
"""Most wound points at once: more than any blow can do, few enough to add up for ever."""

_EXTRA = {"standard": 0, "+1": 1, "+2": 2}


# --- pure


def boxes(resistance: int, options: FudgeOptions) -> tuple[int, ...]:
    """Boxes of a Damage Resistance in Scratch, Hurt, Very Hurt, Incapacitated, Near Death.

    FUD-223; below Terrible counts as Terrible, above Legendary as Legendary. FUD-225 adds boxes
    to the first two.
    """
    table = content.boxes()
    scratch, hurt, *worse = table[max(min(table), min(max(table), resistance))]
    extra = _EXTRA[options.wound_boxes]
    return (scratch + extra, hurt + extra, *worse)


def level_at(boxes: tuple[int, ...], points: int) -> int:
    """The worst level with a filled box, FUD-224: 0 unhurt, 6 dead when no box is left."""
    if points <= 0:
        return UNHURT
    return 1 + sum(points > last for last in accumulate(boxes))


def filled(boxes: tuple[int, ...], points: int) -> tuple[int, ...]:
    """Filled boxes of each level; points fill the lowest level first. FUD-224."""
    starts = (0, *accumulate(boxes))
    return tuple(
        max(0, min(number, points - start)) for number, start in zip(boxes, starts, strict=False)
    )


def penalty(level: int) -> int:
    """What a wound level takes off the traits that it affects: it replaces the lower. FUD-202."""
    return _PENALTIES[level]


def able(play: Play, actor: str, path: str = "$.actor", worst: int = INCAPACITATED) -> Character:
    """Somebody in play who is well enough to act. FUD-202.

    Args:
        play: of now.
        actor: who.
        path: where the command names him.
        worst: the last wound level that still allows it: Incapacitated, as he may drag himself
            along; whoever is worse is out cold or dead.

    Raises:
        Refused: he is not in play, or worse off than that.
    """
    who = character(play, actor, path)
    if who.level > worst:
        level = LEVELS[who.level].replace("-", " ")
        play.refuse(f"{actor} is {level} and cannot act", rule="FUD-202", path=path)
    return who


# --- facts


class Suffer(Command, ruleset="fudge"):
    """Give somebody wound points: Fudge's way to hurt, for rules of any ruleset and for the GM.

    Args:
        target: actor.
        source: who or what hurts him.
        amount: wound points, 1 to 999999; no armour counts any more.
        rule: id of the rule that hurts.
        corrects: seq of the wound that did too little, or of the healing that did too much.
    """

    target: str
    source: str
    amount: int
    rule: str = "FUD-224"
    corrects: int | None = None


class Wounded(vocabulary.Wounded, ruleset="fudge", kw_only=True):
    """Somebody took wound points on the track ``wounds``.

    Args:
        level_before: wound level before, 0 unhurt to 6 dead.
        level: wound level after.
        boxes: boxes that he has in Scratch, Hurt, Very Hurt, Incapacitated, Near Death.
        filled: of these, how many are filled now.
        penalty: on traits that wounds affect, 0 or less.
    """

    level_before: int
    level: int
    boxes: tuple[int, ...]
    filled: tuple[int, ...]
    penalty: int


class Heal(Command, ruleset="fudge"):
    """Take wound points off somebody: Fudge's way to heal, for rules and for the GM.

    Args:
        target: actor.
        source: who or what heals him.
        amount: wound points, at least 1; more than he has heals him wholly.
        rule: id of the rule that heals.
        corrects: seq of the wound that did too much, or of the healing that did too little.
    """

    target: str
    source: str
    amount: int
    rule: str
    corrects: int | None = None


class Healed(vocabulary.Healed, ruleset="fudge", kw_only=True):
    """Somebody lost wound points; fields as of `Wounded`."""

    level_before: int
    level: int
    boxes: tuple[int, ...]
    filled: tuple[int, ...]
    penalty: int


M = TypeVar("M", Wounded, Healed)


def _moved(kind: type[M], c: Suffer | Heal, who: Character, after: int) -> M:
    """The fact that somebody's wound points are now so many, with all that follows from it."""
    level = level_at(who.boxes, after)
    return kind(
        actor=c.target,
        track=TRACK,
        before=who.points,
        after=after,
        source=c.source,
        rule=c.rule,
        level_before=who.level,
        level=level,
        boxes=who.boxes,
        filled=filled(who.boxes, after),
        penalty=penalty(level),
    )


@rules.decides(Suffer, may=gm)
def suffer(c: Suffer, play: Play) -> None:
    """Points fill boxes from the lowest; every point is recorded, also beyond the last box."""
    if c.amount < 1:
        play.refuse(f"{c.amount} wound points hurt nobody", rule="FUD-224", path="$.amount")
    if c.amount > MOST:
        play.refuse("nothing hurts that much", rule="FUD-224", path="$.amount", hint=f"1 to {MOST}")
    who = character(play, c.target, "$.target")
    _put_right(c, play, undoes=Healed)
    after = who.points + c.amount
    play.emit(_moved(Wounded, c, who, after))


@rules.decides(Heal, may=gm)
def heal(c: Heal, play: Play) -> None:
    """Points leave the highest boxes first."""
    if c.amount < 1:
        play.refuse(f"{c.amount} wound points heal nobody", rule=c.rule, path="$.amount")
    who = character(play, c.target, "$.target")
    if not who.points:
        play.refuse(f"{c.target} is unhurt", rule=c.rule, path="$.target")
    _put_right(c, play, undoes=Wounded)
    after = max(0, who.points - c.amount)
    play.emit(_moved(Healed, c, who, after))


def _put_right(c: Suffer | Heal, play: Play, undoes: type[Wounded] | type[Healed]) -> None:
    """Points add up, so any wound or healing can be put right by itself, whatever came after it.

    Args:
        c: the command, which may name none.
        play: of now.
        undoes: what it takes back: no more than that did.
    """
    if c.corrects is None:
        return
    event = play.correct(c.corrects, Wounded, Healed, rule=c.rule)
    did = abs(event.after - event.before)
    if event.actor != c.target:
        play.refuse(
            f"record {c.corrects} is of {event.actor}",
            rule=c.rule,
            path="$.target",
        )
    if isinstance(event, undoes) and c.amount > did:
        play.refuse(
            f"record {c.corrects} did {did} wound points",
            rule=c.rule,
            path="$.amount",
            hint=f"1 to {did}",
        )


@rules.evolves(Wounded)
def wounded(s: Fudge, e: Wounded) -> Fudge:
    """Copy points, level and penalty."""
    return _marked(s, e)


@rules.evolves(Healed)
def healed(s: Fudge, e: Healed) -> Fudge:
    """Copy points, level and penalty."""
    return _marked(s, e)


def _marked(s: Fudge, e: Wounded | Healed) -> Fudge:
    who = s.characters.get(e.actor)
    if who is None:
        return s
    marked = replace(who, points=e.after, level=e.level, penalty=e.penalty)
    return replace(s, characters={**s.characters, e.actor: marked})


# --- what wounds do


@rules.modifies(Check)
def hindered(check: Check, look: Look) -> Iterable[Modifier]:
    """Hurt is -1, Very Hurt -2, on what wounds logically affect; FUD-176 in combat, else FUD-202.

    A Situational Roll is on no trait, so nothing is taken off it (FUD-144).
    """
    who = look.state[Fudge].characters.get(check.actor)
    if who is None or not who.penalty or check.kind == SITUATION:
        return
    trait = who.traits.get(check.trait) if isinstance(check, TraitCheck) else None
    if trait is None or trait.hindered:
        rule = "FUD-176" if check.kind in FIGHTING else "FUD-202"
        yield Modifier("wounds", rule, "result", "add", who.penalty)


# --- what people read


class LevelView(Struct, frozen=True):
    """One row of a wound track: level, its boxes, and how many are filled."""

    level: str
    boxes: int
    filled: int


class TrackView(Struct, frozen=True):
    """Somebody's wound track.

    Args:
        actor: id.
        name: for people.
        resistance: Damage Resistance, a rung of the ladder.
        rows: Scratch to Near Death.
        points: wound points taken.
        level: name of the wound level now.
        penalty: on traits that wounds affect.
    """

    actor: str
    name: str
    resistance: int
    rows: tuple[LevelView, ...]
    points: int
    level: str
    penalty: int


class WoundTrack(Struct, frozen=True):
    """The wound tracks of everybody in play."""

    characters: tuple[TrackView, ...]


@rules.projects("wound-track")
def wound_track(look: Look, viewer: str) -> WoundTrack:
    """Boxes per level, filled ones, level and penalty of each character."""
    views = []
    for actor, who in look.state[Fudge].characters.items():
        marks = zip(LEVELS[1:], who.boxes, filled(who.boxes, who.points), strict=False)
        found = look.table.actors.get(actor)
        view = TrackView(
            actor=actor,
            name=found.name if found else actor,
            resistance=who.resistance,
            rows=tuple(LevelView(*mark) for mark in marks),
            points=who.points,
            level=LEVELS[who.level],
            penalty=who.penalty,
        )
        views.append(view)
    return WoundTrack(tuple(views))


@rules.tells(Wounded)
def tell_wounded(e: Wounded, telling: Telling) -> str:
    """How much, from what, which boxes, and what he is now."""
    return telling.say(
        "fudge.wounded",
        name=telling.name(e.actor),
        points=counted(telling, e.after - e.before),
        source=telling.name(e.source),
        **healed_or_hurt(telling, e),
    )


@rules.tells(Healed)
def tell_healed(e: Healed, telling: Telling) -> str:
    """How much, by what, and what he is now."""
    return telling.say(
        "fudge.healed",
        name=telling.name(e.actor),
        points=counted(telling, e.before - e.after),
        source=telling.name(e.source),
        **healed_or_hurt(telling, e),
    )
