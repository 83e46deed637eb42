"""Statistics of a session's dice: luck and faces against exact expectation."""

from .counting import Faces, Luck, Stats, stats

__all__ = ["Faces", "Luck", "Stats", "stats"]
