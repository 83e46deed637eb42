"""Levels of one kind buy those of another, and slots are changed for slots.

FUD-049, 068 to 070, and 072.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from ....core.messages import Command
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..content.creation import Caps
from ..ladder import GREAT, SUPERB
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import trait
from .accounts import accounts, unit
from .begun import DraftChanged, changeable, drafter
from .costs import Kind
from .drafts import Draft
from .limits import Slotted, Swap, swapped

rules = Rules(Fudge, FudgeOptions)

Many = Annotated[int, Meta(ge=1, le=999)]
"""How many of something, at least one."""


class TradeLevels(Command, ruleset="fudge"):
    """Buy levels of one kind, or Gifts, or Powers, with those of another.

    Args:
        actor: id that the character will have.
        get: kind that is bought.
        amount: how many of it, at least 1.
        give: kind that pays; of Faults, what they are worth and nothing has been bought with.
    """

    actor: str
    get: Kind
    amount: Many
    give: Kind


class LevelsTraded(DraftChanged, ruleset="fudge"):
    """Levels of one kind were bought with those of another.

    Args:
        get: kind that was bought.
        amount: how many of it.
        give: kind that paid.
        given: how many of that; of Faults, attribute levels.
        rule: id of the rule.
    """

    get: Kind
    amount: int
    give: Kind
    given: int
    rule: str


class TradeSlots(Command, ruleset="fudge"):
    """Change slots for traits at one level into twice as many at the level below, or back.

    Args:
        actor: id that the character will have.
        kind: attribute or skill.
        level: the higher of the two levels.
        amount: how many slots at that level, at least 1.
        back: whether two of the lower become one of the higher.
    """

    actor: str
    kind: Slotted = "skill"
    level: Literal["superb", "great"] = "superb"
    amount: Many = 1
    back: bool = False


class SlotsTraded(DraftChanged, ruleset="fudge"):
    """Slots for traits were changed for others.

    Args:
        kind: attribute or skill.
        before: slots at each level before.
        after: likewise after.
        rule: id of the rule.
    """

    kind: Slotted
    before: Caps
    after: Caps
    rule: str = "FUD-049"


@rules.decides(TradeLevels, may=drafter)
def trade(c: TradeLevels, play: Play) -> None:
    """Three skill levels for an attribute level, six or a Fault for a Gift. FUD-068, FUD-070."""
    draft = changeable(play, c.actor, play.by)
    limits = draft.limits
    points = "fudge-point" in (c.get, c.give)
    rule = "FUD-069" if points else "FUD-070" if c.give == "fault" else "FUD-068"
    if not limits.counted or not limits.trades:
        play.refuse(
            "levels of one kind buy no others here",
            rule="FUD-068" if limits.counted else "FUD-052",
            hint="the option trade_rates=table lets them, with the dice rand_trades too",
        )  # fmt: skip
    if points and not limits.fudge_point:
        play.refuse(
            "Fudge Points buy nothing now", path="$.give", rule="FUD-069",
            hint="the option fp_trade_at_creation says how many Gifts one is worth",
        )  # fmt: skip
    if c.get == "fault" or c.get == c.give:
        play.refuse(f"{c.get} is not bought with {c.give}", path="$.get", rule=rule)
    price, rate = c.amount * unit(c.get, limits.fudge_point), unit(c.give, limits.fudge_point)
    given, rest = divmod(price, rate)
    if rest:
        play.refuse(
            f"{c.amount} of {c.get} cost no whole number of {c.give}", path="$.amount", rule=rule,
            hint=f"{c.get} is worth {price // c.amount} skill levels, {c.give} {rate}",
        )  # fmt: skip
    left = accounts(draft)[c.give].balance + _pool(play, c.give)
    if given > left:
        play.refuse(
            f"{given} of {c.give} are needed, and {max(0, left)} are left",
            path="$.amount",
            rule=rule,
            hint="lower something, or take a Fault",
        )  # fmt: skip
    moved: dict[Kind, int] = {c.get: c.amount, c.give: -given}
    traded = draft.traded | {kind: draft.traded.get(kind, 0) + n for kind, n in moved.items()}
    play.emit(
        LevelsTraded(
            actor=c.actor,
            draft=replace(draft, traded=traded),
            get=c.get,
            amount=c.amount,
            give=c.give,
            given=given,
            rule=rule,
        )
    )


def _pool(play: Play, kind: Kind) -> int:
    """Fudge Points that he will have, of which he may give some. FUD-069."""
    return play.options[FudgeOptions].fp_start if kind == "fudge-point" else 0


@rules.decides(TradeSlots, may=drafter)
def trade_slots(c: TradeSlots, play: Play) -> None:
    """Lower one to raise two, or the other way round. FUD-049."""
    draft = changeable(play, c.actor, play.by)
    caps, swap = slots(draft, c.kind)
    more = -c.amount if c.back else c.amount
    fields = {c.level: getattr(swap, c.level) + more}
    before, after = swapped(caps, swap), swapped(caps, replace(swap, **fields))
    lower = {"superb": "great", "great": "good"}[c.level]
    for name in (c.level, lower):
        if getattr(caps, name) is None:
            play.refuse(
                f"there is no end to {c.kind}s at {name.title()}", path="$.level", rule="FUD-049"
            )
    short = [name for name in (c.level, lower) if getattr(after, name) < 0]
    if short:
        play.refuse(
            f"there are {getattr(before, short[0])} slots at {short[0].title()}",
            path="$.amount",
            rule="FUD-049",
            hint="one gives two of the level below; two give one of the level above",
        )
    field = "attribute_slots" if c.kind == "attribute" else "skill_slots"
    made = replace(draft, **{field: replace(swap, **fields)})
    play.emit(SlotsTraded(actor=c.actor, draft=made, kind=c.kind, before=before, after=after))


def slots(draft: Draft, kind: Slotted) -> tuple[Caps, Swap]:
    """Slots of one kind as the limits give them, and which of them were changed."""
    if kind == "attribute":
        return draft.limits.attribute_caps, draft.attribute_slots
    return draft.limits.skill_caps, draft.skill_slots


@rules.tells(LevelsTraded)
def tell_traded(e: LevelsTraded, telling: Telling) -> str:
    """What was bought with what."""
    return telling.say(
        "fudge.levels_traded",
        name=e.draft.name,
        amount=e.amount,
        get=telling.say(f"fudge.account.{e.get}"),
        given=e.given,
        give=telling.say(f"fudge.account.{e.give}"),
    )


@rules.tells(SlotsTraded)
def tell_slots(e: SlotsTraded, telling: Telling) -> str:
    """How many of each there may be now."""
    gone = [
        f"{most} {trait(telling, rung)}"
        for rung, most in ((SUPERB, e.after.superb), (GREAT, e.after.great), (1, e.after.good))
        if most is not None
    ]
    return telling.say(
        "fudge.slots_traded",
        name=e.draft.name,
        kind=telling.say(f"fudge.slots.{e.kind}"),
        slots=", ".join(gone),
    )
