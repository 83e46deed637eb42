"""The notation: text to `Dice`, and a hint for whatever other tools spell in other ways."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NoReturn
from unicodedata import normalize

import msgspec

from ..errors import LimitExceeded, NotationError
from .die import FUDGE, polyhedral
from .limits import DEFAULT, Limits
from .pool import Condition, Keep, Pool, Reading, Reroll
from .tree import Dice, Node, Number, Part, Sum, add, check, multiply

_SPACE = re.compile(r"[ \t]*")
_DIGITS = re.compile(r"[0-9]+")
_WORD = re.compile(r"[A-Za-z]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_COMPARISON = re.compile(r">=|<=|>|<|=")
# neither controls, nor line separators, nor halves of characters
_LABEL = re.compile(r"\[[^][\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*\]")

_EXPLODE = "e=6 or e>=5: throw one die more for each such face"
_FOREIGN = {
    "!": f"explosions are written {_EXPLODE}",
    "x": f"explosions are written {_EXPLODE}; multiplication is *",
    "f": "failures are not taken off; count them in a pool of their own, as 8d6=1",
    "r": "ro<=2 re-rolls once, ru<=2 until the face is another",
    "rr": "re-rolling until the face is another is written ru<=2",
    "k": "kh keeps the highest, kl the lowest",
    "d": "dh drops the highest, dl the lowest",
    "t": "successes are counted by a comparison, as 8d6>=5",
    "s": "successes are counted by a comparison, as 8d6>=5",
    "%": "percentile dice are written d100",
    "/": "division is not offered, since its rounding differs between games",
    "^": "powers are not offered",
    ",": "write one expression for each roll",
    "#": "write one expression for each roll",
    "{": "group with round brackets",
    "−": "write the minus as -",
    "×": "write the multiplication as *",
    "≥": "write the comparison as >=",
    "≤": "write the comparison as <=",
    ".": "integers only; dF.2 is written dF, dF.1 is not offered",
    "~": "comparisons are >= <= > < =",
}
_COUNT_HINT = (
    "a comparison counts dice: (8d6>=5)+2 adds to the count, (d20+5)>=16 adds to the one die"
)
_ORDER = "the order is re-roll, explode, keep or drop, comparison or reading, label"


def parse(text: str, *, limits: Limits = DEFAULT, readings: Mapping[str, Reading] = {}) -> Dice:
    """The dice expression that a text stands for; the same text is parsed only once.

    Args:
        text: as ``4dF``, ``4d6kh3+2``, ``8d6>=5`` or ``2d6 low``; letters in either case.
        limits: how much it may ask for.
        readings: what may be named after a pool, by name.

    Raises:
        NotationError: no such notation; ``path`` is ``$[n]``, n the offset in characters,
            ``hint`` the accepted spelling.
        LimitExceeded: it asks for more than the limits allow, or throws too many dice.

    Source: docs/dice.md, "Notation".
    """
    if len(text) > limits.text:
        raise LimitExceeded(
            f"{len(text)} characters; the limit text is {limits.text}", path=f"$[{limits.text}]"
        )
    return _parse(text, limits, tuple(readings.values()) if readings else ())


@lru_cache(maxsize=1024)
def _parse(text: str, limits: Limits, readings: tuple[Reading, ...]) -> Dice:
    parser = _Parser(text, limits, {reading.name: reading for reading in readings})
    root = parser.sum(0)
    if parser.at < len(text):
        parser.stray()
    try:
        dice = Dice(root)
        check(dice, limits)
    except LimitExceeded as error:
        raise LimitExceeded(error.what, path="$[0]", hint=error.hint) from None
    return dice


class _Parser:
    """Recursive descent; ``at`` is the offset of the next character that is not a space."""

    def __init__(self, text: str, limits: Limits, readings: dict[str, Reading]) -> None:
        self.text = text
        self.limits = limits
        self.readings = readings
        self.at = 0
        self.bare = -1  # where a count or reading stands that no bracket holds together
        self.take(_SPACE)

    def take(self, pattern: re.Pattern[str]) -> str:
        """The match at this place, stepped over together with the spaces after it; or ''."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        after = _SPACE.match(self.text, found.end())
        self.at = after.end() if after else found.end()
        return found.group()

    def eat(self, character: str) -> bool:
        """Step over the character and the spaces after it, if it stands here."""
        if not self.text.startswith(character, self.at):
            return False
        self.at += 1
        self.take(_SPACE)
        return True

    def fail(self, what: str, hint: str = "", at: int | None = None) -> NoReturn:
        """Refuse, at this place if no other is given."""
        raise NotationError(what, path=f"$[{self.at if at is None else at}]", hint=hint)

    def stray(self) -> NoReturn:
        """Refuse what stands here."""
        if self.at >= len(self.text):
            self.fail("the expression ends too early", "write dice as 4dF, 3d6 or d20")
        letters = _WORD.match(self.text, self.at)
        word = letters.group() if letters else self.text[self.at]
        hint = _COUNT_HINT if word in "<>=" else _FOREIGN.get(word.lower(), "")
        self.fail(f"{word!r} is not understood here", hint or "write dice as 4d6kh3+2")

    def sum(self, depth: int) -> Node:
        """Products joined by plus and minus, with an optional minus before the first."""
        if depth > self.limits.depth:
            raise LimitExceeded(
                f"brackets within brackets; the limit depth is {self.limits.depth}",
                path=f"$[{self.at}]",
            )
        before, self.bare = self.bare, -1
        sign = -1 if self.eat("-") else 1
        parts = [Part(sign, self.product(depth))]
        while (plus := self.eat("+")) or self.eat("-"):
            parts.append(Part(1 if plus else -1, self.product(depth)))
        if self.bare >= 0 and (len(parts) > 1 or sign < 0):
            self.fail("arithmetic beside a count or reading", _COUNT_HINT, self.bare)
        self.bare = before
        return add(*parts)

    def product(self, depth: int) -> Node:
        """Units joined by ``*``."""
        factors = [self.unit(depth)]
        while self.eat("*"):
            factors.append(self.unit(depth))
        if self.bare >= 0 and len(factors) > 1:
            self.fail("arithmetic beside a count or reading", _COUNT_HINT, self.bare)
        return multiply(*factors)

    def unit(self, depth: int) -> Node:
        """A bracket, a pool or a number."""
        start = self.at
        if self.eat("("):
            node = self.sum(depth + 1)
            if not self.eat(")"):
                self.stray()
            return self.compared(node, start)
        digits = self.take(_DIGITS)
        number = self.number(digits, start) if digits else 1
        if self.text[self.at : self.at + 1] in ("d", "D"):
            return self.pool(number, start)
        if not digits:
            self.stray()
        if self.text[self.at : self.at + 1] in ("<", ">", "="):
            self.fail("a number is compared", _COUNT_HINT)
        return Number(number, self.label())

    def number(self, digits: str, at: int) -> int:
        """The digits as an integer within the limits."""
        digits = digits.lstrip("0") or "0"
        # counted first: int() refuses thousands of digits with an error of its own
        if len(digits) <= len(str(self.limits.number)) and int(digits) <= self.limits.number:
            return int(digits)
        shown = digits if len(digits) <= 20 else f"a number of {len(digits)} digits"
        raise LimitExceeded(f"{shown}; the limit number is {self.limits.number}", path=f"$[{at}]")

    def pool(self, count: int, start: int) -> Pool:
        """A pool, from its ``d`` to its label."""
        self.at += 1
        at = self.at
        digits = self.take(_DIGITS)
        if not digits and self.text[at : at + 1] not in ("F", "f"):
            hint = _FOREIGN.get(self.text[at : at + 1], "write the sides after the d, as d20 or dF")
            self.fail("a die without sides", hint, at)
        sides = self.number(digits, at) if digits else 0
        if not digits:
            self.eat(self.text[at])
        elif not 1 <= sides <= self.limits.sides:
            if sides:
                raise LimitExceeded(
                    f"a die of {sides} sides; the limit sides is {self.limits.sides}",
                    path=f"$[{at}]",
                )
            self.fail("a die of no sides", at=at)
        if count > self.limits.dice:
            raise LimitExceeded(
                f"{count} dice; the limit dice is {self.limits.dice}", path=f"$[{start}]"
            )
        kind = polyhedral(sides) if digits else FUDGE
        try:
            return self.changes(Pool(count, kind), start)
        except NotationError as error:
            if error.path:
                raise
            self.fail(error.what, error.hint, start)

    def changes(self, pool: Pool, start: int) -> Pool:
        """What follows the sides, in its one order."""
        reroll = explode = keep = None
        word, at = self.word()
        if word in ("ro", "ru"):
            reroll = Reroll(word == "ru", self.condition())
            word, at = self.word()
        if word == "e":
            explode = self.condition()
            word, at = self.word()
        if word in ("kh", "kl", "dh", "dl"):
            digits_at, digits = self.at, self.take(_DIGITS)
            keep = Keep(word, self.number(digits, digits_at) if digits else 1)
            word, at = self.word()
        finish: Condition | Reading | None = None
        if word:
            finish = self.reading(word, at)
        elif self.text[self.at : self.at + 1] in ("<", ">", "="):
            finish = self.condition()
        if finish:
            self.bare = start
        return Pool(pool.count, pool.kind, reroll, explode, keep, finish, self.label())

    def word(self) -> tuple[str, int]:
        """The letters here in lower case, and where they stand."""
        at = self.at
        return self.take(_WORD).lower(), at

    def condition(self) -> Condition:
        """A comparison and its number."""
        op = self.take(_COMPARISON)
        if not op:
            self.fail("a comparison is missing", "write as in e=6, ro<=2 or ru=1")
        sign = -1 if self.eat("-") else 1
        at, digits = self.at, self.take(_DIGITS)
        if not digits:
            self.fail("a comparison without a number", "comparisons are >= <= > < =")
        return Condition(op, sign * self.number(digits, at))

    def reading(self, word: str, at: int) -> Reading:
        """The reading that stands at ``at``."""
        if word in ("ro", "ru", "e", "kh", "kl", "dh", "dl"):
            self.fail(f"{word} stands twice or out of order", _ORDER, at)
        self.at = at
        if word in _FOREIGN:
            self.fail(f"{word!r} is spelt in conflicting ways", _FOREIGN[word])
        name = self.take(_NAME).lower()
        if name not in self.readings:
            known = ", ".join(sorted(self.readings)) or "none"
            self.fail(f"no reading is called {name!r}", f"known readings: {known}", at)
        return self.readings[name]

    def label(self) -> str:
        """The text in square brackets, or ''."""
        at, found = self.at, self.take(_LABEL)
        label = normalize("NFC", found[1:-1].strip())
        if found and not label:
            self.fail("an empty label", at=at)
        return label

    def compared(self, node: Node, start: int) -> Node:
        """A bracket, and the comparison of its one die with what is added to it."""
        if self.text[self.at : self.at + 1] == "[":
            self.fail("a label on a bracket", "label the dice or the number, as 2d6[fire]")
        if self.text[self.at : self.at + 1] not in ("<", ">", "="):
            return node
        parts = node.parts if isinstance(node, Sum) else (Part(1, node),)
        dice = [p.node for p in parts if isinstance(p.node, Pool) and p.sign > 0]
        others = [
            p.sign * p.node.value
            for p in parts
            if isinstance(p.node, Number) and not p.node.label  # it would be lost
        ]
        if len(dice) != 1 or len(dice) + len(others) < len(parts) or not single(dice[0]):
            self.fail("the comparison of more than one die and plain numbers", _COUNT_HINT)
        condition = self.condition()
        self.bare = start
        shifted = Condition(condition.op, condition.value - sum(others))
        return msgspec.structs.replace(dice[0], finish=shifted, label=dice[0].label or self.label())


def single(pool: Pool) -> bool:
    """Whether exactly one die comes to rest."""
    return pool.count == 1 and not pool.explode and not pool.finish
