"""Wounds that look worse than they are: Fudge Points outside a fight (FUD-039, FUD-040)."""

from __future__ import annotations

from ....core.messages import Command
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ..damage.wounds import DEAD, HURT, INCAPACITATED, NEAR_DEATH, SCRATCH, UNHURT, VERY_HURT, Heal
from ..options import FudgeOptions
from ..state import Fudge, character, fighting
from .pool import EASE, POOL, SCRATCHES, need, need_points, paid, priced

rules = Rules(Fudge, FudgeOptions)

_ALL = 3  # points for turning every wound into a Scratch

_PRINTED = {HURT: SCRATCH, VERY_HURT: HURT, INCAPACITATED: HURT, NEAR_DEATH: INCAPACITATED}
_ONE_STEP = _PRINTED | {INCAPACITATED: VERY_HURT}


class ShrugOff(Command, ruleset="fudge"):
    """Spend Fudge Points, outside a fight, so that wounds were not as bad as they looked.

    Args:
        actor: whose wounds.
        all: whether three points make all of them Scratches; else one point, and somewhat less.
    """

    actor: str
    all: bool = False


def eased(level: int, options: FudgeOptions) -> int | None:
    """What a wound level turns into for one point; None where points change nothing.

    As printed Incapacitated becomes Hurt, which skips a level; ``one_step`` takes one each time.
    FUD-039.
    """
    return (_ONE_STEP if options.fp_c_mapping == "one_step" else _PRINTED).get(level)


def last_box(boxes: tuple[int, ...], level: int) -> int:
    """Wound points of somebody whose boxes are full up to and including this level."""
    return sum(boxes[:level])


@rules.decides(ShrugOff, may=owner("actor"))
def shrug_off(c: ShrugOff, play: Play) -> None:
    """One point for less, three for Scratches alone; never in a fight, never from death.

    FUD-039, FUD-040.
    """
    who = character(play, c.actor)
    use, rule = (SCRATCHES, "FUD-040") if c.all else (EASE, "FUD-039")
    need(play, use, rule)
    if fighting(play, c.actor):
        play.refuse("not in the middle of a fight", rule=rule, hint="when it is over")
    if who.level == DEAD:
        play.refuse("dead is dead", rule=rule, path="$.actor")
    level = SCRATCH if c.all else eased(who.level, play.options[FudgeOptions])
    if who.level in (UNHURT, SCRATCH) or level is None:
        play.refuse(f"{c.actor} has no wound worth a Fudge Point", rule=rule, path="$.actor")
    price = priced(play, c.actor, use, _ALL if c.all else 1, rule)
    need_points(play, price)
    less = who.points - last_box(who.boxes, level)
    paid(play, price)
    play.perform(Heal(target=c.actor, source=POOL, amount=less, rule=rule))
