"""Runes: a small magic laid over Fudge, of our own invention.

Whoever has the skill `runes` cuts them and pays in breath; they hurt, heal, ward, mark, or make the
next one easier, and what goes badly turns on its carver. All of it is written against what
`rollbook.core` and the face of Fudge offer to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core.hookspecs import hookimpl
from ...core.rules import Ruleset
from . import cutting
from .book import Carvers, RunesOptions
from .cutting import Cut, RuneCost, RuneCut

runes = Ruleset(
    "runes",
    version="0.1.0",
    state=Carvers,
    options=RunesOptions,
    chapters=(cutting.rules,),
    package=__name__,
    title="Runes",
    extends="fudge>=0.1,<1",
)
"""The ruleset."""

__all__ = ["Cut", "RuneCost", "RuneCut", "runes"]


@hookimpl
def rollbook_rulesets() -> Iterable[Ruleset]:
    """The one ruleset of this package."""
    yield runes
