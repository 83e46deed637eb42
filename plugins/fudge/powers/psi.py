"""Psi: how strong it is, what its levels bring, and the skills that steer it (3.7, 6.342).

FUD-085, 091, and 124 to 126.
"""

from __future__ import annotations

from msgspec import Struct

from ....core.asked import Choice
from ....core.play import Play
from ..content.traits import powers
from ..ladder import FAIR
from ..options import FudgeOptions
from ..paper import Power
from ..state import Character, Fudge
from ..traits.campaign import Campaign
from .kinds import broader, kind_of, mental, steering


class Held(Struct, frozen=True):
    """A Power as somebody has it.

    Args:
        name: its id, or that of the broader one of which it is a part (FUD-085).
        power: as it is written; of an attribute, its level alone (FUD-091).
        psi: whether it is of the mind.
        steps: levels of psi above its first, or above Fair where it is an attribute (FUD-125).
    """

    name: str
    power: Power
    psi: bool = False
    steps: int = 0


def held(who: Character, name: str, campaign: Campaign, options: FudgeOptions) -> Held | None:
    """A Power that somebody has: itself, as a part of another, or as an attribute of the mind.

    FUD-084, FUD-085, FUD-091, FUD-125.

    Args:
        who: whose.
        name: id of the Power.
        campaign: the list of traits.
        options: of the table.
    """
    for own in (name, *broader(name, campaign)):
        power = who.powers.get(own)
        if power is not None:
            psi = kind_of(own, power, campaign) == "psi"
            above = options.psi_model == "levelled" and power.level is not None and psi
            steps = max(0, (power.level or 0) - options.power_base) if above else 0
            return Held(own, power, psi, steps)
    trait = who.traits.get(name)
    if trait is None or trait.kind != "attribute" or not mental(name, campaign):
        return None
    steps = max(0, trait.level - FAIR) if options.psi_model == "attributes" else 0
    return Held(name, Power(level=trait.level), True, steps)


def steered(play: Play, has: Held, skill: str) -> None:
    """A mind moves things roughly; what is fine takes the skill that steers it. FUD-126.

    Args:
        play: of now.
        has: the Power.
        skill: id of the skill that is to guide it, or empty.

    Raises:
        Refused: another skill steers it.
    """
    own = steering(has.name, has.power, play.state[Fudge].campaign)
    if skill and has.psi and own and skill != own:
        play.refuse(
            f"{has.name} is not steered by {skill}", rule="FUD-126", path="$.skill", hint=own
        )


def within(play: Play, has: Held, ability: str, subjects: int) -> bool:
    """Whether the GM has to say if a Power's level goes so far; what he has said is kept to.

    Each level above the first takes in one subject more (FUD-125); without levels, the GM says
    how far such a Power goes (FUD-124).

    Args:
        play: of now.
        has: the Power.
        ability: id of what is done with it, or empty for what it is there for.
        subjects: on how many at once.

    Raises:
        Refused: that takes a higher level.
    """
    if subjects > 1 + has.steps:
        levels = play.options[FudgeOptions].psi_model != "simple"
        play.refuse(
            f"{has.name} of that level works on {1 + has.steps} at once", rule="FUD-125",
            path="$.subjects", hint="use it on each by itself" if not has.psi else
            "a higher level" if levels else "the option psi_model=levelled",
        )  # fmt: skip
    if not ability:
        return False
    listed = play.state[Fudge].campaign.traits.get(has.name)
    needs = listed.abilities.get(ability) if listed else None
    if isinstance(needs, int):
        if has.power.level is None or has.power.level < needs:
            _too_low(play, has, ability)
        return False
    entry = powers().get(has.name)
    wanted = entry.abilities.get(ability, "") if entry else ""
    levels = play.options[FudgeOptions].psi_model != "simple"
    if wanted == "high" and levels and has.psi and not has.steps:
        _too_low(play, has, ability)
    return wanted != "low"


def _too_low(play: Play, has: Held, ability: str) -> None:
    play.refuse(
        f"{ability} takes a higher level of {has.name}", rule="FUD-125", path="$.ability",
        hint="the campaign's list says which: fudge.list_trait",
    )  # fmt: skip


def reaches(play: Play, has: Held, ability: str, actor: str) -> bool:
    """Whether a Power's level goes so far, as the GM says, for now or for good. FUD-125."""
    said = play.ask(
        "Does a Power of that level go so far?",
        choices=(Choice("yes", rule="FUD-125"), Choice("no", rule="FUD-125")),
        name="ability",
        rule="FUD-125",
        standing=True,
        subject=f"{actor}:{has.name}:{has.power.level}:{ability}",  # a higher one is asked anew
    )
    return said.id == "yes"
