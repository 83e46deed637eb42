"""Where an aimed blow lands (4.62: FUD-179)."""

from __future__ import annotations

from ....core.messages import Event
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..damage.harm import Strike
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import degree
from ..wording import part as of_body

rules = Rules(Fudge, FudgeOptions)


class Aimed(Event, ruleset="fudge"):
    """A blow that was aimed at a part of the body hits, there or elsewhere.

    Args:
        check: id of the exchange.
        attacker: who.
        target: whom.
        part: where he aimed.
        needed: level that strikes it.
        result: Rolled Degree.
        struck: whether it strikes there.
        rule: id of the rule.
    """

    check: str
    attacker: str
    target: str
    part: str
    needed: int
    result: int
    struck: bool
    rule: str = "FUD-179"


def outcome(result: int, opponent: int, aimed: int, minimum: int) -> str:
    """``part``, ``elsewhere`` or ``miss``, of an aimed blow in a contest. FUD-179.

    Args:
        result: Rolled Degree of who aims.
        opponent: that of the other.
        aimed: level that strikes the part.
        minimum: level that hits at all.
    """
    if result <= opponent or result < minimum:
        return "miss"
    return "part" if result >= aimed else "elsewhere"


def landed(play: Play, check: str, hit: Strike, part: str, needed: int) -> None:
    """Say where a blow that was aimed lands, if it was.

    Args:
        play: of now.
        check: id of the exchange.
        hit: the blow.
        part: where it was aimed, or empty.
        needed: level that strikes there.
    """
    if part:
        play.emit(
            Aimed(
                check=check,
                attacker=hit.attacker,
                target=hit.target,
                part=part,
                needed=needed,
                result=hit.results[0],
                struck=bool(hit.part),
            )
        )


@rules.tells(Aimed)
def tell_aimed(e: Aimed, telling: Telling) -> str:
    """There, or elsewhere."""
    return telling.say(
        f"fudge.aimed.{'struck' if e.struck else 'elsewhere'}",
        attacker=telling.name(e.attacker),
        target=telling.name(e.target),
        part=of_body(telling, e.part),
        result=degree(telling, e.result),
        needed=degree(telling, e.needed),
    )
