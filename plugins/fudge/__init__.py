"""Fudge, in the Italian edition of 1995: a ladder of words, two dice, and a switch for everything.

What other rulesets may use: commands to perform, as `Attempt`, `Inflict`, `Mend` and `Pay`;
proposals to modify, as `Check`, `TraitCheck`, `Harm` and `Healing`; the events to react to; and
figures to work out, as `level_of_sum` and `level_of_percent` of a character of another game. A
function that emits Fudge's events is of no use outside: a ruleset emits its own, and performs
others' commands.
"""

from __future__ import annotations

from ...core.modifiers import Check
from ...core.rules import Ruleset
from .actions.attempts import Attempt, Attempted
from .actions.chapters import CHAPTERS as ACTIONS
from .actions.checks import ACTION, ATTACK, CONTEST, MAGIC, SITUATION, Circumstance, TraitCheck
from .actions.contests import Contest, Contested, Situated, Situational
from .actions.outcomes import AutoOutcome, EvenChance, Evened, Foregone, Graded, Noticed
from .actions.rivalry import Compete, Competed, Rival
from .combat.aiming import Aimed
from .combat.bout import Manoeuvre, outnumbered, toward_zero
from .combat.chapters import CHAPTERS as COMBAT
from .combat.crowd import GroupRolled, Muster, Surrounded
from .combat.entrants import Aim, Bout, Fighter
from .combat.exchange import Exchange
from .combat.exclusions import EXCLUDED
from .combat.fight import (
    BeginFight,
    EndFight,
    FightBegan,
    FightEnded,
    JoinFight,
    LeaveFight,
)
from .combat.held import Held, Managed
from .combat.manoeuvres import Declared, Outnumbered, stance
from .combat.melee import Melee
from .combat.observing import Observe, Observed
from .combat.rounds import FighterJoined, FighterLeft, NextRound
from .combat.shots import Shoot, Shot
from .combat.subjective import BeginSegment, Fare, Fared, Land, SegmentBegan
from .combat.unopposed import Attack, Attacked
from .content import word
from .content.conversion import level_of_percent, level_of_sum
from .creation.begun import BeginDraft, DraftChanged
from .creation.chapters import CHAPTERS as CREATION
from .creation.checking import validate
from .creation.costs import TraitCost
from .creation.drafts import Draft
from .creation.exclusions import EXCLUDED as MAKING
from .creation.findings import Finding
from .creation.free import DefineTrait, FreeTraitDefined
from .creation.limits import Limits
from .creation.review import ApproveDraft, DraftApproved
from .creation.taking import PowerDenied
from .damage.chapters import CHAPTERS as HARM
from .damage.closing import HealingRolled
from .damage.dying import Died, Dying, Kill
from .damage.exclusions import EXCLUDED as DAMAGE_EXCLUDED
from .damage.harm import BASE, CALCULATED, DAMAGE, ROLL, Blow, Harm
from .damage.healing import HEALING, Healing, Mend, Mended, Treat, Treated
from .damage.inflicting import Harmed, Inflict
from .damage.judging import Assessed
from .damage.resting import Convalesce, GetUp, GotUp, RestBegan, RestWentOn
from .damage.scale import Nibbled
from .damage.stun import CameTo, KnockedOut, Recovered, Stunned
from .damage.thresholds import WOUND_POINTS, Spared, Wounding
from .damage.waking import Endure, Endured, HeldOn, HoldOn, Rouse
from .damage.wounds import Heal, Healed, Suffer, Wounded, able
from .development.acquiring import Acquire, Acquired
from .development.chapters import CHAPTERS as DEVELOPMENT
from .development.costs import EXPERIENCE, POINTS, RaiseCost
from .development.experience import Award, Awarded
from .development.raising import Denied, Improved, Raise, Reward
from .development.training import Train, Trained
from .dice import DIFFERENCE, LOW, NPC_DIE, NPC_JUDGED, SUM7, shift
from .examples.belongings import Belonging, Works
from .examples.bringing import BringCreature, BringSample, Brought, Withstand
from .examples.chapters import CHAPTERS as EXAMPLES
from .examples.equipment import BringThing, HandOver, ThingBrought, ThingPassed
from .examples.swords import (
    Kindle,
    Kindled,
    LeftOpen,
    StrainThing,
    Sway,
    Swayed,
    ThingStrained,
)
from .ladder import Level
from .options import FudgeOptions
from .paper import Fault, Gift, Power, Sheet
from .points.chapters import CHAPTERS as FUDGE_POINTS
from .points.pool import Paid, Pay
from .points.switches import EXCLUDES
from .powers.chapters import CHAPTERS as POWERS
from .powers.implants import BreakImplant, ImplantBroken
from .powers.magic import Cast, Invoke, MiracleInvoked, SpellCast
from .powers.projecting import Project, Projected
from .powers.race import Race
from .powers.races import DescribeRace, Lift, Lifted, RaceDescribed, Sprint, Sprinted
from .powers.settling import MatterSettled, Settle
from .powers.using import PowerUse, PowerUsed, UsePower
from .state import Character, Fudge, Part, Trait, Wielded, character
from .traits.campaign import Campaign, Listed
from .traits.chapters import CHAPTERS as TRAITS
from .traits.characters import Altered, Enter, Entered, Wield, Wielding
from .traits.equipping import Equip
from .traits.listing import (
    DescribeTraits,
    DropTrait,
    ListCombatSkills,
    ListTrait,
    TraitDropped,
    TraitListed,
    TraitsDescribed,
)
from .traits.menus import ListGroup
from .traits.sheet import load_sheet
from .traits.standing import Standing, standing
from .wording import degree

