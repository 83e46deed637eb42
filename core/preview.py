"""Preview: what a command would bring, before it is sent; no die is drawn, nothing is appended.

The command is decided once for every combination of totals of the rolls it reaches, each
weighed by its exact chance; a decider sees one set of faces for each total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, lcm, prod

from msgspec import Struct, structs

from .asked import Asked
from .audiences import sees
from .deciding import How, step
from .dice import Dice, Injected, Outcome, Pool, Reading, evaluate
from .errors import RollbookError
from .look import Look
from .messages import Command, Event
from .modifiers import Modifier
from .rolling import SealKind
from .table.ledger import Ledger
from .timeline import Timeline
from .vocabulary import Draw, Rolled, SealedDraw, Spent

ROLLS = 20
"""Most rolls of one command that are looked through."""

COMBINATIONS = 10_000
"""Most combinations of faces of one roll, and of totals of all rolls, that are gone through."""


class Expected(Struct, frozen=True):
    """A roll that the command would reach.

    Args:
        actor: who rolls.
        purpose: what for.
        notation: of the dice.
        modifiers: with their sources and rules.
        totals: by total, in how many of ``whole`` equally likely cases.
        whole: number of cases.
    """

    actor: str
    purpose: str
    notation: str
    modifiers: tuple[Modifier, ...]
    totals: dict[int, int]
    whole: int


class End(Struct, frozen=True):
    """How the command would go with certain totals.

    Args:
        chance: of it, exact.
        events: that it would emit, rolls among them.
        question: that it would wait for, if any.
        refused: what it would be refused for, if so.
    """

    chance: Fraction
    events: tuple[Event, ...]
    question: Asked | None = None
    refused: str = ""


class Preview(Struct, frozen=True):
    """What a command would bring.

    Args:
        rolls: reached whatever the dice say, in order, with their odds.
        costs: spent whatever the dice say.
        ends: every way it may go, with its exact chance; empty where ``reason`` is given.
        reason: why there are no exact odds, or empty.
    """

    rolls: tuple[Expected, ...] = ()
    costs: tuple[Spent, ...] = ()
    ends: tuple[End, ...] = ()
    reason: str = ""

    def chance(self, holds: Callable[[End], bool]) -> Fraction:
        """Exact chance of the ends for which something holds."""
        return sum((end.chance for end in self.ends if holds(end)), Fraction(0))

    @property
    def questions(self) -> tuple[Asked, ...]:
        """Questions that it may wait for, once each."""
        found = {end.question.name: end.question for end in self.ends if end.question}
        return tuple(found.values())


class _TooMany(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _NextRoll(BaseException):
    """The decider wants a roll whose total is not chosen yet."""

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self.dice = dice


class _Chosen:
    """Gives the chosen outcomes in order, then asks for the next."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self.left = list(outcomes)

    def draw(self, ledger: Ledger, dice: Dice, kind: SealKind, stream: str) -> tuple[Draw, Outcome]:
        if not self.left:
            raise _NextRoll(dice)
        return SealedDraw(epoch=0, kind=kind, stream=stream, index=0), self.left.pop(0)


def preview(timeline: Timeline, command: Command, body: bytes, sent: How) -> Preview:
    """What a command would bring, decided on the state of a timeline, which stays as it is.

    Args:
        timeline: with the state that the sender sees.
        command: itself.
        body: its bytes.
        sent: by whom and with which answers; its dice are not used.

    Raises:
        RollbookError: it would be refused whatever the dice say.
    """
    if timeline.ledger.charter.dice == "table":
        timeline = _with_own_dice(timeline)
    look = Look(timeline.slices, timeline.book)
    ends: list[End] = []

    def go(chosen: list[Outcome], chance: Fraction) -> None:
        if len(chosen) > ROLLS:
            raise _TooMany(f"more than {ROLLS} rolls")
        how = sent._replace(dice=_Chosen(chosen))
        try:
            done = step(timeline, command, body, how)
        except _NextRoll as wants:
            table = _table(wants.dice)
            whole = sum(count for count, _ in table.values())
            for count, outcome in table.values():
                go([*chosen, outcome], chance * Fraction(count, whole))
                if len(ends) > COMBINATIONS:
                    raise _TooMany(f"more than {COMBINATIONS} combinations of totals") from None
            return
        except RollbookError as error:
            if not chosen:
                raise
            ends.append(End(chance, (), None, str(error)))
            return
        seen = (o for o in done.outs if o.kind == "event" and sees(sent.by, o.to, look))
        events = [o.message for o in seen]
        asked = events.pop() if events and isinstance(events[-1], Asked) else None
        ends.append(End(chance, tuple(events), asked))

    try:
        go([], Fraction(1))
    except _TooMany as stop:
        return Preview(reason=stop.reason)
    return Preview(_rolls(ends), _costs(ends), tuple(ends))


