"""Fudge, in the Italian edition of 1995: a ladder of words, two dice, and a switch for everything.

What other rulesets may use: the commands `Suffer` and `Heal` to perform, the proposals `Check`,
`TraitCheck` and `Harm` to modify, and the events to react to.
"""

from __future__ import annotations

from ...core.modifiers import Check
from ...core.rules import Ruleset
from .actions import contests, criticals, mishaps, reactions
from .actions.checks import ACTION, ATTACK, CONTEST, SITUATION, Circumstance, TraitCheck
from .actions.contests import Attempt, Attempted, Contest, Contested, Situated, Situational
from .combat import exchange
from .combat.exchange import Declared, Exchange, Held
from .damage import harm, wounds
from .damage.harm import BASE, CALCULATED, DAMAGE, ROLL, Blow, Harm
from .damage.wounds import Heal, Healed, Suffer, Wounded
from .development import acquiring, costs, experience, raising, training, view
from .development.acquiring import Acquire, Acquired
from .development.costs import EXPERIENCE, POINTS, RaiseCost
from .development.experience import Award, Awarded
from .development.raising import Denied, Improved, Raise, Reward
from .development.training import Train, Trained
from .dice import DIFFERENCE, LOW, NPC_DIE, NPC_JUDGED, SUM7, shift
from .options import FudgeOptions
from .paper import Fault, Gift, Power, Sheet
from .points import allotment, coincidence, pool, relief, shifting
from .points.pool import Paid, pay
from .points.switches import EXCLUDES
from .state import Character, Fudge, Part, Trait, Wielded
from .traits import characters
from .traits.characters import Altered, Enter, Entered, Wield, Wielding
from .traits.sheet import load_sheet

fudge = Ruleset(
    "fudge",
    version="0.1.0",
    state=Fudge,
    options=FudgeOptions,
    chapters=(
        characters.rules,
        pool.rules,
        allotment.rules,
        shifting.rules,
        relief.rules,
        coincidence.rules,
        criticals.rules,
        mishaps.rules,
        reactions.rules,
        contests.rules,
        exchange.rules,
        harm.rules,
        wounds.rules,
        costs.rules,
        experience.rules,
        raising.rules,
        acquiring.rules,
        training.rules,
        view.rules,
    ),
    package=__name__,
    readings=(LOW, DIFFERENCE, SUM7, NPC_DIE, NPC_JUDGED),
    excludes=EXCLUDES,
    title="Fudge",
)
"""The ruleset."""

__all__ = [
    "ACTION",
    "ATTACK",
    "BASE",
    "CALCULATED",
    "CONTEST",
    "DAMAGE",
    "DIFFERENCE",
    "EXPERIENCE",
    "LOW",
    "POINTS",
    "ROLL",
    "SITUATION",
    "SUM7",
    "Acquire",
    "Acquired",
    "Altered",
    "Attempt",
    "Attempted",
    "Award",
    "Awarded",
    "Blow",
    "Character",
    "Check",
    "Circumstance",
    "Contest",
    "Contested",
    "Declared",
    "Denied",
    "Enter",
    "Entered",
    "Exchange",
    "Fault",
    "Fudge",
    "FudgeOptions",
    "Gift",
    "Harm",
    "Heal",
    "Healed",
    "Held",
    "Improved",
    "Paid",
    "Part",
    "Power",
    "Raise",
    "RaiseCost",
    "Reward",
    "Sheet",
    "Situated",
    "Situational",
    "Suffer",
    "Train",
    "Trained",
    "Trait",
    "TraitCheck",
    "Wield",
    "Wielded",
    "Wielding",
    "Wounded",
    "fudge",
    "load_sheet",
    "pay",
    "shift",
]
