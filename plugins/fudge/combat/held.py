"""Rounds without a blow, and what else people do in one (4.62: FUD-171 to 175, 182, 186)."""

from __future__ import annotations

from typing import Literal

from ....core.messages import Event
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened, Settled
from ..ladder import POOR
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import degree

rules = Rules(Fudge, FudgeOptions)


class Held(Event, ruleset="fudge"):
    """A round passed without a blow.

    Args:
        check: id of the exchange.
        a: one fighter.
        b: the other.
        result_a: Rolled Degree of the first.
        result_b: of the second.
        why: ``tie``; ``minimum``: the winner did not reach what it takes to hit; ``defence``:
            the winner only defended, or an All-out Attack tied with an All-out Defence;
            ``stances``: neither attack was better than the other's defence.
        rule: id of the rule that says so.
        minimum: level that would have been needed, where ``why`` is ``minimum``.
    """

    check: str
    a: str
    b: str
    result_a: int
    result_b: int
    why: Literal["tie", "minimum", "defence", "stances"]
    rule: str
    minimum: int | None = None


class Managed(Event, ruleset="fudge"):
    """Somebody did something else in a round than fight, or could not.

    Args:
        check: id of the exchange.
        actor: who.
        doing: what.
        trait: on which trait.
        result: Rolled Degree.
        against: the best result that he had to beat.
        done: whether he managed it.
        rule: id of the rule.
    """

    check: str
    actor: str
    doing: str
    trait: str
    result: int
    against: int
    done: bool
    rule: str = "FUD-174"


@rules.tells(CheckOpened)
def tell_opened(e: CheckOpened, telling: Telling) -> str:
    """Nothing: what follows says it."""
    return ""


@rules.tells(Settled)
def tell_settled(e: Settled, telling: Telling) -> str:
    """Nothing: the blow, or that there was none, says it."""
    return ""


@rules.tells(Held)
def tell_held(e: Held, telling: Telling) -> str:
    """That nobody was hit, and why."""
    return telling.say(
        f"fudge.held.{e.why}",
        a=telling.name(e.a),
        b=telling.name(e.b),
        result_a=degree(telling, e.result_a),
        result_b=degree(telling, e.result_b),
        minimum=degree(telling, POOR if e.minimum is None else e.minimum),
    )


@rules.tells(Managed)
def tell_managed(e: Managed, telling: Telling) -> str:
    """What he did, and whether it came off."""
    return telling.say(
        f"fudge.managed.{'done' if e.done else 'failed'}",
        name=telling.name(e.actor),
        doing=doing(telling, e.doing),
        result=degree(telling, e.result),
        against=degree(telling, e.against),
    )


def doing(telling: Telling, what: str) -> str:
    """What else somebody does: a word of ours, or as it was written."""
    key = f"fudge.doing.{what}"
    said = telling.say(key)
    return what if said == key else said