def _with_own_dice(timeline: Timeline) -> Timeline:
    """The same moment with the engine's dice, so that a preview does not ask for real ones."""
    ledger = timeline.ledger
    charter = structs.replace(ledger.charter, dice="sealed")
    own = structs.replace(ledger, charter=charter)
    return timeline.aside({**timeline.slices, Ledger: own})


def _table(dice: Dice) -> dict[int, tuple[int, Outcome]]:
    """By value: in how many combinations of faces it comes, and one of them."""
    cases = 1
    for pool in dice.pools:
        if pool.reroll or pool.explode:
            raise _TooMany(f"{dice.notation} has no end: it re-rolls or explodes")
        size = len(pool.kind.faces)
        ordered = isinstance(pool.finish, Reading)
        cases *= size**pool.count if ordered else comb(size + pool.count - 1, pool.count)
    if cases > COMBINATIONS:
        raise _TooMany(f"{dice.notation} has more than {COMBINATIONS} combinations of faces")
    found: dict[int, tuple[int, Outcome]] = {}
    for throws in product(*map(_throws, dice.pools)):
        outcome = evaluate(dice, Injected([face for faces, _ in throws for face in faces]))
        count, one = found.get(outcome.value, (0, outcome))
        found[outcome.value] = (count + prod(orders for _, orders in throws), one)
    return found


def _throws(pool: Pool) -> list[tuple[tuple[int, ...], int]]:
    """Faces of a pool, and in how many orders they may fall; a reading goes by their order."""
    if isinstance(pool.finish, Reading):
        return [(faces, 1) for faces in product(pool.kind.faces, repeat=pool.count)]
    whole = factorial(pool.count)
    return [
        (faces, whole // prod(map(factorial, Counter(faces).values())))
        for faces in combinations_with_replacement(pool.kind.faces, pool.count)
    ]


def _rolls(ends: Sequence[End]) -> tuple[Expected, ...]:
    """The rolls that every end has, each with the odds of its total."""
    made: list[Expected] = []
    every = [[e for e in end.events if isinstance(e, Rolled)] for end in ends if not end.refused]
    for same in zip(*every, strict=False):
        first = same[0]
        alike = all(
            (r.actor, r.purpose, r.notation, r.modifiers)
            == (first.actor, first.purpose, first.notation, first.modifiers)
            for r in same
        )
        if not alike:
            break
        chances: dict[int, Fraction] = {}
        kept = (end for end in ends if not end.refused)
        for end, roll in zip(kept, same, strict=True):
            chances[roll.total] = chances.get(roll.total, Fraction(0)) + end.chance
        total = sum(chances.values(), Fraction(0))
        shares = {k: v / total for k, v in sorted(chances.items())}
        whole = lcm(*(share.denominator for share in shares.values()))
        totals = {k: int(v * whole) for k, v in shares.items()}
        made.append(
            Expected(first.actor, first.purpose, first.notation, first.modifiers, totals, whole)
        )
    return tuple(made)


def _costs(ends: Sequence[End]) -> tuple[Spent, ...]:
    """What every end spends, alike."""
    spent = [[e for e in end.events if isinstance(e, Spent)] for end in ends if not end.refused]
    if not spent:
        return ()
    return tuple(e for e in spent[0] if all(e in other for other in spent[1:]))
