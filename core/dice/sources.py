"""Sources of faces: words, a record, real dice typed in, and given faces for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from ..errors import Invalid, LimitExceeded
from .die import WORD_BITS, Die, Kind

_MOST_REJECTIONS = 128  # in a row; each has a chance under one half


def accepted(size: int, bits: int = WORD_BITS) -> int:
    """Words below this decide a die of ``size`` faces; the others are rejected.

    It is the largest multiple of ``size`` that words of ``bits`` bits reach, so that each face
    is decided by equally many words.

    Raises:
        Invalid: the die has more faces than there are words.
    """
    if not 1 <= size <= 1 << bits:
        raise Invalid(f"words of {bits} bits cannot decide a die of {size} faces")
    return (1 << bits) // size * size


class Words:
    """Faces from random words, unbiased: what would favour a face is rejected.

    Args:
        words: uniform integers from 0 to 2**bits - 1.
        bits: size of a word.

    Raises:
        Invalid: (when drawn from) the words have run out.
        LimitExceeded: (when drawn from) so many rejections in a row that the words are not random.
    """

    def __init__(self, words: Iterator[int], bits: int = WORD_BITS) -> None:
        self._words = words
        self._bits = bits

    def faces(self, kind: Kind, count: int, /) -> list[int]:
        """The next faces: word modulo size, counted from the lowest face."""
        limit = accepted(kind.size, self._bits)
        words = list(islice(self._words, count))
        if len(words) < count or max(words) >= limit:
            words = self._accept(words, count, limit)
        size, lowest = kind.size, kind.lowest
        return [word % size + lowest for word in words]

    def _accept(self, words: list[int], count: int, limit: int) -> list[int]:
        """``count`` words below the limit: of these, then of those that follow."""
        good: list[int] = []
        in_a_row = 0
        for word in chain(words, self._words):
            in_a_row = 0 if word < limit else in_a_row + 1
            if not in_a_row:
                good.append(word)
            if len(good) == count:
                return good
            if in_a_row == _MOST_REJECTIONS:
                raise LimitExceeded(f"{_MOST_REJECTIONS} words in a row were rejected")
        raise Invalid("the random words have run out")


class Injected:
    """Given faces in order, as a test or a person gives them; -1, 0 and 1 for Fudge dice.

    Raises:
        Invalid: (when drawn from) none is left, or the die has no such face; ``path`` says which.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._at = 0

    def faces(self, kind: Kind, count: int, /) -> list[int]:
        """The next faces, each checked against its die."""
        found = list(self._faces[self._at : self._at + count])
        for at, face in enumerate(found, self._at):
            checked(face, kind, at)
        if len(found) < count:
            raise missing(kind, len(self._faces))
        self._at += count
        return found

    @property
    def left(self) -> int:
        """How many faces have not been drawn."""
        return len(self._faces) - self._at

    def finish(self) -> None:
        """Make sure that none is left over.

        Raises:
            Invalid: some are.
        """
        if self.left:
            raise left_over(self._at, len(self._faces))


class Recorded(Injected):
    """The faces of recorded dice, in their order.

    Raises:
        Invalid: (when drawn from) none is left, or the next one is of another kind.
    """

    def __init__(self, dice: Sequence[Die]) -> None:
        super().__init__([die.face for die in dice])
        self._kinds = [die.sides for die in dice]

    def faces(self, kind: Kind, count: int, /) -> list[int]:
        """The next faces, each checked against its die and the recorded kind."""
        for at, name in enumerate(self._kinds[self._at : self._at + count], self._at):
            if name != kind.name:
                raise Invalid(
                    f"a d{name} is recorded where a d{kind.name} is thrown", path=f"$.dice[{at}]"
                )
        return super().faces(kind, count)


def _allowed(kind: Kind) -> str:
    if kind.size <= 3:
        return "allowed faces are " + ", ".join(map(str, kind.faces))
    return f"allowed faces are {kind.lowest} to {kind.highest}"


def checked(face: object, kind: Kind, at: int) -> int:
    """The face, if the die has it; else refused, naming the die by its place ``at``."""
    if type(face) is int and kind.lowest <= face <= kind.highest:
        return face
    shown = repr(face)
    raise Invalid(
        f"die {at + 1}, a d{kind.name}, has no face {shown[:20]}{'…' * (len(shown) > 20)}",
        path=f"$.faces[{at}]",
        hint=_allowed(kind),
    )


def missing(kind: Kind, given: int) -> Invalid:
    """The refusal of too few faces."""
    return Invalid(
        f"a face is missing: only {given} given",
        path=f"$.faces[{given}]",
        hint=f"the next die is a d{kind.name}: {_allowed(kind)}",
    )


def left_over(needed: int, given: int) -> Invalid:
    """The refusal of too many faces."""
    return Invalid(f"{needed} faces are needed, {given} were given", path=f"$.faces[{needed}]")
