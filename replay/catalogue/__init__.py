"""The rules that a ruleset's book has: what acts on each, what tests it, and its switches."""

from .citing import cited
from .listing import ADVICE, Rule, catalogue
from .switching import Exclusion, Switch, switches

__all__ = ["ADVICE", "Exclusion", "Rule", "Switch", "catalogue", "cited", "switches"]
