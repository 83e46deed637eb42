"""The command line: ``rollbook`` and ``python -m rollbook``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .group import rollbook
from .streams import utf8

__all__ = ["main", "rollbook"]


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    utf8(sys.stdout)
    utf8(sys.stderr)
    if "_ROLLBOOK_COMPLETE" in os.environ:
        from .shells import register

        register()
    rollbook.main(args, prog_name="rollbook")
