"""A logger that says nothing: what a session has unless it is given another."""

from __future__ import annotations

from typing import Any


class Silent:
    """Takes every call of a structlog logger and does nothing."""

    def bind(self, **context: Any) -> Silent:
        """Itself."""
        return self

    def debug(self, event: str, **fields: Any) -> None:
        """Nothing."""

    def info(self, event: str, **fields: Any) -> None:
        """Nothing."""

    def warning(self, event: str, **fields: Any) -> None:
        """Nothing."""

    def error(self, event: str, **fields: Any) -> None:
        """Nothing."""


SILENT = Silent()
