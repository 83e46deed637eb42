"""What stands in for a skill that somebody lacks, and what his Gifts and Faults do to a roll.

FUD-021, 025, 148, 150 and 154.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from ....core.errors import Refused
from ....core.modifiers import Modifier
from ....core.play import Play
from ..ladder import GOOD, Level
from ..options import FudgeOptions
from ..state import Fudge, character
from ..traits.standing import standing
from .checks import Circumstance, lacking


class Basis(Struct, frozen=True):
    """What a roll is made on.

    Args:
        trait: id of the trait that counts.
        level: of it, where the sheet lacks it.
        rule: id of the rule that lets it count.
        more: what lifts it.
    """

    trait: str
    level: int
    rule: str
    more: tuple[Modifier, ...] = ()


def basis(
    play: Play, actor: str, trait: str, attribute: str, default: Level | None, rule: str
) -> Basis:
    """On what somebody rolls, where the GM has named an attribute beside the trait.

    Where the game has no such skill, the attribute counts instead (FUD-148); where somebody has
    not learnt it, an attribute at Good or better lifts the default by one (FUD-150).

    Args:
        play: of now.
        actor: who rolls.
        trait: id of the trait.
        attribute: id of the attribute; empty for none.
        default: level that the GM states for a trait that he lacks.
        rule: id of the rule for a trait of his own.

    Raises:
        Refused: he has the trait, what is named is no attribute, or the table lifts nothing.
    """
    if not attribute:
        return Basis(trait, lacking(play, actor, trait, default, "$.trait"), rule)
    found = standing(play, actor, trait)
    if found.own:
        play.refuse(
            f"{actor} has {trait}, and no attribute stands in for it",
            rule="FUD-150",
            path="$.attribute",
            hint="name in helper what helps: FUD-146",
        )
    helping = standing(play, actor, attribute, "$.attribute")
    if helping.kind != "attribute":
        play.refuse(
            f"{attribute} is a {helping.kind}",
            rule="FUD-150",
            path="$.attribute",
            hint="name an attribute of his, or put it on the list as one",
        )
    level = lacking(play, actor, attribute, None, "$.attribute")
    campaign = play.state[Fudge].campaign
    if campaign.whole and trait not in campaign.traits:
        return Basis(attribute, level, "FUD-148")
    if not play.options[FudgeOptions].untrained_lift:
        play.refuse(
            "no attribute lifts what has not been learnt here",
            rule="FUD-150",
            path="$.attribute",
            hint="the option untrained_lift allows it",
        )
    lift = (Modifier(attribute, "FUD-150", "result", "add", 1),) if level >= GOOD else ()
    return Basis(trait, lacking(play, actor, trait, default, "$.trait"), rule, lift)


def borne(
    play: Play, circumstances: Iterable[Circumstance], actors: tuple[str, ...]
) -> tuple[Circumstance, ...]:
    """Circumstances with the rule of the Gift, Fault or personality that they rest on.

    Args:
        play: of now.
        circumstances: as the command states them.
        actors: who acts.

    Raises:
        Refused: whoever it affects has nothing of that name.
    """
    found = []
    for at, one in enumerate(circumstances):
        actor = one.actor or (actors[0] if len(actors) == 1 else "")
        if one.trait and actor in actors:
            rule = _rule(play, actor, one.trait, f"$.situation[{at}].trait")
            one = replace(one, rule=rule, reason=one.reason or one.trait)
        found.append(one)
    return tuple(found)


def _rule(play: Play, actor: str, trait: str, path: str) -> str:
    who = character(play, actor)
    for held, rule in ((who.faults, "FUD-021"), (who.gifts, "FUD-017")):
        if trait in held:
            return rule
    if trait in who.sheet.personality:
        return "FUD-025"
    raise Refused(
        f"{actor} has no Gift or Fault {trait}, nor is he described so",
        path=path,
        rule="FUD-020",
        hint="leave the trait out, and give the reason in words",
    )
