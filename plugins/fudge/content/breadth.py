"""How finely skills of combat may be divided (FUD-015)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from .reading import read


class CombatSkill(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill of combat.

    Args:
        step: 1 for the widest, 4 for one weapon.
        within: id of the wider skill that takes it in; empty for the widest.
    """

    step: int
    within: str = ""


class CombatSkills(Struct, frozen=True, forbid_unknown_fields=True):
    """Skills of combat by id; each lies within one that is wider."""

    skill: dict[str, CombatSkill]

    def __post_init__(self) -> None:
        for name, one in self.skill.items():
            wider = self.skill.get(one.within)
            if one.step > 1 and (wider is None or wider.step >= one.step):
                raise ValueError(f"{name} lies within nothing wider")


@cache
def combat() -> dict[str, CombatSkill]:
    """Skills of combat by id, FUD-015."""
    return read("combat-skills", CombatSkills).skill


def below(trait: str) -> tuple[str, ...]:
    """Every narrower skill that a skill of combat takes in, at whichever step."""
    found: list[str] = []
    for name, one in combat().items():  # wider ones stand first
        if one.within == trait or one.within in found:
            found.append(name)
    return tuple(found)
