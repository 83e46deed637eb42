"""Standard streams: one encoding for files and pipes, whatever the locale says."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO


def utf8(stream: TextIO) -> None:
    """Write UTF-8 into files and pipes; on a terminal, never fail on what it cannot show."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    if stream.isatty():
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def coloured(stream: TextIO) -> bool:
    """Whether colours are welcome: on a terminal, unless ``NO_COLOR`` says otherwise."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def hush() -> None:
    """Let nothing more be written to a pipe that nobody reads."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):  # not a real stream, as in tests
        pass
    finally:
        os.close(null)
