"""`Dice`: a dice expression as an immutable value."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

import msgspec

from ..errors import Invalid, LimitExceeded, NotationError
from .bounds import Bounds, pool_bounds
from .die import Die, polyhedral
from .limits import DEFAULT, LARGEST_TOTAL, Limits
from .pool import Condition, Pool

LADDER = (4, 6, 8, 10, 12, 20)
_TABLE_SIZE = 100


class Number(msgspec.Struct, frozen=True):
    """An integer constant, never negative: a minus is the sign of a part."""

    value: int
    label: str = ""

    def __str__(self) -> str:
        return f"{self.value}" + (f"[{self.label}]" if self.label else "")


class Part(msgspec.Struct, frozen=True):
    """What a sum adds (``sign`` 1) or takes away (``sign`` -1)."""

    sign: int
    node: Node


class Sum(msgspec.Struct, frozen=True):
    """Parts added up; no part is itself a sum."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        text = "".join(f"{'+' if p.sign > 0 else '-'}{inside(p.node)}" for p in self.parts)
        return text.removeprefix("+")


class Product(msgspec.Struct, frozen=True):
    """Factors multiplied; no factor is itself a product."""

    factors: tuple[Node, ...]

    def __str__(self) -> str:
        return "*".join(f"({f})" if isinstance(f, Sum) else inside(f) for f in self.factors)


Node = Pool | Number | Sum | Product


def inside(node: Node) -> str:
    """The node as an operand: a count or reading never stands bare beside an operator."""
    return f"({node})" if isinstance(node, Pool) and node.finish else str(node)


def add(*parts: Part) -> Node:
    """The sum of the parts, flattened."""
    flat: list[Part] = []
    for part in parts:
        if isinstance(part.node, Sum):
            flat += (Part(part.sign * p.sign, p.node) for p in part.node.parts)
        else:
            flat.append(part)
    return flat[0].node if len(flat) == 1 and flat[0].sign > 0 else Sum(tuple(flat))


def multiply(*factors: Node) -> Node:
    """The product of the factors, flattened."""
    flat: list[Node] = []
    for factor in factors:
        flat += factor.factors if isinstance(factor, Product) else (factor,)
    return flat[0] if len(flat) == 1 else Product(tuple(flat))


class Plan(msgspec.Struct, frozen=True):
    """The short way to evaluate one pool that stays as it falls, plus constants.

    Args:
        pool: the one there is.
        constant: what is added to it.
        lowest: face of its dice.
        highest: face of its dice.
        dice: made beforehand, one for each face.
    """

    pool: Pool
    constant: int
    lowest: int
    highest: int
    dice: tuple[Die, ...]


