"""Older files, brought to the present format once a copy has been set aside."""

from __future__ import annotations

from ..core.errors import StoreError
from .connecting import Line


def migrate(line: Line, read_only: bool) -> None:
    """Bring an older file to the present format."""
    raise StoreError(f"{line.path} has the old format {line.format}")
