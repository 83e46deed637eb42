"""The only way by which time, chance and files enter the core."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Protocol


class Surroundings(Protocol):
    """Clock, randomness and packaged files; pass your own to make a session reproducible."""

    def now(self) -> datetime:
        """The time, with a zone."""
        ...

    def random(self, n: int) -> bytes:
        """So many random bytes, for seeds and salts."""
        ...

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        """Path and content of each file of a package, sorted, caches left out."""
        ...


class System:
    """The machine's own clock, generator and packages."""

    def now(self) -> datetime:
        """The machine's time, in UTC."""
        return datetime.now(UTC)

    def random(self, n: int) -> bytes:
        """Bytes from the operating system's generator."""
        return secrets.token_bytes(n)

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        """Path and content of each file of an importable package, sorted."""
        yield from sorted(_walk(files(package), ""))


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = entry.name
        if name == "__pycache__" or name.endswith((".pyc", ".pyo")):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{name}/")
        else:
            yield f"{prefix}{name}", entry.read_bytes()


def stamp(moment: datetime) -> str:
    """RFC 3339 in UTC with milliseconds, as records carry it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
