"""Shots and throws: what is sent, and what came of it (4.65: FUD-196 to 199)."""

from __future__ import annotations

from typing import Literal

from ....core.messages import Command, Event
from ..actions.checks import Circumstance
from ..ladder import FAIR, Level
from .entrants import Aim

Answer = Literal["none", "dodge", "shoot-back", "ask"]
"""What the target of a shot does, or that he is asked."""


class Shoot(Command, ruleset="fudge"):
    """Shoot or throw something at somebody.

    Args:
        attacker: actor.
        target: actor.
        difficulty: level that hits, by distance, light and position, Fair by default.
        answer: what the target does: ``none`` if he is unaware of it, ``dodge``,
            ``shoot-back``, or ``ask`` to ask whoever plays him.
        difficulty_back: level that hits if he shoots back; None for the same.
        trait: what is rolled on; empty for the skill of the weapon.
        dodge: what the target dodges on; empty for Dodge or Agility, whichever he has.
        thrown: whether it is thrown, though the weapon in hand is none for it.
        devices: what betters the aim itself, as a laser sight (FUD-196); the attacker's, or by
            his ``actor`` that of a target who shoots back.
        situation: what helps or hinders the target's dodge, each with its reason (FUD-145).
        announced: most damage that the shot will do (FUD-236).
        stun: whether it is meant to stun (FUD-237).
        aim: part of the body that it is aimed at (FUD-179).
        exempt: whether no threshold protects from it (FUD-205).
        points: whether whoever plays the attacker is asked if Fudge Points are to buy it instead
            of a roll; not at a target that dodges (FUD-037).
        points_back: likewise of the target, if he shoots back.
    """

    attacker: str
    target: str
    difficulty: Level = FAIR
    answer: Answer = "dodge"
    difficulty_back: Level | None = None
    trait: str = ""
    dodge: str = ""
    thrown: bool = False
    devices: tuple[Circumstance, ...] = ()
    situation: tuple[Circumstance, ...] = ()
    announced: int | None = None
    stun: bool = False
    aim: Aim | None = None
    exempt: bool = False
    points: bool = False
    points_back: bool = False


class Shot(Event, ruleset="fudge"):
    """A shot at somebody who dodged is decided.

    Args:
        check: id of the check.
        attacker: who shot.
        target: at whom.
        result: Rolled Degree of the shot.
        dodge: of the dodge.
        difficulty: level that the shot had to reach besides.
        outcome: ``hit``; ``dodged``: the dodge was as good or better; ``missed``: the shot was
            better than the dodge, but did not reach the difficulty.
        rule: id of the rule.
    """

    check: str
    attacker: str
    target: str
    result: int
    dodge: int
    difficulty: int
    outcome: Literal["hit", "dodged", "missed"]
    rule: str = "FUD-197"


def outcome(shot: int, dodge: int, difficulty: int) -> Literal["hit", "dodged", "missed"]:
    """How a shot ends at somebody who dodges. FUD-197."""
    if shot <= dodge:
        return "dodged"
    return "hit" if shot >= difficulty else "missed"
