"""A round of melee between two: one roll each, compared once (4.62, 4.63: FUD-168 to 186)."""

from __future__ import annotations

from ....core.messages import Command
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ..actions.checks import Circumstance
from ..ladder import Level
from ..options import FudgeOptions
from ..state import Fudge
from .comparing import Lineup
from .entrants import Aim, Declaration, Fighter, ready
from .fray import fight_out
from .rounds import rounds_only

rules = Rules(Fudge, FudgeOptions)


class Exchange(Command, ruleset="fudge"):
    """Two fighters within reach fight for one round; both may hit, at the same moment.

    Args:
        a: actor.
        b: the other.
        manoeuvre_a: what the first declares; ``ask`` asks whoever plays him, in secret.
        manoeuvre_b: likewise the second.
        trait_a: what the first rolls on; empty for the skill of his weapon (FUD-170).
        trait_b: likewise the second.
        minimum_a: level that the first must reach to hit (FUD-172), a word or a number; None as
            their sizes make it: Poor against somebody of about his size.
        minimum_b: likewise the second.
        announced_a: most damage the first will do, if he pulls his punch (FUD-236).
        announced_b: likewise the second.
        situation: what else helps or hinders, each with its reason (FUD-145, 177, 180).
        aim_a: part of the body that the first aims at (FUD-179).
        aim_b: likewise the second.
        stun_a: whether the first means to stun (FUD-237).
        stun_b: likewise the second.
        exempt_a: whether no threshold protects from the first's blow (FUD-205).
        exempt_b: likewise the second's.
        doing_a: what else the first does, where he declares ``other`` (FUD-174).
        doing_b: likewise the second.
    """

    a: str
    b: str
    manoeuvre_a: Declaration = "normal"
    manoeuvre_b: Declaration = "normal"
    trait_a: str = ""
    trait_b: str = ""
    minimum_a: Level | None = None
    minimum_b: Level | None = None
    announced_a: int | None = None
    announced_b: int | None = None
    situation: tuple[Circumstance, ...] = ()
    aim_a: Aim | None = None
    aim_b: Aim | None = None
    stun_a: bool = False
    stun_b: bool = False
    exempt_a: bool = False
    exempt_b: bool = False
    doing_a: str = ""
    doing_b: str = ""


@rules.decides(Exchange, may=gm)
def exchange(c: Exchange, play: Play) -> None:
    """A round: declare, roll, compare, then all blows at once. FUD-161, FUD-170 to FUD-173."""
    rounds_only(play)
    if c.a == c.b:
        play.refuse(f"{c.a} cannot fight himself", rule="FUD-154", path="$.b")
    a = Fighter(
        c.a, c.manoeuvre_a, c.trait_a, c.minimum_a, c.announced_a, c.stun_a, c.aim_a, c.exempt_a,
        doing=c.doing_a,
    )  # fmt: skip
    b = Fighter(
        c.b, c.manoeuvre_b, c.trait_b, c.minimum_b, c.announced_b, c.stun_b, c.aim_b, c.exempt_b,
        doing=c.doing_b,
    )  # fmt: skip
    one = ready(play, a, "$.a", "$.{}_a")
    other = ready(play, b, "$.b", "$.{}_b")
    fight_out(play, [Lineup(one, (other,))], c.situation, ask_players=False)
