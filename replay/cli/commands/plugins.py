"""``rollbook plugins``."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import click
import pluggy
from msgspec import Struct

from ....core import hookspecs
from ....core.digest import digest
from ....core.hookspecs import PROJECT
from ....core.plugging import manager, points
from ....core.rules import Ruleset
from ....core.surroundings import System
from ..helping import examples
from ..out import Out, common
from ..plain import table


class Supplied(Struct, frozen=True):
    """A ruleset that a plugin supplies, with the commands of others that it decides instead."""

    name: str
    version: str
    title: str
    extends: str
    digest: str
    replaces: tuple[str, ...] = ()


class Plugin(Struct, frozen=True):
    """One entry point, and what became of it.

    Args:
        name: of the entry point.
        distribution: that has it, with its version.
        state: ``loaded`` or ``refused``.
        why: it was refused, or empty.
        hooks: that it implements.
        rulesets: that it supplies.
    """

    name: str
    distribution: str
    state: str
    why: str = ""
    hooks: tuple[str, ...] = ()
    rulesets: tuple[Supplied, ...] = ()


@click.command(
    name="plugins",
    epilog=examples(
        "rollbook plugins",
        "rollbook plugins --json",
    ),
)
@common
def command(out: Out) -> None:
    """List installed plugins: what each brings, or why it is refused.

    A plugin is an entry point of the group "rollbook". One that does not load is listed with
    the reason. What only reads (log, show, diff) goes on without it and says so; what plays
    stops at it. Below a ruleset stands which commands of others it decides in their stead.
    """
    found = [_look(point) for point in points()]
    if out.json:
        out.give(found)
        return
    for plugin in found:
        out.say(f"{out.bold(plugin.name)}  {plugin.distribution}  {plugin.state}")
        if plugin.why:
            out.say(f"  {plugin.why}")
        if plugin.hooks:
            out.say(f"  hooks: {', '.join(plugin.hooks)}")
        rows = [(r.name, r.version, r.title, r.extends, r.digest[:12]) for r in plugin.rulesets]
        out.lines(table(rows, indent=2))
        for r in plugin.rulesets:
            if r.replaces:
                out.say(f"  {r.name} replaces: {', '.join(r.replaces)}")


def _look(point: EntryPoint) -> Plugin:
    home = f"{point.dist.name} {point.dist.version}" if point.dist else ""
    try:
        plugin = point.load()
        hooks = manager([plugin], installed=False)
        return Plugin(point.name, home, "loaded", "", _hooks(hooks, plugin), _rulesets(hooks))
    except Exception as error:  # whatever a plugin may raise is what is to be listed
        return Plugin(point.name, home, "refused", f"{type(error).__name__}: {error}")


def _hooks(hooks: pluggy.PluginManager, plugin: Any) -> tuple[str, ...]:
    found = [caller.name for caller in hooks.get_hookcallers(plugin) or ()]
    return tuple(sorted(name for name in found if hasattr(hookspecs, name)))


def _rulesets(hooks: pluggy.PluginManager) -> tuple[Supplied, ...]:
    surroundings = System()
    return tuple(
        Supplied(r.name, r.version, r.title, r.extends, digest(r, surroundings), _replaced(r))
        for rulesets in hooks.hook.rollbook_rulesets()
        for r in rulesets
    )


def _replaced(ruleset: Ruleset) -> tuple[str, ...]:
    deciders = (decider for chapter in ruleset.chapters for decider in chapter.deciders)
    return tuple(sorted(d.command.message.tag for d in deciders if d.instead_of))


__all__ = ["PROJECT", "Plugin", "Supplied", "command"]
