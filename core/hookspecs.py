"""Every hook that a plugin may implement. None is called while deciding or folding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from .auditing import AuditCheck
    from .entries import Receipt
    from .rules import Ruleset
    from .store import Store

PROJECT = "rollbook"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def rollbook_rulesets() -> Iterable[Ruleset]:
    """Supply rulesets; called once when an engine is built.

    Returns:
        Rulesets by any number of names; each name may be supplied once.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rollbook_stores(path: str, options: dict[str, Any]) -> Store | None:
    """Open a store; called when a session is opened by path, until one answers.

    Args:
        path: as the caller gave it.
        options: of the store, by name, such as ``durability``, ``read_only``, ``logger``.

    Returns:
        An open store, or None where this plugin does not know such paths.
    """
    raise NotImplementedError


@hookspec
def rollbook_audit_checks() -> Sequence[Callable[[], AuditCheck]]:
    """Supply checks of one's own to the audit; called when an audit begins.

    Returns:
        What makes a check, as a subclass of `AuditCheck` does; each audit gets one of its own.
    """
    raise NotImplementedError


@hookspec
def rollbook_commands(group: Any) -> None:
    """Add commands to the command line; called when the tool starts.

    Args:
        group: the click group to add to.
    """
    raise NotImplementedError


@hookspec
def rollbook_committed(session: str, receipt: Receipt) -> None:
    """Hear of a commit, after it is on disk; what raises is logged and changes nothing.

    Args:
        session: id of the session.
        receipt: for whoever holds the journal: filter it by `Receipt.only` for others.
    """
    raise NotImplementedError
