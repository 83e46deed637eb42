"""Explaining a record: who asked, how it came about, what touched it, what came of it."""

from .derivation import Explanation, Step, explain
from .roll import Dice, Weight

__all__ = ["Dice", "Explanation", "Step", "Weight", "explain"]
