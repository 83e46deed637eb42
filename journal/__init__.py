"""The journal: sessions kept in an SQLite file that anybody can read. See ``docs/journal.md``."""

from .sqlite import SQLiteStore

__all__ = ["SQLiteStore"]
