"""The campaign's list and the sheets of those in play say the same (2.1, 2.3: FUD-002, FUD-009)."""

from __future__ import annotations

from ....core.play import Play
from ..options import FudgeOptions
from ..state import Fudge
from .campaign import Kind
from .gifts import held_as, traits_of
from .standing import level_of


def not_otherwise(play: Play, trait: str, kind: Kind, path: str = "$.listed.kind") -> None:
    """Nobody in play has the trait as one of another kind, or his sheet would be wrong. FUD-009.

    Args:
        play: of now.
        trait: its id.
        kind: that it would be.
        path: where the command says so.

    Raises:
        Refused: somebody has it otherwise.
    """
    bipolar = play.options[FudgeOptions].gift_model == "bipolar"
    for actor, who in play.state[Fudge].characters.items():
        for had in held_as(who.sheet, trait):
            if had != kind and not (bipolar and kind == "attribute" and had in ("gift", "fault")):
                play.refuse(
                    f"{actor} has {trait} as a {had}",
                    rule="FUD-009",
                    path=path,
                    hint="change his sheet first: fudge.revise",
                )


def agreeing(play: Play, resistance: str, without: tuple[Kind, ...]) -> None:
    """Everybody in play is as the list says now, or is changed before it does. FUD-002, FUD-009.

    Args:
        play: of now.
        resistance: attribute that Damage Resistance would be taken from, or empty.
        without: kinds of traits that there would not be.

    Raises:
        Refused: somebody's sheet would be wrong.
    """
    options = play.options[FudgeOptions]
    campaign = play.state[Fudge].campaign
    for actor, who in play.state[Fudge].characters.items():
        kinds = [kind for kind in without if traits_of(who.sheet, kind)]
        if kinds:
            play.refuse(
                f"{actor} has a {kinds[0]}",
                rule="FUD-002",
                path="$.without",
                hint="change his sheet first: fudge.revise",
            )
        if not resistance or who.sheet.resistance is None:
            continue
        if level_of(who.traits, resistance, campaign, options) != who.resistance:
            play.refuse(
                f"{actor} stands elsewhere on {resistance} than his Damage Resistance does",
                rule="FUD-009",
                path="$.resistance",
                hint="change his sheet first: fudge.revise",
            )
