"""The audit: whether a log is what it says, what it rests on, and what a person should look at."""

from ...core.auditing import Finding
from .result import BROKEN, CLEAN, DIFFERS, UNKNOWN, Audit, Notice, Result
from .run import audit
from .tree import Kept

__all__ = [
    "BROKEN",
    "CLEAN",
    "DIFFERS",
    "UNKNOWN",
    "Audit",
    "Finding",
    "Kept",
    "Notice",
    "Result",
    "audit",
]
