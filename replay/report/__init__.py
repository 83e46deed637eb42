"""A session as one self-contained page: told, drawn, explained, audited."""

from .model import Report, report
from .page import page

__all__ = ["Report", "page", "report"]
