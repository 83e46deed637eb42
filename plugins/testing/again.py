"""``python -m rollbook.plugins.testing.again FILE RULESET…``: the laws in a fresh process.

Each ruleset is named as ``module:attribute``. Prints one digest for each session of the file.
Give it other PYTHONHASHSEEDs, locales and time zones: the digests are the same, or the ruleset
is not deterministic.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from ...core.engine import Engine
from ...core.rules import Ruleset
from .laws import digest, hold


def named(path: str) -> Ruleset:
    """The ruleset that ``module:attribute`` names."""
    module, _, attribute = path.partition(":")
    found: Ruleset = getattr(import_module(module), attribute)
    return found


def main(arguments: Sequence[str]) -> None:
    """Hold every session of a file to the laws."""
    path, *rulesets = arguments
    engine = Engine([named(r) for r in rulesets])
    store = engine.store(path, read_only=True)
    for name in store.sessions():
        session = engine.open(store, name)
        hold(session)
        print(name, digest(session))
    store.close()


if __name__ == "__main__":
    main(sys.argv[1:])
