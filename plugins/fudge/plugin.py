"""How Fudge offers itself to an engine."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.hookspecs import hookimpl
from ...core.rules import Ruleset
from . import fudge


@hookimpl
def rollbook_rulesets() -> Iterable[Ruleset]:
    """The one ruleset of this package."""
    yield fudge
