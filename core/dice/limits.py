"""How much work a dice text may ask for."""

from __future__ import annotations

import msgspec

from ..errors import Invalid

# Sums that leave this range are no longer exact in every JSON reader.
LARGEST_TOTAL = 2**53 - 1


class Limits(msgspec.Struct, frozen=True):
    """Bounds on one dice expression; an argument everywhere, never a global.

    Args:
        text: longest notation, in characters.
        dice: most dice in one roll, re-rolled and exploded ones included.
        sides: most sides of one die.
        depth: deepest nesting of brackets, at most 100.
        number: largest integer that may be written.
        combinations: most elementary steps of an exact count of odds.

    Raises:
        Invalid: a bound is negative, or ``depth`` is more than 100.
    """

    text: int = 500
    dice: int = 1000
    sides: int = 10_000
    depth: int = 32
    number: int = 10**9
    combinations: int = 250_000

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if getattr(self, name) < 0:
                raise Invalid(f"the limit {name} is negative", path=f"$.{name}")
        if self.depth > 100:
            raise Invalid("the limit depth is more than 100", path="$.depth")


DEFAULT = Limits()
