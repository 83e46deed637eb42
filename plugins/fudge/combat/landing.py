"""Where checks end and blows land, all of a round before anybody is wounded (4.6: FUD-161)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.play import Play
from ....core.vocabulary import Settled
from ..damage.harm import Strike, deal
from ..damage.taking import take


def over(
    play: Play, check: str, results: dict[str, int], margin: int, winner: str, rule: str
) -> None:
    """A check is over, so that nobody amends its rolls any more: what follows rests on them.

    Args:
        play: of now.
        check: its id.
        results: Rolled Degree by actor.
        margin: levels by which the winner was better; 0 where nobody won.
        winner: actor, or empty.
        rule: id of the rule.
    """
    play.emit(Settled(id=check, results=results, margin=margin, winner=winner, rule=rule))


def land(play: Play, blows: Sequence[tuple[str, Strike]]) -> None:
    """Work out all blows of a round, and only then wound anybody. FUD-161.

    Args:
        play: of now.
        blows: id of the check and the blow that hits, in order.
    """
    for blow in [deal(play, check, hit) for check, hit in blows]:
        take(play, blow)
