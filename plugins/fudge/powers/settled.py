"""What a table has settled about what is beyond humans."""

from __future__ import annotations

from msgspec import Struct


class Settled(Struct, frozen=True):
    """The GM's answers, by question.

    Args:
        magic: about magic (FUD-121).
        miracles: about miracles (FUD-123).
    """

    magic: dict[str, str] = {}
    miracles: dict[str, str] = {}
