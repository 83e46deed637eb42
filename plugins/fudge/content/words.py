"""Names of traits and of what the book describes, by id, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from .bestiary import creatures, things
from .names import Words
from .races import races
from .reading import read
from .traits import attributes, faults, gifts, powers, skills, superfaults


class WordFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Names that stand in no other file."""

    word: dict[str, Words]


def named() -> Iterator[tuple[str, Words]]:
    """Every id with its name, as often as some file has it."""
    yield from read("words", WordFile).word.items()
    for menu in (attributes(), skills()):
        for group in menu.values():
            yield from group.traits.items()
    for traits in (gifts(), faults(), superfaults(), powers()):
        for name, entry in traits.items():
            yield name, entry.name
    for name, race in races().items():
        yield name, race.name
    for name, creature in creatures().items():
        yield name, creature.name
    for name, thing in things().items():
        yield name, thing.name


@cache
def _all() -> dict[str, Words]:
    return dict(named())


def word(name: str, lang: str = "en") -> str:
    """The name of a trait, race, creature or thing; empty for an id that the book does not have.

    Args:
        name: id, as ``perception``.
        lang: ``it`` for Italian, else English.
    """
    found = _all().get(name)
    return found.told(lang) if found else ""
