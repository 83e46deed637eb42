"""What people read of the campaign's list of traits (2.3, 2.4: FUD-009)."""

from __future__ import annotations

from msgspec import Struct

from ....core.look import Look
from ....core.rules import Rules
from ..options import FudgeOptions
from ..state import Fudge
from .campaign import Campaign
from .standing import Paper, stands

rules = Rules(Fudge, FudgeOptions)


class ListedView(Struct, frozen=True):
    """A trait on the list, with its default as a number; None where whoever lacks it has none."""

    trait: str
    kind: str
    difficulty: str
    default: int | None
    covers: tuple[str, ...]


class CampaignView(Struct, frozen=True):
    """What the campaign says of traits.

    Args:
        listed: traits on the list.
        whole: whether no other skill is in the game.
        resistance: attribute that Damage Resistance is taken from; empty for one of its own.
        without: kinds of traits that there are not.
        tone: of the campaign.
    """

    listed: tuple[ListedView, ...]
    whole: bool
    resistance: str
    without: tuple[str, ...]
    tone: str


@rules.projects("campaign")
def campaign_view(look: Look, viewer: str) -> CampaignView:
    """The list of traits, and what holds for it. FUD-009."""
    campaign = look.state[Fudge].campaign
    return CampaignView(
        listed=tuple(_viewed(name, campaign) for name in sorted(campaign.traits)),
        whole=campaign.whole,
        resistance=campaign.resistance,
        without=campaign.without,
        tone=look.options[FudgeOptions].tone,
    )


def _viewed(name: str, campaign: Campaign) -> ListedView:
    listed = campaign.traits[name]
    found = stands(Paper({}), name, campaign, FudgeOptions())
    return ListedView(name, listed.kind, listed.difficulty, found.level, listed.covers)
