"""Fudge, in the Italian edition of 1995: a ladder of words, two dice, and a switch for everything.

What other rulesets may use: the commands `Attempt`, `Inflict`, `Suffer` and `Heal` to perform, the
proposals `Check`, `TraitCheck` and `Harm` to modify, and the events to react to. A function that
emits Fudge's events is of no use outside: a ruleset emits its own, and performs others' commands.
"""

from __future__ import annotations

from ...core.modifiers import Check
from ...core.rules import Ruleset
from .actions import attempts, contests, criticals, mishaps, odds, outcomes, reactions, rivalry
from .actions.attempts import Attempt, Attempted
from .actions.checks import ACTION, ATTACK, CONTEST, SITUATION, Circumstance, TraitCheck
from .actions.contests import Contest, Contested, Situated, Situational
from .actions.outcomes import AutoOutcome, EvenChance, Evened, Foregone, Graded, Noticed
from .actions.rivalry import Compete, Competed, Rival
from .combat import (
    aiming,
    crowd,
    exchange,
    fight,
    held,
    manoeuvres,
    melee,
    observing,
    ranged,
    rounds,
    showing,
    subjective,
    unopposed,
)
from .combat.aiming import Aimed
from .combat.bout import Manoeuvre, outnumbered, toward_zero
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
from .combat.ranged import Shoot, Shot
from .combat.rounds import FighterJoined, FighterLeft, NextRound
from .combat.subjective import BeginSegment, Fare, Fared, SegmentBegan
from .combat.unopposed import Attack, Attacked
from .creation.begun import BeginDraft, DraftChanged
from .creation.chapters import CHAPTERS as CREATION
from .creation.checking import Finding, validate
from .creation.costs import TraitCost
from .creation.drafts import Draft
from .creation.exclusions import EXCLUDED as MAKING
from .creation.free import DefineTrait, FreeTraitDefined
from .creation.limits import Limits
from .creation.review import ApproveDraft, DraftApproved
from .damage import (
    closing,
    dying,
    harm,
    healing,
    inflicting,
    judging,
    resting,
    scale,
    stun,
    thresholds,
    track,
    waking,
    wounds,
)
from .damage.closing import HealingRolled
from .damage.dying import Died, Dying, Kill
from .damage.exclusions import EXCLUDED as DAMAGE_EXCLUDED
from .damage.harm import BASE, CALCULATED, DAMAGE, ROLL, Blow, Harm
from .damage.healing import HEALING, Healing, Mended, Treat, Treated
from .damage.inflicting import Harmed, Inflict
from .damage.judging import Assessed
from .damage.resting import Convalesce, GetUp, GotUp, RestBegan, RestWentOn
from .damage.scale import Nibbled
from .damage.stun import CameTo, KnockedOut, Recovered, Stunned
from .damage.thresholds import WOUND_POINTS, Spared, Wounding
from .damage.waking import Endure, Endured, HeldOn, HoldOn, Rouse
from .damage.wounds import Heal, Healed, Suffer, Wounded, able
from .development import acquiring, costs, experience, raising, training, view
from .development.acquiring import Acquire, Acquired
from .development.costs import EXPERIENCE, POINTS, RaiseCost
from .development.experience import Award, Awarded
from .development.raising import Denied, Improved, Raise, Reward
from .development.training import Train, Trained
from .dice import DIFFERENCE, LOW, NPC_DIE, NPC_JUDGED, SUM7, shift
from .ladder import Level
from .options import FudgeOptions
from .paper import Fault, Gift, Power, Sheet
from .points import allotment, coincidence, pool, relief, shifting
from .points.pool import Paid
from .points.switches import EXCLUDES
from .powers import magic, projecting, races, using
from .powers.magic import Cast, Invoke, MatterSettled, MiracleInvoked, Settle, SpellCast
from .powers.projecting import Project, Projected
from .powers.race import Race
from .powers.races import DescribeRace, Lift, Lifted, RaceDescribed, Sprint, Sprinted
from .powers.using import PowerUse, PowerUsed, UsePower
from .state import Character, Fudge, Part, Trait, Wielded, character
from .traits import characters, listing, rungs, views
from .traits import showing as campaign
from .traits.campaign import Campaign, Listed
from .traits.characters import Altered, Enter, Entered, Wield, Wielding
from .traits.listing import (
    DescribeTraits,
    DropTrait,
    ListCombatSkills,
    ListGroup,
    ListTrait,
    TraitDropped,
    TraitListed,
    TraitsDescribed,
)
from .traits.sheet import load_sheet
from .traits.standing import Standing, standing
from .wording import degree

fudge = Ruleset(
    "fudge",
    version="0.1.0",
    state=Fudge,
    options=FudgeOptions,
    chapters=(
        characters.rules,
        *CREATION,
        pool.rules,
        allotment.rules,
        shifting.rules,
        relief.rules,
        coincidence.rules,
        criticals.rules,
        mishaps.rules,
        reactions.rules,
        listing.rules,
        rungs.rules,
        campaign.rules,
        views.rules,
        attempts.rules,
        contests.rules,
        fight.rules,
        rounds.rules,
        manoeuvres.rules,
        outcomes.rules,
        rivalry.rules,
        odds.rules,
        exchange.rules,
        melee.rules,
        held.rules,
        aiming.rules,
        crowd.rules,
        unopposed.rules,
        ranged.rules,
        observing.rules,
        subjective.rules,
        showing.rules,
        harm.rules,
        inflicting.rules,
        races.rules,
        using.rules,
        projecting.rules,
        magic.rules,
        judging.rules,
        scale.rules,
        thresholds.rules,
        wounds.rules,
        stun.rules,
        waking.rules,
        dying.rules,
        healing.rules,
        resting.rules,
        closing.rules,
        track.rules,
        costs.rules,
        experience.rules,
        raising.rules,
        acquiring.rules,
        training.rules,
        view.rules,
    ),
    package=__name__,
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
    "Blow",
    "Bout",
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
    "Harm",
    "Harmed",
    "Heal",
    "Healed",
    "Healing",
    "HealingRolled",
    "Held",
    "HeldOn",
    "HoldOn",
    "Improved",
    "Inflict",
    "Invoke",
    "JoinFight",
    "Kill",
    "KnockedOut",
    "LeaveFight",
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
    "Power",
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
    "Stunned",
    "Suffer",
    "Surrounded",
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
    "Wounded",
    "Wounding",
    "able",
    "character",
    "degree",
    "fudge",
    "load_sheet",
    "outnumbered",
    "shift",
    "stance",
    "standing",
    "toward_zero",
    "validate",
]
