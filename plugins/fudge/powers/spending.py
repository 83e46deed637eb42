"""Powers that are used by something else than for their own sake: shot with, or healed by.

FUD-079, 084, 087 and 090.
"""

from __future__ import annotations

from ....core.play import Play
from ..options import FudgeOptions
from ..paper import Power
from ..state import character
from .psi import Held
from .using import PowerUsed, UsePower, counted


def costs(power: Power) -> bool:
    """Whether using a Power takes something: one of its uses, or what its drawbacks do."""
    return power.uses is not None or bool(power.drawbacks or power.fault)


def spendable(play: Play, actor: str, name: str, path: str = "$.power") -> str:
    """The Power with which somebody strikes or heals, where its use costs something; else empty.

    What would refuse its use does so here, before any die falls.

    Args:
        play: of now.
        actor: who.
        name: id of the Power, or of a weapon that is none.
        path: where the command names it.

    Raises:
        Refused: there are no Powers here any more, or it is used up for today.
    """
    power = character(play, actor).powers.get(name)
    if power is None:
        return ""
    if not play.options[FudgeOptions].powers:
        play.refuse("nobody has Powers at this table", rule="FUD-079", hint="the option powers")
    counted(play, actor, Held(name, power), "", path)
    return name if costs(power) else ""


def comes_off(play: Play, actor: str, name: str, purpose: str) -> bool:
    """Use a Power, and say whether it does anything. FUD-087, FUD-090.

    Args:
        play: of now.
        actor: who.
        name: id of the Power; empty for none, which always comes off.
        purpose: what for.
    """
    if not name:
        return True
    came = play.perform(UsePower(actor=actor, power=name, purpose=purpose))
    return all(event.works for event in came if isinstance(event, PowerUsed))
