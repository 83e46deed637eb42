"""Fudge with a command that strikes as it is told, by the joints that fights use: deal and take."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rollbook.core.engine import Engine
from rollbook.core.memory import MemoryStore
from rollbook.core.messages import Command
from rollbook.core.permissions import gm
from rollbook.core.play import Play
from rollbook.core.rules import Rules
from rollbook.core.table.ledger import Seat
from rollbook.plugins.fudge import Fudge, FudgeOptions, fudge
from rollbook.plugins.fudge.damage.harm import Strike, deal
from rollbook.plugins.fudge.damage.taking import take
from rollbook.plugins.testing.scenario import Fixed, Hand

from .tavern import Tavern

rules = Rules(Fudge, FudgeOptions)


class Hit(Command, ruleset="fudge"):
    """A blow of ``hitter`` at ``target`` hits; fields as of `Strike`."""

    degree: int
    result: int = 0
    announced: int | None = None
    stun: bool = False
    exempt: bool = False
    part: str = ""


@rules.decides(Hit, may=gm)
def hit(c: Hit, play: Play) -> None:
    """Deal it, and let it be taken."""
    strike = Strike(
        attacker="hitter",
        target="target",
        degree=c.degree,
        results=(c.result, c.result - c.degree),
        announced=c.announced,
        stun=c.stun,
        exempt=c.exempt,
        part=c.part,
    )
    take(play, deal(play, "x1", strike))


def striking(
    hitter: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **options: Any
) -> Tavern:
    """The two of them, at a table with these options: fists of 0, Fair in everything."""
    hand = Hand()
    again = replace(fudge, chapters=(*fudge.chapters, rules), package="")
    engine = Engine([again], installed=False, dice=hand, surroundings=Fixed())
    seats = {"master": Seat("The Master", "gm"), "anna": Seat("Anna", "player")}
    tavern = Tavern(
        engine.new(MemoryStore(), "s", ["fudge"], seats=seats, options={"fudge": options}), hand
    )
    fist = {"fist": {"name": "Fist", "skill": "blade", "class": "small"}}
    for actor, sheet in (("hitter", hitter or {}), ("target", target or {})):
        tavern.enter(actor, **{"weapons": fist, **sheet})
    return tavern
