"""What a blow does to whoever it hits, once all blows of the round are known (FUD-161)."""

from __future__ import annotations

from ....core.play import Play
from ..content.harm import harm
from ..ladder import GOOD
from ..options import FudgeOptions
from .harm import Blow
from .scale import nibble
from .stun import knock_out
from .wounds import Suffer


def take(play: Play, blow: Blow, began: int | None = None) -> None:
    """Wound or stun by a blow, as it was meant. FUD-224, FUD-232, FUD-237, FUD-238.

    Args:
        play: of now.
        blow: as it was recorded.
        began: wound level at which the target began the round, where others struck him in it.
    """
    points, rule = blow.final, blow.rule
    if points and blow.nibbles:
        points = int(nibble(play, blow.target, blow.attacker, blow.nibbles))
        rule = "FUD-232"
    if points:
        suffer = Suffer(
            target=blow.target,
            source=blow.attacker,
            amount=points,
            rule=rule,
            stun=blow.stun,
            exempt=blow.exempt,
            weapon=blow.weapon,
            began=began,
            tags=blow.tags,
        )
        play.perform(suffer)
    good = blow.attacker_result >= GOOD
    if blow.part.casefold() in harm().head and good and play.options[FudgeOptions].ko_head:
        knock_out(play, blow.target, blow.attacker, "head", "FUD-238")
