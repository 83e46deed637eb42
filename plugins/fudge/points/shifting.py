"""Levels up or down, and +3 without dice: announced before a roll, or bought after it.

FUD-038 and FUD-041.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ....core.asked import Choice
from ....core.messages import Command, Event
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.pools import affordable
from ....core.telling import Telling
from ....core.vocabulary import Gained
from ..options import FudgeOptions
from ..state import Fudge, character
from ..wording import degree
from .luck import Asking, Concerning, Luck, Stake, Staked
from .pool import POOL, SHIFT, THREE, Price, need, need_points, offered, paid, priced

rules = Rules(Fudge, FudgeOptions)

INSTEAD = 3
"""What a roll counts for that is not thrown, and what that costs (FUD-041)."""

_UP, _DOWN, _LEAVE = "up", "down", "leave"


class Announce(Command, ruleset="fudge"):
    """Say, and pay, beforehand what Fudge Points do at a roll to come.

    Args:
        actor: whose points.
        use: ``shift``: levels up or down; ``three``: no dice are thrown, and the roll is +3.
        levels: of a shift, one for each point: above 0 up, below 0 down.
        roll: ``own``: at a roll of his; ``other``: at somebody else's that concerns him.
        purpose: only at a roll for this, as ``damage``; empty for whichever comes next.
    """

    actor: str
    use: Staked = "shift"
    levels: int = 0
    roll: Concerning = "own"
    purpose: str = ""


class Announced(Event, ruleset="fudge"):
    """Points are paid for a roll to come.

    Args:
        actor: whose.
        stake: what for.
        rule: id of the rule.
    """

    actor: str
    stake: Stake
    rule: str


class TakeBack(Command, ruleset="fudge"):
    """Take back what was announced, while the roll has not come; its points come back.

    Args:
        actor: whose.
    """

    actor: str


class TakenBack(Event, ruleset="fudge"):
    """What was announced does not happen.

    Args:
        actor: whose.
        points: Fudge Points that came back.
        rule: id of the rule.
    """

    actor: str
    points: int
    rule: str


class AskMe(Command, ruleset="fudge"):
    """Say after which rolls you are asked whether to spend Fudge Points on them.

    Args:
        actor: whose rolls.
        rolls: ``nothing``; ``own``: his rolls; ``all``: also those of others that concern him.
    """

    actor: str
    rolls: Asking = "own"


class WillBeAsked(Event, ruleset="fudge"):
    """A player has said after which rolls he wants to be asked.

    Args:
        actor: his character.
        rolls: after which.
        rule: id of the rule.
    """

    actor: str
    rolls: Asking
    rule: str = "FUD-038"


class Redeemed(Event, ruleset="fudge"):
    """The roll has come for which somebody had announced something.

    Args:
        actor: whose points.
        use: what was announced.
        roll: id of the roll.
        rule: id of the rule.
    """

    actor: str
    use: Staked
    roll: str
    rule: str


class Bent(Event, ruleset="fudge"):
    """A roll counts for another level than its dice and modifiers say; the roll stays as it fell.

    Args:
        roll: its id.
        actor: who rolled.
        by: whose points did it; ``gm`` where the GM said how far.
        levels: by how many.
        before: result before.
        after: result after.
        rule: id of the rule.
    """

    roll: str
    actor: str
    by: str
    levels: int
    before: int
    after: int
    rule: str = "FUD-038"


# --- before the roll


@rules.decides(Announce, may=owner("actor"))
def announce(c: Announce, play: Play) -> None:
    """Fairly realistic tables have it announced before the dice; others let it be. FUD-038, 041."""
    character(play, c.actor)
    rule = "FUD-038" if c.use == SHIFT else "FUD-041"
    need(play, c.use, rule)
    most = play.options[FudgeOptions].fp_b_max
    if c.use == SHIFT and not 1 <= abs(c.levels) <= most:
        play.refuse(
            f"a shift of {c.levels:+d}: at most {most} Fudge Points on one roll"
            if c.levels
            else "a shift of no level",
            rule=rule,
            path="$.levels",
            hint=f"1 to {most}, up or down",
        )
    if c.use == THREE and (c.levels or c.roll != "own"):
        path = "$.levels" if c.levels else "$.roll"
        play.refuse("it is always +3, and on his own roll", rule=rule, path=path)
    if stake_of(play, c.actor):
        play.refuse(
            f"{c.actor} has announced something already",
            rule=rule,
            path="$.actor",
            hint="fudge.take_back gives its points back",
        )
    points = abs(c.levels) if c.use == SHIFT else INSTEAD
    price = priced(play, c.actor, c.use, points, rule)
    need_points(play, price)
    paid(play, price)
    stake = Stake(c.use, c.levels, c.roll, c.purpose, price.cost)
    play.emit(Announced(actor=c.actor, stake=stake, rule=rule))


@rules.decides(TakeBack, may=owner("actor"))
def take_back(c: TakeBack, play: Play) -> None:
    """Nothing has been rolled, so nothing has been bought. FUD-038, FUD-041."""
    stake = stake_of(play, c.actor)
    if stake is None:
        play.refuse(f"{c.actor} has announced nothing", rule="FUD-038", path="$.actor")
    rule = "FUD-038" if stake.use == SHIFT else "FUD-041"
    if stake.cost:
        play.emit(Gained(actor=c.actor, pool=POOL, amount=stake.cost, rule=rule))
    play.emit(TakenBack(actor=c.actor, points=stake.cost, rule=rule))


@rules.decides(AskMe, may=owner("actor"))
def ask_me(c: AskMe, play: Play) -> None:
    """Only where a shift may be decided on when the dice lie. FUD-038."""
    character(play, c.actor)
    if c.rolls != "nothing":
        need(play, SHIFT, "FUD-038")
        if play.options[FudgeOptions].fp_b_timing == "before":
            play.refuse(
                "a shift is announced before the dice here",
                rule="FUD-038",
                hint="fudge.announce; or the gm changes fp_b_timing",
            )
    play.emit(WillBeAsked(actor=c.actor, rolls=c.rolls))


def stake_of(play: Play, actor: str) -> Stake | None:
    """What somebody has announced, if anything."""
    luck = play.state[Fudge].luck.get(actor)
    return luck.stake if luck else None


def instead(play: Play, actor: str, purpose: str) -> bool:
    """Whether he has bought a +3 for this roll, so that no dice are thrown. FUD-041."""
    stake = stake_of(play, actor)
    return stake is not None and stake.use == THREE and stake.purpose in ("", purpose)


# --- when the dice lie


def bend(
    play: Play, roll: str, actor: str, purpose: str, result: int, concerned: Iterable[str]
) -> int:
    """Shift a roll by what was announced for it, and by what is bought now. FUD-038.

    Args:
        play: of now.
        roll: id of the roll.
        actor: who rolled.
        purpose: what for.
        result: its Rolled Degree.
        concerned: who else may bend it, since it concerns him.

    Returns:
        By how many levels, up or down.
    """
    others = [who for who in dict.fromkeys(concerned) if who != actor]
    left = play.options[FudgeOptions].fp_b_max
    levels = 0
    for who in (actor, *others):
        whose: Concerning = "own" if who == actor else "other"
        stake = stake_of(play, who)
        if stake and stake.use == SHIFT and stake.roll == whose and abs(stake.levels) <= left:
            if stake.purpose not in ("", purpose):
                continue
            left -= abs(stake.levels)
            play.emit(Redeemed(actor=who, use="shift", roll=roll, rule="FUD-038"))
            levels += _bent(play, roll, actor, who, stake.levels, result + levels)
    for who in (actor, *others):
        bought = _bought(play, who, left) if _asks(play, who, actor) else 0
        if bought:
            left -= abs(bought)
            levels += _bent(play, roll, actor, who, bought, result + levels)
    return levels


def _bent(play: Play, roll: str, actor: str, by: str, levels: int, before: int) -> int:
    play.emit(
        Bent(roll=roll, actor=actor, by=by, levels=levels, before=before, after=before + levels)
    )
    return levels


def _asks(play: Play, who: str, actor: str) -> bool:
    """Whether he is to be asked after this roll."""
    options = play.options[FudgeOptions]
    luck = play.state[Fudge].luck.get(who)
    if luck is None or not offered(options, SHIFT) or options.fp_b_timing == "before":
        return False
    return luck.asked == "all" or (luck.asked == "own" and who == actor)


def _bought(play: Play, who: str, left: int) -> int:
    """What whoever plays him buys, with the roll before his eyes."""
    unit = priced(play, who, SHIFT, 1, "FUD-038")
    has = affordable(play, who, POOL)
    most = min(left, has // unit.cost if unit.cost else left)
    if most < 1:
        return 0
    choices = [Choice(_LEAVE, label="leave it as it fell", rule="FUD-038")]
    for points in range(1, most + 1):
        for way in (_UP, _DOWN):
            one = "a level" if points == 1 else "several levels"
            choices.append(
                Choice(
                    way,
                    of="" if points == 1 else f"{points}",
                    label=f"{one} {way}",
                    cost=points * unit.cost,
                    pool=POOL,
                    rule="FUD-038",
                )
            )
    said = play.ask(
        "Bend this roll with Fudge Points?",
        to=who,
        choices=choices,
        name="fudge-points",
        rule="FUD-038",
    )
    if said.id == _LEAVE:
        return 0
    points = int(said.of or 1)
    paid(play, Price(who, SHIFT, points, said.cost, "FUD-038", unit.modifiers))
    return points if said.id == _UP else -points


# --- folding


def _lucky(s: Fudge, actor: str, luck: Luck) -> Fudge:
    return replace(s, luck={**s.luck, actor: luck})


@rules.evolves(Announced)
def announced(s: Fudge, e: Announced) -> Fudge:
    """Copy what is announced."""
    return _lucky(s, e.actor, replace(s.luck.get(e.actor, Luck()), stake=e.stake))


@rules.evolves(TakenBack)
def taken_back(s: Fudge, e: TakenBack) -> Fudge:
    """Nothing is announced any more."""
    return _lucky(s, e.actor, replace(s.luck.get(e.actor, Luck()), stake=None))


@rules.evolves(Redeemed)
def redeemed(s: Fudge, e: Redeemed) -> Fudge:
    """Nothing is announced any more."""
    return _lucky(s, e.actor, replace(s.luck.get(e.actor, Luck()), stake=None))


@rules.evolves(WillBeAsked)
def will_be_asked(s: Fudge, e: WillBeAsked) -> Fudge:
    """Copy after which rolls."""
    return _lucky(s, e.actor, replace(s.luck.get(e.actor, Luck()), asked=e.rolls))


# --- telling


@rules.tells(Announced)
def tell_announced(e: Announced, telling: Telling) -> str:
    """What somebody has paid for."""
    key = f"fudge.announced.{e.stake.use}" + (f".{e.stake.roll}" if e.stake.use == SHIFT else "")
    return telling.say(key, name=telling.name(e.actor), levels=telling.signed(e.stake.levels))


@rules.tells(TakenBack)
def tell_taken_back(e: TakenBack, telling: Telling) -> str:
    """That it does not happen."""
    return telling.say("fudge.taken-back", name=telling.name(e.actor))


@rules.tells(WillBeAsked, aside=True)
def tell_will_be_asked(e: WillBeAsked, telling: Telling) -> str:
    """After which rolls a player is asked."""
    return telling.say(f"fudge.will-be-asked.{e.rolls}", name=telling.name(e.actor))


@rules.tells(Redeemed)
def tell_redeemed(e: Redeemed, telling: Telling) -> str:
    """Nothing: the roll says it."""
    return ""


@rules.tells(Bent)
def tell_bent(e: Bent, telling: Telling) -> str:
    """What becomes of the roll, and by whose luck."""
    own = "fudge.bent.own" if e.by == e.actor else "fudge.bent"
    return telling.say(
        "fudge.bent.gm" if e.rule == "FUD-158" else own,
        name=telling.name(e.by),
        roller=telling.name(e.actor),
        levels=telling.signed(e.levels),
        before=degree(telling, e.before),
        after=degree(telling, e.after),
    )
