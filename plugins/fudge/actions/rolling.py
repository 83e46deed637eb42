"""The one way to throw dice on somebody's behalf: whatever bends a roll does so here."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ....core.modifiers import Modifier
from ....core.play import Play
from ..dice import shift
from ..options import FudgeOptions


class Throw(Struct, frozen=True):
    """What a throw came to.

    Args:
        roll: id of the roll.
        natural: what the dice said, -4 to +4.
        result: Rolled Degree, with every modifier.
    """

    roll: str
    natural: int
    result: int


def throw(
    play: Play, actor: str, purpose: str, modifiers: Sequence[Modifier], *, rule: str, of: str = ""
) -> Throw:
    """Throw the dice for somebody, and add what counts (FUD-139).

    Args:
        play: of now.
        actor: for whom, an actor or a seat.
        purpose: what for, as people read it.
        modifiers: trait, circumstances and all else that is added.
        rule: id of the rule that asks for the roll.
        of: id of the check that it belongs to, if any.
    """
    dice = shift(play.options[FudgeOptions])
    rolled = play.roll(dice, actor, purpose, modifiers, of=of, rule=rule)
    return Throw(roll=rolled.id, natural=rolled.natural, result=rolled.total)
