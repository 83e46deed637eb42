"""Lucky coincidences, at the GM's price (FUD-042)."""

from __future__ import annotations

from ....core.asked import Choice
from ....core.messages import Command, Event
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.pools import affordable
from ....core.telling import Telling
from ..options import FudgeOptions
from ..state import Fudge, character
from .pool import COINCIDENCE, POOL, need, paid, priced

rules = Rules(Fudge, FudgeOptions)


class WishFor(Command, ruleset="fudge"):
    """Ask for a lucky coincidence: the GM names its price, and says what happens.

    Args:
        actor: who is to be lucky.
        what: what would be welcome, in words.
    """

    actor: str
    what: str


class Coincided(Event, ruleset="fudge"):
    """A lucky coincidence, paid for.

    Args:
        actor: who is lucky.
        what: what had been asked for.
        happens: what happens, in the GM's words.
        cost: Fudge Points paid.
        rule: id of the rule.
    """

    actor: str
    what: str
    happens: str
    cost: int
    rule: str = "FUD-042"


class NotToBe(Event, ruleset="fudge"):
    """A coincidence was asked for, and does not happen; nothing was paid.

    Args:
        actor: who asked.
        what: for what.
        rule: id of the rule.
    """

    actor: str
    what: str
    rule: str = "FUD-042"


@rules.decides(WishFor, may=owner("actor"))
def wish_for(c: WishFor, play: Play) -> None:
    """The GM sets the price or says no; the player pays it or leaves it. FUD-042."""
    character(play, c.actor)
    need(play, COINCIDENCE, "FUD-042")
    if not c.what.strip():
        play.refuse("say what would be welcome", rule="FUD-042", path="$.what")
    if not affordable(play, c.actor, POOL):
        play.refuse(f"{c.actor} has no Fudge Points", rule="FUD-042", path="$.actor")
    points = play.ask(
        "How many Fudge Points does this coincidence cost? 0: it cannot be had",
        of=int, ge=0, le=99, name="price", rule="FUD-042",
    )  # fmt: skip
    price = priced(play, c.actor, COINCIDENCE, points, "FUD-042")
    if not points or price.cost > affordable(play, c.actor, POOL):
        play.emit(NotToBe(actor=c.actor, what=c.what))
        return
    said = play.ask(
        "Pay for this coincidence?",
        to=c.actor,
        choices=(
            Choice("pay", label="pay", cost=price.cost, pool=POOL, rule="FUD-042"),
            Choice("leave", label="leave it", rule="FUD-042"),
        ),
        name="pay",
        rule="FUD-042",
    )
    if said.id != "pay":
        play.emit(NotToBe(actor=c.actor, what=c.what))
        return
    happens = play.ask("What happens?", of=str, name="happens", rule="FUD-042")
    paid(play, price)
    play.emit(Coincided(actor=c.actor, what=c.what, happens=happens, cost=price.cost))


@rules.tells(Coincided)
def tell_coincided(e: Coincided, telling: Telling) -> str:
    """What happens, in the GM's words."""
    return telling.say(
        "fudge.coincided", name=telling.name(e.actor), what=e.what, happens=e.happens or e.what
    )


@rules.tells(NotToBe)
def tell_not_to_be(e: NotToBe, telling: Telling) -> str:
    """That it stays a wish."""
    return telling.say("fudge.not-to-be", name=telling.name(e.actor), what=e.what)
