"""A pool: equal dice thrown together, and what is done with their faces."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from ..errors import Invalid, NotationError
from .die import Kind

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_READING_NAME = re.compile(r"[a-z]{3}[a-z0-9_]*")


class Condition(msgspec.Struct, frozen=True):
    """A comparison with one face: ``op`` is one of ``>= <= > < =``."""

    op: str
    value: int

    def holds(self, face: int) -> bool:
        """Whether the face meets the condition."""
        return _COMPARE[self.op](face, self.value)

    def span(self, kind: Kind) -> range:
        """The faces of a die that meet the condition: always some in a row, or none."""
        low, high = kind.lowest, kind.highest
        if self.op in (">=", ">", "="):
            low = max(low, self.value + (self.op == ">"))
        if self.op in ("<=", "<", "="):
            high = min(high, self.value - (self.op == "<"))
        return range(low, max(low, high + 1))

    def __str__(self) -> str:
        return f"{self.op}{self.value}"


class Keep(msgspec.Struct, frozen=True):
    """Which dice stay: ``how`` is ``kh kl dh dl``; of equal faces the first thrown stays."""

    how: str
    number: int

    def kept(self, available: int) -> int:
        """How many of ``available`` dice stay."""
        number = self.number if self.how[0] == "k" else available - self.number
        return max(0, min(number, available))

    @property
    def high(self) -> bool:
        """Whether the higher dice stay."""
        return self.how in ("kh", "dl")

    def __str__(self) -> str:
        return f"{self.how}{self.number}"


class Reroll(msgspec.Struct, frozen=True):
    """Throw again what meets the condition: once (``ro``), or until it does not (``ru``)."""

    until: bool
    condition: Condition

    def __str__(self) -> str:
        return f"{'ru' if self.until else 'ro'}{self.condition}"


class Reading(msgspec.Struct, frozen=True):
    """A named way to read faces that a rules system brings along, as in ``2d6 low``.

    Args:
        name: three lower-case letters at least, then letters, digits or underscores.
        size: how many kept dice it reads.
        function: pure; from the kept faces, in the order thrown, to the value.

    Raises:
        Invalid: the name could be taken for another part of the notation.
    """

    name: str
    size: int
    function: Callable[[tuple[int, ...]], int]

    def __post_init__(self) -> None:
        if not _READING_NAME.fullmatch(self.name):
            raise Invalid(
                f"{self.name!r} cannot name a reading", hint="write three letters or more"
            )
        if self.size < 1:
            raise Invalid(f"the reading {self.name} reads no dice")


class Pool(msgspec.Struct, frozen=True):
    """``count`` dice of one kind; re-rolled, exploded, kept and finished in this order.

    Args:
        count: dice thrown at first.
        kind: what they are.
        reroll: which faces are thrown again.
        explode: which faces throw one die more.
        keep: which dice stay.
        finish: a condition counts the dice that meet it, a reading reads them; else their sum.
        label: what it is for, free text.

    Raises:
        NotationError: it could not be thrown, would never end, or holds a part without effect.
    """

    count: int
    kind: Kind
    reroll: Reroll | None = None
    explode: Condition | None = None
    keep: Keep | None = None
    finish: Condition | Reading | None = None
    label: str = ""

    def __post_init__(self) -> None:
        if self.count < 1:
            raise NotationError("a pool of no dice", hint="write at least one die")
        if self.reroll:
            self._has_effect(self.reroll.condition, "re-roll")
        if self.explode:
            self._has_effect(self.explode, "explosion")
        if self.keep and not 1 <= self.keep.number <= self.count:
            raise NotationError(f"{self.keep} of {self.count} dice")
        if self.keep and not self.keep.kept(self.count):
            raise NotationError(f"{self.keep} leaves none of {self.count} dice")
        if isinstance(self.finish, Reading):
            self._can_be_read(self.finish)
        _ = self.work

    def _has_effect(self, condition: Condition, what: str) -> None:
        if not condition.span(self.kind):
            raise NotationError(f"no face of a d{self.kind.name} meets the {what} {condition}")

    def _can_be_read(self, reading: Reading) -> None:
        kept = self.keep.kept(self.count) if self.keep else self.count
        if self.explode or kept != reading.size:
            number = "any number of" if self.explode else str(kept)
            raise NotationError(f"{reading.name} reads {reading.size} dice, not {number}")

    @property
    def plain(self) -> bool:
        """Whether it is only thrown and added up."""
        return self.stays and not self.finish

    @property
    def stays(self) -> bool:
        """Whether every die thrown counts, and none is thrown again."""
        return not (self.reroll or self.explode or self.keep)

    @property
    def work(self) -> Fraction:
        """Expected number of dice thrown, all re-rolls and explosions included.

        Raises:
            NotationError: it is infinite.
        """
        size = self.kind.size
        throws, again = Fraction(self.count), Fraction(0)
        if self.reroll:
            lost = len(self.reroll.condition.span(self.kind))
            if self.reroll.until and lost == size:
                raise NotationError(f"every face of a d{self.kind.name} is re-rolled for ever")
            throws *= Fraction(size, size - lost) if self.reroll.until else 1 + Fraction(lost, size)
        if self.explode:
            again = self.explosion_chance()
            if again == 1:
                raise NotationError(f"every face of a d{self.kind.name} explodes for ever")
        return throws / (1 - again)

    def explosion_chance(self) -> Fraction:
        """Chance that the face a die comes to rest on throws another."""
        if self.explode is None:
            return Fraction(0)
        size, bursts = self.kind.size, self.explode.span(self.kind)
        if self.reroll is None:
            return Fraction(len(bursts), size)
        lost = self.reroll.condition.span(self.kind)
        at_rest = len(bursts) - len(
            range(max(lost.start, bursts.start), min(lost.stop, bursts.stop))
        )
        if self.reroll.until:
            return Fraction(at_rest, size - len(lost))
        return Fraction(at_rest, size) + Fraction(len(lost) * len(bursts), size * size)

    def keep_from(self, faces: Sequence[int], alive: list[bool]) -> None:
        """Mark in ``alive`` the dice that the keep drops."""
        if self.keep is None:
            return
        standing = [i for i, there in enumerate(alive) if there]
        # sorted() is stable, so of equal faces the first thrown comes first
        sign = -1 if self.keep.high else 1
        standing.sort(key=lambda i: sign * faces[i])
        for i in standing[self.keep.kept(len(standing)) :]:
            alive[i] = False

    def read(self, kept: Sequence[int]) -> int:
        """The value of the faces that stayed: sum, count or reading."""
        if self.finish is None:
            return sum(kept)
        if isinstance(self.finish, Condition):
            return sum(map(self.finish.holds, kept))
        value = self.finish.function(tuple(kept))
        if type(value) is not int:
            raise Invalid(f"the reading {self.finish.name} gave {value!r}, not an integer")
        return value

    def __str__(self) -> str:
        text = f"{self.count if self.count > 1 else ''}d{self.kind.name}"
        text += f"{self.reroll or ''}"
        text += f"e{self.explode}" if self.explode else ""
        text += f"{self.keep or ''}"
        if isinstance(self.finish, Reading):
            text += f" {self.finish.name}"
        elif self.finish:
            text += str(self.finish)
        return text + (f"[{self.label}]" if self.label else "")
