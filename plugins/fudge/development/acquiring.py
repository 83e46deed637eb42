"""Gifts and Powers are bought while one plays (5.2: FUD-252)."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.ids import check_id
from ....core.messages import Command
from ....core.modifiers import tally
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Spent, Weighed
from ..content.development import development
from ..creation.limits import power_times
from ..options import FudgeOptions
from ..paper import Gift, Power, Sheet
from ..powers.scale import lent
from ..state import Fudge, character, runs
from ..traits.characters import alter
from ..traits.sheet import figures
from ..wording import source
from .costs import EXPERIENCE, POINTS, RaiseCost
from .raising import approved, payable

rules = Rules(Fudge, FudgeOptions)


class Acquire(Command, ruleset="fudge"):
    """Buy a Gift or a Power with Experience Points; the GM agrees, and may ask more than the least.

    Args:
        actor: who.
        trait: id that it will have.
        gift: the Gift; none where it is a Power.
        power: the Power; none where it is a Gift.
    """

    actor: str
    trait: str
    gift: Gift | None = None
    power: Power | None = None


class Acquired(Weighed, ruleset="fudge"):
    """Somebody has a new Gift or Power.

    Args:
        actor: who.
        trait: its id.
        cost: Experience Points paid.
        gift: the Gift, if it is one.
        power: the Power, if it is one.
        rule: id of the rule.
    """

    actor: str
    trait: str
    cost: int
    gift: Gift | None = None
    power: Power | None = None
    rule: str = "FUD-252"


@rules.decides(Acquire, may=owner("actor"))
def acquire(c: Acquire, play: Play) -> None:
    """Six points or more for a Gift, twelve for a Power, if the GM approves. FUD-252.

    What makes a Power dearer for whoever is made makes it so for whoever grows: FUD-083.
    """
    _buyable(c, play)
    c = _scaled(c, play)
    who = character(play, c.actor)
    options = play.options[FudgeOptions]
    sheet = _with(who.sheet, c)
    figures(sheet, options, "$", play.state[Fudge].campaign)
    table = development()
    worth = c.gift.worth if c.gift else _worth(c, play) * power_times(options)
    base = (table.gift if c.gift else table.power) * worth
    proposal = RaiseCost(
        actor=c.actor, pool=EXPERIENCE, amount=base, purpose=c.trait, trait=c.trait,
        kind="gift" if c.gift else "power",
    )  # fmt: skip
    weighed = play.modifiers(proposal)
    cost = max(0, tally(base, weighed, POINTS))
    payable(play, c.actor, cost, "FUD-252")
    asked = approved(play, c.actor, c.trait, cost)
    if asked is None:
        return
    play.emit(
        Acquired(
            actor=c.actor, trait=c.trait, cost=asked, gift=c.gift, power=c.power, modifiers=weighed
        )
    )
    if asked:
        play.emit(Spent(actor=c.actor, pool=EXPERIENCE, amount=asked, rule="FUD-252"))
    alter(play, c.actor, sheet, c.trait, "FUD-252")


def _buyable(c: Acquire, play: Play) -> None:
    """Refuse what cannot be bought so, before anybody is asked. FUD-252, FUD-253."""
    who = character(play, c.actor)
    check_id(c.trait, "$.trait")
    if play.options[FudgeOptions].development not in ("objective", "objective_training"):
        play.refuse(
            "this table does not buy with Experience Points",
            rule="FUD-252",
            hint="the option development: objective, or objective_training",
        )
    if (c.gift is None) == (c.power is None):
        play.refuse("either a Gift or a Power", rule="FUD-252", path="$.gift")
    if c.trait in who.gifts or c.trait in who.powers:
        play.refuse(f"{c.actor} has {c.trait} already", rule="FUD-252", path="$.trait")
    if (c.gift or c.power or Gift()).worth < 1:
        play.refuse(
            "whatever is bought counts for one at least",
            rule="FUD-252",
            path="$.gift.worth" if c.gift else "$.power.worth",
            hint="the GM gives things for nothing with fudge.revise",
        )
    if c.power and _above_first(c.power, play.options[FudgeOptions]):
        play.refuse(
            "what is new stands at its first level",
            rule="FUD-253",
            path="$.power.level",
            hint="its levels are bought one by one then: fudge.raise",
        )


def _scaled(c: Acquire, play: Play) -> Acquire:
    """Super strength has the Scale that the GM has set for all of them. FUD-111."""
    power, options = c.power, play.options[FudgeOptions]
    if power is None or (power.scale is not None and runs(play, play.by)):
        return c
    scale = lent(c.trait, power.scale, options, "$.power.scale")
    return replace(c, power=replace(power, scale=scale))


def _above_first(power: Power, options: FudgeOptions) -> bool:
    """Whether a Power comes with levels that are paid for by themselves. FUD-113."""
    priced = options.power_levels != "free"
    return priced and power.level is not None and power.level > options.power_base


def _with(sheet: Sheet, c: Acquire) -> Sheet:
    """The sheet with what is bought on it."""
    if c.gift:
        return replace(sheet, gifts={**sheet.gifts, c.trait: c.gift})
    return replace(sheet, powers={**sheet.powers, c.trait: c.power or Power()})


def _worth(c: Acquire, play: Play) -> int:
    """Powers that one counts for: by the campaign's list, else as it is written. FUD-083."""
    listed = play.state[Fudge].campaign.traits.get(c.trait)
    return listed.worth if listed and listed.kind == "power" else (c.power or Power()).worth


@rules.tells(Acquired)
def tell_acquired(e: Acquired, telling: Telling) -> str:
    """What he has now, and for how much."""
    trait = (e.gift.name if e.gift else e.power.name if e.power else "") or e.trait
    return telling.say(
        "fudge.acquired",
        name=telling.name(e.actor),
        trait=source(telling, trait),
        cost=e.cost,
    )
