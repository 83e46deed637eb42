"""Success without a roll (FUD-037)."""

from __future__ import annotations

from ....core.asked import Choice
from ....core.play import Play
from ..ladder import GOOD, GREAT, SUPERB
from .pool import POOL, SUCCESS, Price, can_pay, need, paid, priced

_PRICES = {GREAT: 2, SUPERB: 3}


def price_of(difficulty: int) -> int | None:
    """Fudge Points for success against a difficulty: 1 up to Good, 2 for Great, 3 for Superb.

    None beyond Superb, which they do not reach. FUD-037.
    """
    return 1 if difficulty <= GOOD else _PRICES.get(difficulty)


def payable(play: Play, actor: str, difficulty: int | None, *, secret: bool = False) -> Price:
    """What a Simple Action costs somebody, who has as many points. FUD-037.

    Args:
        play: of now.
        actor: who acts.
        difficulty: level to reach, None where there is none.
        secret: whether players do not see the roll.

    Raises:
        Refused: the campaign does not allow it, there is no price, or he has too few points.
    """
    need(play, SUCCESS, "FUD-037")
    points = None if difficulty is None else price_of(difficulty)
    if points is None or secret:
        what = (
            "there is no difficulty to overcome"
            if difficulty is None
            else "what players do not see they do not buy"
            if secret
            else "nothing beyond Superb is for sale"
        )
        play.refuse(what, rule="FUD-037", path="$.points", hint="roll: points=false")
    price = priced(play, actor, SUCCESS, points, "FUD-037")
    if not can_pay(play, price):
        play.refuse(
            f"that takes {price.cost} Fudge Points, and {actor} has fewer",
            rule="FUD-037",
            path="$.points",
            hint="roll: points=false",
        )
    return price


def offered(play: Play, actor: str, difficulty: int) -> bool:
    """Whether there is anything to ask him, where the GM has set the difficulty himself. FUD-037.

    What the GM asks may be beyond what points buy, or more than he has: then he rolls.
    """
    points = price_of(difficulty)
    return points is not None and can_pay(play, priced(play, actor, SUCCESS, points, "FUD-037"))


def bought(play: Play, actor: str, difficulty: int | None, *, secret: bool = False) -> bool:
    """Whether points buy a Simple Action: whoever plays him is asked, before any die. FUD-037.

    Args:
        play: of now.
        actor: who acts.
        difficulty: level to reach, None where there is none.
        secret: whether players do not see the roll.

    Raises:
        Refused: it is not for sale, or he has too few points.
    """
    price = payable(play, actor, difficulty, secret=secret)
    said = play.ask(
        "Buy success with Fudge Points, or roll?",
        to=actor,
        choices=(
            Choice("buy", label="it comes off, and with style", cost=price.cost, pool=POOL,
                   rule="FUD-037"),
            Choice("roll", label="roll the dice", rule="FUD-147"),
        ),
        name="success",
        rule="FUD-037",
    )  # fmt: skip
    if said.id == "buy":
        paid(play, price)
    return said.id == "buy"
