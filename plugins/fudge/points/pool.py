"""Paying with Fudge Points: what a campaign allows, and what it costs (FUD-031, FUD-036)."""

from __future__ import annotations

from msgspec import Struct

from ....core.messages import Command
from ....core.modifiers import Cost, Modifier, tally
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.pools import affordable
from ....core.telling import Telling
from ....core.vocabulary import Spent, Weighed
from ..options import FudgeOptions
from ..state import Fudge, character
from ..tone import saves

rules = Rules(Fudge, FudgeOptions)

POOL = "fudge-points"
"""Name of the table's pool."""

COST = "cost"
"""Quantity: what a use of Fudge Points costs."""

SUCCESS, SHIFT, EASE, SCRATCHES = "success", "shift", "ease", "scratches"
THREE, COINCIDENCE, DEATH = "three", "coincidence", "death-save"

_SWITCHES = {
    SUCCESS: ("fp_a", "FUD-037"),
    SHIFT: ("fp_b", "FUD-038"),
    EASE: ("fp_c", "FUD-039"),
    SCRATCHES: ("fp_d", "FUD-040"),
    THREE: ("fp_e", "FUD-041"),
    COINCIDENCE: ("fp_f", "FUD-042"),
    DEATH: ("fp_death_save", "FUD-043"),
}
"""By use of the book: the switch that allows it, and its rule."""


_TOLD = frozenset((SUCCESS, SHIFT, THREE, COINCIDENCE, DEATH))
"""Uses that what comes of them tells."""


class Pay(Command, ruleset="fudge"):
    """Have somebody pay Fudge Points for what a rule offers, this ruleset's or another's.

    Args:
        actor: who pays.
        use: for what, as an id that has words: ``rune-willow``.
        amount: Fudge Points by the rule, at least 1; others may change it.
        rule: its id.
    """

    actor: str
    use: str
    amount: int = 1
    rule: str = "FUD-036"


class Paid(Weighed, ruleset="fudge", kw_only=True):
    """Fudge Points were paid for something.

    Args:
        actor: whose.
        use: for what: ``success``, ``shift``, ``ease``, ``scratches``, ``three``,
            ``coincidence``, ``death-save``, or a use that another rule offers.
        price: points, before whatever changed it.
        cost: points paid.
        rule: id of the rule that offers the use.
    """

    actor: str
    use: str
    price: int
    cost: int
    rule: str


class Price(Struct, frozen=True):
    """What a use costs somebody now.

    Args:
        actor: who would pay.
        use: for what.
        base: points, before whatever changes it.
        cost: points to pay.
        rule: id of the rule that offers it.
        modifiers: whatever changed it.
    """

    actor: str
    use: str
    base: int
    cost: int
    rule: str
    modifiers: tuple[Modifier, ...] = ()


def offered(options: FudgeOptions, use: str) -> bool:
    """Whether this campaign has Fudge Points, and this use of them (FUD-036).

    A use that is not of the book is offered by whichever rule names it.
    """
    if use == DEATH:
        return options.fudge_points and saves(options)
    switch, _ = _SWITCHES.get(use, ("fudge_points", ""))
    return options.fudge_points and bool(getattr(options, switch))


def need(play: Play, use: str, rule: str) -> None:
    """Refuse what this campaign does not allow. FUD-031, FUD-036.

    Args:
        play: of now.
        use: for what points are to be paid.
        rule: id of the rule that offers it.

    Raises:
        Refused: there are no Fudge Points here, or none for this.
    """
    options = play.options[FudgeOptions]
    if not options.fudge_points:
        play.refuse("there are no Fudge Points here", rule="FUD-031", hint="fudge_points=true")
    if not offered(options, use):
        switch, _ = _SWITCHES[use]
        play.refuse(
            "Fudge Points do not buy that here", rule=rule, hint=f"the gm may allow it: {switch}"
        )


def priced(play: Play, actor: str, use: str, amount: int, rule: str) -> Price:
    """What somebody would pay, after whatever other rules make of it; ask once, then pay it.

    Args:
        play: of now.
        actor: who would pay.
        use: for what.
        amount: Fudge Points by the rule.
        rule: its id.
    """
    found = play.modifiers(Cost(actor=actor, pool=POOL, amount=amount, purpose=use))
    return Price(actor, use, amount, max(0, tally(amount, found, COST)), rule, found)


def can_pay(play: Play, price: Price) -> bool:
    """Whether he has the points."""
    return price.cost <= affordable(play, price.actor, POOL)


def need_points(play: Play, price: Price, path: str = "$.actor") -> None:
    """Refuse who has too few. FUD-033.

    Raises:
        Refused: it costs more than he has.
    """
    if not can_pay(play, price):
        has = affordable(play, price.actor, POOL)
        play.refuse(
            f"{price.actor} has {has} Fudge Points, and would need {price.cost}",
            rule=price.rule,
            path=path,
        )


def paid(play: Play, price: Price) -> Paid:
    """Take the points from his pool, and record for what; never more than he has (FUD-033)."""
    if price.cost:
        spent = Spent(actor=price.actor, pool=POOL, amount=price.cost, rule=price.rule)
        play.emit(spent)
    return play.emit(
        Paid(
            actor=price.actor,
            use=price.use,
            price=price.base,
            cost=price.cost,
            rule=price.rule,
            modifiers=price.modifiers,
        )
    )


@rules.decides(Pay, may=gm)
def pay(c: Pay, play: Play) -> None:
    """Where the campaign has them, and he has enough, whatever others make of the price.

    FUD-031, FUD-033, FUD-036.
    """
    if c.amount < 1:
        play.refuse(f"{c.amount} Fudge Points pay for nothing", rule=c.rule, path="$.amount")
    character(play, c.actor)
    need(play, c.use, c.rule)
    price = priced(play, c.actor, c.use, c.amount, c.rule)
    need_points(play, price)
    paid(play, price)


@rules.tells(Paid)
def tell_paid(e: Paid, telling: Telling) -> str:
    """What for, where nothing that follows says it; the pool has said how much."""
    if e.use in _TOLD:
        return ""
    said = telling.say(f"fudge.paid.{e.use}")
    if e.use in _SWITCHES:
        return said
    known = said != f"fudge.paid.{e.use}"
    return telling.say(
        f"fudge.paid.{'one' if e.cost == 1 else 'many' if e.cost else 'none'}",
        name=telling.name(e.actor),
        cost=e.cost,
        use=said if known else telling.name(e.use),
    )
