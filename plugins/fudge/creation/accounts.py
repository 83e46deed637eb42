"""The ledger: of each kind what there is, what was spent, and what is left (FUD-052)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from ..ladder import level
from ..paper import Sheet
from ..traits.gifts import fault_worth
from .costs import (
    KINDS,
    MILD,
    Kind,
    attribute_price,
    skill_price,
    worth,
)
from .drafts import Draft, Entry, key
from .limits import Limits, attribute_levels
from .supernormal import compensation, dues


class Account(Struct, frozen=True):
    """Levels of one kind; Faults pay, and are counted in attribute levels.

    Args:
        free: what the limits give, or the Faults that were taken pay.
        granted: what the GM gave beside.
        traded: what was bought with other kinds, less what was given for them.
        spent: what the traits cost.
    """

    free: int = 0
    granted: int = 0
    traded: int = 0
    spent: int = 0

    @property
    def balance(self) -> int:
        """What is left; less than nothing where more was spent than there is."""
        return self.free + self.granted + self.traded - self.spent


def priced(sheet: Sheet, limits: Limits, known: Mapping[str, Entry]) -> dict[str, Entry]:
    """What every trait of a sheet costs by the book, and by what the GM has ruled of it.

    Args:
        sheet: what is written.
        limits: under which the character is made.
        known: entries of traits that are no plain ones: broad, studied, rolled, ruled of; under
            their keys.
    """
    found: dict[str, Entry] = {}
    held: tuple[tuple[Kind, Mapping[str, object]], ...] = (
        ("attribute", sheet.attributes),
        ("skill", sheet.skills),
        ("gift", sheet.gifts),
        ("power", sheet.powers),
        ("fault", sheet.faults),
    )
    for kind, names in held:
        for name in names:
            entry = known.get(key(kind, name)) or Entry(kind)
            cost = price(sheet, name, limits, entry)
            found[key(kind, name)] = replace(entry, cost=cost)
    return found


def price(sheet: Sheet, name: str, limits: Limits, entry: Entry) -> int:
    """What one trait costs, in levels of its kind; of a Fault, what it pays in attribute levels.

    Nothing costs anything where levels are not counted; a Fault that has to be taken pays
    nothing (FUD-270), any other what it is worth (FUD-070, FUD-071).
    """
    if not limits.counted:
        return 0
    if entry.kind == "fault" and sheet.faults[name].mandatory:
        return 0
    cost = _by_the_book(sheet, name, limits, entry)
    times = 1 if cost < 0 and entry.ruling.times > 1 else entry.ruling.times
    return cost * times + entry.ruling.plus


def _by_the_book(sheet: Sheet, name: str, limits: Limits, entry: Entry) -> int:
    racial = limits.bonus.get(name, 0) if entry.rolled is None else 0
    if entry.kind == "attribute":
        return (
            attribute_price(level(sheet.attributes[name], own=limits.ladder), entry.rolled or 0)
            - racial
        )
    if entry.kind == "skill":
        cost = skill_price(
            level(sheet.skills[name], own=limits.ladder),
            sheet.difficulty.get(name, "normal"),
            limits.broad_times if entry.broad else 1,
            limits.broad_most is not None,
            entry.studied,
            entry.rolled,
        )
        # what makes a skill dear makes nobody richer who lacks it
        return (cost * _doubled(sheet, name) if cost > 0 else cost) - racial
    if entry.kind == "gift":
        gift = sheet.gifts[name]
        return 0 if gift.bonus else gift.worth  # it costs as what it adds (FUD-129)
    if entry.kind == "power":
        power = sheet.powers[name]
        scaled = power.scale is not None and limits.superstrength == "scale"
        return 0 if scaled else power.worth * limits.power_times
    return MILD * fault_worth(sheet.faults[name], limits.superfault)


def _doubled(sheet: Sheet, name: str) -> int:
    """A Fault may make a skill cost twice as much, as magic costs the slow of mind. FUD-268."""
    return 2 if any(name in fault.doubles for fault in sheet.faults.values()) else 1


def accounts(draft: Draft) -> dict[Kind, Account]:
    """Every account of a character that is being made."""
    spent = dict.fromkeys(KINDS, 0)
    for entry in draft.entries.values():
        spent[entry.kind] += entry.cost
    due = dues(draft.sheet, draft.limits)
    spent["attribute"] += due.attributes
    spent["skill"] += due.skills
    spent["gift"] += due.gifts
    spent["power"] += due.powers
    for kind in KINDS if draft.limits.counted else ():
        spent[kind] += draft.limits.race.get(kind, 0)  # a Fault of his race pays, as any other
    free = free_levels(draft.sheet, draft.limits)
    free["fault"], spent["fault"] = spent["fault"], 0  # what they pay is income
    return {
        kind: Account(
            free[kind], draft.granted.get(kind, 0), draft.traded.get(kind, 0), spent[kind]
        )
        for kind in KINDS
    }


def free_levels(sheet: Sheet, limits: Limits) -> dict[Kind, int]:
    """What the limits give of each kind. FUD-053, 057, 058, 067, 082, 129."""
    free = dict.fromkeys(KINDS, 0)
    if limits.counted:
        chosen = limits.attributes is None
        count = len(sheet.attributes) if limits.attributes is None else limits.attributes
        fixed = limits.attribute_levels
        free["attribute"] = (
            attribute_levels(count, limits.pool, chosen=chosen) if fixed is None else fixed
        )
        free["skill"] = limits.skill_levels + compensation(sheet)
        free["gift"] = limits.gifts
        free["power"] = limits.powers
    return free


def unit(kind: Kind, fudge_point: int) -> int:
    """What one on an account is worth in skill levels; Faults are kept in attribute levels."""
    return worth("attribute") if kind == "fault" else worth(kind, fudge_point)


def overall(found: Mapping[Kind, Account], fudge_point: int) -> int:
    """The balance of all accounts in skill levels: what exchange could still make of them."""
    return sum(account.balance * unit(kind, fudge_point) for kind, account in found.items())
