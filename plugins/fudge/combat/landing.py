"""Where blows land: all of a round are worked out before anybody is wounded (4.6: FUD-161)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.play import Play
from ..damage.harm import Strike, deal
from ..damage.taking import take


def land(play: Play, blows: Sequence[tuple[str, Strike]]) -> None:
    """Work out all blows of a round, and only then wound anybody. FUD-161.

    Args:
        play: of now.
        blows: id of the check and the blow that hits, in order.
    """
    for blow in [deal(play, check, hit) for check, hit in blows]:
        take(play, blow)
