"""What the book asks a GM before there is magic or miracles (3.5, 3.6)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .reading import read


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """One question, in both languages."""

    en: str
    it: str


class Questionnaires(Struct, frozen=True, forbid_unknown_fields=True):
    """Questions by id, of each kind."""

    magic: dict[str, Question]
    miracles: dict[str, Question]


@cache
def questionnaires() -> Questionnaires:
    """The points of FUD-121 and FUD-123."""
    return read("questionnaires", Questionnaires)