class Dice(msgspec.Struct, frozen=True, cache_hash=True):
    """A dice expression; equal ones compare and hash equal. ``parse`` makes them.

    Args:
        root: the tree; the other fields follow from it.

    Raises:
        NotationError: a total could lie beyond 2**53 - 1.
    """

    root: Node
    terms: tuple[Pool | Number, ...] = ()
    work: int = 0
    plan: Plan | None = None

    def __post_init__(self) -> None:
        put = msgspec.structs.force_setattr
        put(self, "terms", tuple(_leaves(self.root)))
        put(self, "work", ceil(sum((p.work for p in self.pools), Fraction(0))))
        put(self, "plan", _plan(self.root, self.terms))
        if _reach(self.root) > LARGEST_TOTAL:
            raise LimitExceeded("totals could lie beyond 2**53 - 1", hint="multiply less")

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The terms that are dice, in the order thrown."""
        return tuple(term for term in self.terms if isinstance(term, Pool))

    @property
    def notation(self) -> str:
        """The canonical text; ``parse`` of it gives an equal value."""
        return str(self.root)

    @property
    def minimum(self) -> int | None:
        """The smallest value; None when explosions leave it without bound.

        Raises:
            LimitExceeded: a reading has more combinations of faces than the default limits allow.
        """
        return bounds(self.root)[0]

    @property
    def maximum(self) -> int | None:
        """The largest value; None when explosions leave it without bound.

        Raises:
            LimitExceeded: a reading has more combinations of faces than the default limits allow.
        """
        return bounds(self.root)[1]

    def faces_of(self, term: int) -> range:
        """The faces that a die of this term has, ascending.

        Raises:
            Invalid: the term is not a pool.
        """
        pool = self.terms[term] if 0 <= term < len(self.terms) else None
        if not isinstance(pool, Pool):
            raise Invalid(f"term {term} of {self.notation} is no pool of dice")
        return pool.kind.faces

    def plus(self, other: Dice | int) -> Dice:
        """This and the other added: a modifier, or further dice.

        On a count (``8d6>=5``) or a reading it adds to the result, never to a die.
        """
        if isinstance(other, Dice):
            return Dice(add(Part(1, self.root), Part(1, other.root)))
        if not other:
            return self
        return Dice(add(Part(1, self.root), Part(1 if other > 0 else -1, Number(abs(other)))))

    def step(self, by: int) -> Dice:
        """Every die ``by`` sizes larger (smaller below 0) along d4 d6 d8 d10 d12 d20.

        A re-roll or explosion on exactly the highest face stays on the highest face; every
        other number in the expression stays as it is.

        Raises:
            Invalid: a die is not on that ladder, or would leave it.
        """
        return Dice(_stepped(self.root, by))

    def step_down(self) -> Dice:
        """Every die one size smaller: d20 d12 d10 d8 d6 d4; a d4 has no smaller one.

        Raises:
            Invalid: a die is a d4, or not on that ladder (a Fudge die).
        """
        return self.step(-1)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Dice({self.notation!r})"


def check(dice: Dice, limits: Limits) -> None:
    """Refuse dice whose expected work is beyond the limits.

    Raises:
        LimitExceeded: naming the limit.
    """
    if dice.work > limits.dice:
        raise LimitExceeded(
            f"{dice.work} dice are expected; the limit dice is {limits.dice}",
            hint="throw fewer dice",
        )


def _leaves(node: Node) -> Iterator[Pool | Number]:
    match node:
        case Sum():
            for part in node.parts:
                yield from _leaves(part.node)
        case Product():
            for factor in node.factors:
                yield from _leaves(factor)
        case _:
            yield node


def _plan(root: Node, terms: tuple[Pool | Number, ...]) -> Plan | None:
    parts = root.parts if isinstance(root, Sum) else (Part(1, root),)
    constant, found = 0, -1
    for index, part in enumerate(parts):
        if isinstance(part.node, Number):
            constant += part.sign * part.node.value
        elif isinstance(part.node, Pool) and found < 0 and part.sign > 0:
            found = index
        else:
            return None
    pool = terms[found]
    if found < 0 or not isinstance(pool, Pool) or not pool.stays or pool.kind.size > _TABLE_SIZE:
        return None
    dice = tuple(Die(found, pool.kind.name, face, True) for face in pool.kind.faces)
    return Plan(pool, constant, pool.kind.lowest, pool.kind.highest, dice)


def _reach(node: Node) -> int:
    """The largest absolute value, explosions counted as far as the default limits go."""
    match node:
        case Sum():
            return sum(_reach(part.node) for part in node.parts)
        case Product():
            total = 1
            for factor in node.factors:
                total *= _reach(factor)
            return total
        case Number():
            return node.value
        case _:
            dice = max(node.count, DEFAULT.dice) if node.explode else node.count
            return dice * max(abs(node.kind.lowest), abs(node.kind.highest), 1)


def bounds(node: Node) -> Bounds:
    """The smallest and the largest value of a node; None where there is no bound."""
    match node:
        case Number():
            return node.value, node.value
        case Sum():
            low: int | None = 0
            high: int | None = 0
            for part in node.parts:
                a, b = bounds(part.node)
                if part.sign < 0:
                    a, b = None if b is None else -b, None if a is None else -a
                low = None if low is None or a is None else low + a
                high = None if high is None or b is None else high + b
            return low, high
        case Product():
            result: Bounds = (1, 1)
            for factor in node.factors:
                result = _times(result, bounds(factor))
            return result
        case _:
            return pool_bounds(node)


def _times(one: Bounds, other: Bounds) -> Bounds:
    infinity = float("inf")
    left = (-infinity if one[0] is None else one[0], infinity if one[1] is None else one[1])
    right = (
        -infinity if other[0] is None else other[0],
        infinity if other[1] is None else other[1],
    )
    # 0 times a total without bound is 0
    ends = [a * b if a and b else 0 for a in left for b in right]
    low, high = min(ends), max(ends)
    return (
        None if isinstance(low, float) else low,
        None if isinstance(high, float) else high,
    )


def _stepped(node: Node, by: int) -> Node:
    match node:
        case Number():
            return node
        case Sum():
            return Sum(tuple(Part(p.sign, _stepped(p.node, by)) for p in node.parts))
        case Product():
            return Product(tuple(_stepped(f, by) for f in node.factors))
        case _:
            return _stepped_pool(node, by)


def _stepped_pool(pool: Pool, by: int) -> Pool:
    old = pool.kind
    place = LADDER.index(old.size) if old.lowest == 1 and old.size in LADDER else -1
    if place < 0 or not 0 <= place + by < len(LADDER):
        raise Invalid(
            f"a d{old.name} has no die {abs(by)} {'larger' if by > 0 else 'smaller'}",
            hint="the ladder is d4 d6 d8 d10 d12 d20",
        )
    new = polyhedral(LADDER[place + by])

    def follow(condition: Condition) -> Condition:
        top = condition.op in ("=", ">=") and condition.value == old.highest
        return Condition(condition.op, new.highest) if top else condition

    changed = msgspec.structs.replace(pool, kind=new, reroll=None, explode=None)
    try:
        return msgspec.structs.replace(
            changed,
            reroll=pool.reroll
            and msgspec.structs.replace(pool.reroll, condition=follow(pool.reroll.condition)),
            explode=pool.explode and follow(pool.explode),
        )
    except NotationError as error:
        raise Invalid(f"{pool} cannot be stepped: {error.what}") from error
