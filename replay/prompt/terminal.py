"""The terminal: lines edited with prompt_toolkit, candidates under the cursor, a line below.

The one module that knows prompt_toolkit. What is typed is remembered until the prompt ends and
written nowhere: a whisper must not land in a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.output import ColorDepth

from ..cli.streams import coloured
from .screen import Below, Complete

_SECONDS = 1.0
"""Between two looks at the line below, which tells what others have done meanwhile."""


class Terminal:
    """A terminal with somebody before it.

    Args:
        enter: said to whoever is to press Enter when he alone looks.
    """

    asks = True

    def __init__(self, enter: str) -> None:
        self._enter = enter
        colours = None if coloured(sys.stdout) else ColorDepth.DEPTH_1_BIT
        self._kept: PromptSession[str] = PromptSession(
            history=InMemoryHistory(), color_depth=colours
        )
        self._apart: PromptSession[str] = PromptSession(history=DummyHistory(), color_depth=colours)
        self._alone = False

    @property
    def width(self) -> int:
        """Columns of the terminal, now."""
        return get_terminal_size().columns

    def read(self, message: str, complete: Complete, below: Below, *, keep: bool = True) -> str:
        """One line, with candidates on Tab."""
        session = self._kept if keep and not self._alone else self._apart
        sys.stdout.flush()
        return session.prompt(
            message,
            completer=_Candidates(complete),
            complete_while_typing=False,
            bottom_toolbar=lambda: below(session.default_buffer.document.text_before_cursor),
            refresh_interval=_SECONDS,
        )

    def remember(self, line: str) -> None:
        """The next line back is the whole command; what it began with is one line further back."""
        self._kept.history.append_string(line)

    @contextmanager
    def apart(self, before: str) -> Iterator[None]:
        """The terminal's other screen, once he who may look has pressed Enter."""
        output = self._apart.output
        sys.stdout.flush()
        PromptSession(history=DummyHistory()).prompt(f"{before} {self._enter} ")
        output.enter_alternate_screen()
        output.erase_screen()
        output.cursor_goto(0, 0)
        output.flush()
        self._alone = True
        try:
            yield
        finally:
            self._alone = False
            sys.stdout.flush()
            output.erase_screen()
            output.quit_alternate_screen()
            output.flush()


class _Candidates(Completer):
    """What may come next, as prompt_toolkit wants it.

    Args:
        complete: from the line up to the cursor to its candidates.
    """

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Each with what is said beside it; a space follows what is over."""
        for found in self._complete(document.text_before_cursor):
            yield Completion(
                found.text + ("" if found.open else " "),
                start_position=-found.back,
                display=found.text,
                display_meta=found.meta,
            )
