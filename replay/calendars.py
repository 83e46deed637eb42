"""Calendars by name, as they are shipped, or from a file of one's own."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

from ..core.calendar import Calendar, check
from ..core.codec import convert
from ..core.errors import Invalid
from .nearest import nearest

_PACKAGE = f"{(__package__ or '').rpartition('.')[0]}.core.table"


def shipped() -> tuple[str, ...]:
    """Names of the calendars that come with the table, sorted."""
    found = (entry.name for entry in (files(_PACKAGE) / "calendars").iterdir())
    return tuple(sorted(name[:-5] for name in found if name.endswith(".toml")))


def calendar(name: str) -> Calendar:
    """A calendar that is shipped, or one from a ``.toml`` file.

    Args:
        name: its name, as ``gregorian``, or the path of the file.

    Raises:
        Invalid: there is no such calendar, or it cannot be.
    """
    known = shipped()
    try:
        if name in known:
            text = (files(_PACKAGE) / "calendars" / f"{name}.toml").read_text(encoding="utf-8")
        elif name.endswith(".toml"):
            text = Path(name).read_text(encoding="utf-8")
        else:
            raise Invalid(
                f"no calendar is called {name!r}",
                hint=nearest(name, known, most=0) or f"{', '.join(known)}, or a .toml file",
            )
        found: Calendar = convert(tomllib.loads(text), Calendar, name)
    except OSError as error:
        raise Invalid(f"{name} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{name} does not read: {error}") from error
    check(found)
    return found
