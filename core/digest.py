"""Digests: which code and content a ruleset was, so that a journal can say what decided it."""

from __future__ import annotations

from hashlib import sha256

from .errors import RulebookError
from .rules import Ruleset
from .surroundings import Surroundings

UNSOURCED = "unsourced"
"""Digest of a ruleset without files, as one typed at a prompt."""

TESTED = "tests.toml"
"""List of what tests each rule: it decides nothing, so a test more makes no other rules."""


def digest(ruleset: Ruleset, surroundings: Surroundings) -> str:
    """SHA-256, hex, over the sorted files of the ruleset's package, each framed by its length.

    The package's list of tests is left out.
    """
    if not ruleset.package:
        return UNSOURCED
    total = sha256()
    try:
        files = list(surroundings.files(ruleset.package))
    except (ImportError, OSError, TypeError) as error:
        raise RulebookError(
            f"{ruleset.name} has no files in a package {ruleset.package!r}: {error}",
            hint="package= names an importable package, or is empty",
        ) from error
    for path, content in files:
        if path == TESTED:
            continue
        for part in (path.encode(), content):
            total.update(len(part).to_bytes(8, "big"))
            total.update(part)
    return total.hexdigest()
