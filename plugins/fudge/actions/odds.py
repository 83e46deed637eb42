"""How likely it is: exactly, and as the book prints it (4.23: FUD-137, FUD-138)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from msgspec import Struct

from ....core.dice.odds import odds
from ....core.look import Look
from ....core.rules import Rules
from ..content import chances
from ..dice import shift
from ..options import FudgeOptions, Technique
from ..state import Fudge

rules = Rules(Fudge, FudgeOptions)

_MOST = 6
"""Levels between the best and the worst trait of the ladder."""


def needs(trait: int, difficulty: int, modifiers: int = 0) -> int:
    """What the dice have to say: difficulty less trait and modifiers. FUD-138."""
    return difficulty - trait - modifiers


def chance(needed: int, options: FudgeOptions | None = None) -> Fraction:
    """How likely the dice are to say so much or more, exactly. FUD-137.

    Args:
        needed: what they have to say.
        options: of the table, for its technique; all three have the same odds.
    """
    return odds(shift(options or FudgeOptions())).at_least(needed)


def contest(better: int, options: FudgeOptions | None = None) -> tuple[Fraction, ...]:
    """How likely the first side is to win, to tie and to lose. FUD-137, FUD-154.

    Args:
        better: levels that its trait stands above the other's; negative for below.
        options: of the table, for its technique.
    """
    roll = odds(shift(options or FudgeOptions()))
    margin = roll.plus(better).against(roll)
    return margin.at_least(1), margin.exactly(0), margin.at_most(-1)


class ChanceView(Struct, frozen=True):
    """What the dice have to say, and how likely they do.

    Args:
        needed: least that they have to say.
        printed: per cent, as the book rounds it.
        exact: of all cases, as ``14/36``.
    """

    needed: int
    printed: int
    exact: str


class ContestView(Struct, frozen=True):
    """A contest's odds, of 1296 cases, by how much better the first side's trait is."""

    better: int
    win: str
    tie: str
    lose: str


class OddsView(Struct, frozen=True):
    """Odds of a Simple Action and of a contest.

    Args:
        simple: by what the dice have to say.
        contests: by how much better one side is.
    """

    simple: tuple[ChanceView, ...]
    contests: tuple[ContestView, ...]


@rules.projects("chances", reference=True)
def chances_view(look: Look, viewer: str) -> OddsView:
    """The book's table beside the exact odds of this table's technique. FUD-137, FUD-138."""
    return _table(look.options[FudgeOptions].dice_technique)


@cache
def _table(technique: Technique) -> OddsView:
    """It is the same at every moment of a session, and a page shows it at each."""
    options = FudgeOptions(dice_technique=technique)
    return OddsView(
        simple=tuple(
            ChanceView(needed, percent, _of(chance(needed, options), 36))
            for needed, percent in chances.printed().items()
        ),
        contests=tuple(
            ContestView(better, *(_of(one, 1296) for one in contest(better, options)))
            for better in range(_MOST + 1)
        ),
    )


def _of(part: Fraction, cases: int) -> str:
    return f"{int(part * cases)}/{cases}"
