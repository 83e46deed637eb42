"""Content files, read into typed Structs."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

from msgspec import Struct

from ....core.codec import convert

T = TypeVar("T", bound=Struct)


def read(name: str, kind: type[T]) -> T:
    """One file of this folder, checked as it is read.

    Args:
        name: of the file, without its end; a folder before it with a slash.
        kind: what it holds.

    Raises:
        Invalid: it does not hold that.
    """
    path = files(__package__ or "") / f"{name}.toml"
    made: T = convert(tomllib.loads(path.read_text(encoding="utf-8")), kind, f"{name}.toml")
    return made
