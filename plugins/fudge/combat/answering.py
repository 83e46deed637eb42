"""What the target of a shot does: he is asked where the GM leaves it to him (4.65).

FUD-162, 197 and 199.
"""

from __future__ import annotations

from ....core.asked import Choice
from ....core.play import Play
from ..damage.wounds import VERY_HURT, able
from ..options import FudgeOptions
from ..state import Fudge, character
from .shots import Shoot

ANSWERS = (
    Choice(id="dodge", label="dodge", rule="FUD-197"),
    Choice(id="shoot-back", label="do not dodge, but shoot back", rule="FUD-199"),
)
"""What somebody who sees a shot come may do."""


def fits(play: Play, c: Shoot) -> None:
    """Refuse what the command says beside an answer that has no use for it, before any question.

    Raises:
        Refused: circumstances of a dodge where nobody dodges (FUD-196, FUD-199), points for a
            contest (FUD-037), or a shot back out of turn (FUD-162).
    """
    if c.answer == "none" and c.situation:
        play.refuse(
            "whoever is unaware of a shot does nothing that could be helped or hindered",
            rule="FUD-196", path="$.situation",
            hint="light, distance and position are the difficulty's; a laser sight is a device",
        )  # fmt: skip
    if c.answer == "shoot-back" and c.situation:
        play.refuse(
            "whoever shoots back does not dodge", rule="FUD-199", path="$.situation",
            hint="what makes it harder to hit him is the difficulty's",
        )  # fmt: skip
    if c.answer == "dodge" and c.points:
        play.refuse(
            "a shot at somebody who dodges is a contest",
            rule="FUD-037", path="$.points", hint="roll: points=false",
        )  # fmt: skip
    if c.answer not in ("shoot-back", "ask") and c.points_back:
        play.refuse(
            f"{c.target} does not shoot back",
            rule="FUD-037", path="$.points_back", hint="answer=shoot-back",
        )  # fmt: skip
    if c.answer == "shoot-back" and not _at_once(play, c):
        play.refuse(
            "where initiative is rolled for, each shoots in his own turn",
            rule="FUD-162",
            path="$.answer",
            hint="dodge now, and fudge.shoot in his turn",
        )
    if c.answer in ("dodge", "shoot-back", "ask"):
        able(play, c.target, "$.target", VERY_HURT)


def answered(play: Play, c: Shoot) -> str:
    """What the target does; he is asked where the GM leaves it to him. FUD-197, FUD-199."""
    if c.answer != "ask":
        return c.answer
    said = play.ask(
        "Somebody shoots at you: what do you do?",
        to=c.target,
        choices=ANSWERS if may_shoot_back(play, c) else ANSWERS[:1],
        name="answer",
        rule="FUD-199",
    )
    return said.id


def may_shoot_back(play: Play, c: Shoot) -> bool:
    """Whether the target has something to shoot back with, and may do so at once. FUD-199."""
    who = character(play, c.target)
    weapon = who.weapons.get(who.wields)
    return weapon is not None and weapon.ranged and _at_once(play, c)


def _at_once(play: Play, c: Shoot) -> bool:
    """Whether both may shoot at the same moment: always, but by initiative in a tie. FUD-162."""
    fight, now = play.state[Fudge].fight, play.table.round
    if play.options[FudgeOptions].initiative != "roll":
        return True
    if fight is None or now is None or c.target in fight.acted:
        return False
    keys = {slot.actor: slot.key for slot in now.slots.values()}
    return c.target in keys and keys[c.target] == keys.get(c.attacker)
