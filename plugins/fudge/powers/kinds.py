"""Of which kind a Power is, which ones this campaign has, and how finely divided (3.1, 3.2).

FUD-081, 085, 091, 126 and 128.
"""

from __future__ import annotations

from functools import cache

from ....core.errors import Refused
from ..content.races import races
from ..content.traits import PowerKind, gifts, kinds, powers
from ..paper import Gift, Power
from ..traits.campaign import Campaign, covering

_ANY = Campaign()


def kind_of(name: str, power: Power | None = None, campaign: Campaign = _ANY) -> PowerKind:
    """Of which kind a Power is: by the campaign's list, its sheet, or the book. FUD-081.

    A kind says what a campaign has, what a Power may cost, and what may break; for the rest one
    that was bred into somebody is a Power like any other.

    Args:
        name: its id.
        power: as it is written, if it is.
        campaign: the list of traits.
    """
    listed, entry = campaign.traits.get(name), powers().get(name)
    if listed and listed.power:
        return listed.power
    if power and power.kind:
        return power.kind
    return entry.kind if entry else ""


def mental(name: str, campaign: Campaign = _ANY) -> bool:
    """Whether an attribute would be psi, so that nobody has it who does not say so. FUD-084, 091.

    Args:
        name: its id.
        campaign: the list of traits.
    """
    listed = campaign.traits.get(name)
    return (listed is not None and listed.power == "psi") or name in _of_the_mind()


def device(name: str, held: Gift | Power, campaign: Campaign = _ANY) -> bool:
    """Whether a Gift or Power is a device in the body, which may break down. FUD-128, FUD-129.

    Args:
        name: its id.
        held: as it is written.
        campaign: the list of traits.
    """
    if isinstance(held, Gift):
        entry = gifts().get(name)
        return held.implant or (entry is not None and entry.implant)
    kind = kind_of(name, held, campaign)
    return kind != "" and kinds()[kind].device


@cache
def _of_the_mind() -> frozenset[str]:
    """Psi that the book names, as Powers or as attributes of a race."""
    named = {name for name, entry in powers().items() if entry.kind == "psi"}
    return frozenset(named.union(*(race.psi for race in races().values())))


def steering(name: str, power: Power, campaign: Campaign) -> str:
    """Id of the skill that steers a Power; empty where nobody has named one. FUD-126.

    Args:
        name: its id.
        power: as it is written.
        campaign: the list of traits.
    """
    listed, entry = campaign.traits.get(name), powers().get(name)
    return power.skill or (listed.skill if listed else "") or (entry.skill if entry else "")


def broader(name: str, campaign: Campaign) -> tuple[str, ...]:
    """Powers on the list that take another in, as ESP may take in telepathy. FUD-085.

    Args:
        name: id of the narrower one.
        campaign: whose list it is.
    """
    return tuple(each for each in covering(campaign, name) if campaign.traits[each].kind == "power")


def admitted(name: str, power: Power, campaign: Campaign, path: str) -> None:
    """Refuse a Power that this campaign does not have, or not as finely divided. FUD-085.

    One of which nobody has said what it is stands, where the list is not whole: the GM took it.

    Args:
        name: its id.
        power: as it is written.
        campaign: the list of traits.
        path: where it stands.

    Raises:
        Refused: it is of a kind that there is not, or of another than the list says, a part of
            what is one Power here, or not on a list that names them all.
    """
    kind, listed = kind_of(name, power, campaign), campaign.traits.get(name)
    if listed and listed.power and power.kind not in ("", listed.power):
        raise Refused(
            f"{name} is {listed.power} in this campaign, not {power.kind}",
            path=path, rule="FUD-085", hint="leave it out",
        )  # fmt: skip
    if kind and campaign.power_kinds and kind not in campaign.power_kinds:
        raise Refused(
            f"{name} is {kind}, which this campaign does not have", path=path, rule="FUD-085",
            hint=f"Powers here are {', '.join(campaign.power_kinds)}: fudge.describe_traits",
        )  # fmt: skip
    if listed is None and (whole := broader(name, campaign)):
        raise Refused(
            f"{name} is a part of {whole[0]} here", path=path, rule="FUD-085",
            hint=f"take {whole[0]}",
        )  # fmt: skip
    if listed is None and campaign.powers_whole:
        known = ", ".join(each for each, one in campaign.traits.items() if one.kind == "power")
        raise Refused(
            f"this campaign has no Power {name}", path=path, rule="FUD-085",
            hint=f"one of {known}" if known else "list it first: fudge.list_trait",
        )  # fmt: skip
