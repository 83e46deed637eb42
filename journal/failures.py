"""What SQLite says, in the words of Rollbook: no ``sqlite3`` error reaches a caller."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ..core.errors import Busy, Damaged, Full, ReadOnly, StoreError

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH}


def primary(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 where the driver gave none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    """Whether trying again may help."""
    return primary(error) in _BUSY


def may_not_write(error: sqlite3.Error) -> bool:
    """Whether a file, or what SQLite makes beside it, may not be opened or written."""
    return primary(error) in _READ_ONLY


def translate(error: sqlite3.Error, path: Path) -> StoreError:
    """The typed error for what SQLite reported about this file."""
    code = primary(error)
    if code in _BUSY:
        return Busy(f"{path} is held by another writer", hint="try again")
    if code in _READ_ONLY:
        return ReadOnly(f"{path} may not be written", hint="check the file, its folder, its disk")
    if code == sqlite3.SQLITE_FULL:
        return Full(f"there is no room for {path}", hint="free some space; nothing was lost")
    if code == sqlite3.SQLITE_NOTADB:
        return Damaged(f"{path} is not a journal", hint="it is no SQLite file, or its head is gone")
    if code in _DAMAGED or "decode" in str(error) or "no such" in str(error):
        return Damaged(f"{path} is damaged: {error}", hint="keep it as it is and salvage a copy")
    if code == sqlite3.SQLITE_CONSTRAINT:
        return StoreError(f"{path} refuses what breaks its log: {error}")
    return StoreError(f"{path}: {error}")
