"""Wounds: points on a track of boxes, and what they cost (4.7 and 4.723: FUD-176, 202, 224)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from ....core import vocabulary
from ....core.look import Look
from ....core.messages import Command
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..options import FudgeOptions
from ..state import Character, Fudge, character
from ..wording import counted, healed_or_hurt, whence
from .enduring import disregarded
from .levels import DEAD as DEAD
from .levels import HURT as HURT
from .levels import INCAPACITATED as INCAPACITATED
from .levels import LEVELS as LEVELS
from .levels import NEAR_DEATH as NEAR_DEATH
from .levels import SCRATCH as SCRATCH
from .levels import UNHURT as UNHURT
from .levels import VERY_HURT as VERY_HURT
from .levels import boxes as boxes
from .levels import filled as filled
from .levels import level_at as level_at
from .levels import penalty as penalty
from .stun import may_stun, recover, stunned
from .thresholds import Wounding, spared

rules = Rules(Fudge, FudgeOptions)

TRACK = "wounds"
"""Name of Fudge's track; its unit is the wound point, one box each."""

KILLED = "FUD-205"
"""Rule of whoever is killed without a wound (`fudge.kill`), which no other wound may cite."""

UNTENDED = "wounds"
"""Source of the death of somebody whom nobody helped in time (FUD-202)."""

MOST = 999_999
"""Most wound points at once: more than any blow can do, few enough to add up for ever."""

RESISTING = "resisting"
"""Kind of a roll against one's own wounds: the difficulty counts them, so no penalty does."""


def able(play: Play, actor: str, path: str = "$.actor", worst: int = INCAPACITATED) -> Character:
    """Somebody in play who is well enough to act, and awake. FUD-202, FUD-203, FUD-237.

    Args:
        play: of now.
        actor: who.
        path: where the command names him.
        worst: the last wound level that still allows it: Incapacitated, as he may drag himself
            along; whoever is worse is out cold or dead.

    Raises:
        Refused: he is not in play, worse off than that, out cold, or Incapacitated and has not
            yet shown that he stays conscious. Whoever sets his will against being Incapacitated
            is as well as his wounds then count (FUD-204).
    """
    who = character(play, actor, path)
    counts = who.level
    if counts == INCAPACITATED:
        counts -= min(disregarded(play, actor), INCAPACITATED - HURT)
    if counts > worst:
        level = LEVELS[who.level].replace("-", " ")
        play.refuse(f"{actor} is {level} and cannot act", rule="FUD-202", path=path)
    if not who.condition.conscious:
        rule = "FUD-237" if who.level < INCAPACITATED else "FUD-203"
        play.refuse(f"{actor} is out cold", rule=rule, path=path, hint="fudge.rouse, in time")
    if counts == INCAPACITATED and not who.condition.steady:
        play.refuse(
            f"{actor} is incapacitated: does he stay conscious at all?",
            rule="FUD-203",
            path=path,
            hint=f"fudge.hold_on actor={actor}",
        )
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
        stun: whether the points only stun, so that time alone takes them off (FUD-237).
        exempt: whether no threshold protects from it (FUD-205).
        weapon: id of the weapon that struck, on the sheet of whoever hurts; empty for none.
        began: wound level at which he began the round, 0 to 6, where the blow is one of several
            of a round that the table does not count; None where it goes without saying (FUD-228).
        tags: what hurts him is besides, for rules of any ruleset to know it by: ``magic``…
    """

    target: str
    source: str
    amount: int
    rule: str = "FUD-224"
    corrects: int | None = None
    stun: bool = False
    exempt: bool = False
    weapon: str = ""
    began: int | None = None
    tags: tuple[str, ...] = ()


class Wounded(vocabulary.Wounded, ruleset="fudge", kw_only=True):
    """Somebody took wound points on the track ``wounds``.

    Args:
        level_before: wound level before, 0 unhurt to 6 dead.
        level: wound level after.
        boxes: boxes that he has in Scratch, Hurt, Very Hurt, Incapacitated, Near Death.
        filled: of these, how many are filled now.
        penalty: on traits that wounds affect, 0 or less.
        conscious: whether he is awake after it; nobody is who is Near Death.
        began: wound level at which he began the round under way; None between rounds (FUD-228).
        weapon: id of the weapon that struck, on the sheet of whoever hurt; empty for none.
        tags: what hurt him is besides: ``magic``…
    """

    level_before: int
    level: int
    boxes: tuple[int, ...]
    filled: tuple[int, ...]
    penalty: int
    conscious: bool = True
    began: int | None = None
    weapon: str = ""
    tags: tuple[str, ...] = ()


class Heal(Command, ruleset="fudge"):
    """Take wound points off somebody: Fudge's way to heal, for rules and for the GM.

    Args:
        target: actor.
        source: who or what heals him.
        amount: wound points, at least 1; more than he has heals him wholly.
        rule: id of the rule that heals.
        corrects: seq of the wound that did too much, or of the healing that did too little.
        stun: whether it takes off points that only stun, in place of wounds (FUD-237).
    """

    target: str
    source: str
    amount: int
    rule: str
    corrects: int | None = None
    stun: bool = False


class Healed(vocabulary.Healed, ruleset="fudge", kw_only=True):
    """Somebody lost wound points; fields as of `Wounded`."""

    level_before: int
    level: int
    boxes: tuple[int, ...]
    filled: tuple[int, ...]
    penalty: int
    conscious: bool = True
    began: int | None = None


M = TypeVar("M", Wounded, Healed)


def _moved(
    look: Look, kind: type[M], who: Character, actor: str, source: str, after: int, rule: str
) -> M:
    """The fact that somebody's wound points are now so many, with all that follows from it."""
    level = level_at(who.boxes, after)
    return kind(
        actor=actor,
        track=TRACK,
        before=who.points,
        after=after,
        source=source,
        rule=rule,
        level_before=who.level,
        level=level,
        boxes=who.boxes,
        filled=filled(who.boxes, after),
        penalty=penalty(level),
        conscious=who.condition.conscious and level < NEAR_DEATH,
        began=_began(look, who),
    )


