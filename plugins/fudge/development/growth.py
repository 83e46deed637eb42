"""What development remembers from one evening to the next."""

from __future__ import annotations

from msgspec import Struct


class Growth(Struct, frozen=True):
    """How far everybody has come.

    Args:
        awarded: Experience Points of this sitting, by actor.
        raised: traits that have gone up in this sitting, by actor (FUD-253).
        trained: traits for which a training is over and not yet used, by actor (FUD-258).
    """

    awarded: dict[str, int] = {}
    raised: dict[str, tuple[str, ...]] = {}
    trained: dict[str, tuple[str, ...]] = {}
