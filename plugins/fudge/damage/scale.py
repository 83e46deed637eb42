"""Small against huge, and weapons made for it (4.75: FUD-230 to 233)."""

from __future__ import annotations

from ....core.messages import Event
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..ladder import GREAT
from ..options import FudgeOptions
from ..paper import Piercing
from ..state import Character, Fudge, character
from .stun import conditioned

rules = Rules(Fudge, FudgeOptions)

MASS_SCALE = "mass-scale"
"""Source of the part of a Defence Modifier that a large body makes (FUD-214)."""


class Nibbled(Event, ruleset="fudge"):
    """A blow too small for somebody's size has hurt him; enough of them make a wound point.

    Args:
        actor: who was hit.
        source: who hit.
        before: such blows that had not made a point before.
        after: likewise now; 0 where they have just made one.
        needed: how many it takes: his Scale.
        rule: id of the rule.
    """

    actor: str
    source: str
    before: int
    after: int
    needed: int
    rule: str = "FUD-232"


# --- pure


def left_of(scale: int, piercing: Piercing) -> int:
    """Mass Scale that a weapon leaves of somebody's; halves are rounded down. FUD-233.

    Args:
        scale: Mass Scale; who is smaller than a man keeps all of his.
        piercing: what the weapon does with it.
    """
    if scale <= 0 or not piercing:
        return scale
    return scale // 2 if piercing == "half" else 0


def small(attacker: Character, target: Character, piercing: Piercing, options: FudgeOptions) -> int:
    """How many blows make one wound point; 0 where Scale counts as armour. FUD-230, FUD-232.

    Args:
        attacker: who hits.
        target: who is hit.
        piercing: what the weapon does with Scale.
        options: of the table.
    """
    if options.scale_combat != "nibble" or attacker.scale >= target.mass_scale:
        return 0
    return max(0, left_of(target.mass_scale, piercing))


def through(attacker: Character, target: Character, result: int, options: FudgeOptions) -> int:
    """Points that a small fighter's remarkable blow does whatever stands against it. FUD-231.

    Args:
        attacker: who hits.
        target: who is hit.
        result: the attacker's Rolled Degree; Great or better is remarkable.
        options: of the table.
    """
    tiny = attacker.scale < target.mass_scale
    return options.scale_tiny_penetration if tiny and result >= GREAT else 0


# --- rules


def nibble(play: Play, actor: str, source: str, needed: int) -> bool:
    """Count one blow; True where the count is full and makes a wound point. FUD-232.

    Args:
        play: of now.
        actor: who was hit.
        source: who hit.
        needed: how many blows make a point.
    """
    before = character(play, actor).condition.nibbles
    full = before + 1 >= needed
    after = 0 if full else before + 1
    play.emit(Nibbled(actor=actor, source=source, before=before, after=after, needed=needed))
    return full


@rules.evolves(Nibbled)
def nibbled(s: Fudge, e: Nibbled) -> Fudge:
    """Copy the count."""
    return conditioned(s, e.actor, nibbles=e.after)


@rules.tells(Nibbled)
def tell_nibbled(e: Nibbled, telling: Telling) -> str:
    """How many blows he has felt, of how many that make a wound."""
    return telling.say(
        "fudge.nibbled" if e.after else "fudge.nibbled.full",
        name=telling.name(e.actor),
        count=e.after,
        needed=e.needed,
    )
