"""What a conversation needs of a screen, and the plain one: lines read from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from textwrap import wrap
from typing import Protocol

from .completion import Candidate

Complete = Callable[[str], Sequence[Candidate]]
Below = Callable[[str], str]


class Screen(Protocol):
    """Where lines are typed, and where they can be typed apart from the others' eyes."""

    asks: bool
    """Whether somebody sits there who can be asked for what he has left out."""

    @property
    def width(self) -> int:
        """Columns that a line may take; 0 where it may be of any length."""
        ...

    def read(self, message: str, complete: Complete, below: Below, *, keep: bool = True) -> str:
        """One line.

        Args:
            message: that stands before it.
            complete: from what is typed to what may come next.
            below: from what is typed to what is said below it.
            keep: whether the line may be called back with the arrow keys.

        Raises:
            EOFError: there is no more.
            KeyboardInterrupt: the line is dropped.
        """
        ...

    def remember(self, line: str) -> None:
        """Let a line that was put together be called back, as if it had been typed."""
        ...

    def apart(self, before: str) -> AbstractContextManager[None]:
        """Show what follows to one alone, and leave nothing of it on the screen."""
        ...


def folded(text: str, width: int) -> list[str]:
    """A line as lines that fit, broken between words and set in below the first.

    Args:
        text: to be shown.
        width: columns there are; 0 for any number.
    """
    if not width or len(text) < width:
        return [text]
    return wrap(
        text,
        max(width - 1, 20),
        subsequent_indent=" " * 8,
        break_on_hyphens=False,
        break_long_words=False,  # a receipt is copied as one
    )


class Plain:
    """Lines from standard input, which stand in the output as if they had been typed there.

    Nobody can look away from a pipe: what is for one alone stands between two lines that say so.

    Args:
        back: said where what was for one alone ends.
    """

    asks = False
    width = 0

    def __init__(self, back: str) -> None:
        self._back = back

    def read(self, message: str, complete: Complete, below: Below, *, keep: bool = True) -> str:
        """One line of standard input."""
        print(message, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        return line.rstrip("\n")

    def remember(self, line: str) -> None:
        """Nothing is called back from a pipe."""

    @contextmanager
    def apart(self, before: str) -> Iterator[None]:
        """Say for whom the next lines are."""
        print(before)
        try:
            yield
        finally:
            print(self._back)
