"""The SQLite store as a plugin: opens every path that is a file, or may become one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..core.auditing import AuditCheck
from ..core.hookspecs import hookimpl
from .sqlite import SQLiteStore


@hookimpl
def rollbook_audit_checks() -> Sequence[Callable[[], AuditCheck]]:
    """What is asked of the file itself."""
    from .checking import File

    return [File]


@hookimpl(trylast=True)
def rollbook_stores(path: str, options: dict[str, Any]) -> SQLiteStore | None:
    """A SQLite file at this path; paths with a scheme (``postgres://…``) are others'."""
    return None if "://" in path else SQLiteStore(path, **options)
