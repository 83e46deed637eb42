"""What the campaign says of traits: which there are, of which kind, and what they cover (2.3, 2.4).

FUD-009, 010, 012 to 015, 026 to 028, 083, 085, 125 and 126.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..content.traits import NamedKind, PowerKind
from ..ladder import Level
from ..paper import Difficulty

Kind = Literal["attribute", "skill", "gift", "fault", "power"]
"""The five categories of traits (FUD-002); a Superfault is a Fault."""

KINDS: tuple[Kind, ...] = ("attribute", "skill", "gift", "fault", "power")

Breadth = Literal["", "broad", "narrow", "specific"]
"""How much one skill takes in, FUD-014."""


class Listed(Struct, frozen=True):
    """A trait on the campaign's list.

    Args:
        kind: what it is here; the same word may be something else elsewhere (FUD-009).
        name: for people; empty for the id.
        difficulty: of a skill, on which its default depends (FUD-027).
        studied: whether a skill has to be studied: whoever lacks it cannot even try (FUD-028).
        breadth: how much it takes in (FUD-014); empty where nobody has said.
        covers: ids of the traits that it stands for, where somebody does not have them apart.
        steps: of a Gift, how many steps its own scale has (FUD-018).
        gift: of a ladder trait, id of the Gift at its upper end (FUD-019).
        fault: likewise, id of the Fault at its lower end.
        power: of a Power, or of an attribute that is one, its kind (FUD-081).
        worth: of a Power, how many ordinary ones it counts for (FUD-083).
        skill: likewise, id of the skill that steers it (FUD-126).
        abilities: likewise, what its levels bring, by id, and the rung that each needs (FUD-125).
    """

    kind: Kind
    name: str = ""
    difficulty: Difficulty = "normal"
    studied: bool = False
    breadth: Breadth = ""
    covers: tuple[str, ...] = ()
    steps: Annotated[int, Meta(ge=1, le=99)] = 1
    gift: str = ""
    fault: str = ""
    power: PowerKind = ""
    worth: Annotated[int, Meta(ge=0, le=99)] = 1
    skill: str = ""
    abilities: dict[str, Level] = {}


class Campaign(Struct, frozen=True):
    """The campaign's list of traits; empty where nobody has listed anything.

    Args:
        traits: on the list, by id.
        whole: whether the list names every skill there is, so that none else is in the game
            (FUD-148).
        resistance: attribute that Damage Resistance is taken from; empty where it is one of its
            own (FUD-009).
        without: kinds of traits that this campaign does without (FUD-002).
        power_kinds: kinds of Powers that there are; none named for all of them (FUD-085).
        powers_whole: whether the list names every Power there is (FUD-085).
    """

    traits: dict[str, Listed] = {}
    whole: bool = False
    resistance: str = ""
    without: tuple[Kind, ...] = ()
    power_kinds: tuple[NamedKind, ...] = ()
    powers_whole: bool = False


def covering(campaign: Campaign, trait: str) -> tuple[str, ...]:
    """Listed traits that cover another, the narrowest first: what it is part of, and so on up.

    Of two that are equally near, the one comes first whose id does.

    Args:
        campaign: whose list it is.
        trait: id of the narrower one.
    """
    found: list[str] = []
    near = [trait]
    while near:
        above = sorted(
            name
            for name, listed in campaign.traits.items()
            if name not in found and name != trait and any(n in listed.covers for n in near)
        )
        found += above
        near = above
    return tuple(found)
