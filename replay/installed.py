"""Installed plugins that work, so that one that does not keeps nobody from reading."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core import plugging
from ..core.errors import RollbookError


class Installed(NamedTuple):
    """What is installed.

    Args:
        plugins: that load and agree with those before them.
        broken: by name of the entry point, why each other one is left out.
    """

    plugins: tuple[Any, ...]
    broken: dict[str, str]


def sound() -> Installed:
    """Load the installed plugins one by one.

    Raises:
        PluginError: two of one name.
    """
    kept: list[Any] = []
    broken: dict[str, str] = {}
    for point in plugging.points():
        try:
            plugin = point.load()
            plugging.supplied(plugging.manager([*kept, plugin], installed=False))
        except Exception as error:  # whatever a plugin may raise
            broken[point.name] = why(error)
        else:
            if plugin not in kept:
                kept.append(plugin)
    return Installed(tuple(kept), broken)


def why(error: Exception) -> str:
    """What went wrong with a plugin, on one line."""
    return str(error) if isinstance(error, RollbookError) else f"{type(error).__name__}: {error}"
