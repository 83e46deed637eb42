"""The order of rulesets: the table, the system, its extensions; versions that fit each other."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .errors import RulebookError
from .messages import TABLE
from .rules import Ruleset

_VERSION = re.compile(r"[0-9]+(\.[0-9]+)*\Z")
_NAME = re.compile(r"[a-z][a-z0-9_-]*\Z")
_BOUND = re.compile(r"(>=|<=|==|>|<)\s*([0-9]+(?:\.[0-9]+)*)\Z")


def ordered(rulesets: tuple[Ruleset, ...]) -> tuple[Ruleset, ...]:
    """Dependency before dependent, then by name; the table first of all."""
    for ruleset in rulesets:
        if not _NAME.match(ruleset.name):
            raise RulebookError(f"{ruleset.name!r} is no name for a ruleset")
        if not _VERSION.match(ruleset.version):
            raise RulebookError(f"{ruleset.version!r} of {ruleset.name} is no version, as 1.0.0 is")
    named = {r.name: r for r in rulesets}
    if len(named) < len(rulesets):
        twice = next(r.name for r in rulesets if named[r.name] is not r)
        raise RulebookError(f"two rulesets are called {twice}")
    if TABLE not in named:
        raise RulebookError("the table is missing")
    systems = sorted(r.name for r in rulesets if not r.extends and r.name != TABLE)
    if len(systems) > 1:
        raise RulebookError(f"{systems[0]} and {systems[1]} are both systems", hint="name only one")
    done = [named.pop(TABLE)]
    while named:
        names = {r.name for r in done}
        ready = [r for r in named.values() if not extended(r) or extended(r) in names]
        if not ready:
            stuck = min(named.values(), key=lambda r: r.name)
            raise RulebookError(f"{stuck.name} extends {extended(stuck)}, which is not in force")
        following = min(ready, key=lambda r: r.name)
        _check_bounds(following, {r.name: r for r in done})
        done.append(named.pop(following.name))
    return tuple(done)


def extended(ruleset: Ruleset) -> str:
    """Name of what a ruleset extends, or empty."""
    return re.split(r"[<>=,\s]", ruleset.extends, maxsplit=1)[0]


def _check_bounds(ruleset: Ruleset, present: Mapping[str, Ruleset]) -> None:
    base = extended(ruleset)
    if not base:
        return
    for bound in filter(None, ruleset.extends[len(base) :].split(",")):
        found = _BOUND.match(bound.strip())
        if not found:
            raise RulebookError(f"{ruleset.name} extends {ruleset.extends!r}, which is no bound")
        has, wants = _numbers(present[base].version), _numbers(found[2])
        width = max(len(has), len(wants))
        has, wants = has + (0,) * (width - len(has)), wants + (0,) * (width - len(wants))
        holds = {
            ">=": has >= wants,
            "<=": has <= wants,
            "==": has == wants,
            ">": has > wants,
            "<": has < wants,
        }[found[1]]
        if not holds:
            raise RulebookError(
                f"{ruleset.name} extends {ruleset.extends}; {base} is {present[base].version}"
            )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", version))
