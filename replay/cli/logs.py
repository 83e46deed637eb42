"""The one place that configures logging: the engine only takes a logger."""

from __future__ import annotations

import sys
from typing import Any

import structlog

from .streams import coloured


def logger_of(as_json: bool) -> Any:
    """A structlog logger on standard error, for people or as JSON Lines."""
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=coloured(sys.stderr))
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    return structlog.get_logger()
