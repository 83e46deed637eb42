"""Evaluation: one tree, and faces from any source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import Invalid, LimitExceeded
from .die import Die, Kind, Outcome, Source
from .limits import DEFAULT, Limits
from .pool import Pool
from .sources import Injected, Recorded
from .tree import Dice, Node, Number, Product, Sum, check


def evaluate(dice: Dice, source: Source, limits: Limits = DEFAULT) -> Outcome:
    """Throw the dice and work out the value.

    Pools are thrown from left to right. Within a pool all dice are thrown first; then each
    die, in the order thrown, is re-rolled or explodes, and what that throws goes to the end.

    Args:
        dice: what to throw.
        source: where the faces come from.
        limits: of these, ``dice`` bounds the dice thrown.

    Raises:
        LimitExceeded: more dice than the limit, naming it; before the first die if expected.
        Invalid: the source gave a face that the die does not have.
    """
    plan = dice.plan
    if plan is None or plan.pool.count > limits.dice:
        check(dice, limits)
        return _Roll(source, limits).outcome(dice)
    pool, table, lowest = plan.pool, plan.dice, plan.lowest
    faces = source.faces(pool.kind, pool.count)
    if len(faces) != pool.count or min(faces) < lowest or max(faces) > plan.highest:
        raise _wrong(faces, pool.kind, pool.count)
    value = pool.read(faces) + plan.constant
    return Outcome(value, tuple([table[face - lowest] for face in faces]))


def reevaluate(dice: Dice, recorded: Sequence[Die], limits: Limits = DEFAULT) -> Outcome:
    """The outcome that recorded dice give; every one of them has to be used.

    Raises:
        Invalid: dice are missing, left over, or of another kind.
    """
    source = Recorded(recorded)
    outcome = evaluate(dice, source, limits)
    source.finish()
    return outcome


def value_of(dice: Dice, faces: Sequence[int], limits: Limits = DEFAULT) -> int:
    """The value that these faces give, in the order thrown; every one has to be used.

    Raises:
        Invalid: faces are missing, left over, or not on the die.
    """
    source = Injected(faces)
    value = evaluate(dice, source, limits).value
    source.finish()
    return value


class _Roll:
    """One walk over a tree."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.dice: list[Die] = []
        self.terms: Iterator[int] = iter(())

    def outcome(self, dice: Dice) -> Outcome:
        self.terms = iter(range(len(dice.terms)))
        value = self.value(dice.root)
        return Outcome(value, tuple(self.dice))

    def value(self, node: Node) -> int:
        match node:
            case Sum():
                return sum([part.sign * self.value(part.node) for part in node.parts])
            case Product():
                total = 1
                for factor in node.factors:
                    total *= self.value(factor)
                return total
            case Number():
                next(self.terms)
                return node.value
            case _:
                return self.pool(node, next(self.terms))

    def pool(self, pool: Pool, term: int) -> int:
        faces = self.draw(pool.kind, pool.count, 0)
        alive = [True] * pool.count
        if pool.reroll or pool.explode:
            self.throw_more(pool, faces, alive)
        pool.keep_from(faces, alive)
        name = pool.kind.name
        self.dice += [Die(term, name, face, kept) for face, kept in zip(faces, alive, strict=True)]
        return pool.read([face for face, kept in zip(faces, alive, strict=True) if kept])

    def throw_more(self, pool: Pool, faces: list[int], alive: list[bool]) -> None:
        rethrown = [False] * pool.count
        reroll, explode = pool.reroll, pool.explode
        for at, face in enumerate(faces):  # grows while it is walked
            again = reroll and reroll.condition.holds(face) and not (rethrown[at])
            if again:
                alive[at] = False
            elif not (explode and explode.holds(face)):
                continue
            faces += self.draw(pool.kind, 1, len(faces))
            alive.append(True)
            rethrown.append(bool(again and reroll and not reroll.until))

    def draw(self, kind: Kind, count: int, pending: int) -> list[int]:
        thrown = len(self.dice) + pending + count
        if thrown > self.limits.dice:
            raise LimitExceeded(
                f"the roll needs {thrown} dice; the limit dice is {self.limits.dice}"
            )
        faces = self.source.faces(kind, count)
        if len(faces) != count or not all(face in kind.faces for face in faces):
            raise _wrong(faces, kind, count)
        return list(faces)


def _wrong(faces: Sequence[int], kind: Kind, count: int) -> Invalid:
    return Invalid(
        f"the source gave {list(faces)!r} for {count} d{kind.name}",
        hint=f"faces of a d{kind.name} are {kind.lowest} to {kind.highest}",
    )
