"""One plugin manager for each engine; entry points in a fixed order, clashes named."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points
from itertools import pairwise
from typing import Any

import pluggy

from . import hookspecs
from .auditing import AuditCheck
from .errors import PluginError
from .hookspecs import PROJECT
from .messages import TABLE
from .rules import Ruleset


def manager(plugins: Iterable[Any], *, installed: bool) -> pluggy.PluginManager:
    """A manager with these plugins, and with those installed beside Rollbook.

    Args:
        plugins: modules or objects with hook implementations.
        installed: whether entry points of the group ``rollbook`` are loaded too.

    Raises:
        PluginError: two entry points of one name, one that does not load, or a hook
            implementation that no hook is called.
    """
    made = pluggy.PluginManager(PROJECT)
    made.add_hookspecs(hookspecs)
    for plugin in plugins:
        if not made.is_registered(plugin):
            made.register(plugin)
    if installed:
        for point in points():
            plugin = _load(point)
            if not made.is_registered(plugin):
                made.register(plugin, name=point.name)
    try:
        made.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(f"{error}", hint="is the hook's name spelt right?") from error
    return made


def points() -> list[EntryPoint]:
    """Entry points of the group, by name and distribution.

    Raises:
        PluginError: two of one name; names both distributions.
    """
    found = {(p.name, _home(p)): p for p in entry_points(group=PROJECT)}
    ordered = [found[key] for key in sorted(found)]
    for one, other in pairwise(ordered):
        if one.name == other.name:
            raise PluginError(
                f"{_home(one)} and {_home(other)} both have a plugin called {one.name}",
                hint="uninstall one of them",
            )
    return ordered


def _home(point: EntryPoint) -> str:
    return point.dist.name if point.dist else ""


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:  # whatever a plugin's import may raise
        raise PluginError(
            f"the plugin {point.name} of {_home(point)} does not load: {error!r}"
        ) from error


def supplied(hooks: pluggy.PluginManager) -> dict[str, Ruleset]:
    """Rulesets that the plugins supply, by name, sorted.

    Raises:
        PluginError: two of one name; names both plugins.
    """
    found: dict[str, tuple[str, Ruleset]] = {}
    for implementation in hooks.hook.rollbook_rulesets.get_hookimpls():
        rulesets: Any = implementation.function()
        for ruleset in rulesets:
            if ruleset.name == TABLE:
                raise PluginError(f"{called(implementation)} supplies {TABLE}, which is the core's")
            other = found.get(ruleset.name)
            if other is not None and other[1] is not ruleset:
                raise PluginError(
                    f"{other[0]} and {called(implementation)} both supply {ruleset.name}"
                )
            found[ruleset.name] = (called(implementation), ruleset)
    return {name: found[name][1] for name in sorted(found)}


def called(implementation: pluggy.HookImpl) -> str:
    """A plugin's name for people: pluggy calls an object without a name by a number."""
    if not implementation.plugin_name.isdecimal():
        return implementation.plugin_name
    kind = type(implementation.plugin)
    return f"{kind.__module__}.{kind.__qualname__}"


def audit_checks(hooks: pluggy.PluginManager) -> tuple[Callable[[], AuditCheck], ...]:
    """What makes each of the checks that plugins add to an audit, in the order of the plugins."""
    found: list[Callable[[], AuditCheck]] = []
    for implementation in hooks.hook.rollbook_audit_checks.get_hookimpls():
        made: Any = implementation.function()
        found.extend(made)
    return tuple(found)
