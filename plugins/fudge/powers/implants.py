"""Devices in the body break down, and are mended (3.9: FUD-128, FUD-129)."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..options import FudgeOptions
from ..paper import Gift, Power, Sheet
from ..state import Fudge, character
from ..traits.characters import alter
from ..wording import source
from .kinds import device

rules = Rules(Fudge, FudgeOptions)

RULE = "FUD-129"


class BreakImplant(Command, ruleset="fudge"):
    """Say that a device in somebody's body breaks down, or works again.

    Args:
        actor: whose body.
        implant: id of the Gift or Power that it is.
        broken: whether it breaks; else it works again.
        reason: why, in a word or two.
    """

    actor: str
    implant: str
    broken: bool = True
    reason: str = ""


class ImplantBroken(Event, ruleset="fudge"):
    """A device in somebody's body has broken down, or works again.

    Args:
        actor: whose.
        implant: id of the Gift or Power that it is.
        broken: whether it does not work now.
        reason: why, or empty.
        rule: id of the rule.
    """

    actor: str
    implant: str
    broken: bool
    reason: str
    rule: str = RULE


@rules.decides(BreakImplant, may=gm)
def break_implant(c: BreakImplant, play: Play) -> None:
    """What it adds to an attribute goes, and comes back when it is mended. FUD-128, FUD-129."""
    sheet = character(play, c.actor).sheet
    campaign = play.state[Fudge].campaign
    written: dict[str, Gift | Power] = {**sheet.powers, **sheet.gifts}
    devices = {name: held for name, held in written.items() if device(name, held, campaign)}
    held = devices.get(c.implant)
    if held is None:
        play.refuse(
            f"{c.actor} has no implant {c.implant}", rule=RULE, path="$.implant",
            hint=f"one of {', '.join(devices)}" if devices else "he has none",
        )  # fmt: skip
    if held.broken == c.broken:
        state = "does not work already" if c.broken else "works"
        play.refuse(f"{c.implant} {state}", rule=RULE, path="$.broken")
    play.emit(ImplantBroken(actor=c.actor, implant=c.implant, broken=c.broken, reason=c.reason))
    alter(play, c.actor, _marked(sheet, c.implant, c.broken), c.implant, RULE)


def _marked(sheet: Sheet, name: str, broken: bool) -> Sheet:
    if name in sheet.gifts:
        gift = replace(sheet.gifts[name], broken=broken)
        return replace(sheet, gifts={**sheet.gifts, name: gift})
    power = replace(sheet.powers[name], broken=broken)
    return replace(sheet, powers={**sheet.powers, name: power})


@rules.tells(ImplantBroken)
def tell_broken(e: ImplantBroken, telling: Telling) -> str:
    """Whose, which, and why."""
    who = telling.look.state[Fudge].characters.get(e.actor)
    held = (who.gifts.get(e.implant) or who.powers.get(e.implant)) if who else None
    key = "fudge.implant.broken" if e.broken else "fudge.implant.mended"
    return telling.say(
        f"{key}.why" if e.reason else key,
        name=telling.name(e.actor),
        implant=held.name if held and held.name else source(telling, e.implant),
        reason=e.reason,
    )