def _began(look: Look, who: Character) -> int | None:
    """The level at which he began the round under way, where a barrier asks for it. FUD-228."""
    if look.table.round is None or look.options[FudgeOptions].damage_threshold != "C":
        return None
    return who.level if who.condition.began is None else who.condition.began


def wounded_to(
    play: Play, who: Character, actor: str, source: str, after: int, rule: str
) -> Wounded:
    """The wound that leaves somebody with so many points, whatever protects him otherwise.

    Args:
        play: of now.
        who: as he is.
        actor: his id.
        source: who or what hurts him.
        after: wound points, more than he has.
        rule: id of the rule that hurts.
    """
    return _moved(play, Wounded, who, actor, source, after, rule)


@rules.decides(Suffer, may=gm)
def suffer(c: Suffer, play: Play) -> None:
    """Points fill boxes from the lowest; every point is recorded, also beyond the last box.

    FUD-224; what keeps somebody from worse comes before it: FUD-226 to 229, FUD-043.
    """
    if c.amount < 1:
        play.refuse(f"{c.amount} wound points hurt nobody", rule="FUD-224", path="$.amount")
    if c.amount > MOST:
        play.refuse("nothing hurts that much", rule="FUD-224", path="$.amount", hint=f"1 to {MOST}")
    if c.rule == KILLED:
        play.refuse(
            "a killing is no wound", rule=KILLED, path="$.rule",
            hint="fudge.kill; of a wound that no threshold keeps off, exempt=true says so",
        )  # fmt: skip
    if c.stun:
        _only_wounds(c, play)
        may_stun(play)
        stunned(play, c.target, c.source, c.amount, c.rule)
        return
    who = character(play, c.target, "$.target")
    _put_right(c, play, undoes=Healed)
    after = who.points + c.amount
    if c.corrects is None:  # what is put right was spared, or not, when it happened
        wounding = Wounding(
            source=c.source, target=c.target, before=who.points, after=after, exempt=c.exempt,
            began=c.began,
            tags=c.tags,
        )  # fmt: skip
        after = spared(play, wounding, who)
    if after > who.points:
        wound = _moved(play, Wounded, who, c.target, c.source, after, c.rule)
        play.emit(replace(wound, weapon=c.weapon, tags=c.tags))


@rules.decides(Heal, may=gm)
def heal(c: Heal, play: Play) -> None:
    """Points leave the highest boxes first."""
    if c.amount < 1:
        play.refuse(f"{c.amount} wound points heal nobody", rule=c.rule, path="$.amount")
    who = character(play, c.target, "$.target")
    if c.stun:
        _only_wounds(c, play)
        if not who.condition.stun:
            play.refuse(f"nothing stuns {c.target}", rule=c.rule, path="$.target")
        recover(play, c.target, c.source, c.amount, c.rule)
        return
    if not who.points:
        play.refuse(f"{c.target} is unhurt", rule=c.rule, path="$.target")
    _put_right(c, play, undoes=Wounded)
    after = max(0, who.points - c.amount)
    play.emit(_moved(play, Healed, who, c.target, c.source, after, c.rule))


def _only_wounds(c: Suffer | Heal, play: Play) -> None:
    if c.corrects is not None:
        play.refuse(
            "what only stuns is not put right by its number",
            rule="FUD-237",
            path="$.corrects",
            hint="leave it out",
        )


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
    """Copy points, level and penalty; whoever is whole has forgotten small wounds too."""
    return _marked(s, e)


def _marked(s: Fudge, e: Wounded | Healed) -> Fudge:
    who = s.characters.get(e.actor)
    if who is None:
        return s
    condition = replace(
        who.condition,
        conscious=e.conscious,
        began=e.began,
        steady=who.condition.steady and e.level == INCAPACITATED,
        dies_at=who.condition.dies_at if e.level == NEAR_DEATH else None,
        nibbles=who.condition.nibbles if e.after else 0,
    )
    marked = replace(who, points=e.after, level=e.level, penalty=e.penalty, condition=condition)
    return replace(s, characters={**s.characters, e.actor: marked})


# --- telling


@rules.tells(Wounded)
def tell_wounded(e: Wounded, telling: Telling) -> str:
    """How much, from what, which boxes, and what he is now; who is killed is told as that."""
    if e.rule == KILLED:
        return ""
    return telling.say(
        "fudge.wounded.untended" if e.source == UNTENDED else "fudge.wounded",
        name=telling.name(e.actor),
        points=counted(telling, e.after - e.before),
        source=whence(telling, e.actor, e.source),
        **healed_or_hurt(telling, e),
    )


@rules.tells(Healed)
def tell_healed(e: Healed, telling: Telling) -> str:
    """How much, by what, and what he is now."""
    return telling.say(
        "fudge.healed" if e.level else "fudge.healed.unhurt",
        name=telling.name(e.actor),
        points=counted(telling, e.before - e.after),
        source=whence(telling, e.actor, e.source),
        **healed_or_hurt(telling, e),
    )
