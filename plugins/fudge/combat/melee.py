"""A whole round of a melee in one command (4.62, 4.64: FUD-161, 168, 187 to 195)."""

from __future__ import annotations

from ....core.messages import Command
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ..actions.checks import Circumstance
from ..options import FudgeOptions
from ..state import Fudge
from .comparing import Lineup
from .entrants import Bout, crowded, ready
from .fray import fight_out
from .rounds import rounds_only

rules = Rules(Fudge, FudgeOptions)


class Melee(Command, ruleset="fudge"):
    """A round of everybody who fights hand to hand; all blows fall at the same moment.

    Players are asked what they do, in secret, where the command does not say it; the GM's
    fighters fight as usual.

    Args:
        bouts: who fights whom: two, or one against several.
        situation: what else helps or hinders, each with its actor and reason (FUD-145, 177, 180).
    """

    bouts: tuple[Bout, ...]
    situation: tuple[Circumstance, ...] = ()


@rules.decides(Melee, may=gm)
def melee(c: Melee, play: Play) -> None:
    """A round: all declare, all roll, then all blows at once. FUD-161, 168, 187, 193."""
    rounds_only(play)
    if not c.bouts:
        play.refuse("a round in which nobody fights", rule="FUD-168", path="$.bouts")
    lineups = []
    for at, bout in enumerate(c.bouts):
        path = f"$.bouts[{at}]"
        if not bout.others:
            play.refuse(
                f"{bout.one.actor} fights nobody", rule="FUD-160", path=f"{path}.others",
                hint="whoever does not fight back is for fudge.attack",
            )  # fmt: skip
        crowded(play, bout, f"{path}.others")
        one = ready(play, bout.one, f"{path}.one.actor", f"{path}.one.{{}}")
        others = tuple(
            ready(play, other, f"{path}.others[{n}].actor", f"{path}.others[{n}].{{}}")
            for n, other in enumerate(bout.others)
        )
        lineups.append(Lineup(one, others))
    fight_out(play, lineups, c.situation, ask_players=True)
