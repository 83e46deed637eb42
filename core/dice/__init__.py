"""Dice: notation, tree, evaluation, sources of faces, exact odds and seals.

One parser, one tree, many evaluations: rolled, recorded, typed in, injected, or counted out.
"""

from .die import FUDGE, Die, Kind, Outcome, Source, polyhedral
from .evaluate import evaluate, reevaluate, value_of
from .limits import Limits
from .notation import parse
from .odds import Odds, odds
from .pool import Condition, Keep, Pool, Reading, Reroll
from .seal import ALGORITHM, Sealed, Word, commitment, key, stream_words
from .sources import Injected, Recorded, Words, accepted
from .tree import Dice, Number, Part, Product, Sum
from .typed import typed

__all__ = [
    "ALGORITHM",
    "FUDGE",
    "Condition",
    "Dice",
    "Die",
    "Injected",
    "Keep",
    "Kind",
    "Limits",
    "Number",
    "Odds",
    "Outcome",
    "Part",
    "Pool",
    "Product",
    "Reading",
    "Recorded",
    "Reroll",
    "Sealed",
    "Source",
    "Sum",
    "Word",
    "Words",
    "accepted",
    "commitment",
    "evaluate",
    "key",
    "odds",
    "parse",
    "polyhedral",
    "reevaluate",
    "stream_words",
    "typed",
    "value_of",
]