fudge = Ruleset(
    "fudge",
    version="0.1.0",
    state=Fudge,
    options=FudgeOptions,
    chapters=(
        *TRAITS,
        *FUDGE_POINTS,
        *CREATION,
        *POWERS,
        *ACTIONS,
        *COMBAT,
        *HARM,
        *DEVELOPMENT,
        *EXAMPLES,
    ),
    package=__name__,
    names=word,
    readings=(LOW, DIFFERENCE, SUM7, NPC_DIE, NPC_JUDGED),
    title="Fudge",
    excludes=(*MAKING, *EXCLUDES, *EXCLUDED, *DAMAGE_EXCLUDED),
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
    "HEALING",
    "LOW",
    "MAGIC",
    "POINTS",
    "ROLL",
    "SITUATION",
    "SUM7",
    "WOUND_POINTS",
    "Acquire",
    "Acquired",
    "Aim",
    "Aimed",
    "Altered",
    "ApproveDraft",
    "Assessed",
    "Attack",
    "Attacked",
    "Attempt",
    "Attempted",
    "AutoOutcome",
    "Award",
    "Awarded",
    "BeginDraft",
    "BeginFight",
    "BeginSegment",
    "Belonging",
    "Blow",
    "Bout",
    "BreakImplant",
    "BringCreature",
    "BringSample",
    "BringThing",
    "Brought",
    "CameTo",
    "Campaign",
    "Cast",
    "Character",
    "Check",
    "Circumstance",
    "Compete",
    "Competed",
    "Contest",
    "Contested",
    "Convalesce",
    "Declared",
    "DefineTrait",
    "Denied",
    "DescribeRace",
    "DescribeTraits",
    "Died",
    "Draft",
    "DraftApproved",
    "DraftChanged",
    "DropTrait",
    "Dying",
    "EndFight",
    "Endure",
    "Endured",
    "Enter",
    "Entered",
    "Equip",
    "EvenChance",
    "Evened",
    "Exchange",
    "Fare",
    "Fared",
    "Fault",
    "FightBegan",
    "FightEnded",
    "Fighter",
    "FighterJoined",
    "FighterLeft",
    "Finding",
    "Foregone",
    "FreeTraitDefined",
    "Fudge",
    "FudgeOptions",
    "GetUp",
    "Gift",
    "GotUp",
    "Graded",
    "GroupRolled",
    "HandOver",
    "Harm",
    "Harmed",
    "Heal",
    "Healed",
    "Healing",
    "HealingRolled",
    "Held",
    "HeldOn",
    "HoldOn",
    "ImplantBroken",
    "Improved",
    "Inflict",
    "Invoke",
    "JoinFight",
    "Kill",
    "Kindle",
    "Kindled",
    "KnockedOut",
    "Land",
    "LeaveFight",
    "LeftOpen",
    "Level",
    "Lift",
    "Lifted",
    "Limits",
    "ListCombatSkills",
    "ListGroup",
    "ListTrait",
    "Listed",
    "Managed",
    "Manoeuvre",
    "MatterSettled",
    "Melee",
    "Mend",
    "Mended",
    "MiracleInvoked",
    "Muster",
    "NextRound",
    "Nibbled",
    "Noticed",
    "Observe",
    "Observed",
    "Outnumbered",
    "Paid",
    "Part",
    "Pay",
    "Power",
    "PowerDenied",
    "PowerUse",
    "PowerUsed",
    "Project",
    "Projected",
    "Race",
    "RaceDescribed",
    "Raise",
    "RaiseCost",
    "Recovered",
    "RestBegan",
    "RestWentOn",
    "Reward",
    "Rival",
    "Rouse",
    "SegmentBegan",
    "Settle",
    "Sheet",
    "Shoot",
    "Shot",
    "Situated",
    "Situational",
    "Spared",
    "SpellCast",
    "Sprint",
    "Sprinted",
    "Standing",
    "StrainThing",
    "Stunned",
    "Suffer",
    "Surrounded",
    "Sway",
    "Swayed",
    "ThingBrought",
    "ThingPassed",
    "ThingStrained",
    "Train",
    "Trained",
    "Trait",
    "TraitCheck",
    "TraitCost",
    "TraitDropped",
    "TraitListed",
    "TraitsDescribed",
    "Treat",
    "Treated",
    "UsePower",
    "Wield",
    "Wielded",
    "Wielding",
    "Withstand",
    "Works",
    "Wounded",
    "Wounding",
    "able",
    "character",
    "degree",
    "fudge",
    "level_of_percent",
    "level_of_sum",
    "load_sheet",
    "outnumbered",
    "shift",
    "stance",
    "standing",
    "toward_zero",
    "validate",
]
