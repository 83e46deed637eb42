"""Where checks end and blows land, all of a round before anybody is wounded (4.6: FUD-161)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.play import Play
from ....core.vocabulary import Settled
from ..damage.harm import Strike, deal
from ..damage.taking import take
from ..state import character


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

    Whoever is struck more than once began the round as he was before the first (FUD-228).

    Args:
        play: of now.
        blows: id of the check and the blow that hits, in order.
    """
    dealt = [deal(play, check, hit) for check, hit in blows]
    began = {blow.target: character(play, blow.target).level for blow in dealt}
    struck: list[str] = []
    for blow in dealt:
        again = blow.target in struck and play.table.round is None
        take(play, blow, began[blow.target] if again else None)
        struck.append(blow.target)
