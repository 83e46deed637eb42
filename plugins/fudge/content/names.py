"""A name, or a remark, in the languages that Fudge speaks."""

from __future__ import annotations

from msgspec import Struct

Level = int
"""A rung of the ladder, 0 for Fair, or a result."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """The same in English and in Italian."""

    en: str
    it: str

    def __post_init__(self) -> None:
        if not self.en or not self.it:
            raise ValueError("words in both languages")

    def __str__(self) -> str:
        return self.en

    def told(self, lang: str) -> str:
        """In this language; in English where it is neither."""
        return self.it if lang == "it" else self.en
