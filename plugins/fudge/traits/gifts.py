"""Gifts and Faults on a sheet, and the kinds of traits that a campaign has (2.3).

FUD-002, 009, 017 to 022.
"""

from __future__ import annotations

from ....core.errors import Refused
from ..options import FudgeOptions
from ..paper import Fault, Gift, Sheet
from .campaign import KINDS, Campaign, Kind, Listed


def sorted_out(sheet: Sheet, options: FudgeOptions, campaign: Campaign, path: str) -> None:
    """Every trait of a sheet is of a kind that the campaign has, and of the kind it has there.

    Args:
        sheet: what is written.
        options: of the table, for how Gifts are had.
        campaign: the list of traits.
        path: where the sheet stands in the command.

    Raises:
        Refused: a kind that the campaign does without (FUD-002), another kind than the list's
            (FUD-009), or a Gift with steps where there are none (FUD-018).
    """
    there = " or ".join(k for k in KINDS if k not in campaign.without)
    for kind, where, names in _by_kind(sheet):
        for name in names:
            place = f"{path}.{where}.{name}"
            if kind in campaign.without:
                raise Refused(
                    f"{name} is a {kind}, and this campaign has none",
                    path=place,
                    rule="FUD-002",
                    hint=f"a trait here is one of: {there}",
                )
            listed = campaign.traits.get(name)
            if listed and listed.kind != kind and not _end_of(listed, kind, options):
                raise Refused(
                    f"{name} is a {listed.kind} in this campaign, no {kind}",
                    path=place,
                    rule="FUD-009",
                    hint=f"write it among the {listed.kind}s",
                )
    for name, gift in sheet.gifts.items():
        _stepped(name, gift, options, campaign, f"{path}.gifts.{name}.level")


def held_as(sheet: Sheet, trait: str) -> tuple[Kind, ...]:
    """As which kinds of traits a sheet has something: none, one, or a Power and its skill."""
    return tuple(kind for kind, _, names in _by_kind(sheet) if trait in names)


def traits_of(sheet: Sheet, wanted: Kind) -> tuple[str, ...]:
    """Ids of the traits of one kind on a sheet."""
    return next(names for kind, _, names in _by_kind(sheet) if kind == wanted)


def _by_kind(sheet: Sheet) -> tuple[tuple[Kind, str, tuple[str, ...]], ...]:
    return (
        ("attribute", "attributes", tuple(sheet.attributes)),
        ("skill", "skills", tuple(sheet.skills)),
        ("gift", "gifts", tuple(sheet.gifts)),
        ("fault", "faults", tuple(sheet.faults)),
        ("power", "powers", tuple(sheet.powers)),
    )


def _end_of(listed: Listed, kind: Kind, options: FudgeOptions) -> bool:
    """Whether a Gift or Fault is the end of a ladder trait that has the same name. FUD-019."""
    return options.gift_model == "bipolar" and kind in ("gift", "fault") and (
        listed.kind == "attribute"
    )  # fmt: skip


def _stepped(name: str, gift: Gift, options: FudgeOptions, campaign: Campaign, path: str) -> None:
    if options.gift_model != "steps":
        if gift.level != 1:
            raise Refused(
                f"one has {name} or has not",
                path=path,
                rule="FUD-018",
                hint="the option gift_model=steps gives Gifts scales of their own",
            )
        return
    listed = campaign.traits.get(name)
    steps = listed.steps if listed else 1
    if not 1 <= gift.level <= steps:
        raise Refused(
            f"{name} at step {gift.level}",
            path=path,
            rule="FUD-018",
            hint=f"it has {steps} here: fudge.list_trait says how many",
        )


def fault_worth(fault: Fault, superfault: int) -> int:
    """Faults that one counts for: what it says itself, else one, or a Superfault's worth. FUD-022.

    Args:
        fault: as it is written.
        superfault: Faults that a Superfault counts for at this table.
    """
    if fault.worth is not None:
        return fault.worth
    return superfault if fault.superfault else 1
